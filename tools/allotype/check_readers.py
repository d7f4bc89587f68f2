# SPDX-License-Identifier: BSL-1.0
"""Compares the table of readers on a page with the systems of ALLOTYPE, and with what the tests install.

python3 check_readers.py ALLOTYPE PAGE REQUIREMENTS...: each system and each tool stands in one row of the table, a row names no other,
and a version behind the name of a package is the one that the lists of requirements have.
"""
import json
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "test"))
import checks

OTHERS = {"kueue::on", "kuberay::on", "dra::compute_domain"}  # layers on a system, and an object beside one


def main():
    program, page, *lists = sys.argv[1:]
    found = checks.Checks()
    text = pathlib.Path(page).read_text(encoding="utf-8").partition("## Who reads what is printed\n")[2]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line.startswith("| ")][1:]
    named = [name for row in rows for name in re.findall(r"`([^`]+)`", row[0]) if not name.endswith(".hpp")]
    systems = {each["system"] for each in json.loads(subprocess.run([program, "request", "all", "A100", "--json"], check=True,
                                                                    capture_output=True, text=True).stdout)}
    said = subprocess.run([program, "provision", "nothing", "A100"], capture_output=True, text=True).stderr
    tools = set(" ".join(said.partition("there are ")[2].split()).replace(",", "").split())
    known = systems | tools | OTHERS
    found.require(len(systems) >= 30 and len(tools) >= 8, f"the program has {len(systems)} systems and {len(tools)} tools", said)
    found.require(set(named) == known, "each has a row, and each row is of one", f"{sorted(set(named) ^ known)}")
    found.require(len(set(named)) == len(named), "none stands twice", sorted(named))
    found.require(all(len(row) == 4 and (row[3] or row[2]) for row in rows), "each row says what is inferred, or which version", rows)

    installed = dict(re.findall(r"^([a-z0-9-]+)==([0-9.]+)$", "\n".join(pathlib.Path(each).read_text(encoding="utf-8") for each in lists),
                                re.MULTILINE))
    versions = [(name, version) for row in rows for name, version in re.findall(r"([a-z][a-z0-9-]+) (\d+\.\d+(?:\.\d+)?)\b", row[2])
                if name in installed]
    wrong = [(name, version, installed[name]) for name, version in versions if installed[name] != version]
    found.require(len(versions) >= 10 and not wrong, f"{len(versions)} versions are those that the tests install", wrong)
    return 1 if found.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
