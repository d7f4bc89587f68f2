# SPDX-License-Identifier: BSL-1.0
"""Compares ALLOTYPE with a model of Kubernetes' scheduler, and the model with a real one.   python3 scheduler_answers.py ALLOTYPE

The model (kubernetes_scheduler.py) must give each answer that a real Kubernetes gave: test/data/kube_answers.tsv and
kube_check.jsonl. `allotype check` is then asked about those clusters and about random ones: what it promises must hold in the model.
ALLOTYPE_RANDOM_CLUSTERS in the environment is how many random ones there are, ALLOTYPE_SEED the first.
"""
import csv
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

import kubernetes_scheduler as model

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
import checks

RANDOM_CLUSTERS = int(os.environ.get("ALLOTYPE_RANDOM_CLUSTERS", "400"))
SEED = int(os.environ.get("ALLOTYPE_SEED", "1"))


class Program:
    def __init__(self, path, folder):
        self.path, self.cluster, self.tasks = path, folder / "cluster.json", folder / "tasks.json"

    def check(self, pools, tasks):
        """(exit status, what it prints as JSON; a text where it refuses the files)"""
        self.cluster.write_text(json.dumps({"pools": pools}))
        self.tasks.write_text(json.dumps(tasks))
        done = subprocess.run([self.path, "check", self.cluster, self.tasks, "--json"], capture_output=True, text=True)
        return done.returncode, json.loads(done.stdout) if done.returncode in (0, 1) else done.stderr

    def plan(self, device, profiles):
        """The answer of `allotype plan` as JSON; None where it refuses."""
        done = subprocess.run([self.path, "plan", device, *profiles, "--json"], capture_output=True, text=True)
        return json.loads(done.stdout) if done.returncode == 0 else None


def answer_of(board, row):
    profiles = row["asked"].split()
    if row["kind"] == "layout":
        return "bound" if board.hold(profiles) else "pending"
    waiting = board.pending(profiles)
    return f"pending: {' '.join(map(str, waiting))}" if waiting else "all"


def is_place_for_all(found, pools, tasks):
    """Why the printed placement is none; empty if it is one."""
    free = {}
    for pool in pools:
        clients = int(pool.get("settings", {}).get("replicas", 1))
        for node in range(1, pool.get("nodes", 1) + 1):
            for gpu in pool["gpus"]:
                for name in [f"{gpu['device']} {each}" for each in gpu.get("layout", [])] or [gpu["device"]]:
                    free[pool["name"], node, name] = free.get((pool["name"], node, name), 0) + gpu.get("count", 1) * clients
    missing = {task["name"]: task.get("replicas", 1) for task in tasks}
    gpus = {task["name"]: task.get("limits", {}).get("gpus", 1) for task in tasks}
    for runs in found["placement"]:
        nodes = runs["last_node"] - runs["first_node"] + 1
        missing[runs["task"]] -= runs["runs"]
        for node in range(runs["first_node"], runs["last_node"] + 1):
            at = (runs["pool"], node, runs["accelerator"])
            free[at] = free.get(at, 0) - runs["runs"] // nodes * gpus[runs["task"]]
    lacking = [at for at, left in free.items() if left < 0]
    unplaced = [name for name, left in missing.items() if left != 0]
    return f"more than there is at {lacking}; not placed as often as asked {unplaced}" if lacking or unplaced else ""


class Comparison:
    """Counts what `allotype check` answered, and what the model says against it."""

    def __init__(self):
        self.counts = dict.fromkeys(("yes in any order", "yes in an order", "yes on these nodes", "no", "cut off", "safe, and not promised"), 0)
        self.wrong = []

    def add(self, program, pools, tasks, of_one_pool=False):
        """Returns what was promised."""
        status, found = program.check(pools, tasks)
        if status == 2:
            self.wrong.append(f"{found}\n{json.dumps(pools)}\n{json.dumps(tasks)}")
            return None
        cluster = model.Cluster(pools, tasks, of_one_pool)
        problems = []
        if found["together"]:
            problems.append(is_place_for_all(found, pools, tasks))
            waiting = cluster.may_leave_waiting()
            if found["any_order"]:
                promise = "yes in any order"
                if waiting:
                    problems.append("promised in any order, and one may wait")
            elif found["order"]:
                promise = "yes in an order"
                if not cluster.binds_in([cluster.names.index(name) for name in found["order"]]):
                    problems.append("the order leaves one waiting")
            else:
                promise = "yes on these nodes"
            if not found["any_order"] and not waiting:
                self.counts["safe, and not promised"] += 1
        else:
            promise = "cut off" if found["search_cut_off"] else "no"
            if promise == "no" and cluster.fits():
                problems.append("no, and they fit")
        self.counts[promise] += 1
        for each in filter(None, problems):
            self.wrong.append(f"{each}\n{json.dumps(found)}\n{json.dumps(pools)}\n{json.dumps(tasks)}")
        return promise

    def __str__(self):
        return ", ".join(f"{count} {what}" for what, count in self.counts.items())


LAYOUTS = {"A100": ["3g.20gb", "2g.10gb", "1g.5gb", "1g.5gb"], "H100_80GB": ["4g.40gb", "2g.20gb", "1g.10gb"], "A30": ["2g.12gb"] * 2}
WHOLE = ("A100", "H100_80GB", "L4", "T4")


def random_cluster(chance):
    """Few nodes and tasks, so that the model can try all ways; mostly no more is asked for than there is."""
    pools, free, on_a_node = [], {}, {}
    for position in range(chance.randint(1, 2)):
        pool = {"name": f"p{position}", "system": "kubernetes-mixed", "nodes": chance.randint(1, 3)}
        if chance.random() < 0.3:
            device = chance.choice(list(LAYOUTS))
            layout = chance.sample(LAYOUTS[device], chance.randint(1, len(LAYOUTS[device])))
            pool["gpus"] = [{"device": device, "layout": layout, "count": chance.randint(1, 2)}]
            names = [f"{device} {each}" for each in layout]
        else:
            device = chance.choice(WHOLE)
            pool["gpus"] = [{"device": device, "count": chance.choice((1, 2, 3, 4, 4, 8))}]
            names = [device]
            if chance.random() < 0.2:
                pool["settings"] = {"replicas": str(chance.randint(2, 4))}
        clients = int(pool.get("settings", {}).get("replicas", 1))
        for name in names:
            on_a_node[name] = pool["gpus"][0]["count"] * clients
            free[name] = free.get(name, 0) + pool["nodes"] * on_a_node[name]
        pools.append(pool)
    tasks = []
    for position in range(chance.randint(1, 4)):
        name = chance.choice(sorted(free))
        gpus = chance.choice([each for each in (1, 1, 2, 2, 3, 4, 4, 8) if each <= on_a_node[name] or chance.random() < 0.02])
        count = chance.randint(1, max(1, min(4, free[name] // gpus)))
        free[name] -= gpus * count if chance.random() < 0.95 else 0
        if free[name] < 0:
            continue
        accelerators = [name]
        whole = sorted(each for each in free if " " not in each and each != name)
        if " " not in name and whole and chance.random() < 0.3:
            accelerators.append(chance.choice(whole))
        tasks.append({"name": f"t{position}", "accelerators": accelerators, "replicas": count, "limits": {"gpus": gpus}})
    return pools, tasks or [{"name": "t", "accelerators": [sorted(free)[0]], "replicas": 1}]


def main():
    verdict = checks.Checks()
    boards = model.boards()
    with open(model.DATA / "kube_answers.tsv", encoding="ascii", newline="") as table:
        rows = list(csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE))
    wrong = [row for row in rows if answer_of(boards[row["device"]], row) != row["answer"]]
    verdict.require(len(rows) == 665 and not wrong, f"the model gives the real scheduler's answer to {len(rows)} sets of claims", wrong)
    recorded = list(model.recorded_clusters())
    wrong = [pools for pools, tasks, pending in recorded if not model.Cluster(pools, tasks, of_one_pool=True).may_end_with(pending)]
    verdict.require(len(recorded) == 48 and not wrong, f"in the model the pods of {len(recorded)} clusters may end as they did there", wrong)

    with tempfile.TemporaryDirectory() as folder:
        program = Program(sys.argv[1], pathlib.Path(folder))
        wrong, arrivals = [], {}
        for row in rows:
            profiles = row["asked"].split()
            planned = program.plan(row["device"], profiles) if row["kind"] == "layout" else None
            if row["kind"] == "layout" and (planned is not None) != (row["answer"] == "bound"):
                wrong.append(row)
            if row["kind"] == "arrival":
                key = (row["device"], tuple(sorted(profiles)))
                if key not in arrivals:
                    arrivals[key] = program.plan(row["device"], profiles)["arrival_safe"]
                if arrivals[key] and row["answer"] != "all":
                    wrong.append(row)
        verdict.require(not wrong, f"allotype plan answers as the real scheduler, also of {len(arrivals)} sets in any order", wrong)

        comparison, broken = Comparison(), []
        for pools, tasks, pending in recorded:
            promise = comparison.add(program, pools, tasks, of_one_pool=True)
            if (promise == "yes in any order" and pending) or (promise == "no" and not pending):
                broken.append((promise, pools, tasks))
        verdict.require(not broken, "allotype check promises none of the pods that stayed pending, and refuses none that all ran", broken)
        verdict.require(not comparison.wrong, f"and the model agrees: {comparison}", "\n".join(comparison.wrong))

        comparison = Comparison()
        for seed in range(SEED, SEED + RANDOM_CLUSTERS):
            comparison.add(program, *random_cluster(random.Random(seed)))
        verdict.require(not comparison.wrong, f"it agrees on {RANDOM_CLUSTERS} random clusters: {comparison}",
                        "\n".join(comparison.wrong[:5]))
        enough = ("yes in any order", "yes in an order", "no")
        verdict.require(RANDOM_CLUSTERS < 100 or all(comparison.counts[each] >= 10 for each in enough),
                        "among the random clusters are enough of each answer", str(comparison))
    return 1 if verdict.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
