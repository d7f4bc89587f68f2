# SPDX-License-Identifier: BSL-1.0
"""Gives what ALLOTYPE prints to readers of what it is printed for.   python3 printed_setups.py ALLOTYPE

For every partition of every board, and for random layouts and clusters: the configurations of nvidia-mig-parted and of the GPU Operator,
node pools of GKE and AKS, Kubernetes' objects. A reader refuses what its system refuses; mig_parted.py, cloud_commands.py and
custom_resources.py say by which rules. ALLOTYPE_RANDOM_CLUSTERS in the environment is how many random ones there are, ALLOTYPE_SEED
the first.
"""
import collections
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import cloud_commands
import custom_resources
import hcl2
import kubernetes_validate
import lark
import mig_parted
import pygohcl
import strict_yaml

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
import checks

KUBERNETES = "1.36"
BETA_KUBERNETES = "1.32"  # the last whose claims have no level `exactly`
RANDOM_CLUSTERS = int(os.environ.get("ALLOTYPE_RANDOM_CLUSTERS", "60"))
SEED = int(os.environ.get("ALLOTYPE_SEED", "1"))
READERS = (mig_parted.Refused, strict_yaml.Refused, cloud_commands.Refused, kubernetes_validate.ValidationError)


class Printed:
    """What the program prints; each artefact that a reader takes is counted, and each that it refuses kept."""

    def __init__(self, program):
        self.program = program
        self.read = collections.Counter()
        self.refused_by_program = 0
        self.faults = []

    def run(self, *words):
        """The output; None where the program refuses."""
        done = subprocess.run([self.program, *words], capture_output=True, text=True)
        if done.returncode == 0:
            return done.stdout
        self.refused_by_program += 1
        if done.returncode != 2 or not done.stderr.startswith("allotype"):
            self.faults.append(f"{words}: {done.returncode} {done.stderr}")
        return None

    def give(self, what, text, reader, *wanted):
        """What the reader made of the text."""
        try:
            made = reader(text, *wanted)
        except READERS as why:
            self.faults.append(f"{what}: {why}\n{text}")
            return None
        self.read[what] += 1
        return made


def manifests(text):
    """Kubernetes' objects, each strictly valid."""
    documents = strict_yaml.load_all(text)
    for each in documents:
        if each["kind"] == "ComputeClass":
            faults = custom_resources.validate("ComputeClass", each, KUBERNETES)
            if faults:
                raise strict_yaml.Refused("; ".join(faults))
        else:
            beta = each["apiVersion"].endswith("/v1beta1")
            kubernetes_validate.validate(each, BETA_KUBERNETES if beta else KUBERNETES, strict=True)
    return documents


def lines_of_comments(text):
    return [line[2:] for line in text.splitlines() if line.startswith("# ")]


def check_counts(printed, text, wanted):
    """The configuration has the counts that were asked for, on each of its GPUs."""
    configurations = printed.give("configurations of mig-parted", text, mig_parted.read)
    if configurations is None:
        return
    found = [[(entry["devices"], entry.get("mig-devices") or {}) for entry in entries] for entries in configurations.values()]
    if [each for each in found if sorted(map(repr, each)) == sorted(map(repr, wanted))] == []:
        printed.faults.append(f"{found} is not {wanted}:\n{text}")


def set_up(printed, device, profiles):
    """One layout on all GPUs of a node, for each tool."""
    counts = dict(sorted(collections.Counter(profiles).items()))
    for filtered in ([], ["--filter"]):
        text = printed.run("provision", "mig-parted", device, *profiles, *filtered)
        if text is not None:
            configurations = printed.give("configurations of mig-parted", text, mig_parted.read)
            for entry in [] if configurations is None else next(iter(configurations.values())):
                if entry["mig-devices"] != counts or ("device-filter" in entry) != bool(filtered):
                    printed.faults.append(f"{entry} is not for {counts}")
    text = printed.run("provision", "gpu-operator", device, *profiles)
    if text is not None:
        for each in printed.give("ConfigMaps of the GPU Operator", text, manifests) or []:
            inside = printed.give("configurations in ConfigMaps", each["data"]["config.yaml"], mig_parted.read)
            for line in lines_of_comments(text):
                printed.give("labels of nodes", line, cloud_commands.read)
                if inside is not None and re.search(r"mig\.config=(\S+)", line)[1] not in inside:
                    printed.faults.append(f"the label names no configuration:\n{text}")
    text = printed.run("provision", "openshift", device, *profiles)
    for line in (text or "").splitlines():
        printed.give("commands of OpenShift", line, cloud_commands.read)
    for form in ([], ["--by-name"], ["--without-starts"]):
        for line in (printed.run("provision", "nvidia-smi", device, *profiles, *form) or "").splitlines():
            printed.give("commands of nvidia-smi", line, cloud_commands.read)
    text = printed.run("provision", "gke", device, *profiles)
    if text is not None:
        printed.give("compute classes of GKE", text, manifests)
        for line in lines_of_comments(text):
            printed.give("node pools of GKE", line, cloud_commands.read)
    text = printed.run("provision", "aks", device, *profiles)
    if text is not None:
        printed.give("node pools of AKS", text, cloud_commands.read)


def read_modes(text):
    faults = custom_resources.validate("DeviceConfigManager", strict_yaml.load(text), KUBERNETES)
    if faults:
        raise strict_yaml.Refused("; ".join(faults))


def read_hcl(text):
    """As HashiCorp's own reader of HCL does, and another."""
    try:
        return pygohcl.loads(text), hcl2.loads(text)
    except (pygohcl.HCLParseError, ValueError, lark.exceptions.LarkError) as why:
        raise strict_yaml.Refused(str(why)) from why


def set_up_amd(printed, device, modes):
    for groups in (["0-7:", modes], ["0-3:", modes, "4-7:", modes], ["0:", modes]):
        text = printed.run("provision", "amd-config-manager", device, *groups)
        if text is not None:
            profiles, label = text.splitlines()
            printed.give("profiles of AMD's Device Config Manager", profiles, read_modes)
            printed.give("labels of nodes", label, cloud_commands.read)


def request(printed, systems, device, partition, options):
    for system in systems:
        text = printed.run("request", system, device, *([partition] if partition else []), *options)
        if text is not None and text.startswith("apiVersion"):
            printed.give("requests of Kubernetes", text, manifests)
        if text is not None and system == "nomad":
            printed.give("blocks of Nomad", text, read_hcl)
            by_constraint = printed.run("request", system, device, *([partition] if partition else []), "--set", "by-constraint=true")
            printed.give("blocks of Nomad", by_constraint, read_hcl)
            alternatives = printed.run("request", system, device, *([partition] if partition else []), "--or", "T4")
            if alternatives is not None:
                printed.give("blocks of Nomad", alternatives, read_hcl)


def random_layout(chance, profiles, printed, device):
    """Partitions that fit on the board together."""
    layout = []
    for _ in range(chance.randint(1, 6)):
        more = layout + [chance.choice(profiles)]
        if printed.run("plan", device, *more) is not None:
            layout = more
    return layout


def check_groups(printed, chance, boards):
    """GPUs of a node that are set up differently."""
    device = chance.choice(sorted(boards))
    groups, wanted, words = chance.randint(1, 3), [], []
    for gpu in range(groups):
        layout = random_layout(chance, boards[device], printed, device)
        words += [f"{gpu}:", *(layout or ["unpartitioned"])]
        wanted.append(([gpu], dict(sorted(collections.Counter(layout).items()))))
    text = printed.run("provision", "mig-parted", device, *words, "--name", chance.choice(("custom", "on", "1e3", "0x1F", "no", "a.b_c")))
    if text is not None:
        check_counts(printed, text, wanted)


def check_cluster(printed, chance, boards, folder):
    """What sets up all pools of a file."""
    pools = []
    for position in range(chance.randint(1, 3)):
        device = chance.choice(sorted(boards))
        layout = random_layout(chance, boards[device], printed, device)
        gpus = {"device": device, "count": chance.randint(1, 4)}
        if layout and chance.random() < 0.7:
            gpus["layout"] = layout
        pools.append({"name": f"p{position}", "system": chance.choice(("kubernetes-mixed", "kubernetes-mixed", "gke", "aks-mixed")),
                      "nodes": chance.randint(1, 4), "gpus": [gpus]})
    if chance.random() < 0.4:
        slice_, hosts = chance.choice((("V5E 4x4", 4), ("V6E 2x4", 2), ("V5P 2x2x2", 2), ("V4 2x2x4", 4)))
        pools.append({"name": "tpus", "system": "gke", "nodes": hosts * chance.randint(1, 2), "gpus": [{"device": slice_}]})
    if chance.random() < 0.3:
        pools.append({"name": "amd", "system": "amd-mixed", "nodes": 2, "gpus": [{"device": "MI300X CPX/NPS4", "count": 64}]})
    file = folder / "cluster.json"
    file.write_text(json.dumps({"pools": pools}))
    text = printed.run("provision", str(file), "--json")
    if text is None:
        return
    for step in json.loads(text):
        what, body = step["what"], step["text"]
        if what == "ConfigMap":
            for each in printed.give("ConfigMaps of clusters", body, manifests) or []:
                for file_name, content in each["data"].items():
                    reader = {"config.yaml": mig_parted.read, "config.json": read_modes}[file_name]
                    printed.give("configurations in ConfigMaps", content, reader)
        elif what == "command":
            for line in filter(lambda each: not each.startswith("#"), body.splitlines()):
                printed.give("commands of clusters", line, cloud_commands.read)


def faults_of(reader):
    """What it takes and should not, or refuses and should not."""
    faults = []
    for text in reader.RIGHT + reader.WRONG:
        try:
            reader.read(text)
            if text in reader.WRONG:
                faults.append(f"taken: {text}")
        except reader.Refused as why:
            if text in reader.RIGHT:
                faults.append(f"refused: {text}: {why}")
    return faults


def main():
    verdict = checks.Checks()
    for reader in (mig_parted, cloud_commands):
        faults = faults_of(reader)
        verdict.require(not faults, f"the reader {reader.__name__} takes what is right, and nothing else", faults)
    printed = Printed(sys.argv[1])
    names = json.loads(printed.run("list", "--json"))
    boards = {each["name"]: [name for name in each["partitions"] if re.match(r"\d+g\.", name)] for each in names}
    boards = {name: profiles for name, profiles in boards.items() if profiles}
    for device, profiles in boards.items():
        for profile in profiles:
            set_up(printed, device, [profile])
            full = next(([profile] * count for count in range(7, 1, -1) if printed.run("plan", device, *[profile] * count)), None)
            if full:
                set_up(printed, device, full)
    for each in names:
        for modes in each["partitions"] if each["vendor"] == "AMD" else []:
            set_up_amd(printed, each["name"], modes)
    systems = [each["system"] for each in json.loads(printed.run("request", "all", "A100", "--json"))]
    for each in names:
        request(printed, systems, each["name"], None, [])
    for device, profiles in boards.items():
        request(printed, systems, device, random.Random(device).choice(profiles), ["--count", "2", "--nodes", "3", "--name", "x1"])
    verdict.require(not printed.faults, f"readers take what is printed for {len(boards)} boards with all their partitions",
                    "\n".join(printed.faults[:10]))
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(SEED, SEED + RANDOM_CLUSTERS):
            check_groups(printed, random.Random(seed), boards)
            check_cluster(printed, random.Random(seed), boards, pathlib.Path(folder))
    verdict.require(not printed.faults, f"and for {RANDOM_CLUSTERS} random nodes and clusters", "\n".join(printed.faults[:10]))
    print(f"read: {', '.join(f'{count} {what}' for what, count in sorted(printed.read.items()))}; "
          f"refused by the program itself: {printed.refused_by_program}")
    few = [what for what, count in printed.read.items() if count < 10]
    verdict.require(len(printed.read) >= 12 and not few, "each reader had enough to read", few)
    return 1 if verdict.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
