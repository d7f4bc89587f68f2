# SPDX-License-Identifier: BSL-1.0
"""mpi_job.py MPIRUN PROGRAM: runs the program's ranks as MPI jobs, good ones and bad ones.

A good job's ranks print what they found; a bad job must end by itself within a time, say which rank was at fault, and
leave no process behind.
"""

import os
import pathlib
import re
import subprocess
import sys
import time

# What the odd rank does (the last one), what the job says, and within how many seconds it ends. The program's own limit for
# a rank that does not come is 4 s, and another second goes to asking who is there.
BAD = [
    ("throw", r"allotype: rank {odd} of {ranks} failed: out of cheese", 20),
    ("sleep", r"rank {odd} of {ranks} did not arrive at all_reduce of 100 elements of 4 bytes within 4000 ms", 25),
    ("absent", r"MPI did not start within 4000 ms: a process of the job did not come to it", 25),
    ("leave", r"rank {odd} of {ranks} ended, and rank 0 waits for it in all_reduce of 100 elements", 20),
    ("exit", r"(rank|Rank)[^\n]*{odd}|rank {odd} of {ranks} did not arrive", 20),
    ("kill", r"(rank|Rank)[^\n]*{odd}[^\n]*(signal 9|Killed)", 20),
    ("linger", r"rank {odd} of {ranks} did not arrive at the end of its function within 4000 ms", 25),
    ("other", r"the ranks do not do the same: rank 0 is at all_reduce of 100 elements of 4 bytes, rank {odd} at barrier", 20),
]


def command(mpirun, ranks, program, what, mark):
    # More ranks than cores are fine, and so is root in a container. The mark is what left-over processes are known by.
    return [mpirun, "--allow-run-as-root", "--oversubscribe", "-n", str(ranks), program, what, mark]


def processes_with(mark):
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdigit() and int(entry.name) != os.getpid():
            try:
                if mark.encode() in (entry / "cmdline").read_bytes():
                    found.append(entry.name)
            except OSError:
                pass
    return found


def run(mpirun, ranks, program, what):
    mark = f"allotype-test-{os.getpid()}-{what}-{ranks}"
    start = time.monotonic()
    try:
        done = subprocess.run(command(mpirun, ranks, program, what, mark), capture_output=True, text=True, timeout=120)
    except subprocess.TimeoutExpired:
        return None, time.monotonic() - start, "it did not end within 120 s", processes_with(mark)
    seconds = time.monotonic() - start
    for _ in range(20):  # what was killed may take a moment to go
        left = processes_with(mark)
        if not left:
            break
        time.sleep(0.1)
    return done.returncode, seconds, done.stdout + done.stderr, left


def main():
    mpirun, program = sys.argv[1:]
    wrong = 0
    for ranks in (1, 2, 4):
        code, seconds, text, left = run(mpirun, ranks, program, "compare")
        sums = re.findall(r"^rank (\d+) of (\d+): ([0-9a-f]{16})$", text, re.MULTILINE)
        good = code == 0 and not left and sorted(int(rank) for rank, _, _ in sums) == list(range(ranks))
        print(f"{'ok' if good else 'WRONG'}: {ranks} ranks give the bytes of {ranks} threads ({seconds:.1f} s)")
        if not good:
            wrong += 1
            print(f"exit code {code}, left behind: {left}\n{text}")
    for ranks in (2, 4):
        for what, expected, limit in BAD:
            if what == "linger" and ranks > 2:
                continue  # as sleep, and each takes its time
            code, seconds, text, left = run(mpirun, ranks, program, what)
            pattern = expected.format(odd=ranks - 1, ranks=ranks)
            good = code not in (0, None) and re.search(pattern, text) and seconds <= limit and not left
            good = good and "the job went on" not in text
            print(f"{'ok' if good else 'WRONG'}: {ranks} ranks, the last one: {what} ({seconds:.1f} s, exit code {code})")
            if not good:
                wrong += 1
                print(f"limit {limit} s, expected {pattern}, left behind: {left}\n{text}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
