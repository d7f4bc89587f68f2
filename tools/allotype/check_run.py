# SPDX-License-Identifier: BSL-1.0
"""check_run.py ALLOTYPE RANKS: `allotype run` starts the ranks of test/unit/parallel/transport/socket_job.cpp, and programs of sh.

Nothing depends on how fast the machine is: what is awaited has minutes, and what must not come is what the end shows.
"""

import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "test"))
import checks

SECONDS = 600
# The rank, something that it starts, and something that this starts: all write who they are, and never end.
STAYING = """echo $$ > {folder}/$RANK.shell
trap 'echo told $RANK' {trapped}
sh -c 'echo $$ > {folder}/'$RANK'.child; sleep 1000000' &
echo $! > {folder}/$RANK.started
while :; do wait; sleep 0.1; done"""


class Launcher(checks.Checks):
    def __init__(self, program, ranks):
        super().__init__()
        self.program, self.ranks = program, ranks

    def start(self, *words, **options):
        clean = {name: value for name, value in os.environ.items() if name not in ("ALLOTYPE_JOB_SECRET", "OMP_NUM_THREADS")}
        clean.update(options.pop("environment", {}))
        return subprocess.Popen([self.program, "run", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=clean, **options)

    def run(self, *words, **options):
        process = self.start(*words, **options)
        out, err = process.communicate(timeout=SECONDS)
        return process.returncode, out, err

    def expect(self, what, found, status, out, err=""):
        good = found[0] == status and re.fullmatch(out, found[1], re.S) and re.fullmatch(err, found[2], re.S)
        self.require(good, what, found)

    def starts_ranks(self):
        for ranks in (1, 2, 3):
            found = self.run("-n", str(ranks), self.ranks, "compare")
            lines = sorted(found[1].splitlines())
            good = found[0] == 0 and not found[2] and len(lines) == ranks
            good = good and all(re.fullmatch(rf"\[rank {rank}\] found [0-9a-f]{{16}}", line) for rank, line in enumerate(lines))
            self.require(good, f"{ranks} ranks over sockets give the bytes of as many threads", found)
        both = [self.start("-n", "2", self.ranks, "compare") for _ in range(4)]
        for process in both:
            out, err = process.communicate(timeout=SECONDS)
            self.require(process.returncode == 0, "several jobs at the same time", out + err)

    def one_fails(self):
        for _ in range(20):  # the others, which notice, may end before it has ended
            found = self.run("-n", "3", self.ranks, "kill")
            self.expect("a rank that is killed ends the job with its status", found, 128 + signal.SIGKILL, ".*",
                        r"allotype run: rank 2 of 3 was ended by signal 9 \(Killed\)(; the others are ended)?\n")
        found = self.run("-n", "3", "sh", "-c", 'if [ $RANK = 1 ]; then exit 7; fi; while :; do sleep 0.1; done')
        self.expect("the others are ended", found, 7, "", "allotype run: rank 1 of 3 ended with status 7; the others are ended\n")
        found = self.run("-n", "2", "--grace", "0.2", "sh", "-c", 'trap "" TERM; if [ $RANK = 1 ]; then exit 7; fi; while :; do sleep 0.1; done')
        self.expect("also one that does not listen", found, 7, "", "allotype run: rank 1 .*")
        found = self.run("-n", "2", "/no/such/program")
        self.expect("a program that is not there", found, 2, "", "allotype: run: /no/such/program cannot be started: No such file or directory\n")

    def says_who_they_are(self):
        names = ("RANK", "LOCAL_RANK", "WORLD_SIZE", "LOCAL_WORLD_SIZE", "GROUP_RANK", "MASTER_ADDR", "TORCHELASTIC_RESTART_COUNT")
        show = "echo " + " ".join(f"${name}" for name in names) + "; echo $MASTER_PORT $ALLOTYPE_JOB_SECRET $TORCHELASTIC_RUN_ID >&2; cat"
        code, out, err = self.run("-n", "2", "sh", "-c", show, environment={"TORCHELASTIC_USE_AGENT_STORE": "True", "LOCAL_RANK": "9"})
        lines = sorted(out.splitlines())
        self.require(code == 0 and lines == ["[rank 0] 0 0 2 2 0 127.0.0.1 0", "[rank 1] 1 1 2 2 0 127.0.0.1 0"], "torchrun's variables", out)
        told = [line.partition("] ")[2] for line in err.splitlines()]
        self.require(len(told) == 2 and told[0] == told[1] and re.fullmatch(r"\d+ [0-9a-f]{64} allotype-\d+", told[0]),
                     "a port, a secret and a name, the same for all", err)
        own = "a secret of one's own"
        _, out, _ = self.run("-n", "1", "sh", "-c", "echo $ALLOTYPE_JOB_SECRET", environment={"ALLOTYPE_JOB_SECRET": own})
        self.require(out == f"[rank 0] {own}\n", "the user's secret stays", out)
        found = self.run("-n", "1", "sh", "-c", 'echo "$@"', "sh", "--json", "-n", "5", "--", "x")
        self.expect("the program's arguments are its own", found, 0, r"\[rank 0\] --json -n 5 -- x\n")

    def prints(self):
        found = self.run("-n", "1", "sh", "-c", "seq 100000; printf end; echo wrong >&2")
        expected = "".join(f"[rank 0] {i}\n" for i in range(1, 100001)) + "[rank 0] end\n"
        self.require(found == (0, expected, "[rank 0] wrong\n"), "all lines, also one without an end", found[1][-100:])
        with tempfile.TemporaryDirectory() as folder:
            logs = pathlib.Path(folder) / "logs"
            found = self.run("-n", "2", "--logs", logs, "--restarts", "1", "sh", "-c", "echo out $RANK; echo err $RANK >&2; exit $RANK")
            self.expect("nothing of the ranks where they have logs", found, 1, "", r"(allotype run: [^\n]*\n){3}")
            for rank in (0, 1):
                kept = {which: (logs / f"rank{rank}.{which}").read_text() for which in ("out", "err")}
                # Rank 0 may be ended before it says anything.
                good = all(re.fullmatch(rf"({which} {rank}\n){{{rank * 2},2}}", text) for which, text in kept.items())
                self.require(good, f"the logs of rank {rank}, of both starts", kept)
        gone = subprocess.run(["sh", "-c", '"$0" run -n 2 sh -c "while echo line; do :; done" | head -n 1', self.program],
                              capture_output=True, text=True, timeout=SECONDS)
        self.require(re.fullmatch(r"\[rank \d\] line\n", gone.stdout), "nobody reads any more: the job ends", gone)

    def restarts(self):
        again = 'echo $TORCHELASTIC_RESTART_COUNT $TORCHELASTIC_MAX_RESTARTS; [ $TORCHELASTIC_RESTART_COUNT = 2 ]'
        found = self.run("-n", "1", "--restarts", "3", "sh", "-c", again)
        self.expect("starts again until it succeeds", found, 0, r"\[rank 0\] 0 3\n\[rank 0\] 1 3\n\[rank 0\] 2 3\n",
                    r"(allotype run: rank 0 of 1 ended with status 1\nallotype run: starts all ranks again, \d of 3\n){2}")
        found = self.run("-n", "1", "--restarts", "1", "sh", "-c", again)
        self.expect("or as often as was said", found, 1, r"\[rank 0\] 0 1\n\[rank 0\] 1 1\n", ".*starts all ranks again, 1 of 1\n.*")

    def resumes(self):
        with tempfile.TemporaryDirectory() as folder:
            found = self.run("-n", "3", "--restarts", "5", self.ranks, f"resume {folder}/state")
            killed = r"allotype run: rank 2 of 3 was ended by signal 9 \(Killed\)(; the others are ended)?\n"
            self.expect("a training that is killed twice goes on from its checkpoints, and ends with the same bytes", found, 0,
                        r".*\[rank 0\] the same bytes\n", f"{killed}allotype run: starts all ranks again, 1 of 5\n"
                                                          f"{killed}allotype run: starts all ranks again, 2 of 5\n")

    def signals(self):
        for sent, trapped, expected in ((signal.SIGTERM, "USR1", 143), (signal.SIGINT, "USR1", 130), (signal.SIGTERM, "TERM", 143),
                                        (signal.SIGKILL, "USR1", -9)):
            with tempfile.TemporaryDirectory() as folder:
                launcher = self.start("-n", "2", "--grace", "0.5", "--restarts", "5", "sh", "-c", STAYING.format(folder=folder, trapped=trapped))
                files = [pathlib.Path(folder) / f"{rank}.{which}" for rank in (0, 1) for which in ("shell", "child", "started")]
                there = checks.until(lambda: all(file.exists() and file.read_text().endswith("\n") for file in files), SECONDS)
                processes = {int(file.read_text()) for file in files if there}
                if sent == signal.SIGKILL:  # what a rank started is not told that the launcher is gone
                    processes = {int(file.read_text()) for file in files if file.suffix == ".shell"}
                launcher.send_signal(sent)
                out, err = launcher.communicate(timeout=SECONDS) if sent != signal.SIGKILL else ("", "")
                status = launcher.wait(SECONDS)
                gone = checks.until(lambda: not any(pathlib.Path(f"/proc/{each}").exists() for each in processes), SECONDS)
                self.require(there and status == expected and gone and ("starts all" not in err),
                             f"signal {sent} to the launcher leaves nothing where ranks trap {trapped}", (status, out, err, processes))
                if trapped == "TERM":
                    self.require(sorted(out.splitlines()) == ["[rank 0] told 0", "[rank 1] told 1"], "and the ranks are told", out)
                if sent == signal.SIGKILL:
                    for file in files:
                        try:
                            os.kill(int(file.read_text()), signal.SIGKILL)
                        except ProcessLookupError:
                            pass
        with tempfile.TemporaryDirectory() as folder:
            waits = f'trap "echo saved; exit 0" USR1; touch {folder}/$RANK; while :; do sleep 0.1; done'
            launcher = self.start("-n", "2", "sh", "-c", waits)
            checks.until(lambda: len(list(pathlib.Path(folder).iterdir())) == 2, SECONDS)
            launcher.send_signal(signal.SIGUSR1)
            out, err = launcher.communicate(timeout=SECONDS)
            self.require(launcher.returncode == 0 and sorted(out.splitlines()) == ["[rank 0] saved", "[rank 1] saved"],
                         "SIGUSR1 is passed on, and ends nothing", out + err)

    def refuses(self):
        self.expect("without a number", self.run("true"), 2, "", ".*--processes is required.*")
        self.expect("without a program", self.run("-n", "2"), 2, "", ".*PROGRAM is required.*")
        self.expect("an unknown option", self.run("-n", "2", "--log", "true"), 2, "", ".*there is no option --log here; did you mean --logs.*")
        self.expect("no ranks", self.run("-n", "0", "true"), 2, "", ".*not in range.*")


def main():
    launcher = Launcher(*sys.argv[1:3])
    launcher.starts_ranks()
    launcher.one_fails()
    launcher.says_who_they_are()
    launcher.prints()
    launcher.restarts()
    launcher.resumes()
    launcher.signals()
    launcher.refuses()
    return 1 if launcher.wrong else 0


sys.exit(main())
