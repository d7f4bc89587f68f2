# SPDX-License-Identifier: BSL-1.0
"""check_completions.py ALLOTYPE: completions in bash, zsh and fish, and the manual page, as these programs read them.

Bash and zsh are started on a terminal of their own, in which a line is typed and the tab key pressed; fish says what it would offer.
The page is set by groff, and has each command and each option that --help prints. A shell that is not installed is left out, and so
is groff; without any of them, or without a terminal, the status is 77.
"""
import os
import pathlib
import pty
import re
import select
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "test"))
import checks

# What stands on the line, and what can stand for its last word.
OFFERED = (
    ("p", "plan probe provision"),
    ("st", "stats"),
    ("show A100", "A100 A100_80GB A100_80GB_PCIE"),
    ("plan A100 3", "3g.20gb"),
    ("show A100 3", "3g.20gb 3c.7g.40gb"),
    ("plan A100 3g.20gb 2", "2g.10gb"),
    ("list --j", "--json"),
    ("stats --w", "--watch"),
    ("stats --watch 5 --t", "--times"),
    ("provision m", "mig-parted"),
    ("provision slurm A3", "A30"),
    ("provision mig-parted A100 3", "3g.20gb"),
    ("provision lab.json mig", "mig-parted"),
    ("provision --n", "--name --node"),
    ("request kubernetes-m", "kubernetes-mixed"),
    ("request slurm A100 --count 2 2g", "2g.10gb"),
    ("transition --device A100 4", "4g.20gb"),
    ("layouts A100 --profiles w", "without-graphics with-double-memory"),
    ("--color a", "auto always"),
    ("list A100 --color a", "auto always"),
    ("completions f", "fish"),
    ("show A1000 3", ""),
    ("nothing p", ""),
)
# What is typed, and what the line is after a tab.
TYPED = (("allotype sta", "allotype stats "), ("allotype show A100_80GB_", "allotype show A100_80GB_PCIE "),
         ("allotype plan A100 3g", "allotype plan A100 3g.20gb "), ("allotype stats --wat", "allotype stats --watch "),
         ("allotype errors compiler.l", "allotype errors compiler.log "))
SECONDS = 60


class Terminal:
    """A shell on a terminal of its own, without the user's settings."""

    def __init__(self, words, folder, program):
        self.said = ""
        self.process, self.master = pty.fork()
        if self.process == 0:
            os.chdir(folder)
            path = f"{program.parent}:/usr/bin:/bin"
            os.execve(shutil.which(words[0]), words, {"PATH": path, "HOME": folder, "TERM": "dumb", "PS1": "ready> ", "COLUMNS": "200"})

    def type(self, text):
        os.write(self.master, text.encode())

    def wait_for(self, text):
        """Reads until the shell has said this, behind what was waited for before."""
        limit = time.monotonic() + SECONDS
        while text not in self.said and time.monotonic() < limit:
            if select.select([self.master], [], [], 0.2)[0]:
                try:
                    self.said += os.read(self.master, 4096).decode(errors="replace")
                except OSError:  # the shell has ended
                    break
        found = text in self.said
        before, _, behind = self.said.partition(text)
        self.said = behind if found else self.said
        return found, before

    def close(self):
        os.close(self.master)
        os.waitpid(self.process, 0)


def said(*words):
    done = subprocess.run(list(map(str, words)), capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


def on_a_terminal(check, program, shell, words, begin):
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "compiler.log").touch()
        terminal = Terminal(words, folder, program)
        terminal.type(f"{begin}; source <(allotype completions {shell}); echo begin''s\n")
        started, before = terminal.wait_for("begins")
        check.require(started, f"{shell} reads its script", before)
        for typed, line in TYPED:
            terminal.type(typed + "\t")
            found, before = terminal.wait_for(line)
            check.require(found, f"{shell}: {typed} and a tab", before)
            terminal.type("\x15")  # empties the line
        terminal.type("exit\n")
        terminal.close()


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    check = checks.Checks()
    for line, offered in OFFERED:
        found = said(program, "completions", "--", *line.split()).splitlines()
        words = " ".join(each.partition("\t")[0] for each in found if not each.startswith(":"))
        check.require(words == offered, f"allotype {line}: {offered}", found)
    for line, kind in (("errors ", ":files"), ("check lab.json ", ":files"), ("run --logs ", ":folders"), ("run -n 2 ", ":files")):
        check.require(kind in said(program, "completions", "--", *line.split(), "").splitlines(), f"allotype {line}has {kind[1:]}")
    commands = said(program, "completions", "--", "").splitlines()
    check.require(all("\t" in each for each in commands), "each command is explained", commands)

    no_terminal = checks.why_no_terminal()
    tried = 0
    if shutil.which("bash") and not no_terminal:
        tried += 1
        on_a_terminal(check, program, "bash", ["bash", "--noprofile", "--norc", "-i"], "bind 'set enable-bracketed-paste off'")
    if shutil.which("zsh") and not no_terminal:
        tried += 1
        on_a_terminal(check, program, "zsh", ["zsh", "-f", "-i"], "autoload -Uz compinit; compinit -u -D; unsetopt zle_bracketed_paste")
    if shutil.which("fish"):
        tried += 1
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "compiler.log").touch()
            script = "allotype completions fish | source; " + "; ".join(f"complete -C '{typed}'; echo next" for typed, _ in TYPED)
            done = subprocess.run(["fish", "--no-config", "-c", script], capture_output=True, text=True, cwd=folder, check=False,
                                  env={"PATH": f"{program.parent}:/usr/bin:/bin", "HOME": folder})
            for (typed, line), found in zip(TYPED, done.stdout.split("next\n")):
                check.require(found.split("\t")[0].strip() == line.split()[-1], f"fish: {typed} and a tab", found + done.stderr)
    page = said(program, "manual")
    if shutil.which("groff"):
        tried += 1
        done = subprocess.run(["groff", "-man", "-Tascii", "-P-c", "-P-b", "-P-o", "-P-u", "-ww"], input=page, capture_output=True, text=True,
                              check=False)
        check.require(done.stderr == "" and "EXIT STATUS" in done.stdout, "groff sets the manual page", done.stderr)
        read = re.sub(r"\s+", " ", done.stdout)
        for command in [each.partition("\t")[0] for each in commands]:
            options = set(re.findall(r"(?<![\w-])--[a-z][\w.-]*", said(program, command, "--help"))) - {"--help"}
            missing = [each for each in options if each not in read]
            check.require(f"allotype {command}" in read and not missing, f"the page has {command} and its {len(options)} options", missing)
    if check.wrong:
        return 1
    if no_terminal:
        print(f"skipped: bash and zsh complete on a terminal, and {no_terminal}")
        return 77
    if tried == 0:
        print("skipped: none of bash, zsh, fish and groff is installed")
        return 77
    return 0


if __name__ == "__main__":
    sys.exit(main())
