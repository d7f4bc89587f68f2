# SPDX-License-Identifier: BSL-1.0
"""clusters.py FOLDER ALLOTYPE: a real Slurm reads what the program allotype prints for pools and for every board.

The nodes are those that `allotype provision FILE` prints for a cluster of several pools: GPUs with partitions, whole GPUs and TPUs. Beside
them stands a node for each form of names, with all boards of the catalogue and all their partitions. Each request that
`allotype request` prints must be one that these nodes can serve, and one for more than there is must be refused.
"""

import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import one_machine_slurm
import checks
from provisioned import printed

POOLS = [{"name": "parts", "system": "slurm", "nodes": 2, "settings": {"partition": "research"},
          "gpus": [{"device": "A100", "layout": ["3g.20gb", "2g.10gb", "1g.5gb", "1g.5gb+me"], "count": 2}]},
         {"name": "whole", "system": "slurm", "gpus": [{"device": "H100_80GB", "count": 4}]},
         {"name": "shards", "system": "slurm", "nodes": 2, "settings": {"replicas": 4}, "gpus": [{"device": "A100_80GB", "count": 2}]},
         {"name": "tpus", "system": "slurm", "settings": {"type": {"V5E": "v5e"}}, "gpus": [{"device": "V5E", "count": 4}]}]
# A Slurm of its own: one has shards or mps.
MPS = {"name": "mps", "system": "slurm", "settings": {"replicas": 4, "mps": True, "autodetect": "off"},
       "gpus": [{"device": "L4", "count": 2}]}
# (pool, what is asked for, more options, how many a node has)
OF_POOLS = [("parts", ["A100", "3g.20gb"], [], 2), ("parts", ["A100", "1g.5gb+me"], [], 2), ("whole", ["H100_80GB"], [], 4),
            ("whole", ["H100_80GB"], ["--set", "open-by-feature=true"], 4), ("tpus", ["V5E"], [], 4),
            # Shares are of one GPU, however many a node has.
            ("shards", ["A100_80GB"], [], 4)]
# The options of `provision`, and the system whose requests have the same names.
FORMS = {"detected": ([], ["slurm"]), "short": (["--short-names"], ["slurm-short-names"]),
         "older": (["--slurm-22.05"], ["slurm-22.05"]),
         "oldershort": (["--slurm-22.05", "--short-names"], ["slurm-22.05", "--set", "short-names=true"])}


def boards(program):
    """Each board with its partitions, those that have names under Slurm."""
    for board in json.loads(printed(program, "list", "--json")):
        parts = [each for each in board["partitions"] if re.match(r"\d+g\.", each)]
        if parts:
            yield board["name"], parts


def node_of(form, board):
    """Slurm 22.05 knows types by a sum of their characters, which is one for nvidia_h800_1g.10gb and nvidia_h200_1g.16gb."""
    return form + "h800" if board.startswith("H800") else form


def nodes_of_forms(program):
    """The printed node lines of all boards, put together to two nodes for each form; and of each form the boards that it has.

    Left out is what the program refuses: boards and memory that nobody published, and `+me` where the older names lose it.
    """
    def provided(board, groups, form):
        done = subprocess.run([program, "provision", "slurm", board, *groups, *FORMS[form][0], "--node", form], capture_output=True,
                              text=True)
        return done.stdout if done.returncode == 0 else None

    known, gres, features = collections.defaultdict(list), collections.defaultdict(collections.Counter), collections.defaultdict(set)
    for form in FORMS:
        for board, all_parts in boards(program):
            plain = [each for each in all_parts if not form.startswith("older") or each[-1] == "b"]
            parts = [each for each in plain if provided(board, [each], form)]
            groups = [word for number, part in enumerate(parts, 1) for word in (f"{number}:", part)]
            text = provided(board, ["0:", "unpartitioned", *groups], form)
            if text is None:
                continue
            node = re.search(r"^NodeName=\S+ gres=(\S+) Feature=(\S+)$", text, re.MULTILINE)
            for kind, count in re.findall(r"gpu:([^:,]+):(\d+)", node[1]):
                gres[node_of(form, board)][kind] += int(count)
            features[node_of(form, board)].update(node[2].split(","))
            known[form].append((board, parts))
    return [f"NodeName={name} gres=" + ",".join(f"gpu:{kind}:{count}" for kind, count in kinds.items())
            + f" Feature={','.join(sorted(features[name]))}" for name, kinds in gres.items()], known


def answer(slurm, program, words, node, more=0):
    """Whether the node can serve the printed request, or one for more than that."""
    options = printed(program, "request", *words).split()
    options = [re.sub(r"^(--gres=.*:)(\d+)$", lambda count: count[1] + str(int(count[2]) + more), each) for each in options]
    done = subprocess.run(["sbatch", "--test-only", "-w", node, *options], input="#!/bin/sh\ntrue\n", text=True,
                          capture_output=True, env=slurm.environment)
    return done.returncode == 0, f"{options}: {done.stdout}{done.stderr}"


def check_pool(slurm, program, cluster, pool, accelerator, options, count):
    """A node serves as much as it has, and no more."""
    verdict = checks.Checks()
    asked_of = [f"{cluster}:{pool}", *accelerator, *options, "--count"]
    words, node = [*asked_of, str(count)], next(each for each in slurm.nodes if each.startswith(pool))
    if pool in ("shards", "mps"):  # the program refuses more than a GPU has, and so does Slurm
        more = subprocess.run([program, "request", *asked_of, str(count + 1)], capture_output=True, text=True)
        verdict.require(more.returncode != 0 and "from one GPU" in more.stderr, f"{count + 1} shares are refused", more.stderr)
    taken, said = answer(slurm, program, words, node)
    verdict.require(taken, f"{count} of {' '.join(accelerator)} of pool {pool} can be served", said)
    taken, said = answer(slurm, program, words, node, more=1)
    verdict.require(not taken and "not available" in said, "and one more than a node has is refused", said)
    if pool in ("shards", "mps"):
        share = printed(program, "request", f"{cluster}:{pool}", *accelerator).split()
        _, said = slurm.run(["srun", "-w", node, *share, "env"])
        verdict.require("CUDA_VISIBLE_DEVICES=" in said, "a step of a share has its GPU", said)
    if pool == "mps":
        verdict.require("CUDA_MPS_ACTIVE_THREAD_PERCENTAGE=25\n" in said, "a client of four has a quarter of its threads", said)
    return verdict.wrong


def check(slurm, program, cluster, known):
    verdict, asked = checks.Checks(), collections.Counter()
    for each in OF_POOLS:
        verdict.wrong += check_pool(slurm, program, cluster, *each)
    wrong = []
    for form, (_, system) in {**FORMS, "thor": ([], ["slurm"])}.items():
        for board, parts in known[form]:
            for part in parts if form == "thor" else ["unpartitioned", *parts]:
                taken, said = answer(slurm, program, [system[0], board, part, *system[1:]], node_of(form, board))
                asked[form] += 1
                if not taken:
                    wrong.append(f"{form} {board} {part}: {said}")
    verdict.require(not wrong, "a node serves the request for each partition of each board, by all forms of names: "
                    + ", ".join(f"{count} {form}" for form, count in asked.items()), "\n".join(wrong[:20]))
    verdict.require(all(asked[form] >= 50 for form in FORMS) and asked["thor"] == 7, "enough of each form were asked for", asked)
    return verdict.wrong


def main():
    folder, program = sys.argv[1:]
    with tempfile.TemporaryDirectory() as there:
        cluster = pathlib.Path(there) / "cluster.json"
        cluster.write_text(json.dumps({"pools": POOLS}))
        steps = {step["what"]: step["text"] for step in json.loads(printed(program, "provision", str(cluster), "--json"))}
        lines, known = nodes_of_forms(program)
        # The places of THOR's instances are not published, so nothing sets its nodes up; a site has them all the same.
        thor = next(each["partitions"] for each in json.loads(printed(program, "list", "--json")) if each["name"] == "THOR")
        lines.append("NodeName=thor gres=" + ",".join(f"gpu:nvidia_thor_{part}:1" for part in thor) + " Feature=thor")
        known["thor"].append(("THOR", thor))
        conf = steps["slurm.conf"] + "\n".join(lines) + "\n"
        done = one_machine_slurm.test_in(folder, lambda slurm: check(slurm, program, cluster, known),
                                         printed=(conf, steps["gres.conf"]))
        shared = pathlib.Path(there) / "mps.json"
        shared.write_text(json.dumps({"pools": [MPS]}))
        steps = {step["what"]: step["text"] for step in json.loads(printed(program, "provision", str(shared), "--json"))}
        return done or one_machine_slurm.test_in(folder, lambda slurm: check_pool(slurm, program, shared, "mps", ["L4"], [], 4),
                                                 printed=(steps["slurm.conf"], steps["gres.conf"]))


if __name__ == "__main__":
    sys.exit(main())
