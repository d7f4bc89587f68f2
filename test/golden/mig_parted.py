# SPDX-License-Identifier: BSL-1.0
"""Reads configurations of nvidia-mig-parted by its own rules, which stand in its sources in Go.

NVIDIA/mig-parted, api/spec/v1/spec.go@28f9599 (members and their types), pkg/types/mig_config.go@6c4d01a (counts),
pkg/types/mig_profile.go (names of profiles); the file is YAML 1.1, and duplicate members are refused here.
"""
import re

import strict_yaml

ATTRIBUTES = {"+": {"me", "me.all", "gfx"}, "-": {"me"}}
FILTER = re.compile(r"0x[0-9A-F]{8}(:0x[0-9A-F]{8})?")


class Refused(Exception):
    pass


def _only(value, kind, what):
    """`bool` is no `int` here."""
    if type(value) is not kind:
        raise Refused(f"{what} is no {kind.__name__}: {value!r}")
    return value


def _list_of(value, kind, what):
    for each in _only(value, list, what):
        _only(each, kind, what)
    return value


def profile(name):
    """(compute slices, slices, gigabytes, sign, attributes) of `1c.2g.20gb`, `1g.24gb+me.all`, `1g.24gb-me`."""
    match = re.fullmatch(r"(?:(\d+)c\.)?(\d+)g\.(\d+)gb(?:([+-])(.+))?", _only(name, str, "a profile"))
    if match is None:
        raise Refused(f"{name!r} is no profile")
    compute, slices, gigabytes, sign, words = match.groups()
    attributes = words.split(",") if words else []
    if len(set(attributes)) != len(attributes) or any(each not in ATTRIBUTES[sign] for each in attributes):
        raise Refused(f"{name!r} has attributes that nobody knows")
    if compute is not None and int(compute) >= int(slices):
        raise Refused(f"{name!r} has more compute slices than slices")
    return int(compute or slices), int(slices), int(gigabytes), sign, attributes


def _entry(spec):
    _only(spec, dict, "an entry")
    unknown = spec.keys() - {"device-filter", "devices", "mig-enabled", "mig-devices"}
    missing = {"devices", "mig-enabled"} - spec.keys()
    if unknown or missing:
        raise Refused(f"unexpected fields {unknown}, missing fields {missing}")
    chosen = spec.get("device-filter", "")
    for each in [chosen] if type(chosen) is str else _list_of(chosen, str, "device-filter"):
        if each and not FILTER.fullmatch(each):
            raise Refused(f"{each!r} is no PCI id")
    if spec["devices"] != "all":
        devices = _list_of(spec["devices"], int, "devices")
        if len(set(devices)) != len(devices) or any(each < 0 for each in devices):
            raise Refused(f"devices {devices}")
    enabled = _only(spec["mig-enabled"], bool, "mig-enabled")
    counts = spec.get("mig-devices")
    if counts is None:
        counts = {}
        if enabled:
            raise Refused("missing required field 'mig-devices' when 'mig-enabled' is true")
    for name, count in _only(counts, dict, "mig-devices").items():
        profile(name)
        if _only(count, int, f"the count of {name}") < 0:
            raise Refused(f"{count} of {name}")
    if counts and (not enabled or not any(counts.values())):
        raise Refused("MIG devices included when 'mig-enabled' is false, or all counts are 0")
    return spec


def read(text):
    """The configurations by their names, each a list of entries. \\raises Refused"""
    try:
        spec = strict_yaml.load(text)
    except strict_yaml.Refused as why:
        raise Refused(str(why)) from why
    _only(spec, dict, "the file")
    if spec.keys() - {"version", "mig-configs"} or spec.get("version") != "v1":
        raise Refused(f"unexpected members or version: {list(spec)}")
    configurations = _only(spec["mig-configs"], dict, "mig-configs") if "mig-configs" in spec else {}
    if "mig-configs" in spec and not configurations:
        raise Refused("at least one entry in 'mig-configs' is required")
    for name, entries in configurations.items():
        if not _only(entries, list, name):
            raise Refused(f"at least one entry in '{name}' is required")
        used = set()
        for entry in map(_entry, entries):
            if entry["devices"] != "all":
                if used & set(entry["devices"]):
                    raise Refused(f"{name}: a GPU is set up twice")
                used |= set(entry["devices"])
    return configurations


# What the reader itself is tested with: mig-parted's examples/config.yaml and its tests' cases, in other words.
RIGHT = [
    "version: v1\n",
    "version: v1\nmig-configs:\n  all-disabled:\n    - devices: all\n      mig-enabled: false\n  all-enabled:\n    - devices: all\n"
    "      mig-enabled: true\n      mig-devices: {}\n  all-balanced:\n    - devices: all\n      mig-enabled: true\n      mig-devices:\n"
    '        "1g.5gb": 2\n        "2g.10gb": 1\n        "3g.20gb": 1\n',
    "version: v1\nmig-configs:\n  custom-config:\n    - devices: [0,1,2,3]\n      mig-enabled: false\n    - devices: [4]\n"
    '      mig-enabled: true\n      mig-devices:\n        "1g.5gb": 7\n    - devices: [5]\n      mig-enabled: true\n      mig-devices:\n'
    '        "2g.10gb": 3\n',
    'version: v1\nmig-configs: {x: [{device-filter: "0x233010DE", devices: all, mig-enabled: true, mig-devices: {1g.10gb+me: 1}}]}\n',
    'version: v1\nmig-configs: {x: [{device-filter: ["0x20B010DE", "0x20F110DE"], devices: [7], mig-enabled: false}]}\n',
]
WRONG = [
    "version: v2\n",
    "mig-configs: {x: [{devices: all, mig-enabled: false}]}\n",
    "version: v1\nbogus: field\n",
    "version: v1\nmig-configs: {}\n",
    "version: v1\nmig-configs: {x: []}\n",
    "version: v1\nmig-configs: {x: [{mig-enabled: false}]}\n",
    "version: v1\nmig-configs: {x: [{devices: all}]}\n",
    "version: v1\nmig-configs: {x: [{devices: all, mig-enabled: true}]}\n",
    "version: v1\nmig-configs: {x: [{devices: bogus, mig-enabled: false}]}\n",
    "version: v1\nmig-configs: {x: [{devices: {}, mig-enabled: false}]}\n",
    "version: v1\nmig-configs: {x: [{devices: all, mig-enabled: false, bogus: field}]}\n",
    "version: v1\nmig-configs: {x: [{devices: all, mig-enabled: true, mig-devices: {bogus: 2}}]}\n",
    "version: v1\nmig-configs: {x: [{devices: all, mig-enabled: false, mig-devices: {1g.5gb: 2}}]}\n",
    "version: v1\nmig-configs: {x: [{devices: all, mig-enabled: true, mig-devices: {1g.5gb: 0}}]}\n",
    # A number for YAML 1.1, and for Go no string.
    "version: v1\nmig-configs: {x: [{device-filter: [0x20B010DE], devices: all, mig-enabled: false}]}\n",
    "version: v1\nmig-configs: {x: [{devices: all, mig-enabled: false}], x: [{devices: all, mig-enabled: false}]}\n",
    "version: v1\nmig-configs: {x: [{devices: [0], mig-enabled: false}, {devices: [0], mig-enabled: false}]}\n",
]
