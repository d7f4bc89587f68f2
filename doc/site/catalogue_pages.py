# SPDX-License-Identifier: BSL-1.0
"""Writes the catalogue as pages:  catalogue_pages.py FOLDER

FOLDER/catalogue gets a page for each device, with a section for each of its partitions, drawings of its layouts, and a page with
a table of all, as the templates in templates/ have them. Devices are in the order of their vendors and generations: navigation.yml
beside the pages has it. Everything is printed by the program allotype: ALLOTYPE_PROGRAM in the environment names it, else it is the
one in build/gcc.
"""

import collections
import concurrent.futures
import itertools
import json
import os
import pathlib
import subprocess
import sys

import jinja2

from anchor import anchor

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAM = pathlib.Path(os.environ.get("ALLOTYPE_PROGRAM", ROOT / "build/gcc/tools/allotype/allotype"))
TEMPLATES = jinja2.Environment(loader=jinja2.FileSystemLoader(pathlib.Path(__file__).with_name("templates")), autoescape=True,
                               trim_blocks=True, lstrip_blocks=True)
SUMMARY = ["memory", "streaming multiprocessors", "compute units", "chips", "hosts"]
COLUMNS = ["memory", "streaming multiprocessors", "compute units", "compute slices", "memory slices", "chips", "hosts", "instances at most"]
BYTES = {"B": 1, "KiB": 1 << 10, "MiB": 1 << 20, "GB": 10**9}


class Refused(Exception):
    """The program's reason."""


def said(*words):
    done = subprocess.run([PROGRAM, *words], capture_output=True, text=True)
    if done.returncode == 2:
        raise Refused(done.stderr.removeprefix("allotype: ").strip())
    if done.returncode != 0:
        raise SystemExit(f"allotype {' '.join(words)} ended with {done.returncode}: {done.stderr}")
    return done.stdout


def answer(*words):
    return json.loads(said(*words, "--json"))


def page_of(device):
    return f"{device.lower()}.md"


def section_of(name):
    """The anchor of a partition's section."""
    return anchor(name)


def in_bytes(amount):
    number, unit = amount.split()
    return int(number) * BYTES[unit]


class Accelerator:
    """A device or a partition, as the program describes it."""

    def __init__(self, device, partition=None):
        words = [device, partition] if partition else [device]
        self.shown = shown = answer("show", *words)
        self.partition, self.facts, self.name = partition, shown["facts"], shown["name"]
        self.vendor, self.kind = shown["vendor"] or "", "partition" if partition else "device"
        self.anchor = section_of(self.name)
        self.link = page_of(device).replace(".md", ".html") + (f"#{self.anchor}" if partition else "")
        self.bytes = in_bytes(self.facts["memory"]) if "memory" in self.facts else ""
        self.capability = self.facts.get("compute capability", "")
        others = {"placements (start:size in memory slices)": shown.get("placements"), "status of the mode": shown.get("status_of_the_mode"),
                  "part of": shown.get("part_of"), "use": "requests only" if shown["requests_only"] else None}
        self.rows = [*self.facts.items(), *((label, value) for label, value in others.items() if value is not None)]
        self.sources = [(what, text) for what, text in shown["sources"].items() if text]
        self.asked, self.refused = requests_of(words)

    @property
    def summary(self):
        """A sentence that a search shows."""
        parts = [f"{self.facts[label]} {'of memory' if label == 'memory' else label}" for label in SUMMARY if label in self.facts]
        what = "The whole device, not partitioned" if self.shown["state"] == "whole" else f"A partition of {self.shown['device']}"
        return what + (": " + ", ".join(parts) if parts else "")


class Device:
    def __init__(self, name):
        self.name = name
        self.whole = Accelerator(name)
        self.partitions = [Accelerator(name, each) for each in answer("list", name, "--names")]
        self.generation = (not self.whole.vendor, self.whole.vendor, [int(part) for part in self.whole.capability.split(".") if part],
                           self.whole.facts.get("architecture", ""), name)
        self.columns = [label for label in COLUMNS if any(label in each.facts for each in self.partitions)]


def in_print(part):
    if set(part) == {"options"}:
        return "\n".join(part["options"])
    if set(part) == {"text"}:
        return part["text"]
    line = json.dumps(part, separators=(", ", ": "))
    return line if len(line) <= 80 else json.dumps(part, indent=2)


def requests_of(words):
    """(what is asked for, reasons why it cannot be asked for), each with its systems: those that are asked alike share a row."""
    requests = answer("request", "all", *words)
    try:
        requests.append({"system": "flyte", "part": answer("flyte", *words)["gpuAccelerator"]})
    except Refused as reason:
        requests.append({"system": "flyte", "refused": str(reason)})
    asked, refused = collections.defaultdict(list), collections.defaultdict(list)
    for each in requests:
        if "refused" in each:
            refused[each["refused"]].append(each["system"])
        else:
            asked[in_print(each["part"])].append(each["system"])
    return asked, refused


def layouts_of(device, folder):
    """Draws a board's layouts. What the page says of them; nothing where the device has no layouts."""
    def drawn(name, *options):
        return {name: said("layouts", device.name, *options, "--svg", str(folder / place[name])).splitlines()[0]}

    place = {"every": f"layouts/{device.name}.svg", "full": f"layouts/{device.name}-full.svg"}
    paths = {"drawn": place["every"], "drawn_full": place["full"]}
    if device.whole.vendor == "AMD" and device.partitions:
        return {**paths, **drawn("every")}
    try:
        return {**paths, **drawn("every"), **drawn("full", "--profiles", "base", "--maximal")}
    except Refused as reason:
        return {"refused": str(reason).partition(": ")[2]} if "not published" in str(reason) else None


def main():
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    if not PROGRAM.is_file():
        raise SystemExit(f"{PROGRAM}: there is no program allotype; ./dev docs builds it")
    folder = pathlib.Path(sys.argv[1]) / "catalogue"
    (folder / "layouts").mkdir(parents=True, exist_ok=True)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        devices = sorted(pool.map(Device, answer("list", "--names")), key=lambda device: device.generation)
        for device, layouts in zip(devices, pool.map(lambda each: layouts_of(each, folder), devices)):
            text = TEMPLATES.get_template("device.md.jinja").render(device=device, layouts=layouts)
            (folder / page_of(device.name)).write_text(text, encoding="utf-8")
    (folder / "navigation.yml").write_text(json.dumps([
        {vendor or "others": [f"catalogue/{page_of(device.name)}" for device in of_vendor]}
        for vendor, of_vendor in itertools.groupby(devices, key=lambda device: device.whole.vendor)]), encoding="utf-8")
    accelerators = [each for device in devices for each in (device.whole, *device.partitions)]
    (folder / "index.md").write_text(TEMPLATES.get_template("catalogue.md.jinja").render(
        devices=devices, accelerators=accelerators, vendors=sorted({each.vendor for each in accelerators} - {""}),
        capabilities=sorted({each.capability for each in accelerators} - {""}, key=float)), encoding="utf-8")


if __name__ == "__main__":
    main()
