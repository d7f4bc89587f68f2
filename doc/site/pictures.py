#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Draws the pictures of doc/pictures, one a function of PICTURES:  pictures.py [--check]

With --check it fails where a file is not what is drawn, or where no page shows it with its description as the text for those who
do not see it. Colours are those of the program's drawings. What a picture quotes of an output or of code has to stand on a page,
whose test compares it: `quoted` sees to that.
"""

import pathlib
import re
import sys
from xml.sax.saxutils import escape, quoteattr

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / "doc/pictures"
WIDTH = 560  # legible on a phone, where it shrinks to 360
CODE = 7.6  # the width of a character of code


def quoted(page, text):
    if text not in (ROOT / page).read_text(encoding="utf-8"):
        sys.exit(f"pictures.py: {page} does not have: {text}")
    return text


def colours():
    """Those of the drawings that the program `allotype` writes."""
    drawn = (ROOT / "doc/three_partitions.svg").read_text(encoding="utf-8")
    return re.search(r"  <style>\n(.*?^    \}\n)", drawn, re.DOTALL | re.MULTILINE)[1]


STYLE = """    text { font-size: 15px }
    .title { font-size: 16px; font-weight: bold }
    .centred { text-anchor: middle }
    .small { font-size: 13px }
    .small-centred { font-size: 13px; text-anchor: middle }
    .code { font-family: "DejaVu Sans Mono", Menlo, monospace; font-size: 12.5px; white-space: pre }
    .number { fill: #ffffff; font-weight: bold; text-anchor: middle; font-size: 13px }
    .disc { fill: #4d4d4d }
    .frame { fill: none; stroke: #8a8a8a }
    .line { fill: none; stroke: #4d4d4d; stroke-width: 2 }
    .head { fill: #4d4d4d }
    @media (prefers-color-scheme: dark) {
      .line { stroke: #b0b0b0 }
      .head { fill: #b0b0b0 }
      .disc { fill: #5f6670 }
    }
"""


class Drawing:
    def __init__(self, height, title, description):
        self.height, self.title, self.description = height, title, description
        self.shapes = []

    def add(self, tag, text=None, **attributes):
        said = "".join(f" {name.rstrip('_').replace('_', '-')}={quoteattr(str(value))}" for name, value in attributes.items())
        self.shapes.append(f"  <{tag}{said}" + ("/>" if text is None else f">{escape(text)}</{tag}>"))

    def box(self, x, y, wide, high, kind, round_=4):
        self.add("rect", x=x, y=y, width=wide, height=high, rx=round_, class_=kind)

    def words(self, x, y, text, kind="centred"):
        self.add("text", text, x=x, y=y, class_=kind)

    def code(self, x, y, text):
        self.add("text", text, x=x, y=y, class_="code", textLength=round(len(text) * CODE, 1))

    def centred_code(self, middle, y, text):
        self.code(round(middle - len(text) * CODE / 2, 1), y, text)

    def arrow(self, *points):
        """A line through the points, with a head at the last."""
        (x0, y0), (x1, y1) = points[-2:]
        along, size = (1 if x1 + y1 > x0 + y0 else -1), 7
        if x0 == x1:
            head, end = [(x1, y1), (x1 - 5, y1 - along * size), (x1 + 5, y1 - along * size)], (x1, y1 - along * size)
        else:
            head, end = [(x1, y1), (x1 - along * size, y1 - 5), (x1 - along * size, y1 + 5)], (x1 - along * size, y1)
        self.add("polyline", points=" ".join(f"{x},{y}" for x, y in [*points[:-1], end]), class_="line")
        self.add("polygon", points=" ".join(f"{x},{y}" for x, y in head), class_="head")

    def number(self, x, y, number):
        self.add("circle", cx=x, cy=y, r=10, class_="disc")
        self.words(x, y + 5, str(number), "number")

    def cells(self, x, y, wide, values, kind):
        for k, value in enumerate(values):
            self.box(x + k * wide, y, wide, 28, kind, 0)
            self.words(x + k * wide + wide / 2, y + 19, value, "small-centred")

    def document(self):
        return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{self.height}" viewBox="0 0 {WIDTH} {self.height}"'
                ' role="img" aria-labelledby="title description">\n'
                f'  <title id="title">{escape(self.title)}</title>\n  <desc id="description">{escape(self.description)}</desc>\n'
                f"  <style>\n{colours()}{STYLE}  </style>\n"
                '  <defs>\n    <pattern id="hatched" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">\n'
                '      <rect width="8" height="8" class="hatched"/>\n      <line x1="0" y1="0" x2="0" y2="8" class="hatch"/>\n'
                "    </pattern>\n  </defs>\n"
                f'  <rect width="{WIDTH}" height="{self.height}" class="ground"/>\n' + "\n".join(self.shapes) + "\n</svg>\n")


def types_to_request():
    page = "doc/tutorial_two_services.md"
    command = quoted(page, "nvidia-smi mig -cgi 9:0,14:4 -C")
    resource = quoted(page, 'nvidia.com/mig-3g.20gb: "1"')
    gres = quoted(page, "--gres=gpu:nvidia_a100_3g.20gb:1")
    places = [quoted(page, "3g.20gb lies on memory slices 0 to 3"), quoted(page, "2g.10gb lies on memory slices 4 to 5")]
    drawn = Drawing(480, "From types to a layout, and from a layout to a command and a request",
                    f"The types A100 3g.20gb and A100 2g.10gb become a layout: {', '.join(places)}, and slices 6 and 7 are free. "
                    f"From the layout follows the command that cuts the GPU: {command}. From a type follows what Kubernetes is asked "
                    f"for, {resource}, and what Slurm is asked for, {gres}.")
    drawn.words(20, 30, "types: the parts that the code names", "title")
    parts = [("3g.20gb", "chat", "pale0", 20, 255), ("2g.10gb", "search", "pale1", 285, 255)]
    for profile, service, colour, x, wide in parts:
        drawn.box(x, 44, wide, 58, colour)
        drawn.centred_code(x + wide / 2, 68, f'A100::partition<"{profile}">')
        drawn.words(x + wide / 2, 90, f"for the service {service}", "small-centred")
    drawn.arrow((280, 102), (280, 146))
    drawn.words(294, 129, "the compiler: do they fit on one GPU?", "small")
    drawn.words(20, 172, "layout: where they lie on it", "title")
    for first, slices, text, colour in ((0, 4, "3g.20gb", "pale0"), (4, 2, "2g.10gb", "pale1"), (6, 2, "free", "free")):
        drawn.box(20 + 65 * first, 186, 65 * slices, 52, colour, 0)
        drawn.words(20 + 65 * (first + slices / 2), 217, text)
    for k in range(8):
        drawn.words(52.5 + 65 * k, 256, str(k), "small-centred")
    drawn.words(280, 276, "memory slices of an A100", "small-centred")
    drawn.arrow((127, 286), (127, 332))
    drawn.words(139, 313, "cut the GPU", "small")
    drawn.arrow((395, 286), (395, 332))
    drawn.words(407, 313, "ask for a part", "small")
    drawn.words(20, 358, "command", "title")
    drawn.words(250, 358, "request", "title")
    drawn.box(20, 372, 215, 92, "frame")
    drawn.words(32, 395, "on the node", "small")
    first, second = command.split(" -cgi ")
    drawn.code(32, 417, first)
    drawn.code(32, 437, f"  -cgi {second}")
    drawn.box(250, 372, 290, 92, "pale0")
    drawn.words(262, 392, "Kubernetes", "small")
    drawn.code(262, 409, resource)
    drawn.words(262, 433, "Slurm", "small")
    drawn.code(262, 450, gres)
    return drawn


def memory():
    page = "doc/tutorial_one_kernel.md"
    kernel = quoted(page, "x(i) *= 2")
    for use in ("held{on, numbers}", "held.view(on)", "at::for_each(on", "at::copy(on, held, numbers)"):
        quoted(page, use)
    drawn = Drawing(420, "Host and device, with a queue, a buffer and a view",
                    "The host has a vector of numbers. The device has memory of its own: a buffer owns it, and held the same numbers before they "
                    f"were doubled. A view is how the kernel {kernel} reaches the buffer's elements. The queue runs three things one after the "
                    "other: copy the numbers to the device, run the kernel, copy the result back.")
    for x, title in ((20, "host: the CPU"), (300, "device: a GPU")):
        drawn.box(x, 16, 240, 254, "frame", 8)
        drawn.words(x + 14, 42, title, "title")
    drawn.words(34, 72, "std::vector numbers", "small")
    drawn.cells(34, 82, 35, "123456", "pale-sample")
    drawn.words(314, 72, "buffer held: owns the memory", "small")
    drawn.cells(314, 82, 35, ["2", "4", "6", "8", "10", "12"], "pale0")
    drawn.arrow((244, 92), (314, 92))
    drawn.arrow((314, 102), (244, 102))
    drawn.arrow((419, 200), (419, 114))
    drawn.box(314, 140, 210, 30, "pale2", 15)
    drawn.words(419, 160, "view x: reaches it", "small-centred")
    drawn.box(314, 200, 210, 56, "pale1")
    drawn.words(419, 222, "kernel, for each index i", "small-centred")
    drawn.centred_code(419, 244, kernel)
    for k, line in enumerate(("Your program runs here. It", "gives the queue work, and", "does not read the buffer.")):
        drawn.words(34, 160 + 20 * k, line, "small")
    drawn.words(20, 300, "queue on: one after the other", "title")
    drawn.box(20, 314, 520, 90, "frame", 8)
    for k, (what, name, colour) in enumerate((("copy to the device", "buffer", "pale0"), ("run the kernel", "for_each", "pale1"),
                                              ("copy back", "copy", "pale-sample"))):
        drawn.box(34 + 170 * k, 328, 152, 62, colour)
        drawn.words(110 + 170 * k, 352, what, "small-centred")
        drawn.centred_code(110 + 170 * k, 376, name)
        if k:
            drawn.arrow((16 + 170 * k, 359), (34 + 170 * k, 359))
    return drawn


def cluster():
    page = "doc/clusters.md"
    quoted(page, 'at::layout<at::A100, "3g.20gb", "2g.10gb", "1g.5gb", "1g.5gb">')
    for pool in ('at::pool<"shared", at::system<"kubernetes-mixed">, at::nodes<4>, balanced, balanced>',
                 'at::pool<"train", at::system<"gke">, at::nodes<2>, at::gpus_of<at::H100_80GB, 8>>',
                 'at::pool<"mig", at::system<"slurm-22.05">, at::nodes<2>, balanced>', "at::cluster<shared, training, hpc>"):
        quoted(page, pool)
    drawn = Drawing(496, "A cluster has pools, a pool has nodes, a node has GPUs, a GPU has parts",
                    "The cluster lab has three pools. Each of the four nodes of the pool shared has two A100 GPUs, and each GPU is cut into 3g.20gb, "
                    "2g.10gb and two 1g.5gb. The pool train has two nodes, each with eight whole H100_80GB. The pool mig has two nodes, each "
                    "with one A100 that is cut in the same way.")
    drawn.box(8, 8, 544, 480, "frame", 8)
    drawn.words(20, 34, "cluster lab: all pools", "title")
    drawn.box(20, 48, 520, 308, "pale3", 8)
    drawn.words(32, 72, "pool shared: nodes that are alike, asked by Kubernetes", "small")
    drawn.box(32, 84, 380, 258, "ground", 6)
    drawn.box(32, 84, 380, 258, "frame", 6)
    drawn.words(44, 106, "node: a machine", "small")
    for k in range(2):
        y = 118 + 110 * k
        drawn.box(44, y, 356, 100, "frame", 4)
        drawn.words(56, y + 22, "GPU: an A100, cut as its layout says", "small")
        for first, slices, text, colour in ((0, 4, "3g.20gb", "pale0"), (4, 2, "2g.10gb", "pale1"), (6, 1, "1g", "pale2"), (7, 1, "1g", "pale2")):
            drawn.box(56 + 41.5 * first, y + 34, 41.5 * slices, 34, colour, 0)
            drawn.words(56 + 41.5 * (first + slices / 2), y + 56, text, "small-centred")
        drawn.words(222, y + 88, "parts: what a task gets", "small-centred")
    for k in range(3):
        drawn.box(424, 84 + 88 * k, 104, 82, "ground", 6)
        drawn.box(424, 84 + 88 * k, 104, 82, "frame", 6)
        drawn.words(476, 120 + 88 * k, "node", "small-centred")
        drawn.words(476, 140 + 88 * k, "the same", "small-centred")
    for y, name, what in ((368, "train", "2 nodes, each with 8 whole H100_80GB, asked by GKE"),
                          (426, "mig", "2 nodes, each with one A100, cut as above, asked by Slurm")):
        drawn.box(20, y, 520, 50, "pale3", 8)
        drawn.words(32, y + 21, f"pool {name}", "small")
        drawn.words(32, y + 40, what, "small")
    return drawn


def executor():
    page = "doc/tutorial_one_kernel.md"
    quoted(page, "here.rank() == 0 ? 6 : 15")
    quoted(page, "here.all_reduce(mine, at::plus{})")
    quoted(page, "./ranks\n21\n")
    drawn = Drawing(352, "An executor, its ranks and a collective",
                    "An executor runs one function on two devices. Each run is a rank with a queue of its own device. Rank 0 has the sum 6, rank 1 the sum "
                    "15. Both call the collective all_reduce, and both get 21.")
    drawn.box(8, 8, 544, 336, "frame", 8)
    drawn.words(20, 34, "executor: runs one function on each device", "title")
    for k, mine in enumerate((6, 15)):
        x = 24 + 264 * k
        drawn.box(x, 48, 248, 176, f"pale{k}", 6)
        drawn.words(x + 12, 72, f"rank {k}", "title")
        drawn.words(x + 12, 96, f"device {k}, with a queue", "small")
        drawn.words(x + 12, 118, "its half of the numbers", "small")
        drawn.box(x + 12, 132, 224, 34, "ground")
        drawn.centred_code(x + 124, 154, f"mine = {mine}")
        drawn.words(x + 12, 206, "gives", "small")
        drawn.words(x + 144, 206, "gets", "small")
        drawn.words(x + 56, 206, str(mine), "title")
        drawn.words(x + 182, 206, "21", "title")
        drawn.arrow((x + 64, 214), (x + 64, 264))
        drawn.arrow((x + 192, 264), (x + 192, 214))
    drawn.box(24, 264, 512, 64, "pale2", 6)
    drawn.words(280, 290, "collective: all ranks call it together", "centred")
    drawn.centred_code(280, 314, "all_reduce(mine, plus): 6 + 15 = 21")
    return drawn


def error():
    said = re.search(r'^(wrong\.cpp:\d+:\d+): error: .*?words<\d+>\{"(.*)"\}>::.*\n     \|( using .*)\n     \|( +\^~+)\n', (ROOT / "README.md").read_text(
        encoding="utf-8"), re.MULTILINE)
    if not said:
        sys.exit("pictures.py: README.md has no error of g++")
    place, sentence, line, marks = said[1], said[2].replace('\\"', '"'), said[3], said[4]
    wrong, offers = sentence.split("; ")
    drawn = Drawing(330, "How to read an error",
                    f"Three places of an error. First where: {place}, the file, the line and the column of your program. Second the sentence of the library: "
                    f"{sentence}. It says what is wrong, and what there is. Third the line of your program, with a mark below the wrong word. What "
                    "stands between and behind leads into the library.")
    drawn.box(8, 8, 544, 180, "frame", 6)
    drawn.box(20, 22, len(place) * CODE + 10, 22, "pale0")
    drawn.code(25, 37, place)
    drawn.code(40 + len(place) * CODE, 37, "error: … words<102>{")
    drawn.box(20, 52, 494, 66, "pale1")
    cut = offers.index("2g.10gb")
    for k, text in enumerate((f'"{wrong};', f" {offers[:cut].rstrip()}", f' {offers[cut:]}"')):
        drawn.code(25, 68 + 20 * k, text)
    drawn.code(25, 136, "}>::position' is private within this context")
    drawn.box(20, 144, 10 + CODE * len(line), 38, "pale2")
    drawn.code(25, 159, line)
    drawn.code(25, 176, marks)
    for x, y, number in ((536, 33, 1), (536, 85, 2), (536, 163, 3)):
        drawn.number(x, y, number)
    for k, text in enumerate(("where: the file, line and column of your program",
                              "the library's sentence: what is wrong, and what there is",
                              "your line, with a mark below the wrong word")):
        drawn.number(30, 214 + 32 * k, k + 1)
        drawn.words(50, 219 + 32 * k, text, "plain")
    drawn.words(20, 316, "What comes behind it leads into the library. You can leave it out.", "small")
    return drawn


PICTURES = {"types_to_request": types_to_request, "memory": memory, "cluster": cluster, "executor": executor, "error": error}


def main():
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit(__doc__)
    wrong, pages = [], "".join(page.read_text(encoding="utf-8") for page in (ROOT / "doc").rglob("*.md"))
    for name, draw in PICTURES.items():
        drawn = draw()
        file, text = FOLDER / f"{name}.svg", drawn.document()
        if not sys.argv[1:]:
            file.write_text(text, encoding="utf-8")
        elif not file.is_file() or file.read_text(encoding="utf-8") != text:
            wrong.append(f"{file.relative_to(ROOT)} is not what doc/site/pictures.py draws")
        shown = re.findall(rf"!\[(.*)\]\((?:\.\./)*pictures/{name}\.svg\)", pages)
        if not shown or set(shown) != {drawn.description}:
            wrong.append(f"a page shows pictures/{name}.svg with the text: {drawn.description}")
    wrong += [f"doc/pictures/{file.name} is drawn by nothing" for file in FOLDER.iterdir() if file.stem not in PICTURES]
    if wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main()
