#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""devices_corpus.py TABLE FOLDER: writes each input of the table of the device grammar to a file of its own.

Texts stand without their quotes; what is no text in the table is taken as it is spelled.
"""
import csv
import json
import pathlib
import sys

# Slurm's lists, and the spellings of partitions and of UUIDs without dashes, which the table lacks.
MORE = ["all", "none", "0-3", "0-1,3", "3-1", "0x1,02", "GPU-deadbeefdeadbeef", "gpu-DEADBEEF,0",
        "MIG-77aa0000-0000-0000-0000-000000000000", "MIG-GPU-1e3d0c52-0000-0000-0000-000000000000/2/1",
        "GPU-9b000000-0000-0000-0000-000000000001,GPU-9a000000-0000-0000-0000-000000000000"]

table, folder = map(pathlib.Path, sys.argv[1:])
folder.mkdir(parents=True, exist_ok=True)
rows = csv.DictReader(table.read_text(encoding="ascii").splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE)
texts = [json.loads(text) if text.startswith('"') and text.count('"') == 2 else text for text in (row["input"] for row in rows)]
for number, text in enumerate(dict.fromkeys(texts + MORE)):
    (folder / f"{number:03}").write_text(text, encoding="ascii")
