#!/usr/bin/env bash
# Builds pkg/: the wasm module, the JavaScript that loads it, and their types.
#
# It needs Rust's wasm32-unknown-unknown: `rustup target add wasm32-unknown-unknown`. (wasm-opt would
# take a tenth off the module, but make it larger where it counts, compressed.)
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

bytes() { printf '%s %s bytes\n' "$1" "$(wc -c)"; }
bytes "wasm:  " <pkg/kernel_engine_web_bg.wasm
gzip -9 <pkg/kernel_engine_web_bg.wasm | bytes "gzip:  "
node -e 'process.stdout.write(require("zlib").brotliCompressSync(require("fs").readFileSync(0)))' \
    <pkg/kernel_engine_web_bg.wasm | bytes "brotli:"
