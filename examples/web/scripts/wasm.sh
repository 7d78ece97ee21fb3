#!/usr/bin/env bash
# Builds pkg/: the wasm module, the JavaScript that loads it, and their types.
#
# It needs Rust's wasm32-unknown-unknown (`rustup target add wasm32-unknown-unknown`) and wasm-opt,
# which `npm install` brings.
set -euo pipefail
cd "$(dirname "$0")/.."

# The tool that writes the JavaScript is of Cargo.lock's version, and made by this machine's own
# compiler whatever makes the module.
env -u RUSTC -u RUSTC_BOOTSTRAP -u LD_LIBRARY_PATH cargo build --locked --release -p kernel-engine-web-bindings
cargo build --locked --release --target wasm32-unknown-unknown ${WASM_BUILD_STD:-}

target=${CARGO_TARGET_DIR:-target}
rm -rf pkg
"$target/release/kernel-engine-web-bindings" \
    "$target/wasm32-unknown-unknown/release/kernel_engine_web.wasm" pkg
if [ -x node_modules/.bin/wasm-opt ]; then
    # What every browser with WebGPU has.
    node_modules/.bin/wasm-opt -Os --enable-bulk-memory --enable-nontrapping-float-to-int \
        --enable-sign-ext --enable-mutable-globals --enable-reference-types --enable-multivalue \
        pkg/kernel_engine_web_bg.wasm -o pkg/small.wasm
    mv pkg/small.wasm pkg/kernel_engine_web_bg.wasm
else
    echo "no wasm-opt, so the module stays larger than it need be: run npm install" >&2
fi

bytes() { printf '%s %s bytes\n' "$1" "$(wc -c)"; }
bytes "wasm:  " <pkg/kernel_engine_web_bg.wasm
gzip -9 <pkg/kernel_engine_web_bg.wasm | bytes "gzip:  "
node -e 'process.stdout.write(require("zlib").brotliCompressSync(require("fs").readFileSync(0)))' \
    <pkg/kernel_engine_web_bg.wasm | bytes "brotli:"
