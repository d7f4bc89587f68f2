# SPDX-License-Identifier: BSL-1.0
"""drawings.py PROGRAM: what `allotype layouts --svg` and `allotype plan --svg` draw, for every GPU that has layouts or modes.

Each drawing is well-formed XML with a title and a description, below 300 KB, and loads nothing; a row stands for each layout and a
box for each of its instances; what is drawn again by reference is there; links lead to sets; nothing lies outside.
"""

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
    return 1 if check.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
