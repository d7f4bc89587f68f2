#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""check_program.py PROGRAM FOLDER: what a program of tasks (tasks.cpp) says, writes and refuses, run as a user runs it."""

import json
import os
import pathlib
import random
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
from checks import Checks  # noqa: E402

PROGRAM, FOLDER = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2])
CUDA = "--cuda" in sys.argv
SCARCE = "A100 2g.10gb" if CUDA else "acme-xpu half"
checks = Checks()
shutil.rmtree(FOLDER, ignore_errors=True)
FOLDER.mkdir(parents=True)


def run(*arguments, stdin="", off=True):
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("ALLOTYPE_", "ACME_"))}
    if off:
        environment.update(ACME_XPU_OFF="1", CUDA_VISIBLE_DEVICES="")
    return subprocess.run([PROGRAM, *map(str, arguments)], cwd=FOLDER, env=environment, input=stdin, text=True, capture_output=True)


def expect(status, *texts, arguments, stdin="", off=True):
    """The status is as said, and what is printed has the texts; those that begin with ! it has not."""
    done = run(*arguments, stdin=stdin, off=off)
    said = done.stdout + done.stderr
    good = done.returncode == status
    for text in texts:
        good = good and (text[1:] not in said if text.startswith("!") else text in said)
    checks.require(good, f"{' '.join(map(str, arguments))[:100]}: {status}, {texts}", f"status {done.returncode}\n{said}")
    return done


def everything():
    return sorted(str(path.relative_to(FOLDER)) for path in FOLDER.rglob("*"))


# ---- what there is

expect(2, "a command is missing", "list", "describe", "run", arguments=[])
expect(0, "list", "describe", "run", arguments=["--help"])
expect(0, "echo              cpu\n", "\non-scarce-or-cpu  " + SCARCE + ", else cpu\n", arguments=["list"])
listed = json.loads(expect(0, arguments=["list", "--json"]).stdout)
checks.require([task["name"] for task in listed[:2]] == ["echo", "copy-files"], "list --json has the tasks in order", listed)
expect(0, "echo\n  accelerators  cpu\n  limits        2 cores, 1024 MiB of memory\n  inputs\n    truth           true or false\n",
       "integers        list of whole numbers\n", "maybe           whole number; may be absent\n",
       "where           structure with x: whole number, y: number, label: text\n", "  outputs\n    truth ",
       arguments=["describe", "echo"])
expect(0, "!outputs", arguments=["describe", "silent"])
described = json.loads(expect(0, arguments=["describe", "echo", "--json"]).stdout)
checks.require(described["inputs"]["small"] == {"kind": "integer", "least": -128, "most": 127} and
               described["inputs"]["unsigned_large"]["most"] == 2**64 - 1 and
               described["inputs"]["path"]["of"]["fields"]["x"]["kind"] == "integer" and described["limits"]["memory"] == 2**30,
               "describe --json has kinds and limits", described)
expect(2, 'there is no task "ecco"', "did you mean echo?", arguments=["describe", "ecco"])
expect(2, 'there is no command or task "lsit"', "did you mean list?", arguments=["lsit"])
expect(2, 'there is no command or task "ecco"', "did you mean echo?", arguments=["run", "ecco"])
expect(2, "a command is missing: one of echo, copy-files", arguments=["run"])
expect(2, 'there is no option "--factr"', "did you mean --factor?", arguments=["run", "silent", "--factr", "1"])
expect(0, "--max-size", "--dry-run", "whole number", arguments=["run", "options", "--help"])

# ---- inputs by name

expect(0, '"max_size": -7', '"devices": "of mine"', arguments=["run", "options", "--max-size", "-7", "--input", "devices=of mine"])
expect(0, '"max_size": 7', '"devices": "a=b"', arguments=["run", "options", "--input", "max_size=7", "--input", "devices=a=b"])
expect(2, "max_size: is given twice", arguments=["run", "options", "--max-size", "1", "--input", "max_size=1", "--input", "devices="])
expect(2, 'there is no input "max-size"', "the inputs are devices, max_size; did you mean max_size?",
       arguments=["run", "options", "--input", "max-size=1"])
expect(2, '"max_size" is not valid; NAME=VALUE is', arguments=["run", "options", "--input", "max_size"])
expect(2, "devices: is missing; text is valid", arguments=["run", "options", "--max-size", "1"])
for text in "1.5", "2147483648", "one", "", " 1", "1 ", "0x10":
    expect(2, f'max_size: "{text}" is not valid; a whole number from -2147483648 to 2147483647 is' if text != "2147483648" else
           f"max_size: {text} is not valid; a whole number from -2147483648 to 2147483647 is",
           arguments=["run", "options", f"--max-size={text}", "--input", "devices=x"] if text else
           ["run", "options", "--input", "max_size=", "--input", "devices=x"])
for text in "1,5", "nan", "inf", "1e999", "":
    expect(2, f'factor: "{text}" is not valid; a number is', arguments=["run", "silent", "--input", f"factor={text}"])
for text in "1", "-1e-3", "NaN", "Infinity", ".5":
    expect(0 if not text.startswith("-1") else 1, arguments=["run", "silent", f"--factor={text}"])
expect(2, 'lists: is not JSON (mistake at byte 1); write a list as', arguments=["run", "echo", "--lists", "a,b"])
expect(2, "where: is not JSON", "write a structure as", arguments=["run", "echo", "--where", "x=1"])
expect(2, 'truth: "yes" is not valid; true or false is', arguments=["run", "echo", "--truth", "yes"])

# ---- what systems are asked for

script = expect(0, "#SBATCH --job-name=environment\n", "#SBATCH --gres=gpu:nvidia_a100_2g.10gb:1\n", "#SBATCH --cpus-per-task=1\n",
                "#SBATCH --mem=64M\n", rf" '{PROGRAM}' 'run' 'environment' '--variable' 'it'\''s'",
                arguments=["request", "slurm", "environment", "--", "--variable", "it's"])
pod = expect(0, "kind: Pod\n", "name: environment\n", 'nvidia.com/mig-2g.10gb: "1"', "example/tasks:2", "- tasks\n    - run\n    - environment\n", "!" + PROGRAM,
             arguments=["request", "kubernetes-mixed", "environment", "--image", "example/tasks:2"])
expect(0, "/bin/tasks", arguments=["request", "kubernetes-mixed", "environment", "--image", "i", "--command", "/bin/tasks"])
expect(0, "name: on-two-kinds\n", "name: h100\n", "name: a100\n", "count: 2", arguments=["request", "dra", "on_Two_kinds", "--image", "i"])
decided = json.loads(expect(0, arguments=["request", "gke", "on_Two_kinds", "--accelerator", "H100_80GB", "--json"]).stdout)
checks.require(decided["limits"]["nvidia.com/gpu"] == 2, "--json has what the request decides", decided)
expect(0, "ntasks=3\n", arguments=["request", "slurm", "environment", "--nodes", "3"])
expect(0, "NVIDIA-A100-PCIE-40GB", arguments=["request", "kubernetes-mixed", "environment", "--image", "i", "--set", "product=NVIDIA A100-PCIE-40GB"])
expect(2, '"slrum" is no flavour of a pool; the nearest is slurm; there are', arguments=["request", "slrum", "environment"])
expect(2, "a task is missing: the tasks are echo, copy-files", arguments=["request", "slurm"])
expect(2, 'there is no task "enviroment"', "did you mean environment?", arguments=["request", "slurm", "enviroment"])
expect(2, "echo: runs on the cpu alone; a request is for a GPU or a TPU", arguments=["request", "slurm", "echo"])
expect(2, "--image: is missing; kubernetes-mixed runs containers", arguments=["request", "kubernetes-mixed", "environment"])
expect(2, '--accelerator: "T4" is none of on_Two_kinds; it has H100_80GB, A100 3g.20gb',
       arguments=["request", "slurm", "on_Two_kinds", "--accelerator", "T4"])
expect(2, "on_Two_kinds from gke: ", "--accelerator asks for one of H100_80GB, A100 3g.20gb", arguments=["request", "gke", "on_Two_kinds"])
expect(2, '--set: "red" is not valid; NAME=VALUE is', arguments=["request", "slurm", "environment", "--set", "red"])
expect(2, '"colour" is no setting of this flavour; there are', arguments=["request", "slurm", "environment", "--set", "colour=red"])
# What the job gets is checked as for a run, but for its files.
expect(2, 'there is no option "--varable" here', "did you mean --variable?", arguments=["request", "slurm", "environment", "--", "--varable=x"])
expect(2, 'variable: is missing; text is valid', arguments=["request", "slurm", "environment", "--", "--output-dir", "out"])
(FOLDER / "lab.json").write_text(json.dumps({"pools": [
    {"name": "whole", "flavour": "slurm-22.05", "gpus": [{"device": "A100", "count": 2}]},
    {"name": "parts", "flavour": "slurm", "gpus": [{"device": "A100", "layout": ["2g.10gb"]}], "settings": {"queue": "night"}},
    {"name": "cloud", "flavour": "gke", "gpus": [{"device": "H100_80GB", "count": 8}]}]}))
expect(0, "--partition=night\n", "gpu:nvidia_a100_2g.10gb:1", arguments=["request", "slurm", "environment", "--pool", "lab.json"])
expect(0, "--partition=night\n", arguments=["request", "parts", "environment", "--pool", "lab.json"])
expect(2, "environment from whole: the nodes of this pool have the device, and no part of it that is partitioned so",
       arguments=["request", "whole", "environment", "--pool", "lab.json"])
expect(0, 'nvidia.com/gpu: "2"', arguments=["request", "gke", "on_Two_kinds", "--pool", "lab.json", "--image", "i"])
expect(2, 'lab.json: there is no pool "lsf"; there are whole (slurm-22.05), parts (slurm), cloud (gke)',
       arguments=["request", "lsf", "environment", "--pool", "lab.json"])
expect(2, "absent.json: cannot be read", arguments=["request", "slurm", "environment", "--pool", "absent.json"])

# ---- every type, there and back

randomly = random.Random(11)
TEXTS = ["", "a", "naïve ☃ 𝄞", "line\nbreak\ttab \"quoted\" \\", "{}", "[1, 2]", "null", "-1", "x" * 300]


def number():
    return randomly.choice([0.0, -0.0, 0.1, -1e-300, 1.7976931348623157e308, 5e-324, float(randomly.randint(-2**53, 2**53)),
                            randomly.gauss(0, 1e6), "NaN", "Infinity", "-Infinity"])


def integer(bits=64, signed=True):
    least, most = (-2**(bits - 1), 2**(bits - 1) - 1) if signed else (0, 2**bits - 1)
    return randomly.choice([least, most, 0, 1, randomly.randint(least, most)])


def several(make):
    return [make() for _ in range(randomly.randrange(4))]


def named(make):
    return {text: make() for text in sorted(randomly.sample(TEXTS, randomly.randrange(4)), key=lambda text: text.encode())}


def text():
    return randomly.choice(TEXTS)


def point():
    return {"x": integer(), "y": number(), "label": randomly.choice([None, text()])}


def every_type():
    return {
        "truth": randomly.random() < 0.5, "small": integer(8), "medium": integer(16, False), "large": integer(),
        "unsigned_large": integer(64, False), "single": randomly.choice([0.5, -3.0, 2.0**-149, 3.4028234663852886e38, "NaN"]),
        "number": number(), "text": text(), "integers": several(integer), "lists": several(lambda: several(text)),
        "numbers": named(number), "truths": named(lambda: several(lambda: randomly.random() < 0.5)),
        "maybe": randomly.choice([None, integer(32)]), "maybe_list": randomly.choice([None, several(number)]), "where": point(),
        "path": several(point), "places": named(point), "maybe_point": randomly.choice([None, point()])}


def argument(value):
    return value if isinstance(value, str) else json.dumps(value)


def same(a, b):
    """As texts, so that 1 is not 1.0 and -0.0 not 0.0."""
    return json.dumps(a) == json.dumps(b)


def main_checks():
    wrong = 0
    for i in range(60):
        inputs = every_type()
        if i % 2 == 0:
            done = run("run", "echo", "--inputs", "-", stdin=json.dumps(inputs, ensure_ascii=i % 4 == 0))
        else:  # what is absent is left out
            stated = {name: value for name, value in inputs.items() if value is not None}
            done = run("run", "echo", *[f"--{name.replace('_', '-')}={argument(value)}" for name, value in stated.items()])
        good = done.returncode == 0 and same(json.loads(done.stdout), inputs)
        wrong += not good
        if not good:
            print(json.dumps(inputs), done.stdout, done.stderr)
    checks.require(wrong == 0, "60 random inputs of every type come back as they were")

    # One place at a time is wrong, and the error names it.
    good = {**every_type(), "path": [point(), point()], "places": {"home": point()}, "maybe": None}
    for place, value, text in [
            (["truth"], 1, "truth: 1 is not valid; true or false is"),
            (["small"], 128, "small: 128 is not valid; a whole number from -128 to 127 is"),
            (["small"], -129, "small: -129 is not valid"),
            (["medium"], -1, "medium: -1 is not valid; a whole number from 0 to 65535 is"),
            (["large"], 2**63, f"large: {2**63} is not valid"),
            (["large"], 1.5, "large: 1.5 is not valid"),
            (["large"], 1e300, "large: 1e+300 is not valid"),
            (["unsigned_large"], -1, "unsigned_large: -1 is not valid"),
            (["single"], 1e39, "single: 1e+39 is too large; the largest is 3.4028234663852886e+38"),
            (["number"], "1", 'number: "1" is not valid; a number is'),
            (["text"], None, "text: null is not valid; text is"),
            (["integers"], {}, "integers: {} is not valid; a list of whole numbers is"),
            (["integers"], [1, "2"], 'integers[1]: "2" is not valid; a whole number'),
            (["lists"], [[], ["a", 3]], "lists[1][1]: 3 is not valid; text is"),
            (["numbers"], [], "numbers: [] is not valid; a map from names to numbers is"),
            (["numbers"], {"a b": True}, "numbers.a b: true is not valid; a number is"),
            (["maybe"], "x", 'maybe: "x" is not valid; a whole number from -2147483648 to 2147483647 is'),
            (["where"], [], "where: [] is not valid; a structure with x: whole number, y: number, label: text is"),
            (["where", "x"], "x", 'where.x: "x" is not valid; a whole number'),
            (["where", "z"], 1, 'where: there is no "z"; there are x, y, label'),
            (["path", 1, "y"], [], "path[1].y: [] is not valid; a number is"),
            (["places", "home", "label"], 1, "places.home.label: 1 is not valid; text is")]:
        bad = json.loads(json.dumps(good))
        at = bad
        for step in place[:-1]:
            at = at[step]
        at[place[-1]] = value
        expect(2, text, arguments=["run", "echo", "--inputs", "-"], stdin=json.dumps(bad))
    for name in good:
        less = {key: value for key, value in good.items() if key != name}
        if name.startswith("maybe"):
            expect(0, arguments=["run", "echo", "--inputs", "-"], stdin=json.dumps(less))
        else:
            expect(2, f"{name}: is missing; ", arguments=["run", "echo", "--inputs", "-"], stdin=json.dumps(less))
    expect(2, 'there is no "extra"', arguments=["run", "echo", "--inputs", "-"], stdin=json.dumps({**good, "extra": 1}))
    expect(2, "is not JSON (mistake at byte 4)", arguments=["run", "echo", "--inputs", "-"], stdin="truth: 1")
    expect(2, "-: is not an object of inputs", arguments=["run", "echo", "--inputs", "-"], stdin="[]")
    expect(2, "--inputs: absent.json cannot be read", arguments=["run", "echo", "--inputs", "absent.json"])
    expect(2, "--inputs: . is a folder", arguments=["run", "echo", "--inputs", "."])
    # The command line replaces what the file says.
    expect(0, '"small": -5', arguments=["run", "echo", "--inputs", "-", "--small", "-5"], stdin=json.dumps({**good, "small": 4}))
    expect(0, '"small": -5', arguments=["run", "echo", "--inputs", "-", "--small", "-5"],
           stdin=json.dumps({key: value for key, value in good.items() if key != "small"}))

    # ---- files
    for name in "a", "b", "c":
        (FOLDER / f"{name}.txt").write_text(name)
    (FOLDER / "deep").mkdir()
    (FOLDER / "deep" / "d.txt").write_text("d")
    stated = ["run", "copy-files", "--first", "a.txt", "--more", '["b.txt", "deep/d.txt"]', "--named", '{"c": "c.txt"}']
    expect(2, "--output-dir: is missing; the outputs of copy-files have files", arguments=stated)
    expect(0, "tasks: wrote out/one/outputs.json", arguments=[*stated, "--output-dir", "out/one"])
    outputs = json.loads((FOLDER / "out/one/outputs.json").read_text())
    checks.require(outputs == {"first": "copies/0.txt", "more": ["copies/1.txt", "copies/2.txt"], "named": {"c": "copies/3.txt"},
                               "maybe": None}, "outputs.json has the paths of the files from its folder on", outputs)
    contents = [(FOLDER / "out/one" / file).read_text() for file in ["copies/0.txt", "copies/1.txt", "copies/2.txt", "copies/3.txt"]]
    checks.require(contents == ["a", "b", "d", "c"], "the files are there", contents)
    # Outputs are inputs: relative paths in a JSON file start at its folder.
    expect(0, arguments=["run", "copy-files", "--inputs", "out/one/outputs.json", "--maybe", "a.txt", "--output-dir", "out/two/"])
    checks.require((FOLDER / "out/two/copies/4.txt").read_text() == "a" and (FOLDER / "out/two/copies/2.txt").read_text() == "d",
                   "a run takes the outputs of another", everything())
    before = everything()
    expect(2, "--output-dir: out/one is there already; name a folder that is new or empty",
           arguments=[*stated, "--output-dir", "out/one"])
    expect(2, "--output-dir: a.txt is there already", arguments=[*stated, "--output-dir", "a.txt"])
    expect(1, "cannot be written", arguments=[*stated, "--output-dir", "a.txt/new"])
    expect(2, "first: absent.txt does not exist; a file is valid",
           arguments=["run", "copy-files", "--first", "absent.txt", "--more", "[]", "--named", "{}", "--output-dir", "new"])
    expect(2, "more[1]: deep is a folder; a file is valid",
           arguments=["run", "copy-files", "--first", "a.txt", "--more", '["a.txt", "deep"]', "--named", "{}", "--output-dir", "new"])
    expect(2, "named.x: absent.txt does not exist",
           arguments=["run", "copy-files", "--first", "a.txt", "--more", "[]", "--named", '{"x": "absent.txt"}', "--output-dir", "new"])
    expect(1, "the disk of this test is full", arguments=["run", "half-a-file", "--factor", "1", "--output-dir", "new"])
    expect(1, "file: the task returned never.txt, which is not a file",
           arguments=["run", "not-written", "--factor", "1", "--output-dir", "new"])
    expect(1, "which is not in the folder that it got", arguments=["run", "pass-on", "--file", "a.txt", "--output-dir", "new"])
    expect(1, "devices: the task returned a text that is not UTF-8", arguments=["run", "not-utf8", "--factor", "1"])
    expect(1, "the factor is negative", arguments=["run", "silent", "--factor", "-1", "--output-dir", "new"])
    checks.require(everything() == before, "what failed left nothing behind", (before, everything()))
    (FOLDER / "empty").mkdir()
    expect(0, arguments=["run", "silent", "--factor", "1", "--output-dir", "empty"])
    checks.require((FOLDER / "empty/outputs.json").read_text() == "{}\n", "a folder that is empty may be there", everything())

    # ---- without running
    before = everything()
    dry = expect(0, arguments=[*stated, "--output-dir", "new", "--dry-run"])
    checks.require(json.loads(dry.stdout)["accelerator"] == "cpu" and json.loads(dry.stdout)["inputs"]["more"] == ["b.txt", "deep/d.txt"],
                   "--dry-run prints the accelerator and the inputs", dry.stdout)
    expect(2, "first: absent.txt does not exist", arguments=["run", "copy-files", "--first", "absent.txt", "--more", "[]", "--named", "{}",
                                                              "--dry-run"])
    expect(2, "out/one is there already", arguments=[*stated, "--output-dir", "out/one", "--dry-run"])
    checks.require(everything() == before, "--dry-run writes nothing", (before, everything()))

    # ---- accelerators
    reason = "not on" if CUDA else "ACME_XPU_OFF is set"
    # Not there: the reason, before an input is touched.
    expect(1, f"{SCARCE}: ", "!absent.txt", arguments=["run", "on-scarce", "--file", "absent.txt"])
    expect(1, f"{SCARCE}: ", arguments=["run", "on-scarce", "--file", "absent.txt", "--dry-run"])
    if not CUDA:
        expect(1, reason, arguments=["run", "on-scarce", "--file", "a.txt"])
    expect(0, f"tasks: not on {SCARCE}: ", "tasks: on-scarce-or-cpu on cpu (", '"factor": 3.5', arguments=["run", "on-scarce-or-cpu", "--factor", "3.5"])
    if not CUDA:
        expect(0, f"tasks: on-scarce-or-cpu on {SCARCE} (XPU simulator, 2 processing elements)", "!not on",
               arguments=["run", "on-scarce-or-cpu", "--factor", "3"], off=False)
        expect(2, "file: absent.txt does not exist", arguments=["run", "on-scarce", "--file", "absent.txt"], off=False)
    expect(0, "on cpu", arguments=["run", "on-scarce-or-cpu", "--factor", "3", "--accelerator", "cpu"], off=False)
    expect(2, "--accelerator", '"acme-ypu"', arguments=["run", "on-scarce-or-cpu", "--factor", "3", "--accelerator", "acme-ypu"])
    expect(1, "not compiled for it", arguments=["run", "echo", "--accelerator", SCARCE])
    expect(2, '--devices: "2" means 2 devices, and a run takes one; name one, as "0,"', arguments=["run", "silent", "--factor", "1", "--devices", "2"])
    expect(0, arguments=["run", "silent", "--factor", "1", "--devices", "1"])
    expect(2, "--devices", arguments=["run", "silent", "--factor", "1", "--devices", "x"])


main_checks()
if checks.wrong:
    sys.exit(f"{checks.wrong} checks are wrong")
print("all as it should be")
