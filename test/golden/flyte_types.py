# SPDX-License-Identifier: BSL-1.0
"""flyte_types.py PROGRAM: datetimes, durations, enumerations, unions, folders, datasets and offloaded literals, as flytekit writes and
reads them. PROGRAM is that of test/unit/program/tasks.cpp."""

import collections
import dataclasses
import datetime
import enum
import json
import os
import pathlib
import random
import sys
import typing

import msgpack
import pandas
from flyteidl.admin import task_pb2
from flyteidl.core import errors_pb2, literals_pb2
from flytekit import workflow
from flytekit.configuration import ImageConfig, SerializationSettings
from flytekit.core.context_manager import FlyteContextManager
from flytekit.core.type_engine import TypeEngine
from flytekit.models import literals as literal_models
from flytekit.models import task as task_models
from flytekit.remote.entities import FlyteTask
from flytekit.tools.translator import get_serializable
from flytekit.types.directory import FlyteDirectory
from flytekit.types.structured import StructuredDataset
from google.protobuf import json_format
from typing_extensions import Annotated

from task_program import TaskProgram
from checks import Checks

program = TaskProgram(sys.argv[1], task_pb2.TaskSpec)
FOLDER = program.folder
checks = Checks()
context = FlyteContextManager.current_context()
UTC, Datetime, Duration = datetime.timezone.utc, datetime.datetime, datetime.timedelta


class Method(enum.Enum):
    FAST = "fast"
    EXACT = "exact!"


@dataclasses.dataclass
class Appointment:
    when: Datetime
    length: Duration
    how: Method
    either: typing.Union[bool, str]


NumberOrText = typing.Union[int, str, typing.List[float]]
TIMES = {"when": Datetime, "day": Datetime, "length": Duration, "real": Duration, "minutes": Duration, "how": Method,
         "ways": typing.List[Method], "either": NumberOrText, "maybe": typing.Optional[NumberOrText],
         "several": typing.Dict[str, NumberOrText], "next": Appointment, "last": typing.Optional[Datetime]}
Csv, Parquet = Annotated[StructuredDataset, "csv"], Annotated[StructuredDataset, "parquet"]
FOLDERS = {"folder": FlyteDirectory, "table": Csv, "columns": typing.Optional[Parquet]}


def without_titles(of, schema=False):
    """The JSON of a type, without what differs in texts alone."""
    if isinstance(of, list):
        return [without_titles(each, schema) for each in of]
    if not isinstance(of, dict):
        return of
    return {key: sorted(value) if key == "required" else without_titles(value, schema) for key, value in of.items() if key != "title"}


for task, types in ("echo-times", TIMES), ("add-to", FOLDERS):
    interface = program.spec(task).template.interface
    for name, python_type in types.items():
        wanted = without_titles(json_format.MessageToDict(TypeEngine.to_literal_type(python_type).to_flyte_idl()))
        for side in interface.inputs, interface.outputs:
            ours = without_titles(json_format.MessageToDict(side.variables[name].type))
            checks.require(ours == wanted, f"{task}: the type of {name} is flytekit's {python_type}", (ours, wanted))
    checks.require(set(interface.inputs.variables) == set(types), f"{task}: all inputs are there", interface)
    message = task_pb2.TaskSpec.FromString(program.message(task))
    checks.require(message == program.spec(task), f"{task}: the message and the JSON are the same TaskSpec", message)


def literal(value, python_type):
    return TypeEngine.to_literal(context, value, python_type, TypeEngine.to_literal_type(python_type))


def written(values, types):
    return literal_models.LiteralMap({name: literal(value, types[name]) for name, value in values.items()}).to_flyte_idl().SerializeToString()


def outputs_of(made):
    return literal_models.LiteralMap.from_flyte_idl(literals_pb2.LiteralMap.FromString(made["outputs.pb"])).literals


def read(made, types):
    literals = outputs_of(made)
    return {name: TypeEngine.to_python_value(context, literals[name], types[name]) for name in types}


def error_of(made):
    return errors_pb2.ErrorDocument.FromString(made["error.pb"]).error if "error.pb" in made else None


# ---- there and back

choose = random.Random(3)


def moment(first=Datetime(1700, 1, 1), last=Datetime(2250, 1, 1)):
    return (first + choose.random() * (last - first)).replace(tzinfo=UTC)


def times():
    number_or_text = lambda: choose.choice([5, -7, "", "text", "12", [0.5, -1.0], []])  # noqa: E731
    span = lambda: Duration(microseconds=choose.choice([0, 1, -1, 1500000, -1500000, choose.randint(-10**15, 10**15)]))  # noqa: E731
    return {"when": moment(), "day": moment(Datetime(1, 1, 1), Datetime(9999, 1, 1)).replace(hour=0, minute=0, second=0, microsecond=0),
            "length": span(), "real": Duration(seconds=choose.randint(-10**6, 10**6), milliseconds=500),
            "minutes": Duration(minutes=choose.randint(-10**8, 10**8)), "how": choose.choice(list(Method)),
            "ways": choose.choices(list(Method), k=choose.randrange(4)), "either": number_or_text(),
            "maybe": choose.choice([None, number_or_text()]), "several": {str(i): number_or_text() for i in range(choose.randrange(4))},
            "next": Appointment(moment(), span(), choose.choice(list(Method)), choose.choice([True, False, "", "true"])),
            "last": choose.choice([None, moment()])}


wrong = 0
for i in range(24):
    values = times()
    made, done = program.run("echo-times", written(values, TIMES))
    good = done.returncode == 0 and "outputs.pb" in made and read(made, TIMES) == values
    wrong += not good
    if not good:
        print(values, done.stderr, read(made, TIMES) if "outputs.pb" in made else made)
checks.require(wrong == 0, "24 random inputs that flytekit writes come back as they were")

good = times()
made, _ = program.run("echo-times", written({**good, "either": "text"}, TIMES))
checks.require(outputs_of(made)["either"].scalar.union.stored_type.structure.tag == "str", "a union says which of its types it has", made)

# Without a zone a datetime is in UTC, as for flytekit.
naive = Appointment(Datetime(2026, 1, 2, 3, 4, 5), Duration(0), Method.FAST, True)
made, done = program.run("echo-times", written({**good, "next": naive}, TIMES))
checks.require(done.returncode == 0 and read(made, {"next": Appointment})["next"].when == naive.when.replace(tzinfo=UTC),
               "a datetime without a zone", done.stderr)

for name, value, python_type, said in [
        ("when", 5, int, "when: a whole number is not valid; a datetime from 1677-09-21T"),
        ("when", Datetime(2600, 1, 1, tzinfo=UTC), Datetime, "when: 19880899200 seconds since 1970 is not valid; a datetime from 1677-"),
        ("day", Datetime(2026, 1, 1, 1, tzinfo=UTC), Datetime, "day: 1767229200 seconds since 1970 is not valid; a datetime from 0001-01-01T00:00:00Z"),
        ("minutes", Duration(seconds=61), Duration, "in steps of 60s is"),
        ("length", "1s", str, "length: a text is not valid; a duration from -9223372036s to 9223372035s is"),
        ("how", "slow", str, 'how: "slow" is not valid; one of fast, exact! is'),
        ("how", 1, int, "how: a whole number is not valid; one of fast, exact! is"),
        ("ways", ["fast", ""], typing.List[str], 'ways[1]: "" is not valid; one of fast, exact! is'),
        ("either", 0.5, float, "either: a number is not valid; a whole number from -9223372036854775808 to 9223372036854775807 or text or a list of numbers is"),
        ("either", True, typing.Union[bool, str], "either: a truth value is not valid"),
        ("several", {"a": [1.0], "b": ["x"]}, typing.Dict[str, typing.Union[typing.List[float], typing.List[str]]],
         "several.b[0]: a text is not valid; a number is")]:
    made, done = program.run("echo-times", written({**good, name: value}, {**TIMES, name: python_type}))
    error = error_of(made)
    checks.require(error is not None and error.code == "USER:WrongInput" and said in error.message and said in done.stderr,
                   f"error.pb and the log say {said}", (error, done.stderr))
packed = literals_pb2.LiteralMap.FromString(written(good, TIMES))
binary = packed.literals["next"].scalar.binary
binary.value = msgpack.dumps({**msgpack.loads(binary.value), "how": b"\xff"})
made, done = program.run("echo-times", packed.SerializeToString())
checks.require(error_of(made) is not None and "next.how: bytes is not valid; one of fast, exact! is" in error_of(made).message,
               "bytes in place of a text are called so", done.stderr)

# ---- folders and datasets

(FOLDER / "grow").mkdir()
(FOLDER / "grow/one.txt").write_text("one")
table = pandas.DataFrame({"x": [1, 2], "label": ["a", "b"]})
inputs = {"folder": FlyteDirectory(str(FOLDER / "grow")), "table": StructuredDataset(dataframe=table, file_format="csv"),
          "columns": StructuredDataset(dataframe=table, file_format="parquet")}
for columns in inputs["columns"], None:
    made, done = program.run("add-to", written({**inputs, "columns": columns}, FOLDERS), "--flyte-raw-output-prefix", FOLDER / f"raw{program.count}")
    checks.require(done.returncode == 0 and "outputs.pb" in made, "a folder and datasets", (done.stderr, error_of(made)))
    back = read(made, FOLDERS)
    grown = pathlib.Path(back["folder"].remote_source or back["folder"].path)
    checks.require({each.name: each.read_text() for each in grown.iterdir()} == {"one.txt": "one", "more.txt": "more"},
                   "flytekit reads the folder", list(grown.iterdir()))
    frame = back["table"].open(pandas.DataFrame).all()
    checks.require(frame.values.tolist() == [[1, "a"], [2, "b"], [3, "c"]], "flytekit reads the CSV", frame)
    frame = back["columns"] and back["columns"].open(pandas.DataFrame).all()
    checks.require(frame is None if columns is None else frame.values.tolist() == table.values.tolist(), "flytekit reads the Parquet", frame)

# A dataset may be a file itself, and a folder in a mounted bucket.
(FOLDER / "bucket/grow").mkdir(parents=True)
(FOLDER / "bucket/plain.csv").write_text("x,label\n1,a\n")


def message(folder="s3://bucket/grow", table="s3://bucket/plain.csv", multipart=1, table_format="csv"):
    of = literals_pb2.LiteralMap()
    of.literals["folder"].scalar.blob.uri = folder
    of.literals["folder"].scalar.blob.metadata.type.dimensionality = multipart
    of.literals["table"].scalar.structured_dataset.uri = table
    of.literals["table"].scalar.structured_dataset.metadata.structured_dataset_type.format = table_format
    return of.SerializeToString()


MOUNT = ["--flyte-mount", f"s3://bucket={FOLDER}/bucket", "--flyte-raw-output-prefix", "s3://bucket/raw"]
made, done = program.run("add-to", message(), *MOUNT)
uris = outputs_of(made) if "outputs.pb" in made else {}
checks.require(uris and uris["folder"].scalar.blob.uri == "s3://bucket/raw/add-to/grown" and
               uris["table"].scalar.structured_dataset.uri == "s3://bucket/raw/add-to/grown_table" and
               (FOLDER / "bucket/raw/add-to/grown_table/.csv").read_text() == "x,label\n1,a\n3,c\n", "a mounted bucket", done.stderr)
for inputs, said in [(message(multipart=0), "folder: a file is not valid; a folder is"),
                     (message(table_format="parquet"), 'table: a dataset of the format "parquet" is not valid; a csv dataset is'),
                     (message(folder="s3://bucket/plain.csv"), "plain.csv is a file; a folder is valid"),
                     (message(table="s3://bucket/absent"), "absent does not exist; a csv dataset is valid")]:
    made, done = program.run("add-to", inputs, *MOUNT[:2])
    checks.require(error_of(made) is not None and said in error_of(made).message and said in done.stderr, f"it says {said}", done.stderr)

# ---- literals in files of their own


def offloaded(value, python_type, file):
    (FOLDER / file).write_bytes(literal(value, python_type).to_flyte_idl().SerializeToString())
    return literals_pb2.Literal(offloaded_metadata=literals_pb2.LiteralOffloadedMetadata(
        uri=str(FOLDER / file), size_bytes=(FOLDER / file).stat().st_size, inferred_type=TypeEngine.to_literal_type(python_type).to_flyte_idl()))


def with_offloaded(name, value):
    of = literals_pb2.LiteralMap.FromString(written(good, TIMES))
    of.literals[name].CopyFrom(offloaded(value, TIMES[name], f"{name}.pb"))
    return of


for name in "either", "several", "next", "when":
    made, done = program.run("echo-times", with_offloaded(name, good[name]).SerializeToString())
    checks.require(done.returncode == 0 and read(made, TIMES) == good, f"{name} is read from a file of its own", done.stderr)
lost = with_offloaded("either", 5)
lost.literals["either"].offloaded_metadata.uri += "x"
made, done = program.run("echo-times", lost.SerializeToString())
checks.require(error_of(made).code == "SYSTEM:InputsNotRead" and error_of(made).kind == errors_pb2.ContainerError.RECOVERABLE and
               "either: " in error_of(made).message, "a file that is not there is recoverable", error_of(made))

os.chdir(FOLDER)  # the program's URIs start there
large = {**good, "several": {str(i): "x" * 1000 for i in range(2000)}}
made, done = program.run("echo-times", written(large, TIMES), _F_L_MIN_SIZE_MB="1")
checks.require("several_offloaded_metadata.pb" in made and len(made["outputs.pb"]) < 10000 and read(made, TIMES) == large,
               "a large output is in a file of its own, which flytekit reads", (done.stderr, list(made)))
made, done = program.run("echo-times", written(large, TIMES), _F_L_MIN_SIZE_MB="1", _F_L_MAX_SIZE_MB="1")
checks.require("more than _F_L_MAX_SIZE_MB allows" in done.stderr and "outputs.pb" not in made, "one that is too large", done.stderr)

# ---- a workflow that calls it

settings = SerializationSettings(project="p", domain="d", version="v", image_config=ImageConfig.auto(img_name="img:1"))
add_to = FlyteTask.promote_from_model(task_models.TaskSpec.from_flyte_idl(program.spec("add-to")).template)


@workflow
def calls(folder: FlyteDirectory, table: Csv, columns: typing.Optional[Parquet]) -> FlyteDirectory:
    first = add_to(folder=folder, table=table, columns=columns)
    return add_to(folder=first.folder, table=first.table, columns=first.columns).folder


compiled = get_serializable(collections.OrderedDict(), settings, calls).to_flyte_idl().template
checks.require(len(compiled.nodes) == 2, "a workflow passes folders and datasets on", compiled)

if checks.wrong:
    sys.exit(f"{checks.wrong} checks are wrong")
print("all as it should be")
