# SPDX-License-Identifier: BSL-1.0
"""Writes the catalogue as pages:  catalogue_pages.py FOLDER

FOLDER/catalogue gets a page for each device, with a section for each of its partitions, drawings of its layouts, and a page with
a table of all. Everything in them is printed by the program allotype: ALLOTYPE_PROGRAM in the environment names it, else it is
the one in build/gcc.
"""

import collections
import concurrent.futures
import html
import json
import os
import pathlib
import subprocess
import sys

from anchor import anchor

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAM = pathlib.Path(os.environ.get("ALLOTYPE_PROGRAM", ROOT / "build/gcc/tools/allotype/allotype"))
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

    def __init__(self, device, partition):
        words = [device] if partition is None else [device, partition]
        self.partition = partition
        self.shown = answer("show", *words)
        self.requests = answer("request", "all", *words)
        try:
            self.requests.append({"flavour": "flyte", "part": answer("flyte", *words)["gpuAccelerator"]})
        except Refused as reason:
            self.requests.append({"flavour": "flyte", "refused": str(reason)})

    @property
    def name(self):
        return self.shown["name"]

    @property
    def facts(self):
        return self.shown["facts"]

    def link(self):
        page = page_of(self.shown["device"])
        return page if self.partition is None else f"{page}#{section_of(self.name)}"


class Device:
    def __init__(self, name):
        self.name = name
        self.whole = Accelerator(name, None)
        self.partitions = [Accelerator(name, each) for each in answer("list", name, "--names")]

    def all(self):
        return [self.whole, *self.partitions]


def table(rows, kind, search=True):
    """Rows of HTML, the first of them the head."""
    excluded = "" if search else " data-search-exclude"
    head, *body = rows
    lines = [f'<div class="{kind}"><table{excluded}>', "<thead><tr>"]
    lines += [f'<th scope="col">{cell}</th>' for cell in head] + ["</tr></thead>", "<tbody>"]
    lines += ["<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in body]
    return "\n".join([*lines, "</tbody></table></div>", "", ""])


def facts_of(of, search=True):
    rows = [(html.escape(label), html.escape(value)) for label, value in of.facts.items()]
    if "placements" in of.shown:
        rows.append(("placements (start:size in memory slices)", html.escape(of.shown["placements"])))
    if "status_of_the_mode" in of.shown:
        rows.append(("status of the mode", html.escape(of.shown["status_of_the_mode"])))
    if "part_of" in of.shown:
        rows.append(("part of", html.escape(of.shown["part_of"])))
    if of.shown["requests_only"]:
        rows.append(("use", "requests only"))
    return table([("Fact", "Value"), *rows], "facts", search) if rows else "No facts are published.\n\n"


def sources_of(of):
    sources = [(what, text) for what, text in of.shown["sources"].items() if text]
    if not sources:
        return ""
    lines = [f"<li><strong>{html.escape(what)}</strong>: {html.escape(text)}</li>" for what, text in sources]
    return '<details class="sources" data-search-exclude><summary>Sources</summary><ul>\n' + "\n".join(lines) + "\n</ul></details>\n\n"


def in_print(part):
    if set(part) == {"options"}:
        return "\n".join(part["options"])
    if set(part) == {"text"}:
        return part["text"]
    line = json.dumps(part, separators=(", ", ": "))
    return line if len(line) <= 80 else json.dumps(part, indent=2)


def requests_of(of):
    """Flavours that are asked alike share a row."""
    asked, refused = collections.defaultdict(list), collections.defaultdict(list)
    for each in of.requests:
        flavour = f"<code>{html.escape(each['flavour'])}</code>"
        if "refused" in each:
            refused[each["refused"]].append(flavour)
        else:
            asked[in_print(each["part"])].append(flavour)
    text = ""
    if asked:
        rows = [(", ".join(flavours), f"<pre><code>{html.escape(part)}</code></pre>") for part, flavours in asked.items()]
        text += table([("System", "Is asked"), *rows], "requests", search=False)
    if refused:
        rows = [(", ".join(flavours), html.escape(reason)) for reason, flavours in refused.items()]
        count = sum(map(len, refused.values()))
        text += f'<details class="refused" data-search-exclude><summary>{count} cannot be asked, and why</summary>\n'
        text += table([("System", "Reason"), *rows], "requests", search=False).rstrip() + "\n</details>\n\n"
    return text


def summary_of(of):
    """A sentence that a search shows."""
    told = ["memory", "streaming multiprocessors", "compute units", "chips", "hosts"]
    parts = [f"{of.facts[label]} of memory" if label == "memory" else f"{of.facts[label]} {label}" for label in told if label in of.facts]
    what = "The whole device, not partitioned" if of.shown["state"] == "whole" else f"A partition of {of.shown['device']}"
    return what + (": " + ", ".join(parts) if parts else "") + ".\n\n"


def layouts_of(device, folder):
    """Drawings of a board's layouts, and what the page says of them; nothing where the device has no layouts."""
    drawn = f"layouts/{device.name}.svg"
    if device.whole.shown["vendor"] == "AMD" and device.partitions:
        every = said("layouts", device.name, "--svg", str(folder / drawn)).splitlines()[0]
        return f"## Layouts\n\n[{every}]({drawn}).\n\n![{device.name}: {every}]({drawn})\n\n"
    drawn_full = f"layouts/{device.name}-full.svg"
    try:
        every = said("layouts", device.name, "--svg", str(folder / drawn)).splitlines()[0]
        full = said("layouts", device.name, "--profiles", "base", "--maximal", "--svg", str(folder / drawn_full)).splitlines()[0]
    except Refused as reason:
        if "not published" not in str(reason):
            return ""
        return f"## Layouts\n\nNone are drawn: {html.escape(str(reason).partition(': ')[2])}.\n\n"
    return (f"## Layouts\n\n[{every}]({drawn}). The picture has the full ones of plain instances: "
            f"a row is a layout, a column is a memory slice. See [layouts](../layouts.md).\n\n"
            f"![{device.name}, plain instances: {full}]({drawn_full})\n\n")


def page(device, folder):
    whole = device.whole
    # In the search it counts less than the guides: each of its sections says "partition".
    text = f"---\nsearch:\n  boost: 0.1\n---\n# {device.name}\n\n"
    text += (f"Printed by `allotype show {device.name}`, `allotype request all {device.name}` and their like. "
             "A fact that is missing is not published. [All devices](index.md)\n\n")
    text += "## Facts\n\n" + facts_of(whole) + sources_of(whole)
    if device.partitions:
        told = ["memory", "streaming multiprocessors", "compute units", "compute slices", "memory slices", "chips", "hosts", "instances at most"]
        columns = [label for label in told if any(label in each.facts for each in device.partitions)]
        rows = [(f'<a href="#{section_of(each.name)}">{html.escape(each.partition)}</a>', *(html.escape(each.facts.get(label, "")) for label in columns))
                for each in device.partitions]
        text += "## Partitions\n\n" + table([("Partition", *columns), *rows], "partitions", search=False)
    text += layouts_of(device, folder)
    text += "## What each system is asked\n\n" + requests_of(whole)
    for each in device.partitions:
        text += f"## {each.name}\n\n" + summary_of(each) + facts_of(each, search=False) + sources_of(each) + requests_of(each)
    return text


FILTER = """<form id="catalogue-filter" class="catalogue-filter" hidden>
<label>Name <input type="search" name="name" placeholder="2g.10gb" autocomplete="off"></label>
<label>Vendor <select name="vendor"><option value="">any</option>{vendors}</select></label>
<label>What <select name="kind"><option value="">devices and partitions</option><option>device</option><option>partition</option></select></label>
<label>Memory, at least <input type="number" name="memory" min="0" step="any" placeholder="GB"> GB</label>
<label>Compute capability, at least <select name="capability"><option value="">any</option>{capabilities}</select></label>
<output name="count" aria-live="polite"></output>
</form>
"""


def options(values):
    return "".join(f"<option>{html.escape(each)}</option>" for each in values)


def table_of_all(devices):
    accelerators = [each for device in devices for each in device.all()]
    vendors = sorted({each.shown["vendor"] for each in accelerators} - {None})
    capabilities = sorted({each.facts["compute capability"] for each in accelerators if "compute capability" in each.facts}, key=float)
    rows = []
    for each in accelerators:
        memory, capability = each.facts.get("memory", ""), each.facts.get("compute capability", "")
        kind = "device" if each.partition is None else "partition"
        data = {"name": each.name, "vendor": each.shown["vendor"] or "", "kind": kind,
                "memory": in_bytes(memory) if memory else "", "capability": capability}
        attributes = "".join(f' data-{name}="{html.escape(str(value))}"' for name, value in data.items())
        cells = (f'<a href="{each.link().replace(".md", ".html", 1)}">{html.escape(each.name)}</a>', data["vendor"], kind, memory, capability,
                 each.facts.get("architecture", ""))
        rows.append(f"<tr{attributes}>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>")
    head = "".join(f'<th scope="col">{each}</th>' for each in ("Name", "Vendor", "What", "Memory", "Compute capability", "Architecture"))
    partitions = len(accelerators) - len(devices)
    return (f"# Catalogue\n\n{len(devices)} devices and {partitions} partitions, as `allotype list` has them. Each name leads to its facts, their "
            "sources, and what each system is asked for it. An empty cell is not published.\n\n"
            + FILTER.format(vendors=options(vendors), capabilities=options(capabilities))
            + f'<div class="catalogue"><table id="catalogue" data-search-exclude>\n<thead><tr>{head}</tr></thead>\n<tbody>\n'
            + "\n".join(rows) + '\n</tbody></table></div>\n<script src="../assets/catalogue.js"></script>\n')


def main():
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    if not PROGRAM.is_file():
        raise SystemExit(f"{PROGRAM}: there is no program allotype; ./dev docs builds it")
    folder = pathlib.Path(sys.argv[1]) / "catalogue"
    (folder / "layouts").mkdir(parents=True, exist_ok=True)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        devices = list(pool.map(Device, answer("list", "--names")))
        for device, text in zip(devices, pool.map(lambda each: page(each, folder), devices)):
            (folder / page_of(device.name)).write_text(text, encoding="utf-8")
    (folder / "index.md").write_text(table_of_all(devices), encoding="utf-8")


if __name__ == "__main__":
    main()
