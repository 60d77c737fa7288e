# SPDX-License-Identifier: GPL-3.0-or-later
"""Does transformers load a model folder that Anneal saved, with no tensor missing and none left over?"""

import sys

import torch
from transformers import AutoTokenizer, EsmForMaskedLM

folder = sys.argv[1]
model, report = EsmForMaskedLM.from_pretrained(folder, output_loading_info=True)
tokenizer = AutoTokenizer.from_pretrained(folder)
problems = {key: value for key, value in report.items() if value}
print("problems:", problems or "none")
letters = [token for token in tokenizer.get_vocab() if len(token) == 1][:8]
batch = tokenizer("".join(letters), return_tensors="pt")
print("tokens:", batch["input_ids"][0].tolist())
with torch.no_grad():
    print("first logits:", [round(x, 5) for x in model(**batch).logits[0, 1, :8].tolist()])
sys.exit(1 if problems else 0)
