#!/usr/bin/env bash
# A compiler for wasm32-unknown-unknown where rustup's own cannot be downloaded, and its environment
# in a file whose name is told: `. "$(.ci/wasm-toolchain.sh)"`.
#
# Debian has the compiler and the source of its library. They are unpacked beside the system, and
# cargo builds the library together with the program.
set -euo pipefail
folder=${1:-${XDG_CACHE_HOME:-$HOME/.cache}/kernel-engine-wasm}
if [ ! -f "$folder/env" ]; then
    mkdir -p "$folder/packages"
    (
        cd "$folder/packages"
        apt-get update -qq
        # The library for the compiler itself, and LLVM, whose names have their versions.
        needed=$(apt-cache depends --recurse --important libstd-rust-web-dev | grep -E '^lib(llvm|std-rust-web)')
        # shellcheck disable=SC2086
        apt-get download -qq rustc-web rust-web-src $needed
        for package in *.deb; do dpkg -x "$package" ../root; done
    ) >&2
    rm -r "$folder/packages"
    libraries=$folder/root/usr/lib/$(uname -m)-linux-gnu
    linker=$(find "$(rustc --print sysroot)" -name rust-lld -type f | head -n 1)
    cat >"$folder/env" <<ENV
export LD_LIBRARY_PATH=$libraries\${LD_LIBRARY_PATH:+:\$LD_LIBRARY_PATH}
export RUSTC=$folder/root/usr/bin/rustc
export RUSTC_BOOTSTRAP=1
export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=$linker
export WASM_BUILD_STD=-Zbuild-std=std,panic_abort
ENV
fi
echo "$folder/env"
