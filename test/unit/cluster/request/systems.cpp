// SPDX-License-Identifier: BSL-1.0
/// \file
/// Requests to systems beside the table of golden rows: what they are called, how they are counted, what is refused.

#include <allotype/accelerator/known_devices.hpp>
#include <allotype/cluster/pools.hpp>
#include <allotype/cluster/request.hpp>
#include <allotype/cluster/request/kueue.hpp>
#include <allotype/cluster/request/node_labels.hpp>
#include <allotype/plan/layout.hpp>

#include <algorithm>
#include <optional>
#include <set>

#include <allotype/task/task.hpp>

#include "catch.hpp"

namespace at = allotype;
namespace dra = at::dra;
namespace container = at::container;
using namespace at::literals;

namespace {

/// A pool of these settings.
template <class System, class... Part>
struct pool_of {
  static constexpr auto settings = [] {
    auto made = System::settings;
    (Part::apply(made), ...);
    return made;
  }();
};

std::string claimed(dra::claim_request const& request) { return to_json(to_document(request)); }

constexpr char a100[] = "device.attributes['gpu.nvidia.com'].productName == 'NVIDIA A100-SXM4-40GB'";

}  // namespace

TEST_CASE("alternatives in a claim have names that tell them apart") {
  CHECK_THAT(claimed(at::request<at::system<"dra">, at::any_of<at::H100_80GB, at::A100>>()),
             contains(R"("name":"h100")") && contains(R"("name":"a100")"));
  CHECK_THAT(claimed(at::request<at::system<"dra">, at::any_of<at::A100, at::A100_80GB>>()),
             contains(R"("name":"a100")") && contains(R"("name":"a100-80gb")"));
  using sizes = at::any_of<at::A100::unpartitioned, at::A100::partition<"3g.20gb">, at::A100::partition<"2g.10gb">>;
  CHECK_THAT(claimed(at::request<at::system<"dra">, sizes>()), contains(R"("name":"a100-whole")") &&
                                                                   contains(R"("name":"a100-3g-20gb")") &&
                                                                   contains(R"("name":"a100-2g-10gb")"));
}

TEST_CASE("an open device can be the whole one, else a partition of it") {
  using pool = pool_of<at::system<"dra">, at::setting<"open-takes-partitions", "true">>;
  constexpr auto request = at::request<pool, at::A100>();
  CHECK(claimed(request) ==
        R"({"requests":[{"name":"gpu","firstAvailable":[)"
        R"({"name":"whole","deviceClassName":"gpu.nvidia.com","selectors":[{"cel":{"expression":")" +
            std::string{a100} +
            R"( && !device.allowMultipleAllocations"}}]},)"
            R"({"name":"slice","deviceClassName":"mig.nvidia.com","selectors":[{"cel":{"expression":")" +
            a100 + R"( && !device.allowMultipleAllocations"}}]}]}]})");
  STATIC_REQUIRE_FALSE(at::can_request<pool, at::A100, at::T4>);
  STATIC_REQUIRE(at::can_request<pool, at::A100::unpartitioned, at::T4>);
}

TEST_CASE("partitions of one device are separate requests, or one with a count") {
  using mixed = at::layout<at::A100, "3g.20gb", "1g.5gb", "1g.5gb">;
  CHECK_THAT(claimed(at::request<at::system<"dra">, mixed>()),
             contains(R"("name":"mig-3g-20gb")") && contains(R"("name":"mig-1g-5gb-0")") &&
                 contains(R"("name":"mig-1g-5gb-1")") &&
                 contains(R"("constraints":[{"requests":[],"matchAttribute":"gpu.nvidia.com/parentUUID"}])"));
  using alike = at::layout<at::A100, "2g.10gb", "2g.10gb">;
  using named = pool_of<at::system<"dra">, at::setting<"request-name", "slices">>;
  CHECK_THAT(claimed(at::request<named, alike>()),
             contains(R"("name":"slices","exactly":{"deviceClassName":"mig.nvidia.com","count":2)") &&
                 contains(R"("requests":["slices"])"));
  using amd = pool_of<at::system<"dra">, at::setting<"product", "AMD_Instinct_MI300X">,
                      at::setting<"parent-of-amd", "resource.kubernetes.io/pciBusID">>;
  using cpx = at::MI300X::partition<"CPX/NPS4">;
  CHECK_THAT(claimed(at::request<amd, at::layout_of<at::MI300X, cpx, cpx, cpx>>()),
             contains(R"("count":3)") && contains("productName == 'AMD_Instinct_MI300X'") &&
                 contains(R"("matchAttribute":"resource.kubernetes.io/pciBusID")"));
  STATIC_REQUIRE_FALSE(
      at::can_request<at::system<"dra">, cpx>);  // the catalogue does not know what the driver calls the board
  STATIC_REQUIRE_FALSE(at::can_request<at::system<"dra">, mixed, at::T4>);
  STATIC_REQUIRE_FALSE(at::can_request<at::system<"slurm">, mixed>);
}

TEST_CASE("types of several boards in one claim are told apart") {
  CHECK_THAT(
      claimed(at::request<at::system<"dra">, at::A100::partition<"1g.10gb">, at::H100_80GB::partition<"1g.10gb">>()),
      contains(R"("name":"mig-a100-1g-10gb")") && contains(R"("name":"mig-h100-80gb-1g-10gb")"));
}

TEST_CASE("what a selector reads is there") {
  // An AMD device that cannot be partitioned publishes no profile.
  using amd = pool_of<at::system<"dra">, at::setting<"selects-product", "false">>;
  CHECK_THAT(claimed(at::request<amd, at::MI300X::partition<"SPX/NPS1">>()),
             contains("type == 'amdgpu' && has(device.attributes['gpu.amd.com'].partitionProfile) && "));
  CHECK_THAT(claimed(at::request<amd, at::MI300X::partition<"CPX/NPS1">>()), !contains("has("));
  CHECK_THAT(claimed(at::request<pool_of<at::system<"dra">, at::setting<"any-board", "true">>, at::A100_80GB>()),
             contains("productName in ['NVIDIA A100-SXM4-40GB', 'NVIDIA A100-PCIE-40GB', 'NVIDIA A100-SXM4-80GB', "
                      "'NVIDIA A100 80GB PCIe']"));
  CHECK_THAT(
      claimed(at::request<pool_of<at::system<"dra">, at::setting<"product", "NVIDIA A100-PCIE-40GB">>, at::A100>()),
      contains("productName == 'NVIDIA A100-PCIE-40GB'"));
  // Of several devices, for the one that has that name.
  using pcie = pool_of<at::system<"dra">, at::setting<"product", "NVIDIA A100-PCIE-40GB">>;
  CHECK_THAT(claimed(at::request<pcie, at::any_of<at::H100_80GB, at::A100>>()),
             contains("'NVIDIA A100-PCIE-40GB'") && contains("'NVIDIA H100 80GB HBM3'"));
  using older = pool_of<at::system<"dra">, at::setting<"driver", "460">>;
  CHECK_THAT(claimed(at::request<older, at::A100::partition<"2g.10gb">>()), contains("profile == '2g.10gb'"));
}

TEST_CASE("AMD's product label is what its node labeller writes") {
  using cpx = at::MI300X::partition<"CPX/NPS4">;
  constexpr auto known = at::request<at::system<"amd-mixed">, cpx>();
  CHECK(known.selects("amd.com/gpu.product-name") == std::string{"AMD_Instinct_MI300X_OAM"});
  // The label of other boards is not published: the pool says it, or that it is not selected.
  using other = at::MI325X::partition<"CPX/NPS4">;
  STATIC_REQUIRE_FALSE(at::can_request<at::system<"amd-mixed">, other>);
  using named = pool_of<at::system<"amd-mixed">, at::setting<"product", "AMD_Instinct_MI325X_OAM">>;
  CHECK(at::request<named, other>().selects("amd.com/gpu.product-name") == std::string{"AMD_Instinct_MI325X_OAM"});
  using open = pool_of<at::system<"amd-mixed">, at::setting<"selects-product", "false">>;
  CHECK(at::request<open, other>().node_selector.empty());
  // Whole devices and partitions under single are selected by it where the pool states it.
  using single = pool_of<at::system<"amd-single">, at::setting<"product", "Instinct_MI210">>;
  CHECK(at::request<single, at::MI210>().selects("amd.com/gpu.product-name") == std::string{"Instinct_MI210"});
  CHECK(at::request<at::system<"amd-single">, at::MI210>().node_selector.empty());
}

namespace {

/// The labels of nodes of the pool, and what a request to it selects.
template <class Pool, class A>
bool selects_its_nodes() {
  constexpr auto request = at::request<Pool, A>();
  std::string const labels = to_json(at::kubernetes::node_labels<Pool>());
  auto const has = [&](at::short_text const& value) {
    return labels.find(std::string{R"("nvidia.com/gpu.product":")"} + value.text() + '"') != labels.npos;
  };
  for (auto const& each : request.node_selector) return has(each.value);
  for (auto const& each : request.node_affinity) return std::any_of(each.values.begin(), each.values.end(), has);
  return false;
}
template <class System, class Parts, class... More>
using shared_by_four = at::pool<"shared", System, Parts, at::setting<"replicas", "4">, More...>;

}  // namespace

TEST_CASE("strategy single shows nothing of a node with several kinds of partitions") {
  using two = at::pool<"two", at::system<"kubernetes-single">, at::layout<at::A100, "3g.20gb", "2g.10gb">>;
  CHECK(to_yaml(at::kubernetes::node_labels<two>()) == R"(nvidia.com/mig.strategy: single
nvidia.com/gpu.family: ampere
nvidia.com/gpu.product: NVIDIA-A100-SXM4-40GB-MIG-INVALID
nvidia.com/gpu.count: "0"
)");
  using beside = at::pool<"beside", at::system<"kubernetes-single">, at::layout<at::A100, "3g.20gb", "3g.20gb">,
                          at::gpus_of<at::A100, 1>>;
  CHECK(to_json(at::kubernetes::node_labels<beside>()).find("-MIG-INVALID\"") != std::string::npos);
  using one = at::pool<"one", at::system<"kubernetes-single">, at::layout<at::A100, "3g.20gb", "3g.20gb">>;
  CHECK(to_json(at::kubernetes::node_labels<one>()).find("-MIG-3g.20gb\"") != std::string::npos);
}

TEST_CASE("requests select the product label that nodes with shared devices have") {
  using slice = at::A100::partition<"3g.20gb">;
  using parts = at::layout<at::A100, "3g.20gb", "3g.20gb">;
  using mixed = at::system<"kubernetes-mixed">;
  using single = at::system<"kubernetes-single">;
  using renamed = at::setting<"renames-shared", "true">;
  CHECK(selects_its_nodes<shared_by_four<mixed, parts>, slice>());
  CHECK(selects_its_nodes<shared_by_four<mixed, parts, renamed>, slice>());
  CHECK(selects_its_nodes<shared_by_four<single, parts>, slice>());
  CHECK(selects_its_nodes<shared_by_four<single, parts, renamed>, slice>());
  CHECK(selects_its_nodes<shared_by_four<at::system<"kubernetes-none">, at::gpus_of<at::A100, 2>>, at::A100>());
  // A whole GPU beside the partitions puts the suffix into the label.
  using whole = at::gpus_of<at::A100, 1>;
  using first = shared_by_four<mixed, whole, parts>;
  using last = shared_by_four<mixed, parts, whole>;
  CHECK(selects_its_nodes<first, slice>());
  CHECK(selects_its_nodes<first, at::A100::unpartitioned>());
  CHECK(selects_its_nodes<last, slice>());
  CHECK(selects_its_nodes<last, at::A100::unpartitioned>());
}

TEST_CASE("any board of a device is no board of another whose name has the same letters") {
  using any = pool_of<at::system<"dra">, at::setting<"any-board", "true">>;
  CHECK_THAT(claimed(at::request<any, at::H200>()),
             contains("productName in ['NVIDIA H200', 'NVIDIA H200 NVL'] && !device"));
  CHECK_THAT(claimed(at::request<any, at::L4>()), contains("productName == 'NVIDIA L4' && !device"));
  CHECK_THAT(claimed(at::request<any, at::B200>()), contains("productName == 'NVIDIA B200' && !device"));
  CHECK_THAT(claimed(at::request<any, at::H20_96GB>()), contains("productName == 'NVIDIA H20' && !device"));
  CHECK_THAT(claimed(at::request<any, at::RTX_PRO_6000_BLACKWELL::partition<"1g.24gb">>()),
             contains("profile == '1g.24gb' && ") && contains("'NVIDIA RTX PRO 6000 Blackwell Server Edition', "));
  CHECK_THAT(claimed(at::request<any, at::V100>()),
             contains("'Tesla V100-SXM2-16GB'") && contains("'Tesla V100-SXM2-32GB'"));
  using own = pool_of<at::system<"dra">, at::setting<"any-board", "true">, at::setting<"product", "NVIDIA L4 of ours">>;
  CHECK_THAT(claimed(at::request<own, at::L4>()), contains("productName in ['NVIDIA L4 of ours', 'NVIDIA L4']"));
  // The catalogue has no name of AMD's boards.
  STATIC_REQUIRE_FALSE(at::can_request<any, at::MI300X>);
}

TEST_CASE("the type of a machine has as many devices as a pod asks for") {
  using eks = at::system<"eks-node-group">;
  using aks = at::system<"aks-node-pool-by-size">;
  auto const type = [](auto const& request) {
    return std::string{request.selects("node.kubernetes.io/instance-type")};
  };
  CHECK(type(at::request<eks, at::L4>()) == "g6.xlarge");
  CHECK(type(at::request<eks, at::L4>({.count = 2})) == "g6.12xlarge");
  CHECK(type(at::request<eks, at::L4>({.count = 8})) == "g6.48xlarge");
  CHECK(type(at::request<eks, at::H100_80GB>()) == "p5.4xlarge");
  CHECK(type(at::request<eks, at::H100_80GB>({.count = 2})) == "p5.48xlarge");
  using cores = pool_of<eks, at::setting<"neuron-cores", "true">>;
  CHECK(type(at::request<cores, at::Trn2>({.count = 128})) == "trn2.48xlarge");
  CHECK(type(at::request<aks, at::V100_16GB>()) == "Standard_NC6s_v3");
  CHECK(type(at::request<aks, at::V100_16GB>({.count = 3})) == "Standard_NC24s_v3");
  // No machine has as many: the request says so, and does not name a smaller one.
  auto const asked = [](auto system, auto const& what, int count) {
    at::detail::request_items items;
    items.add(what, count);
    return ask(system, items, {.count = count});
  };
  CHECK(asked(aks::settings, at::detail::data_of<at::V100_16GB>, 8).refused);
  CHECK(asked(eks::settings, at::detail::data_of<at::L4>, 9).refused);
  CHECK_FALSE(asked(eks::settings, at::detail::data_of<at::L4>, 8).refused);
}

namespace {

/// Whether nodes that have the one label alone may take the pod.
template <class Request>
bool takes(Request const& request, char const* key, char const* value) {
  at::kubernetes::pod_request node;
  node.limits = request.limits;
  node.node_selector = request.node_selector;
  if (*key != '\0') node.node_selector.push_back({key, value});
  return request.is_also_met_by(node);
}

}  // namespace

TEST_CASE("whole devices are kept off cut and shared ones by the nodes' labels") {
  using none = at::system<"kubernetes-none">;
  using whole = at::A100::unpartitioned;
  constexpr auto pod = at::request<none, whole>();
  CHECK(takes(pod, "", ""));
  CHECK(takes(pod, "nvidia.com/mig.config", "all-disabled"));
  CHECK_FALSE(takes(pod, "nvidia.com/mig.config", "all-1g.5gb"));
  CHECK_THAT(to_json(to_document(pod)),
             contains(R"("nodeSelectorTerms":[{"matchExpressions":[{"key":"nvidia.com/mig.config","operator":)"
                      R"("DoesNotExist"}]},{"matchExpressions":[{"key":"nvidia.com/mig.config","operator":"In",)"
                      R"("values":["all-disabled"]}]}])"));
  // A device that is left open may be any of them, and one without MIG is not cut.
  CHECK(at::request<none, at::A100>().node_affinity.empty());
  CHECK(at::request<none, at::T4>().node_affinity.empty());
  CHECK(at::request<at::system<"kubernetes-mixed">, whole>().node_affinity.empty());  // it counts whole GPUs alone

  // Without the board's label, which says it, too.
  using any_board = at::setting<"selects-product", "false">;
  constexpr auto single = at::request<pool_of<at::system<"kubernetes-single">, any_board>, whole>();
  CHECK(takes(single, "nvidia.com/gpu.sharing-strategy", "none"));
  CHECK_FALSE(takes(single, "nvidia.com/gpu.sharing-strategy", "time-slicing"));
  CHECK_FALSE(takes(single, "nvidia.com/gpu.slices.gi", "2"));
  using slices = pool_of<at::system<"kubernetes-single">, any_board>;
  CHECK(at::request<slices, at::A100::partition<"2g.10gb">>().selects("nvidia.com/gpu.slices.gi") == std::string{"2"});
  using by_turns = pool_of<none, any_board, at::setting<"replicas", "4">>;
  CHECK(takes(at::request<by_turns, whole>(), "nvidia.com/gpu.sharing-strategy", "time-slicing"));

  // Clouds whose own label names the board.
  CHECK_FALSE(takes(at::request<at::system<"nebius">, at::H200::unpartitioned>(), "nvidia.com/mig.config", "mine"));
  CHECK_FALSE(takes(at::request<at::system<"eks-node-group">, at::H100_80GB::unpartitioned>(),
                    "nvidia.com/gpu.sharing-strategy", "mps"));
  CHECK_FALSE(takes(at::request<at::system<"aks-node-pool">, whole>(), "nvidia.com/mig.config", "mine"));
  CHECK_FALSE(takes(at::request<at::system<"gke">, whole>(), "cloud.google.com/gke-gpu-sharing-strategy", "mps"));

  // AMD's modes.
  constexpr auto amd = at::request<at::system<"amd-single">, at::MI300X::unpartitioned>();
  CHECK(takes(amd, "amd.com/gpu.compute-memory-partition", "spx_nps1"));
  CHECK_FALSE(takes(amd, "amd.com/gpu.compute-memory-partition", "cpx_nps4"));
  CHECK(at::request<at::system<"amd-mixed">, at::MI300X::unpartitioned>().limit("amd.com/spx_nps1") == 1);
  CHECK(at::request<at::system<"amd-mixed">, at::MI210>().limit("amd.com/gpu") == 1);

  // Of alternatives only what holds for each.
  CHECK(at::request<none, at::any_of<whole, at::H100_80GB::unpartitioned>>().node_affinity.size() == 2);
  CHECK(at::request<none, at::any_of<whole, at::T4>>().node_affinity.size() == 1);
}

TEST_CASE("KAI and Run:ai place pods of their queues, also on a share of a GPU") {
  using kai = at::system<"kai", at::setting<"queue", "team-a">>;
  constexpr auto whole = at::request<kai, at::A100>({.count = 2});
  CHECK(whole.limit("nvidia.com/gpu") == 2);
  CHECK(at::request<kai, at::A100::partition<"2g.10gb">>().limit("nvidia.com/mig-2g.10gb") == 1);
  CHECK_THAT(to_json(at::kubernetes::pod(whole)), contains(R"("labels":{"kai.scheduler/queue":"team-a"})") &&
                                                      contains(R"("schedulerName":"kai-scheduler")"));
  using share = at::system<"run-ai", at::setting<"queue", "vision">, at::setting<"fraction-percent", "5">>;
  CHECK_THAT(to_json(at::kubernetes::job(at::request<share, at::A100>({.count = 2}))),
             contains(R"("annotations":{"gpu-fraction":"0.05","gpu-fraction-num-devices":"2"})") &&
                 contains(R"("labels":{"runai/queue":"vision"})") && contains(R"("schedulerName":"runai-scheduler")") &&
                 !contains("nvidia.com/gpu\":"));
  using by_memory = at::system<"kai", at::setting<"queue", "team-a">, at::setting<"memory-mib", "2000">>;
  CHECK_THAT(to_json(to_document(at::request<by_memory, at::A100>())), contains(R"("gpu-memory":"2000")"));
  STATIC_REQUIRE_FALSE(at::can_request<at::system<"kai">, at::A100>);  // no queue
  STATIC_REQUIRE_FALSE(at::can_request<share, at::A100::partition<"2g.10gb">>);
}

TEST_CASE("a rack's GPUs are claimed on its nodes, with a channel for NVLink") {
  using rack = at::pool<"rack", at::system<"dra">, at::nodes<18>, at::gpus_of<at::GB200, 4>,
                        at::setting<"compute-domain", "true">>;
  constexpr auto train = at::task<at::GB200, at::limits<at::gpus<72>>>("train", [](auto&) {});
  constexpr auto claimed_by_pods = at::request<rack>(train);
  CHECK(claimed_by_pods.pods == 18);
  CHECK(claimed_by_pods.each[0].count == 4);
  CHECK(at::request<rack, at::GB200>({.count = 2}).pods == 1);
  STATIC_REQUIRE_FALSE(at::can_request<at::system<"dra", at::setting<"compute-domain", "true">>, at::H100_80GB>);
  at::work const work{.name = "train"};
  CHECK_THAT(to_yaml(at::dra::compute_domain(claimed_by_pods, work)),
             contains("numNodes: 18\n") && contains("name: train-channel\n"));
  CHECK_THAT(to_json(at::kubernetes::job(claimed_by_pods, work)),
             contains(R"({"name":"channel","resourceClaimTemplateName":"train-channel"})") &&
                 contains(R"("claims":[{"name":"devices"},{"name":"channel"}])") &&
                 contains(R"("topologyKey":"nvidia.com/gpu.clique")"));
  CHECK_THROWS_AS(at::dra::compute_domain(at::request<at::system<"dra">, at::GB200>(), work), at::input_error);
}

TEST_CASE("claims tolerate taints of devices, and ask for a share of one") {
  using tolerant = at::system<"dra", at::setting<"tolerates", "example.com/unhealthy">>;
  CHECK_THAT(to_json(to_document(at::request<tolerant, at::any_of<at::A100, at::T4>>())),
             contains(R"("tolerations":[{"key":"example.com/unhealthy","operator":"Exists"}])"));
  using share = at::system<"dra", at::setting<"memory-mib", "4096">>;
  CHECK_THAT(to_json(to_document(at::request<share, at::A100>())),
             contains(R"("capacity":{"requests":{"memory":"4096Mi"}})") &&
                 contains("&& device.allowMultipleAllocations\"") && !contains("!device"));
  STATIC_REQUIRE_FALSE(at::can_request<share, at::A100::partition<"2g.10gb">>);
  STATIC_REQUIRE_FALSE(at::can_request<at::system<"dra-v1beta2", at::setting<"memory-mib", "4096">>, at::A100>);
}

TEST_CASE("Nomad takes one of several models, the earlier rather than the later") {
  constexpr auto any = at::request<at::system<"nomad">, at::any_of<at::H100_80GB, at::A100, at::T4>>({.count = 2});
  CHECK(to_string(any) == R"(device "nvidia/gpu" {
  count = 2
  constraint {
    attribute = "${device.model}"
    operator = "set_contains_any"
    value = "NVIDIA H100 80GB HBM3,NVIDIA A100-SXM4-40GB,Tesla T4"
  }
  affinity {
    attribute = "${device.model}"
    value = "NVIDIA H100 80GB HBM3"
    weight = 100
  }
  affinity {
    attribute = "${device.model}"
    value = "NVIDIA A100-SXM4-40GB"
    weight = 50
  }
})");
}

TEST_CASE("Kueue counts devices of claims by a mapping") {
  constexpr auto part = at::request<at::kueue::on<at::system<"dra">>, at::A100::partition<"2g.10gb">>();
  CHECK(to_json(at::kueue::device_class_mapping(part, "example.com/mig")) ==
        R"({"resources":{"deviceClassMappings":[{"name":"example.com/mig",)"
        R"("deviceClassNames":["mig.nvidia.com"]}]}})");
  CHECK_THAT(to_json(at::kueue::device_class_mapping(part, "example.com/sms", "multiprocessors")),
             contains(R"("counter":{"name":"multiprocessors","driver":"gpu.nvidia.com")"));
  constexpr auto whole = at::request<at::kueue::on<at::system<"kubernetes-mixed">>, at::A100>();
  CHECK_THROWS_AS(at::kueue::device_class_mapping(whole, "example.com/gpu"), at::input_error);
  CHECK_THROWS_AS(at::kueue::device_class_mapping(part, "Not A Name"), at::input_error);
}

TEST_CASE("partitions without a name under a system are refused") {
  using mixed = at::system<"kubernetes-mixed">;
  CHECK(at::request<mixed, at::THOR::partition<"2g.0gb+gfx">>().limit("nvidia.com/mig-2g.0gb.gfx") == 1);
  STATIC_REQUIRE_FALSE(at::can_request<mixed, at::THOR::partition<"3g.0gb+gfx">>);
  STATIC_REQUIRE_FALSE(at::can_request<at::system<"dra">, at::THOR::partition<"3g.0gb+gfx">>);
  STATIC_REQUIRE_FALSE(at::can_request<at::system<"dra-extended-resource">, at::THOR::partition<"3g.0gb+gfx">>);
  STATIC_REQUIRE_FALSE(at::can_request<at::system<"aks-mixed">, at::THOR::partition<"1g.0gb">>);
  CHECK(at::request<at::system<"slurm">, at::THOR::partition<"1g.0gb">>().each[0].type == "nvidia_thor_1g.0gb");
  STATIC_REQUIRE_FALSE(at::can_request<at::system<"slurm-22.05">, at::THOR::partition<"1g.0gb">>);
  // Slurm's plug-in for AMD calls all partitions as their device, and an older one all devices alike.
  STATIC_REQUIRE_FALSE(at::can_request<at::system<"slurm">, at::MI300X::partition<"CPX/NPS1">>);
  STATIC_REQUIRE_FALSE(at::can_request<at::system<"slurm-short-names">, at::MI300X::partition<"CPX/NPS1">>);
  STATIC_REQUIRE_FALSE(at::can_request<at::system<"slurm-22.05">, at::MI300X>);
  CHECK(at::request<at::system<"slurm-22.05", at::setting<"short-names", "true">>, at::MI300X>().each[0].type ==
        "mi300x");
  using site = at::system<"slurm", at::site_type<at::MI300X::partition<"CPX/NPS1">, "mi300x_cpx">>;
  CHECK(at::request<site, at::MI300X::partition<"CPX/NPS1">>().each[0].type == "mi300x_cpx");
}

TEST_CASE("pods prefer the alternatives in their order") {
  using any = at::any_of<at::H100_80GB, at::A100_80GB, at::T4>;
  CHECK_THAT(to_json(to_document(at::request<at::system<"kubernetes-none">, any>())),
             contains(R"("preferredDuringSchedulingIgnoredDuringExecution":[{"weight":100,"preference":)"
                      R"({"matchExpressions":[{"key":"nvidia.com/gpu.product","operator":"In","values":)"
                      R"(["NVIDIA-H100-80GB-HBM3"]}]}},{"weight":50,"preference":)"
                      R"({"matchExpressions":[{"key":"nvidia.com/gpu.product","operator":"In","values":)"
                      R"(["NVIDIA-A100-SXM4-80GB"]}]}}])"));
  CHECK_THAT(to_json(to_document(at::request<at::system<"kubernetes-none">, at::H100_80GB>())), !contains("preferred"));
}

TEST_CASE("a device of several sizes is each of them") {
  auto const pod = to_json(to_document(at::request<at::system<"kubernetes-none">, at::V100>()));
  CHECK_THAT(pod,
             contains("Tesla-V100-SXM2-16GB") && contains("Tesla-V100-SXM2-32GB") && !contains("nodeSelector\":{"));
  CHECK_THAT(claimed(at::request<at::system<"dra">, at::V100>()),
             contains("productName in ['Tesla V100-SXM2-16GB', ") && contains("'Tesla V100-PCIE-32GB'"));
  CHECK(at::slurm::to_string(at::request<at::system<"slurm">, at::V100>({.count = 2})) ==
        "--gres=gpu:2 --constraint=v100");
  using small = at::pool<"small", at::system<"kubernetes-none">, at::nodes<2>, at::gpus_of<at::V100_16GB, 4>>;
  STATIC_REQUIRE(at::can_request<small, at::V100>);
  STATIC_REQUIRE_FALSE(at::can_request<small, at::V100_32GB>);
  STATIC_REQUIRE_FALSE(at::can_request<at::pool<"p", at::system<"kubernetes-none">, at::gpus_of<at::T4>>, at::V100>);
}

TEST_CASE("a claim is for devices that no other claim shares") {
  using alone = at::setting<"exclusive", "true">;
  using pool = at::system<"dra">;
  CHECK_THAT(claimed(at::request<pool, at::A100>()),
             contains(a100 + std::string{" && !device.allowMultipleAllocations\""}));
  using part = at::A100::partition<"3g.20gb">;
  CHECK_THAT(claimed(at::request<pool, part>()),
             contains("profile == '3g.20gb' && ") && contains(" && !device.allowMultipleAllocations\""));
  // Older clusters do not know the attribute, and would refuse the claim.
  using shared = pool_of<at::system<"dra">, at::setting<"exclusive", "false">>;
  CHECK_THAT(claimed(at::request<shared, part>()), !contains("allowMultipleAllocations"));
  CHECK_THAT(claimed(at::request<at::system<"dra-v1beta1">, part>()), !contains("allowMultipleAllocations"));
  CHECK_THAT(to_json(dra::device_class<part>()), contains(" && !device.allowMultipleAllocations\""));
  constexpr dra::class_options for_all_boards{.exclusive = false, .selects_product = false};
  CHECK_THAT(to_json(dra::device_class<part>(for_all_boards)),
             !contains("allowMultipleAllocations") && !contains("productName") && contains("nvidia.com/mig-3g.20gb"));
  CHECK_THAT(to_json(dra::devices_by_memory(at::bytes{1ULL << 34})),
             contains(" && !device.allowMultipleAllocations\""));
  STATIC_REQUIRE_FALSE(at::can_request<pool_of<at::system<"dra-v1beta1">, alone>, part>);
}

TEST_CASE("requests of v1beta2 have the form of v1") {
  using beta = at::system<"dra-v1beta2">;
  CHECK(claimed(at::request<beta, at::T4>()) ==
        R"({"requests":[{"name":"gpu","exactly":{"deviceClassName":"gpu.nvidia.com",)"
        R"("selectors":[{"cel":{"expression":"device.attributes['gpu.nvidia.com'].productName == 'Tesla T4'"}}]}}]})");
  CHECK_THAT(claimed(at::request<beta, at::any_of<at::T4, at::L4>>()), contains("firstAvailable"));
  CHECK_THAT(to_json(dra::claim(at::request<beta, at::T4>())), contains("\"resource.k8s.io/v1beta2\""));
  STATIC_REQUIRE_FALSE(at::can_request<pool_of<beta, at::setting<"exclusive", "true">>, at::T4>);
}

TEST_CASE("requests of v1beta1 have no level exactly, and no alternatives") {
  CHECK(claimed(at::request<at::system<"dra-v1beta1">, at::T4>({.count = 2})) ==
        R"({"requests":[{"name":"gpu","deviceClassName":"gpu.nvidia.com","count":2,)"
        R"("selectors":[{"cel":{"expression":"device.attributes['gpu.nvidia.com'].productName == 'Tesla T4'"}}]}]})");
  STATIC_REQUIRE_FALSE(at::can_request<at::system<"dra-v1beta1">, at::any_of<at::T4, at::L4>>);
  CHECK_THAT(to_json(dra::claim(at::request<at::system<"dra-v1beta1">, at::T4>())),
             contains("resource.k8s.io/v1beta1"));
}

TEST_CASE("pods and jobs take their devices from a claim of their own") {
  constexpr auto request = at::request<at::system<"dra">, at::H200>({.count = 8, .nodes = 2, .cpus = 16});
  std::string const job = to_json(at::kubernetes::job(request, {.name = "train"}));
  CHECK_THAT(job, contains(R"("resourceClaims":[{"name":"devices","resourceClaimTemplateName":"train"}])") &&
                      contains(R"("claims":[{"name":"devices"}])") && contains(R"("cpu":"16")") &&
                      contains(R"("completions":2)"));
  // One pod on each node.
  CHECK_THAT(job, contains(R"("affinity":{"podAntiAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":[)"
                           R"({"labelSelector":{"matchLabels":{"job-name":"train"}},)"
                           R"("topologyKey":"kubernetes.io/hostname"}]}})"));
  CHECK_THAT(to_json(at::kubernetes::job(at::request<at::system<"dra">, at::H200>(), {.name = "one"})),
             !contains("podAntiAffinity"));
  CHECK_THAT(to_json(dra::claim_template(request, {.name = "train"})),
             contains(R"("kind":"ResourceClaimTemplate","metadata":{"name":"train"},"spec":{"spec":{"devices":)") &&
                 contains(R"("count":8)"));
  CHECK(at::request<at::system<"dra">, at::cpu>().claims == false);
}

TEST_CASE("each profile of a board has a class of its own") {
  std::set<std::string> names;
  for (char const* profile : {"1g.24gb", "1g.24gb+me", "1g.24gb+gfx", "1g.24gb+me.all", "1g.24gb-me", "2g.48gb-me"}) {
    names.insert(dra::detail::name_of_profile(profile).text());
  }
  CHECK(names.size() == 6);
  STATIC_REQUIRE_FALSE(at::can_request<at::system<"dra-extended-resource">, at::A100>);
  STATIC_REQUIRE_FALSE(at::can_request<at::system<"dra-extended-resource">, at::A100::partition<"1c.3g.20gb">>);
}

// ---- devices of one machine

namespace {

/// The parts of a found device that container.hpp reads.
struct slice_there {};
struct board_there {
  int index = 0;
  std::vector<slice_there> slices;
};
struct device_there {
  board_there const* board = nullptr;
  slice_there const* slice = nullptr;
  at::device_uuid known;
  std::optional<at::device_uuid> uuid() const { return known.complete() ? std::optional{known} : std::nullopt; }
};

}  // namespace

TEST_CASE("found devices are named by number and UUID") {
  board_there const board{2, {{}, {}, {}}};
  at::device_uuid const uuid{"MIG-41b2f937-d72c-4106-c12f-20bd9faed9f6"};
  auto const devices =
      container::devices_of(std::vector<device_there>{{&board, &board.slices[1], uuid}, {&board, nullptr, {}}});
  CHECK(container::docker_gpus(devices) == "--gpus '\"device=2:1,2\"'");
  CHECK(container::cdi_options(devices, container::named_by::type_and_index) ==
        "--device nvidia.com/gpu=mig2:1 --device nvidia.com/gpu=gpu2");
  CHECK(container::cuda_visible_devices({devices[0]}) ==
        "CUDA_VISIBLE_DEVICES=MIG-41b2f937-d72c-4106-c12f-20bd9faed9f6");
  CHECK_THROWS_WITH(container::cuda_visible_devices(devices), contains("GPU 2: its UUID is needed here"));
  CHECK_THROWS_WITH(container::docker_runtime({{.gpu = 1, .partition = 0}}), contains("GPU 1, MIG device 0: its UUID"));
}

TEST_CASE("a container without a device is refused") {
  CHECK_THROWS_AS(container::docker_gpus(0), at::input_error);
  // A device is known by its number or by its UUID: neither means GPU 0.
  std::string const uuid = "MIG-41b2f937-d72c-4106-c12f-20bd9faed9f6";
  container::device const by_uuid{.uuid = at::device_uuid{uuid.c_str()}};
  CHECK(container::docker_gpus({by_uuid}) == "--gpus '\"device=" + uuid + "\"'");
  CHECK(to_json(container::compose_service({by_uuid})).find(uuid) != std::string::npos);
  CHECK_THROWS_WITH(container::docker_gpus({container::device{}}),
                    contains("the number of its GPU, from 0, or a UUID"));
  CHECK_THROWS_WITH(container::cdi_options({by_uuid}), contains("the number of the GPU with"));
  CHECK_THROWS_WITH(container::hip_visible_devices({by_uuid}), contains("the number of the GPU with"));
  CHECK_THROWS_WITH(container::compose_service(-1), contains("begins at 1, and it is -1"));
  CHECK_THROWS_WITH(container::cdi_options({}), contains("at least one device"));
  CHECK_THROWS_WITH(container::compose_service(std::vector<container::device>{}), contains("at least one device"));
  CHECK_THROWS_WITH(container::hip_visible_devices({{.gpu = -1}}), contains("the number of its GPU, from 0"));
}

// ---- other systems

TEST_CASE("KubeRay counts by itself what ends in gpu, and plain MIG profiles") {
  using at::kuberay::detail::is_counted;
  STATIC_REQUIRE(is_counted("nvidia.com/gpu"));
  STATIC_REQUIRE(is_counted("nvidia.com/mig-1g.10gb"));
  STATIC_REQUIRE_FALSE(is_counted("nvidia.com/mig-1g.5gb.me"));
  STATIC_REQUIRE_FALSE(is_counted("nvidia.com/mig-1g.24gb-me"));
  STATIC_REQUIRE_FALSE(is_counted("nvidia.com/mig-g.5gb"));
  STATIC_REQUIRE_FALSE(is_counted("nvidia.com/gpu.shared"));
  STATIC_REQUIRE_FALSE(is_counted("amd.com/cpx_nps4"));
  using pool = at::kuberay::on<
      pool_of<at::system<"kubernetes-mixed">, at::setting<"replicas", "4">, at::setting<"renames-shared", "true">>>;
  CHECK(at::request<pool, at::T4>().num_gpus == 1);
}

TEST_CASE("Ray's tasks and nodes have the same custom resource") {
  constexpr auto slices = at::request<at::system<"ray">, at::A100::partition<"1g.5gb+me">>({.count = 1});
  CHECK(start_line(slices, {"MIG-a"}) ==
        R"(CUDA_VISIBLE_DEVICES=MIG-a ray start --num-gpus=1 --resources='{"mig-1g.5gb+me":1}')");
  CHECK_THROWS_WITH(start_line(slices, {"MIG-a", "MIG-b"}), contains("for 1 partitions, and there are 2 UUIDs"));
  constexpr auto slice = at::request<at::system<"ray">, at::V6E::slice<"4x4">>();
  STATIC_REQUIRE(slice.nodes == 4);
  CHECK(to_json(to_document(slice)) == R"({"resources":{"TPU":4}})");
  CHECK(at::request<at::system<"ray">, at::A30>().accelerator_type == "A30");
  STATIC_REQUIRE_FALSE(at::can_request<at::system<"ray">, at::any_of<at::A100, at::T4>>);
  STATIC_REQUIRE_FALSE(at::can_request<at::system<"ray">, at::MI300X::partition<"CPX/NPS4">>);
}

TEST_CASE("a quota of Kueue's counts what the request is for") {
  constexpr auto slice = at::request<at::kueue::on<at::system<"kubernetes-mixed">>, at::A100::partition<"2g.10gb">>();
  CHECK(slice.name == "a100-2g-10gb");
  CHECK_THAT(to_json(at::kueue::job(slice, "team-a")),
             contains(R"("labels":{"kueue.x-k8s.io/queue-name":"team-a"})") && contains(R"("suspend":true)"));
  constexpr auto whole = at::request<at::kueue::on<at::system<"kubernetes-mixed">>, at::A100>();
  CHECK_THROWS_WITH(memory_transformation(whole, "example.com/memory"), contains("MIG partitions"));
  STATIC_REQUIRE_FALSE(at::can_request<at::kueue::on<at::system<"kubernetes-mixed">>, at::any_of<at::A100, at::T4>>);
}

TEST_CASE("names of a site's own are taken from the pool") {
  using pbs = pool_of<at::system<"pbs">, at::setting<"resource", "accelerator">,
                      at::site_type<at::A100::partition<"3g.20gb">, "a100_mig3">>;
  CHECK(to_string(at::request<pbs, at::A100::partition<"3g.20gb">>({.nodes = 2, .cpus = 4})) ==
        "-l select=2:ncpus=4:ngpus=1:accelerator=a100_mig3");
  STATIC_REQUIRE_FALSE(at::can_request<at::system<"pbs">, at::A100::partition<"3g.20gb">>);
  CHECK(at::request<pool_of<at::system<"coreweave">, at::setting<"gpu-class", "L40S">>, at::L40S>().selects(
            "gpu.nvidia.com/class") == std::string{"L40S"});
  STATIC_REQUIRE_FALSE(at::can_request<at::system<"coreweave">, at::L40S>);
  using pcie = pool_of<at::system<"htcondor">, at::setting<"product", "NVIDIA A100-PCIE-40GB">>;
  CHECK_THAT(to_string(at::request<pcie, at::A100::partition<"2g.10gb">>()),
             contains("\"NVIDIA A100-PCIE-40GB MIG 2g.10gb\""));
  CHECK(
      to_string(at::request<pool_of<at::system<"lsf">, at::setting<"product", "NVIDIA A100-PCIE-40GB">>, at::A100>()) ==
      "bsub -gpu \"num=1:gmodel=NVIDIAA100_PCIE_40GB\"");
  CHECK(to_string(at::request<pool_of<at::system<"lsf">, at::setting<"product", "NVIDIA A100-PCIE-40GB">>,
                              at::A100::partition<"2g.10gb">>()) ==
        "bsub -gpu \"num=1:gmodel=NVIDIAA100_PCIE_40GB:mig=2\"");
  CHECK_THAT(
      to_string(at::request<pool_of<at::system<"nomad">, at::setting<"product", "NVIDIA A100-PCIE-40GB">>, at::A100>()),
      contains("nvidia/gpu/NVIDIA A100-PCIE-40GB"));
}

TEST_CASE("SkyPilot on Kubernetes calls a slice what it calls the whole GPU") {
  using wholes = at::system<"skypilot-on-kubernetes">;
  using slices = at::system<"skypilot-on-kubernetes-single">;
  CHECK(to_json(to_document(at::request<wholes, at::any_of<at::H100_80GB, at::A100>>({.count = 2}))) ==
        R"({"resources":{"accelerators":["H100-80GB:2","A100:2"]}})");
  STATIC_REQUIRE(at::request<slices, at::A100::partition<"2g.10gb">>().devices[0] == "A100:1");
  STATIC_REQUIRE_FALSE(at::can_request<wholes, at::A100::partition<"2g.10gb">>);
  STATIC_REQUIRE_FALSE(at::can_request<wholes, at::A100, at::T4>);
  using pcie = pool_of<wholes, at::setting<"product", "NVIDIA A100 80GB PCIe">>;
  STATIC_REQUIRE(at::request<pcie, at::A100_80GB>().devices[0] == "A100-80GB:1");
  STATIC_REQUIRE_FALSE(at::can_request<pool_of<wholes, at::setting<"selects-product", "false">>, at::A100>);
  STATIC_REQUIRE(at::detail::skypilot::name_by_label("NVIDIA-A10G") == "A10G");
  STATIC_REQUIRE(at::detail::skypilot::name_by_label("Tesla-V100-SXM2-32GB") == "V100");
  STATIC_REQUIRE(at::detail::skypilot::name_by_label("NVIDIA-GeForce-RTX-3070").empty());
}

TEST_CASE("a system by its name is the one that has a type") {
  STATIC_REQUIRE(std::is_same_v<at::system<"slurm">, at::system<"slurm">>);
  STATIC_REQUIRE(std::is_same_v<at::system<"kubernetes-mixed">, at::system<"kubernetes-mixed">>);
}

TEST_CASE("dstack is asked for alternatives that have one memory") {
  auto const gpus = []<class... Wanted>(at::list<Wanted...>) {
    return to_json(to_document(at::request<at::system<"dstack">, Wanted...>({.count = 8})));
  };
  CHECK(gpus(at::list<at::any_of<at::A100_80GB, at::H100_80GB>>{}) == R"({"resources":{"gpu":"A100,H100:80GB:8"}})");
  CHECK(gpus(at::list<at::any_of<at::L4, at::H100_80GB>>{}) == R"({"resources":{"gpu":"L4,H100:8"}})");
  CHECK(gpus(at::list<at::A800_40GB>{}) == R"({"resources":{"gpu":"A800:40GB:8"}})");
  STATIC_REQUIRE_FALSE(at::can_request<at::system<"dstack">, at::any_of<at::A100, at::H100_80GB>>);
  STATIC_REQUIRE_FALSE(at::can_request<at::system<"dstack">, at::any_of<at::A100, at::L4>>);
  STATIC_REQUIRE_FALSE(at::can_request<at::system<"dstack">, at::any_of<at::H100_80GB, at::MI300X>>);
  STATIC_REQUIRE_FALSE(at::can_request<at::system<"dstack">, at::A100, at::H100_80GB>);
}

TEST_CASE("what a system has no word for is refused") {
  STATIC_REQUIRE_FALSE(at::can_request<at::system<"skypilot">, at::THOR>);
  STATIC_REQUIRE_FALSE(at::can_request<at::system<"skypilot">, at::V5E>);
  STATIC_REQUIRE_FALSE(at::can_request<at::system<"dstack">, at::A100::partition<"2g.10gb">>);
  STATIC_REQUIRE_FALSE(
      at::can_request<at::system<"hami", at::setting<"memory-mib", "3000">>, at::A100::partition<"2g.10gb">>);
  STATIC_REQUIRE_FALSE(at::can_request<at::system<"volcano", at::setting<"memory-mib", "3000">>, at::MI300X>);
  STATIC_REQUIRE_FALSE(at::can_request<at::system<"nomad">, at::A100::partition<"1c.3g.20gb">>);
  STATIC_REQUIRE_FALSE(at::can_request<at::system<"htcondor">, at::A100, at::T4>);
  STATIC_REQUIRE_FALSE(at::can_request<at::system<"lsf">, at::any_of<at::A100, at::T4>>);
  STATIC_REQUIRE_FALSE(at::can_request<at::system<"nebius">, at::MI300X>);
  STATIC_REQUIRE_FALSE(at::can_request<at::system<"hami", at::setting<"by-mig", "true">>, at::A100>);
  CHECK(at::request<at::system<"hami", at::setting<"memory-mib", "8000">, at::setting<"by-mig", "true">>, at::A100>(
            {.count = 2})
            .limit("nvidia.com/gpumem") == 8000);
  CHECK(at::request<pool_of<at::system<"hami">, at::setting<"selects-product", "false">>, at::A100>()
            .annotations.empty());
  CHECK(at::request<at::system<"volcano", at::setting<"memory-mib", "3000">, at::setting<"by-mig", "true">>, at::A100>()
            .limit("volcano.sh/vgpu-memory") == 3000);
  CHECK(to_json(to_document(at::request<at::system<"skypilot">, at::V4::slice<"2x2x1">>({.nodes = 2}))) ==
        R"({"num_nodes":2,"resources":{"accelerators":"tpu-v4-8"}})");
}

TEST_CASE("the spec of a pod alone can stand in another manifest") {
  auto const asked = at::request<at::system<"kubernetes-mixed">, at::A100::partition<"2g.10gb">>();
  at::document const spec =
      at::kubernetes::detail::pod_spec(asked, {.name = "clean", .image = "registry.example/clean:1"});
  CHECK_THAT(to_json(spec), contains(R"("nvidia.com/mig-2g.10gb")") && contains("registry.example/clean:1"));
}
