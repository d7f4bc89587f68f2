# SPDX-License-Identifier: BSL-1.0
"""drawings.py PROGRAM EXAMPLES: what `allotype layouts --svg` and `allotype plan --svg` draw, for every GPU that has layouts or modes, and
the pages that these and `allotype check` write with --html. EXAMPLES is the folder of a cluster's file and its tasks.

Each drawing is well-formed XML with a title and a description, below 300 KB, and loads nothing; a row stands for each layout and a
box for each of its instances; what is drawn again by reference is there; links lead to sets; nothing lies outside.

Each page is well-formed, has one first heading, names each thing once, loads nothing, follows light and dark, and says in tables what its
pictures show.
"""

import html.parser
import json
import pathlib
import subprocess
import sys
import xml.etree.ElementTree

from checks import Checks

SVG = "{http://www.w3.org/2000/svg}"
LARGEST = 300_000


def said(program, *words):
    done = subprocess.run([program, *words], capture_output=True, text=True)
    return done.stdout if done.returncode == 0 else ""


class Drawing:
    def __init__(self, text):
        self.text = text
        self.root = xml.etree.ElementTree.fromstring(text)
        self.by_id = {each.get("id"): each for each in self.root.iter() if each.get("id")}
        self.sets = [each for each in self.root.iter(SVG + "g") if each.get("class") == "set"]

    def names_itself(self):
        title, description = self.root.find(SVG + "title"), self.root.find(SVG + "desc")
        named = [each.get("id") for each in (title, description) if each is not None and each.text]
        return len(named) == 2 and self.root.get("aria-labelledby") == " ".join(named)

    def references(self):
        return {each.get("href") for each in self.root.iter() if each.get("href") is not None}

    def dangling(self):
        return sorted(each for each in self.references() if not each.startswith("#") or each[1:] not in self.by_id)

    def rows(self, of):
        """Of a set: the boxes of each row, from the top."""
        found = {}
        for use in of.iter(SVG + "use"):
            row = found.setdefault(int(use.get("y")), [])
            part = self.by_id[use.get("href")[1:]]
            row += [self.by_id[box.get("href")[1:]].find(SVG + "text").text for box in part.iter(SVG + "use")
                    if box.get("href") != "#free"]
        return [found[y] for y in sorted(found)]

    def outside(self):
        """Sets that go beyond the picture."""
        height = int(self.root.get("height"))
        low = []
        for each in self.sets:
            top = int(each.get("transform").partition(",")[2].rstrip(")"))
            bottom = top + max(int(use.get("y")) for use in each.iter(SVG + "use")) + 16
            if bottom > height:
                low.append(each.get("id"))
        return low


class Page(html.parser.HTMLParser):
    """A page as it is read: its tags, its names, the rows of its tables."""

    def __init__(self, text):
        super().__init__()
        self.text, self.open, self.wrong, self.names, self.counted, self.rows = text, [], [], [], {}, []
        self.feed(text)
        self.close()
        self.wrong += [f"<{tag}> is not closed" for tag in self.open]
        self.wrong += [f"{name} stands twice" for name in set(self.names) if self.names.count(name) > 1]
        for tag, count in (("h1", 1), ("title", 1 + self.counted.get("svg", 0)), ("main", 1)):
            if self.counted.get(tag, 0) != count:
                self.wrong.append(f"{self.counted.get(tag, 0)} of <{tag}>, not {count}")
        if '<html lang="en">' not in text or "prefers-color-scheme: dark" not in text:
            self.wrong.append("no language, or light alone")

    def handle_starttag(self, tag, attributes):
        self.counted[tag] = self.counted.get(tag, 0) + 1
        given = dict(attributes)
        if given.get("id"):
            self.names.append(given["id"])
        for name in ("href", "src"):
            if given.get(name) and not given[name].startswith("#"):
                self.wrong.append(f"it loads {given[name]}")
        if tag == "tr":
            self.rows.append([])
        elif tag in ("th", "td"):
            self.rows[-1].append("")
        if tag not in ("meta", "link"):
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        self.handle_endtag(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append(f"</{tag}> closes nothing")

    def handle_data(self, data):
        if self.open and self.open[-1] in ("th", "td"):
            self.rows[-1][-1] += data

    def lacking(self, rows):
        return [each for each in rows if list(map(str, each)) not in [row[:len(each)] for row in self.rows]]


def check_pages(check, program, boards, examples):
    for device in boards:
        page = Page(said(program, "layouts", device, "--html"))
        shown = json.loads(said(program, "layouts", device, "--json"))
        counted = sorted(len(each["layouts"]) for each in shown["sets"])
        told = sorted(int(row[1]) for row in page.rows if len(row) == 2 and row[1].isdigit())
        check.require(not page.wrong and told == counted, f"{device}: a page with {len(counted)} sets", page.wrong or told)
    page = Page(said(program, "plan", "A100", "3g.20gb", "2g.10gb", "--html"))
    missing = page.lacking([["3g.20gb", "0 to 3", 42, "19968 MiB", 'A100::partition<"3g.20gb">'],
                            ["2g.10gb", "4 to 5", 28, "9856 MiB", 'A100::partition<"2g.10gb">'], ["arrival", "safe in any order"]])
    check.require(not page.wrong and not missing and "nvidia-smi mig -cgi 9,14 -C" in page.text, "a plan as a page", page.wrong or page.rows)
    page = Page(said(program, "layouts", "MI300X", "--html"))
    check.require(not page.wrong and page.lacking([["SPX/NPS1", "1 partition of 8 chiplets"]]) == [], "modes as a page", page.wrong or page.rows)

    cluster, tasks = examples / "lab.json", examples / "tasks.json"
    page = Page(said(program, "check", cluster, tasks, "--html"))
    answers = json.loads(said(program, "check", cluster, tasks, "--json"))
    nodes = lambda each: f"{each['first_node']} to {each['last_node']}" if each["first_node"] != each["last_node"] else each["first_node"]
    missing = page.lacking([[each["name"], "yes" if each["served"] else "no"] for each in answers["tasks"]] +
                           [[each["task"], each["pool"], nodes(each), each["runs"], each["accelerator"]] for each in answers["placement"]])
    pools = [pool["name"] for pool in json.loads(cluster.read_text(encoding="utf-8"))["pools"]]
    missing += [pool for pool in pools if f"<h3>{pool}: " not in page.text]
    check.require(not page.wrong and not missing and page.counted["svg"] == 2, "a cluster and its tasks as a page", page.wrong or missing)
    for words in (("check", cluster, tasks), ("plan", "A100"), ("layouts", "A30")):
        done = subprocess.run([program, *words, "--html", "--json"], capture_output=True, text=True, check=False)
        check.require(done.returncode == 2 and "--html" in done.stderr, f"{words[0]}: not both --html and --json", done.stderr)


def main():
    program = str(pathlib.Path(sys.argv[1]))
    check = Checks()
    devices = json.loads(said(program, "list", "--names", "--json"))
    boards = [device for device in devices if said(program, "plan", device)]
    check.require("A100" in boards, f"{len(boards)} GPUs can be laid out", "A100 is none of them")
    for device in boards:
        for options in ([], ["--profiles", "base", "--maximal"]):
            shown = json.loads(said(program, "layouts", device, *options, "--json"))
            drawing = Drawing(said(program, "layouts", device, *options, "--svg"))
            what = " ".join([device, *options])
            wrong = []
            if not drawing.names_itself():
                wrong.append("no title or no description")
            if len(drawing.text) >= LARGEST:
                wrong.append(f"{len(drawing.text)} bytes")
            wrong += drawing.dangling() + drawing.outside()
            sets = [set_ for section in (True, False) for set_ in shown["sets"] if set_["maximal"] is section]
            full_elsewhere = [each for each in sets if not each["maximal"] and each["layouts"][0]["maximal"]]
            others = [each for each in sets if not each["maximal"] and not each["layouts"][0]["maximal"]]
            sets = [each for each in sets if each["maximal"]] + full_elsewhere + others
            if len(sets) != len(drawing.sets):
                wrong.append(f"{len(drawing.sets)} sets instead of {len(sets)}")
            for expected, drawn in zip(sets, drawing.sets):
                rows = [[instance.partition("@")[0] for instance in layout["instances"]] for layout in expected["layouts"]]
                if drawing.rows(drawn) != rows:
                    wrong.append(f"{expected['profiles']}: {drawing.rows(drawn)} instead of {rows}")
            layouts = sum(len(each["layouts"]) for each in sets)
            if layouts != shown["layouts"]:
                wrong.append(f"{layouts} layouts instead of {shown['layouts']}")
            check.require(not wrong, f"{what}: {layouts} rows of {len(sets)} sets, {len(drawing.text)} bytes", "\n".join(wrong))
    for device in devices:
        modes = said(program, "layouts", device, "--json") if device not in boards else ""
        if modes:
            modes = json.loads(modes)["modes"]
            drawing = Drawing(said(program, "layouts", device, "--svg"))
            rows = [drawing.rows(each) for each in drawing.sets]
            expected = [[[each["mode"]] * each["partitions"]] for each in modes]
            check.require(rows == expected and drawing.names_itself() and not drawing.dangling(), f"{device}: {len(rows)} modes", str(rows))
    plan = Drawing(said(program, "plan", "A100", "3g.20gb", "2g.10gb", "--svg"))
    check.require(plan.names_itself() and not plan.dangling(), "a plan names itself", plan.text)
    check_pages(check, program, boards, pathlib.Path(sys.argv[2]))
    return 1 if check.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
