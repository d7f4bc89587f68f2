# SPDX-License-Identifier: BSL-1.0
"""Asks Kubernetes' own schemas and a CEL library about what PROGRAM prints.   python3 kubernetes_manifests.py PROGRAM

Every manifest is validated strictly, so that a field that Kubernetes does not know is an error. Every selector of a claim is
evaluated for every device of the catalogue, with its class as the scheduler does, and must be true of exactly the devices that
are meant. Reading an attribute that a device lacks is an error, as it is there.
Kueue's and KubeRay's objects are validated by schemas of the members that are printed (custom_resources.py).
"""
import json
import subprocess
import sys

import custom_resources
import kubernetes_validate
from cel_expr_python import cel
from cel_expr_python.ext import ext_strings

KUBERNETES = "1.36"
BETA_KUBERNETES = "1.32"  # the last whose claims have no level `exactly`


def validate(manifest):
    version = BETA_KUBERNETES if manifest["apiVersion"].endswith("/v1beta1") else KUBERNETES
    kubernetes_validate.validate(manifest, version, strict=True)


class Selectors:
    """Expressions, each compiled once, and devices as the scheduler shows them to CEL."""

    def __init__(self, devices):
        self.environment = cel.NewEnv(variables={"device": cel.Type.DYN}, extensions=[ext_strings.ExtStrings()])
        self.devices = [self.environment.Activation({"device": each}) for each in map(self.shown, devices)]
        self.known = {}

    @staticmethod
    def shown(device):
        return {"driver": device["driver"], "attributes": {device["driver"]: device["attributes"]}, "allowMultipleAllocations": False}

    def compiled(self, expression):
        if expression not in self.known:
            self.known[expression] = self.environment.compile(expression)
        return self.known[expression]

    def true_of(self, specification, candidates):
        """Which of the candidates (positions in the list of devices) all selectors take."""
        for selector in specification.get("selectors", []):
            taken = []
            for i in candidates:
                result = self.compiled(selector["cel"]["expression"]).eval(self.devices[i])
                if result.type() != cel.Type.BOOL:
                    raise ValueError(f"{selector['cel']['expression']}: {result.value()}")
                if result.value():
                    taken.append(i)
            candidates = taken
        return candidates


def parts_of(claim):
    """Each request that selects devices, alternatives one by one."""
    for request in claim["requests"]:
        yield from request.get("firstAvailable") or [request.get("exactly", request)]


def is_meant(device, means):
    return device["driver"] == means["driver"] and means["attributes"].items() <= device["attributes"].items()


def main():
    printed = subprocess.run([sys.argv[1]], stdout=subprocess.PIPE, text=True, check=True).stdout
    lines = [line.split("\t") for line in printed.splitlines()]
    of = lambda kind: [[json.loads(cell) for cell in line[1:]] for line in lines if line[0] == kind]
    problems = []

    kinds = {}
    for (manifest,) in of("manifest"):
        kinds[manifest["kind"]] = kinds.get(manifest["kind"], 0) + 1
        try:
            validate(manifest)
        except kubernetes_validate.ValidationError as why:
            problems.append(f"{json.dumps(manifest)}\n  {why.message}")

    for kind, printed in of("custom"):
        kinds[kind] = kinds.get(kind, 0) + 1
        problems += [f"{fault}\n  {json.dumps(printed)}" for fault in custom_resources.validate(kind, printed, KUBERNETES)]

    devices = []
    for (device,) in of("device"):
        if device not in devices:
            devices.append(device)
    selectors = Selectors(devices)
    classes = {each["metadata"]["name"]: selectors.true_of(each["spec"], range(len(devices))) for (each,) in of("class")}
    claims = of("claim")
    evaluated = 0
    for means, claim in claims:
        parts = list(parts_of(claim))
        if len(parts) != len(means):
            problems.append(f"{json.dumps(claim)}\n  {len(parts)} requests, and {len(means)} are meant")
        for part, meant in zip(parts, means):
            evaluated += 1
            try:
                selected = selectors.true_of(part, classes[part["deviceClassName"]])
            except ValueError as why:
                problems.append(str(why))
                continue
            expected = [i for i, device in enumerate(devices) if is_meant(device, meant)]
            if selected != expected or not expected:
                problems.append(f"{json.dumps(part)}\n  selects {[devices[i] for i in selected]}\n  meant is {meant}")

    for problem in problems[:20]:
        print(problem)
    counts = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))
    print(f"{sum(kinds.values())} manifests ({counts}); {evaluated} selectors of {len(claims)} claims on {len(devices)} devices; "
          f"{len(problems)} problems")
    wanted = {"Pod", "Job", "Service", "ResourceClaim", "ResourceClaimTemplate", "ResourceSlice", "DeviceClass",
              "ResourceFlavor", "ClusterQueue", "KueueConfiguration", "WorkerGroup"}
    enough = kinds.keys() >= wanted and claims and devices
    sys.exit(1 if problems or not enough else 0)


main()
