#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""verbs_table.py [--write]: the table of verbs in doc/device_tests.md is what the sources say, and no verb is left out.

A verb is a public function of the dispatch that takes a queue first, and `atomic`. Its docstrings, which are its page in the
reference, need `Complexity:` and `\\throws`, and it needs a call in a test of each backend. Kernels that are compared with code by
hand are those of bench/generated_code.py. --write writes the table.
"""

import argparse
import importlib.util
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
PAGE = ROOT / "doc" / "device_tests.md"
BEGIN, END = "<!-- verbs -->\n", "<!-- verbs -->"

UNIT = ROOT / "test" / "unit" / "dispatch"
EVERY_BACKEND = ["every_backend.cpp", "sorts.cpp", "block_ranges.cpp"]
TESTS = {
    "serial": {"unit.verbs": ["verbs.cpp"] + EVERY_BACKEND, "unit.graphs": ["graphs.cpp"]},
    "OpenMP": {"unit.verbs_openmp": ["verbs_openmp.cpp"] + EVERY_BACKEND, "unit.graphs_openmp": ["graphs.cpp"]},
    "GPU": {"device.verbs_gpu": ["verbs_gpu.cu"], "device.sorts_gpu": ["sorts_gpu.cu"],
            "device.block_ranges_gpu": ["block_ranges_gpu.cu"], "device.graphs_gpu": ["graphs_gpu.cu"]},
}
# Members of a queue; the others are functions. `native` does nothing.
MEMBERS = {"record", "wait"}


def public_functions_of_the_dispatch():
    for line in (ROOT / "test" / "public_names.txt").read_text().splitlines():
        header, _, name = line.partition(": ")
        if header.startswith("dispatch/"):
            yield header, name


def verbs():
    found = {"atomic"} | MEMBERS
    for header, name in public_functions_of_the_dispatch():
        text = (ROOT / "include" / "allotype" / header).read_text()
        if re.search(rf"^\S.*\s{name}\(queue<\w+> ?(const)?&(?!.*->)", text, re.MULTILINE):  # but for guides of deduction
            found.add(name)
    return sorted(found)


def with_included(file, seen=None):
    """The text of a test's source and of the tests' headers that it includes."""
    seen = set() if seen is None else seen
    file = file.resolve()
    if file in seen or not file.is_file():
        return ""
    seen.add(file)
    text = file.read_text()
    return text + "".join(with_included(file.parent / name, seen) for name in re.findall(r'^#include "(.*)"', text, re.MULTILINE))


def header_of(verb):
    """The header that declares it."""
    if verb in MEMBERS:
        return "dispatch/queue.hpp"
    return next(header for header, name in public_functions_of_the_dispatch() if name == verb)


def said_of(verb, text):
    """The docstrings of a header's overloads of the verb, but of those that do not compile.

    >>> said_of("two", "/// One.\\nvoid one(int);\\n/// Two.\\ntemplate <class A>\\nvoid two(queue<A>&);\\n")
    '/// Two.\\n'
    """
    lines_before = r"(?:^(?! *//)(?!$)(?!.*[;}]$).*\n)*?"
    found = re.findall(rf"((?:^ *///.*\n)+){lines_before}^ *(?!static_assert|return)\S.*[\s&*]{verb}\(", text, re.MULTILINE)
    return "".join(each for each in found if not each.lstrip().startswith("/// Does not compile"))


def not_said(verb):
    """What the verb's docstrings do not state."""
    said = said_of(verb, (ROOT / "include" / "allotype" / header_of(verb)).read_text())
    return [tag for tag in ("Complexity:", "\\throws") if tag not in said]


def kernels_by_hand():
    """Titles of the comparisons with code by hand, by the verb that launches the kernel."""
    spec = importlib.util.spec_from_file_location("generated_code", ROOT / "bench" / "generated_code.py")
    generated_code = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(generated_code)
    found = {}
    for pair in generated_code.PAIRS:
        found.setdefault(re.match(r"[a-z_]+?(?=_(\\w\*)?kernel)", pair.ours)[0], []).append(pair.title)
        if "atomics" in pair.title:
            found.setdefault("atomic", []).append(pair.title)
    return found


def table():
    """(text, what is missing)."""
    sources = {name: "".join(with_included(UNIT / file) for file in files) for tests in TESTS.values() for name, files in tests.items()}
    by_hand = kernels_by_hand()
    missing = []
    rows = ["| verb | " + " | ".join(TESTS) + " | compared with code by hand |", "|---" * (len(TESTS) + 2) + "|"]
    for verb in verbs():
        missing += [f"{header_of(verb)}: the docstring of {verb} does not state `{tag}`" for tag in not_said(verb)]
        cells = []
        for backend, tests in TESTS.items():
            calling = [f"`{name}`" for name in tests if re.search(rf"\.{verb}\(\)" if verb in MEMBERS else rf"\b(at|allotype)::{verb}\(", sources[name])]
            if not calling:
                missing.append(f"{verb} is called by no test of {backend}: {', '.join(tests)}")
            cells.append(", ".join(calling))
        rows.append(f"| [`{verb}`](../include/allotype/{header_of(verb)}) | " + " | ".join(cells) + f" | {'; '.join(by_hand.pop(verb, [])) or '–'} |")
    missing += [f"bench/generated_code.py compares {verb}, which is no verb" for verb in by_hand]
    return "\n".join(rows) + "\n", missing


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true")
    write = parser.parse_args().write
    text, missing = table()
    before, _, rest = PAGE.read_text().partition(BEGIN)
    shown, _, after = rest.partition(END)
    if write:
        PAGE.write_text(before + BEGIN + text + END + after)
    elif shown != text:
        missing.append(f"{PAGE.name} shows another table; test/verbs_table.py --write writes it")
    for line in missing:
        print(line)
    print(f"{len(verbs())} verbs")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
