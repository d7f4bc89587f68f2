# SPDX-License-Identifier: BSL-1.0
"""socket_job.py PROGRAM: runs the program's ranks as processes that this script starts, with the environment of torchrun, of
Slurm, and of a launcher of the program's own.

No outcome depends on how fast the machine is: where a rank stays away, the limit after which the others say so is several
times what the same job takes here and now where none does.
"""

import os
import pathlib
import re
import socket
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3]))
import checks

SECONDS = 1500
SECRET = "a secret of this test, longer than a block of SHA-256, which has sixty-four bytes"
NO_LIMIT = 2 * SECONDS
LEAST_LIMIT = 3

# What the last rank does, what each other rank says of it, and whether they wait for it until their limit.
BAD = [
    ("throw", r"error: rank {odd} of {ranks} failed: out of cheese", False),
    ("sleep", r"error: rank {odd} of {ranks} did not arrive at all_reduce of 100 elements of 4 bytes within {limit} ms", True),
    ("leave", r"error: rank {odd} of {ranks} ended, and rank 0 waits for it in all_reduce of 100 elements of 4 bytes", False),
    ("exit", r"error: rank {odd} of {ranks} is lost: its connection ended in all_reduce of 100 elements", False),
    ("kill", r"error: rank {odd} of {ranks} is lost: its connection ended in all_reduce of 100 elements", False),
    ("linger", r"error: rank {odd} of {ranks} did not arrive at the end of its function within {limit} ms", True),
    ("other", r"error: the ranks do not do the same: rank 0 is at all_reduce of 100 elements of 4 bytes, rank {odd} at barrier", False),
    ("more", r"rank 0 is at all_reduce of 100 elements of 4 bytes, rank {odd} at all_reduce of 100000 elements", False),
    ("type", r"rank 0 is at all_reduce of 100 elements of 4 bytes \(float, plus\), rank {odd} at all_reduce of 100 elements of 4 bytes \(int32, plus\)", False),
    ("operation", r"rank 0 is at all_reduce of 100 elements of 4 bytes \(float, plus\), rank {odd} at all_reduce of 100 elements of 4 bytes \(float, maximum\)", False),
    ("root", r"rank 0 is at broadcast of 100 elements of 4 bytes from rank 0, rank {odd} at broadcast of 100 elements of 4 bytes from rank 1", False),
    ("operation throws", r"error: rank {odd} of {ranks} failed: out of cheese", False),
    ("absent", r"error: rank {odd} of {ranks} did not come to rank 0 at \S+ port \d+ within {limit} ms", True),
]


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def torchrun(rank, ranks, port):
    return {"RANK": rank, "WORLD_SIZE": ranks, "LOCAL_RANK": rank, "MASTER_ADDR": "localhost", "MASTER_PORT": port}


def with_agent(rank, ranks, port):
    """torchrun's agent itself listens at MASTER_PORT."""
    return {**torchrun(rank, ranks, port), "TORCHELASTIC_USE_AGENT_STORE": "True"}


def slurm(rank, ranks, port):
    return {"SLURM_PROCID": rank, "SLURM_NTASKS": ranks, "SLURM_LOCALID": rank, "SLURM_JOB_ID": port,
            "SLURM_STEP_ID": 1, "SLURM_STEP_NODELIST": "localhost"}


def launcher(rank, ranks, port):
    return {"OUTSIDER": f"{rank}/{ranks}/{port}"}


class Jobs(checks.Checks):
    def __init__(self, program):
        super().__init__()
        self.program = program
        self.undisturbed = {}

    def start(self, environment, rank, ranks, port, what, limit):
        # As srun has it: SLURM_TASK_PID is the process itself, so a shell sets it and becomes the program.
        said = {name: str(value) for name, value in environment(rank, ranks, port).items()}
        clean = {name: value for name, value in os.environ.items()
                 if not name.startswith(("SLURM", "RANK", "WORLD_SIZE", "LOCAL_", "MASTER_", "TORCHELASTIC", "OUTSIDER"))}
        command = ["sh", "-c", 'SLURM_TASK_PID=$$ exec "$@"', "sh", self.program, what, "-", "auto", str(limit)]
        return subprocess.Popen(command, env={**clean, "ALLOTYPE_JOB_SECRET": SECRET, **said}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def run(self, environment, ranks, what, limit, absent=False):
        port = free_port()
        begin = time.monotonic()
        there = [self.start(environment, rank, ranks, port, "nobody" if absent else what, limit)
                 for rank in range(ranks - 1 if absent else ranks)]
        waiting = what in ("sleep", "linger")
        said = []
        for rank, process in enumerate(there):
            if waiting and rank == ranks - 1:  # it never ends
                process.kill()
            try:
                text, _ = process.communicate(timeout=SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                text = f"it did not end within {SECONDS} s"
            said.append((process.returncode, text))
        return said, time.monotonic() - begin

    def good(self, environment, ranks):
        said, seconds = self.run(environment, ranks, "compare", NO_LIMIT)
        good = all(code == 0 and re.fullmatch(r"found [0-9a-f]{16}\n", text) for code, text in said)
        self.require(good, f"{environment.__name__}: {ranks} processes give the bytes of {ranks} threads ({seconds:.1f} s)", said)

    def bad(self, environment, ranks, what, expected, waits):
        limit = NO_LIMIT
        if waits:
            if ranks not in self.undisturbed:
                said, self.undisturbed[ranks] = self.run(environment, ranks, "nobody", NO_LIMIT)
                self.require(all(text == "the job went on\n" for _, text in said), f"{ranks} processes without an odd one", said)
            limit = max(LEAST_LIMIT, round(3 * self.undisturbed[ranks]))
        said, seconds = self.run(environment, ranks, what, limit, what == "absent")
        pattern = expected.format(odd=ranks - 1, ranks=ranks, limit=1000 * limit)
        # Where a rank does not come at all, the others wait for rank 0, which says it.
        told = [said[0]] if what == "absent" else said[:ranks - 1]
        good = all(code == 1 and re.search(pattern, text) for code, text in told)
        good = good and all(code == 1 and "error: " in text for code, text in said[:ranks - 1])
        self.require(good, f"{environment.__name__}: {ranks} processes, the last one: {what} ({seconds:.1f} s)", f"{pattern}\n{said}")

    def refuses(self, what, environment, expected, *argument):
        process = self.start(lambda *_: environment, 0, 1, 0, what, 60)
        text, _ = process.communicate(timeout=SECONDS)
        self.require(expected in text, f"refused or said: {expected}", text)


def main():
    jobs = Jobs(sys.argv[1])
    for environment in (torchrun, with_agent, slurm, launcher):
        jobs.good(environment, 2)
    jobs.good(torchrun, 1)
    jobs.good(torchrun, 3)
    jobs.good(slurm, 3)
    for what, expected, waits in BAD:
        for ranks in (2, 3):
            jobs.bad(torchrun, ranks, what, expected, waits)
    jobs.bad(slurm, 2, *BAD[0])
    jobs.bad(launcher, 2, *BAD[1])
    jobs.refuses("processes", {}, "1\n")
    jobs.refuses("too_few", {}, "this one was started alone: start it with allotype run, torchrun or srun, or set RANK, WORLD_SIZE")
    jobs.refuses("too_few", torchrun(0, 1, free_port()), "2 devices on 1 nodes are 2 processes, and this job has 1")
    alone = "this one was started alone: start it with allotype run, torchrun or srun, or set RANK, WORLD_SIZE"
    jobs.refuses("settings", {}, "all are refused\n")
    jobs.refuses("named two", {}, alone)
    jobs.refuses("named one", {}, "ddp over sockets")
    jobs.refuses("named single", {}, "strategy single_device runs in one process, and process group backend sockets is for several")
    jobs.refuses("nobody", {"RANK": "2", "WORLD_SIZE": "2"}, "RANK=2 is not valid: it is a whole number from 0 to 1")
    jobs.refuses("nobody", {"RANK": "x", "WORLD_SIZE": "2"}, "RANK=x is not valid")
    jobs.refuses("nobody", {"RANK": "0", "WORLD_SIZE": "2"}, "MASTER_ADDR is not set")
    jobs.refuses("nobody", {**torchrun(0, 2, 1), "MASTER_PORT": "70000"}, "MASTER_PORT=70000 is not valid")
    jobs.refuses("nobody", {"SLURM_PROCID": "0"}, "SLURM_NTASKS is not set")
    return 1 if jobs.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
