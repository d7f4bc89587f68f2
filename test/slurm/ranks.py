# SPDX-License-Identifier: BSL-1.0
"""ranks.py FOLDER PROGRAM MPIRUN: Slurm starts the ranks of test/unit/parallel/transport/mpi_executor.cpp.

Debian's Open MPI (4.1, 5.0) has PMIx and no PMI-1 or PMI-2, so `srun --mpi=pmix` starts its ranks, and the other ways of
Slurm do not. `mpirun` inside an allocation starts them, too: Open MPI calls srun itself, once a node.
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "unit" / "parallel" / "transport"))
import mpi_job
import one_machine_slurm
import checks

# Slurm itself ends a job whose rank ended without saying so to PMIx, and names the rank as STEP:RANK.
EXIT_OF_A_RANK = r"(source = \[slurm\.pmix\.[0-9.]+:{odd}\]|rank {odd} of {ranks} did not arrive)"


def srun(ranks, nodes):
    return ["srun", "--mpi=pmix", f"--nodes={nodes}", f"--ntasks-per-node={ranks // nodes}", f"--ntasks={ranks}"]


def srun_to_the_first_crash(ranks, nodes):
    """Slurm ends the job when a rank crashes or is killed; else the ranks on other nodes are not told, and wait for it."""
    return [*srun(ranks, nodes), "--kill-on-bad-exit=1"]


# Virtual nodes share one /dev/shm, where Open MPI would take the ranks of one for those of the other; and one network, over
# which Open MPI 5 does not find the way from the machine to itself.
BETWEEN_VIRTUAL_NODES = {"OMPI_MCA_btl": "self,tcp", "OMPI_MCA_btl_tcp_if_include": "lo"}


def check(slurm, program, mpirun):
    environment = {**slurm.environment, **BETWEEN_VIRTUAL_NODES}
    jobs = mpi_job.Jobs(srun, program, environment)
    found = {(ranks, nodes): jobs.good(ranks, nodes) for ranks, nodes in ((2, 1), (4, 1), (2, 2), (4, 2))}
    for ranks in (2, 4):
        one, two = found[ranks, 1], found[ranks, 2]
        jobs.require(one == two, f"{ranks} ranks find the same on one node and on two", f"{one}\nand\n{two}")
    expected = {what: (pattern, waits) for what, pattern, waits in mpi_job.BAD}
    for ranks, nodes, what in ((2, 1, "throw"), (2, 1, "sleep"), (2, 1, "absent"), (4, 2, "throw"), (4, 2, "sleep")):
        jobs.bad(ranks, nodes, what, *expected[what])
    ended_by_slurm = mpi_job.Jobs(srun_to_the_first_crash, program, environment)
    ended_by_slurm.bad(2, 2, "kill", "task {odd}: Killed", False)
    # Over TCP Open MPI 5 ends those who have lost a rank, and nobody says which it was.
    on_one_node = mpi_job.Jobs(srun, program, slurm.environment)
    on_one_node.bad(2, 1, "exit", EXIT_OF_A_RANK, expected["exit"][1])

    def mpirun_in_allocation(ranks, nodes):
        return ["salloc", "--quiet", f"--nodes={nodes}", f"--ntasks-per-node={ranks // nodes}", mpirun,
                "--allow-run-as-root"]

    inside = mpi_job.Jobs(mpirun_in_allocation, program, environment)
    jobs.require(inside.good(2, 2) == found[2, 2], "mpirun on two nodes of an allocation finds the same")
    # Those that have ended may take a moment to go.
    jobs.require(checks.until(lambda: slurm.run(["squeue", "--noheader"]) == (0, ""), 60), "no job is left", slurm.run(["squeue"]))
    return jobs.wrong + ended_by_slurm.wrong + on_one_node.wrong + inside.wrong


def main():
    folder, program, mpirun = sys.argv[1:]
    return one_machine_slurm.test_in(folder, lambda slurm: check(slurm, program, mpirun))


if __name__ == "__main__":
    sys.exit(main())
