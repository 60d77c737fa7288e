# SPDX-License-Identifier: GPL-3.0-or-later
"""Does Hugging Face's `tokenizers` cut sequences as Anneal does?

check_tokenizer.py ANNEAL FOLDER [SEQUENCE ...]    FOLDER as written by `anneal tokenizer train`; needs `pip install tokenizers`
"""

import json
import random
import subprocess
import sys

from tokenizers import Tokenizer

anneal, folder = sys.argv[1:3]
draw = random.Random(1)
sequences = sys.argv[3:] or ["".join(draw.choices("ACGTN", [9, 9, 9, 9, 1], k=2 ** i)) for i in range(14)]
reference = Tokenizer.from_file(folder + "/tokenizer.json")
printed = subprocess.run([anneal, "tokenizer", "encode", folder, *sequences, "--json"], check=True, capture_output=True, text=True)
different = 0
for sequence, line in zip(sequences, printed.stdout.splitlines(), strict=True):
    expected = reference.encode(sequence).ids
    if json.loads(line)["ids"] != expected:
        different += 1
        print("differs:", sequence[:60], expected[:10], json.loads(line)["ids"][:10])
print(f"{len(sequences) - different} of {len(sequences)} sequences have the same ids; {reference.get_vocab_size()} tokens")
sys.exit(1 if different else 0)
