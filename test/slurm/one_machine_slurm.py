# SPDX-License-Identifier: BSL-1.0
"""one_machine_slurm.py FOLDER COMMAND...: runs a command with a real Slurm that consists of this machine alone.

munged, slurmctld and a slurmd for each of the virtual nodes below have ports of their own and keep all their files in
FOLDER, which is emptied before. They, and whatever they started, end with this process, also where that is killed.
Debian: munge slurmctld slurmd slurm-client slurm-wlm-basic-plugins. Only root can make the device files of GPUs.
"""

import os
import pathlib
import re
import shutil
import signal
import socket
import stat
import string
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import checks

TEMPLATE = pathlib.Path(__file__).with_name("slurm.conf.in")
DAEMONS = ("munged", "slurmctld", "slurmd")
CLIENTS = ("srun", "salloc", "sinfo", "scontrol", "sbatch", "squeue", "scancel")
CPUS = 4  # of each node, however many this machine has
SECONDS_TO_START = 300  # also on a busy machine; what ends at once is seen at once
LONGEST_SOCKET_PATH = 100  # 107 by the system; munge puts something behind it

# Two nodes for ranks, and one with GPUs: (type, how many).
NODES = ("first", "second", "gpus")
GPUS = (("a100", 2), ("a100_3g.20gb", 1), ("a100_2g.10gb", 1), ("a100_1g.5gb", 1))


class Unavailable(Exception):
    """Why there can be no Slurm here."""


def require():
    """Raises Unavailable where something is missing."""
    missing = [name for name in DAEMONS + CLIENTS if _program(name) is None]
    if missing:
        raise Unavailable(f"{', '.join(missing)} missing (Debian: munge slurmctld slurmd slurm-client "
                          "slurm-wlm-basic-plugins)")
    if os.geteuid() != 0:
        raise Unavailable("not root: only root can make device files and start Slurm's daemons")


def _program(name):
    return shutil.which(name, path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin")


def _names_in(name):
    """The nodes that `tux[1-3]` stands for."""
    match = re.fullmatch(r"(.*)\[(\d+)-(\d+)\]", name)
    return [f"{match[1]}{number}" for number in range(int(match[2]), int(match[3]) + 1)] if match else [name]


def _free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    try:
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        return [each.getsockname()[1] for each in sockets]
    finally:
        for each in sockets:
            each.close()


def _kill_processes_of(configuration):
    """Daemons, clients, steps and tasks: Slurm hands SLURM_CONF on to all that it starts."""
    def all_ended():
        left = list(checks.processes_with(f"SLURM_CONF={configuration}\0", "environ"))
        for process in left:
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass
        return not left

    if not checks.until(all_ended, 120):
        raise RuntimeError("Slurm's processes do not end")


class OneMachineSlurm:
    """A context in which `environment` leads Slurm's commands, and what they start, to this Slurm."""

    def __init__(self, folder, gpus=GPUS, features="", printed=None):
        """`gpus`: the types of the node with GPUs, and how many of each; `features`: of that node, as in slurm.conf.
        `printed`: in place of the nodes here, the lines of slurm.conf and of gres.conf that somebody printed for some."""
        self.folder = pathlib.Path(folder).absolute()
        self.gpus = gpus
        self.features = features
        self.printed = printed
        self.nodes = NODES
        if printed is not None:
            lines = [line for line in printed[0].splitlines() if line.startswith("NodeName=")]
            self.nodes = tuple(node for line in lines for node in _names_in(line.split()[0].partition("=")[2]))
            self.gpus = tuple((kind, int(count) * len(_names_in(line.split()[0].partition("=")[2]))) for line in lines
                              for kind, count in re.findall(r"gpu:([^:,\s]+):(\d+)", line))
        self.environment = {}
        self._daemons = []
        self._socket_folder = None
        self._lifeline = None

    @property
    def configuration(self):
        return self.folder / "slurm.conf"

    def __enter__(self):
        require()
        try:
            self._start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for daemon in reversed(self._daemons):
            daemon.terminate()
        for daemon in self._daemons:
            try:
                daemon.wait(5)
            except subprocess.TimeoutExpired:
                pass
        _kill_processes_of(self.configuration)
        shutil.rmtree(self.folder / "device", ignore_errors=True)
        if self._lifeline is not None:
            os.close(self._lifeline)
        if self._socket_folder:
            shutil.rmtree(self._socket_folder, ignore_errors=True)

    def run(self, command, seconds=600, **environment):
        """The finished process, its output and errors in one text; None where it did not end in time."""
        with subprocess.Popen(command, env={**self.environment, **environment}, text=True, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True) as process:
            try:
                text, _ = process.communicate(timeout=seconds)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                text, _ = process.communicate()
                return None, text
            return process.returncode, text

    def _watch_over(self):
        """Starts a process, nobody's child, that ends what is left of this Slurm when this process ends in any way."""
        end, self._lifeline = os.pipe()
        child = os.fork()
        if child != 0:
            os.close(end)
            os.waitpid(child, 0)
            return
        os.setsid()
        if os.fork() != 0:
            os._exit(0)
        os.close(self._lifeline)
        nothing = os.open(os.devnull, os.O_RDWR)
        for standard in (0, 1, 2):  # whoever reads our output is not to wait for this process
            os.dup2(nothing, standard)
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            signal.signal(number, signal.SIG_IGN)
        os.read(end, 1)
        _kill_processes_of(self.configuration)
        os._exit(0)

    def _start(self):
        self._watch_over()
        _kill_processes_of(self.configuration)
        shutil.rmtree(self.folder, ignore_errors=True)
        for name in ("log", "state", "munge", "device"):
            (self.folder / name).mkdir(parents=True)
        self._socket = str(self.folder / "munge" / "socket")
        if len(self._socket) > LONGEST_SOCKET_PATH:
            self._socket_folder = tempfile.mkdtemp(prefix="allotype-munge-")
            self._socket = f"{self._socket_folder}/socket"
        for node in self.nodes:
            (self.folder / "spool" / node).mkdir(parents=True)
            (self.folder / "tmp" / node).mkdir(parents=True)
        for number in range(sum(count for _, count in self.gpus)):
            # Slurm takes the numbers of GPUs from the names of character devices; these are /dev/null.
            try:
                os.mknod(self.folder / "device" / f"gpu{number}", 0o600 | stat.S_IFCHR, os.makedev(1, 3))
            except PermissionError:
                raise Unavailable("not allowed to make device files") from None
        key = self.folder / "munge" / "key"
        key.write_bytes(os.urandom(128))
        key.chmod(0o400)
        self.configuration.write_text(self._slurm_configuration())
        (self.folder / "gres.conf").write_text(self._device_configuration())
        # Else slurmd looks for the file system of control groups, which a container may not have; the first version's
        # plug-in looks only when it is asked for something.
        (self.folder / "cgroup.conf").write_text("CgroupPlugin=cgroup/v1\n")
        self.environment = {name: value for name, value in os.environ.items()
                            if not name.startswith(("SLURM_", "CUDA_", "NVIDIA_", "ROCR_", "HIP_"))}
        self.environment["SLURM_CONF"] = str(self.configuration)

        munge = self.folder / "munge"
        self._start_daemon("munged", "--foreground", "--force", f"--key-file={key}", f"--socket={self._socket}",
                           f"--pid-file={munge}/pid", f"--log-file={munge}/log", f"--seed-file={munge}/seed")
        self._wait_for("munged", lambda: os.path.exists(self._socket))
        self._start_daemon("slurmctld", "-D")
        for node in self.nodes:
            self._start_daemon("slurmd", "-D", "-N", node)
        self._wait_for("slurmctld", self._all_idle)

    def _start_daemon(self, name, *arguments):
        with open(self.folder / "log" / f"{name}.output", "ab") as output:
            self._daemons.append(subprocess.Popen([_program(name), *arguments], env=self.environment, stdout=output,
                                                  stdin=subprocess.DEVNULL, stderr=output, start_new_session=True))

    def _all_idle(self):
        said = subprocess.run(["sinfo", "-h", "-N", "-o", "%N %t"], env=self.environment, capture_output=True, text=True)
        # A node stands there for each of its partitions.
        return set(said.stdout.splitlines()) == {f"{node} idle" for node in self.nodes}

    def _wait_for(self, what, ready):
        limit = time.monotonic() + SECONDS_TO_START
        while not ready():
            ended = [daemon.args[0] for daemon in self._daemons if daemon.poll() is not None]
            if ended or time.monotonic() > limit:
                logs = "".join(f"\n{path}:\n{path.read_text(errors='replace')[-2000:]}"
                               for folder in ("log", "munge") for path in sorted((self.folder / folder).glob("*log*")))
                why = f"{', '.join(ended)} ended" if ended else f"{what}: not ready in {SECONDS_TO_START} s"
                raise RuntimeError(why + logs)
            time.sleep(0.05)

    def _slurm_configuration(self):
        host = socket.gethostname().split(".")[0]
        controller, *ports = _free_ports(1 + len(self.nodes))
        general = string.Template(TEMPLATE.read_text()).substitute(FOLDER=self.folder, HOST=host, PORT=controller, SOCKET=self._socket)
        if self.printed is not None:
            return general.replace("GresTypes=gpu\n", "") + self._completed(host, iter(ports))
        devices = ",".join(f"gpu:{kind}:{count}" for kind, count in self.gpus)
        return general + "".join(
            f"NodeName={node} NodeHostname={host} NodeAddr=127.0.0.1 Port={port} CPUs={CPUS} RealMemory=1000"
            + (f" Gres={devices} {self.features}\n" if node == "gpus" else "\n") for node, port in zip(NODES, ports))

    def _completed(self, host, ports):
        """The printed lines, with what only this Slurm knows: where its nodes are. No database counts here."""
        made = []
        for line in self.printed[0].splitlines():
            if line.startswith("NodeName="):
                name, _, rest = line.partition(" ")
                made += [f"NodeName={node} {rest} NodeHostname={host} NodeAddr=127.0.0.1 Port={next(ports)} CPUs={CPUS} RealMemory=1000"
                         for node in _names_in(name.partition("=")[2])]
            elif not line.startswith("AccountingStorageTRES="):
                made.append(line)
        return "\n".join(made) + "\n"

    def _printed_devices(self):
        """The printed lines of gres.conf, with files in place of GPUs that are detected; and of files those that are here."""
        made = [line.replace("File=/dev/nvidia", f"File={self.folder}/device/gpu") for line in self.printed[1].splitlines()
                if "AutoDetect=" not in line or " File=" in line]
        named = {node for line in made if " File=" in line for node in _names_in(line.split()[0].partition("=")[2])}
        first = 0
        for line in self.printed[0].splitlines():
            for node in _names_in(line.split()[0].partition("=")[2]) if line.startswith("NodeName=") else []:
                for kind, count in [] if node in named else re.findall(r"gpu:([^:,\s]+):(\d+)", line):
                    last = first + int(count) - 1
                    made.append(f"NodeName={node} Name=gpu Type={kind} File={self.folder}/device/gpu[{first}-{last}]")
                    first = last + 1
        return "\n".join(["AutoDetect=off", *made]) + "\n"

    def _device_configuration(self):
        if self.printed is not None:
            return self._printed_devices()
        lines, first = ["AutoDetect=off"], 0
        for kind, count in self.gpus:
            last = first + count - 1
            files = f"{self.folder}/device/gpu" + (f"[{first}-{last}]" if count > 1 else f"{first}")
            lines.append(f"NodeName=gpus Name=gpu Type={kind} File={files}")
            first += count
        return "\n".join(lines) + "\n"


def _stop(number, _):
    sys.exit(128 + number)


def _end_in_order():
    """A signal ends this process as an exception does: what it started ends before it."""
    for each in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(each, _stop)


def missing(reason):
    """The exit status of a test for which something is missing."""
    return subprocess.run([pathlib.Path(__file__).parent.parent / "missing", str(reason)]).returncode


def test_in(folder, check, gpus=GPUS, features="", printed=None):
    """A test's exit status: 1 if `check(slurm)` counts something wrong, or if Slurm is missing where CI=true; else 77."""
    _end_in_order()
    try:
        with OneMachineSlurm(folder, gpus, features, printed) as slurm:
            return 1 if check(slurm) else 0
    except Unavailable as reason:
        return missing(reason)


def main():
    if len(sys.argv) < 3:
        print(__doc__, file=sys.stderr)
        return 2
    _end_in_order()
    try:
        with OneMachineSlurm(sys.argv[1]) as slurm:
            return subprocess.run(sys.argv[2:], env=slurm.environment).returncode
    except Unavailable as reason:
        print(f"one_machine_slurm: {reason}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
