# SPDX-License-Identifier: BSL-1.0
"""requests.py FOLDER ALLOTYPE TASKS: jobs land where the program allotype, and a program of tasks, say.

From one layout the program prints the types of a node's GPUs, `allotype provision slurm`, with which this Slurm is set up, and
the scripts of jobs, `allotype request slurm`. Each job gets the device of the type that its request names; one more than
there are waits; what the layout does not have is refused. TASKS, a program of tasks (test/unit/program/tasks.cpp), asks for
itself: `TASKS request slurm environment | sbatch`.
"""

import json
import re
import subprocess
import sys

import one_machine_slurm
import checks
from provisioned import features_of_a_node, gpus_of_a_node, printed

# Two GPUs: one whole, one partitioned.
SETUP = ["A100", "0:", "unpartitioned", "1:", "3g.20gb", "2g.10gb", "1g.5gb", "1g.5gb+me"]
PARTITIONS = ("unpartitioned", "3g.20gb", "2g.10gb", "1g.5gb", "1g.5gb+me")
SECONDS = 300


class Jobs(checks.Checks):
    def __init__(self, slurm, program):
        super().__init__()
        self.slurm, self.program = slurm, program
        first, self.devices = 0, {}
        for kind, count in slurm.gpus:
            self.devices[kind] = [str(first + i) for i in range(count)]
            first += count

    def submit(self, name, partition, command):
        """A job by a script of the program allotype."""
        script = printed(self.program, "request", "slurm", "A100", partition, "--script", "--name", name,
                         "--command", "sh", "--command=-c", f"--command={command}")
        return self.give(name, script)

    def give(self, name, script):
        """The job's number, or what sbatch said; and the file that gets its output."""
        output = self.slurm.folder / f"{name}.output"
        output.unlink(missing_ok=True)
        done = subprocess.run(["sbatch", "--parsable", f"--output={output}"], input=script, text=True,
                              env=self.slurm.environment, capture_output=True)
        return (done.stdout.strip() or done.stderr), output

    def state(self, job):
        _, text = self.slurm.run(["squeue", "-h", "-j", job, "-o", "%T %r"])
        return text.strip()

    def wait(self, what, ready):
        self.require(checks.until(ready, SECONDS), what, f"not in {SECONDS} s")


def type_of(program, partition):
    return re.search(r"gpu:(.*):1", printed(program, "request", "slurm", "A100", partition))[1]


def check(slurm, program, tasks):
    jobs = Jobs(slurm, program)
    for partition in PARTITIONS:
        name = f"one-{partition}"
        job, output = jobs.submit(name, partition, "echo device $CUDA_VISIBLE_DEVICES")
        jobs.require(job.isdigit(), f"a job for {partition} is taken", job)
        jobs.wait(f"the job for {partition} ends",
                  lambda: output.exists() and output.read_text().count("\n") > 0 and jobs.state(job) == "")
        seen = re.findall(r"^device (.*)$", output.read_text(), re.MULTILINE)
        jobs.require(seen and seen[0] in jobs.devices[type_of(program, partition)],
                     f"the job for {partition} is on a device of that type",
                     f"on {seen}; devices {jobs.devices}; output {output.read_text()}")

    # Any GPU of the board: jobs ask for the feature that the node's line has.
    def by_feature(board):
        return jobs.give(f"any-{board}", printed(program, "request", "slurm", board, "--set", "open-by-feature=true", "--script",
                                                 "--command", "true"))[0]

    job = by_feature("A100")
    jobs.require(job.isdigit(), "a job for any GPU of the board is taken", job)
    jobs.wait("the job for any GPU of the board ends", lambda: jobs.state(job) == "")
    said = by_feature("H100_80GB")
    jobs.require("Invalid feature" in said, "a job for a board that no node has is refused", said)

    # One holds the only 2g.10gb until a file appears; the next waits for it.
    release = slurm.folder / "release"
    hold = f"until [ -e {release} ]; do sleep 0.1; done"
    first, _ = jobs.submit("first", "2g.10gb", hold)
    jobs.wait("the first job runs", lambda: jobs.state(first).startswith("RUNNING"))
    other, _ = jobs.submit("other", "3g.20gb", hold)
    jobs.wait("a job for another partition runs beside it", lambda: jobs.state(other).startswith("RUNNING"))
    second, output = jobs.submit("second", "2g.10gb", "echo done")
    jobs.wait("one more than there are waits", lambda: jobs.state(second) in ("PENDING Resources", "PENDING Priority"))
    # A program of tasks asks for its own: of the cluster's file it takes the pool that has what its type names.
    lab = slurm.folder / "lab.json"
    lab.write_text(json.dumps({"pools": [
        {"name": "gpus", "system": "slurm",
         "gpus": [{"device": "A100"}, {"device": "A100", "layout": list(PARTITIONS[1:])}]}]}))
    outputs = slurm.folder / "outputs"
    own, said_by_own = jobs.give("own", printed(tasks, "request", "slurm", "environment", "--pool", str(lab), "--",
                                                "--variable", "CUDA_VISIBLE_DEVICES", "--output-dir", str(outputs)))
    jobs.wait("the job of a program of tasks waits, too", lambda: jobs.state(own) in ("PENDING Resources", "PENDING Priority"))
    release.touch()
    jobs.wait("the program runs in its job", lambda: (outputs / "outputs.json").exists())
    seen = json.loads((outputs / "outputs.json").read_text())["value"]
    jobs.require(seen in jobs.devices[type_of(program, "2g.10gb")], "it is on a device of the type that its task names",
                 f"on {seen}; devices {jobs.devices}; output {said_by_own.read_text()}")
    jobs.require("not on A100 2g.10gb" in said_by_own.read_text(), "it says that this machine has no such GPU, and takes the cpu",
                 said_by_own.read_text())
    jobs.wait("the second runs when the first has ended", lambda: output.exists() and "done" in output.read_text())

    said, _ = jobs.submit("absent", "7g.40gb", "true")
    jobs.require("not available" in said, "a partition that the layout does not have is refused", said)
    return jobs.wrong


def main():
    folder, program, tasks = sys.argv[1:]
    gpus, _ = gpus_of_a_node(program, *SETUP)
    return one_machine_slurm.test_in(folder, lambda slurm: check(slurm, program, tasks), gpus,
                                     features_of_a_node(program, *SETUP))


if __name__ == "__main__":
    sys.exit(main())
