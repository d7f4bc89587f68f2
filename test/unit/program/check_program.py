#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""check_program.py PROGRAM FOLDER: what a program of tasks (tasks.cpp) says, writes and refuses, run as a user runs it."""

import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
from checks import Checks  # noqa: E402
from every_type import EveryType  # noqa: E402

PROGRAM, FOLDER = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2])
CUDA = "--cuda" in sys.argv
SCARCE = "A100 2g.10gb" if CUDA else "acme-xpu half"
checks = Checks()
text = pathlib.Path(__file__).with_name("cases.txt").read_text().replace("PROGRAM", PROGRAM).replace("SCARCE", SCARCE)
SECTIONS = dict(re.findall(r"^## ([^\n]*)\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL))
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


def cases(section):
    """Those of a section of cases.txt."""
    for case in SECTIONS.pop(section).strip().split("\n\n"):
        command, status, *texts = case.splitlines()
        expect(int(status.removeprefix("= ")), *("!" + text[2:] if text.startswith("! ") else text.replace("\\n", "\n") for text in texts),
               arguments=shlex.split(command.removeprefix("$")))


def argument(value):
    return value if isinstance(value, str) else json.dumps(value)


def same(a, b):
    """As texts, so that 1 is not 1.0 and -0.0 not 0.0."""
    return json.dumps(a) == json.dumps(b)


def main_checks():
    cases("before there are files")
    listed = json.loads(run("list", "--json").stdout)
    checks.require([task["name"] for task in listed[:2]] == ["echo", "copy-files"], "list --json has the tasks in order", listed)
    described = json.loads(run("describe", "echo", "--json").stdout)
    checks.require(described["inputs"]["small"] == {"kind": "integer", "least": -128, "most": 127} and
                   described["inputs"]["unsigned_large"]["most"] == 2**64 - 1 and
                   described["inputs"]["path"]["of"]["fields"]["x"]["kind"] == "integer" and described["limits"]["memory"] == 2**30,
                   "describe --json has kinds and limits", described)
    decided = json.loads(run("request", "gke", "on_Two_kinds", "--accelerator", "H100_80GB", "--json").stdout)
    checks.require(decided["limits"]["nvidia.com/gpu"] == 2, "--json has what the request decides", decided)
    (FOLDER / "lab.json").write_text(json.dumps({"pools": [
        {"name": "whole", "system": "slurm-22.05", "gpus": [{"device": "A100", "count": 2}]},
        {"name": "parts", "system": "slurm", "gpus": [{"device": "A100", "layout": ["2g.10gb"]}], "settings": {"partition": "night"}},
        {"name": "cloud", "system": "gke", "gpus": [{"device": "H100_80GB", "count": 8}]}]}))
    cases("with pools")

    # ---- every type, there and back
    randomly = EveryType(11, lambda x, y, label: {"x": x, "y": y, "label": label}, ["NaN", "Infinity", "-Infinity"])
    wrong = 0
    for i in range(60):
        inputs = randomly.inputs()
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
    point = {"x": 1, "y": 2.5, "label": "a"}
    good = {**randomly.inputs(), "path": [point, point], "places": {"home": point}, "maybe": None}
    for row in pathlib.Path(__file__).with_name("wrong_inputs.tsv").read_text().splitlines()[1:]:
        *cells, text = row.split("\t")
        place, value = map(json.loads, cells)
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
    expect(2, "is not JSON (mistake on line 1, at byte 4)", arguments=["run", "echo", "--inputs", "-"], stdin="truth: 1")
    expect(2, "-: is not an object of inputs", arguments=["run", "echo", "--inputs", "-"], stdin="[]")
    cases("inputs in files")
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
    cases("files that are written")
    outputs = json.loads((FOLDER / "out/one/outputs.json").read_text())
    checks.require(outputs == {"first": "copies/0.txt", "more": ["copies/1.txt", "copies/2.txt"], "named": {"c": "copies/3.txt"},
                               "maybe": None}, "outputs.json has the paths of the files from its folder on", outputs)
    contents = [(FOLDER / "out/one" / file).read_text() for file in ["copies/0.txt", "copies/1.txt", "copies/2.txt", "copies/3.txt"]]
    checks.require(contents == ["a", "b", "d", "c"], "the files are there", contents)
    checks.require((FOLDER / "out/two/copies/4.txt").read_text() == "a" and (FOLDER / "out/two/copies/2.txt").read_text() == "d",
                   "a run takes the outputs of another; relative paths in a JSON file start at its folder", everything())
    before = everything()
    cases("what fails writes nothing")
    checks.require(everything() == before, "what failed left nothing behind", (before, everything()))
    (FOLDER / "empty").mkdir()
    cases("a folder that is empty")
    checks.require((FOLDER / "empty/outputs.json").read_text() == "{}\n", "a folder that is empty may be there", everything())

    # ---- without running
    before = everything()
    dry = expect(0, arguments=[*stated, "--output-dir", "new", "--dry-run"])
    checks.require(json.loads(dry.stdout)["accelerator"] == "cpu" and json.loads(dry.stdout)["inputs"]["more"] == ["b.txt", "deep/d.txt"],
                   "--dry-run prints the accelerator and the inputs", dry.stdout)
    cases("without running")
    checks.require(everything() == before, "--dry-run writes nothing", (before, everything()))

    # ---- accelerators
    cases("accelerators")
    if not CUDA:
        expect(1, "ACME_XPU_OFF is set", arguments=["run", "on-scarce", "--file", "a.txt"])
        expect(0, f"tasks: on-scarce-or-cpu on {SCARCE} (XPU simulator, 2 processing elements)", "!not on",
               arguments=["run", "on-scarce-or-cpu", "--factor", "3"], off=False)
        expect(2, "file: absent.txt does not exist", arguments=["run", "on-scarce", "--file", "absent.txt"], off=False)
    expect(0, "on cpu", arguments=["run", "on-scarce-or-cpu", "--factor", "3", "--accelerator", "cpu"], off=False)


main_checks()
checks.require(not SECTIONS, "no section of cases.txt is left", list(SECTIONS))
if checks.wrong:
    sys.exit(f"{checks.wrong} checks are wrong")
print("all as it should be")
