# SPDX-License-Identifier: BSL-1.0
"""flytekit_compared.py PROGRAM: the two sides of doc/coming_from_flytekit.md ask Flyte for the same. PROGRAM is that of the page."""

import collections
import os
import subprocess
import sys

from flyteidl.admin import task_pb2
from flytekit.configuration import ImageConfig, SerializationSettings
from flytekit.tools.translator import get_serializable
from google.protobuf import json_format

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from checks import Checks  # noqa: E402

import flytekit_tasks as theirs  # noqa: E402

PROGRAM = os.path.abspath(sys.argv[1])
IMAGE = "registry.example/vectors:1"
checks = Checks()


def printed(*arguments):
    return subprocess.run([PROGRAM, *arguments], text=True, capture_output=True, check=True).stdout


for line in printed("accelerators").splitlines():
    name, ours = line.split()
    message = getattr(theirs, name).to_flyte_idl().SerializeToString().hex()
    checks.require(ours == message, f"the message of {name}", (ours, message))

settings = SerializationSettings(project="p", domain="d", version="1", image_config=ImageConfig.auto(img_name=IMAGE))
python = get_serializable(collections.OrderedDict(), settings, theirs.norm).to_flyte_idl().template
ours = json_format.Parse(printed("flyte", "norm", "--image", IMAGE, "--project", "p", "--domain", "d", "--version", "1"),
                         task_pb2.TaskSpec()).template


def types(variables):
    return {name: each.type.WhichOneof("type") for name, each in variables.items()}


def amounts(entries):
    return {(entry.name, entry.value) for entry in entries}


checks.require(types(ours.interface.inputs.variables) == types(python.interface.inputs.variables) != {}, "the inputs have the same types",
               (ours.interface, python.interface))
checks.require(types(ours.interface.outputs.variables) == types(python.interface.outputs.variables) != {},
               "the outputs have the same types", (ours.interface, python.interface))
checks.require(ours.extended_resources == python.extended_resources, "the same accelerator is asked for",
               (ours.extended_resources, python.extended_resources))
for side in "requests", "limits":
    mine, others = (amounts(getattr(each.container.resources, side)) for each in (ours, python))
    checks.require(mine == others, f"the {side} are the same", (mine, others))

if checks.wrong:
    sys.exit(f"{checks.wrong} checks are wrong")
