# SPDX-License-Identifier: BSL-1.0
"""socket_strangers.py PROGRAM [sanitized]: who comes to a job over sockets and is none of its ranks, or is one and sends what no rank sends.

The handshake and the frames are written here a second time, from their description in src/sockets. A stranger is turned away and the job
goes on; a rank that sends nonsense ends the job with an error, never with a signal. PROGRAM is socket_job.
"""

import hashlib
import hmac
import os
import pathlib
import re
import resource
import signal
import socket
import stat
import struct
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3]))
import checks
from socket_job import SECONDS, SECRET, free_port, slurm, torchrun

MAGIC = 0x616C6C6F74797065
CALL, ELEMENTS, FAILURE = 0x616C6C01, 0x616C6C02, 0x616C6C03
VERSION = 0  # read from a challenge
TORCHRUN_JOB = hashlib.sha256(b"torchrun\0\0").digest()[:16]
REFUSED = 3


def code(secret, *messages):
    return hmac.new(secret.encode(), b"".join(messages), "sha256").digest()


def receive(connection, size):
    data = b""
    while len(data) < size:
        piece = connection.recv(size - len(data))
        if not piece:
            raise ConnectionError("closed")
        data += piece
    return data


def hello_to(challenge, rank, size, version=None, magic=MAGIC):
    global VERSION
    VERSION = struct.unpack("<QIi", challenge[:16])[1]
    return struct.pack("<QIiiI", magic, VERSION if version is None else version, rank, size, 1) + os.urandom(16)


def come(port, rank, size, secret=SECRET, version=None, magic=MAGIC, address="127.0.0.1"):
    """A connection to the rank that listens there, the answer, and what it says."""
    connection = reach(port, address)
    challenge = receive(connection, 48)
    hello = hello_to(challenge, rank, size, version, magic)
    connection.sendall(hello + code(secret, challenge, hello))
    welcome = receive(connection, 448)
    answer = struct.unpack("<QI", welcome[:12])[1]
    if secret == SECRET and magic == MAGIC:
        right = code(SECRET, challenge, hello, code(secret, challenge, hello), welcome[:416])
        assert right == welcome[416:], "the welcome's code"
    return connection, answer, welcome[16:416].rstrip(b"\0").decode()


def reach(port, address="127.0.0.1"):
    """A connection to whoever listens there, as soon as somebody does."""
    for _ in range(20 * SECONDS):
        try:
            return socket.create_connection((address, port), SECONDS)
        except ConnectionRefusedError:
            time.sleep(0.05)
    raise SystemExit("nobody listens")


def call(which=3, version=None, count=100, size=4, root=0, element=b"float", operation=b"plus"):
    version = VERSION if version is None else version
    return struct.pack("<iiqii8s8s", which, version, count, size, root, element, operation)


def frame(what=CALL, failed_rank=0, failure=0, said=None, text=b""):
    return struct.pack("<Iii4x", what, failed_rank, failure) + (said or call()) + text.ljust(480, b"\0")


class Strangers(checks.Checks):
    def __init__(self, program):
        super().__init__()
        self.program = program

    def start(self, environment, what="nobody", limit=SECONDS, descriptors=None, **more):
        clean = {name: value for name, value in os.environ.items()
                 if not name.startswith(("SLURM", "RANK", "WORLD_SIZE", "LOCAL_", "MASTER_", "TORCHELASTIC", "OUTSIDER", "ALLOTYPE"))}
        said = {**clean, "ALLOTYPE_JOB_SECRET": SECRET, **{name: str(value) for name, value in environment.items()}, **more}
        command = ["sh", "-c", 'SLURM_TASK_PID=$$ exec "$@"', "sh", self.program, what, "-", "auto", str(limit)]
        few = None if descriptors is None else lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, descriptors))
        return subprocess.Popen(command, env=said, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, preexec_fn=few)

    def ends(self, processes, code, *expected):
        """All end with that status, and say that."""
        said = []
        for process in processes:
            try:
                text, _ = process.communicate(timeout=SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                text = "it did not end"
            said.append((process.returncode, text))
        good = all(found == code and all(re.search(each, text) for each in expected) for found, text in said)
        return good and not any("\x1b" in text for _, text in said), said

    def turned_away(self, name, act, descriptors=None):
        """A job of two ranks goes on, whatever a stranger does meanwhile."""
        port = free_port()
        first = self.start(torchrun(0, 2, port), descriptors=descriptors)
        kept = act(port)
        second = self.start(torchrun(1, 2, port))
        good, said = self.ends([first, second], 0, "the job went on")
        self.require(good, f"the job goes on beside {name}", said)
        del kept

    def nonsense(self, name, expected, *sent, what="nobody", limit=SECONDS):
        """Rank 1 knows the secret, and sends nonsense."""
        port = free_port()
        first = self.start(torchrun(0, 2, port), what, limit)
        connection, answer, _ = come(port, 1, 2)
        assert answer == 1
        connection.sendall(frame(said=call(which=1, count=0, size=0, element=b"", operation=b"")))  # the executor's own
        receive(connection, 536 + 2 * 64)
        for each in sent:
            connection.sendall(each() if callable(each) else each)
        if what != "large":
            connection.shutdown(socket.SHUT_WR)
        good, said = self.ends([first], 1, expected)
        self.require(good, f"a rank that sends {name}: {expected}", said)

    def said_by_all(self, name, environments, expected, code=1, **options):
        good, said = self.ends([self.start(each, **options) for each in environments], code, expected)
        self.require(good, f"{name}: {expected}", said)


def reset(port):
    for _ in range(50):
        connection = reach(port)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        connection.close()


def send(port, data):
    connection = reach(port)
    connection.sendall(data)
    return connection


def refused(port, *arguments, **options):
    try:
        connection, answer, _ = come(port, *arguments, **options)
        assert answer == 2, answer
        return connection
    except ConnectionError:
        return None


def strangers(job):
    job.turned_away("one that says nothing", reach)
    job.turned_away("one that speaks HTTP", lambda port: send(port, b"GET / HTTP/1.0\r\n\r\n" + b"x" * 100))
    job.turned_away("one that says half a message", lambda port: send(port, b"xxxxxxxxxx"))
    job.turned_away("fifty that reset their connections", reset)
    job.turned_away("300 that stay", lambda port: [reach(port) for _ in range(300)])
    # A sanitizer needs descriptors itself, and takes their lack for a fault.
    if "sanitized" not in sys.argv[2:]:
        job.turned_away("300 that stay, with room for few descriptors", lambda port: [reach(port) for _ in range(300)], descriptors=40)
    job.turned_away("one without the secret", lambda port: refused(port, 1, 2, secret="some other secret"))
    job.turned_away("one without the secret, of another size", lambda port: refused(port, -5, 99, secret="some other secret"))
    job.turned_away("one of something else", lambda port: refused(port, 1, 2, magic=1))


def nonsense(job):
    wrong = r"error: rank 1 of 2 is lost: it sent {} in all_reduce of 100 elements of 4 bytes"
    job.nonsense("a collective that is none", wrong.format("an unknown collective"), lambda: frame(said=call(which=100000000)))
    job.nonsense("a collective below all", wrong.format("an unknown collective"), lambda: frame(said=call(which=-1000000)))
    job.nonsense("a root that is none", wrong.format("a root that the job has not"), lambda: frame(said=call(root=2)))
    job.nonsense("a negative count", wrong.format("a negative size"), lambda: frame(said=call(count=-1)))
    job.nonsense("a type for the terminal", wrong.format("a type that has no name"), lambda: frame(said=call(element=b"\x1b[2Jx")))
    job.nonsense("zeros", wrong.format("something that is no message"), b"\0" * 5360)
    job.nonsense("a failure of no rank", wrong.format("the failure of a rank that the job has not"), lambda: frame(FAILURE, -7, 0))
    job.nonsense("a failure of no kind", wrong.format("an unknown kind of failure"), lambda: frame(FAILURE, 0, 99))
    job.nonsense("a text for the terminal", r"error: \\x1b\[2Jrank 0 lies", lambda: frame(FAILURE, 0, 0, text=b"\x1b[2Jrank 0 lies"))
    job.nonsense("a text without an end", r"error: A{480}\n", lambda: frame(FAILURE, 0, 0, text=b"A" * 480))
    job.nonsense("half a frame", r"error: rank 1 of 2 is lost: its connection ended", lambda: frame()[:300])
    job.nonsense("a call in place of elements", wrong.format("a message that has no place here"), frame, frame)
    job.nonsense("elements of something else", wrong.format("elements of another collective"), frame,
                 lambda: frame(ELEMENTS, said=call(count=99)))
    job.nonsense("the calls of another version", r"rank 0 has version [0-9.]+ of the library, rank 1 version 9\.8\.7",
                 lambda: frame(said=call(version=90807)))
    large = {"what": "large", "limit": 3}
    job.nonsense("nothing, and reads nothing, while it is sent much", r"error: no rank is missing.* within 3000 ms|rank 1 of 2 did not arrive",
                 lambda: frame(said=call(count=4000000)), lambda: frame(ELEMENTS, said=call(count=4000000)), b"\0" * 8000000, **large)


def false_main(job):
    """A rank 0 that tells addresses which are none, to rank 2 of 3."""
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen()
    process = job.start(torchrun(2, 3, listener.getsockname()[1]))
    connection, _ = listener.accept()
    challenge = struct.pack("<QIi", MAGIC, VERSION, 0) + TORCHRUN_JOB + os.urandom(16)
    connection.sendall(challenge)
    hello = receive(connection, 72)
    welcome = struct.pack("<QII", MAGIC, 1, 0) + bytes(400)
    connection.sendall(welcome + code(SECRET, challenge, hello, welcome) + frame() + struct.pack("<I60s", 1, b"9" * 60) * 3)
    good, said = job.ends([process], 1, "rank 0 of 3 told an address of rank 1 that is none")
    job.require(good, "a rank 0 that tells addresses which are none", said)


def two_at_once(job, expected):
    """Rank 0 reads the greetings of two processes with one rank in one go."""
    port = free_port()
    first = job.start(torchrun(0, 3, port))
    connections = [reach(port) for _ in range(2)]
    challenges = [receive(each, 48) for each in connections]
    os.kill(first.pid, signal.SIGSTOP)
    for connection, challenge in zip(connections, challenges):
        hello = hello_to(challenge, 1, 3)
        connection.sendall(hello + code(SECRET, challenge, hello))
    os.kill(first.pid, signal.SIGCONT)
    answers = sorted(struct.unpack("<QI", receive(each, 448)[:12])[1] for each in connections)
    good, said = job.ends([first], 1, expected)
    job.require(good and answers == [1, REFUSED], "of two with one rank that come at once, the second is told", (answers, said))


def differences(job):
    port = free_port()
    first = job.start(torchrun(0, 2, port))
    _, answer, text = come(port, 1, 2, version=90807)
    good, said = job.ends([first], 1, r"rank 1 has version 9\.8\.7 of the library, rank 0 version \d")
    job.require(good and answer == REFUSED and "9.8.7" in text, "both are told that their versions differ", (answer, text, said))

    twice = r"error: a process came to rank 0 as rank {} of 3, and this job has ranks 0 to 2, each once"
    two_at_once(job, twice.format(1))
    for rank in (0, 1):
        port = free_port()
        job.said_by_all(f"two processes with RANK={rank}", [torchrun(each, 3, port) for each in (0, rank, 1)], twice.format(rank))
    port = free_port()
    job.said_by_all("another WORLD_SIZE", [torchrun(0, 2, port), torchrun(1, 3, port)], "as rank 1 of 3, and this job has ranks 0 to 1")

    port = free_port()
    first = job.start(torchrun(0, 2, port), limit=6)
    second = job.start(torchrun(1, 2, port), ALLOTYPE_JOB_SECRET="a different secret")
    good, said = job.ends([second], 1, "rank 1 of 2 and rank 0 at localhost port .* have different secrets; ALLOTYPE_JOB_SECRET")
    job.require(good, "a rank with another secret is told", said)
    good, said = job.ends([first], 1, "rank 1 of 2 did not come to rank 0 .*; processes with another secret came 1 times")
    job.require(good, "rank 0 says that others had another secret", said)


def jobs_with_one_port(job):
    """Steps of Slurm whose ports are the same: 15000 + (job + 101 × step) mod 15000."""
    there = []
    for number, step in ((1000, 1), (1101, 0), (16101, 0)):
        for rank in range(2):
            said = {**slurm(rank, 2, number), "SLURM_STEP_ID": step}
            there.append(job.start(said))
    good, said = job.ends(there, 0, "the job went on")
    job.require(good, "three jobs of Slurm with one port stay apart", said)

    port = free_port()
    first = [job.start({**torchrun(rank, 2, port), "TORCHELASTIC_RUN_ID": "one"}) for rank in range(1)]
    reach(port).close()
    other = job.start({**torchrun(0, 2, port), "TORCHELASTIC_RUN_ID": "two"})
    good, said = job.ends([other], 1, r"rank 0 of 2 cannot listen at \S+ port \d+: Address already in use; MASTER_PORT names another")
    job.require(good, "a port that was named is in use by another job", said)
    for limit in (1, 5, 20):  # a busy machine answers late
        late = job.start({**torchrun(1, 2, port), "TORCHELASTIC_RUN_ID": "two"}, limit=limit)
        good, said = job.ends([late], 1, "rank 1 of 2 did not reach rank 0 .*: another job listens there")
        if good:
            break
    job.require(good, "a rank of another job is turned away", said)
    for process in first:
        process.kill()


def secrets(job):
    with tempfile.TemporaryDirectory() as home:
        own = {"ALLOTYPE_JOB_SECRET": "", "HOME": home}
        port = free_port()
        good, said = job.ends([job.start({**torchrun(rank, 3, port), **own}) for rank in range(3)], 0, "the job went on")
        job.require(good, "without ALLOTYPE_JOB_SECRET the secret is in a file", said)
        path = pathlib.Path(home) / ".config" / "allotype" / "job_secret"
        left = [each.name for each in path.parent.iterdir()]
        job.require(stat.S_IMODE(path.stat().st_mode) == 0o600 and len(path.read_text()) == 64 and left == ["job_secret"],
                    "the file is this user's alone", (oct(path.stat().st_mode), left))
        path.chmod(0o640)
        job.said_by_all("a file that others read", [{**torchrun(0, 2, free_port()), **own}],
                        r"job_secret can be read by others: its mode is to be 600; ALLOTYPE_JOB_SECRET")
        path.chmod(0o600)
        path.write_text("short")
        job.said_by_all("a short file", [{**torchrun(0, 2, free_port()), **own}], "job_secret has less than 16 characters")
    job.said_by_all("a short secret", [{**torchrun(0, 2, free_port()), "ALLOTYPE_JOB_SECRET": "short"}],
                    "ALLOTYPE_JOB_SECRET has less than 16 characters")


def addresses(job):
    def on(address, port, **more):
        return [{**torchrun(rank, 2, port), "MASTER_ADDR": address, **more} for rank in range(2)]

    if socket.has_ipv6 and os.path.exists("/proc/net/if_inet6") and " lo" in pathlib.Path("/proc/net/if_inet6").read_text():
        job.said_by_all("IPv6", on("::1", free_port()), "the job went on", code=0)
    job.said_by_all("the interface lo", on("127.0.0.1", free_port(), ALLOTYPE_SOCKET_INTERFACE="lo"), "the job went on", code=0)
    job.said_by_all("this machine's name", on(socket.gethostname(), free_port()), "the job went on", code=0)
    job.said_by_all("an interface that is none", on("127.0.0.1", free_port(), ALLOTYPE_SOCKET_INTERFACE="eth77")[:1],
                    "ALLOTYPE_SOCKET_INTERFACE=eth77: no such interface with an IPv4 address is up here; up are .*lo")
    job.said_by_all("two machines that are one", [{**each, "LOCAL_RANK": 0} for each in on("127.0.0.1", free_port())], "the job went on", code=0)
    elsewhere = {**torchrun(1, 2, free_port()), "LOCAL_RANK": 0, "MASTER_ADDR": "127.0.1.1"}
    job.said_by_all("a rank on another machine that finds itself", [elsewhere],
                    r"rank 1 of 2 is not on the machine of rank 0, whose address, 127\.0\.1\.1 port \d+, is 127\.0\.1\.1 here")


def main():
    job = Strangers(sys.argv[1])
    strangers(job)
    nonsense(job)
    false_main(job)
    differences(job)
    jobs_with_one_port(job)
    secrets(job)
    addresses(job)
    return 1 if job.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
