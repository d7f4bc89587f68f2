# SPDX-License-Identifier: BSL-1.0
"""flyte_failures.py PROGRAM FOLDER: what a program says to Flyte when a run goes wrong, and what wrong and large inputs cost it.

Flyte's messages are written and read here by hand, after protobuf's description, so that no package is needed; golden.flyte_tasks asks
flytekit. PROGRAM is failing_tasks.cpp.
"""

import json
import os
import pathlib
import resource
import shutil
import signal
import struct
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from checks import Checks

PROGRAM, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2])
SECONDS = 1500
checks = Checks()


def varint(n):
    out = b""
    while n >= 0x80:
        out += bytes([n & 0x7F | 0x80])
        n >>= 7
    return out + bytes([n])


def field(number, data):
    return varint(number << 3 | 2) + varint(len(data)) + data


def text(value):
    return field(1, field(1, field(3, value.encode())))


def real(value):
    return field(1, field(1, varint(2 << 3 | 1) + struct.pack("<d", value)))


def entry(name, literal):
    return field(1, field(1, name.encode()) + field(2, literal))


def message_pack(data):
    return field(1, field(3, field(1, data) + field(2, b"msgpack")))


def fields(data):
    """From the number of each field to its last value."""
    found, at = {}, 0

    def number():
        nonlocal at
        value = shift = 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    while at < len(data):
        tag = number()
        if tag & 7 == 0:
            found[tag >> 3] = number()
        else:
            size = number()
            found[tag >> 3] = data[at:at + size]
            at += size
    return found


count = 0


def start(task, inputs, folder=None, *more, **environment):
    global count
    count += 1
    pb = FOLDER / f"inputs{count}.pb"
    if inputs is not None:
        pb.write_bytes(inputs)
    prefix = folder or FOLDER / f"outputs{count}"
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("ALLOTYPE_", "ACME_", "FLYTE_"))}
    process = subprocess.Popen([PROGRAM, "run", task, "--flyte-inputs", pb, "--flyte-output-prefix", prefix, *more],
                               env={**kept, "ACME_XPU_OFF": "1", **environment}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    return process, pathlib.Path(prefix)


def run(task, inputs, folder=None, *more, **environment):
    """What error.pb says, or None; the files; status; standard error."""
    process, prefix = start(task, inputs, folder, *more, **environment)
    said = process.communicate(timeout=SECONDS)[1]
    return result(prefix) + (process.returncode, said)


def result(prefix):
    files = sorted(each.name for each in prefix.iterdir()) if prefix.is_dir() else []
    error = None
    if "error.pb" in files:
        inner = fields(fields((prefix / "error.pb").read_bytes())[1])
        error = inner[1].decode(), inner[2].decode(), inner.get(3, 0)
    return error, files


def how(value):
    return entry("how", text(value))


def failures():
    """Recoverable or not, as flytekit's entry point has it; the text is in the log, too."""
    for task, inputs, code, recoverable, said in [
            ("fails", how("device"), "SYSTEM:DeviceFailed", 1, "A100: cudaStreamSynchronize failed with cudaErrorECCUncorrectable"),
            ("fails", how("recoverable"), "USER:Recoverable", 1, "the licence server is busy"),
            ("fails", how("input"), "USER:TaskFailed", 0, "a check of the task's own"),
            ("fails", how("seven"), "USER:TaskFailed", 0, "an exception that is not a std::exception"),
            ("fails", how("bytes"), "USER:TaskFailed", 0, r"no luck \xff\x1b[2J with bytes"),
            ("fails", how("full"), "SYSTEM:OutputsNotWritten", 1, "No space left on device"),
            ("fails", b"", "USER:WrongInput", 0, "how: is missing; text is valid"),
            ("fails", entry("how", real(1)), "USER:WrongInput", 0, "how: a number is not valid; text is"),
            ("fails", b"\x0a\xff", "SYSTEM:InputsNotRead", 1, "the message is cut off, or is none of protobuf's"),
            ("fails", None, "SYSTEM:InputsNotRead", 1, "cannot be read: No such file or directory"),
            ("absent", how("x"), "SYSTEM:NoAccelerator", 1, "ACME_XPU_OFF is set")]:
        error, files, status, log = run(task, inputs)
        good = error is not None and (error[0], error[2]) == (code, recoverable) and said in error[1] and said in log
        checks.require(good and status == 0 and files == ["error.pb"] and "\x1b" not in log, f"{task}: {code}: {said}", (error, files, status, log))


def terminated():
    for environment, status in (({}, 0), ({"FLYTE_FAIL_ON_ERROR": "true"}, 1)):
        process, prefix = start("fails", how("sleep"), **environment)
        while not list(prefix.glob(".error.pb*")) and process.poll() is None:
            time.sleep(0.01)
        time.sleep(0.2)
        process.send_signal(signal.SIGTERM)
        log = process.communicate(timeout=SECONDS)[1]
        error, files = result(prefix)
        good = error is not None and error[0] == "SYSTEM:Terminated" and error[2] == 1 and error[1] in log
        checks.require(good and files == ["error.pb"] and process.returncode == status,
                       f"SIGTERM: a recoverable error.pb, status {status}", (error, files, process.returncode))


def folders(without_rename):
    """Folders of all kinds work, or are refused before the task runs."""
    error, files, status, log = run("writes", how("a"), None, LD_PRELOAD=without_rename)
    prefix = FOLDER / f"outputs{count}"
    checks.require(error is None and files == ["outputs.pb", "writes"] and (prefix / "writes/file.txt").read_text() == "a",
                   "a mount without rename: the outputs are there", (error, files, status, log))
    error, files, status, log = run("fails", how("recoverable"), None, LD_PRELOAD=without_rename)
    checks.require(error is not None and error[0] == "USER:Recoverable" and files == ["error.pb"], "and error.pb", (error, files, status, log))

    left = FOLDER / "left"
    left.mkdir()
    (left / ".outputs.pb.unfinished-1").write_text("of a run that was killed")
    error, files, status, log = run("fails", how("a"), left)
    checks.require(error is None and "outputs.pb" in files, "what a run left that was killed is in nobody's way", (error, files, log))
    error, files, status, log = run("fails", how("a"), left)
    checks.require(status == 1 and "outputs.pb: cannot be written: File exists" in log and "error.pb" not in files,
                   "outputs that are there are found before the task runs", (error, files, status, log))
    (FOLDER / "a file").write_text("x")
    error, files, status, log = run("fails", how("sleep"), FOLDER / "a file")
    checks.require(status == 1 and "cannot be written" in log, "a file in place of the folder is found before the task runs", (status, log))
    (FOLDER / "empty").mkdir()
    (FOLDER / "link").symlink_to(FOLDER / "empty")
    done = subprocess.run([PROGRAM, "run", "writes", "--how", "b", "--output-dir", FOLDER / "link"], capture_output=True, text=True)
    checks.require(done.returncode == 0 and (FOLDER / "empty/file.txt").read_text() == "b" and json.loads((FOLDER / "link/outputs.json").read_text()),
                   "a link to an empty folder gets the outputs", done.stderr)
    done = subprocess.run([PROGRAM, "run", "writes", "--how", "b", "--output-dir", FOLDER / "c"], capture_output=True, text=True,
                          env={**os.environ, "LD_PRELOAD": without_rename})
    checks.require(done.returncode == 0 and (FOLDER / "c/file.txt").read_text() == "b" and not list(FOLDER.glob(".c*")),
                   "without rename, --output-dir gets the outputs, too", done.stderr)


def mounts():
    """A full disk, a read-only one and a folder that is a mount: where this user may mount."""
    there = FOLDER / "mounted"
    there.mkdir()

    def mount(*options):
        return subprocess.run(["mount", "-t", "tmpfs", *options, "tmpfs", there], capture_output=True, check=False).returncode == 0

    if not mount("-o", "size=192k"):
        return print("not run: mounts, which this user may not make")
    error, files, status, log = run("fails", how("large"), there / "o")
    checks.require(error is not None and error[0] == "SYSTEM:OutputsNotWritten" and error[2] == 1 and files == ["error.pb"],
                   "a disk that the outputs fill: error.pb has its room", (error, files, status, log))
    (there / "fill").write_bytes(b"x" * os.statvfs(there).f_bavail * os.statvfs(there).f_frsize)
    error, files, status, log = run("fails", how("sleep"), there / "p")
    checks.require(status == 1 and "No space left on device" in log, "a full disk is found before the task runs", (error, files, status, log))
    (there / "fill").unlink()
    shutil.rmtree(there / "o")
    shutil.rmtree(there / "p", ignore_errors=True)
    done = subprocess.run([PROGRAM, "run", "writes", "--how", "b", "--output-dir", there], capture_output=True, text=True)
    checks.require(done.returncode == 0 and sorted(each.name for each in there.iterdir()) == ["file.txt", "outputs.json"],
                   "an output folder that is a mount gets the outputs", (done.stderr, sorted(there.iterdir())))
    subprocess.run(["umount", there], check=True)
    if mount("-o", "ro,size=64k"):
        error, files, status, log = run("fails", how("sleep"), there / "o")
        checks.require(status == 1 and "Read-only file system" in log, "a read-only folder is found before the task runs", (status, log))
        subprocess.run(["umount", there], check=True)


def seconds_and_megabytes(inputs, *command):
    """What one run takes of the processor and of memory, and what it says."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    if command:
        done = subprocess.run([PROGRAM, *command], input=inputs, capture_output=True, timeout=SECONDS, check=False)
        answer = done.returncode, (done.stdout + done.stderr).decode(errors="replace")
    else:
        answer = run("sums", inputs)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime, after.ru_maxrss / 1024, answer


def large_inputs():
    """Twice as much takes about twice as long: what takes the square of it takes four times as long."""
    def grows(name, make, sizes, *command):
        seconds_and_megabytes(make(10), *command)
        # The best of three: something else may run beside.
        small, large = (min(seconds_and_megabytes(make(size), *command)[0] for _ in range(3)) for size in sizes)
        answer = seconds_and_megabytes(make(sizes[1]), *command)[2]
        ratio = sizes[1] / sizes[0]
        good = (answer[0] == 0 if command else answer[0] is None and "outputs.pb" in answer[1]) and large < ratio * ratio / 2 * max(small, 0.02)
        checks.require(good, f"{name}: {sizes[1]} take {large:.2f} s, {sizes[0]} {small:.2f} s", str(answer)[:300])

    one = real(1.5)
    grows("a map", lambda n: entry("map", field(3, b"".join(entry(f"k{i}", one) for i in range(n)))), (5000, 80000))
    grows("a list", lambda n: entry("list", field(2, field(1, one) * n)), (10000, 160000))
    value = varint(2 << 3 | 1) + struct.pack("<d", 1.5)
    grows("a map of protobuf's Struct", lambda n: entry("places", field(3, entry("p", field(1, field(7, b"".join(
        field(1, field(1, name.encode()) + field(2, value)) for name in ["x"] + ["y"] * n)))))), (5000, 80000))
    grows("--inputs", lambda n: json.dumps({"map": {f"k{i}": 1.5 for i in range(n)}}).encode(), (5000, 80000), "run", "sums", "--inputs", "-")


def hostile_inputs():
    """Deep and odd messages: an error, and never an end by a signal."""
    deep = [b"\x91" * n + end for n in (65, 10000, 1000000) for end in (b"", b"\x01")] + [b"\x81\xa1x" * 100000]
    odd = [b"\xdd\xff\xff\xff\xff" * 10, b"\xdf\xff\xff\xff\xff", b"\xc6\xff\xff\xff\xff", b"\x81\x01\x02", b"", b"\xc1"]
    wrong = 0
    for data in deep + odd:
        error, files, status, log = run("sums", entry("place", message_pack(data)))
        wrong += not (status == 0 and error is not None and error[0] == "USER:WrongInput" and "place: " in error[1])
        if status != 0 or error is None:
            print(data[:20], error, files, status, log[:300])
    checks.require(wrong == 0, f"{len(deep + odd)} messages of MessagePack that are deep or odd are refused")
    literal = real(1)
    for _ in range(5000):
        literal = field(1, field(9, field(1, literal)))
    error, files, status, log = run("sums", entry("list", literal))
    checks.require(error is not None and "has more than 100 messages in one another" in error[1] and status == 0, "unions in one another", (error, status))
    for text_of in ('{"map": ' + "[" * 100000, '{"map": ' + '{"a":' * 100000, "[" * 1000000):
        done = subprocess.run([PROGRAM, "run", "sums", "--inputs", "-"], input=text_of, capture_output=True, text=True, timeout=SECONDS, check=False)
        checks.require(done.returncode == 2 and "has more than 64 levels" in done.stderr, "JSON that is deep is refused", (done.returncode, done.stderr[:300]))


def as_protobuf_reads():
    """The last of several counts; pieces of one message are one; what has no place is passed over."""
    def sum_of(inputs):
        error, files, status, log = run("sums", inputs)
        if error is not None or "outputs.pb" not in files:
            return error, log
        outputs = (FOLDER / f"outputs{count}/outputs.pb").read_bytes()
        at = outputs.index(b"\x0a\x03sum\x12") + 6
        return struct.unpack("<d", outputs[at + 1:at + 1 + outputs[at]][-8:])[0]

    ones, twos = entry("list", field(2, field(1, real(1)))), entry("list", field(2, field(1, real(2)) * 2))
    checks.require(sum_of(ones + twos) == 4, "the same input twice: the last", sum_of(ones + twos))
    pieces = entry("list", field(2, field(1, real(1))) + field(2, field(1, real(2)) * 2))
    checks.require(sum_of(pieces) == 5, "a list in two pieces is one list", sum_of(pieces))
    other = entry("list", field(3, b"") + field(2, field(1, real(1))))
    checks.require(sum_of(other) == 1, "a map, then a list: the list", sum_of(other))
    marked = entry("list", field(2, field(1, real(1) + field(4, b"hash") + field(5, field(1, b"a") + field(2, b"b")))))
    checks.require(sum_of(marked) == 1, "a literal with a hash and metadata", sum_of(marked))


def main():
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    without_rename = FOLDER / "without_rename.so"
    subprocess.run([os.environ.get("CC", "cc"), "-shared", "-fPIC", pathlib.Path(__file__).with_name("without_rename.c"), "-o", without_rename],
                   check=True)
    failures()
    terminated()
    folders(str(without_rename))
    mounts()
    as_protobuf_reads()
    hostile_inputs()
    large_inputs()
    return 1 if checks.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
