# SPDX-License-Identifier: BSL-1.0
"""Has the messages of Flyte 2 read what C++ prints and writes.   python3 flyte2_tasks.py MESSAGES PROGRAM

MESSAGES prints the table of accelerators (flytekit_differential.py), PROGRAM is that of test/unit/program/tasks.cpp. No field may be
unknown to Flyte 2, and what it writes again are the same bytes.
"""
import subprocess
import sys

from task_program import TaskProgram
import checks

from flyteidl2.core import execution_pb2, tasks_pb2
from flyteidl2.task import common_pb2, task_definition_pb2
from google.protobuf import json_format

TASKS = ["echo", "copy-files", "echo-times", "add-to", "options", "silent", "on-scarce", "on-scarce-or-cpu", "environment"]


def is_known(message, data):
    """All of the bytes have a meaning. Maps have no order, so only their length is compared."""
    whole = len(message.SerializeToString())
    message.DiscardUnknownFields()
    return whole == len(data) == len(message.SerializeToString())


def accelerators(found, program):
    lines = subprocess.run([program], check=True, capture_output=True, text=True).stdout.splitlines()
    read = 0
    for line in lines:
        _, sdk, expression, kind, data, text = line.split("\t")
        if sdk != "flyte-sdk" or not hasattr(tasks_pb2, kind):
            continue
        read += 1
        message = getattr(tasks_pb2, kind).FromString(bytes.fromhex(data))
        # flyteidl2 2.0.51 lacks the name that the SDK has for its number.
        text = text.replace('"APPLE_SILICON"', "5")
        good = is_known(message, bytes.fromhex(data)) and message == json_format.Parse(text, type(message)())
        if not good:
            found.require(False, f"{expression} as {kind}", (message, text))
    found.require(read > 20, f"Flyte 2 reads {read} messages of accelerators, and their JSON is the same", lines)


def registered(found, program):
    for task in TASKS:
        options = ["--flyte", "2", "--retries", "3", "--cache-version", "2", "--interruptible"]
        spec, data = program.spec(task, *options), program.message(task, *options)
        message = task_definition_pb2.TaskSpec.FromString(data)
        found.require(is_known(message, data) and message == spec, f"{task}: the message and the JSON are the same TaskSpec", (spec, message))
        template = spec.task_template
        found.require(template.id.name == f"tasks.{task}" and template.metadata.retries.retries == 3 and
                      template.metadata.discovery_version == "2" and list(template.container.command) == ["tasks"] and
                      list(template.container.args)[:2] == ["run", task], f"{task}: name, retries, cache and container", template)
    older = task_definition_pb2.TaskSpec.FromString(program.message("environment")).task_template
    newer = program.spec("environment", "--flyte", "2").task_template
    found.require(older.interface == newer.interface and len(newer.interface.outputs.variables) > 0,
                  "the types are those of Flyte 1", (older, newer))
    found.require(newer.extended_resources.gpu_accelerator.partition_size == "2g.10gb" and
                  newer.extended_resources.gpu_accelerator.device_class == tasks_pb2.GPUAccelerator.NVIDIA_GPU,
                  "a partition is asked for", newer)


def run(found, program):
    inputs = common_pb2.Inputs()
    inputs.literals.add(name="devices").value.scalar.primitive.string_value = "naïve ☃"
    inputs.literals.add(name="max_size").value.scalar.primitive.integer = 7
    inputs.context.add(key="a", value="of the caller")
    made, _ = program.run("options", inputs.SerializeToString())
    outputs = common_pb2.Outputs.FromString(made.get("outputs.pb", b""))
    found.require(is_known(outputs, made.get("outputs.pb", b"-")) and
                  sorted((each.name, each.value.SerializeToString()) for each in outputs.literals) ==
                  sorted((each.name, each.value.SerializeToString()) for each in inputs.literals),
                  "inputs of Flyte 2 come back as its outputs", (outputs, made))
    made, done = program.run("silent", b"")
    error = execution_pb2.ErrorDocument.FromString(made.get("error.pb", b"")).error
    found.require(error.code == "USER:WrongInput" and "factor: is missing" in error.message, "a missing input ends in error.pb", (made, done.stderr))


def main():
    messages, program = sys.argv[1:]
    found = checks.Checks()
    accelerators(found, messages)
    program = TaskProgram(program, task_definition_pb2.TaskSpec)
    registered(found, program)
    run(found, program)
    return found.wrong


if __name__ == "__main__":
    sys.exit(1 if main() else 0)
