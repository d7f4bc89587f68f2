# SPDX-License-Identifier: BSL-1.0
"""A small model of Kubernetes' scheduler: what it gives to claims for devices and to pods with resources of device plugins.

A claim takes the first devices that are free, in the order in which a driver lists them; devices that cannot be there together
consume the same counters. A pod takes some node that has its labels and enough of its resource. Which one, of several, depends on
what else runs there, so the model leaves it open. What a pod or a claim got, it keeps: no other moves for it.

scheduler_answers.py compares all of it with answers of a real Kubernetes.
"""
import collections
import csv
import json
import pathlib

DATA = pathlib.Path(__file__).resolve().parent.parent / "data"
COUNTERS = ("sm_count", "copy_engines", "nvdec", "nvenc", "jpeg", "ofa")


# ---- claims of partitions on one GPU -------------------------------------------------------------------------------

class Board:
    """A GPU whose driver publishes each placement of each profile: what the device consumes, lowest start first."""

    def __init__(self, rows):
        self.counters = [each for each in COUNTERS if all(row[each] for row in rows)]  # what is published
        largest = max(rows, key=lambda row: int(row["compute_slices"]))
        self.free = self._counters_of(largest, range(int(rows[0]["total_memory_slices"])))
        self.devices = collections.defaultdict(list)
        for row in rows:
            for placement in row["placements"].split():
                start, size = map(int, placement.split(":"))
                self.devices[row["profile"]].append((start, self._counters_of(row, range(start, start + size))))
        for placements in self.devices.values():
            placements.sort(key=lambda each: each[0])

    def _counters_of(self, row, memory_slices):
        return collections.Counter({each: int(row[each]) for each in self.counters} | dict.fromkeys(memory_slices, 1))

    @staticmethod
    def _fits(taken, free):
        return all(free[each] >= count for each, count in taken.items())

    def hold(self, profiles):
        """Whether one claim for all of them, on one GPU, is allocated: the scheduler tries all ways."""
        def place(left, free):
            if not left:
                return True
            for _, taken in self.devices[left[0]]:
                if self._fits(taken, free) and place(left[1:], free - taken):
                    return True
            return False
        return place(sorted(profiles), collections.Counter(self.free))

    def pending(self, profiles):
        """Positions, from 1, of the claims that stay pending where each comes when the one before is allocated, or is not."""
        free = collections.Counter(self.free)
        waiting = []
        for position, profile in enumerate(profiles, 1):
            for _, taken in self.devices[profile]:
                if self._fits(taken, free):
                    free.subtract(taken)
                    break
            else:
                waiting.append(position)
        return waiting


def boards():
    """Boards by the names of their devices."""
    rows_of = collections.defaultdict(list)
    with open(DATA / "mig_profiles.csv", newline="", encoding="ascii") as table:
        for row in csv.DictReader(table):
            if row["placements"]:
                rows_of[row["device"]].append(row)
    made = {name: Board(rows) for name, rows in rows_of.items()}
    with open(DATA / "gpus.csv", newline="", encoding="ascii") as table:
        for row in csv.DictReader(table):
            if row["mig_profile_device"] in made:
                made[row["device"]] = made[row["mig_profile_device"]]
    made["A100"] = made["A100_40GB"]  # the library's name
    return made


# ---- pods on the nodes of device plugins ---------------------------------------------------------------------------

class Cluster:
    """Nodes that device plugins serve, and the pods of tasks, by the two files that `allotype check` reads.

    A pod of a task asks for a number of one kind of device, or of one of several kinds, on one node. Pods of a task are alike.
    Of alternatives, a pod that is `of_one_pool` asks for those which the first pool has that serves the task, as requests to one
    pool do.
    """

    def __init__(self, pools, tasks, of_one_pool=False):
        self.kinds = {}  # of devices: their positions in what a node has left
        self.node_pools = []
        for pool in pools:
            node = collections.Counter()
            clients = int(pool.get("settings", {}).get("replicas", 1))
            for gpu in pool["gpus"]:
                for name in [f"{gpu['device']} {each}" for each in gpu.get("layout", [])] or [gpu["device"]]:
                    node[name] += gpu.get("count", 1) * clients
            for name in node:
                self.kinds.setdefault(name, len(self.kinds))
            self.node_pools += [(pool["name"], node)] * pool.get("nodes", 1)
        self.names = [task["name"] for task in tasks]
        self.counts = tuple(task.get("replicas", 1) for task in tasks)
        self.asks = [[(self.kinds[name], task.get("limits", {}).get("gpus", 1)) for name in task["accelerators"] if name in self.kinds]
                     for task in tasks]
        if of_one_pool:
            self.asks = [next(([ask for ask in asks if node[self._name(ask[0])] >= ask[1]] for _, node in self.node_pools
                               if any(node[self._name(kind)] >= count for kind, count in asks)), []) for asks in self.asks]
        self.empty = tuple((pool, tuple(node[name] for name in self.kinds)) for pool, node in self.node_pools)

    def _name(self, kind):
        return next(name for name, position in self.kinds.items() if position == kind)

    def after(self, nodes, task):
        """What is left after each place that one pod of the task could get; nodes that are alike count once."""
        seen = set()
        for at, (pool, left) in enumerate(nodes):
            for kind, count in self.asks[task]:
                if left[kind] < count or (pool, left, kind) in seen:
                    continue
                seen.add((pool, left, kind))
                taken = (pool, left[:kind] + (left[kind] - count,) + left[kind + 1:])
                yield tuple(sorted(nodes[:at] + (taken,) + nodes[at + 1:]))

    def _groups(self):
        """The counts of tasks, group by group: pods of different groups share no kind of device."""
        groups = []
        for task, asks in enumerate(self.asks):
            kinds, tasks = {kind for kind, _ in asks}, {task}
            for other in [each for each in groups if each[0] & kinds]:
                groups.remove(other)
                kinds, tasks = kinds | other[0], tasks | other[1]
            groups.append((kinds, tasks))
        for _, tasks in groups:
            yield tuple(count if i in tasks else 0 for i, count in enumerate(self.counts))

    def _reaches(self, counts, reached):
        """Whether `reached` is true of something that these pods come to, in any order and on any nodes with room."""
        start = (tuple(sorted(self.empty)), counts)
        seen, open_states = {start}, [start]
        while open_states:
            nodes, left = open_states.pop()
            if reached(nodes, left):
                return True
            for task, count in enumerate(left):
                if count == 0:
                    continue
                fewer = left[:task] + (count - 1,) + left[task + 1:]
                for changed in self.after(nodes, task):
                    if (changed, fewer) not in seen:
                        seen.add((changed, fewer))
                        open_states.append((changed, fewer))
        return False

    def _has_room(self, nodes, task):
        return next(self.after(nodes, task), None) is not None

    def fits(self):
        """Whether all pods can run at the same time."""
        return all(self._reaches(counts, lambda _, left: not any(left)) for counts in self._groups())

    def may_leave_waiting(self):
        """Whether in some order, with some choice of nodes, a pod finds no place."""
        def waits(nodes, left):
            return any(count and not self._has_room(nodes, task) for task, count in enumerate(left))
        return any(self._reaches(counts, waits) for counts in self._groups())

    def may_end_with(self, pending):
        """Whether these pods, a number for each task, may be the ones that stay pending."""
        def ends(nodes, left):
            return not any(left) and not any(self._has_room(nodes, task) for task in +pending if counts[task])
        for counts in self._groups():
            if not self._reaches(tuple(count - pending[i] if count else 0 for i, count in enumerate(counts)), ends):
                return False
        return True

    def binds_in(self, order):
        """Whether all pods find a place if tasks come in this order, whichever nodes with room are chosen."""
        reached = {tuple(sorted(self.empty))}
        for task in order:
            for _ in range(self.counts[task]):
                following = set()
                for nodes in reached:
                    places = list(self.after(nodes, task))
                    if not places:
                        return False
                    following.update(places)
                reached = following
        return True


def recorded_clusters():
    """Clusters with tasks, and the pods that stayed pending on a real Kubernetes: (pools, tasks, how many of each task)."""
    with open(DATA / "kube_check.jsonl", encoding="ascii") as lines:
        for line in lines:
            recorded = json.loads(line)
            position = {task["name"]: i for i, task in enumerate(recorded["tasks"])}
            pending = collections.Counter(position[pod.rpartition("-")[0]] for pod in recorded["pending"])
            yield recorded["pools"], recorded["tasks"], pending
