# SPDX-License-Identifier: BSL-1.0
"""Runs the scripts that `allotype transition` prints, with a model of nvidia-smi.   python3 check_transition.py ALLOTYPE

The model has the instances of one GPU in a file, prints its tables as NVIDIA's guide shows them, and refuses what the driver refuses.
The script must end in the wanted instances, and change nothing where the GPU is not as the plan knew it.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "test"))
import checks

MODEL = """#!{python}
import json, sys
state = json.load(open({state!r}))
words = sys.argv[1:]
option = lambda name: words[words.index(name) + 1]
if state.get("fails"):
    sys.exit("Unable to determine the device handle")
if words[0] != "mig":
    print("| 0  NVIDIA A100-SXM4-40GB  On | 00000000:00:04.0 Off | On |")
    for each in state["instances"]:
        print("|  0   %d   0   0  |     12MiB /  4864MiB | 14      0 |  1   0    0    0    0 |" % each["id"])
    print("| Processes:  GPU   GI   CI        PID   Type   Process name                  GPU Memory |")
    for each in state["instances"]:
        if each.get("runs"):
            print("|    0   %2d    0      12345      C   ./train                          1024MiB |" % each["id"])
elif "-lgi" in words:
    print("| GPU   Name             Profile  Instance   Placement  |")
    for each in state["instances"]:
        print("|   0  MIG %-15s %d %10d %10d:%d     |" % (each["profile"], 19, each["id"], each["start"], each["size"]))
else:
    state["changes"].append(words)
    if "-dci" in words:
        for each in state["instances"]:
            if each["id"] == int(option("-gi")):
                if each.get("runs"):
                    sys.exit("In use by another client")
                each["compute"] = False
    elif "-dgi" in words:
        gone = [int(number) for number in option("-gi").split(",")]
        if any(each["compute"] for each in state["instances"] if each["id"] in gone):
            sys.exit("In use by another client")
        state["instances"] = [each for each in state["instances"] if each["id"] not in gone]
    elif "-cgi" in words:
        known = {{"19": ("1g.5gb", 1), "14": ("2g.10gb", 2), "9": ("3g.20gb", 4), "5": ("4g.20gb", 4), "0": ("7g.40gb", 8)}}
        for made in option("-cgi").split(","):
            number, start = made.split(":")
            made = dict(profile=known[number][0], size=known[number][1], id=20 + len(state["changes"]), start=int(start), compute="-C" in words)
            state["instances"].append(made)
            print("Successfully created GPU instance ID %2d on GPU %2s using profile MIG %s (ID %2s)" % (made["id"], option("-i"), made["profile"], number))
    elif "-cci" in words:
        there = [each for each in state["instances"] if each["id"] == int(option("-gi"))][0]
        slices = int(there["profile"][0])
        starts = {{(3, 0): [0, 1, 2], (3, 1): [0], (3, 2): [0], (4, 0): [0, 1, 2, 3], (4, 1): [0, 2], (4, 3): [0],
                   (7, 0): range(7), (7, 1): [0, 2, 4], (7, 2): [0, 4], (7, 3): [0], (7, 4): [0]}}
        taken = set()
        for number in map(int, option("-cci").split(",")):
            places = [set(range(at, at + (7 if number == 4 else number + 1))) for at in starts[slices, number]]
            place = next((each for each in places if not each & taken), None)
            if place is None:
                sys.exit("Insufficient Resources")
            taken |= place
            there.setdefault("parts", []).append(number)
    json.dump(state, open({state!r}, "w"))
"""


def main():
    program = str(pathlib.Path(sys.argv[1]).resolve())
    found = checks.Checks()
    slice_of = lambda profile, start, number, **more: dict(profile=profile, start=start, id=number, size={"1": 1, "2": 2}.get(profile[0], 4), compute=True, **more)
    planned = [slice_of("3g.20gb", 4, 1), slice_of("1g.5gb", 0, 7), slice_of("1g.5gb", 1, 8)]
    printed = subprocess.run([program, "transition", "--device", "A100", "--from", "3g.20gb@4:1,1g.5gb@0:7,1g.5gb@1:8", "--in-use", "1", "3g.20gb", "4g.20gb"],
                             capture_output=True, text=True, check=True).stdout
    with tempfile.TemporaryDirectory() as folder:
        here = pathlib.Path(folder)
        (here / "nvidia-smi").write_text(MODEL.format(python=sys.executable, state=str(here / "state")))
        (here / "nvidia-smi").chmod(0o755)

        def run(instances, **more):
            (here / "state").write_text(json.dumps({"instances": instances, "changes": [], **more}))
            ended = subprocess.run(["sh"], input=printed, capture_output=True, text=True, env={**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"})
            return ended, json.loads((here / "state").read_text())

        ended, now = run(planned)
        layout = sorted((each["profile"], each["start"], each["compute"]) for each in now["instances"])
        found.require(ended.returncode == 0 and layout == [("3g.20gb", 4, True), ("4g.20gb", 0, True)] and any(each["id"] == 1 for each in now["instances"]),
                      "the script ends in the layout, and what is in use stays", f"{printed}{ended}{now}")
        for what, instances, more in (
                ("an instance is gone", planned[:2], {}),
                ("an instance is new", planned + [slice_of("1g.5gb", 2, 9)], {}),
                ("an id means another instance", [planned[0], slice_of("1g.5gb", 2, 7), planned[2]], {}),
                ("a program runs on an instance that goes", [planned[0], slice_of("1g.5gb", 0, 7, runs=True), planned[2]], {}),
                ("the driver does not answer", planned, {"fails": True})):
            ended, now = run(instances, **more)
            found.require(ended.returncode == 1 and not now["changes"] and "nothing was changed" in ended.stderr, f"{what}: nothing is changed", f"{ended}{now}")
        ended, now = run([slice_of("3g.20gb", 4, 1, runs=True)] + planned[1:])
        found.require(ended.returncode == 0, "a program on an instance that stays is no obstacle", f"{ended}{now}")
    return found.wrong


if __name__ == "__main__":
    sys.exit(1 if main() else 0)
