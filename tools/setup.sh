# SPDX-License-Identifier: GPL-3.0-or-later
# What ./run and ./test share: packages, LibTorch, configure and build. Sourced, with the checkout as the working folder.
set -euo pipefail

CACHE="${ANNEAL_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/anneal}"
export ANNEAL_CACHE="$CACHE"
export CCACHE_DIR="${CCACHE_DIR:-$CACHE/ccache}"

COMPILE_PACKAGES=(g++ cmake ninja-build pkg-config python3 python3-pip ca-certificates ccache mold)
LIBRARY_PACKAGES=(libspdlog-dev libfmt-dev libexpected-dev nlohmann-json3-dev libcli11-dev libhts-dev zlib1g-dev libsqlite3-dev)
WINDOW_PACKAGES=(qt6-base-dev qt6-charts-dev qt6-svg-dev libqt6opengl6-dev libgl1-mesa-dev qt6-qpa-plugins
    fonts-roboto-unhinted fonts-jetbrains-mono)
TEST_PACKAGES=(xvfb xauth)

say() { printf '%s\n' "$*" >&2; }
die() { say "$*"; exit 1; }

# The packages of the arguments that dpkg does not know as installed.
missing_packages() {
    local package
    for package in "$@"; do
        [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || printf '%s\n' "$package"
    done
}

install_packages() {
    command -v dpkg-query >/dev/null || { say "Not a Debian system: install the equivalents of ${*} yourself; going on."; return 0; }
    local missing; mapfile -t missing < <(missing_packages "$@")
    [ ${#missing[@]} -eq 0 ] && return 0
    local command="apt-get install -y --no-install-recommends ${missing[*]}"
    say "Anneal is built from source here and needs ${#missing[@]} Debian packages (compiler, Qt 6, readers, tests): ${missing[*]}"
    if [ "$(id -u)" -eq 0 ]; then
        as_root=()
    elif command -v sudo >/dev/null && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then
        as_root=(sudo)
    else
        die "Installing them needs root. Type:  sudo apt-get update && sudo $command"
    fi
    local log="$CACHE/apt.log"; mkdir -p "$CACHE"
    { "${as_root[@]}" apt-get update && "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive $command; } >"$log" 2>&1 \
        || { tail -n 5 "$log" >&2; die "The packages could not be installed (whole log: $log). Offline? Go online once and run the same command again."; }
}

# ANNEAL_TORCH_ROOT names a LibTorch that is here already; else the pinned one is fetched into the cache, once.
prepare_torch() {
    [ -n "${ANNEAL_TORCH_ROOT:-}" ] && return 0
    local cuda=(); [ -e /proc/driver/nvidia/version ] && cuda=(--cuda)
    local mark="$CACHE/torch-2.15.0/COMPLETE${cuda:+-CUDA}"
    [ -e "$mark" ] && return 0
    mkdir -p "$CACHE" || die "$CACHE cannot be written. Name another folder: ANNEAL_CACHE=DIR $0"
    python3 tools/fetch_torch.py "$CACHE" "${cuda[@]}" >/dev/null || exit 1
}

# build PRESET [TARGET…]
build() {
    local preset="$1"; shift
    local targets=(); [ $# -gt 0 ] && targets=(--target "$@")
    local log="build/$preset.log"; mkdir -p build
    [ -e "build/$preset/build.ninja" ] || say "Configuring and building ($preset); a first build takes some minutes"
    cmake --preset "$preset" >"$log" 2>&1 || { tail -n 20 "$log" >&2; die "Configuring failed (whole log: $log)."; }
    if [ -t 2 ]; then
        cmake --build --preset "$preset" "${targets[@]}" >&2
    else
        cmake --build --preset "$preset" "${targets[@]}" >>"$log" 2>&1 || { tail -n 40 "$log" >&2; die "The build failed (whole log: $log)."; }
    fi
}
