# SPDX-License-Identifier: BSL-1.0
"""check_results.py PROGRAM FOLDER [MPIRUN]: what `train` learns, on how many devices and however it is stopped.

The losses of one device and of several are the same numbers in other orders of addition. They may differ by a
TOLERANCE, of each loss; everything else here that is said to be the same is the same bytes.
"""

import csv
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "test"))
import checks

TOLERANCE = {"32-true": 1e-5, "64-true": 1e-13}
EPOCHS = 15
SECONDS = 1500  # for what never ends; nothing that ends takes so long, be the machine as busy as it may
LAUNCHER_SECONDS = 120  # for mpiexec, once all of its ranks are gone
RESULTS = checks.Checks()
check = RESULTS.require


class Job:
    """The program with its options; `ranks` processes, or one, which has threads."""

    def __init__(self, options, ranks=0, epochs=EPOCHS):
        self.options, self.ranks, self.epochs = options, ranks, epochs

    def command(self, *more):
        # More ranks than cores are fine, and so is root in a container.
        started_by = [MPIRUN, "--allow-run-as-root", "--oversubscribe", "-n", str(self.ranks)] if self.ranks else []
        return [*started_by, PROGRAM, "--accelerator", "cpu", "--epochs", str(self.epochs), *self.options, *more]

    def start(self, *more):
        return subprocess.Popen(self.command(*more), cwd=FOLDER, text=True, stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT)

    def run(self, *more):
        done = subprocess.run(self.command(*more), cwd=FOLDER, text=True, capture_output=True, timeout=SECONDS)
        if done.returncode != 0:
            raise SystemExit(f"{' '.join(done.args)}: exit status {done.returncode}\n{done.stdout}{done.stderr}")
        return done.stdout

    def result(self, name):
        """Losses, accuracy of the last epoch, and the bytes of what was learnt."""
        self.run("--losses", name + ".csv", "--checkpoint", name)
        with open(FOLDER / (name + ".csv"), newline="") as file:
            rows = list(csv.DictReader(file))
        assert len(rows) == EPOCHS
        return [float(row["loss"]) for row in rows], float(rows[-1]["accuracy"]), (FOLDER / name).read_bytes()


def largest_difference(losses, reference):
    return max(abs(loss - other) / other for loss, other in zip(losses, reference))


def curves():
    """One device and several; sharded and not; threads and processes; precisions."""
    reference, accuracy, whole = Job([]).result("one")
    check(accuracy >= 0.95, f"{EPOCHS} epochs on one device: {100 * accuracy:.2f} % are read right")
    check(Job([]).result("again")[2] == whole, "the same once more: the same bytes")
    wide, _, wide_bytes = Job(["--precision", "64-true"]).result("wide")
    for devices in 2, 4:
        options = ["--devices", str(devices)]
        losses, _, threads = Job(options).result(f"dp{devices}")
        difference = largest_difference(losses, reference)
        check(0 < difference <= TOLERANCE["32-true"], f"{devices} devices: losses differ by {difference:.1e} of them")
        losses, _, _ = Job([*options, "--precision", "64-true"]).result(f"wide{devices}")
        difference = largest_difference(losses, wide)
        check(0 < difference <= TOLERANCE["64-true"], f"{devices} devices, 64-true: {difference:.1e}")
        check(Job([*options, "--strategy", "sharded"]).result(f"sharded{devices}")[2] == threads,
              f"{devices} devices, sharded: the same bytes")
        if MPIRUN:
            check(Job(options, devices).result(f"ddp{devices}")[2] == threads,
                  f"{devices} processes: the bytes of {devices} threads")
            check(Job([*options, "--strategy", "sharded"], devices).result(f"sharded_ddp{devices}")[2] == threads,
                  f"{devices} processes, sharded: the same bytes")
    if MPIRUN:
        check(Job(["--devices", "2", "--num-nodes", "2"], 4).result("nodes")[2] == threads,
              "2 nodes with 2 devices each: the bytes of 4 threads")
    Job(["--devices", "2"], epochs=10).run("--checkpoint", "other_devices")
    losses, its, _ = Job(["--devices", "4", "--strategy", "sharded", "--resume"]).result("other_devices")
    difference = largest_difference(losses, reference)
    check(0 < difference <= TOLERANCE["32-true"], f"10 epochs on 2 devices, {EPOCHS - 10} on 4, sharded: {difference:.1e}")
    uneven = ["--batch", "50", "--devices"]  # of three, one gets less than the others
    reference_50, _, _ = Job([*uneven, "1"]).result("batch50")
    losses, _, _ = Job([*uneven, "3"]).result("batch50_dp3")
    difference = largest_difference(losses, reference_50)
    check(0 < difference <= TOLERANCE["32-true"], f"3 devices, uneven shares: losses differ by {difference:.1e} of them")
    for precision in "bf16-mixed", "16-mixed", "64-true":
        losses, its, learnt = Job(["--precision", precision]).result(precision)
        check(abs(its - accuracy) <= 0.01, f"{precision}: {100 * its:.2f} % are read right")
        check(learnt != whole, f"{precision}: other numbers than 32-true")
        if precision == "64-true":
            check(learnt == wide_bytes, "64-true once more: the same bytes")


def program_of(process):
    """What the process runs; None where it has ended."""
    try:
        return os.readlink(f"/proc/{process}/exe")
    except OSError:
        return None


def children(process):
    """It and what it started, as far as they run the program."""
    parents = {}
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                pass  # it has ended
    found = []
    for each in parents:
        above = each
        while above not in (process, 0, None):
            above = parents.get(above)
        if above == process and program_of(each) == PROGRAM:
            found.append(each)
    return found


def begins_behind(text):
    """The epoch of the checkpoint from which the program went on; 0: from none."""
    found = re.search(r"^goes on  behind epoch (\d+) of", text, re.MULTILINE)
    return int(found.group(1)) if found else 0


def epochs_in(name, options):
    """How many epochs the checkpoint has, as the program says that is asked for fewer."""
    done = subprocess.run(Job(options, epochs=1).command("--checkpoint", name, "--resume"), cwd=FOLDER, text=True,
                          capture_output=True, timeout=SECONDS)
    refused = re.search(r"has (\d+) epochs already, and 1 are asked for", done.stderr)
    return int(refused.group(1)) if refused else 1


def kill_when(running, epochs, delay):
    """Kills one of its processes a moment after so many epochs more. Returns what it said."""
    said = ""
    while epochs > 0:
        line = running.stdout.readline()
        assert line, f"it ended by itself: {said}"
        said += line
        epochs -= line.startswith("epoch ")
    time.sleep(delay)
    victims = []
    while not victims and running.poll() is None:
        victims = children(running.pid)
    os.kill(random.choice(victims), signal.SIGKILL)
    deadline = time.monotonic() + SECONDS  # the other processes of a job may take a moment to go
    while left := [victim for victim in victims if program_of(victim) == PROGRAM]:
        if time.monotonic() > deadline:
            raise SystemExit(f"the processes {left} were left behind")
        time.sleep(0.1)
    try:
        said += running.communicate(timeout=LAUNCHER_SECONDS)[0]
    except subprocess.TimeoutExpired:
        # mpiexec of Open MPI 4.1 can lock up in PMIx_server_finalize where a rank dies while it starts.
        running.kill()
        said += running.communicate(timeout=SECONDS)[0]
    assert running.returncode != 0, f"nothing was killed: {said}"
    return said


def kill_and_resume(name, options, ranks, times):
    """Kills a run at random moments, lets it go on to an end, and compares that with a run that was not killed."""
    endless = Job(options, ranks, epochs=100_000)
    begins = []
    for kill in range(times):
        # First while it starts; then around the end of an epoch, when the checkpoint is written.
        # The second line of an epoch comes behind the checkpoint of the first, however slow that is.
        epochs = 0 if kill == 0 else random.randrange(2, 8)
        delay = random.uniform(0, 0.2 if kill == 0 else 0.03)
        begins.append(begins_behind(kill_when(endless.start("--checkpoint", name, "--resume"), epochs, delay)))
    finish(name, Job(options, ranks, epochs=epochs_in(name, options) + 3), begins)


def finish(name, job, begins):
    """Goes on behind a kill, and compares."""
    begins.append(begins_behind(job.run("--checkpoint", name, "--resume", "--losses", name + ".csv")))
    check(begins[-1] > 0 and begins == sorted(begins), f"{name}: went on behind the epochs {begins}")
    job.run("--checkpoint", name + "_undisturbed", "--losses", name + "_undisturbed.csv")
    for suffix in "", ".csv":
        check((FOLDER / (name + suffix)).read_bytes() == (FOLDER / (name + "_undisturbed" + suffix)).read_bytes(),
              f"{name}{suffix}: the bytes of an undisturbed run")
    check(not (FOLDER / (name + ".part")).exists(), f"{name}: nothing is left of a file that was not finished")


def torn_write():
    """The program dies in the middle of writing a checkpoint: the one before is there, whole."""
    running = Job([], epochs=100_000).start("--checkpoint", "torn")
    for line in running.stdout:
        if line.startswith("epoch   3 "):
            resource.prlimit(running.pid, resource.RLIMIT_FSIZE, (10000, 10000))
            break
    rest, _ = running.communicate(timeout=SECONDS)
    check(running.returncode == -signal.SIGXFSZ, f"torn write: the program ends by a signal ({running.returncode})")
    check((FOLDER / "torn.part").exists(), "torn write: a part of a checkpoint is there")
    done = int(re.findall(r"^epoch +(\d+) of", "epoch   3 of\n" + rest, re.MULTILINE)[-1])
    begins = []
    finish("torn", Job([], epochs=done + 3), begins)
    check(begins == [done - 1], f"torn write: {done} epochs were done, and {begins[0]} are in the checkpoint")


def refused_together():
    """A process job that cannot begin ends with the reason, and status 2; 1 where a rank read the file and ended the job."""
    (FOLDER / "letter").write_text("not a checkpoint")
    for option, reason, status in (["--resume"], "no file in the format safetensors", 1), ([], "is there already", 2):
        running = Job(["--devices", "2"], 2).start("--checkpoint", "letter", *option)
        said, _ = running.communicate(timeout=SECONDS)
        check(running.returncode == status and reason in said, f"2 processes: {reason}")
    check((FOLDER / "letter").read_text() == "not a checkpoint", "2 processes: nothing is overwritten")
    for options in ["--strategy", "dp", "--devices", "2"], ["--strategy", "single_device"], []:
        running = Job(options, 2, epochs=1).start("--checkpoint", "twice")
        said, _ = running.communicate(timeout=120)
        check(running.returncode == 2 and "runs in one process, and this job has 2" in said,
              f"2 processes {' '.join(options)}: refused, as both would do the same")
        check(not (FOLDER / "twice").exists(), "2 processes that would do the same: nothing is written")


PROGRAM, FOLDER = os.path.realpath(sys.argv[1]), pathlib.Path(sys.argv[2])
MPIRUN = sys.argv[3] if len(sys.argv) > 3 else None
SEED = os.environ.get("TRAIN_CHECK_SEED") or str(random.randrange(10**6))
for variable in [each for each in os.environ if each.startswith("ALLOTYPE_")]:
    del os.environ[variable]
print(f"moments of killing: TRAIN_CHECK_SEED={SEED}")
random.seed(SEED)
shutil.rmtree(FOLDER, ignore_errors=True)
FOLDER.mkdir(parents=True)
curves()
kill_and_resume("killed", [], 0, 5)
kill_and_resume("killed_sharded", ["--devices", "2", "--strategy", "sharded", "--precision", "16-mixed"], 0, 3)
if MPIRUN:
    kill_and_resume("killed_processes", ["--devices", "2"], 2, 3)
    refused_together()
torn_write()
sys.exit(1 if RESULTS.wrong else 0)
