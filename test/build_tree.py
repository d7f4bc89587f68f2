# SPDX-License-Identifier: BSL-1.0
"""What a build folder knows: its tests, what ninja makes for them of which files, and how long that took last time."""

import functools
import pathlib
import re

from changed_files import ROOT, text_of

NAME = r'(?:\[=*\[(?P<bracket>.*?)\]=*\]|"(?P<quoted>[^"]*)"|(?P<plain>[^\s"()]+))'
CALL = re.compile(r"^(add_test|set_tests_properties|subdirs)\((.*?)\)\n(?=\w+\(|#|\Z)", re.MULTILINE | re.DOTALL)
TEXT = re.compile(r'"((?:[^"\\]|\\.)*)"', re.DOTALL)
PROPERTY = re.compile(r'(\w+) "((?:[^"\\]|\\.)*)"', re.DOTALL)
COMPILED_IN = 20.0  # seconds, of what was never compiled here
RAN_IN = 2.0


def unquoted(text):
    return re.sub(r"\\(.)", r"\1", text, flags=re.DOTALL)


class Test:
    def __init__(self, name, command):
        self.name, self.command, self.properties = name, command, {}

    def listed(self, name):
        return [each for each in self.properties.get(name, "").split(";") if each]

    @property
    def declared_in(self):
        """The files of CMake with the call, from the inside out, as paths from the root."""
        triples = self.properties.get("_BACKTRACE_TRIPLES", "").split(";")
        paths = (pathlib.Path(file) for file in triples[::3] if file)
        return [str(path.relative_to(ROOT)) for path in paths if path.is_relative_to(ROOT)]


def tests_of(folder):
    """The tests by name, as ctest reads them: it does not say what a test runs that is not built yet."""
    tests, folders = {}, [folder]
    for here in folders:
        for call, arguments in CALL.findall(text_of(here / "CTestTestfile.cmake")):
            if call == "subdirs":
                folders += [here / each for each in TEXT.findall(arguments)]
                continue
            first = re.match(NAME, arguments)
            name = first["bracket"] or first["quoted"] or first["plain"]
            rest = arguments[first.end():]
            if call == "add_test":
                tests[name] = Test(name, [unquoted(each) for each in TEXT.findall(rest)])
            else:
                tests[name].properties |= {key: unquoted(value) for key, value in PROPERTY.findall(rest)}
    return tests


class BuildTree:
    def __init__(self, folder):
        self.folder = folder.resolve()
        self.tests = tests_of(self.folder)

    @functools.cached_property
    def made_by(self):
        """From each output of ninja to (rule, what it is made from, what must be there before)."""
        made = {}
        text = (self.folder / "build.ninja").read_text(encoding="utf-8")
        for line in re.sub(r"\$\n\s*", "", text).splitlines():
            if not line.startswith("build "):
                continue
            words = [re.sub(r"\$(.)", r"\1", word) for word in re.findall(r"(?:\$.|[^\s$:]|:(?=\S))+|:", line[len("build "):])]
            colon = words.index(":")
            outputs = [word for word in words[:colon] if word != "|"]
            rule, *inputs = words[colon + 1:]
            first = inputs.index("||") if "||" in inputs else len(inputs)
            for output in outputs:
                made[self.relative(output)] = (rule, [self.relative(each) for each in inputs[:first] if each != "|"],
                                               [self.relative(each) for each in inputs[first + 1:]])
        return made

    def relative(self, name):
        path = pathlib.PurePath(name.replace("${cmake_ninja_workdir}", ""))
        return str(path.relative_to(self.folder)) if path.is_relative_to(self.folder) else str(path)

    @functools.cached_property
    def files(self):
        """The outputs that are files and not names of steps."""
        return [name for name, (rule, _, _) in self.made_by.items() if rule != "phony" and "CMakeFiles/" not in name]

    def targets_of(self, test):
        """The outputs of ninja that the test's command and its environment name."""
        found = []
        if "--target" in test.command:
            found.append(test.command[test.command.index("--target") + 1])
        texts = test.command + test.listed("ENVIRONMENT") + test.listed("ENVIRONMENT_MODIFICATION")
        for text in texts:
            for path in re.findall(rf"{re.escape(str(self.folder))}/([^;=,:\s]+)", text):
                path = path.rstrip("/")
                if path in self.made_by:
                    found.append(path)
                else:  # a folder; what is built of a whole room of tests is no test's
                    found += [each for each in self.files if each.startswith(path + "/")] if path.count("/") > 1 else []
        return list(dict.fromkeys(found))

    def steps_of(self, targets):
        """(output, rule, inputs) of all that ninja would do for the targets in an empty folder."""
        seen, waiting = set(), list(targets)
        for name in waiting:
            if name in seen or name not in self.made_by:
                continue
            seen.add(name)
            rule, inputs, before = self.made_by[name]
            yield name, rule, inputs
            waiting += inputs
            # A library that is opened while running comes before its user. Pages of all kinds come before each page.
            if rule == "phony" or "_COMPILER_" in rule:
                waiting += [each for each in before if self.made_by.get(each, ("CUSTOM_COMMAND",))[0] != "CUSTOM_COMMAND"
                            and not each.endswith("doc_pages")]

    @functools.cached_property
    def seconds_of_step(self):
        took = {}
        for line in text_of(self.folder / ".ninja_log").splitlines():
            parts = line.split("\t")
            if len(parts) == 5:
                took[parts[3]] = (int(parts[1]) - int(parts[0])) / 1000
        return took

    @functools.cached_property
    def seconds_of_test(self):
        took = {}
        for line in text_of(self.folder / "Testing/Temporary/CTestCostData.txt").splitlines():
            parts = line.rsplit(" ", 2)
            if len(parts) == 3:
                took[parts[0]] = float(parts[2])
        return took
