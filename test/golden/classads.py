# SPDX-License-Identifier: BSL-1.0
"""Asks HTCondor itself which machines serve what ALLOTYPE asks it for.   python3 classads.py ALLOTYPE DATA

A machine for each board of DATA/gfd_labels.tsv, and for each of its MIG profiles, as condor_gpu_discovery describes them. The
lines of each request go through HTCondor's reader of submit files, and the job is matched with all machines: it must match the
one that is meant, and that one alone.
"""
import csv
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
import checks

import classad2
import htcondor2


def devices(data):
    """(board, profile); the profile is empty for a whole GPU."""
    with open(pathlib.Path(data) / "gfd_labels.tsv", encoding="utf-8") as table:
        rows = list(csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE))
    return sorted({(row["nvml_name"], row["profile"]) for row in rows if row["strategy"] in ("none", "mixed")})


def machine(board, profile):
    name = board + (f" MIG {profile}" if profile else "")
    return classad2.parseOne('MyType = "Machine"\nRequirements = true\nGPUs = 1\nAvailableGPUs = { GPUs_one }\n'
                             f'GPUs_one = [ DeviceName = "{name}"; Id = "GPU-1"; ]\n')


def job(lines):
    """What condor_submit makes of the two lines."""
    stated = dict(htcondor2.Submit("executable = /bin/true\n" + lines))
    made = classad2.ClassAd({"MyType": "Job", "RequestGPUs": int(stated["request_gpus"])})
    made["RequireGPUs"] = classad2.ExprTree(stated["require_gpus"])
    made["Requirements"] = classad2.ExprTree("countMatches(MY.RequireGPUs, TARGET.AvailableGPUs) >= RequestGPUs")
    return made


def main():
    program, data = sys.argv[1:]
    found = checks.Checks()
    known = devices(data)
    machines = [machine(*each) for each in known]
    matched = 0
    for board, profile in known:
        lines = subprocess.run([program, "request", "htcondor", board, profile or "unpartitioned", "--set", f"product={board}"],
                               capture_output=True, text=True)
        if lines.returncode != 0:  # a GPU that cannot be partitioned
            lines = subprocess.run([program, "request", "htcondor", board, "--set", f"product={board}"], capture_output=True, text=True)
        if lines.returncode != 0:
            found.require(False, f"{board} {profile} is asked for", lines.stderr)
            continue
        asked = job(lines.stdout)
        served = [each for each, there in zip(known, machines) if asked.symmetricMatch(there)]
        matched += served == [(board, profile)]
        if served != [(board, profile)]:
            found.require(False, f"{board} {profile} is served by its own machine alone", f"{lines.stdout}{served}")
    found.require(matched == len(known) and matched > 100, f"{matched} of {len(known)} requests match their own machine alone")
    either = subprocess.run([program, "request", "htcondor", "H100_80GB", "--or", "A100"], check=True, capture_output=True, text=True)
    served = {board for (board, profile), there in zip(known, machines) if not profile and job(either.stdout).symmetricMatch(there)}
    found.require(served == {"NVIDIA H100 80GB HBM3", "NVIDIA A100-SXM4-40GB"}, "alternatives match both", served)
    return found.wrong


if __name__ == "__main__":
    sys.exit(1 if main() else 0)
