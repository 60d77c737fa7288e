#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# compare_peers.sh BUILD_FOLDER [ROUNDS]: Anneal and Hugging Face Trainer in turns; prints every figure and the ratios of medians.
set -euo pipefail
build=$1
rounds=${2:-3}
here=$(cd "$(dirname "$0")" && pwd)
python=${PYTHON:-python3}
fasta=${FASTA:-$here/../data/uniref90_10k.fasta.gz}

speed() { grep -o 'real tokens/s [0-9]*' | grep -o '[0-9]*$'; }
median() { tr ' ' '\n' | grep . | sort -n | awk '{ v[NR] = $1 } END { print (NR % 2) ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'; }

anneal="" padded="" grouped=""
for round in $(seq "$rounds"); do
    a=$("$build/bin/bench_step" "$fasta" | speed)
    p=$("$python" "$here/trainer_esm2.py" "$fasta" 2>/dev/null | speed)
    g=$("$python" "$here/trainer_esm2.py" "$fasta" --group 2>/dev/null | speed)
    echo "round $round: anneal $a, padded $p, grouped $g real tokens/s"
    anneal+=" $a" padded+=" $p" grouped+=" $g"
done
a=$(median <<<"$anneal") p=$(median <<<"$padded") g=$(median <<<"$grouped")
awk -v a="$a" -v p="$p" -v g="$g" 'BEGIN {
    printf "anneal / padded default:    %.2f (at least 3 wanted)\n", a / p
    printf "anneal / grouped by length: %.2f (at least 1.1 wanted)\n", a / g }'
