# SPDX-License-Identifier: BSL-1.0
"""checkpoint_file.py PROGRAM: the program writes checkpoints, and others read them: the published format, as
https://github.com/huggingface/safetensors states it, retyped here; and the package `safetensors`, where this Python has it.

PROGRAM FILE STRATEGY RANKS writes one and prints its numbers, one a line.
"""

import json
import os
import pathlib
import struct
import subprocess
import sys
import tempfile


def read(file):
    """The tensors and the metadata of a file, by the format's rules."""
    content = file.read_bytes()
    (length,) = struct.unpack("<Q", content[:8])
    assert content[8:9] == b"{" and len(content) >= 8 + length
    header = json.loads(content[8:8 + length].decode("utf-8"))
    numbers = content[8 + length:]
    metadata = header.pop("__metadata__")
    assert all(isinstance(text, str) for text in metadata.values())
    end = 0
    tensors = {}
    for name, tensor in sorted(header.items(), key=lambda each: each[1]["data_offsets"]):
        begin, last = tensor["data_offsets"]
        assert begin == end, "the buffer has no holes"
        assert set(tensor) == {"dtype", "shape", "data_offsets"} and tensor["dtype"] == "F32"
        (size,) = tensor["shape"]
        assert last - begin == 4 * size
        tensors[name] = list(struct.unpack(f"<{size}f", numbers[begin:last]))
        end = last
    assert end == len(numbers)
    return tensors, metadata


def main():
    try:
        from safetensors import safe_open
    except ImportError:
        safe_open = None
    with tempfile.TemporaryDirectory() as folder:
        for strategy, ranks in (("dp", 1), ("dp", 2), ("sharded", 1), ("sharded", 3)):
            file = pathlib.Path(folder) / f"{strategy}{ranks}.safetensors"
            printed = subprocess.run([sys.argv[1], file, strategy, str(ranks)], check=True, capture_output=True, text=True).stdout
            expected = [float.fromhex(line) for line in printed.split()]
            tensors, metadata = read(file)
            assert list(tensors) == ["parameters", "optimizer.0", "optimizer.1"], list(tensors)
            assert sum(tensors.values(), []) == expected
            assert metadata["allotype.steps"] == "3" and metadata["epoch"] == "½ \"1\"\n", metadata
            if safe_open is None:
                continue
            with safe_open(file, framework="numpy") as opened:
                assert opened.metadata() == metadata
                assert {name: opened.get_tensor(name).tolist() for name in opened.keys()} == tensors
    print("read by the format's rules" + (", and by safetensors" if safe_open else "; no safetensors here (test/checkpoint_requirements.txt)"))
    return 1 if safe_open is None and os.environ.get("CI") == "true" else 0


sys.exit(main())
