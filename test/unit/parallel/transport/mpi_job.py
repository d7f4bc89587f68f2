# SPDX-License-Identifier: BSL-1.0
"""mpi_job.py MPIRUN PROGRAM: runs the program's ranks as MPI jobs, good ones and bad ones.

A good job's ranks print what they found; a bad job must end by itself, say which rank was at fault, and leave no process
behind. test/slurm/ranks.py asks the same of jobs that Slurm starts.

No outcome depends on how fast the machine is: where a rank stays away, the limit after which the others say so is several
times what the same job takes here and now where none does, and longer where MPI itself did not start in it; where the job must end
without waiting, it is longer than any test may take.
"""

import os
import pathlib
import re
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3]))
import checks

# What the odd rank does (the last one), what the job says, and whether the others wait for it until their limit.
BAD = [
    ("throw", r"allotype: rank {odd} of {ranks} failed: out of cheese", False),
    ("sleep", r"rank {odd} of {ranks} did not arrive at all_reduce of 100 elements of 4 bytes within {limit} ms", True),
    ("absent", r"MPI did not start within {limit} ms: a process of the job did not come to it", True),
    ("leave", r"rank {odd} of {ranks} ended, and rank 0 waits for it in all_reduce of 100 elements", False),
    # mpirun says these two: Open MPI 4 in one line; Open MPI 5 in several, and names the rank of an exit as [JOB@1,RANK].
    ("exit", r"[Rr]ank[^\n]*{odd}|@1,{odd}\]\s+Exit code: +\d|rank {odd} of {ranks} did not arrive", True),
    ("kill", r"rank {odd} with PID \d+ on node \S+ exited\s+on\s+signal 9", False),
    ("linger", r"rank {odd} of {ranks} did not arrive at the end of its function within {limit} ms", True),
    ("other", r"the ranks do not do the same: rank 0 is at all_reduce of 100 elements of 4 bytes, rank {odd} at barrier", False),
    ("more", r"all_reduce of 100 elements of 4 bytes, rank {odd} at all_reduce of 100000 elements of 4 bytes", False),
    ("type", r"rank 0 is at all_reduce of 100 elements of 4 bytes \(float, plus\), rank {odd} at all_reduce of 100 elements of 4 bytes \(int32, plus\)", False),
    ("operation", r"rank 0 is at all_reduce of 100 elements of 4 bytes \(float, plus\), rank {odd} at all_reduce of 100 elements of 4 bytes \(float, maximum\)", False),
    ("root", r"rank 0 is at broadcast of 100 elements of 4 bytes from rank 0, rank {odd} at broadcast of 100 elements of 4 bytes from rank 1", False),
    ("operation throws", r"allotype: rank {odd} of {ranks} failed: out of cheese", False),
]


SECONDS = 1500  # for what never ends; nothing that ends takes so long, be the machine as busy as it may
NO_LIMIT = 2 * SECONDS
LEAST_LIMIT = 4  # seconds
# Open MPI 5 may crash where a message comes while it starts (github.com/open-mpi/ompi/issues/12495). 4 crashes less often,
# by a call to address 0, behind which there is no trace.
CRASH_OF_OPEN_MPI = re.compile(r"mca_pml_ob1_recv_frag_callback_match.*MPI_Init"
                               r"|Failing at address: \(nil\)\s+\[\S+\] \[ 0\] \S*/libc\.so\.6\S*\s+\[\S+\] \*\*\* End of", re.DOTALL)
TRIES = 4


def tried_again(what, run):
    """What `run()` returns, which has the text of a job at its end: that of another job where Open MPI crashed."""
    for tries in range(1, TRIES + 1):
        *found, text = run()
        if tries == TRIES or not CRASH_OF_OPEN_MPI.search(text):
            return *found, text
        print(f"again: Open MPI crashed while it started ({what})\n{text}")


class Jobs(checks.Checks):
    """Starts jobs of one program. `start(ranks, nodes)` is the command in front of it."""

    def __init__(self, start, program, environment=None):
        super().__init__()
        self.start, self.program, self.environment = start, program, environment
        self.undisturbed = {}

    def good(self, ranks, nodes=1):
        """What each rank found; None where something is wrong."""
        code, seconds, left, text = self._run(ranks, nodes, "compare", NO_LIMIT)
        sums = re.findall(r"^rank (\d+) of (\d+): ([0-9a-f]{16})$", text, re.MULTILINE)
        good = code == 0 and not left and sorted((int(rank), int(of)) for rank, of, _ in sums) == [
            (rank, ranks) for rank in range(ranks)]
        what = f"{_ranks_on(ranks, nodes)} give the bytes of {ranks} threads"
        self.require(good, f"{what} ({seconds:.1f} s)", f"exit code {code}, left behind: {left}\n{text}")
        return sorted(sums) if good else None

    def bad(self, ranks, nodes, what, expected, waits):
        limit = max(LEAST_LIMIT, round(3 * self._seconds_undisturbed(ranks, nodes))) if waits else NO_LIMIT
        code, seconds, left, text = self._run(ranks, nodes, what, limit)
        while what != "absent" and "MPI did not start within" in text and limit < SECONDS / 4:
            limit *= 4
            code, seconds, left, text = self._run(ranks, nodes, what, limit)
        pattern = expected.format(odd=ranks - 1, ranks=ranks, limit=1000 * limit)
        good = code not in (0, None) and re.search(pattern, text) and not left
        self.require(good and "the job went on" not in text,
                     f"{_ranks_on(ranks, nodes)}, the last one: {what} ({seconds:.1f} s, exit code {code})",
                     f"expected {pattern}, left behind: {left}\n{text}")

    def _seconds_undisturbed(self, ranks, nodes):
        """How long the job takes, here and now, where no rank is odd."""
        if (ranks, nodes) not in self.undisturbed:
            code, seconds, _, text = self._run(ranks, nodes, "nobody", NO_LIMIT)
            if code != 0 or "the job went on" not in text:
                raise SystemExit(f"{_ranks_on(ranks, nodes)}, none of them odd: exit code {code}\n{text}")
            self.undisturbed[ranks, nodes] = seconds
        return self.undisturbed[ranks, nodes]

    def _run(self, ranks, nodes, what, limit):
        return tried_again(f"{_ranks_on(ranks, nodes)}: {what}", lambda: self._run_once(ranks, nodes, what, limit))

    def _run_once(self, ranks, nodes, what, limit):
        # The mark is what left-over processes are known by.
        mark = f"allotype-test-{os.getpid()}-{what}-{ranks}-{nodes}"
        command = [*self.start(ranks, nodes), self.program, what, mark, str(nodes), str(limit)]
        start = time.monotonic()
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, env=self.environment)
        except subprocess.TimeoutExpired:
            return None, time.monotonic() - start, list(checks.processes_with(mark)), f"it did not end within {SECONDS} s"
        seconds = time.monotonic() - start
        # What was killed may take a moment to go.
        checks.until(lambda: not list(checks.processes_with(mark)), 60)
        return done.returncode, seconds, list(checks.processes_with(mark)), done.stdout + done.stderr


def _ranks_on(ranks, nodes):
    return f"{ranks} ranks" if nodes == 1 else f"{ranks} ranks on {nodes} nodes"


def main():
    mpirun, program = sys.argv[1:]
    # More ranks than cores are fine, and so is root in a container.
    jobs = Jobs(lambda ranks, _: [mpirun, "--allow-run-as-root", "--oversubscribe", "-n", str(ranks)], program)
    for ranks in (1, 2, 4):
        jobs.good(ranks)
    for ranks in (2, 4):
        for what, expected, waits in BAD:
            if what == "linger" and ranks > 2:
                continue  # as sleep, and each takes its time
            jobs.bad(ranks, 1, what, expected, waits)
    return 1 if jobs.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
