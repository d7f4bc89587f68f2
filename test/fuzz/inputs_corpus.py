#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""inputs_corpus.py FOLDER: writes an input of each type of inputs.cpp to a file of its own: as Flyte's message, as JSON and as MessagePack."""
import json
import pathlib
import struct
import sys


def varint(n):
    n &= 2**64 - 1
    return bytes([n]) if n < 0x80 else bytes([n & 0x7F | 0x80]) + varint(n >> 7)


def field(number, data):
    return varint(number << 3 | 2) + varint(len(data)) + data


def number(field_number, n):
    return varint(field_number << 3) + varint(n)


def scalar(kind, data):
    return field(1, field(kind, data))


def entry(name, literal):
    return field(1, field(1, name.encode()) + field(2, literal))


REAL = scalar(1, varint(2 << 3 | 1) + struct.pack("<d", 0.5))
INTEGER, TEXT = scalar(1, number(1, -5)), scalar(1, field(3, b"a"))
MULTIPART = field(1, field(1, number(2, 1)))
PACKED = (b"\x88\xa1t\xc3\xa1i\x05\xa1n\xcb" + struct.pack(">d", 0.5) + b"\xa1s\xa1a\xa1f\x81\xa4path\xa2/x\xa1m\x91\x01\xa1d\xcb" +
          struct.pack(">d", -1.5) + b"\xa1w\xb42026-01-31T12:00:00Z")
LITERALS = {"n": REAL, "l": field(2, field(1, INTEGER) * 2), "m": field(3, entry("k", TEXT)), "p": scalar(3, field(1, PACKED) + field(2, b"msgpack")),
            "f": scalar(2, field(3, b"s3://b/x")), "t": scalar(1, field(5, number(1, 1767323045) + number(2, 5000000))),
            "d": scalar(1, field(6, number(1, -1) + number(2, -500000000))), "e": scalar(1, field(3, b"b")),
            "o": scalar(2, MULTIPART + field(3, b"file:///x")), "c": scalar(8, field(1, b"s3://b/t") + field(2, field(1, field(2, b"csv")))),
            "v": scalar(9, field(1, TEXT) + field(2, field(11, field(1, b"str"))))}
MORE = [entry("n", scalar(5, b"")), entry("n", field(8, field(1, b"/absent") + number(2, 7))), b"".join(entry(*each) for each in LITERALS.items())]
PLAIN = {"t": True, "i": 5, "n": 0.5, "s": "a", "f": "/x", "m": [1], "d": "-1.5s", "w": "2026-01-31T12:00:00.5+01:00"}
JSON = {"n": "NaN", "l": [1, 2], "m": {"k": "a"}, "p": PLAIN, "f": "x", "t": PLAIN["w"], "d": "1.5s", "e": "a", "o": "x", "c": "x", "v": [1]}

folder = pathlib.Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)
texts = [entry(*each) for each in LITERALS.items()] + MORE + [PACKED, json.dumps(JSON).encode()]
for i, text in enumerate(texts):
    (folder / f"{i:02}").write_bytes(text)
