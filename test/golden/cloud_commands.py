# SPDX-License-Identifier: BSL-1.0
"""Reads commands of clouds and clusters by the grammar of their flags: the words as a shell makes them, then each flag's form.

gcloud container node-pools create, gcloud compute resource-policies create workload-policy (cloud.google.com/sdk/gcloud/reference);
az aks nodepool add (learn.microsoft.com/cli/azure/aks/nodepool; Azure/azure-cli, acs/_consts.py). Which machines and sizes there
are is not known here.
"""
import json
import re
import shlex

NAME = r"[a-z]([-a-z0-9]{0,38}[a-z0-9])?"
PROFILE = r"\d+g\.\d+gb(\+me|\+gfx|\+me\.all|-me)?"
ACCELERATOR = {"type": r"[a-z0-9-]+", "count": r"[1-9]\d*", "gpu-partition-size": PROFILE,
               "gpu-driver-version": r"default|latest|disabled", "gpu-sharing-strategy": r"time-sharing|mps",
               "max-shared-clients-per-gpu": r"[1-9]\d*"}
TOPOLOGY = r"\d+x\d+(x\d+)?"


class Refused(Exception):
    pass


def _accelerator(value):
    keys = [part.partition("=")[::2] for part in value.split(",")]
    names = [name for name, _ in keys]
    return "type" in names and len(set(names)) == len(names) and all(
        name in ACCELERATOR and re.fullmatch(ACCELERATOR[name], text) for name, text in keys)


COMMANDS = {
    ("gcloud", "container", "node-pools", "create"): (NAME, {
        "--cluster": NAME, "--location": r"[a-z0-9-]+", "--num-nodes": r"\d+", "--machine-type": r"[a-z0-9]+(-[a-z0-9]+)+",
        "--accelerator": _accelerator, "--tpu-topology": TOPOLOGY, "--placement-policy": NAME, "--reservation": NAME}),
    ("gcloud", "compute", "resource-policies", "create", "workload-policy"): (NAME, {
        "--type": r"HIGH_AVAILABILITY|HIGH_THROUGHPUT", "--accelerator-topology": TOPOLOGY, "--region": r"[a-z0-9-]+"}),
    ("az", "aks", "nodepool", "add"): (None, {
        "--name": r"[a-z][a-z0-9]{0,11}", "--node-count": r"\d+", "--node-vm-size": r"Standard_[A-Za-z0-9]+(_[A-Za-z0-9]+)*",
        "--gpu-instance-profile": r"MIG[12347]g", "--gpu-mig-strategy": r"None|Single|Mixed",
        "--cluster-name": r"[A-Za-z0-9_-]+", "--resource-group": r"[\w.()-]+"}),
}
REQUIRED = {"az": {"--name", "--node-vm-size"}, "gcloud": set()}
LABEL = re.compile(r"[a-z0-9.-]+/[A-Za-z0-9._-]{1,63}=[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?")


def _label(words):
    if len(words) < 3 or words[-1] != "--overwrite" or not all(LABEL.fullmatch(word) for word in words[1:-1]):
        raise Refused(f"no labels: {words}")


def _chart(words):
    """helm upgrade RELEASE CHART, with values as `--set` takes them: name=value, commas between (helm.sh/docs/intro/using_helm)."""
    left = words[2:]
    good = len(words) >= 2 and re.fullmatch(r"[a-z0-9-]+", words[0]) and re.fullmatch(r"[a-z0-9-]+/[a-z0-9-]+", words[1])
    while good and left:
        flag = left.pop(0)
        if flag in ("-n", "--namespace"):
            good = left and re.fullmatch(NAME, left.pop(0))
        elif flag == "--set":
            good = left and all(re.fullmatch(r"[A-Za-z]+(\.[A-Za-z]+)*=[A-Za-z0-9.-]+", each) for each in left.pop(0).split(","))
        else:
            good = flag == "--reuse-values"
    if not good:
        raise Refused(f"no upgrade of a chart: {words}")


def _patch(words):
    """oc patch OBJECT --type=json -p=PATCH (RFC 6902)."""
    if len(words) != 3 or words[1] != "--type=json" or not words[2].startswith("-p="):
        raise Refused(f"no patch: {words}")
    for each in json.loads(words[2].removeprefix("-p=")):
        if each.keys() != {"op", "path", "value"} or each["op"] not in ("add", "replace") or not each["path"].startswith("/spec/"):
            raise Refused(f"no operation of a patch: {each}")


def _instances(words):
    """nvidia-smi mig [-i GPU] -cgi PROFILE[:START],... -C, as its help says (NVIDIA MIG User Guide)."""
    if words[:1] == ["-i"] and len(words) > 1 and re.fullmatch(r"\d+", words[1]):
        words = words[2:]
    profile = rf"(\d+|{PROFILE})(:\d+)?"
    if len(words) != 3 or words[0] != "-cgi" or words[2] != "-C" or not re.fullmatch(rf"{profile}(,{profile})*", words[1]):
        raise Refused(f"no instances: {words}")


OTHERS = {("kubectl", "label", "node"): _label, ("kubectl", "label", "nodes"): _label, ("oc", "label"): _label, ("oc", "patch"): _patch,
          ("helm", "upgrade"): _chart, ("nvidia-smi", "mig"): _instances}


def read(line):
    """\\raises Refused"""
    words = shlex.split(line)
    for prefix, reader in OTHERS.items():
        if tuple(words[:len(prefix)]) == prefix:
            return reader(words[len(prefix):])
    known = next((prefix for prefix in COMMANDS if tuple(words[:len(prefix)]) == prefix), None)
    if known is None:
        raise Refused(f"no command that is known here: {line}")
    name, flags = COMMANDS[known]
    words = words[len(known):]
    if name is not None:
        if not words or not re.fullmatch(name, words[0]):
            raise Refused(f"no name that is taken: {line}")
        words = words[1:]
    given = {}
    while words:
        flag, sign, value = words.pop(0).partition("=")
        if not sign:
            value = words.pop(0) if words else ""
        form = flags.get(flag)
        if form is None or flag in given or not (form(value) if callable(form) else re.fullmatch(form, value)):
            raise Refused(f"{flag} {value!r}: {line}")
        given[flag] = value
    if REQUIRED[known[0]] - given.keys():
        raise Refused(f"{REQUIRED[known[0]] - given.keys()} missing: {line}")
    return given


# What the reader itself is tested with.
RIGHT = ["gcloud container node-pools create gpus --cluster=c --num-nodes=1 --accelerator=type=nvidia-tesla-a100,count=1,gpu-partition-size=1g.5gb",
         "az aks nodepool add --name gpus --node-vm-size Standard_ND96asr_v4 --gpu-instance-profile MIG3g",
         "kubectl label nodes NODE nvidia.com/mig.config=all-1g.5gb --overwrite",
         "helm upgrade gpu-operator nvidia/gpu-operator -n gpu-operator --reuse-values --set mig.strategy=mixed,a.b=c",
         "nvidia-smi mig -i 2 -cgi 9:0,19:4 -C", "nvidia-smi mig -cgi 1g.24gb+me.all -C"]
WRONG = ["gcloud container node-pools create gpus --accelerator=count=1", "gcloud container node-pools create Gpus --num-nodes=1",
         "gcloud container node-pools create gpus --accelerator=type=nvidia-l4,size=1g.5gb",
         "az aks nodepool add --name gpu-s --node-vm-size Standard_ND96asr_v4", "az aks nodepool add --name gpus --gpu-instance-profile MIG3g",
         "az aks nodepool add --name gpus --node-vm-size Standard_ND96asr_v4 --gpu-instance-profile MIG5g",
         "kubectl label nodes NODE nvidia.com/mig.config=1g.5gb+me --overwrite", "helm install x",
         "helm upgrade gpu-operator nvidia/gpu-operator --set mig.strategy", "helm upgrade gpu-operator",
         "nvidia-smi mig -cgi 9:x -C", "nvidia-smi mig -cgi 9:0"]
