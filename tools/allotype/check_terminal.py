# SPDX-License-Identifier: BSL-1.0
"""check_terminal.py PROGRAM LOGS LAB [NVML SCENARIOS]: what the program prints on a terminal, and what it does not print elsewhere.

A terminal is made for each run, with a width. NVML is the folder of the fake library, SCENARIOS those of its machines.
"""
import fcntl
import os
import pathlib
import pty
import re
import struct
import subprocess
import sys
import termios
import threading

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "test"))
import checks

ESCAPE = re.compile(r"\x1b\[[0-9;]*[mK]")


def on_terminal(command, columns, variables=(), error_elsewhere=False):
    """(status, what appears on a terminal that is so wide)"""
    terminal, end = pty.openpty()
    fcntl.ioctl(end, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    environment = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS")}
    environment.update({"TERM": "xterm", **dict(variables)})
    running = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=end,
                               stderr=subprocess.DEVNULL if error_elsewhere else end, env=environment)
    # This end stays open: some kernels drop what was written and not yet read when the last one closes. A mark tells where
    # the output ends.
    mark = b"\x00end of output\x00"
    ended = threading.Thread(target=lambda: (running.wait(), os.write(end, mark)))
    ended.start()
    said = b""
    while mark not in said:
        said += os.read(terminal, 65536)
    ended.join()
    os.close(end)
    os.close(terminal)
    said = said.partition(mark)[0]
    return running.wait(), said.decode("utf-8", "replace").replace("\r\n", "\n")


def elsewhere(command, variables=()):
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          env={**os.environ, **dict(variables)})
    return done.returncode, done.stdout


def main(program, logs, lab, nvml=None, scenarios=None):
    if reason := checks.why_no_terminal():
        print(f"skipped: {reason}")
        return 77
    wrong = []

    def expect(right, what, text=""):
        if not right:
            wrong.append(what)
            print(f"FAILED: {what}\n{text}")

    log = str(pathlib.Path(logs) / "unknown_partition.gcc.log")
    tasks = str(pathlib.Path(lab).parent / "tasks.json")
    commands = [[], ["list"], ["list", "A100"], ["show", "A100", "2g.10gb"], ["plan", "A100", "3g.20gb", "2g.10gb"],
                ["plan", "A100", "4g.20gb", "3g.20gb"], ["probe"], ["stats"], ["check", lab, tasks], ["errors", log]]
    # Commands to copy are not broken.
    whole = ("nvidia-smi mig ",)
    for command in commands:
        asked = [program] + command
        status, piped = elsewhere(asked)
        expect("\x1b" not in piped, f"{command}: escape sequences elsewhere than on a terminal", piped)
        for columns in (60, 80, 200):
            shown_status, shown = on_terminal(asked, columns)
            plain = ESCAPE.sub("", shown)
            expect(shown_status == status, f"{command}: status {shown_status} on a terminal, {status} elsewhere", shown)
            # No word is lost, and words that are longer than a line are the only lines that are wider.
            cut = " ".join(plain.split()).endswith("...") or "..." in plain
            if command not in (["stats"],) and not cut:
                expect(plain.split() == piped.split(), f"{command}: other words at {columns} columns", shown)
            for line in plain.splitlines():
                expect(len(line) <= columns or " " not in line.strip() or line.strip().startswith(whole),
                       f"{command}: a line of {len(line)} characters at {columns} columns: {line}")

    # Colours.
    coloured = [program, "list", "T4"], [program, "plan", "A100", "3g.20gb"]
    for asked in coloured[1:]:
        for variables, options, colours in (
                ({}, [], True), ({"NO_COLOR": "1"}, [], False), ({"NO_COLOR": ""}, [], True), ({"TERM": "dumb"}, [], False),
                ({}, ["--color", "never"], False), ({"NO_COLOR": "1", "TERM": "dumb"}, ["--color=always"], True)):
            _, shown = on_terminal(asked + options, 80, variables)
            expect(("\x1b[" in shown) == colours, f"{asked} with {variables} {options}: colours are {not colours}", shown)
        expect("\x1b[" in elsewhere(asked + ["--color", "always"])[1], f"{asked} --color always has no colours elsewhere")
    _, shown = on_terminal([program, "show", "A1000"], 80)
    expect(shown.startswith("\x1b[31mallotype:\x1b[0m no accelerator"), "a message on a terminal has no colour", shown)

    # COLUMNS is for terminals.
    _, shown = on_terminal([program, "list"], 200, {"COLUMNS": "60"})
    expect(max(map(len, ESCAPE.sub("", shown).splitlines())) <= 60, "COLUMNS=60 is not heard", shown)
    _, piped = elsewhere([program, "list"], {"COLUMNS": "60"})
    expect(max(map(len, piped.splitlines())) > 60, "COLUMNS=60 breaks lines elsewhere than on a terminal", piped)

    if nvml:
        library = {"LD_LIBRARY_PATH": nvml}
        # The driver hangs until the limit; the terminal says so after each second, and nothing is left of it. On a busy machine
        # the first second that is said may be a later one.
        hangs = {**library, "FAKE_NVML_SCENARIO": f"{scenarios}/hang_in_initialization.json"}
        probe = [program, "probe", "--time-limit", "1.5"]
        _, shown = on_terminal([program, "probe", "--time-limit", "5"], 80, hangs)
        expect(re.search(r"\r\x1b\[Kallotype: asks the driver: \d+ s", shown), "nothing says that the driver is waited for", shown)
        last = shown.rfind("\r\x1b[K")
        expect("asks the driver" not in shown[last:] and "timed_out" in ESCAPE.sub("", shown[last:]), "the line stays", shown)
        for variables in ({"TERM": "dumb"},):
            expect("asks" not in on_terminal(probe, 80, {**hangs, **variables})[1], f"{variables}: a line is erased that cannot be")
        expect("asks" not in on_terminal(probe, 80, hangs, error_elsewhere=True)[1], "standard output has the line")
        expect("asks" not in elsewhere(probe, hangs)[1], "the line is printed elsewhere than on a terminal")

        # What the first screen says to try works on that machine.
        for scenario in ("a100_slices_described", "a100_whole", "h100_mig_without_instance", "mixed_boards", "no_boards",
                         "no_permission", "lost", "old_driver", "hang_in_initialization"):
            machine = {**library, "FAKE_NVML_SCENARIO": f"{scenarios}/{scenario}.json"}
            status, shown = elsewhere([program], machine)
            tried = re.findall(r"^  allotype (.*)$", shown.split("\nTry\n")[1].split("\nHelp\n")[0], re.MULTILINE)
            expect(status == 0 and len(tried) == 3, f"{scenario}: the first screen ends with {status} and {len(tried)} commands", shown)
            for command in tried:
                status, text = elsewhere([program] + command.split(), machine)
                expect(status == 0, f"{scenario}: allotype {command} ends with {status}", text)
        _, shown = elsewhere([program], {**library, "FAKE_NVML_SCENARIO": f"{scenarios}/a100_slices_described.json"})
        for text in ("  NVIDIA A100-SXM4-40GB (A100), 40960 MiB, in MIG mode\n",
                     "    NVIDIA A100-SXM4-40GB MIG 2g.10gb, 9856 MiB\n", "  allotype show A100 3g.20gb\n"):
            expect(text in shown, f"the first screen lacks {text!r}", shown)

    print(f"{len(commands)} commands at three widths, {len(wrong)} things wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
