// SPDX-License-Identifier: BSL-1.0
/// \file
/// Prints, a line each, for kubernetes_manifests.py:
///
///   manifest<TAB>JSON              what Kubernetes is given for the accelerators of test/data/scheduler_requests.tsv
///   device<TAB>JSON                a device as its driver publishes it, for all that the catalogue knows
///   custom<TAB>KIND<TAB>JSON       what Kueue and KubeRay are given
///   class<TAB>JSON                 a DeviceClass
///   claim<TAB>DEVICES<TAB>CLAIM    a claim, and of each of its requests or alternatives which devices are meant
/// Data: the accelerators of scheduler_requests.tsv alone; Kubernetes' schemas and CEL judge what is printed.
#include <allotype/cluster/provision/resource_slice.hpp>
#include <allotype/cluster/request/dra.hpp>
#include <allotype/cluster/request/kuberay.hpp>
#include <allotype/cluster/request/kueue.hpp>
#include <allotype/cluster/request/system.hpp>

#include <iostream>
#include <set>

#include "cluster/request/golden_accelerators.hpp"
#include "cluster/request/golden_table.hpp"

namespace {

namespace at = allotype;
namespace dra = at::dra;
namespace kubernetes = at::kubernetes;
using accelerator = at::accelerator_data;
using at::document;

void print(char const* what, document const& printed) { std::cout << what << '\t' << to_json(printed) << '\n'; }

at::detail::request_items one(accelerator const& what, int count = 1) {
  at::detail::request_items wanted;
  wanted.add(what, count);
  return wanted;
}

// ---- manifests

std::set<std::string> printed_manifests;
void print_manifest(document const& manifest) {
  if (printed_manifests.insert(to_json(manifest)).second) print("manifest", manifest);
}

template <class Settings>
void print_pods(Settings const& on, accelerator const& what, at::request_options options) {
  at::work const work{.name = "estimate-noise", .command = {"estimate", "--strength", "0.8"}};
  auto const request = ask(on, one(what, options.count), options);
  if (request.refused) return;
  if (request.pods == 1) print_manifest(kubernetes::pod(request, work));
  if (request.pods > 1) {
    print_manifest(kubernetes::job(request, work));
    print_manifest(kubernetes::headless_service(work));
  }
  if constexpr (requires { dra::claim(request); }) {
    print_manifest(dra::claim(request, work));
    print_manifest(dra::claim_template(request, work));
  }
}

void print_manifests(accelerator const& what) {
  at::request_options const pod{.count = 1, .cpus = 4, .memory = at::bytes{8ull << 30}};
  print_pods(at::system<"kubernetes-mixed">::settings, what, pod);
  print_pods(at::system<"dra">::settings, what, pod);
  // Other systems print the same forms: a few accelerators show them.
  std::string const name = what.name;
  if (name != "A100" && name != "A100 2g.10gb" && name != "MI300X CPX/NPS4" && name != "V5E 4x4" && name != "Trn1")
    return;
  at::request_options const job{
      .count = what.chips != 0 ? 1 : 2, .nodes = 4, .ephemeral_storage = at::bytes{20ull << 30}};
  for (auto const& options : {pod, job}) {
    print_pods(at::system<"kubernetes-single">::settings, what, options);
    print_pods(at::system<"kubernetes-mixed">::settings, what, options);
    print_pods(at::system<"amd-mixed">::settings, what, options);
    print_pods(at::system<"gke">::settings, what, options);
    print_pods(at::system<"eks-karpenter">::settings, what, options);
    print_pods(at::system<"aks-node-pool">::settings, what, options);
    print_pods(at::system<"hami", at::setting<"memory-mib", "3000">>::settings, what, options);
    print_pods(at::system<"nebius">::settings, what, options);
    print_pods(at::system<"kai", at::setting<"queue", "team-a">>::settings, what, options);
    print_pods(at::system<"run-ai", at::setting<"queue", "vision">, at::setting<"fraction-percent", "25">>::settings,
               what, options);
    print_pods(at::system<"dra-extended-resource">::settings, what, options);
    print_pods(at::system<"dra", at::setting<"tolerates", "example.com/unhealthy">,
                          at::setting<"memory-mib", "4096">>::settings,
               what, options);
    auto unchecked = at::system<"dra-v1beta1">::settings;
    unchecked.selects_product = false;
    print_pods(unchecked, what, options);
  }
}

// ---- what Kueue and KubeRay are given

void print_custom(char const* kind, document const& printed) {
  std::cout << "custom\t\"" << kind << "\"\t" << to_json(printed) << '\n';
}

template <class Pool>
void print_queue(accelerator const& what) {
  auto const queued = ask(at::kueue::on<Pool>::settings, one(what), {.count = 1, .cpus = 4});
  if (queued.refused) return;
  print_custom("ResourceFlavor", at::kueue::resource_flavor(queued));
  print_custom("ClusterQueue", at::kueue::cluster_queue(queued, "vision"));
  print_manifest(at::kueue::job(queued, "team-a"));
  if (*queued.partition != '\0')
    print_custom("KueueConfiguration", at::kueue::memory_transformation(queued, "example.com/gpu-memory"));
}
void print_mappings(accelerator const& what) {
  auto const queued = ask(at::kueue::on<at::system<"dra">>::settings, one(what), {.count = 1});
  if (queued.refused) return;
  print_custom("KueueConfiguration", at::kueue::device_class_mapping(queued, "example.com/devices"));
  print_custom("KueueConfiguration", at::kueue::device_class_mapping(queued, "example.com/sms", "multiprocessors"));
}
/// 72 GPUs of a rack, on its 18 nodes.
void print_domain(accelerator const& what) {
  auto on = at::system<"dra">::settings;
  on.compute_domain = true;
  auto const rack = ask(on, one(what, 72), {.count = 72});
  if (rack.refused) return;
  print_custom("ComputeDomain", at::dra::compute_domain(rack, {.name = "train"}));
  print_manifest(at::kubernetes::job(rack, {.name = "train"}));
}
template <class Pool>
void print_workers(accelerator const& what, at::request_options const& options) {
  auto const group = ask(at::kuberay::on<Pool>::settings, one(what, options.count), options);
  if (!group.refused) print_custom("WorkerGroup", at::kuberay::worker_group(group, {.name = "workers"}));
}

void print_queues_and_workers(accelerator const& what) {
  print_mappings(what);
  print_domain(what);
  print_queue<at::system<"kubernetes-mixed">>(what);
  print_queue<at::system<"kubernetes-single">>(what);
  print_queue<at::system<"amd-mixed">>(what);
  print_queue<at::system<"gke">>(what);
  for (auto const& options :
       {at::request_options{.count = 1}, at::request_options{.count = 2, .nodes = 4, .cpus = 8}}) {
    print_workers<at::system<"kubernetes-mixed">>(what, options);
    print_workers<at::system<"amd-mixed">>(what, options);
    print_workers<at::system<"gke">>(what, options);
  }
}

// ---- devices, and the claims that mean them

char const* driver_of(accelerator const& what) {
  return what.maker == at::vendor::amd ? "gpu.amd.com" : "gpu.nvidia.com";
}

std::vector<std::string> boards_of(accelerator const& what) {
  if (what.maker == at::vendor::amd) return {std::string{"AMD_Instinct_"} + what.device};
  return {what.product_names, what.product_names + (what.several_sizes ? 0 : what.product_count)};
}

/// What the drivers publish of a device, as far as selectors read it.
document attributes_of(accelerator const& what, std::string const& board) {
  bool const amd = what.maker == at::vendor::amd;
  bool const part = what.is_partition() && !(amd && what.compute_mode == at::amd_compute_mode::SPX);
  document attributes{{"type", amd    ? (part ? "amdgpu-partition" : "amdgpu")
                               : part ? "mig"
                                      : "gpu"},
                      {"productName", board}};
  if (what.is_partition() && amd)
    attributes["partitionProfile"] = kubernetes::detail::mode_value(what.partition).text();
  if (what.is_partition() && !amd) attributes["profile"] = what.partition;
  return attributes;
}

bool is_published(accelerator const& what) {
  bool const has_driver = what.maker == at::vendor::amd || what.maker == at::vendor::nvidia;
  return has_driver && !what.is_compute_instance() && !boards_of(what).empty();
}

void print_devices(accelerator const& what) {
  // AMD's device with one partition is the whole device.
  bool const twice =
      what.maker == at::vendor::amd && !what.is_partition() && what.state != at::accelerator_data::partitioning::none;
  if (!is_published(what) || twice) return;
  for (std::string const& board : boards_of(what)) {
    print("device", {{"driver", driver_of(what)}, {"attributes", attributes_of(what, board)}});
  }
}

/// Which devices are meant: those with these attributes, whatever else they have.
document meant(accelerator const& what, char const* board) {
  document means;
  document const attributes = attributes_of(what, board != nullptr ? board : "");
  for (auto const& [name, value] : attributes.members()) {
    if (board != nullptr || name != "productName") means[name] = value;
  }
  return {{"driver", driver_of(what)}, {"attributes", means}};
}

template <class Settings>
void print_claim(Settings const& on, at::detail::request_items const& all) {
  auto const request = ask(on, all, {.count = 1});
  if (request.refused) return;
  document means = document::array();
  for (auto const& each : request.each) {
    int const copies = request.one_device && request.each.size() > 1 ? each.count : 1;
    for (int i = 0; i < copies; ++i) {
      means.push_back(meant(*each.what, on.selects_product ? dra::detail::product_of(request, *each.what) : nullptr));
    }
  }
  std::cout << "claim\t" << to_json(means) << '\t' << to_json(to_document(request)) << '\n';
}

void print_claims(accelerator const& what) {
  if (!is_published(what)) return;
  auto on = at::system<"dra">::settings;
  std::string const board = boards_of(what)[0];
  if (what.maker == at::vendor::amd) on.product = board.c_str();
  print_claim(on, one(what));
  bool const by_profile = what.is_partition() || what.maker == at::vendor::nvidia;
  on.selects_product = false;
  if (by_profile) print_claim(on, one(what));
}

void print_claims_of_several() {
  for (char const* words : {"any_of<H100_80GB,A100_80GB>", "any_of<A100::unpartitioned,A100::partition<\"3g.20gb\">>",
                            "A100::partition<\"1g.10gb\"> + H100_80GB::partition<\"1g.10gb\">",
                            "layout<A100,\"3g.20gb\",\"2g.10gb\",\"1g.5gb\",\"1g.5gb\">"}) {
    print_claim(at::system<"dra">::settings, *golden::items_named(words, 1));
  }
}

}  // namespace

int main() {
  std::set<std::string> seen;
  for (auto const& row : golden::rows_of("scheduler_requests.tsv")) {
    accelerator const* const what = golden::find(row[1]);
    if (what != nullptr && seen.insert(row[1]).second) print_manifests(*what);
  }
  for (auto const& known : dra::detail::driver_classes) {
    print("class", dra::detail::class_document(known));
    print_manifest(dra::detail::class_document(known));
  }
  for (document const& slice : dra::resource_slices<at::A100>("node-1", 3)) print_manifest(slice);
  for (document const& slice : dra::resource_slices<at::H100_80GB>("node-2", 1, dra::counters::beside_the_devices)) {
    print_manifest(slice);
  }
  print_manifest(dra::device_class<at::RTX_PRO_6000_BLACKWELL::partition<"1g.24gb+me.all">>());
  for (auto const& [words, what] : golden::all_accelerators()) {
    print_devices(*what);
    print_claims(*what);
    print_queues_and_workers(*what);
  }
  print_claims_of_several();
  std::cout.flush();
  return std::cout ? 0 : 1;
}
