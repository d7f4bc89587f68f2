# SPDX-License-Identifier: BSL-1.0
"""detected.py FOLDER ALLOTYPE NVML SCENARIO PLUGIN: the types that Slurm's own plug-in detects are those that `allotype` prints.

A slurmd looks for GPUs as `AutoDetect=nvml` says, and prints what it found (`slurmd -G`). NVML is the fake library, which answers
for the board of SCENARIO; below PLUGIN is Debian's gpu_nvml.so. What the driver would print, the minor numbers of MIG devices,
stands in a mount namespace of its own.
"""

import collections
import json
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys

import one_machine_slurm
import checks
from provisioned import gpus_of_a_node

DETECT = """mount -t tmpfs none /proc/driver && mkdir /proc/driver/nvidia-caps &&
cp "$1/mig-minors" /proc/driver/nvidia-caps/ || exit 77
exec slurmd -f "$1/slurm.conf" -G"""


def skipped(reason):
    print(f"skipped: {reason}")
    sys.exit(77)


def plugins():
    """Where Debian's Slurm has its plug-ins."""
    found = list(pathlib.Path("/usr/lib").glob("*/slurm-wlm"))
    return found[0] if found else skipped("no /usr/lib/*/slurm-wlm: Slurm is not installed")


def detected(folder, program, nvml, scenario, plugin, partitions):
    """(types with counts as Slurm detects them where the node has these partitions, all that it said)"""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    node = subprocess.run(["hostname"], check=True, capture_output=True, text=True).stdout.strip()
    gpus, gres = gpus_of_a_node(program, "A100", "0:", *partitions)
    (folder / "gres.conf").write_text(gres)
    (folder / "slurm.conf").write_text(
        f"ClusterName=one\nSlurmctldHost={node}\nGresTypes=gpu\nPluginDir={plugins()}:{plugin}\nSlurmdSpoolDir={folder}/spool\n"
        f"NodeName={node} CPUs=1 Gres=" + ",".join(f"gpu:{kind}:{count}" for kind, count in gpus) + "\n"
        "PartitionName=all Nodes=ALL Default=YES\n")
    # Slurm looks for the library under its name without a version.
    for name in ("libnvidia-ml.so", "libnvidia-ml.so.1"):
        (folder / name).symlink_to(pathlib.Path(nvml) / "libnvidia-ml.so.1")
    lines = ["config 1"]
    for board, described in enumerate(json.loads(pathlib.Path(scenario).read_text())["boards"]):
        for instance in described["gpu_instances"]:
            path = f"gpu{board}/gi{instance['id']}"
            lines += [f"{path}/access {2 * len(lines)}"]
            lines += [f"{path}/ci{each['id']}/access {2 * len(lines)}" for each in instance["compute_instances"]]
    (folder / "mig-minors").write_text("\n".join(lines) + "\n")
    done = subprocess.run(["unshare", "-m", "sh", "-c", DETECT, "sh", str(folder)], capture_output=True, text=True,
                          env={**os.environ, "PATH": os.environ["PATH"] + ":/usr/sbin:/sbin", "LD_LIBRARY_PATH": str(folder),
                               "FAKE_NVML_SCENARIO": scenario})
    text = done.stdout + done.stderr
    if done.returncode == 77 or text.startswith("unshare:"):
        skipped("mount namespaces are not allowed here: " + text.strip())
    found = collections.Counter()
    for kind, count in re.findall(r"Gres Name=gpu Type=(\S+) Count=(\d+).*File=/dev/nvidia", text):
        found[kind] += int(count)
    return found, text


def main():
    folder, program, nvml, scenario, plugin = sys.argv[1:]
    try:
        one_machine_slurm.require()
    except one_machine_slurm.Unavailable as reason:
        return one_machine_slurm.missing(reason)
    found = list(pathlib.Path(plugin).rglob("gpu_nvml.so"))
    if not found and platform.freedesktop_os_release()["ID"] != "debian":
        skipped("the plug-in is a package of Debian")
    if not found:
        return one_machine_slurm.missing(f"no gpu_nvml.so below {plugin} (Debian, in contrib: slurm-wlm-nvml-plugin)")
    plugin = found[0].parent
    board = json.loads(pathlib.Path(scenario).read_text())["boards"][0]
    there = [instance["profile"] for instance in board["gpu_instances"]]
    verdict = checks.Checks()

    gpus, _ = gpus_of_a_node(program, "A100", "0:", *there)
    found, said = detected(pathlib.Path(folder) / "same", program, nvml, scenario, plugin, there)
    verdict.require(found == dict(gpus), f"Slurm detects {', '.join(f'{count} {kind}' for kind, count in gpus)}",
                    f"{found}\n{said}")

    # A node with another layout: what is not there is not detected.
    other = ["2g.10gb" if each == "3g.20gb" else each for each in there]
    found, said = detected(pathlib.Path(folder) / "other", program, nvml, scenario, plugin, other)
    verdict.require(not any("2g.10gb" in kind for kind in found), "it does not detect a partition that is not there", said)
    return 1 if verdict.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
