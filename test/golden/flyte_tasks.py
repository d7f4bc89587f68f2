# SPDX-License-Identifier: BSL-1.0
"""flyte_tasks.py PROGRAM: what the program of test/unit/program/tasks.cpp prints for Flyte, and how it runs there, is what
flytekit reads, type-checks, sends and expects."""

import collections
import dataclasses
import json
import os
import pathlib
import sys
import typing

from flyteidl.admin import task_pb2
from flyteidl.core import errors_pb2, literals_pb2
from flytekit import dynamic, map_task, workflow
from flytekit.configuration import ImageConfig, SerializationSettings
from flytekit.core.context_manager import ExecutionState, FlyteContextManager
from flytekit.core.task import ReferenceTask
from flytekit.core.type_engine import TypeEngine
from flytekit.models import literals as literal_models
from flytekit.models import task as task_models
from flytekit.remote.entities import FlyteTask
from flytekit.tools.translator import get_serializable
from flytekit.types.file import FlyteFile
from google.protobuf import json_format

from task_program import TaskProgram
from checks import Checks
from every_type import EveryType

program = TaskProgram(sys.argv[1], task_pb2.TaskSpec)
FOLDER = program.folder
checks = Checks()
context = FlyteContextManager.current_context()


@dataclasses.dataclass
class Point:
    x: int
    y: float
    label: typing.Optional[str] = None


# In the order of the struct every_type.
TYPES = {
    "truth": bool, "small": int, "medium": int, "large": int, "unsigned_large": int, "single": float, "number": float, "text": str,
    "integers": typing.List[int], "lists": typing.List[typing.List[str]], "numbers": typing.Dict[str, float],
    "truths": typing.Dict[str, typing.List[bool]], "maybe": typing.Optional[int], "maybe_list": typing.Optional[typing.List[float]],
    "where": Point, "path": typing.List[Point], "places": typing.Dict[str, Point], "maybe_point": typing.Optional[Point]}
FILES = {"first": FlyteFile, "more": typing.List[FlyteFile], "named": typing.Dict[str, FlyteFile], "maybe": typing.Optional[FlyteFile]}


# ---- what is registered

for task in ["echo", "copy-files", "options", "silent", "on-scarce", "on-scarce-or-cpu"]:
    options = ["--retries", "3", "--timeout", "90", "--cache-version", "2", "--interruptible"]
    spec, data = program.spec(task, *options), program.message(task, *options)
    message = task_pb2.TaskSpec.FromString(data)
    checks.require(message == spec and len(message.SerializeToString()) == len(data),
                   f"{task}: the message and the JSON are the same TaskSpec", (spec, message))
    model = task_models.TaskSpec.from_flyte_idl(spec).to_flyte_idl()
    if not spec.template.container.HasField("resources"):
        model.template.container.ClearField("resources")  # flytekit sends an empty message
    checks.require(model.template.interface == spec.template.interface and model.template.container == spec.template.container and
                   model.template.extended_resources == spec.template.extended_resources and model.template.id == spec.template.id,
                   f"{task}: flytekit keeps the TaskSpec as it is", (spec, model))
    template = spec.template
    checks.require(template.id.name == f"tasks.{task}" and template.id.version == "v" and template.metadata.retries.retries == 3 and
                   template.metadata.timeout.seconds == 90 and
                   template.metadata.discoverable and template.metadata.discovery_version == "2" and template.metadata.interruptible and
                   template.container.image == "registry/tasks:1" and list(template.container.command) == ["tasks"] and
                   list(template.container.args)[:6] == ["run", task, "--flyte-inputs", "{{.input}}", "--flyte-output-prefix",
                                                         "{{.outputPrefix}}"],
                   f"{task}: name, retries, cache and container", template)

limits = {entry.name: entry.value for entry in program.spec("echo").template.container.resources.limits}
checks.require(limits == {1: "2", 3: "1Gi"} and not program.spec("echo").template.HasField("extended_resources"),
               "echo asks for its limits and for no accelerator", limits)
scarce = program.spec("on-scarce").template
checks.require(scarce.extended_resources.gpu_accelerator.device == "acme-xpu-1" and
               scarce.extended_resources.gpu_accelerator.partition_size == "half" and
               [(entry.name, entry.value) for entry in scarce.container.resources.limits] == [(2, "1")],
               "on-scarce asks for one partition", scarce)
checks.require(not program.spec("on-scarce-or-cpu", "--accelerator", "cpu").template.HasField("extended_resources"),
               "--accelerator asks for another alternative")
for arguments, said in [(["flyte", "echo"], "--image"), (["flyte", "ecco", "--image", "i"], "did you mean echo?"),
                        (["flyte", "echo", "--image", "i", "--accelerator", "A100"], '"A100" is not one of the task\'s: cpu'),
                        (["flyte", "echo", "--image", "i", "--mount", "bucket"], "URI=FOLDER is, as s3://bucket=/mnt/bucket")]:
    refused = program(*arguments)
    checks.require(refused.returncode == 2 and said in refused.stderr, f"{arguments} is refused", refused.stderr)


def without_titles(message):
    """The JSON of a type. A structure's title is the name of a class in Python and of the input here; a file's schema is shorter."""
    def strip(json_value):
        if isinstance(json_value, dict):
            return {key: strip(value) for key, value in json_value.items() if key != "title"}
        return [strip(each) for each in json_value] if isinstance(json_value, list) else json_value
    return strip(json_format.MessageToDict(message))


for task, types in ("echo", TYPES), ("copy-files", FILES):
    interface = program.spec(task).template.interface
    for name, python_type in types.items():
        wanted = without_titles(TypeEngine.to_literal_type(python_type).to_flyte_idl())
        for side in interface.inputs, interface.outputs:
            ours = without_titles(side.variables[name].type)
            if isinstance(python_type, type) and python_type is not Point or "Point" not in str(python_type):
                good = ours == wanted
            else:  # lists in JSON schemas have no order
                good = json.dumps(ours, sort_keys=True) == json.dumps(wanted, sort_keys=True)
            checks.require(good, f"{task}: the type of {name} is flytekit's {python_type}", (ours, wanted))
    checks.require(set(interface.inputs.variables) == set(types), f"{task}: all inputs are there", interface)

# ---- a workflow that calls it

settings = SerializationSettings(project="p", domain="d", version="v", image_config=ImageConfig.auto(img_name="img:1"))


def fetched(task):
    """As flytekit gets the task from a cluster."""
    model = task_models.TaskSpec.from_flyte_idl(program.spec(task))
    return FlyteTask.promote_from_model(model.template)


options_task, silent_task, copy_task = fetched("options"), fetched("silent"), fetched("copy-files")


@workflow
def calls(size: int, file: FlyteFile) -> typing.Tuple[int, FlyteFile]:
    first = options_task(devices="x", max_size=size)
    copied = copy_task(first=file, more=[file], named={"a": file}, maybe=file)
    return first.max_size, copied.first


compiled = get_serializable(collections.OrderedDict(), settings, calls).to_flyte_idl().template
checks.require(len(compiled.nodes) == 2 and compiled.nodes[0].task_node.reference_id.name == "tasks.options",
               "a workflow calls two tasks", compiled)


# flytekit checks the types of constants by the types that it reads from the interface.
interface = task_models.TaskSpec.from_flyte_idl(program.spec("options")).template.interface
typed = ReferenceTask("p", "d", "tasks.options", "v", TypeEngine.guess_python_types(interface.inputs),
                      TypeEngine.guess_python_types(interface.outputs))


@workflow
def right() -> int:
    return typed(devices="x", max_size=typed(devices="y", max_size=1).max_size).max_size


@workflow
def wrong() -> None:
    typed(devices="x", max_size="many")


@workflow
def lacks() -> None:
    options_task(devices="x")


checks.require(len(get_serializable(collections.OrderedDict(), settings, right).to_flyte_idl().template.nodes) == 2,
               "a workflow whose types fit is taken")
for bad in wrong, lacks:
    try:
        get_serializable(collections.OrderedDict(), settings, bad)
        checks.require(False, f"the workflow {bad.name} is refused")
    except Exception as error:
        checks.require("max_size" in str(error) or "many" in str(error), f"the workflow {bad.name} is refused", str(error))


# The page says that map_task refuses the fetched task, and takes a reference to it; and that a dynamic workflow does it, too.
@workflow
def mapped(factors: typing.List[float]) -> None:
    map_task(silent_task)(factor=factors)


interface = task_models.TaskSpec.from_flyte_idl(program.spec("on-scarce-or-cpu")).template.interface
scale = ReferenceTask("p", "d", "tasks.on-scarce-or-cpu", "v", TypeEngine.guess_python_types(interface.inputs),
                      TypeEngine.guess_python_types(interface.outputs))


@workflow
def mapped_reference(factors: typing.List[float]) -> typing.List[float]:
    return map_task(scale, concurrency=2)(factor=factors)


@dynamic
def looped(factors: typing.List[float]) -> None:
    for factor in factors:
        silent_task(factor=factor)


try:
    get_serializable(collections.OrderedDict(), settings, mapped)
    checks.require(False, "map_task refuses a task of a program")
except ValueError as error:
    checks.require("are supported in map tasks" in str(error), "map_task refuses a task of a program", str(error))
array = get_serializable(collections.OrderedDict(), settings, mapped_reference).to_flyte_idl().template.nodes[0].array_node
checks.require(array.node.task_node.reference_id.name == "tasks.on-scarce-or-cpu" and array.parallelism == 2 and
               array.data_mode == array.INDIVIDUAL_INPUT_FILES, "map_task takes a reference, and gives each run an inputs.pb", array)
now = FlyteContextManager.current_context().with_serialization_settings(settings)
with FlyteContextManager.with_context(now) as outer:
    executing = outer.execution_state.with_params(mode=ExecutionState.Mode.TASK_EXECUTION)
    with FlyteContextManager.with_context(outer.with_execution_state(executing)) as inner:
        nodes = looped.compile_into_workflow(inner, looped._task_function, factors=[1.0, 2.0, 3.0]).nodes
checks.require([node.task_node.reference_id.name for node in nodes] == ["tasks.silent"] * 3, "a dynamic workflow calls it for each", nodes)

# ---- runs

# Flyte's whole numbers have a sign. What is no number is left out, as it is never the same.
randomly = EveryType(5, Point, [float("inf"), float("-inf")], largest=2**63 - 1)


def written(values, types):
    """inputs.pb as flytekit writes it."""
    literals = {name: TypeEngine.to_literal(context, value, types[name], TypeEngine.to_literal_type(types[name]))
                for name, value in values.items()}
    return literal_models.LiteralMap(literals).to_flyte_idl().SerializeToString()


def read(made, types):
    read_as = literal_models.LiteralMap.from_flyte_idl(literals_pb2.LiteralMap.FromString(made["outputs.pb"]))
    return {name: TypeEngine.to_python_value(context, read_as.literals[name], types[name]) for name in types}


def in_order(values):
    """As text, which tells 0.0 from -0.0; maps have no order."""
    return repr({name: sorted(value.items()) if isinstance(value, dict) else value for name, value in sorted(values.items())})


wrong_ones = 0
for i in range(24):
    old = i % 4 == 3  # structures as protobuf's Struct, as before flytekit 1.14: all numbers are doubles, and finite
    values = randomly.inputs(50 if old else 64)
    if old:
        os.environ["FLYTE_USE_OLD_DC_FORMAT"] = "true"
        for each in [values["where"], *values["path"], *values["places"].values(), values["maybe_point"] or Point(0, 0.0)]:
            each.y = float(each.x)
    inputs = written(values, TYPES)
    os.environ.pop("FLYTE_USE_OLD_DC_FORMAT", None)
    made, done = program.run("echo", inputs)
    good = done.returncode == 0 and "outputs.pb" in made and in_order(read(made, TYPES)) == in_order(values)
    wrong_ones += not good
    if not good:
        print(values, done.stdout, done.stderr, read(made, TYPES) if "outputs.pb" in made else made)
checks.require(wrong_ones == 0, "24 random inputs of every type that flytekit writes come back as they were")

for name in "ab":
    (FOLDER / f"{name}.txt").write_text(name)
a, b = str(FOLDER / "a.txt"), str(FOLDER / "b.txt")


def blob(uri):
    return literals_pb2.Literal(scalar=literals_pb2.Scalar(blob=literals_pb2.Blob(uri=uri)))


def files_message(*uris):
    message = literals_pb2.LiteralMap()
    message.literals["first"].CopyFrom(blob(uris[0]))
    message.literals["more"].CopyFrom(literals_pb2.Literal(collection=literals_pb2.LiteralCollection(literals=map(blob, uris))))
    message.literals["named"].CopyFrom(literals_pb2.Literal(map=literals_pb2.LiteralMap(literals={"a": blob(uris[-1])})))
    return message.SerializeToString()


made, done = program.run("copy-files", files_message(a, f"file://{b}"))
outputs = read(made, {"first": FlyteFile, "more": typing.List[FlyteFile]}) if done.returncode == 0 else {}
checks.require(bool(outputs) and pathlib.Path(outputs["first"].remote_source or outputs["first"].path).read_text() == "a" and
               [pathlib.Path(each.remote_source or each.path).read_text() for each in outputs["more"]] == ["a", "b"],
               "flytekit reads the files of the outputs", (outputs, done.stderr))
(FOLDER / "bucket").mkdir()
(FOLDER / "bucket/c.txt").write_text("c")
made, done = program.run("copy-files", files_message("s3://bucket/c.txt"), "--flyte-mount", f"s3://bucket={FOLDER}/bucket",
                        "--flyte-raw-output-prefix", "s3://bucket/raw")
message = literals_pb2.LiteralMap.FromString(made.get("outputs.pb", b""))
checks.require(message.literals["first"].scalar.blob.uri == "s3://bucket/raw/copy-files/copies/0.txt" and
               (FOLDER / "bucket/raw/copy-files/copies/0.txt").read_text() == "c", "a mounted bucket", (message, done.stderr))

# ---- what goes wrong


def error_of(made):
    return errors_pb2.ErrorDocument.FromString(made["error.pb"]).error if "error.pb" in made else None


factor = {"factor": float}
for task, inputs, code, kind, origin, said in [
        ("silent", written({"factor": -1.0}, factor), "USER:TaskFailed", 0, 1, "the factor is negative"),
        ("silent", written({}, {}), "USER:WrongInput", 0, 1, "factor: is missing; a number is valid"),
        ("silent", written({"factor": "x"}, {"factor": str}), "USER:WrongInput", 0, 1, "factor: a text is not valid; a number is"),
        ("silent", written({"factor": 1.0, "extra": 1.0}, {"factor": float, "extra": float}), "USER:WrongInput", 0, 1,
         'there is no input "extra"'),
        ("options", written({"devices": "x", "max_size": 2**40}, {"devices": str, "max_size": int}), "USER:WrongInput", 0, 1,
         f"max_size: {2**40} is not valid; a whole number from -2147483648 to 2147483647 is"),
        ("copy-files", files_message("s3://bucket/a"), "USER:WrongInput", 0, 1, "s3://bucket/a is not in a folder of this machine; a mounted bucket is, with --flyte-mount"),
        ("copy-files", files_message(f"{a}\0x"), "USER:WrongInput", 0, 1, "first: is a path with a NUL byte"),
        ("copy-files", files_message(f"{a}x"), "USER:WrongInput", 0, 1, f"{a}x does not exist; a file is valid"),
        ("on-scarce", b"\xff", "SYSTEM:NoAccelerator", 1, 2, "ACME_XPU_OFF is set")]:
    made, done = program.run(task, inputs)
    error = error_of(made)
    checks.require(done.returncode == 0 and error is not None and (error.code, error.kind, error.origin) == (code, kind, origin) and
                   said in error.message and "outputs.pb" not in made, f"{task}: error.pb says {said}", (error, done.stderr))
made, done = program.run("silent", written({}, {}), FLYTE_FAIL_ON_ERROR="true")
checks.require(done.returncode == 1 and error_of(made) is not None, "FLYTE_FAIL_ON_ERROR makes it an exit status")
program.run("echo", written(randomly.inputs(), TYPES))
again = program("run", "echo", "--flyte-inputs", f"inputs{program.count}.pb", "--flyte-output-prefix", f"outputs{program.count}")
checks.require(again.returncode != 0 or (FOLDER / f"outputs{program.count}/error.pb").exists(), "outputs.pb that is there is not replaced",
               again.stderr)

# Cut off or damaged anywhere: an error that is written, or a result, and never an end by a signal.
whole = written(randomly.inputs(), TYPES)
died = 0
for i in range(40):
    damaged = bytearray(whole[:randomly.randrange(len(whole))] if i % 2 else whole)
    for _ in range(randomly.randrange(1, 4)):
        if damaged:
            damaged[randomly.randrange(len(damaged))] = randomly.randrange(256)
    made, done = program.run("echo", bytes(damaged))
    if done.returncode != 0 or (error_of(made) is None) != ("outputs.pb" in made):
        died += 1
        print(done.returncode, done.stderr, bytes(damaged).hex())
checks.require(died == 0, "40 damaged messages end in error.pb or outputs.pb")

if checks.wrong:
    sys.exit(f"{checks.wrong} checks are wrong")
print("all as it should be")
