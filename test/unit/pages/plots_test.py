# SPDX-License-Identifier: BSL-1.0
"""plots_test.py SITE: doc/site/plots.py draws a point for each row that has a ratio, and each budget. SITE is doc/site."""

import pathlib
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

sys.path.insert(0, sys.argv.pop(1))
try:
    import plots  # noqa: E402
except ModuleNotFoundError as error:
    missing = pathlib.Path(__file__).resolve().parents[2] / "missing"
    sys.exit(subprocess.run([missing, f"{error} (doc/site/requirements.txt)"]).returncode)

TEXT = pathlib.Path(__file__).with_name("measurements.md").read_text(encoding="utf-8")

SHARES = "% of the speed by hand"  # a ratio in each column behind it
RATIO_COLUMNS = {"speed: best", "times raw", "over it", "SASS"}
SVG = "{http://www.w3.org/2000/svg}"


class Plots(unittest.TestCase):
    def test_reads_ratios_and_budgets(self):
        found = plots.sections(TEXT)
        self.assertEqual(list(found), ["Run time", "Loops of few indices", "Compile time", "Generated code"])
        triad, threads = found["Run time"]
        self.assertEqual(triad.points(), [("1,024", "raw loop", 100), ("1,024", "allotype", 98.5), ("2,048", "raw loop", 100),
                                          ("2,048", "allotype", 1120)])
        self.assertEqual((triad.reference, triad.budget, threads.budget), (100, 98, 80))
        (loops,) = found["Loops of few indices"]
        self.assertEqual((loops.points(), loops.budget), ([("1", "allotype", 9), ("2", "allotype", -50)], 10))
        by_gcc, by_nvcc = found["Compile time"]
        self.assertEqual([(contender, ratio) for _, contender, ratio in by_gcc.points()],
                         [("without it", 1), ("allotype", 2), ("allotype", 3.1)])
        self.assertEqual((by_gcc.budgets, by_nvcc.budgets), ({"axpy, allotype (g++ -O2)": 3}, {}))
        (code,) = found["Generated code"]
        self.assertEqual([ratio for _, _, ratio in code.points()], [85, 110])

    def test_says_what_it_shows(self):
        self.assertEqual(plots.sections(TEXT)["Run time"][0].said(),
                         "Triad, % of the reference's speed: raw loop 100, allotype 98.5 to 1120; budget 98")

    def check_points(self, text, file_of):
        """The pictures of a text's sections have a point for each row with a ratio, and each budget."""
        drawn = 0
        for section, panels in plots.sections(text).items():
            groups = {group.get("id") or "": group for group in xml.etree.ElementTree.parse(file_of(section)).iter(f"{SVG}g")}
            for i, panel in enumerate(panels):
                drawn += sum(len(list(group.iter(f"{SVG}use"))) for name, group in groups.items()
                             if name.startswith(f"panel-{i}-points-"))
                self.assertEqual(f"panel-{i}-budget" in groups, panel.budget is not None)
                self.assertEqual(sum(name.startswith(f"panel-{i}-budget-") for name in groups), len(panel.budgets))
        wanted = sum(len(table.rows) for table in plots.tables(text) if RATIO_COLUMNS & set(table.header))
        wanted += sum(cell != "" for table in plots.tables(text) if table.header[0] == SHARES for row in table.rows for cell in row[1:])
        self.assertGreater(wanted, 0)
        self.assertEqual(drawn, wanted)

    def test_draws_an_example_in_both_schemes(self):
        for scheme, colours in plots.SCHEMES.items():
            with tempfile.TemporaryDirectory() as folder:
                file = pathlib.Path(folder) / "plot.svg"

                def drawn(section):
                    plots.draw(plots.sections(TEXT)[section], file, scheme)
                    text = file.read_text(encoding="utf-8")
                    self.assertIn(f"fill: {colours[0]}", text)
                    self.assertIn("<text", text)  # letters that can be searched and read aloud
                    return file

                self.check_points(TEXT, drawn)

    def test_draws_the_measurements(self):
        with tempfile.TemporaryDirectory() as folder:
            pictures = pathlib.Path(folder)
            said = plots.write(pictures, ["dark"])
            self.check_points(plots.PAGE.read_text(encoding="utf-8"), lambda section: pictures / f"{plots.anchor(section)}.dark.svg")
            self.assertTrue(all(said.values()))


if __name__ == "__main__":
    unittest.main()
