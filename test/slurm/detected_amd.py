# SPDX-License-Identifier: BSL-1.0
"""detected_amd.py FOLDER ALLOTYPE LIBRARY PLUGIN: what Slurm's own plug-in makes of the partitions of an AMD device.

A slurmd looks for GPUs as `AutoDetect=rsmi` says, and prints what it found (`slurmd -G`). LIBRARY stands in ROCm SMI's place, with the 8
partitions of an MI300X; below PLUGIN is Debian's gpu_rsmi.so. All of them are of the device's type, so `allotype` asks for partitions by
a type of the site's alone.
"""

import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys

import one_machine_slurm
import checks
from detected import plugins, skipped
from provisioned import printed


def with_type(folder, library, plugin, kind):
    """How many GPUs slurmd has of the type."""
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "spool").mkdir(parents=True)
    node = subprocess.run(["hostname"], check=True, capture_output=True, text=True).stdout.strip()
    (folder / "gres.conf").write_text("AutoDetect=rsmi\n")
    (folder / "cgroup.conf").write_text("CgroupPlugin=cgroup/v1\n")
    (folder / "slurm.conf").write_text(
        f"ClusterName=one\nAuthType=auth/none\nSlurmctldHost={node}\nGresTypes=gpu\nPluginDir={plugins()}:{plugin}\nSlurmdSpoolDir={folder}/spool\n"
        f"NodeName={node} CPUs=1 Gres=gpu:{kind}:8\nPartitionName=all Nodes=ALL Default=YES\n")
    for name in ("librocm_smi64.so", "librocm_smi64.so.1"):
        (folder / name).symlink_to(library)
    done = subprocess.run(["slurmd", "-f", folder / "slurm.conf", "-G"], capture_output=True, text=True,
                          env={**os.environ, "PATH": os.environ["PATH"] + ":/usr/sbin:/sbin", "LD_LIBRARY_PATH": str(folder)})
    text = done.stdout + done.stderr
    found = re.findall(rf"Gres Name=gpu Type={re.escape(kind)} Count=(\d+).*File=/dev/dri/renderD", text)
    return sum(map(int, found)), text


def main():
    folder, program, library, plugin = sys.argv[1:]
    try:
        one_machine_slurm.require()
    except one_machine_slurm.Unavailable as reason:
        return one_machine_slurm.missing(reason)
    found = list(pathlib.Path(plugin).rglob("gpu_rsmi.so"))
    if not found and platform.freedesktop_os_release()["ID"] != "debian":
        skipped("the plug-in is a package of Debian")
    if not found:
        return one_machine_slurm.missing(f"no gpu_rsmi.so below {plugin} (Debian: slurm-wlm-rsmi-plugin)")
    verdict = checks.Checks()
    short = printed(program, "request", "slurm-short-names", "MI300X").strip().removeprefix("--gres=gpu:").removesuffix(":1")
    for kind, count in ((short, 8), (short + "_cpx_nps4", 0)):
        there, said = with_type(pathlib.Path(folder) / kind, library, found[0].parent, kind)
        verdict.require(there == count, f"of the 8 partitions of a device {count} are of the type {kind}", said)
    for system in ("slurm", "slurm-22.05", "slurm-short-names"):
        done = subprocess.run([program, "request", system, "MI300X", "CPX/NPS4"], capture_output=True, text=True)
        verdict.require(done.returncode == 2 and "the type of its device" in done.stderr, f"{system} refuses a partition", done.stderr)
    return 1 if verdict.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
