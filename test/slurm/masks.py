# SPDX-License-Identifier: BSL-1.0
"""masks.py FOLDER PROGRAM FAKE_NVML SCENARIO: what a process that Slurm started sees of the node's devices.

Slurm hands out the GPUs of one_machine_slurm.GPUS and sets the variables; what the driver would say about them comes from
the fake NVML, with boards of SCENARIO. PROGRAM is test/slurm/print_visible_devices.cpp.
"""

import copy
import dataclasses
import json
import pathlib
import sys

import one_machine_slurm
import checks

WHOLE, PARTITIONED = 0, 3  # positions in the scenario's list of boards
WITHOUT_VENDORS_MASKS = ["env", "-u", "CUDA_VISIBLE_DEVICES", "-u", "ROCR_VISIBLE_DEVICES"]


class Node:
    """What the driver of the virtual node says: the boards 0 and 1, and of board 2 the slices, in Slurm's order."""

    def __init__(self, folder, scenario):
        machine = json.loads(pathlib.Path(scenario).read_text())
        whole, parted = machine["boards"][WHOLE], machine["boards"][PARTITIONED]
        second = copy.deepcopy(whole)
        second["uuid"] = whole["uuid"].replace("GPU-0", "GPU-1", 1)
        machine["boards"] = [whole, second, parted]
        self.boards = [board["uuid"] for board in machine["boards"][:2]]
        self.slices = {instance["profile"]: instance["compute_instances"][0]["uuid"]
                       for instance in parted["gpu_instances"]}
        self.with_slices = self._write(folder, "with_slices", machine)
        machine["boards"] = machine["boards"][:2]
        self.without_slices = self._write(folder, "without_slices", machine)

    @staticmethod
    def _write(folder, name, machine):
        path = pathlib.Path(folder) / f"{name}.json"
        path.write_text(json.dumps(machine))
        return str(path)


@dataclasses.dataclass
class Seen:
    """`visible`: what the probe says that the process may use; `masks`: which variables decided; `error`: anything else."""

    visible: list = dataclasses.field(default_factory=list)
    masks: str = ""
    error: str = ""


def read(lines):
    seen = Seen()
    for line in lines:
        word, _, rest = line.partition(" ")
        if word == "found" and rest.endswith(" visible"):
            seen.visible.append(rest.split()[0])
        elif word in ("masks", "error"):
            setattr(seen, word, rest)
    return seen


class Steps(checks.Checks):
    """What tasks of the program see, started in one way or another."""

    def __init__(self, slurm, program, fake_nvml):
        super().__init__()
        self.slurm, self.program, self.fake_nvml = slurm, program, fake_nvml

    def sbatch(self, options, scenario, before):
        """What a batch script's one task prints."""
        output = self.slurm.folder / "batch_output"
        script = " ".join([*before, self.program])
        self._run(["sbatch", "--wait", f"--output={output}", *options, f"--wrap={script}"], scenario)
        text = output.read_text()
        return [read(text.splitlines())], text

    def _run(self, command, scenario):
        _, text = self.slurm.run(command, LD_LIBRARY_PATH=self.fake_nvml, FAKE_NVML_SCENARIO=scenario)
        return text

    def srun(self, options, scenario, before=()):
        """What each task prints."""
        text = self._run(["srun", "--mpi=none", "--label", *options, *before, self.program], scenario)
        tasks = {}
        for line in text.splitlines():
            task, colon, rest = line.partition(": ")
            if colon and task.isdigit():
                tasks.setdefault(int(task), []).append(rest)
        return [read(lines) for _, lines in sorted(tasks.items())], text

    def expect(self, what, result, *expected):
        seen, text = result
        self.require(seen == list(expected), what, f"expected {expected}\nseen {seen}\n{text}")


def check(slurm, program, fake_nvml, scenario):
    node = Node(slurm.folder, scenario)
    steps = Steps(slurm, program, fake_nvml)
    first, second = node.boards
    slices = list(node.slices.values())

    for kind in ("with_slices", "without_slices"):
        steps.expect(f"a whole GPU of a node {kind}", steps.srun(["--gres=gpu:a100:1"], getattr(node, kind)),
                     Seen([first], "CUDA_VISIBLE_DEVICES=0"))
    steps.expect("both whole GPUs", steps.srun(["--gres=gpu:a100:2"], node.with_slices),
                 Seen([first, second], "CUDA_VISIBLE_DEVICES=0,1"))
    steps.expect("a GPU of its own for each of two tasks",
                 steps.srun(["--ntasks=2", "--gpus-per-task=a100:1", "--gpu-bind=per_task:1"], node.with_slices),
                 Seen([first], "CUDA_VISIBLE_DEVICES=0"), Seen([second], "CUDA_VISIBLE_DEVICES=1"))

    # Where it does not ask the driver itself, Slurm counts slices as it counts boards; CUDA takes the number for a board's.
    ends = "(position 0 names no device of this machine, so the list ends there)"
    steps.expect("the number of a slice that is no board's", steps.srun(["--gres=gpu:a100_1g.5gb:1"], node.with_slices),
                 Seen([], f"CUDA_VISIBLE_DEVICES=4 {ends}"))
    steps.expect("the number of a slice that is a board's, too",
                 steps.srun(["--gres=gpu:a100_3g.20gb:1"], node.with_slices),
                 Seen(slices, "CUDA_VISIBLE_DEVICES=2"))
    # A site says which slice it is; with its NVML plug-in Slurm does.
    prolog = slurm.folder / "prolog"
    uuids = {2: node.slices["3g.20gb"], 3: node.slices["2g.10gb"], 4: node.slices["1g.5gb"]}
    cases = "".join(f"{number}) echo export CUDA_VISIBLE_DEVICES={uuid} ;;\n" for number, uuid in uuids.items())
    prolog.write_text(f'#!/bin/sh\ncase $SLURM_STEP_GPUS in\n{cases}esac\n')
    prolog.chmod(0o755)
    for number, profile in ((2, "3g.20gb"), (3, "2g.10gb"), (4, "1g.5gb")):
        steps.expect(f"a slice by its UUID: {profile}",
                     steps.srun([f"--gres=gpu:a100_{profile}:1", f"--task-prolog={prolog}"], node.with_slices),
                     Seen([uuids[number]], f"CUDA_VISIBLE_DEVICES={uuids[number]}"))

    # Slurm's own variables count where the vendor's are gone.
    steps.expect("SLURM_STEP_GPUS", steps.srun(["--gres=gpu:a100:1"], node.without_slices, WITHOUT_VENDORS_MASKS),
                 Seen([first], "SLURM_STEP_GPUS=0"))
    steps.expect("SLURM_JOB_GPUS, in a batch script",
                 steps.sbatch(["--gres=gpu:a100:1"], node.without_slices, WITHOUT_VENDORS_MASKS),
                 Seen([first], "SLURM_JOB_GPUS=0"))
    steps.expect("SLURM_STEP_GPUS of a machine with slices is not taken for CUDA's numbers",
                 steps.srun(["--gres=gpu:a100_1g.5gb:1"], node.with_slices, WITHOUT_VENDORS_MASKS),
                 Seen(node.boards + slices, ""))
    missing = "(position 0 names a GPU that this machine does not have, so no device is visible)"
    steps.expect("SLURM_STEP_GPUS with a GPU that is not there",
                 steps.srun(["--gres=gpu:a100_1g.5gb:1"], node.without_slices, WITHOUT_VENDORS_MASKS),
                 Seen([], f"SLURM_STEP_GPUS=4 {missing}"))
    return steps.wrong


def main():
    folder, *arguments = sys.argv[1:]
    return one_machine_slurm.test_in(folder, lambda slurm: check(slurm, *arguments))


if __name__ == "__main__":
    sys.exit(main())
