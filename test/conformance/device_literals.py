#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""device_literals.py TABLE OUTPUT: writes the C++ file that has the compiler read every text of the table.

The texts are the inputs that stand in double quotes, and those of variables and command lines, which stand as they are.
"""
import csv
import json
import sys


def texts(table):
    with open(table, newline="", encoding="ascii") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            if row["subject"] in ("variable", "command line"):
                yield row["input"]
            elif row["subject"] != "mask" and row["input"].startswith('"'):
                yield json.loads(row["input"])


def main():
    table, output = sys.argv[1:]
    found = list(dict.fromkeys(texts(table)))
    lines = [f"    compiled({json.dumps(text)})," for text in found]
    with open(output, "w", encoding="ascii") as file:
        file.write(
            """#include "device_literals.hpp"

namespace {
template <std::size_t Size>
consteval compiled_text compiled(char const (&text)[Size]) {
  auto const parsed = allotype::detail::parse_devices(std::string_view(text, Size - 1));
  compiled_text result{text, static_cast<int>(Size) - 1, parsed.fault.problem, parsed.fault.position, {}};
  if (parsed.fault.problem == allotype::device_selection_error::kind::none) result.printed << parsed.choice;
  return result;
}
constexpr compiled_text texts[] = {
"""
        )
        file.write("\n".join(lines))
        file.write(
            f"""
}};
}}  // namespace

compiled_texts device_literals() {{ return {{texts, {len(found)}}}; }}
"""
        )


if __name__ == "__main__":
    main()
