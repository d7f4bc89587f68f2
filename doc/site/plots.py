# SPDX-License-Identifier: BSL-1.0
"""Draws the tables of doc/measurements.md that have a ratio to a reference:  plots.py FOLDER

FOLDER has the pages of the site. Each section becomes a picture in FOLDER/plots, in light and in dark, which stands above the tables
in FOLDER/measurements.md. A panel is a table, a point a row with a ratio, a solid line the reference, and a dashed line the budget
that the page states. All figures are the page's.
"""

import dataclasses
import pathlib
import re
import sys
import textwrap

import matplotlib

matplotlib.use("svg")
from matplotlib import pyplot, ticker  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "doc/measurements.md"
# The text and the lines of a scheme of doc/site/mkdocs.yml, our points, and those of others.
SCHEMES = {"light": ("#212121", "#bdbdbd", "#00695c", "#757575"), "dark": ("#e0e0e0", "#616161", "#4db6ac", "#bdbdbd")}
MARKERS = "osD^vP"


@dataclasses.dataclass
class Panel:
    """A table as a picture: `rows` are (label, [(contender, ratio)]), ratios and `budget` in `unit`."""

    title: str
    unit: str
    rows: list
    reference: float
    budget: float | None = None  # one for the panel, or
    budgets: dict = dataclasses.field(default_factory=dict)  # by the label of a row
    log: bool = True

    def points(self):
        return [(label, contender, ratio) for label, points in self.rows for contender, ratio in points]

    def said(self):
        """For those who do not see the picture."""
        def span(ratios):
            return " to ".join(f"{ratio:.4g}" for ratio in sorted({min(ratios), max(ratios)}))

        of = {}
        for _, contender, ratio in self.points():
            of.setdefault(contender, []).append(ratio)
        limits = [self.budget] if self.budget is not None else list(self.budgets.values())
        text = ", ".join(f"{contender} {span(ratios)}" for contender, ratios in of.items())
        return f"{self.title}, {self.unit}: {text}" + (f"; budget {span(limits)}" if limits else "")


@dataclasses.dataclass
class Table:
    section: str
    title: str
    header: list
    rows: list

    def column(self, name):
        return self.header.index(name)


def tables(text):
    section = title = ""
    found, lines = [], []
    for line in [*text.splitlines(), ""]:
        if line.startswith("|"):
            lines.append([cell.strip().replace("`", "") for cell in line.strip("|").split("|")])
            continue
        if len(lines) > 2:
            found.append(Table(section, title or section, lines[0], lines[2:]))
        lines = []
        heading = re.match(r"(##+) (.*)", line)
        if heading:
            begins = heading[1] == "##" or heading[2].endswith("?")  # a question has a picture of its own
            section, title = (heading[2], "") if begins else (section, heading[2])
    return found


def number(cell):
    """`98.5 %`, `+1.1 %`, `1,024`; none where there is none."""
    match = re.match(r"[+-]?[\d,]*\.?\d+", cell)
    return float(match[0].replace(",", "")) if match else None


def stated_budgets(all_tables):
    """(what, percent) of each budget that is a percentage."""
    return [(row[0].lower(), number(row[1])) for table in all_tables if table.section == "Budgets" for row in table.rows
            if row[1].endswith("%")]


def speeds(table, budgets):
    """A group of lines for each size, with the speed of each contender in percent of the first one's."""
    rows = []
    for row in table.rows:
        if row[0]:
            rows.append((row[0], []))
        rows[-1][1].append((row[1], number(row[table.column("speed: best")])))
    about = re.compile(rf"{re.escape(table.title.lower())}( for_each)?(, size [\d,]+)?, (against|over) ")
    of_table = {percent if about.match(what)[3] == "against" else 100 / (1 + percent / 100) for what, percent in budgets
                if about.match(what)}
    return [Panel(table.title, "% of the reference's speed", rows, 100, min(of_table, default=None))]


def has_allotype(program):
    """A program of the table of compile times: those without it are the empty file, and one loop by hand and by other libraries."""
    return program != "empty file" and (not program.startswith("axpy, ") or "allotype" in program)


def budgets_of_programs(table, labels, rows):
    if "budget" not in table.header:
        return {}
    budget = table.column("budget")
    return {label: number(row[budget]) for label, row in zip(labels, rows) if row[budget] and not row[budget].startswith("+")}


def compile_times(table, _):
    column = table.column("times raw")
    panels = []
    for compiler in dict.fromkeys(row[1].split()[0] for row in table.rows):
        of_compiler = [row for row in table.rows if row[1].split()[0] == compiler]
        labels = [f"{row[0]} ({row[1]})" for row in of_compiler]
        panels.append(Panel(f"Compile time, {compiler}", "times the program written by hand",
                            [(label, [("allotype" if has_allotype(row[0]) else "without it", number(row[column]))])
                             for label, row in zip(labels, of_compiler)], 1,
                            budgets=budgets_of_programs(table, labels, of_compiler)))
    return panels


def shares(table, _):
    """A row for each loop, with the speed of each contender in percent of the loop's by hand."""
    rows = [(row[0], [(contender, number(cell)) for contender, cell in zip(table.header[1:], row[1:]) if cell]) for row in table.rows]
    return [Panel(table.title, "% of the speed by hand", rows, 100)]


def loops(table, budgets):
    rows = [(row[0], [("allotype", number(row[table.column("over it")]))]) for row in table.rows]
    percent = min(percent for what, percent in budgets if what.startswith(f"loops, {table.title.lower()},"))
    return [Panel(table.title, "% over the best way", rows, 0, percent, log=False)]


def instructions(table, _):
    """SASS where it was counted, else PTX."""
    rows = []
    for row in table.rows:
        for column in (table.column("SASS"), table.column("PTX")):
            ours, by_hand = number(row[column]), number(row[column + 1])
            if ours is not None:
                rows.append((f"{row[0]}, {row[1]}", [("allotype", 100 * ours / by_hand)]))
                break
    return [Panel("Instructions of a kernel", "% of those by hand", rows, 100, 100, log=False)]


KINDS = {"% of the speed by hand": shares, "speed: best": speeds, "times raw": compile_times, "over it": loops, "SASS": instructions}


def sections(text):
    """The panels of each section that has some."""
    all_tables = tables(text)
    budgets = stated_budgets(all_tables)
    found = {}
    for table in all_tables:
        for column, panels_of in KINDS.items():
            if column in table.header:
                found.setdefault(table.section, []).extend(panels_of(table, budgets))
    return found


def draw(panels, file, scheme):
    text, line, ours, others = SCHEMES[scheme]
    heights = [1.1 + 0.28 * len(panel.rows) for panel in panels]
    style = {"svg.fonttype": "none", "svg.hashsalt": "allotype", "font.family": "sans-serif",
             "font.sans-serif": ["Noto Sans", "DejaVu Sans", "Arial"], "font.size": 10, "text.color": text,
             "axes.labelcolor": text, "axes.edgecolor": line, "xtick.color": text, "ytick.color": text, "axes.titlesize": 11}
    with pyplot.rc_context(style):
        figure, axes = pyplot.subplots(len(panels), 1, figsize=(9, sum(heights)), squeeze=False, height_ratios=heights,
                                       layout="constrained")
        for i, (panel, axis) in enumerate(zip(panels, axes[:, 0])):
            draw_panel(panel, axis, f"panel-{i}", text, line, ours, others)
        figure.savefig(file, transparent=True, metadata={"Date": None})
        pyplot.close(figure)


def draw_panel(panel, axis, name, text, line, ours, others):
    axis.set_title(panel.title, loc="left")
    axis.set_xlabel(panel.unit)
    if panel.log:
        ratios = [ratio for _, _, ratio in panel.points()]
        axis.set_xscale("log")
        axis.xaxis.set_major_locator(ticker.LogLocator(subs=(1, 2, 5)) if max(ratios) > 5 * min(ratios) else ticker.MaxNLocator(5))
    rows = [label for label, _ in panel.rows]
    contenders = list(dict.fromkeys(contender for _, contender, _ in panel.points()))
    for i, contender in enumerate(contenders):
        mine = contender == "allotype"
        at = [(ratio, rows.index(label)) for label, of, ratio in panel.points() if of == contender]
        axis.plot(*zip(*at), MARKERS[i % len(MARKERS)], label=contender, color=ours if mine else others, gid=f"{name}-points-{i}",
                  markersize=8 if mine else 6, markerfacecolor=ours if mine else "none", zorder=3 if mine else 2)
    axis.axvline(panel.reference, color=text, linewidth=1, zorder=1, label=f"reference: {panel.reference:g}")
    if panel.budget is not None:
        axis.axvline(panel.budget, color=text, linewidth=1.2, linestyle="--", gid=f"{name}-budget", label=f"budget: {panel.budget:.3g}")
    for i, (label, budget) in enumerate(panel.budgets.items()):
        axis.plot([budget], [rows.index(label)], "|", color=text, markersize=16, markeredgewidth=2, gid=f"{name}-budget-{i}",
                  label="budget" if i == 0 else None)
    axis.set_yticks(range(len(rows)), [textwrap.fill(label, 44) for label in rows])
    axis.set_ylim(len(rows) - 0.5, -0.5)
    axis.grid(axis="y", color=line, linewidth=0.5)
    for side in ("top", "right", "left"):
        axis.spines[side].set_visible(False)
    axis.tick_params(axis="y", length=0)
    axis.xaxis.set_major_formatter("{x:g}")
    axis.xaxis.set_minor_formatter("")
    axis.legend(loc="center left", bbox_to_anchor=(1.01, 0.5), frameon=False)


def anchor(section):
    return re.sub(r"\W+", "_", section.lower()).strip("_")


def write(folder, schemes=tuple(SCHEMES)):
    """The pictures of all sections. Returns {section: text for those who do not see its picture}."""
    folder.mkdir(parents=True, exist_ok=True)
    said = {}
    for section, panels in sections(PAGE.read_text(encoding="utf-8")).items():
        for scheme in schemes:
            draw(panels, folder / f"{anchor(section)}.{scheme}.svg", scheme)
        said[section] = ". ".join(panel.said() for panel in panels) + "."
    return said


def show(folder):
    page = folder / "measurements.md"
    text = page.read_text(encoding="utf-8")
    for section, said in write(folder / "plots").items():
        pictures = "\n".join(f"![{said}](plots/{anchor(section)}.{scheme}.svg#only-{scheme})" for scheme in SCHEMES)
        text = re.sub(rf"\n(##+) {re.escape(section)}\n", lambda heading: f"{heading[0]}\n{pictures}\n", text, count=1)
    page.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    show(pathlib.Path(sys.argv[1]))
