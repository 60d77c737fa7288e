# SPDX-License-Identifier: GPL-3.0-or-later
"""Hugging Face Trainer pretrains the ESM-2 8M shape from scratch on a FASTA file; prints tokens a second without padding."""
import argparse
import gzip
import os
import tempfile
import time

os.environ.setdefault("HF_HUB_OFFLINE", "1")
import torch
from transformers import (DataCollatorForLanguageModeling, EsmConfig, EsmForMaskedLM, EsmTokenizer, Trainer,
                          TrainerCallback, TrainingArguments)

ALPHABET = ["<cls>", "<pad>", "<eos>", "<unk>", *"LAGVSERTIDPKQNFYMHWCXBUZO.-", "<null_1>", "<mask>"]


def options():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("fasta", help="FASTA, gzip")
    parser.add_argument("--steps", type=int, default=20)
    parser.add_argument("--warm", type=int, default=4, help="steps that are not timed")
    parser.add_argument("--sequences", type=int, default=16, help="per step")
    parser.add_argument("--limit", type=int, default=1024, help="tokens of one sequence")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--group", action="store_true", help="put sequences of like length together")
    parser.add_argument("--bf16", action="store_true")
    return parser.parse_args()


def read_sequences(path):
    with gzip.open(path, "rt") as file:
        for record in file.read().split(">")[1:]:
            yield "".join(record.split("\n")[1:])


class Proteins(torch.utils.data.Dataset):
    def __init__(self, path, limit):
        ids = {token: i for i, token in enumerate(ALPHABET)}
        self.rows = [[0, *(ids.get(letter, 3) for letter in sequence[: limit - 2]), 2] for sequence in read_sequences(path)]

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, index):
        row = self.rows[index]
        return {"input_ids": row, "attention_mask": [1] * len(row), "length": len(row)}


class CountingCollator(DataCollatorForLanguageModeling):
    """Masks as usual and notes how many tokens of each batch are not padding."""

    def __call__(self, examples, return_tensors=None):
        for example in examples:
            example.pop("length", None)
        batch = super().__call__(examples, return_tensors)
        self.real.append(int(batch["attention_mask"].sum()))
        self.slots.append(batch["attention_mask"].numel())
        return batch


class Clock(TrainerCallback):
    def __init__(self):
        self.times = []

    def on_step_end(self, *_, **__):
        self.times.append(time.perf_counter())


def make_trainer(wanted, folder):
    vocabulary = os.path.join(folder, "vocab.txt")
    with open(vocabulary, "w") as file:
        file.write("\n".join(ALPHABET))
    collator = CountingCollator(EsmTokenizer(vocabulary), mlm_probability=0.15)
    collator.real, collator.slots = [], []
    shape = EsmConfig(vocab_size=len(ALPHABET), hidden_size=320, num_hidden_layers=6, num_attention_heads=20,
                      intermediate_size=1280, position_embedding_type="rotary", token_dropout=True, pad_token_id=1,
                      mask_token_id=32, hidden_dropout_prob=0.0, attention_probs_dropout_prob=0.0, layer_norm_eps=1e-5)
    grouping = {"train_sampling_strategy": "group_by_length"} if wanted.group else {}
    arguments = TrainingArguments(folder, per_device_train_batch_size=wanted.sequences, max_steps=wanted.steps,
                                  learning_rate=4e-4, weight_decay=0.01, bf16=wanted.bf16, use_cpu=True, seed=0,
                                  save_strategy="no", report_to=[], logging_steps=10**6, disable_tqdm=True,
                                  remove_unused_columns=False, **grouping)
    clock = Clock()
    trainer = Trainer(EsmForMaskedLM(shape), arguments, train_dataset=Proteins(wanted.fasta, wanted.limit),
                      data_collator=collator, callbacks=[clock])
    return trainer, collator, clock


def main():
    wanted = options()
    torch.set_num_threads(wanted.threads)
    torch.manual_seed(0)
    with tempfile.TemporaryDirectory() as folder:
        trainer, collator, clock = make_trainer(wanted, folder)
        trainer.train()
    timed = slice(wanted.warm, wanted.steps)
    seconds = clock.times[wanted.steps - 1] - clock.times[wanted.warm - 1]
    real, slots = sum(collator.real[timed]), sum(collator.slots[timed])
    print(f"real tokens/s {real / seconds:.0f}  padding {1 - real / slots:.3f}  step {seconds / (wanted.steps - wanted.warm):.3f} s")


if __name__ == "__main__":
    main()
