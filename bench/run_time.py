# SPDX-License-Identifier: BSL-1.0
"""Calls a Google Benchmark program once a comparison: within one call its contenders are run in random order."""
import json
import os
import statistics
import subprocess
import sys
from collections import namedtuple

SHORT_REPETITIONS = 5
Result = namedtuple("Result", "comparison size contender best median")  # nanoseconds a call


def names_in(program):
    done = subprocess.run([program, "--benchmark_list_tests=true"], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{program} failed:\n{done.stderr}")
    return done.stdout.splitlines()


def compared(program, comparison, size, contenders, rounds):
    # Many short repetitions: other work on the machine leaves some of them alone. Large sizes take long by themselves.
    if size < 1 << 22:
        rounds *= SHORT_REPETITIONS
    arguments = [program, f"--benchmark_filter=^{comparison}/{size}/", f"--benchmark_repetitions={rounds}",
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
    return [Result(comparison, size, contender, min(times[contender]), statistics.median(times[contender]))
            for contender in contenders]


def in_order(contender):
    """The reference first, then ours."""
    return not contender.startswith(("raw", "by hand")), contender != "allotype", contender


def measure(program, rounds):
    """[Result]; of each comparison and size the reference comes first."""
    contenders = {}
    for name in names_in(program):
        comparison, size, contender = name.split("/")[:3]
        contenders.setdefault((comparison, int(size)), []).append(contender)
    results = []
    for comparison in dict.fromkeys(comparison for comparison, _ in contenders):
        for size in sorted(size for c, size in contenders if c == comparison):
            print(f"run time: {comparison}, size {size}", file=sys.stderr)
            results += compared(program, comparison, size, sorted(contenders[comparison, size], key=in_order), rounds)
    return results
