# SPDX-License-Identifier: BSL-1.0
"""flytekit_differential.py PROGRAM: flytekit and flyteidl agree with the messages that PROGRAM makes from C++ types.

Each printed line is `list, sdk, expression, type, hex, json`, separated by tabs. For each line of Flyte 1 the expression
is evaluated with flytekit; bytes, parsed message and JSON must be equal. Lines of Flyte 2 are parsed by flyteidl, which
keeps the field it does not know. What flytekit's module `extras.accelerators` offers and what the lines say it offers
must be the same set. At the end the comparison is run on altered lines: it has to notice.
"""

import json
import subprocess
import sys
from collections import OrderedDict, namedtuple

import flytekit
from flyteidl.core import tasks_pb2, workflow_pb2
from flytekit.configuration import Image, ImageConfig, SerializationSettings
from flytekit.core.resources import construct_extended_resources
from flytekit.extras import accelerators
from flytekit.tools.translator import get_serializable
from google.protobuf import json_format

MESSAGES = {each.DESCRIPTOR.name: each for each in (tasks_pb2.GPUAccelerator, tasks_pb2.ExtendedResources, tasks_pb2.TaskTemplate,
                                                    workflow_pb2.TaskNodeOverrides, tasks_pb2.Resources)}
Line = namedtuple("Line", "table sdk expression type hex json")


# ---- what the expressions mean


def message(value):
    return value.to_flyte_idl() if isinstance(value, accelerators.BaseAccelerator) else value


def resources(requests=(), limits=()):
    def entries(pairs):
        return [tasks_pb2.Resources.ResourceEntry(name=name, value=value) for name, value in pairs]

    return tasks_pb2.Resources(requests=entries(requests), limits=entries(limits))


def with_messages(constructor):
    """The constructor of a message, taking flytekit's accelerators where it wants their messages."""
    return lambda **fields: constructor(**{name: message(value) for name, value in fields.items()})


def family(device_name):
    """A user's family of devices, the documented way: a class that derives from flytekit's."""

    class Family(accelerators.MultiInstanceGPUAccelerator):
        device = device_name

    return Family()


SETTINGS = SerializationSettings(project="project", domain="domain", version="version",
                                 image_config=ImageConfig(default_image=Image("name", "image", "tag")))


def function():
    pass


def task(requests_and_limits, **options):
    """What flytekit registers for a task with these options, cut down to the fields that say what it needs."""
    made = flytekit.task(requests=requests_and_limits, limits=requests_and_limits, **options)(function)
    template = get_serializable(OrderedDict(), SETTINGS, made).to_flyte_idl().template
    result = tasks_pb2.TaskTemplate(type=template.type)
    result.container.resources.CopyFrom(template.container.resources)
    if template.HasField("extended_resources"):
        result.extended_resources.CopyFrom(template.extended_resources)
    return result


def overrides(**options):
    """What flytekit registers for a node that overrides these, cut down to the fields that say what it needs."""
    made = flytekit.task(function)

    @flytekit.workflow
    def workflow():
        made().with_overrides(**options)

    entities = OrderedDict()
    get_serializable(entities, SETTINGS, workflow)
    nodes = [e for e in entities.values() if hasattr(e, "template") and hasattr(e.template, "nodes")][0].template.nodes
    full = nodes[0].to_flyte_idl().task_node.overrides
    result = workflow_pb2.TaskNodeOverrides()
    if full.resources.requests or full.resources.limits:  # flytekit always puts a Resources there, empty or not
        result.resources.CopyFrom(full.resources)
    if full.HasField("extended_resources"):
        result.extended_resources.CopyFrom(full.extended_resources)
    return result


def offered():
    """All that flytekit's module offers by name: constants, ready-made partitions, unpartitioned."""
    found = {}
    for name, value in vars(accelerators).items():
        if not isinstance(value, accelerators.BaseAccelerator):
            continue
        found[name] = value
        if isinstance(value, accelerators.MultiInstanceGPUAccelerator):
            found[name + ".unpartitioned"] = value.unpartitioned
            for attribute, partition in vars(type(value)).items():
                if isinstance(partition, accelerators.BaseAccelerator):
                    found[f"{name}.{attribute}"] = partition
    return found


OFFERED = offered()
MEANING = {
    **{name: value for name, value in OFFERED.items() if "." not in name},
    "flytekit": flytekit,
    "construct_extended_resources": construct_extended_resources,
    "GPUAccelerator": accelerators.GPUAccelerator,
    "GPU": tasks_pb2.Resources.GPU,
    "Resources": resources,
    **{each.DESCRIPTOR.name: with_messages(each) for each in (tasks_pb2.Container, tasks_pb2.ExtendedResources, tasks_pb2.TaskTemplate,
                                                             workflow_pb2.TaskNodeOverrides)},
    "family": family,
    "task": task,
    "overrides": overrides,
}

# ---- comparison

EXPECTED = {}


def expected(expression):
    if expression not in EXPECTED:
        EXPECTED[expression] = message(eval(expression, dict(MEANING)))
    return EXPECTED[expression]


def state_of(accelerator):
    return accelerator.WhichOneof("partition_size_value"), accelerator.partition_size, accelerator.unpartitioned


def differences_of(line):
    kind = MESSAGES[line.type]
    try:
        ours = bytes.fromhex(line.hex)
        parsed = kind.FromString(ours)
    except Exception as error:
        return [f"cannot be parsed: {error}"]
    found = []
    if parsed.SerializeToString(deterministic=True) != ours:
        found.append("flyteidl serialises what it parsed to other bytes")
    if line.sdk == "flyte-sdk":
        return found

    theirs = expected(line.expression)
    if type(theirs) is not kind:
        return [f"flytekit makes a {type(theirs).__name__}"]
    if theirs.SerializeToString(deterministic=True) != ours:
        found.append(f"flytekit's bytes are {theirs.SerializeToString(deterministic=True).hex()}")
    if parsed != theirs:
        found.append("parsed, the messages are not equal")
    if kind is tasks_pb2.GPUAccelerator and state_of(parsed) != state_of(theirs):
        found.append(f"parsed, the states are {state_of(parsed)} and {state_of(theirs)}")
    if json.loads(line.json) != json_format.MessageToDict(theirs):
        found.append(f"flytekit's JSON is {json.dumps(json_format.MessageToDict(theirs))}")
    try:
        if json_format.Parse(line.json, kind()) != theirs:
            found.append("the JSON, parsed, is another message")
    except json_format.ParseError as error:
        found.append(f"the JSON cannot be parsed: {error}")
    return found


def differences(lines):
    found = [f"{line.expression}: {difference}" for line in lines for difference in differences_of(line)]
    table = [line for line in lines if (line.table, line.sdk, line.type) == ("table", "flytekit", "GPUAccelerator")]
    ours = {line.expression for line in table}
    found += [f"{name}: flytekit offers it, no type does" for name in sorted(OFFERED.keys() - ours)]
    found += [f"{name}: flytekit does not offer it" for name in sorted(ours - OFFERED.keys())]
    if len(ours) != len(table):
        found.append("an expression is there twice")
    return found


def unnoticed(lines):
    """Alterations that the comparison does not notice; there must be none."""

    def altered(index, **changes):
        return lines[:index] + [lines[index]._replace(**changes)] + lines[index + 1 :]

    index = {line.expression: i for i, line in enumerate(lines)}
    a100, whole = index["A100"], index["A100.unpartitioned"]
    v5p = next(i for i, line in enumerate(lines) if line.sdk == "flyte-sdk")
    alterations = {
        "a line less": lines[:a100] + lines[a100 + 1 :],
        "a line more": lines + [lines[a100]._replace(expression="V100")],
        "a constant that flytekit does not have": altered(a100, expression='GPUAccelerator("nvidia-tesla-a100")'),
        "another byte": altered(a100, hex=lines[a100].hex[:-2] + "31"),
        "a byte less": altered(a100, hex=lines[a100].hex[:-2]),
        "another state": altered(whole, hex=lines[whole].hex[:-2] + "00"),
        "another JSON": altered(whole, json=lines[a100].json),
        "bytes of Flyte 2 that are no message": altered(v5p, hex=lines[v5p].hex[:-2]),
    }
    return [name for name, changed in alterations.items() if not differences(changed)]


def main():
    printed = subprocess.run([sys.argv[1]], check=True, capture_output=True, text=True, encoding="utf-8").stdout
    lines = [Line(*line.split("\t")) for line in printed.splitlines()]
    found = differences(lines) + [f"the comparison does not notice {name}" for name in unnoticed(lines)]
    constants = [name for name in OFFERED if "." not in name]
    whole = [name for name in OFFERED if name.endswith(".unpartitioned")]
    print(f"flytekit {flytekit.__version__} offers {len(OFFERED)} accelerators: {len(constants)} constants, "
          f"{len(OFFERED) - len(constants) - len(whole)} partitions, {len(whole)} unpartitioned")
    evaluated = sum(line.sdk != "flyte-sdk" for line in lines)
    print(f"{evaluated} messages made by flytekit and by types, {len(lines) - evaluated} more parsed by flyteidl")
    print(f"{len(found)} differences", *found, sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
