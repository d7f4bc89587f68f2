# SPDX-License-Identifier: BSL-1.0
"""Schemas of objects that Kubernetes' own schemas do not have: Kueue's, KubeRay's, GKE's and AMD's, with the members that are printed.

kubernetes-sigs/kueue, apis/kueue/v1beta2 (resourceflavor_types.go@2fff9df, clusterqueue_types.go@013c8f2), KEP 2937, and KEP 2941 with
its counters; kubernetes-sigs/dra-driver-nvidia-gpu, resource.nvidia.com/v1beta1 (ComputeDomain);
ray-project/kuberay, ray-operator/apis/ray/v1/raycluster_types.go@026f143; cloud.google.com, ComputeClass;
ROCm/gpu-operator, docs/dcm (a file of the Device Config Manager). A member that is not
listed is refused.
"""
import jsonschema
import kubernetes_validate

NAME = {"type": "string", "maxLength": 253, "pattern": r"^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$"}
QUANTITY = {"anyOf": [{"type": "integer", "minimum": 0}, {"type": "string", "pattern": r"^[0-9]+(\.[0-9]+)?([KMGTPE]i|[kMGTPE])?$"}]}
RESOURCE = {"type": "string", "pattern": r"^([a-z0-9.-]+/)?[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$"}
LABELS = {"type": "object", "maxProperties": 8, "additionalProperties": {
    "type": "string", "pattern": r"^([A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?)?$"}}
TOLERATION = {
    "type": "object", "additionalProperties": False,
    "properties": {"key": {"type": "string", "minLength": 1}, "operator": {"enum": ["Exists", "Equal"]}, "value": {"type": "string"},
                   "effect": {"enum": ["NoSchedule", "PreferNoSchedule", "NoExecute"]}},
    "if": {"properties": {"operator": {"const": "Exists"}}, "required": ["operator"]}, "then": {"not": {"required": ["value"]}}}


def members(required=None, **properties):
    """An object with these members and no other."""
    return {"type": "object", "additionalProperties": False, "properties": properties,
            "required": list(properties) if required is None else required}


def listed(of, least=1, most=64):
    return {"type": "array", "items": of, "minItems": least, "maxItems": most}


def kind(version, name, spec):
    return members(apiVersion={"const": version}, kind={"const": name}, metadata=members(name=NAME), spec=spec)


QUOTA = members(name=RESOURCE, nominalQuota=QUANTITY)
GROUP = members(coveredResources=listed(RESOURCE), flavors=listed(members(name=NAME, resources=listed(QUOTA))))
COUNTER = members(name=RESOURCE, driver=NAME, deviceSelector=members(cel=members(expression={"type": "string", "minLength": 1})))
SCHEMAS = {
    "ResourceFlavor": kind("kueue.x-k8s.io/v1beta2", "ResourceFlavor",
                           members([], nodeLabels=LABELS, tolerations=listed(TOLERATION, 0, 8))),
    # Without a selector of namespaces the queue admits nobody.
    "ClusterQueue": kind("kueue.x-k8s.io/v1beta2", "ClusterQueue",
                         members(resourceGroups=listed(GROUP, 1, 16), namespaceSelector={"type": "object"})),
    "KueueConfiguration": members(resources={"minProperties": 1, **members([], transformations=listed(members(
        input=RESOURCE, strategy={"enum": ["Replace", "Retain"]},
        outputs={"type": "object", "minProperties": 1, "propertyNames": RESOURCE, "additionalProperties": QUANTITY})),
        deviceClassMappings=listed(members(["name", "deviceClassNames"], name=RESOURCE, deviceClassNames=listed(NAME),
                                           sources=listed(members(counter=COUNTER)))))}),
    "ComputeDomain": kind("resource.nvidia.com/v1beta1", "ComputeDomain", members(
        numNodes={"type": "integer", "minimum": 0}, channel=members(resourceClaimTemplate=members(name=NAME)))),
    "WorkerGroup": members(groupName={"type": "string", "minLength": 1}, replicas={"type": "integer", "minimum": 0},
                           numOfHosts={"type": "integer", "minimum": 1},
                           rayStartParams={"type": "object", "additionalProperties": {"type": "string"}}, template=members(spec={"type": "object"})),
    "DeviceConfigManager": members(**{"gpu-config-profiles": {"type": "object", "minProperties": 1, "additionalProperties": members(
        skippedGPUs=members(ids=listed({"type": "integer", "minimum": 0}, 0)),
        profiles=listed(members(computePartition={"enum": ["SPX", "CPX"]}, memoryPartition={"enum": ["NPS1", "NPS4"]},
                                numGPUsAssigned={"type": "integer", "minimum": 1})))}}),
    "ComputeClass": kind("cloud.google.com/v1", "ComputeClass", members(
        nodePoolAutoCreation=members(enabled={"type": "boolean"}),
        priorities=listed(members(gpu=members(["type", "count"], type={"type": "string", "pattern": "^nvidia-[a-z0-9-]+$"},
                                              count={"type": "integer", "minimum": 1},
                                              gpuSharing=members(gpuPartitionSize={"type": "string"})))))),
}


def validate(name, printed, kubernetes):
    """What is wrong with it; empty if nothing is."""
    faults = [f"{name}: {why.message} at {list(why.absolute_path)}" for why in jsonschema.Draft202012Validator(SCHEMAS[name]).iter_errors(printed)]
    if name == "ClusterQueue":
        for group in printed["spec"].get("resourceGroups", []):
            if any([each["name"] for each in flavor["resources"]] != group["coveredResources"] for flavor in group["flavors"]):
                faults.append("ClusterQueue: a flavor's resources are not those covered, in order")
    if name == "WorkerGroup" and not faults:
        pod = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "worker"}, "spec": printed["template"]["spec"]}
        try:
            kubernetes_validate.validate(pod, kubernetes, strict=True)
        except kubernetes_validate.ValidationError as why:
            faults.append(f"WorkerGroup: {why.message}")
    return faults
