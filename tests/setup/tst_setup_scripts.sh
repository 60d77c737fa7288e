#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# tools/setup.sh with a pretended machine: what it says and does when packages are missing and nobody may install them.
set -u
cd "$(dirname "$0")/../.."
failed=0
check() { # NAME EXPECTED ACTUAL
    if [[ "$3" == *"$2"* ]]; then echo "PASS $1"; else echo "FAIL $1: expected «$2», got «$3»"; failed=1; fi
}
stage=$(mktemp -d); trap 'rm -rf "$stage"' EXIT
fake() { printf '#!/bin/sh\n%s\n' "$2" >"$stage/$1"; chmod +x "$stage/$1"; }

fake dpkg-query 'case "$*" in *here*) printf installed;; esac'
fake id 'echo 1000'
fake sudo 'exit 1'
call() { PATH="$stage:$PATH" ANNEAL_CACHE="$stage/cache" bash -c ". tools/setup.sh; $1" 2>&1 </dev/null; }

check "installed packages ask nothing" "done" "$(call 'install_packages here; echo done')"
check "names the one command to type" "sudo apt-get update && sudo apt-get install -y --no-install-recommends gone-a gone-b" "$(call 'install_packages gone-a here gone-b')"
check "stops there" "stopped" "$(call 'install_packages gone; echo went on' >/dev/null || echo stopped)"
fake id 'echo 0'
fake apt-get "echo \"\$*\" >>$stage/apt.calls"
call 'install_packages gone' >/dev/null
check "root installs what is missing" "install -y --no-install-recommends gone" "$(cat "$stage/apt.calls")"
fake apt-get 'echo "Could not resolve host" ; exit 100'
check "a failed install shows the reason" "Could not resolve host" "$(call 'install_packages gone')"
check "torch of one's own is not fetched" "done" "$(ANNEAL_TORCH_ROOT=/somewhere call 'prepare_torch; echo done')"
mkdir -p "$stage/cache/torch-2.15.0"; touch "$stage/cache/torch-2.15.0/COMPLETE" "$stage/cache/torch-2.15.0/COMPLETE-CUDA"
fake python3 'echo asked the network; exit 1'
check "a fetched torch is not fetched again" "done" "$(call 'prepare_torch; echo done')"
exit $failed
