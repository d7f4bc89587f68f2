#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""The files that other programs read of the project: GitHub, citations, containers. Tools from PyPI (test/style_requirements.txt)
stand beside this Python.

project_files.py workflows      GitHub's schemas hold, each step calls ./dev alone, and all systems and compilers are there
project_files.py actionlint     actionlint, where it is on the path, has nothing to say
project_files.py zizmor         zizmor finds no weakness in the workflows
project_files.py citation       CITATION.cff is as its schema says, with the licence of the project; its version: package.versions
project_files.py container      .devcontainer has fields of the format alone, and calls a command that ./dev knows
"""

import json
import re
import shutil
import subprocess
import sys

from checks import Checks
from style import ROOT, tool

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
FORMS = sorted(each for each in (ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml") if each.name != "config.yml")

# The fields of a container that is made from an image, and of those that every container has (containers.dev).
TEXT, TRUTH, TEXTS = {"type": "string"}, {"type": "boolean"}, {"type": "array", "items": {"type": "string"}}
COMMAND = {"type": ["string", "array", "object"], "items": TEXT, "additionalProperties": {"type": ["string", "array"]}}
SIZE = {"type": "string", "pattern": r"^\d+([tgmk]b)?$"}
CONTAINER = {
    "type": "object",
    "required": ["image"],
    "additionalProperties": False,
    "properties": {
        "name": TEXT, "image": TEXT, "features": {"type": "object"}, "overrideFeatureInstallOrder": TEXTS,
        "forwardPorts": {"type": "array"}, "containerEnv": {"type": "object", "additionalProperties": TEXT},
        "remoteEnv": {"type": "object"}, "containerUser": TEXT, "remoteUser": TEXT, "updateRemoteUserUID": TRUTH,
        "mounts": {"type": "array"}, "init": TRUTH, "privileged": TRUTH, "capAdd": TEXTS, "securityOpt": TEXTS, "runArgs": TEXTS,
        "workspaceFolder": TEXT, "workspaceMount": TEXT, "overrideCommand": TRUTH,
        "shutdownAction": {"enum": ["none", "stopContainer"]},
        **dict.fromkeys(["initializeCommand", "onCreateCommand", "updateContentCommand", "postCreateCommand", "postStartCommand",
                         "postAttachCommand"], COMMAND),
        "hostRequirements": {
            "type": "object",
            "additionalProperties": False,
            "properties": {"cpus": {"type": "integer", "minimum": 1}, "memory": SIZE, "storage": SIZE,
                           "gpu": {"anyOf": [TRUTH, {"const": "optional"}, {"type": "object"}]}},
        },
        "customizations": {"type": "object"},
    },
}


def schema_check(checks, schema, *files):
    done = subprocess.run([tool("check-jsonschema"), "--builtin-schema", schema, *map(str, files)], text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    names = ", ".join(str(each.relative_to(ROOT)) for each in files)
    checks.require(done.returncode == 0, f"{names}: {schema}", done.stdout)


def read_yaml(file):
    from ruamel.yaml import YAML  # comes with check-jsonschema
    return YAML(typ="safe", pure=True).load(file.read_text(encoding="utf-8"))


def commands_of_dev():
    """The commands that ./dev says there are."""
    return re.findall(r"^  (\w+)", subprocess.run([str(ROOT / "dev"), "help"], text=True, capture_output=True).stdout, re.MULTILINE)


def calls_dev(command):
    called = re.fullmatch(r"\./dev (\w+)((?: [^;&|\n]+)?)\n?", command)
    return called is not None and called[1] in commands_of_dev()


def actionlint(checks):
    """Neither Debian nor PyPI has it: the package of that name on PyPI loads it from GitHub."""
    path = shutil.which("actionlint")
    if path is None:
        print("skipped: no actionlint on the path")
        sys.exit(77)
    lint = subprocess.run([path, "-no-color", *map(str, WORKFLOWS)], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          cwd=ROOT)
    checks.require(lint.returncode == 0 and WORKFLOWS, f"actionlint reads {len(WORKFLOWS)} workflows", lint.stdout)


def zizmor(checks):
    lint = subprocess.run([tool("zizmor"), "--offline", "--quiet", "--no-progress", "--color", "never", ROOT / ".github"], text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    checks.require(lint.returncode == 0 and WORKFLOWS, f"zizmor reads {len(WORKFLOWS)} workflows", lint.stdout)


def workflows(checks):
    schema_check(checks, "vendor.github-workflows", *WORKFLOWS)
    schema_check(checks, "vendor.github-issue-forms", *FORMS)
    schema_check(checks, "vendor.github-issue-config", ROOT / ".github" / "ISSUE_TEMPLATE" / "config.yml")
    systems = set()
    for file in WORKFLOWS:
        for name, job in read_yaml(file)["jobs"].items():
            steps = [step["run"] for step in job["steps"] if "run" in step]
            checks.require(steps and all(map(calls_dev, steps)), f"{file.name}: {name} calls ./dev alone", "\n".join(steps))
            systems |= {f"{system} {compiler}" for system in job.get("strategy", {}).get("matrix", {}).get("system", ())
                        for compiler in job["strategy"]["matrix"]["compiler"]}
    wanted = {f"{system} {compiler}" for system in ("debian:12", "debian:13", "ubuntu:24.04") for compiler in ("gcc", "clang", "nvcc")}
    checks.require(systems == wanted, f"all tests run on {len(wanted)} pairs of a system and a compiler", str(sorted(systems ^ wanted)))


def citation(checks):
    file = ROOT / "CITATION.cff"
    schema_check(checks, "vendor.citation-file-format", file)
    stated = read_yaml(file)
    licence = (ROOT / "LICENSE").read_text(encoding="utf-8")
    checks.require(stated["license"] == "BSL-1.0" and licence.startswith("Boost Software License - Version 1.0"),
                   "its licence is the project's", licence.splitlines()[0])


def container(checks):
    import jsonschema  # comes with check-jsonschema
    file = ROOT / ".devcontainer" / "devcontainer.json"
    stated = json.loads(file.read_text(encoding="utf-8"))
    wrong = [each.message for each in jsonschema.Draft201909Validator(CONTAINER).iter_errors(stated)]
    checks.require(not wrong, f"{len(stated)} fields, all of the format", "\n".join(wrong))
    checks.require(calls_dev(stated["postCreateCommand"]), "it is set up by ./dev", stated["postCreateCommand"])
    settings = stated["customizations"]["vscode"]["settings"]
    checks.require(settings["clangd.path"] == "${containerWorkspaceFolder}/.venv/bin/clangd",
                   "clangd is the one that ./dev installs", settings["clangd.path"])


def main():
    tests = {"workflows": workflows, "actionlint": actionlint, "zizmor": zizmor, "citation": citation, "container": container}
    if len(sys.argv) != 2 or sys.argv[1] not in tests:
        sys.exit(__doc__)
    checks = Checks()
    tests[sys.argv[1]](checks)
    return 1 if checks.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
