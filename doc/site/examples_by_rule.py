#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Examples of the catalogue's rows, made from its headers by rule:  examples_by_rule.py FILE.cpp

FILE.cpp is one unit with all of them, which the test static.examples_by_rule compiles. The reference shows an example of a
row where no page and no test has one.
"""
import pathlib
import re
import sys

CATALOG = pathlib.Path(__file__).resolve().parent.parent.parent / "include" / "allotype" / "catalog"
MAKERS = ("nvidia", "amd", "google", "aws", "intel", "apple")
WIDEST = 100  # characters of a line
FILE_BEGINS = """// SPDX-License-Identifier: BSL-1.0
#include <allotype/allotype.hpp>
#include <allotype/catalog/nvidia_mig_drivers.hpp>

#include <boost/mp11/algorithm.hpp>
#include <string_view>
#include <type_traits>

namespace at = allotype;

"""


def text_of(header):
    return (CATALOG / header).read_text(encoding="utf-8")


def bodies(text, head):
    """(name, body) of each structure whose first line `head` finds."""
    return [(each[1], each[2]) for each in re.finditer(head + r" \{\n(.*?)^\};", text, re.MULTILINE | re.DOTALL)]


def same(type_, as_):
    text = f"static_assert(std::is_same_v<{type_}, {as_}>);"
    return text if len(text) <= WIDEST else text.replace(f", {as_}", f",\n                             {as_}")


def equal(text, other):
    statement = f"static_assert(std::string_view{{{text}}} == {other});"
    return statement if len(statement) <= WIDEST else statement.replace(" == ", " ==\n              ")


def of_devices(found):
    """Each device by its name, each base by its first device. Returns the first device of each board."""
    of_board = {}
    for maker in MAKERS:
        text = text_of(f"{maker}.hpp")
        for device, base, rest, body in re.findall(
                r"^struct (?:ALLOTYPE_\w+ )?(\w+)\s+: (\w+)<\1((?:,\s+[\w:]+(?:<\d+, \d+>)?)*)> \{\n(.*?)^\};", text, re.MULTILINE | re.DOTALL):
            name = re.search(r'\bchar name\[\] = "(.*?)"', body)
            if name:
                found.setdefault(device, same(f'at::device_named<"{name[1]}">', f"at::{device}"))
            others = re.findall(r"(?<=,)\s+([\w:]+(?:<.*?>)?)", rest)
            table = next((each for each in others if not each.startswith("compute_capability")), "")
            arguments = ", ".join(f"at::{each}" for each in (device, *others))
            found.setdefault(base, f"static_assert(std::is_base_of_v<at::{base}<{arguments}>, at::{device}>);")
            if table:
                member = {"boards": "board", "pods": "pod", "amd_modes": "modes"}[table.partition("::")[0]]
                found.setdefault(table, same(f"at::{device}::{member}", f"at::{table}"))
                of_board.setdefault(table, device)
        listed = re.search(r"^using (\w+_devices) = list<(\w+)", text, re.MULTILINE)
        if listed:
            found[listed[1]] = f"static_assert(boost::mp11::mp_contains<at::{listed[1]}, at::{listed[2]}>::value);"
    return of_board


def of_profiles(found, of_board):
    """Each profile, by the first partition that has it."""
    text = text_of("nvidia_mig.hpp")
    profiles = {name: tag for tag, name in re.findall(r'^ALLOTYPE_PROFILE\((\w+), "(.*?)"\);', text, re.MULTILINE)}
    for board, body in bodies(text, r"^struct (\w+)"):
        device = of_board.get(f"boards::{board}")
        if device is None:
            continue
        row = r'^    " (\S+) +[-0-9]'
        for name in re.findall(row, body, re.MULTILINE):
            partition = f'at::{device}::partition<"{name}">'
            found.setdefault(f"mig::{profiles[name]}", same(f"{partition}::profile", f"at::mig::{profiles[name]}"))


def of_modes(found):
    """`using enum` in amd_modes: the table's rows name the enumerators alone."""
    text = text_of("base/amd_device.hpp")
    for enum in re.findall(r"^using enum (\w+);", text_of("amd.hpp"), re.MULTILINE):
        first = re.search(rf"enum class {enum} \{{\s*(\w+)", text)[1]
        found[f"amd_modes::{enum}"] = f"static_assert(at::amd_modes::{first} == at::{enum}::{first});"


def of_sources(found):
    """Each source of another name, by the first row that is from there."""
    rows = text_of("nvidia_mig_drivers.hpp").partition("mig_name_rows[]")[2]
    for row, source in enumerate(re.findall(r"^    \{.*, +(mig_name_source::\w+)\},$", rows, re.MULTILINE)):
        found.setdefault(source, equal(f"at::mig_name_rows[{row}].source", f"at::{source}"))


def examples_by_rule():
    """From each name of a row to the statement that uses it."""
    found = {}
    of_board = of_devices(found)
    of_profiles(found, of_board)
    of_modes(found)
    of_sources(found)
    return found


def main():
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    pathlib.Path(sys.argv[1]).write_text(FILE_BEGINS + "\n".join(examples_by_rule().values()) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
