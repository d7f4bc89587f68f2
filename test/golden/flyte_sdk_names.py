#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""flyte_sdk_names.py [--newest]: every device and partition in the lists of the Flyte SDK is a row of test/data/flyte_messages.tsv, with
the name and the class that the SDK sends, and each row is in the lists.

The SDK is that of this Python (test/flyte_sdk_requirements.txt), or with --newest the newest one on PyPI. Its files are read and not
run, so that none of its packages is needed.
"""

import ast
import csv
import importlib.util
import pathlib
import subprocess
import sys
import tempfile
import zipfile

TABLE = pathlib.Path(__file__).resolve().parents[1] / "data" / "flyte_messages.tsv"
# A list of the SDK, what calls its devices, and their class.
LISTS = {"GPUType": ('GPU("{}", 1)', "NVIDIA_GPU"), "TPUType": ('TPU("{}")', "GOOGLE_TPU"), "NeuronType": ('Neuron("{}")', "AMAZON_NEURON"),
         "AMD_GPUType": ('AMD_GPU("{}")', "AMD_GPU"), "HABANA_GAUDIType": ('HABANA_GAUDI("{}")', "HABANA_GAUDI"),
         "AppleSiliconType": ("APPLE_SILICON()", "APPLE_SILICON")}
PARTITIONS = {"A100Parts": "A100", "A100_80GBParts": "A100_80G", "H100Parts": "H100", "H200Parts": "H200", "RTXPro6000Parts": "RTX_PRO_6000",
              "V5EParts": "V5E", "V5PParts": "V5P", "V6EParts": "V6E"}
NO_DEVICES = {"SharedGPUType", "GPUQuantity", "Accelerators", "DeviceClass"}  # SharedGPUType is in GPUType


def assigned(source):
    """From the name of each variable of a module to what it is assigned."""
    values = {}
    for each in ast.parse(source).body:
        targets = each.targets if isinstance(each, ast.Assign) else [each.target] if isinstance(each, ast.AnnAssign) else []
        values.update({target.id: each.value for target in targets if isinstance(target, ast.Name)})
    return values


def literals(values, node):
    """The texts of a Literal, and of those that it names."""
    elements = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    return [text for each in elements for text in (literals(values, values[each.id]) if isinstance(each, ast.Name) else [each.value])]


def accelerators(read):
    """What the SDK sends: from the expression to the device, the partition and the class."""
    values = assigned(read("flyte/_resources.py"))
    lists = {name: literals(values, value) for name, value in values.items()
             if isinstance(value, ast.Subscript) and ast.unparse(value.value) == "Literal" and name not in NO_DEVICES}
    if unknown := set(lists) - set(LISTS) - set(PARTITIONS):
        sys.exit(f"the SDK has lists that are not known here: {', '.join(sorted(unknown))}")
    maps = [ast.literal_eval(value) for value in assigned(read("flyte/_internal/runtime/resources_serde.py")).values()
            if isinstance(value, ast.Dict) and all(isinstance(each, ast.Constant) for each in [*value.keys, *value.values])]
    sent = {name: text for each in maps for name, text in each.items()}
    found, of_device = {}, {}
    for name, (expression, device_class) in LISTS.items():
        for device in lists.get(name, []):
            of_device[device] = sent.get(device, device), device_class
            found[expression.format(device)] = (of_device[device][0], "", device_class)
    for name, device in PARTITIONS.items():
        for partition in lists.get(name, []):
            expression = f'TPU("{device}", "{partition}")' if device in lists["TPUType"] else f'GPU("{device}", 1, "{partition}")'
            found[expression] = (of_device[device][0], partition, of_device[device][1])
    return found


def newest(folder):
    """The newest SDK's reader and version."""
    subprocess.run([sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", folder, "flyte"], check=True)
    wheel = next(pathlib.Path(folder).glob("flyte-*.whl"))
    files = zipfile.ZipFile(wheel)
    return lambda name: files.read(name).decode(), wheel.name.split("-")[1]


def installed():
    folder = pathlib.Path(importlib.util.find_spec("flyte").origin).parents[1]
    return lambda name: (folder / name).read_text(), "of this Python"


def main():
    with open(TABLE, newline="") as file:
        rows = {row["expression"]: (row["device"], row["partition_size"], row["device_class"])
                for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
                if row["sdk"] == "flyte-sdk" and row["message"] == "GPUAccelerator"}
    with tempfile.TemporaryDirectory() as folder:
        read, version = newest(folder) if sys.argv[1:] == ["--newest"] else installed()
        of_sdk = accelerators(read)
    wrong = [f"{name}: the SDK sends {of_sdk.get(name, 'nothing')}, the table has {rows.get(name, 'no row')}"
             for name in sorted(of_sdk.keys() | rows.keys()) if of_sdk.get(name) != rows.get(name)]
    print("\n".join([*wrong, f"Flyte SDK {version}: {len(of_sdk)} devices and partitions, {len(wrong)} of them are not as in the table"]))
    return len(wrong) > 0 or len(of_sdk) < 50


if __name__ == "__main__":
    sys.exit(main())
