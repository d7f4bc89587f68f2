// SPDX-License-Identifier: BSL-1.0
// What sets up a cluster: of all pools together, and the same from a type as from a file.
#include <allotype/catalog/amd.hpp>
#include <allotype/cluster.hpp>
#include <allotype/cluster/pools/detail/named_pool.hpp>
#include <allotype/cluster/pools/setup.hpp>
#include <cstdio>
#include <fstream>

#include "catch.hpp"

namespace at = allotype;

namespace {

using balanced = at::layout<at::A100, "3g.20gb", "2g.10gb", "1g.5gb", "1g.5gb">;
using halves = at::layout<at::A100, "3g.20gb", "3g.20gb">;
using part = at::setting<"partition", "gpu">;
using mixed = at::system<"kubernetes-mixed">;

/// What the file says is set up, as the type does.
template <class Cluster>
void check_file(std::string const& pools, std::string const& tool = {}) {
  std::string const name = std::string{"cluster_setup_"} + std::to_string(std::hash<std::string>{}(pools)) + ".json";
  std::ofstream(name) << "{\"pools\": [" << pools << "]}";
  auto const read = at::detail::read_cluster(name);
  std::remove(name.c_str());
  std::vector<at::detail::named_pool const*> all;
  for (auto const& each : read) all.push_back(&each);
  auto const from_file = at::detail::provision(all, tool);
  auto const from_type = at::provision<Cluster>();
  REQUIRE(from_file.size() == from_type.size());
  for (std::size_t i = 0; i < from_file.size(); ++i) {
    CHECK(from_file[i].what == from_type[i].what);
    CHECK(from_file[i].tool == from_type[i].tool);
    CHECK(from_file[i].text == from_type[i].text);
  }
}

/// The text of the step that is called so.
template <class Cluster>
std::string text_of(std::string const& what) {
  std::string text;
  for (at::setup_step const& each : at::provision<Cluster>()) text += each.what == what ? each.text : "";
  return text;
}

}  // namespace

TEST_CASE("what several pools put into one file stands there together") {
  using mig = at::pool<"mig", at::system<"slurm">, at::nodes<2>, halves, part>;
  using big = at::pool<"big", at::system<"slurm">, at::gpus_of<at::H100_80GB, 8>, part>;
  using tpu = at::pool<"tpu", at::system<"slurm-short-names">, at::gpus_of<at::V5E, 4>>;
  using all = at::cluster<mig, big, tpu>;
  auto const steps = at::provision<all>();
  REQUIRE(steps.size() == 3);
  CHECK(steps[0].text == R"(GresTypes=gpu,tpu
NodeName=mig[1-2] gres=gpu:nvidia_a100_3g.20gb:2 Feature=a100
NodeName=big gres=gpu:nvidia_h100_80gb_hbm3:8 Feature=h100
NodeName=tpu gres=tpu:v5e:4 Feature=v5e
# needs slurmdbd: without it leave this line out, or slurmctld does not start
AccountingStorageTRES=gres/gpu,gres/gpu:nvidia_a100-sxm4-40gb,gres/gpu:nvidia_a100_3g.20gb,gres/gpu:nvidia_h100_80gb_hbm3,gres/tpu,gres/tpu:v5e
PartitionName=gpu Nodes=mig[1-2],big
)");
  CHECK(steps[1].text ==
        "NodeName=mig[1-2] AutoDetect=nvml\nNodeName=big AutoDetect=nvml\nNodeName=tpu Name=tpu Type=v5e Count=4\n");
  CHECK(steps[2].text == "# on each node of pool \"mig\", before slurmd starts\nnvidia-smi mig -i 0 -cgi 9:0,9:4 -C\n");
  check_file<all>(R"({"name": "mig", "system": "slurm", "nodes": 2, "settings": {"partition": "gpu"},
                      "gpus": [{"device": "A100", "layout": ["3g.20gb", "3g.20gb"]}]},
                     {"name": "big", "system": "slurm", "settings": {"partition": "gpu"},
                      "gpus": [{"device": "H100_80GB", "count": 8}]},
                     {"name": "tpu", "system": "slurm-short-names", "gpus": [{"device": "V5E", "count": 4}]})");
}

TEST_CASE("the GPU Operator has one ConfigMap, and is upgraded once") {
  using sevenths = at::layout<at::A100, "2g.10gb", "2g.10gb", "2g.10gb">;
  using shared = at::setting<"replicas", "4">;
  using all = at::cluster<at::pool<"halves", mixed, at::nodes<3>, halves>, at::pool<"sevenths", mixed, sevenths>,
                          at::pool<"slices", mixed, at::gpus_of<at::T4, 2>, shared>>;
  std::string const maps = text_of<all>("ConfigMap");
  CHECK(maps.find("      all-3g.20gb:\n") != std::string::npos);
  CHECK(maps.find("      all-2g.10gb:\n") != std::string::npos);
  CHECK(maps.find("  slices: |\n    version: v1\n    sharing:\n      timeSlicing:\n        resources:\n"
                  "        - name: nvidia.com/gpu\n          replicas: 4\n") != std::string::npos);
  CHECK(
      text_of<all>("command") ==
      R"(helm upgrade gpu-operator nvidia/gpu-operator -n gpu-operator --reuse-values --set mig.strategy=mixed,migManager.config.name=custom-mig-config,devicePlugin.config.name=device-plugin-config
# on each node of pool "halves"
kubectl label nodes NODE nvidia.com/mig.config=all-3g.20gb --overwrite
# on each node of pool "sevenths"
kubectl label nodes NODE nvidia.com/mig.config=all-2g.10gb --overwrite
# on each node of pool "slices"
kubectl label nodes NODE nvidia.com/device-plugin.config=slices --overwrite
)");
  check_file<all>(R"({"name": "halves", "system": "kubernetes-mixed", "nodes": 3,
                      "gpus": [{"device": "A100", "layout": ["3g.20gb", "3g.20gb"]}]},
                     {"name": "sevenths", "system": "kubernetes-mixed",
                      "gpus": [{"device": "A100", "mig-devices": {"2g.10gb": 3}}]},
                     {"name": "slices", "system": "kubernetes-mixed", "settings": {"replicas": 4},
                      "gpus": [{"device": "T4", "count": 2}]})");
  // mig-parted's own file tells boards apart by their PCI ids.
  using h100 = at::layout<at::H100_80GB, "3g.40gb", "2g.20gb", "1g.10gb", "1g.10gb">;
  std::string const both =
      text_of<at::cluster<at::pool<"one", mixed, balanced>, at::pool<"other", mixed, h100>>>("ConfigMap");
  CHECK(both.find("        - \"0x233010DE\"\n        devices: all\n        mig-enabled: true\n        mig-devices:\n"
                  "          1g.10gb: 2\n") != std::string::npos);
  using older = at::pool<"older", mixed, at::layout<at::A100_80GB, "7g.80gb">, at::setting<"driver", "535">>;
  using newer = at::pool<"newer", mixed, at::layout<at::A100_80GB, "7g.80gb">>;
  CHECK_THROWS_WITH((at::provision<at::cluster<older, newer>>()), contains("different configurations of the name"));
  using single = at::pool<"single", at::system<"kubernetes-single">, halves>;
  CHECK_THROWS_WITH((at::provision<at::cluster<older, single>>()),
                    contains("pool \"older\" has the strategy mixed, and pool \"single\" single"));
}

TEST_CASE("pools without steps say so, and why") {
  using whole = at::pool<"whole", mixed, at::gpus_of<at::H100_80GB, 8>>;
  using made = at::pool<"made", at::system<"eks-karpenter">, at::gpus_of<at::H100_80GB, 8>>;
  using group = at::pool<"group", at::system<"eks-node-group">, at::gpus_of<at::L4, 8>>;
  using ray = at::pool<"ray", at::system<"ray">, halves>;
  using all = at::cluster<whole, made, group, ray>;
  CHECK(text_of<all>("nothing to set up") ==
        "# pool \"whole\": NVIDIA's device plugin offers whole GPUs by itself\n"
        "# pool \"made\": EKS makes nodes when pods ask for them\n");
  CHECK(text_of<all>("not known") ==
        "# pool \"group\": what makes a node group of EKS\n# pool \"ray\": what else its system is configured with\n");
  CHECK(text_of<all>("command") == "# on each node of pool \"ray\"\nnvidia-smi mig -i 0 -cgi 9:0,9:4 -C\n");
  using shared = at::pool<"mps", mixed, at::gpus_of<at::T4, 2>, at::setting<"mps", "true">>;
  CHECK(text_of<shared>("not known").find("by how many clients MPS shares") != std::string::npos);
  using apart = at::pool<"apart", mixed, at::gpus_of<at::A100::partition<"2g.10gb">, 3>>;
  CHECK(text_of<apart>("not known").find("on which GPUs its partitions are") != std::string::npos);
}

TEST_CASE("nodes with DRA, AMD's modes and TPUs are set up") {
  using claimed = at::pool<"claimed", at::system<"dra">, halves>;
  CHECK(text_of<claimed>("command").find(
            "--set migManager.config.name=custom-mig-config,devicePlugin.enabled=false\n") != std::string::npos);
  using named = at::pool<"named", at::system<"dra-extended-resource">, halves>;
  CHECK(text_of<named>("DeviceClass").find("  name: mig-3g-20gb-a100.gpu.nvidia.com\n") != std::string::npos);
  constexpr auto asked = at::request<named, at::A100::partition<"3g.20gb">>();
  CHECK(asked.limit("deviceclass.resource.kubernetes.io/mig-3g-20gb-a100.gpu.nvidia.com") == 1);
  using plain = at::pool<"plain", at::system<"dra-extended-resource">, halves, at::setting<"selects-product", "false">>;
  CHECK(text_of<plain>("DeviceClass").find("extendedResourceName: nvidia.com/mig-3g.20gb\n") != std::string::npos);
  using cpx = at::pool<"cpx", at::system<"amd-mixed">, at::gpus_of<at::MI300X::partition<"CPX/NPS4">, 64>>;
  CHECK(text_of<cpx>("ConfigMap")
            .find(R"(\"computePartition\":\"CPX\",\"memoryPartition\":\"NPS4\",\"numGPUsAssigned\":8)") !=
        std::string::npos);
  CHECK(text_of<cpx>("command") ==
        "# on each node of pool \"cpx\"\nkubectl label node NODE dcm.amd.com/gpu-config-profile=cpx-profile "
        "--overwrite\n");
  using slice = at::pool<"slice", at::system<"gke">, at::nodes<4>, at::gpus_of<at::V6E::slice<"4x4">>>;
  CHECK(text_of<slice>("command") ==
        "gcloud container node-pools create slice --num-nodes=4 --machine-type=ct6e-standard-4t --tpu-topology=4x4\n");
  using one = at::pool<"one", at::system<"gke">, at::nodes<3>, at::gpus_of<at::V5E::slice<"2x4">>>;
  CHECK(text_of<one>("command") ==
        "gcloud container node-pools create one --num-nodes=3 --machine-type=ct5lp-hightpu-8t\n");
  using two = at::pool<"two", at::system<"gke">, at::nodes<8>, at::gpus_of<at::TPU7X::slice<"2x2x4">>>;
  CHECK(
      text_of<two>("command") ==
      R"(gcloud compute resource-policies create workload-policy two-policy --type=HIGH_THROUGHPUT --accelerator-topology=2x2x4
gcloud container node-pools create two-0 --num-nodes=4 --machine-type=tpu7x-standard-4t --tpu-topology=2x2x4 --placement-policy=two-policy
gcloud container node-pools create two-1 --num-nodes=4 --machine-type=tpu7x-standard-4t --tpu-topology=2x2x4 --placement-policy=two-policy
)");
  check_file<at::cluster<claimed, named, cpx, slice, one, two>>(
      R"({"name": "claimed", "system": "dra", "gpus": [{"device": "A100", "layout": ["3g.20gb", "3g.20gb"]}]},
         {"name": "named", "system": "dra-extended-resource", "gpus": [{"device": "A100", "layout": ["3g.20gb", "3g.20gb"]}]},
         {"name": "cpx", "system": "amd-mixed", "gpus": [{"device": "MI300X CPX/NPS4", "count": 64}]},
         {"name": "slice", "system": "gke", "nodes": 4, "gpus": [{"device": "V6E 4x4"}]},
         {"name": "one", "system": "gke", "nodes": 3, "gpus": [{"device": "V5E 2x4"}]},
         {"name": "two", "system": "gke", "nodes": 8, "gpus": [{"device": "TPU7X 2x2x4"}]})");
  using half = at::pool<"half", at::system<"gke">, at::nodes<6>, at::gpus_of<at::V6E::slice<"4x4">>>;
  CHECK_THROWS_WITH(at::provision<half>(), contains("is on 4 nodes together, and the pool has 6: valid is a multiple"));
}

TEST_CASE("a node pool of AKS has machines with as many GPUs") {
  using four = at::pool<"four", at::system<"aks-node-pool">, at::nodes<2>, at::gpus_of<at::T4, 4>>;
  CHECK(text_of<four>("command") ==
        "az aks nodepool add --name four --node-count 2 --node-vm-size Standard_NC64as_T4_v3\n");
  using three = at::pool<"three", at::system<"aks-node-pool">, at::gpus_of<at::T4, 3>>;
  CHECK_THROWS_WITH(at::provision<three>(), contains("Azure has no machine with 3 of T4; its machines have 1, 4"));
  using different = at::pool<"different", at::system<"aks-mixed">, halves, balanced>;
  CHECK_THROWS_WITH(at::provision<different>(), contains("the GPUs of a cloud's node are set up alike"));
}

TEST_CASE("a pool says which steps set up its nodes") {
  auto const operated = at::provision<at::pool<"shared", mixed, at::nodes<2>, balanced>>();
  REQUIRE(operated.size() == 2);
  CHECK(operated[0].what == "ConfigMap");
  auto const queued = at::provision<at::pool<"mig", at::system<"slurm">, at::nodes<2>, balanced>>();
  REQUIRE(queued.size() == 3);
  CHECK(queued[0].what == "slurm.conf");
  // The name of a pool stands in files and commands, so it has the system's rule.
  CHECK_THROWS_WITH((at::provision<at::pool<"My Pool; rm", at::system<"slurm">, at::gpus_of<at::A100, 8>>>()),
                    contains("is no name of nodes of Slurm's"));
  CHECK_THROWS_WITH((at::provision<at::pool<"My Pool; rm", at::system<"gke">, at::gpus_of<at::A100, 8>>>()),
                    contains("is no name of a node pool of GKE's"));
  auto const added = at::provision<at::pool<"whole", at::system<"aks-node-pool">, at::gpus_of<at::A100, 8>>>();
  REQUIRE(added.size() == 1);
  CHECK(added[0].text.find("az aks nodepool add --name whole") == 0);
}
