#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes cases.json: inputs and the values that scikit-learn and scipy give for them.

    python3 -m venv venv && venv/bin/pip install numpy==2.4.6 scipy==1.17.1 scikit-learn==1.9.1
    venv/bin/python make_cases.py > cases.json

Undefined values are null. Segment overlap has no implementation in these libraries; it is computed here from the formula
of the paper, residue set by residue set, in another way than the program does it.
"""
import json
import math
import sys
import warnings

import numpy as np
import scipy
import sklearn
from scipy import stats
from sklearn import metrics

warnings.filterwarnings("ignore")
VERSIONS = {"numpy": "2.4.6", "scipy": "1.17.1", "scikit-learn": "1.9.1"}


def plain(value):
    value = float(value)
    return value if math.isfinite(value) else None


def floats(values):
    """What single precision keeps, written so that it reads back to the same number."""
    return [float(v) for v in np.asarray(values, dtype=np.float32).ravel()]


def classification(name, targets, predicted, classes):
    p, r, f, s = metrics.precision_recall_fscore_support(
        targets, predicted, labels=list(range(classes)), zero_division=0)
    return {
        "name": name, "classes": classes, "targets": list(map(int, targets)), "predicted": list(map(int, predicted)),
        "accuracy": plain(metrics.accuracy_score(targets, predicted)),
        "balanced_accuracy": plain(metrics.balanced_accuracy_score(targets, predicted)),
        "macro_f1": plain(metrics.f1_score(targets, predicted, average="macro", zero_division=0)),
        "weighted_f1": plain(metrics.f1_score(targets, predicted, average="weighted", zero_division=0)),
        "mcc": plain(metrics.matthews_corrcoef(targets, predicted)),
        "precision": [plain(v) for v in p], "recall": [plain(v) for v in r], "f1": [plain(v) for v in f],
        "support": [int(v) for v in s],
        "confusion": metrics.confusion_matrix(targets, predicted, labels=list(range(classes))).ravel().tolist(),
    }


def ranking(name, scores, positive):
    scores = np.asarray(scores, dtype=np.float32)
    positive = np.asarray(positive)
    both, some = len(set(positive.tolist())) == 2, positive.sum() > 0
    return {
        "name": name, "scores": floats(scores), "positive": positive.astype(int).tolist(),
        "auroc": plain(metrics.roc_auc_score(positive, scores)) if both else None,
        "average_precision": plain(metrics.average_precision_score(positive, scores)) if some else None,
    }


def one_vs_rest(name, scores, targets):
    scores = np.asarray(scores, dtype=np.float32)
    marks = np.eye(scores.shape[1], dtype=int)[targets]
    return {
        "name": name, "classes": scores.shape[1], "scores": floats(scores), "targets": list(map(int, targets)),
        "auroc_macro": plain(metrics.roc_auc_score(marks, scores, average="macro")),
        "average_precision_macro": plain(metrics.average_precision_score(marks, scores, average="macro")),
        "auroc": [plain(metrics.roc_auc_score(marks[:, c], scores[:, c])) for c in range(scores.shape[1])],
    }


def multi_label(name, targets, scores, threshold=0.5):
    scores = np.asarray(scores, dtype=np.float32)
    targets = np.asarray(targets)
    predicted = (scores >= threshold).astype(int)
    case = {
        "name": name, "labels": targets.shape[1], "targets": targets.ravel().tolist(), "scores": floats(scores),
        "predicted": predicted.ravel().tolist(),
        "exact_match": plain(metrics.accuracy_score(targets, predicted)),
        "hamming_loss": plain(metrics.hamming_loss(targets, predicted)),
        "auroc_macro": plain(metrics.roc_auc_score(targets, scores, average="macro")),
        "auroc_micro": plain(metrics.roc_auc_score(targets, scores, average="micro")),
        "average_precision_macro": plain(metrics.average_precision_score(targets, scores, average="macro")),
        "average_precision_micro": plain(metrics.average_precision_score(targets, scores, average="micro")),
    }
    for average in ("micro", "macro"):
        p, r, f, _ = metrics.precision_recall_fscore_support(targets, predicted, average=average, zero_division=0)
        case |= {f"precision_{average}": plain(p), f"recall_{average}": plain(r), f"f1_{average}": plain(f)}
    return case


def regression(name, targets, predicted):
    t, p = (np.asarray(v, dtype=np.float32).astype(np.float64) for v in (targets, predicted))
    enough = len(t) > 1
    return {
        "name": name, "targets": floats(t), "predicted": floats(p),
        "mse": plain(metrics.mean_squared_error(t, p)), "mae": plain(metrics.mean_absolute_error(t, p)),
        "r2": plain(metrics.r2_score(t, p, force_finite=False)) if enough else None,
        "pearson": plain(stats.pearsonr(t, p).statistic) if enough else None,
        "spearman": plain(stats.spearmanr(t, p).statistic) if enough else None,
    }


def runs(states, state, known):
    """The residues of each unbroken run of a state, as sets."""
    found, current = [], set()
    for i, one in enumerate(states):
        if known[i] and one == state:
            current.add(i)
        elif current:
            found.append(current)
            current = set()
    return found + ([current] if current else [])


def overlap_sums(observed, predicted, state):
    known = [o != "?" for o in observed]
    total = norm = 0.0
    for s1 in runs(observed, state, known):
        pairs = [s2 for s2 in runs(predicted, state, known) if s1 & s2]
        for s2 in pairs:
            minov = len(s1 & s2)
            maxov = max(s1 | s2) - min(s1 | s2) + 1
            delta = min(maxov - minov, minov, len(s1) // 2, len(s2) // 2)
            total += (minov + delta) / maxov * len(s1)
        norm += len(s1) * max(1, len(pairs))
    return total, norm


def structure(name, states, chains):
    all_sums = {s: [0.0, 0.0] for s in states}
    means, right, residues = [], 0, 0
    for observed, predicted in chains:
        sums = [overlap_sums(observed, predicted, s) for s in states]
        for s, (total, norm) in zip(states, sums):
            all_sums[s][0] += total
            all_sums[s][1] += norm
        means.append(sum(t for t, _ in sums) / sum(n for _, n in sums))
        right += sum(o == p for o, p in zip(observed, predicted) if o != "?")
        residues += sum(o != "?" for o in observed)
    return {
        "name": name, "states": states, "observed": [o for o, _ in chains], "predicted": [p for _, p in chains],
        "q": right / residues,
        "sov": sum(t for t, _ in all_sums.values()) / sum(n for _, n in all_sums.values()),
        "sov_states": [plain(t / n) if n else None for t, n in all_sums.values()],
        "sov_chain_mean": sum(means) / len(means),
    }


def noisy_chain(random, states, length, unknown):
    observed = []
    while len(observed) < length:
        observed += [random.choice(list(states))] * int(random.integers(1, 12))
    observed = observed[:length]
    predicted = [random.choice(list(states)) if random.random() < 0.15 else o for o in observed]
    for i in range(length):
        if random.random() < unknown:
            observed[i] = "?"
    return "".join(observed), "".join(predicted)


def main():
    found = {"numpy": np.__version__, "scipy": scipy.__version__, "scikit-learn": sklearn.__version__}
    if found != VERSIONS:
        sys.exit(f"these versions are needed: {VERSIONS}; found: {found}")
    random = np.random.default_rng(20)
    three, eight = random.integers(0, 3, 200), random.choice(8, 500, p=[.33, .22, .2, .11, .09, .035, .01, .005])
    guess = lambda targets, classes, right: np.where(
        random.random(len(targets)) < right, targets, random.integers(0, classes, len(targets)))
    positive = (random.random(300) < 0.2).astype(int)
    noise = random.normal(size=300) + positive
    labels = (random.random((120, 5)) < [.1, .3, .5, .02, .2]).astype(int)
    labels[0, 3] = 1
    numbers = random.normal(size=150)
    cases = {
        "versions": VERSIONS,
        "classification": [
            classification("binary", three % 2, guess(three % 2, 2, 0.6), 2),
            classification("three classes", three, guess(three, 3, 0.5), 3),
            classification("eight classes, some rare", eight, guess(eight, 8, 0.7), 8),
            classification("perfect", three, three, 3),
            classification("always one class", three, np.zeros_like(three), 3),
            classification("one class only", np.zeros(10, int), np.zeros(10, int), 2),
            classification("a class that never occurs", three, guess(three, 3, 0.5), 5),
            classification("predicted but never a target", [0, 0, 1, 1], [0, 2, 1, 2], 3),
            classification("all wrong", [0, 1, 0, 1], [1, 0, 1, 0], 2),
            classification("one record", [1], [1], 2),
        ],
        "ranking": [
            ranking("noise", noise, positive), ranking("ties", np.round(noise), positive),
            ranking("all equal", np.zeros(300), positive), ranking("perfect", positive, positive),
            ranking("reversed", -positive, positive), ranking("no positive", noise[:5], np.zeros(5, int)),
            ranking("no negative", noise[:5], np.ones(5, int)), ranking("two records", [0.1, 0.9], [1, 0]),
            ranking("far apart", np.exp(5 * noise), positive),
        ],
        "one_vs_rest": [
            one_vs_rest("three classes", random.normal(size=(200, 3)) + np.eye(3)[three], three),
            one_vs_rest("eight classes", np.round(random.normal(size=(500, 8)) + np.eye(8)[eight], 1), eight),
        ],
        "multi_label": [
            multi_label("five labels", labels, random.random((120, 5)) * 0.6 + 0.3 * labels),
            multi_label("never predicted", labels, random.random((120, 5)) * 0.4),
            multi_label("perfect", labels, labels),
        ],
        "regression": [
            regression("noise", numbers, numbers + random.normal(size=150)),
            regression("ties", np.round(numbers), np.round(numbers + random.normal(size=150))),
            regression("large mean", numbers + 10000, numbers * 0.5 + 10001),
            regression("monotone", numbers, np.exp(numbers)), regression("reversed", numbers, -numbers),
            regression("perfect", numbers, numbers), regression("constant targets", np.ones(10), numbers[:10]),
            regression("constant predictions", numbers[:10], np.ones(10)), regression("one record", [1.5], [2.0]),
            regression("two records", [1, 2], [3, 2]),
        ],
        "structure": [
            structure("three states", "HEC", [noisy_chain(random, "HEC", n, 0) for n in (30, 120, 200, 7)]),
            structure("eight states", "HGIEBTSC", [noisy_chain(random, "HGIEBTSC", n, 0) for n in (80, 150)]),
            structure("with unknown residues", "HEC", [noisy_chain(random, "HEC", n, 0.1) for n in (90, 60)]),
            structure("shifted by one", "HC", [("CHHHHHHHHHHC", "CCHHHHHHHHHC")]),
            structure("broken helix", "HC", [("CCHHHHHHHHHHCC", "CCHHHHCCHHHHCC")]),
            structure("nothing right", "HC", [("HHHH", "CCCC")]),
        ],
    }
    json.dump(cases, sys.stdout, separators=(",", ":"))
    print()


if __name__ == "__main__":
    main()
