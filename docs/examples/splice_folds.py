#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Five ways to split the bundled splice junctions, and what position weights reach on each.

Writes fold0.tsv … fold4.tsv (columns id, split) into a folder. Every row is in the test part of exactly one fold, so the answers of the five
test parts together are one score over all rows. Rows that share a stretch of 30 bases stay together. Prints the accuracy of naive-Bayes
position weights (add-one counts), fitted on each fold's training part.

    splice_folds.py splice_junctions.csv FOLDER
"""
import csv
import hashlib
import math
import pathlib
import sys

FOLDS, STRETCH = 5, 30


def groups_of(rows):
    """Rows that share a stretch, joined by union-find; → the group's number of each row."""
    parent = list(range(len(rows)))

    def root(i):
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    first = {}
    for i, row in enumerate(rows):
        letters = row["sequence"]
        for start in range(len(letters) - STRETCH + 1):
            j = first.setdefault(letters[start:start + STRETCH], i)
            parent[root(i)] = root(j)
    return [root(i) for i in range(len(rows))]


def part_of(rows, group, fold):
    """The next fold's groups are halved: one half chooses the checkpoint, the other is trained on."""
    digest = hashlib.sha256(rows[group]["id"].encode()).digest()
    own = digest[0] % FOLDS
    if own == fold:
        return "test"
    return "validation" if own == (fold + 1) % FOLDS and digest[1] % 2 else "train"


def position_weights(train):
    classes = sorted({row["label"] for row in train})
    counts = {c: [dict.fromkeys("ACGT", 1.0) for _ in train[0]["sequence"]] for c in classes}
    prior = dict.fromkeys(classes, 0)
    for row in train:
        prior[row["label"]] += 1
        for place, letter in enumerate(row["sequence"]):
            counts[row["label"]][place][letter] += 1

    def score(letters, c):
        total = prior[c] + 4.0
        return math.log(prior[c]) + sum(math.log(counts[c][p][x] / total) for p, x in enumerate(letters))

    return lambda letters: max(classes, key=lambda c: score(letters, c))


def main(table, folder):
    rows = list(csv.DictReader(open(table)))
    groups = groups_of(rows)
    pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
    right = 0
    for fold in range(FOLDS):
        parts = [part_of(rows, group, fold) for group in groups]
        with open(pathlib.Path(folder) / f"fold{fold}.tsv", "w") as out:
            out.write("id\tsplit\n")
            out.writelines(f"{row['id']}\t{part}\n" for row, part in zip(rows, parts))
        answer = position_weights([row for row, part in zip(rows, parts) if part == "train"])
        test = [row for row, part in zip(rows, parts) if part == "test"]
        hits = sum(answer(row["sequence"]) == row["label"] for row in test)
        right += hits
        print(f"fold {fold}: {len(test)} test rows, position weights {hits / len(test):.4f}")
    print(f"all {len(rows)} rows: {right / len(rows):.4f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
