# SPDX-License-Identifier: BSL-1.0
"""training.py FOLDER PROGRAM MPIRUN: example/train learns the same, whoever starts its ranks and on however many nodes."""

import sys

import one_machine_slurm
import checks
import ranks

EPOCHS = 5


def check(slurm, program, mpirun):
    results = checks.Checks()

    def learn(name, start, devices, nodes):
        """Exit code, the curve of losses and the bytes of what was learnt, and what the program says."""
        return ranks.mpi_job.tried_again(name, lambda: learn_once(name, start, devices, nodes))

    def learn_once(name, start, devices, nodes):
        losses, checkpoint = slurm.folder / f"{name}.csv", slurm.folder / name
        code, text = slurm.run([*start, program, "--accelerator", "cpu", "--epochs", str(EPOCHS), "--devices",
                                str(devices), "--num-nodes", str(nodes), "--losses", str(losses), "--checkpoint",
                                str(checkpoint)],
                               **ranks.BETWEEN_VIRTUAL_NODES)
        found = [path.read_bytes() if path.exists() else b"" for path in (losses, checkpoint)]
        return code, found, text

    for count in (2, 4):
        started_by_mpirun = [mpirun, "--allow-run-as-root", "--oversubscribe", "-n", str(count)]
        code, expected, text = learn(f"mpirun{count}", started_by_mpirun, count, 1)
        results.require(code == 0 and expected[0].count(b"\n") == EPOCHS + 1 and expected[1] != b"",
                        f"mpirun starts {count} ranks", text)
        for nodes in (1, 2):
            code, found, text = learn(f"srun{count}_{nodes}", ranks.srun_to_the_first_crash(count, nodes),
                                      count // nodes, nodes)
            results.require(code == 0 and found == expected,
                            f"srun starts {count} ranks, nodes: {nodes}; the same curve, the same checkpoint",
                            f"exit code {code}\n{text}\n{found[0].decode()}\nnot\n{expected[0].decode()}")
    code, found, text = learn("other", ranks.srun(2, 2), 2, 1)
    results.require(code == 2 and "start it with srun --nodes=1 --ntasks-per-node=2" in text and found == [b"", b""],
                    "2 ranks on 2 nodes are refused where 2 devices of one node are asked for; nothing is written",
                    f"exit code {code}\n{text}")
    return results.wrong


def main():
    folder, program, mpirun = sys.argv[1:]
    return one_machine_slurm.test_in(folder, lambda slurm: check(slurm, program, mpirun))


if __name__ == "__main__":
    sys.exit(main())
