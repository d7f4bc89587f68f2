# SPDX-License-Identifier: BSL-1.0
"""The program of test/unit/program/tasks.cpp, as Flyte registers and runs it."""

import os
import pathlib
import subprocess
import sys
import tempfile

from google.protobuf import json_format

sys.path[:0] = [str(pathlib.Path(__file__).parents[1]), str(pathlib.Path(__file__).parents[1] / "unit" / "program")]


class TaskProgram:
    def __init__(self, path, task_spec):
        """`task_spec`: the message of a task in this version of Flyte."""
        self.path, self.task_spec, self.count = os.path.abspath(path), task_spec, 0
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.temporary.name)

    def __call__(self, *arguments, **environment):
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("ALLOTYPE_", "ACME_", "FLYTE_"))}
        return subprocess.run([self.path, *map(str, arguments)], cwd=self.folder, env={**kept, **environment}, text=True, capture_output=True)

    def flyte(self, task, *options):
        done = self("flyte", task, "--image", "registry/tasks:1", "--project", "p", "--domain", "d", "--version", "v", *options)
        if done.returncode:
            sys.exit(done.stderr)
        return done.stdout

    def spec(self, task, *options):
        """By its JSON."""
        return json_format.Parse(self.flyte(task, *options), self.task_spec())

    def message(self, task, *options):
        """The bytes of the same."""
        self.count += 1
        self.flyte(task, *options, "--pb", self.folder / f"{self.count}.pb")
        return (self.folder / f"{self.count}.pb").read_bytes()

    def run(self, task, inputs, *more, **environment):
        """From each file of the outputs to its bytes, and what was printed. `inputs` are bytes; the folder is `outputs` and the count."""
        self.count += 1
        (self.folder / f"inputs{self.count}.pb").write_bytes(inputs)
        done = self("run", task, "--flyte-inputs", f"inputs{self.count}.pb", "--flyte-output-prefix", f"outputs{self.count}", *more,
                    **{"ACME_XPU_OFF": "1", **environment})
        made = self.folder / f"outputs{self.count}"
        return {each.name: each.read_bytes() for each in made.iterdir() if each.is_file()} if made.exists() else {}, done
