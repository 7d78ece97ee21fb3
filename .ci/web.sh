#!/usr/bin/env bash
# The page: built and tried in a browser, on a fresh Debian with Rust.
set -euo pipefail
cd "$(dirname "$0")/.."

need() { # COMMAND PACKAGE..: installs the packages unless the command is there
    if ! command -v "$1" >/dev/null; then
        apt-get update -qq
        apt-get install -y -qq --no-install-recommends "${@:2}"
    fi
}
need chromium chromium
need npm nodejs npm

cd examples/web
cargo fmt --all --check
# Rust for wasm: its own target where that can be had in a minute, else Debian's compiler with the
# source of its library, unpacked beside the system.
if ! timeout 60 rustup target add wasm32-unknown-unknown 2>/dev/null; then
    # shellcheck source=/dev/null
    . "$(../../.ci/wasm-toolchain.sh)"
fi
npm ci --silent --no-audit --no-fund
npm run build
npm test
