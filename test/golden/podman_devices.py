# SPDX-License-Identifier: BSL-1.0
"""Has Podman resolve the devices that PROGRAM asks for.   python3 podman_devices.py PROGRAM

Needs a mount namespace of its own. The CDI file has a device for each name of each strategy of nvidia-ctk; each is the harmless
/dev/null under a name of its own. The image holds PROGRAM alone, and has no network. In the container PROGRAM lists what it got:
the devices that were asked for, and no other. A device that is not in the file is refused. Skipped where Podman cannot start
even a container without devices.
"""
import io
import json
import pathlib
import subprocess
import sys
import tarfile
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
import checks

SKIPPED = 77
NAMES = ["0:0", "0:1", "1", "gpu1", "mig0:0", "mig0:1", "GPU-8932f937-d72c-4106-c12f-20bd9faed9f6",
         "MIG-41b2f937-d72c-4106-c12f-20bd9faed9f6"]


# Nothing that a container around this one may not allow: control groups, or limits that Podman would raise.
LIMITS = ["--cgroups", "disabled", "--ulimit", "nofile=256:256", "--ulimit", "nproc=256:256"]


def node(name):
    return "allotype-" + name.replace(":", "-")


def cdi_file():
    """Of the kind that `nvidia-ctk cdi generate` writes."""
    def device(name, nodes):
        # 1:3 is /dev/null.
        return {"name": name, "containerEdits": {"deviceNodes": [
            {"path": f"/dev/{node(each)}", "type": "c", "major": 1, "minor": 3} for each in nodes]}}

    return {"cdiVersion": "0.5.0", "kind": "nvidia.com/gpu", "containerEdits": {},
            "devices": [device(name, [name]) for name in NAMES] + [device("all", ["0:0", "0:1", "1"])]}


def image(program):
    """A root file system that has the program alone, as a tar archive."""
    archive = io.BytesIO()
    with tarfile.open(fileobj=archive, mode="w") as to:
        to.add(program, arcname="program")
    return archive.getvalue()


def main():
    program = sys.argv[1]
    found = checks.Checks()
    subprocess.run(["mount", "-t", "tmpfs", "none", "/run"], check=True)
    if pathlib.Path("/sys/fs/cgroup/unified").exists():
        # Both versions of control groups side by side, which crun refuses even where it makes none.
        subprocess.run(["mount", "-t", "cgroup2", "none", "/sys/fs/cgroup"], check=True)
    cdi = pathlib.Path("/run/cdi")
    cdi.mkdir()
    (cdi / "nvidia.json").write_text(json.dumps(cdi_file()))
    with tempfile.TemporaryDirectory(prefix="podman-") as folder:
        podman = ["podman", "--root", f"{folder}/root", "--runroot", f"{folder}/run", "--tmpdir", f"{folder}/tmp", "--storage-driver",
                  "vfs", "--cgroup-manager", "cgroupfs", "--events-backend", "none"]
        imported = subprocess.run([*podman, "import", "-", "allotype-test"], input=image(program), capture_output=True)
        if imported.returncode != 0:
            print(f"wrong: podman import: {imported.stderr.decode()}")
            return 1
        run = [*podman, "run", "--rm", "--network", "none", "--pull", "never", *LIMITS]
        alone = subprocess.run([*run, "allotype-test", "/program", "inside"], capture_output=True, text=True)
        if alone.returncode != 0:
            print(f"skipped: Podman cannot start a container here: {alone.stderr}")
            return SKIPPED
        asked = subprocess.run([program], check=True, capture_output=True, text=True).stdout.splitlines()
        for strategy, names, options in (line.split("\t") for line in asked):
            ran = subprocess.run([*run, *options.split(), "allotype-test", "/program", "inside"], capture_output=True, text=True)
            if not names:
                found.require(ran.returncode != 0 and "nvidia.com/gpu=0:2" in ran.stderr, f"{options} is refused", ran.stderr)
                continue
            wanted = sorted(map(node, ["0:0", "0:1", "1"] if names == "all" else names.split()))
            found.require(sorted(ran.stdout.split()) == wanted, f"{options} by {strategy} gives {' '.join(wanted)}",
                          ran.stdout + ran.stderr)
        found.require(len(asked) == 8, "all forms were asked for", asked)
    return 1 if found.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
