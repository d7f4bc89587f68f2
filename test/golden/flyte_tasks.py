# SPDX-License-Identifier: BSL-1.0
"""flyte_tasks.py PROGRAM: what the program of test/unit/program/tasks.cpp prints for Flyte, and how it runs there, is what
flytekit reads, type-checks, sends and expects."""

import collections
import dataclasses
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import typing

from flyteidl.admin import task_pb2
from flyteidl.core import errors_pb2, literals_pb2
from flytekit import workflow
from flytekit.configuration import ImageConfig, SerializationSettings
from flytekit.core.context_manager import FlyteContextManager
from flytekit.core.task import ReferenceTask
from flytekit.core.type_engine import TypeEngine
from flytekit.models import literals as literal_models
from flytekit.models import task as task_models
from flytekit.remote.entities import FlyteTask
from flytekit.tools.translator import get_serializable
from flytekit.types.file import FlyteFile
from google.protobuf import json_format

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from checks import Checks  # noqa: E402

PROGRAM = os.path.abspath(sys.argv[1])
FOLDER = pathlib.Path(tempfile.mkdtemp())
checks = Checks()
randomly = random.Random(5)
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


def run(*arguments, **environment):
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("ALLOTYPE_", "ACME_", "FLYTE_"))}
    return subprocess.run([PROGRAM, *map(str, arguments)], cwd=FOLDER, env={**kept, **environment}, text=True, capture_output=True)


def spec_of(task, *options):
    printed = run("flyte", task, "--image", "registry/tasks:1", "--project", "p", "--domain", "d", "--version", "v", *options)
    if printed.returncode != 0:
        sys.exit(printed.stderr)
    return json_format.Parse(printed.stdout, task_pb2.TaskSpec())


# ---- what is registered

for task in ["echo", "copy-files", "options", "silent", "on-scarce", "on-scarce-or-cpu"]:
    options = ["--retries", "3", "--cache-version", "2", "--interruptible"]
    spec = spec_of(task, *options)
    file = FOLDER / f"{task}.pb"
    run("flyte", task, "--image", "registry/tasks:1", "--project", "p", "--domain", "d", "--version", "v", *options, "--pb", file)
    message = task_pb2.TaskSpec.FromString(file.read_bytes())
    checks.require(message == spec and len(message.SerializeToString()) == len(file.read_bytes()),
                   f"{task}: the message and the JSON are the same TaskSpec", (spec, message))
    model = task_models.TaskSpec.from_flyte_idl(spec).to_flyte_idl()
    if not spec.template.container.HasField("resources"):
        model.template.container.ClearField("resources")  # flytekit sends an empty message
    checks.require(model.template.interface == spec.template.interface and model.template.container == spec.template.container and
                   model.template.extended_resources == spec.template.extended_resources and model.template.id == spec.template.id,
                   f"{task}: flytekit keeps the TaskSpec as it is", (spec, model))
    template = spec.template
    checks.require(template.id.name == f"tasks.{task}" and template.id.version == "v" and template.metadata.retries.retries == 3 and
                   template.metadata.discoverable and template.metadata.discovery_version == "2" and template.metadata.interruptible and
                   template.container.image == "registry/tasks:1" and list(template.container.command) == ["tasks"] and
                   list(template.container.args)[:6] == ["run", task, "--flyte-inputs", "{{.input}}", "--flyte-output-prefix",
                                                         "{{.outputPrefix}}"],
                   f"{task}: name, retries, cache and container", template)

limits = {entry.name: entry.value for entry in spec_of("echo").template.container.resources.limits}
checks.require(limits == {1: "2", 3: "1Gi"} and not spec_of("echo").template.HasField("extended_resources"),
               "echo asks for its limits and for no accelerator", limits)
scarce = spec_of("on-scarce").template
checks.require(scarce.extended_resources.gpu_accelerator.device == "acme-xpu-1" and
               scarce.extended_resources.gpu_accelerator.partition_size == "half" and
               [(entry.name, entry.value) for entry in scarce.container.resources.limits] == [(2, "1")],
               "on-scarce asks for one partition", scarce)
checks.require(not spec_of("on-scarce-or-cpu", "--accelerator", "cpu").template.HasField("extended_resources"),
               "--accelerator asks for another alternative")
for arguments, said in [(["flyte", "echo"], "--image"), (["flyte", "ecco", "--image", "i"], "did you mean echo?"),
                        (["flyte", "echo", "--image", "i", "--accelerator", "A100"], '"A100" is not one of the task\'s: cpu'),
                        (["flyte", "echo", "--image", "i", "--mount", "bucket"], "URI=FOLDER is, as s3://bucket=/mnt/bucket")]:
    refused = run(*arguments)
    checks.require(refused.returncode == 2 and said in refused.stderr, f"{arguments} is refused", refused.stderr)


def without_titles(message):
    """The JSON of a type. A structure's title is the name of a class in Python and of the input here; a file's schema is shorter."""
    def strip(json_value):
        if isinstance(json_value, dict):
            return {key: strip(value) for key, value in json_value.items() if key != "title"}
        return [strip(each) for each in json_value] if isinstance(json_value, list) else json_value
    return strip(json_format.MessageToDict(message))


for task, types in ("echo", TYPES), ("copy-files", FILES):
    interface = spec_of(task).template.interface
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
    model = task_models.TaskSpec.from_flyte_idl(spec_of(task))
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
interface = task_models.TaskSpec.from_flyte_idl(spec_of("options")).template.interface
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

# ---- runs

TEXTS = ["", "a", "naïve ☃ 𝄞", "line\nbreak", "{}", "null", "x" * 300]


def number():
    return randomly.choice([0.0, -0.0, 0.1, 1.7976931348623157e308, 5e-324, randomly.gauss(0, 1e6), float("inf"), float("-inf")])


def integer(bits=64):
    return randomly.choice([-2**(bits - 1), 2**(bits - 1) - 1, 0, 1, randomly.randint(-2**(bits - 1), 2**(bits - 1) - 1)])


def several(make):
    return [make() for _ in range(randomly.randrange(4))]


def named(make):
    return {text: make() for text in randomly.sample(TEXTS, randomly.randrange(4))}


def text():
    return randomly.choice(TEXTS)


def point(bits):
    return Point(integer(bits), number(), randomly.choice([None, text()]))


def every_type(bits):
    return {
        "truth": randomly.random() < 0.5, "small": integer(8), "medium": randomly.randint(0, 65535), "large": integer(),
        "unsigned_large": randomly.choice([0, 2**63 - 1]), "single": randomly.choice([0.5, -3.0, 2.0**-149, float("inf")]),
        "number": number(), "text": text(), "integers": several(integer), "lists": several(lambda: several(text)),
        "numbers": named(number), "truths": named(lambda: several(lambda: randomly.random() < 0.5)),
        "maybe": randomly.choice([None, integer(32)]), "maybe_list": randomly.choice([None, several(number)]), "where": point(bits),
        "path": several(lambda: point(bits)), "places": named(lambda: point(bits)), "maybe_point": randomly.choice([None, point(bits)])}


def written(values, types):
    """inputs.pb as flytekit writes it."""
    literals = {name: TypeEngine.to_literal(context, value, types[name], TypeEngine.to_literal_type(types[name]))
                for name, value in values.items()}
    return literal_models.LiteralMap(literals).to_flyte_idl().SerializeToString()


count = 0


def run_task(task, inputs, *more, **environment):
    """The folder of the outputs, and what was printed."""
    global count
    count += 1
    (FOLDER / f"inputs{count}.pb").write_bytes(inputs)
    done = run("run", task, "--flyte-inputs", f"inputs{count}.pb", "--flyte-output-prefix", f"outputs{count}", *more,
               **{"ACME_XPU_OFF": "1", **environment})
    return FOLDER / f"outputs{count}", done


def read(folder, types):
    message = literals_pb2.LiteralMap.FromString((folder / "outputs.pb").read_bytes())
    read_as = literal_models.LiteralMap.from_flyte_idl(message)
    return {name: TypeEngine.to_python_value(context, read_as.literals[name], types[name]) for name in types}


def in_order(values):
    """As text, which tells 0.0 from -0.0; maps have no order."""
    return repr({name: sorted(value.items()) if isinstance(value, dict) else value for name, value in sorted(values.items())})


wrong_ones = 0
for i in range(24):
    old = i % 4 == 3  # structures as protobuf's Struct, as before flytekit 1.14: all numbers are doubles, and finite
    values = every_type(50 if old else 64)
    if old:
        os.environ["FLYTE_USE_OLD_DC_FORMAT"] = "true"
        for each in [values["where"], *values["path"], *values["places"].values(), values["maybe_point"] or Point(0, 0.0)]:
            each.y = float(each.x)
    inputs = written(values, TYPES)
    os.environ.pop("FLYTE_USE_OLD_DC_FORMAT", None)
    folder, done = run_task("echo", inputs)
    good = done.returncode == 0 and (folder / "outputs.pb").exists() and in_order(read(folder, TYPES)) == in_order(values)
    wrong_ones += not good
    if not good:
        print(values, done.stdout, done.stderr, read(folder, TYPES) if (folder / "outputs.pb").exists() else
              (folder / "error.pb").read_bytes())
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


folder, done = run_task("copy-files", files_message(a, f"file://{b}"))
outputs = read(folder, {"first": FlyteFile, "more": typing.List[FlyteFile]}) if done.returncode == 0 else {}
checks.require(bool(outputs) and pathlib.Path(outputs["first"].remote_source or outputs["first"].path).read_text() == "a" and
               [pathlib.Path(each.remote_source or each.path).read_text() for each in outputs["more"]] == ["a", "b"],
               "flytekit reads the files of the outputs", (outputs, done.stderr))
(FOLDER / "bucket").mkdir()
(FOLDER / "bucket/c.txt").write_text("c")
folder, done = run_task("copy-files", files_message("s3://bucket/c.txt"), "--flyte-mount", f"s3://bucket={FOLDER}/bucket",
                        "--flyte-raw-output-prefix", "s3://bucket/raw")
message = literals_pb2.LiteralMap.FromString((folder / "outputs.pb").read_bytes()) if (folder / "outputs.pb").exists() else None
checks.require(message is not None and message.literals["first"].scalar.blob.uri == "s3://bucket/raw/copy-files/copies/0.txt" and
               (FOLDER / "bucket/raw/copy-files/copies/0.txt").read_text() == "c", "a mounted bucket", (message, done.stderr))

# ---- what goes wrong


def error_of(folder):
    return errors_pb2.ErrorDocument.FromString((folder / "error.pb").read_bytes()).error if (folder / "error.pb").exists() else None


factor = {"factor": float}
for task, inputs, code, kind, origin, said in [
        ("silent", written({"factor": -1.0}, factor), "USER:TaskFailed", 0, 1, "the factor is negative"),
        ("silent", written({}, {}), "USER:WrongInput", 0, 1, "factor: is missing; a number is valid"),
        ("silent", written({"factor": "x"}, {"factor": str}), "USER:WrongInput", 0, 1, "factor: a literal of another type"),
        ("silent", written({"factor": 1.0, "extra": 1.0}, {"factor": float, "extra": float}), "USER:WrongInput", 0, 1,
         'there is no input "extra"'),
        ("options", written({"devices": "x", "max_size": 2**40}, {"devices": str, "max_size": int}), "USER:WrongInput", 0, 1,
         f"max_size: {2**40} is not valid; a whole number from -2147483648 to 2147483647 is"),
        ("copy-files", files_message("s3://bucket/a"), "USER:WrongInput", 0, 1, "s3://bucket/a is not in a folder of this machine; a mounted bucket is, with --flyte-mount"),
        ("copy-files", files_message(f"{a}x"), "USER:WrongInput", 0, 1, f"{a}x does not exist; a file is valid"),
        ("on-scarce", b"\xff", "SYSTEM:NoAccelerator", 1, 2, "ACME_XPU_OFF is set")]:
    folder, done = run_task(task, inputs)
    error = error_of(folder)
    checks.require(done.returncode == 0 and error is not None and (error.code, error.kind, error.origin) == (code, kind, origin) and
                   said in error.message and not (folder / "outputs.pb").exists(), f"{task}: error.pb says {said}", (error, done.stderr))
folder, done = run_task("silent", written({}, {}), FLYTE_FAIL_ON_ERROR="true")
checks.require(done.returncode == 1 and error_of(folder) is not None, "FLYTE_FAIL_ON_ERROR makes it an exit status")
unsigned = literals_pb2.LiteralMap.FromString(written(every_type(64), TYPES))
folder, done = run_task("echo", unsigned.SerializeToString())
again = run("run", "echo", "--flyte-inputs", f"inputs{count}.pb", "--flyte-output-prefix", f"outputs{count}")
checks.require(again.returncode != 0 or error_of(folder) is not None, "outputs.pb that is there is not replaced", again.stderr)

# Cut off or damaged anywhere: an error that is written, or a result, and never an end by a signal.
whole = written(every_type(64), TYPES)
died = 0
for i in range(40):
    damaged = bytearray(whole[:randomly.randrange(len(whole))] if i % 2 else whole)
    for _ in range(randomly.randrange(1, 4)):
        if damaged:
            damaged[randomly.randrange(len(damaged))] = randomly.randrange(256)
    folder, done = run_task("echo", bytes(damaged))
    if done.returncode != 0 or (error_of(folder) is None) != (folder / "outputs.pb").exists():
        died += 1
        print(done.returncode, done.stderr, bytes(damaged).hex())
checks.require(died == 0, "40 damaged messages end in error.pb or outputs.pb")

if checks.wrong:
    sys.exit(f"{checks.wrong} checks are wrong")
print("all as it should be")
