# SPDX-License-Identifier: BSL-1.0
"""Files of a cluster and of tasks: JSON, YAML and their JSON Schemas.   python3 check_data_files.py ALLOTYPE EXAMPLES [--without-yaml] [--write]

What the schema says of a file is what ALLOTYPE says of it, for right files and for each member that is missing, misspelt, of another type
or out of bounds; YAML is read as JSON is, with the same words; what two versions of YAML read differently is refused. --write writes the
schemas that are installed, which are those that ALLOTYPE prints.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parents[1] / "test"))
import checks

POOL = {"name": "lab", "system": "slurm", "nodes": 2, "gpus": [{"device": "A100", "count": 4}], "settings": {"partition": "gpu"}}
TASK = {"name": "train", "accelerators": ["A100"], "limits": {"gpus": 2, "cpus": 4, "memory": 8 << 30}, "replicas": 2}
GOOD_POOLS = [
    POOL,
    {"name": "a", "flavor": "gke", "gpus": []},
    {"name": "a", "flavour": "gke", "gpus": [{"device": "A100", "mig-devices": {"1g.5gb": 7}}]},
    {"name": "a", "system": "kubernetes-mixed", "nodes": 100000, "gpus": [{"device": "A100", "layout": ["3g.20gb", "2g.10gb"], "count": 8}],
     "settings": {"driver": 535, "replicas": "4", "renames-shared": True, "mps": "false", "product": "NVIDIA A100-PCIE-40GB"}},
    {"name": "a", "system": "slurm", "gpus": [{"device": "A100"}], "settings": {"queue": "gpu", "counted": "per-job", "type": {"A100": "a100"}}},
]
GOOD_TASKS = [TASK, {"name": "a", "accelerators": ["cpu"], "limits": {}, "inputs": None, "outputs": [1, {"a": 2}]},
              {"name": "b", "accelerators": ["A100 2g.10gb", "cpu"], "limits": {"ephemeral_storage": 0}}]
# A line of YAML each, and what is said of it.
AMBIGUOUS = ["on", "off", "yes", "No", "y", "N", "0x1F", "0o17", "017", "1_000", "1:30"]


def variants(of):
    """Copies of a document in each of which one thing is other than it was."""
    if isinstance(of, dict):
        for name in of:
            yield {each: value for each, value in of.items() if each != name}
            for value in variants(of[name]):
                yield {**of, name: value}
        yield {**of, "unheard-of": 1}
    elif isinstance(of, list):
        yield []
        for i, each in enumerate(of):
            for value in variants(each):
                yield of[:i] + [value] + of[i + 1:]
    elif isinstance(of, int):
        yield from (0, -1, of + 0.5, 10**7, 10**30)
    for other in (None, True, 3, "", "x", [], {}, ["x"], {"x": 1}):
        if type(other) is not type(of):
            yield other


def is_of_values(said):
    """A refusal that is of what a text says, which a schema leaves to the reader."""
    return re.search("is no accelerator|is no name|there is no system|is no system|is no setting value|cannot be laid out|is called|has no|"
                     "the strategy|on GKE|which no node has|is no profile|no partition|there are|does not fit|is no GPU|valid is|is no MIG", said)


def main():
    words = [each for each in sys.argv[1:] if not each.startswith("--")]
    program, examples = str(pathlib.Path(words[0]).resolve()), pathlib.Path(words[1]).resolve()
    found = checks.Checks()

    def run(*arguments):
        ended = subprocess.run([program, *arguments], capture_output=True, text=True)
        return ended.returncode, ended.stdout + ended.stderr

    schemas = {}
    for name, command in (("cluster", "cluster"), ("tasks", "check")):
        status, printed = run(command, "--schema")
        found.require(status == 0, f"the schema of {name} is printed", printed[:200])
        file = HERE / "schema" / f"{name}.schema.json"
        if "--write" in sys.argv:
            file.write_text(printed)
        found.require(file.read_text() == printed, f"{file.name} is the program's schema; --write writes it")
        schemas[name] = json.loads(printed)

    import jsonschema
    validators = {}
    for name, schema in schemas.items():
        jsonschema.Draft202012Validator.check_schema(schema)
        validators[name] = jsonschema.Draft202012Validator(schema)

    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        here = pathlib.Path(folder)
        (here / "right.json").write_text(json.dumps({"pools": [POOL]}))

        def read(kind, file):
            return run("cluster", file) if kind == "cluster" else run("check", "right.json", file)

        compared = {"good": 0, "bad": 0, "of values": 0}

        def compare(kind, document):
            (here / "it.json").write_text(json.dumps(document))
            status, said = read(kind, "it.json")
            taken = status in (0, 1) if kind == "tasks" else status == 0
            valid = validators[kind].is_valid(document)
            if taken != valid and not (valid and is_of_values(said)):
                found.require(False, f"schema and reader agree on {kind}", f"{document}: {'valid' if valid else 'not valid'}, {status}: {said[:300]}")
            compared["good" if taken else "bad" if not valid else "of values"] += 1

        for pool in GOOD_POOLS:
            compare("cluster", {"pools": [pool]})
            found.require(validators["cluster"].is_valid({"pools": [pool]}), f"{pool['name']}: a right pool", pool)
            for other in variants({"pools": [pool]}):
                compare("cluster", other)
        compare("cluster", {"pools": [{**POOL, "flavour": "slurm"}]})
        compare("cluster", {"pools": [{**POOL, "gpus": [{"device": "A100", "layout": ["3g.20gb"], "mig-devices": {"3g.20gb": 1}}]}]})
        for task in GOOD_TASKS:
            compare("tasks", [task])
            found.require(validators["tasks"].is_valid([task]), "a right task", task)
            for other in variants([task]):
                if other != []:
                    compare("tasks", other)
        for file, kind in (("lab.json", "cluster"), ("tasks.json", "tasks")):
            found.require(validators[kind].is_valid(json.loads((examples / file).read_text())), f"the example {file} is valid")
        found.require(compared["good"] > 20 and compared["bad"] > 200, f"schema and reader compared: {compared}")

        if "--without-yaml" in sys.argv:
            (here / "lab.yaml").write_text("pools: []\n")
            found.require(run("cluster", "lab.yaml") == (2, "allotype: lab.yaml: this program was built without yaml-cpp, and reads JSON alone\n"), "YAML is refused")
            return found.wrong

        import yaml
        for file, command in (("lab.json", ("cluster",)), ("tasks.json", ("check", str(examples / "lab.json")))):
            (here / "it.yaml").write_text(yaml.safe_dump(json.loads((examples / file).read_text())))
            found.require(run(*command, "it.yaml", "--json") == run(*command, str(examples / file), "--json"), f"{file} as YAML")
        found.require(run("provision", "./it.yaml")[0] == 2, "tasks are no cluster")
        (here / "lab.yml").write_text(yaml.safe_dump(json.loads((examples / "lab.json").read_text())))
        found.require(run("provision", "lab.yml") == run("provision", str(examples / "lab.json")), "provision")
        found.require(run("request", "lab.yml:train", "H100_80GB", "--count", "8") == run("request", f"{examples / 'lab.json'}:train", "H100_80GB", "--count", "8"), "request")
        # Each refusal has the words of JSON; lines are those of the file.
        same = 0
        for pool in GOOD_POOLS:
            for other in variants({"pools": [pool]}):
                (here / "it.json").write_text(json.dumps(other))
                (here / "it.yaml").write_text(yaml.safe_dump(other, sort_keys=False))
                (status, said), (yaml_status, yaml_said) = run("cluster", "it.json"), run("cluster", "it.yaml")
                plain = [re.sub(r"it\.(json|yaml):\d+", "it:1", each) for each in (said, yaml_said)]
                numbers = [re.sub(r"[0-9.e+]{7,}", "N", each) for each in plain]
                if status != yaml_status or numbers[0] != numbers[1]:
                    found.require(False, "YAML is refused as JSON is", f"{other}: {said} {yaml_said}")
                same += 1
        found.require(same > 200, f"{same} files say the same as JSON and as YAML")

        def refused(text, said):
            (here / "lab.yaml").write_bytes(text if isinstance(text, bytes) else text.encode())
            status, printed = run("cluster", "lab.yaml")
            found.require(status == 2 and re.search(said, printed), f"refused: {said}", printed[:300])

        refused("pools:\n- name: lab\n  system: slurm\n  gpus: []\n  node: 1\n", r'lab.yaml:5: pool 1: "node" is not known here; the nearest is "nodes"')
        refused("pools:\n- name: lab\n  name: x\n", r'lab.yaml:3: an object has "name" twice')
        refused("pools:\n- name: [\n", r"lab.yaml:\d: is no YAML: ")
        refused("a: 1\n---\nb: 2\n", "lab.yaml:2: has a second document; valid is one")
        refused("pools: &x []\n", "lab.yaml:1: has an anchor")
        refused("pools:\n- &x {name: a}\n- *x\n", "lab.yaml:2: has an anchor")
        refused("pools: !!set {a}\n", "lab.yaml:1: has the tag")
        refused("? [a]\n: 1\n", "an object or array is the name of a member")
        refused("", "lab.yaml:1: is no YAML: it has nothing")
        refused(b"pools: \xff\n", "lab.yaml:1: is no YAML: it has bytes that are not UTF-8")
        refused("pools: \"a\\0b\"\n", "has a NUL")
        refused("[" * 100000, "lab.yaml:1: ")
        refused("pools: " + "[" * 40 + "]" * 40, "inside one another to more than 32 levels")
        refused("- 1\n" * 600000, "has more than 500000 values")
        refused(" " * (17 << 20), "has more than 16 MiB")
        for word in AMBIGUOUS:
            refused(f"pools:\n- name: {word}\n", rf"lab.yaml:2: {word} is (a truth value|not the same number) in YAML 1.1 and")
            (here / "lab.yaml").write_text(f"pools:\n- name: \"{word}\"\n  system: ray\n  gpus: []\n")
            found.require(run("cluster", "lab.yaml")[0] == 0, f'"{word}" in quotes is a text')
        (here / "lab.yaml").write_text("# a comment\npools:\n- name: a\n  system: slurm\n  gpus: [{device: H100_80GB, count: 8}]\n  settings: {open-by-feature: true}\n")
        found.require(run("cluster", "lab.yaml")[1] == "a: slurm, 1 node with\n  8 x H100_80GB\n", "YAML as people write it")
    return found.wrong


if __name__ == "__main__":
    sys.exit(1 if main() else 0)
