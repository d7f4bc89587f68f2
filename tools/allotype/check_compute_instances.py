# SPDX-License-Identifier: BSL-1.0
"""Runs what `allotype provision nvidia-smi` prints for compute instances, with the model of nvidia-smi that check_transition.py has.

python3 check_compute_instances.py ALLOTYPE: each GPU ends with the GPU instances that are asked for, cut as asked. Like a driver the
model makes each compute instance at the first start that is free, and refuses one that finds none.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "test"))
import checks
import check_transition

# What is asked for, and of each GPU instance its profile and the slices of its compute instances; none where one fills it.
WANTED = (("1c.3g.20gb 2c.3g.20gb 4g.20gb", [("3g.20gb", [1, 2]), ("4g.20gb", [])]),
          ("1c.3g.20gb 1c.3g.20gb 1c.3g.20gb 1c.3g.20gb", [("3g.20gb", [1]), ("3g.20gb", [1, 1, 1])]),
          ("3c.7g.40gb 2c.7g.40gb 2c.7g.40gb", [("7g.40gb", [2, 2, 3])]),
          ("1c.4g.20gb@0 2c.4g.20gb 1c.4g.20gb 2c.3g.20gb@4", [("3g.20gb", [2]), ("4g.20gb", [1, 1, 2])]),
          ("3g.20gb@4 1c.3g.20gb@0", [("3g.20gb", []), ("3g.20gb", [1])]),
          ("1g.5gb 2g.10gb", [("1g.5gb", []), ("2g.10gb", [])]))
SLICES = {0: 1, 1: 2, 2: 3, 3: 4, 4: 7}


def main():
    program = str(pathlib.Path(sys.argv[1]).resolve())
    found = checks.Checks()
    with tempfile.TemporaryDirectory() as folder:
        here = pathlib.Path(folder)
        (here / "nvidia-smi").write_text(check_transition.MODEL.format(python=sys.executable, state=str(here / "state")))
        (here / "nvidia-smi").chmod(0o755)
        for words, wanted in WANTED:
            printed = subprocess.run([program, "provision", "nvidia-smi", "A100", "0:", *words.split()], capture_output=True, text=True,
                                     check=True).stdout
            (here / "state").write_text(json.dumps({"instances": [], "changes": []}))
            ended = subprocess.run(["sh", "-e"], input=printed, capture_output=True, text=True,
                                   env={**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"})
            now = json.loads((here / "state").read_text())["instances"]
            made = sorted((each["profile"], sorted(SLICES[part] for part in each.get("parts", []))) for each in now)
            found.require(ended.returncode == 0 and made == wanted and all(each["compute"] or each.get("parts") for each in now),
                          f"{words}: made", f"{printed}{ended}{now}")
    return found.wrong


if __name__ == "__main__":
    sys.exit(1 if main() else 0)
