#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the worked examples of README.md with three seeds each and prints their tables.

    examples.py WORKSPACE [NAME…]      NAME is a heading below: proteins ecoli splice structure lactamase

Needs nothing but Python and the built program (build/release/bin/anneal, or $ANNEAL). A run that is in the workspace already is not repeated.
"""
import json
import os
import pathlib
import statistics
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
ANNEAL = os.environ.get("ANNEAL", str(ROOT / "build/release/bin/anneal"))
SEEDS = (1, 2, 3)

FROM_SCRATCH = {"model.hidden_dropout_prob": 0.1, "optimizer.lr": 1e-3, "batch.tokens_per_device": 4096}
STRUCTURE = FROM_SCRATCH | {
    "data.train": "sample:secondary_structure", "objective.task": "token_classification", "schedule.total_steps": 300,
    "schedule.warmup_steps": 20, "logging.eval_every_steps": 50, "checkpoint.every_steps": 50,
    "checkpoint.metric_for_best_model": "q3"}
SPLICE = FROM_SCRATCH | {
    "data.train": "sample:splice_junctions", "data.alphabet": "dna", "data.max_length": 64,
    "objective.task": "sequence_classification", "schedule.total_steps": 1500, "schedule.warmup_steps": 50,
    "model.num_hidden_layers": 2, "model.hidden_size": 64, "model.intermediate_size": 256, "model.num_attention_heads": 4,
    "model.position_embedding_type": "absolute", "model.max_position_embeddings": 66,
    "logging.eval_every_steps": 100, "checkpoint.every_steps": 100, "checkpoint.metric_for_best_model": "accuracy"}
LACTAMASE = FROM_SCRATCH | {
    "data.train": "sample:beta_lactamase", "data.label_column": "fitness", "objective.task": "regression",
    "objective.head": "pooled", "data.max_length": 320, "schedule.warmup_steps": 20, "logging.eval_every_steps": 50,
    "checkpoint.every_steps": 50, "checkpoint.metric_for_best_model": "spearman"}
METHODS = {
    "head": {"adapter.method": "head", "schedule.total_steps": 200},
    "lora": {"adapter.method": "lora", "schedule.total_steps": 200,
             "adapter.target_modules": "query,key,value,output.dense,intermediate.dense"},
    "full": {"schedule.total_steps": 200}}


def anneal(workspace, *words):
    command = [ANNEAL, *words, "--workspace", workspace, "--json"]
    answer = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return json.loads(answer.stdout) if answer.stdout.strip() else None


def run(workspace, name, preset, settings):
    """Trains, unless that was done before, and returns what `anneal show` says of the run."""
    shown = anneal(workspace, "show", name)
    if not shown or shown.get("state", "").lower() != "finished":
        words = [word for key, value in settings.items() for word in ("--set", f"{key}={value}")]
        started = time.time()
        subprocess.run([ANNEAL, "run", preset, "--workspace", workspace, "--name", name, *words, "--wait"],
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        shown = anneal(workspace, "show", name)
        print(f"  {name}: {time.time() - started:.0f} s", file=sys.stderr)
    return shown


def event(shown, kind):
    return [one["data"] for one in shown["events"] if one["kind"] == kind][-1]


def best(shown):
    """The checkpoint that answered for the test part."""
    return next(one for one in shown["checkpoints"] if one["best"])


def spread(values):
    return f"{statistics.mean(values):.4f} ({min(values):.4f}–{max(values):.4f})"


def row(title, runs, measure):
    print(f"| {title} | {spread([best(one)['metric'] for one in runs])} | "
          f"{spread([event(one, 'test')[measure] for one in runs])} |")


def proteins(workspace):
    row("masked LM, nats", [run(workspace, f"proteins-{s}", "quick-start", {"data.seed": s}) for s in SEEDS], "loss")


def ecoli(workspace):
    row("next base, nats", [run(workspace, f"ecoli-{s}", "ecoli-next-base", {"data.seed": s}) for s in SEEDS], "loss")


def structure(workspace):
    row("Q3", [run(workspace, f"structure-{s}", "tiny", STRUCTURE | {"data.seed": s}) for s in SEEDS], "q3")


def splice(workspace):
    """The split of the table with three seeds, and every row tested once: five folds."""
    row("accuracy, the table's split",
        [run(workspace, f"splice-{s}", "tiny", SPLICE | {"data.seed": s}) for s in SEEDS], "accuracy")
    table = ROOT / "resources/samples/splice_junctions/splice_junctions.csv"
    folds = pathlib.Path(workspace) / "folds"
    subprocess.run([sys.executable, pathlib.Path(__file__).with_name("splice_folds.py"), table, folds], check=True)
    right = rows = 0
    for fold in range(5):
        shown = run(workspace, f"splice-fold{fold}", "tiny",
                    SPLICE | {"data.split_file": folds / f"fold{fold}.tsv", "data.seed": fold})
        counts = event(shown, "test")["classes"]["confusion"]
        right += sum(counts[i][i] for i in range(len(counts)))
        rows += sum(map(sum, counts))
    print(f"| accuracy over all {rows} rows, five folds | | {right / rows:.4f} |")


def lactamase(workspace):
    base = best(run(workspace, "proteins-1", "quick-start", {"data.seed": 1}))["folder"]
    for split in ("split", "split_by_position"):
        for method, settings in METHODS.items():
            runs = [run(workspace, f"lactamase-{split}-{method}-{s}", "tiny",
                        LACTAMASE | settings | {"data.split_column": split, "model.init_from": base, "data.seed": s})
                    for s in SEEDS]
            row(f"{method}, {split}", runs, "spearman")


if __name__ == "__main__":
    examples = {f.__name__: f for f in (proteins, ecoli, structure, splice, lactamase)}
    for name in sys.argv[2:] or examples:
        examples[name](sys.argv[1])
