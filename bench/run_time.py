# SPDX-License-Identifier: BSL-1.0
"""Calls a Google Benchmark program once a comparison: within one call its contenders are run in random order."""
import json
import os
import re
import statistics
import subprocess
import sys
from collections import namedtuple

SHORT_REPETITIONS = 5  # times as many as of a call that is not short
LONG_NS = 5e6
ATTEMPTS = 4
Result = namedtuple("Result", "comparison size contender best median")  # nanoseconds a call


def names_in(command):
    done = subprocess.run([*command, "--benchmark_list_tests=true"], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)} failed:\n{done.stderr}")
    return done.stdout.splitlines()


def times_of(command, comparison, size, contenders, rounds):
    """{contender: nanoseconds a call, one for each repetition}"""
    of_these = "|".join(re.sub(r"([][(){}.*+?|^$\\])", r"\\\1", each) for each in contenders)
    arguments = [*command, f"--benchmark_filter=^{comparison}/{size}/({of_these})", f"--benchmark_repetitions={rounds}",
                 "--benchmark_enable_random_interleaving=true", "--benchmark_min_time=0.003", "--benchmark_format=json"]
    environment = {**os.environ, "OMP_PROC_BIND": "true"}
    done = subprocess.run(arguments, capture_output=True, text=True, env=environment)
    if done.returncode != 0:
        sys.exit(f"{' '.join(arguments)}\n{done.stdout}{done.stderr}")
    times = {}
    for entry in json.loads(done.stdout)["benchmarks"]:
        if entry.get("error_occurred"):
            sys.exit(f"{entry['name']}: {entry['error_message']}")
        if entry["run_type"] == "iteration":
            contender = entry["name"].split("/")[2]
            times.setdefault(contender, []).append(entry["real_time"])
    return times


def times_of_short_and_long(command, comparison, size, contenders, rounds):
    """The same with many repetitions of what is short: other work on the machine leaves some of them alone."""
    times = times_of(command, comparison, size, contenders, rounds)
    if min(min(each) for each in times.values()) < LONG_NS:
        more = times_of(command, comparison, size, contenders, rounds * (SHORT_REPETITIONS - 1))
        times = {contender: each + more[contender] for contender, each in times.items()}
    return times


def in_order(contender):
    """The reference first, then ours."""
    return not contender.startswith(("raw", "by hand")), contender != "allotype", contender


def best_other(found):
    """The best contender but ours."""
    return min((result for result in found if result.contender != "allotype"), key=lambda result: result.best)


def measure(command, rounds, settled, against_all=False):
    """[Result]; command: the program, and what it is to be started with. Of each comparison and size the reference comes first, and ours second.

    While settled(reference, ours) is false, the comparison is measured again, and all repetitions count: what
    disturbs a measurement goes, what is slow stays. against_all: the reference is the best of all others.
    """
    contenders = {}
    for name in names_in(command):
        comparison, size, contender = name.split("/")[:3]
        contenders.setdefault((comparison, int(size)), []).append(contender)
    results = []
    for comparison in dict.fromkeys(comparison for comparison, _ in contenders):
        for size in sorted(size for c, size in contenders if c == comparison):
            names = sorted(contenders[comparison, size], key=in_order)
            times = {contender: [] for contender in names}
            for attempt in range(ATTEMPTS):
                print(f"run time: {comparison}, size {size}", "again" if attempt else "", file=sys.stderr)
                for contender, more in times_of_short_and_long(command, comparison, size, names, rounds).items():
                    times[contender] += more
                found = [Result(comparison, size, c, min(t), statistics.median(t)) for c, t in times.items()]
                if settled(best_other(found) if against_all else found[0], found[1]):
                    break
                if not against_all:
                    names = names[:2]
            results += found
    return results
