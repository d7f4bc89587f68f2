#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""device_literals.py TABLE OUTPUT: writes what has the compiler read every text of the table, for device_literals.cpp.

The texts are the inputs that stand in double quotes, and those of variables and command lines, which stand as they are.
"""
import csv
import json
import pathlib
import sys

table, output = map(pathlib.Path, sys.argv[1:])
texts = []
for row in csv.DictReader(table.read_text(encoding="ascii").splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE):
    if row["subject"] in ("variable", "command line"):
        texts.append(row["input"])
    elif row["subject"] != "mask" and row["input"].startswith('"'):
        texts.append(json.loads(row["input"]))
output.write_text("".join(f"compiled({json.dumps(text)}),\n" for text in dict.fromkeys(texts)), encoding="ascii")
