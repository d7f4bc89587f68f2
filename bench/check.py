# SPDX-License-Identifier: BSL-1.0
"""How long `allotype check` takes for a large cluster: 64 pools of 512 nodes each, and a file of 10,000 tasks."""
import json
import os
import pathlib
import random
import resource
import subprocess
import tempfile

POOLS, NODES, TASKS = 64, 512, 10000
DEVICES = ("A100", "H100_80GB", "L4", "T4", "A100_80GB", "H200", "L40S", "A30")


def files(folder):
    """The cluster, and tasks by the names of what is special about them."""
    chance = random.Random(1)
    cluster = folder / "cluster.json"
    cluster.write_text(json.dumps({"pools": [
        {"name": f"p{i}", "system": "kubernetes-mixed", "nodes": NODES, "gpus": [{"device": DEVICES[i % 8], "count": (1, 2, 4, 8)[i // 8 % 4]}]}
        for i in range(POOLS)]}))

    def tasks(name, most_alternatives):
        file = folder / f"{name}.json"
        file.write_text(json.dumps([
            {"name": f"t{i}", "accelerators": chance.sample(DEVICES, chance.randint(1, most_alternatives)),
             "limits": {"gpus": chance.choice((1, 1, 1, 2, 4)), "cpus": chance.randint(1, 64)}} for i in range(TASKS)]))
        return file

    return cluster, {"one device each": tasks("one", 1), "up to three alternatives": tasks("several", 3)}


def measure(program, rounds):
    """(what is special, the best of the processor's seconds), each."""
    with tempfile.TemporaryDirectory() as folder:
        cluster, tasks = files(pathlib.Path(folder))
        for name, file in tasks.items():
            seconds = []
            for _ in range(rounds):
                before = resource.getrusage(resource.RUSAGE_CHILDREN)
                subprocess.run([program, "check", cluster, file], check=True, stdout=subprocess.DEVNULL, env={**os.environ, "NO_COLOR": "1"})
                after = resource.getrusage(resource.RUSAGE_CHILDREN)
                seconds.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
            yield name, min(seconds)
