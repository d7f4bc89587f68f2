# SPDX-License-Identifier: BSL-1.0
"""Gives ALLOTYPE files and options that are wrong, and looks at what it says.   python3 check_inputs.py ALLOTYPE

Each must end with status 2 and words that name the file, the line and what is valid, without much memory. Whatever the input is, no
control character reaches standard output or standard error.
"""
import json
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "test"))
import checks

POOL = {"name": "lab", "system": "slurm", "nodes": 2, "gpus": [{"device": "A100", "count": 4}], "settings": {"partition": "gpu"}}
TASK = {"name": "train", "accelerators": ["A100"], "limits": {"gpus": 2, "cpus": 4, "memory": 8 << 30}, "replicas": 2}
HOSTILE = ["\x1b[31mred\x07\x7f", "a\nb\tc", "\x85\x9b1m\u2028\u202eabc\ufeff", "$(touch X)`touch X`", "a'b\"c\\é日本"]
NOT_SHOWN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]")
MEMORY = 400 << 20


def changed(of, *path, **to):
    """A copy in which the object at the path has other members; one that is None is null, and ... is none."""
    made = json.loads(json.dumps(of))
    at = made
    for each in path:
        at = at[each]
    for name, value in to.items():
        if value is ...:
            del at[name]
        else:
            at[name] = value
    return made


def main():
    program = str(pathlib.Path(sys.argv[1]).resolve())
    found = checks.Checks()
    asked = 0
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))

    def run(*words):
        nonlocal asked
        asked += 1
        ended = subprocess.run([program, *words], capture_output=True)
        said = (ended.stdout + ended.stderr).decode()
        if NOT_SHOWN.search(said) or ended.returncode not in (0, 1, 2):
            found.require(False, f"{words} ends well and prints what is shown", f"{ended.returncode} {said!r}")
        return ended.returncode, said

    def refused(what, said, *words):
        status, printed = run(*words)
        if status != 2 or not re.search(said, printed):
            found.require(False, what, f"{words}: {status}, not {said!r}: {printed[:500]}")

    with tempfile.TemporaryDirectory() as folder:
        here = pathlib.Path(folder)
        os.chdir(here)

        def cluster(content, said):
            (here / "lab.json").write_bytes(content if isinstance(content, bytes) else json.dumps(content, indent=1).encode())
            refused(f"a cluster that is wrong: {said}", said, "cluster", "lab.json")

        def pool(said, *path, **to):
            cluster({"pools": [changed(POOL, *path, **to)]}, said)

        def tasks(content, said):
            (here / "right.json").write_text(json.dumps({"pools": [POOL]}))
            (here / "tasks.json").write_bytes(content if isinstance(content, bytes) else json.dumps(content, indent=1).encode())
            refused(f"tasks that are wrong: {said}", said, "check", "right.json", "tasks.json")

        def task(said, *path, **to):
            tasks([changed(TASK, *path, **to)], said)

        # What is right, first.
        (here / "lab.json").write_text(json.dumps({"pools": [POOL]}))
        (here / "tasks.json").write_text(json.dumps([TASK]))
        found.require(run("check", "lab.json", "tasks.json")[0] == 0, "what is right is taken")

        # Members, by the place where they stand.
        cluster({"pool": [POOL]}, r'lab.json:2: "pool" is not known here; the nearest is "pools"; there are pools')
        pool(r'lab.json:\d+: pool 1: "node" is not known here; the nearest is "nodes"; there are name, system, nodes, gpus, settings', node=1)
        pool(r'pool 1 "lab": "devcie" is not known here; the nearest is "device"', "gpus", 0, devcie="A100")
        pool(r'pool 1 "lab": "partiton" is no setting of this system; the nearest is partition', "settings", partiton="x")
        task(r'tasks.json:\d+: task 1: "replica" is not known here; the nearest is "replicas"', replica=2)
        task(r'task 1 "train": "gpu" is not known here; the nearest is "gpus"', "limits", gpu=2)
        for name in POOL.keys() - {"nodes", "settings"}:
            pool(f'"{name}" is missing', **{name: ...})
        for name in ("name", "accelerators"):
            task(f'"{name}" is missing', **{name: ...})

        # Types, null among them, and ranges.
        for wrong in (None, 1, True, [], {}, [1], {"a": 1}):
            pool(r'"name" must be a text, and is', name=wrong)
            pool(r'"device" must be a text, and is', "gpus", 0, device=wrong)
            task(r'"name" must be a text, and is', name=wrong)
        for wrong in (None, "2", True, [], {}, 0, -1, 1.5, 100001, 10**30):
            pool(r'pool 1 "lab": "nodes" must be a number from 1 to 100000, and is', nodes=wrong)
            pool(r'"count" must be a number from 1 to 100000, and is', "gpus", 0, count=wrong)
        for wrong in (None, "2", [2], 0, -3, 1.5, 1000001):
            task(r'task 1 "train": "replicas" must be a number from 1 to 1000000, and is', replicas=wrong)
            task(r'"gpus" must be a number from 1 to 1000000, and is', "limits", gpus=wrong)
        for wrong in (None, 1, "x", {}):
            pool(r'"gpus" must be an array of GPUs', gpus=wrong)
            task(r'"accelerators" must be an array of names', accelerators=wrong)
        for wrong in (None, 1, "x", []):
            pool(r'"settings" must be an object, as', settings=wrong)
            task(r'"limits" must be an object with gpus', limits=wrong)
            cluster({"pools": [wrong]}, "must be an object with name, system")
        pool(r'"partition" must be a text, a number or a truth value, and is null', "settings", partition=None)
        pool(r'"name" must be a text, and is empty', name="")
        for wrong in (None, 1, "x", {}):
            cluster({"pools": wrong}, r'"pools" must be an array of pools, and is')
        cluster({"pools": []}, "at least one pool")
        tasks([changed(TASK, accelerators=[])], "at least one name")
        tasks({}, "is no array of tasks")

        # The file itself.
        cluster(b'{"pools": [\n{"name": "a",\n "name": "b"}]}', r'lab.json:3: an object has "name" twice')
        tasks(b'[{"name": "a", "accelerators": ["A100"], "limits": {"gpus": 1, "gpus": 8}}]', r'tasks.json:1: an object has "gpus" twice')
        cluster(b'{"pools": [\n\n{"name": }]}', r"lab.json:3: is no JSON: ")
        cluster(b"", r"lab.json:1: is no JSON: ")
        cluster(b'{"pools": [{"name": "a\\u0000b"}]}', r"has a NUL")
        cluster(b'{"pools": [{"name": "a\0b"}]}', r"is no JSON: ")
        cluster(b'{"pools": [{"name": "a\xff\xfe"}]}', r"lab.json:1: is no JSON: .*UTF-8")
        cluster(b"[" * 100000, "inside one another to more than 32 levels")
        cluster(b'{"pools": ' + b"[" * 40 + b"]" * 40 + b"}", "inside one another to more than 32 levels")
        cluster(b'{"pools": [' + b"0," * 600000 + b"0]}", "has more than 500000 values")
        cluster(b" " * (17 << 20), "has more than 16 MiB")
        tasks(b"[" + b"null," * 600000 + b"null]", "has more than 500000 values")
        pool(r'"x1" must be a number from 1 to 15, and is 100000', "gpus", 0, **{"mig-devices": {f"x{i}": 100000 for i in range(1, 300)}})
        pool("a GPU has at most 15 partitions", "gpus", 0, layout=["1g.5gb"] * 100)

        # What the system, or the nodes, cannot have.
        pool("the strategy single shows nodes only where", system="kubernetes-single", settings={}, gpus=[{"device": "A100", "layout": ["3g.20gb", "2g.10gb"]}])
        pool("on GKE all GPUs of a node pool are alike", system="gke", settings={}, gpus=[{"device": "A100", "layout": ["3g.20gb", "2g.10gb"]}])
        pool("driver=9: valid is a number from 384 to 9999", system="kubernetes-mixed", settings={"driver": 9})
        pool(r'the type "h100" is of H100_80GB, which no node has; they have A100', "settings", type={"H100_80GB": "h100"})
        pool(r'"\$\(touch X\)" is no name of a type: it has 1 to 126 letters', "settings", type={"A100": "$(touch X)"})
        pool("MI300X CPX/NPS4 is one of 8 partitions of each device: valid is a multiple of that", system="amd-mixed", settings={},
             gpus=[{"device": "MI300X CPX/NPS4", "count": 9}])
        cluster({"pools": [POOL, POOL]}, r'two pools are called "lab"')
        pool(r'"kubernetes" is several systems, by what serves the GPUs: kubernetes-mixed', system="kubernetes")
        (here / "lab.json").write_text(json.dumps({"pools": [{**{name: POOL[name] for name in ("name", "nodes", "gpus")}, "flavor": "slurm"}]}))
        found.require(run("cluster", "lab.json")[0] == 0, '"flavor" is the system, too')
        (here / "lab.json").write_text(json.dumps({"pools": [{"name": "inference", "system": "kubernetes-mixed", "gpus": [
            {"device": "A100_80GB", "layout": ["3g.40gb", "2g.20gb", "1g.10gb"]}]}]}))
        refused("what the pool has", "pool inference has A100_80GB only as 3g.40gb, 2g.20gb, 1g.10gb", "request", "lab.json:inference", "A100_80GB")

        # Options, and what is no file.
        for command in (("plan", "--fleet", "-"), ("errors", "-")):
            for what, said in (("< /", "is a folder"), ("<&-", "is closed")):
                ended = subprocess.run(["sh", "-c", f'"$@" {what}', "sh", program, *command], capture_output=True, text=True)
                found.require(ended.returncode == 2 and f"standard input: {said}" in ended.stderr, f"{command} with a standard input that {said}", ended)
            refused("a folder", "/tmp: is a folder", *command[:-1], "/tmp")
            refused("nothing", "nowhere: cannot be read: No such file", *command[:-1], "nowhere")
        refused("a folder", "/tmp: is a folder", "cluster", "/tmp")
        refused("a file without end", "more than 16 MiB", "cluster", "/dev/zero")
        (here / "jobs.txt").write_text("a A100\nb\x1b[31m A100\n")
        refused("a fleet's task", "jobs.txt: line 2: .*characters that are not shown", "plan", "--fleet", "jobs.txt")
        for word in ("H20", "GH200"):
            refused("several boards", f'"{word}" is no accelerator by itself: it is said of {word}_', "list", word)
        found.require(run("request", "slurm", "A100", "--memory", "8GiB")[1] == run("request", "slurm", "A100", "--memory", "8Gi")[1], "8GiB is 8Gi")
        refused("GPU 0 twice", "GPU 0 is set up twice", "provision", "nvidia-smi", "A100", "0:", "3g.20gb", "0:", "1g.5gb")
        refused("GPU 1 twice", "GPU 1 is set up twice", "provision", "slurm", "A100", "0-2,1:", "3g.20gb")
        refused("a driver without the profile", "came with a later driver", "request", "kubernetes-mixed", "A100", "1g.10gb", "--set", "driver=470")
        refused("a driver without the board", "came with a later driver", "request", "dra", "B300", "1g.34gb", "--set", "driver=450")
        refused("a setting twice", "--set product is given twice", "request", "slurm", "A100", "--set", "product=a", "--set", "product=b")
        for name in ("My Task", "", "a_b", "A", "-a", "a-", "x" * 64, "0x1F", "a.b"):
            refused("a pod's name", "is no name of a pod: it has 1 to 63 lower-case letters", "request", "kubernetes-mixed", "A100", "--name", name)
        refused("a job's name", "no name of a service: .*the first a letter", "request", "gke", "V5E", "4x4", "--name", "1a")
        refused("a job's name", "is no name of the last pod of the job", "request", "kubernetes-mixed", "A100", "--nodes", "2", "--name", "x" * 62)
        refused("a node's name", '"my node" is no name of a node', "provision", "gpu-operator", "A100", "3g.20gb", "--node", "my node")
        refused("a node pool's name", '"My Pool" is no name of a node pool of GKE', "provision", "gke", "A100", "--name", "My Pool")
        refused("a node pool's name", "1 to 12 lower-case letters", "provision", "aks", "A100", "--name", "a" * 13)
        for node in ("tux[1-16]", "n1"):
            found.require(run("provision", "slurm", "A100", "--node", node)[0] == 0, f"{node} is a node of Slurm's")
        refused("a node's name", "is no name of nodes of Slurm's", "provision", "slurm", "A100", "--node", "a b\nNodeName=x")

        # DRA: partitions of one GPU, classes of partitions, slices of a node.
        slices = ("request", "dra", "A100", "3g.20gb", "--and", "A100 2g.10gb", "--of-one-gpu")
        claim = json.loads(run(*slices, "--json")[1])
        found.require(claim["constraints"] == [{"requests": [], "matchAttribute": "gpu.nvidia.com/parentUUID"}], "partitions of one GPU", claim)
        claim = json.loads(run("request", "dra", "A100", "1g.5gb", "--count", "2", "--of-one-gpu", "--json")[1])
        found.require(claim["constraints"] == [{"requests": ["mig"], "matchAttribute": "gpu.nvidia.com/parentUUID"}], "two of one GPU", claim)
        refused("more than a GPU has", "4g.20gb does not fit beside 4g.20gb", "request", "dra", "A100", "4g.20gb", "--count", "2", "--of-one-gpu")
        refused("two GPUs", "--of-one-gpu is for partitions of one device", *slices[:3], "3g.20gb", "--and", "H100_80GB 1g.10gb", "--of-one-gpu")
        refused("alternatives of one GPU", "--of-one-gpu and --or exclude each other", *slices[:4], "--or", "A100 2g.10gb", "--of-one-gpu")
        refused("another system", "only DRA can say that partitions are to be of one device", "request", "slurm", *slices[2:])
        classes = json.loads(run("provision", "dra", "A100", "3g.20gb", "3g.20gb", "--json")[1])
        found.require([each["kind"] for each in classes] == ["DeviceClass"] and classes[0]["metadata"]["name"] == "mig-3g-20gb-a100.gpu.nvidia.com", "a class", classes)
        made = json.loads(run("provision", "dra", "A100", "0-1:", "--node", "n1", "--json")[1])
        found.require({each["kind"] for each in made} == {"ResourceSlice"} and all(each["spec"]["nodeName"] == "n1" for each in made)
                      and [len(each["spec"].get("sharedCounters", [])) for each in made][0] == 2, "slices of two GPUs", made)
        refused("what is not published", "is not published", "provision", "dra", "B300")

        # What a request would be met by besides is said, and not among what is printed.
        def remark(*words):
            ended = subprocess.run([program, "request", *words], capture_output=True, text=True)
            json.loads(ended.stdout)
            return ended.stderr

        begin = "allotype: a remark: in a cluster that has them, the request would also be met by "
        found.require(remark("aks-auto-provisioning", "A100", "--json") == begin + "A100_80GB, A100_80GB_PCIE\n", "AKS's name of two sizes")
        found.require(remark("nebius", "H100_80GB", "--json").startswith(begin + "H100_"), "Nebius's short names")
        found.require(re.fullmatch(re.escape(begin) + r".*, .* and [0-9]+ more\n", remark("aks-node-pool", "A100", "--json")), "AKS's label of all GPUs")
        found.require(remark("kubernetes-mixed", "A100", "2g.10gb", "--set", "product=NVIDIA A100-PCIE-40GB", "--json") == "",
                      "a board that the pool states is asked for nowhere else")
        found.require(remark("aks-mixed", "A100_80GB", "1g.10gb", "--json").startswith(begin), "a profile of several boards")
        found.require(remark("amd-single", "MI300X", "--json").startswith(begin + "MI"), "AMD's resource of all devices")
        found.require(remark("dra-extended-resource", "A100_80GB", "1g.10gb", "--set", "selects-product=false", "--json").startswith(begin), "a class by the profile")
        for words in (("kubernetes-mixed", "A100", "2g.10gb"), ("dra-extended-resource", "A100_80GB", "1g.10gb"), ("gke", "A100_80GB"), ("dra", "H200"),
                      ("aks-node-pool-by-size", "A100", "--count", "8"), ("nebius", "H200")):
            found.require(remark(*words, "--json") == "", f"{words} selects the device alone", remark(*words, "--json"))

        # Of a cluster's file the remark names its other pools; where none of them is meant, what could be elsewhere.
        (here / "two.json").write_text(json.dumps({"pools": [
            {"name": "older", "system": "kubernetes-mixed", "gpus": [{"device": "A100_80GB", "layout": ["1g.10gb"]}],
             "settings": {"selects-product": "false"}},
            {"name": "newer", "system": "kubernetes-mixed", "gpus": [{"device": "H100_80GB", "layout": ["1g.10gb"]}]}]}))
        met = "allotype: a remark: the request would also be met by H100_80GB 1g.10gb of newer\n"
        found.require(remark("two.json:older", "A100_80GB", "1g.10gb", "--json") == met, "another pool of the file")
        found.require(remark("two.json:newer", "H100_80GB", "1g.10gb", "--json") == "", "a pool that selects its board")
        (here / "one.json").write_text(json.dumps({"pools": [{"name": "any", "system": "aks-node-pool", "gpus": [{"device": "A100", "count": 8}]}]}))
        found.require(remark("one.json:any", "A100", "--json") == remark("aks-node-pool", "A100", "--json") != "", "the only pool of a file")

        # Whole GPUs are kept off cut and shared ones by labels; that nodes can lack them is said.
        cut = "allotype: a remark: nodes that lack a label are taken for whole and unshared, as the labels are there only where something writes them: "
        found.require(remark("kubernetes-none", "A100", "unpartitioned", "--json") == cut + "nvidia.com/mig.config\n", "whole GPUs without MIG")
        found.require(remark("amd-single", "MI300X", "unpartitioned", "--json").endswith(cut + "amd.com/gpu.compute-memory-partition\n"), "AMD's whole devices")
        found.require(remark("kubernetes-none", "A100", "unpartitioned", "--set", "selects-product=false", "--json")
                      .endswith(cut + "nvidia.com/mig.config, nvidia.com/gpu.sharing-strategy\n"), "whole GPUs of any board")
        for words in (("kubernetes-none", "T4"), ("kubernetes-mixed", "A100", "unpartitioned"), ("gke", "A100", "unpartitioned")):
            found.require(remark(*words, "--json") == "", f"{words}: a name that says it", remark(*words, "--json"))

        # A pool whose driver makes partitions on demand states boards; check packs, and promises no order but for one size.
        def on_demand(device, tasks):
            (here / "lab.json").write_text(json.dumps({"pools": [{"name": "demand", "system": "dra", "nodes": 2, "gpus": [{"device": device, "count": 2}],
                                                                  "settings": {"dynamic-mig": "true"}}]}))
            (here / "tasks.json").write_text(json.dumps([{"name": f"t{i}", "accelerators": [f"{device} {part}"], "replicas": count}
                                                         for i, (part, count) in enumerate(tasks)]))
            return run("check", "lab.json", "tasks.json")[:2]

        status, said = on_demand("H100_80GB", [("1g.10gb", 12), ("4g.40gb", 4)])
        found.require(status == 0 and "some may wait" in said, "partitions on demand are packed, in no promised order", said)
        status, said = on_demand("H100_80GB", [("1g.10gb", 28)])
        found.require(status == 0 and "in any order" in said, "one size on demand, in any order", said)
        found.require(on_demand("H100_80GB", [("1g.10gb", 13), ("4g.40gb", 4)])[0] == 1, "more on demand than there is")
        made = run("provision", "lab.json")[1]
        found.require("featureGates.DynamicMIG=true" in made and "nvidia-smi" not in made, "the driver's gate", made)
        found.require(on_demand("A100", [("1g.5gb", 28)])[0] == 0 and "nvidia-smi -mig 1" in run("provision", "lab.json")[1], "MIG mode of an A100")
        refused("a whole A100 of a driver that partitions it", "only as partitions of a GPU in MIG mode", "request", "lab.json:demand", "A100")
        (here / "lab.json").write_text(json.dumps({"pools": [{"name": "demand", "system": "dra", "settings": {"dynamic-mig": "true"},
                                                              "gpus": [{"device": "A100", "layout": ["3g.20gb"]}]}]}))
        refused("a layout of a driver that makes its own", "state the boards alone", "cluster", "lab.json")

        # A name that leaves the memory open is each of its sizes.
        (here / "lab.json").write_text(json.dumps({"pools": [{"name": "small", "system": "kubernetes-none", "nodes": 2, "gpus": [{"device": "V100_16GB", "count": 4}]},
                                                             {"name": "large", "system": "slurm", "gpus": [{"device": "V100_32GB", "count": 2}]}]}))
        (here / "tasks.json").write_text(json.dumps([{"name": "try", "accelerators": ["V100"], "replicas": 10}]))
        found.require(run("check", "lab.json", "tasks.json")[0] == 0, "check counts both sizes of a V100")
        (here / "tasks.json").write_text(json.dumps([{"name": "try", "accelerators": ["V100"], "replicas": 11}]))
        found.require(run("check", "lab.json", "tasks.json")[0] == 1, "check counts no more than both sizes")
        (here / "lab.json").write_text(json.dumps({"pools": [{"name": "open", "system": "slurm", "gpus": [{"device": "V100"}]}]}))
        refused("nodes of no size", "V100 has several sizes, each with a type of its own: name the size", "provision", "lab.json")

        # A cluster's setup.
        (here / "lab.json").write_text(json.dumps({"pools": [POOL, {**POOL, "name": "web", "system": "eks-karpenter", "settings": {}}]}))
        status, said = run("provision", "lab.json")
        found.require(status == 0 and "# slurm.conf (slurm)\nGresTypes=gpu\nNodeName=lab[1-2] gres=gpu:" in said
                      and '# nothing to set up\n# pool "web": EKS makes nodes' in said, "all pools are set up", said)
        found.require(run("provision", "./lab.json:lab", "slurm")[1].startswith("# slurm.conf (slurm)\n"), "a pool, and a tool")
        steps = json.loads(run("provision", "lab.json:lab", "slurm", "--json")[1])
        found.require([each["what"] for each in steps] == ["slurm.conf", "gres.conf"], "the steps as JSON", steps)
        refused("a pool that is not there", r'lab.json: there is no pool "lap"; there are lab, web', "provision", "lab.json:lap")
        refused("a tool that is none", '"slum" is no tool that GPUs are provisioned with; the nearest is slurm', "provision", "lab.json", "slum")
        refused("a tool without a part", "gke sets up nothing of lab.json:lab; what does: slurm$", "provision", "lab.json:lab", "gke")
        refused("more than a file", "lab.json says how its pools are set up", "provision", "lab.json", "slurm", "A100")
        refused("an option of another form", "lab.json says how its pools are set up", "provision", "lab.json", "--name", "x")
        refused("no device", "a device is missing, as in provision nvidia-smi A100", "provision", "nvidia-smi")
        refused("no pool for it", r"no pool of lab.json can be asked for it: lab: has no T4; .*; web: has no T4", "request", "lab.json", "T4")
        found.require(run("request", "lab.json", "A100", "--count", "4") == run("request", "lab.json:lab", "A100", "--count", "4"), "the first pool that has it")
        (here / "many.json").write_text(json.dumps({"pools": [{**POOL, "gpus": [{"device": "A100", "count": 100000}] * 50}]}))
        refused("a node with 5 million GPUs", 'pool "lab": nodes with more than 1024 GPUs are not set up here', "provision", "many.json")

        # Whatever stands in an option, a terminal is told nothing; the words of a script are what they were.
        for text in HOSTILE + ["\udcff", "a\udc80b"]:
            argument = text.encode("utf-8", "surrogateescape")
            for words in (["list", argument], ["show", "A100", argument], ["plan", "A100", argument], [argument], [b"--" + argument], ["provision", argument, "A100"],
                          ["request", argument, "A100"], ["request", "gke", "A100", "--set", b"accelerator=" + argument], ["request", "lsf", "A100", "--set", b"product=" + argument],
                          ["request", "kubernetes-mixed", "A100", "--image", argument], ["request", "slurm", "A100", "--script", "--name", argument],
                          ["request", "slurm", "A100", "--script", "--command", argument], ["request", "dra", "A100", "--set", b"product=" + argument],
                          ["request", "nomad", "A100", "--set", b"product=" + argument, "--json"], ["request", "all", "A100", "--image", argument, "--json"],
                          ["transition", "--device", "A100", "--from", argument], ["cluster", argument], ["check", argument, argument], ["plan", "--fleet", argument],
                          ["errors", argument], ["flyte", argument], ["layouts", argument], ["plan", "A100", "3g.20gb", "--svg", b"/nowhere/" + argument]):
                run(*words)
        for text in HOSTILE:
            (here / "lab.json").write_text(json.dumps({"pools": [{**POOL, "name": text}]}))
            run("cluster", "lab.json")
            run("request", f"lab.json:{text}", "A100")
            run("provision", "lab.json")
            (here / "lab.json").write_text(json.dumps({"pools": [{**POOL, "name": text, "system": "ray", "settings": {}}]}))
            status, said = run("provision", "lab.json")
            commands = [line for line in said.splitlines() if not line.startswith("#")]
            found.require(status == 2 or not commands, f"a pool's name {text!r} adds no line", commands)
            (here / "tasks.json").write_text(json.dumps([{**TASK, "name": text}, {**TASK, "accelerators": [text]}, {**TASK, text: 1}]))
            run("check", "right.json", "tasks.json")
            (here / "log").write_text(f"x.cpp:1:2: error: static assertion failed: {text}\n   {text}\n")
            run("errors", "log")
            run("errors", "log", "--json")
            script = run("request", "slurm", "A100", "--script", "--command", "printf", "--command", "%s", "--command", text)[1].split("\n", 5)[-1]
            read = subprocess.run(["sh", "-c", "srun() { shift; \"$@\"; }\n" + script], capture_output=True).stdout.decode()
            found.require(read == text, f"a script gives its command {text!r}", script)
    found.require(asked > 250, f"{asked} calls with wrong inputs")
    return found.wrong


if __name__ == "__main__":
    sys.exit(1 if main() else 0)
