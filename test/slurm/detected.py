# SPDX-License-Identifier: BSL-1.0
"""detected.py FOLDER ALLOTYPE NVML SCENARIO PLUGIN: the types that Slurm's own plug-in detects are those that `allotype` prints.

A slurmd looks for GPUs as `AutoDetect=nvml` says, and prints what it found (`slurmd -G`). NVML is the fake library, which answers
for the board of SCENARIO; below PLUGIN is Debian's gpu_nvml.so. What the driver would print, the minor numbers of MIG devices,
stands in a mount namespace of its own. The types of releases before 23.02.6, and short ones, are tried for every board with published
memory: slurmd drops a type that is no part of a name that it detected.
"""

import collections
import csv
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


PROFILES = pathlib.Path(__file__).resolve().parent.parent / "data" / "mig_profiles.csv"


def boards():
    """A line of the table each: (the board's rows with names that releases before 23.02.6 tell apart)."""
    found = {}
    with open(PROFILES, newline="", encoding="ascii") as table:
        for row in csv.DictReader(table):
            plain = "+" not in row["profile"] and "-" not in row["profile"]
            if plain and row["product_names"] and row["memory_mib"] and row["placements"]:
                found.setdefault(row["device"], []).append(row)
    return found


def scenario_of(rows):
    """A whole GPU, and one for each profile."""
    product = rows[0]["product_names"].split("|")[0]
    major, minor = map(int, rows[0]["compute_capability"].split("."))

    def gpu(index, instances):
        return {"name": product, "memory_mib": 81920, "compute_capability": [major, minor], "profiles_of": rows[0]["device"],
                "uuid": f"GPU-31e3d0c5-52aa-4f0e-9d1b-{index:012}", "bus_id": f"00000000:{index + 10:02X}:00.0",
                "statistics": {}, "mig_mode": bool(instances), "gpu_instances": instances}

    boards_of_node = [gpu(0, [])]
    for index, row in enumerate(rows, 1):
        compute = [{"id": 0, "uuid": f"MIG-5a088888-7a5c-5b1e-8f00-{index:012}"}]
        boards_of_node.append(gpu(index, [{"profile": row["profile"], "id": 1, "compute_instances": compute,
                                           "start": int(row["placements"].split(":")[0])}]))
    return product, {"driver_version": "580.65.06", "cuda_version": 13000, "may_describe": True, "boards": boards_of_node}


def detected(folder, program, nvml, scenario, plugin, *setup):
    """(types with counts as Slurm detects them on a node that is set up so, all that it said)"""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    node = subprocess.run(["hostname"], check=True, capture_output=True, text=True).stdout.strip()
    gpus, gres = gpus_of_a_node(program, *setup)
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
    found, said = detected(pathlib.Path(folder) / "same", program, nvml, scenario, plugin, "A100", "0:", *there)
    verdict.require(found == dict(gpus), f"Slurm detects {', '.join(f'{count} {kind}' for kind, count in gpus)}",
                    f"{found}\n{said}")

    # A node with another layout: what is not there is not detected.
    other = ["2g.10gb" if each == "3g.20gb" else each for each in there]
    found, said = detected(pathlib.Path(folder) / "other", program, nvml, scenario, plugin, "A100", "0:", *other)
    verdict.require(not any("2g.10gb" in kind for kind in found), "it does not detect a partition that is not there", said)

    tried = 0
    for board, rows in boards().items():
        product, described = scenario_of(rows)
        own = pathlib.Path(folder) / f"{board}.json"
        own.write_text(json.dumps(described))
        groups = [word for index, row in enumerate(rows, 1) for word in (f"{index}:", row["profile"])]
        for form, options in (("older", []), ("short", ["--short-names"])):
            setup = [product, "0:", "unpartitioned", *groups, "--slurm-22.05", *options]
            gpus, _ = gpus_of_a_node(program, *setup)
            found, said = detected(pathlib.Path(folder) / f"{board}.{form}", program, nvml, str(own), plugin, *setup)
            verdict.require(found == dict(gpus), f"{product}: slurmd has {', '.join(kind for kind, _ in gpus)}", f"{found}\n{said}")
            tried += len(gpus)
    verdict.require(tried >= 100, f"{tried} types, older and short, were tried")
    return 1 if verdict.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
