// SPDX-License-Identifier: BSL-1.0
/// \file
/// What each system is asked for, row by row as test/data/scheduler_requests.tsv has it.
/// Data: the column `basis` of scheduler_requests.tsv says what was seen from a system and what its documentation
/// states; gfd_labels.tsv and slurm_types.tsv are what GPU Feature Discovery and Slurm made of the names.

#include <allotype/cluster/request/container.hpp>
#include <allotype/cluster/request/dra.hpp>
#include <allotype/cluster/request/htcondor.hpp>
#include <allotype/cluster/request/kuberay.hpp>
#include <allotype/cluster/request/kueue.hpp>
#include <allotype/cluster/request/node_labels.hpp>
#include <allotype/cluster/request/ray.hpp>
#include <allotype/cluster/request/slurm.hpp>
#include <allotype/cluster/request/system.hpp>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "catch.hpp"
#include "golden_accelerators.hpp"
#include "patterns.hpp"

namespace {

namespace at = allotype;
namespace kubernetes = at::kubernetes;
namespace slurm = at::slurm;
namespace dra = at::dra;
using nlohmann::json;

/// What a row asks of a system. Nothing: the row is of something else.
using answer = std::optional<std::string>;
constexpr char refused[] = "refused";

template <class Request>
std::string printed(Request const& request) {
  if (request.refused) return refused;
  if constexpr (requires { to_string(request); }) {
    return to_string(request);
  } else {
    return to_json(to_document(request));
  }
}
std::string printed(at::system_request const& request) {
  // The table writes the lines in one.
  return request.refused ? refused : patterns::replaced(to_string(request), "\n", "\\n");
}

struct row {
  std::string target, accelerator, count, options, output;
  at::detail::request_items wanted;

  int number() const { return std::max(1, std::atoi(count.c_str())); }
};

template <class Settings>
std::string asked(row const& of, Settings const& settings, at::request_options options = {}) {
  options.count = of.number();
  return printed(ask(settings, of.wanted, options));
}

answer kubernetes_plugin(row const& of, kubernetes::mig_strategy strategy) {
  auto on = at::system<"kubernetes-mixed">::settings;
  on.strategy = strategy;
  std::string const& said = of.options;
  on.selects_product = said.find("product label") == 0;
  if (said == "product label (PCIe board)") on.product = "NVIDIA A100-PCIE-40GB";
  if (said.find("driver before R470") != said.npos) on.driver = at::driver::R460;
  if (said.find("time-slicing") == 0)
    on.replicas = 2, on.renames_shared = said.find("renameByDefault=true") != said.npos;
  if (said == "MPS") on.mps = true;
  if (said == "shared") {
    on.selects_product = true;
    on.replicas = 2;
    if (of.wanted.first().board != nullptr && of.wanted.first().board->name == std::string{"A100_40GB"})
      on.driver = at::driver::R460;
  }
  if (strategy == kubernetes::mig_strategy::single) on.selects_product = true;
  return asked(of, on);
}

/// The labels of a node that has these devices.
answer labels_of_a_node(row const& of) {
  auto on = at::system<"kubernetes-mixed">::settings;
  std::string const& said = of.options;
  on.strategy = said.find("mixed") == 0    ? kubernetes::mig_strategy::mixed
                : said.find("single") == 0 ? kubernetes::mig_strategy::single
                                           : kubernetes::mig_strategy::none;
  if (of.output.find("\"A100-SXM4") != of.output.npos) on.driver = at::driver::R460;  // the name of an old driver
  if (of.output.find("\"Tesla-T4") != of.output.npos) on.product = "Tesla T4";
  if (said.find("time-slicing 4 replicas") == 0) on.replicas = 4;
  on.renames_shared = said.find("renameByDefault=true") != said.npos;
  at::detail::node_content node;
  node.push_back({&of.wanted.first(), of.number()});
  return to_json(kubernetes::detail::node_labels(on, node));
}

answer google(row const& of) {
  auto on = at::system<"gke">::settings;
  if (of.options == "a3-megagpu") on.accelerator = "nvidia-h100-mega-80gb";
  return asked(of, on);
}
answer google_tpu(row const& of) {
  auto on = at::system<"gke">::settings;
  if (of.options == "tpu-v5-lite-device") on.accelerator = "tpu-v5-lite-device";
  // The column counts machines here, and one pod is on each.
  row one = of;
  one.count = "1";
  return asked(one, on, {.nodes = of.number()});
}

answer amazon(row const& of) {
  auto on = at::system<"eks-karpenter">::settings;
  if (of.options.find("g6f (fraction)") != of.options.npos) at::setting<"instance-type", "g6f.large">::apply(on);
  on.neuron_cores = of.options == "cores instead of devices";
  return asked(of, on);
}

at::detail::aks::settings aks_pool(std::string const& said) {
  if (said == "single") return at::system<"aks-single">::settings;
  if (said.find("mixed") == 0) return at::system<"aks-mixed">::settings;
  if (said == "instance type") return at::system<"aks-node-pool-by-size">::settings;
  if (said == "node auto-provisioning") return at::system<"aks-auto-provisioning">::settings;
  return at::system<"aks-node-pool">::settings;
}
/// The taint is on nodes of every pool, and in one row.
answer azure(row const& of) {
  auto request = ask(aks_pool(of.options), of.wanted, {.count = of.number()});
  CHECK((request.refused || request.tolerations[0].key == "sku"));
  if (of.output.find("tolerations") == of.output.npos) request.tolerations = {};
  return printed(request);
}

/// What a node of MI300X offers is what a request for all of it asks for.
answer capacity(row const& of) {
  auto const on = of.options.find("mixed") != of.options.npos ? at::system<"amd-mixed">::settings
                                                              : at::system<"amd-single">::settings;
  at::detail::pool_content node;
  for (auto const& gpus : patterns::all(of.options, "([0-9]+) (GPUs in )?([A-Z]+)/(NPS[0-9])")) {
    auto const* const what = golden::find("MI300X::partition<\"" + gpus[3] + "/" + gpus[4] + "\">");
    REQUIRE(what != nullptr);
    node.add(*what, std::stoi(gpus[1]) * at::detail::partitions_in(what->compute_mode,
                                                                   at::MI300X::partition<"CPX/NPS1">::max_instances));
  }
  at::refusal refusal;
  refuse_nodes(on, node.on_a_node, refusal);
  if (refusal) return refused;
  auto const& kind = node.on_a_node[0];
  at::detail::request_items all;
  all.add(*kind.what, kind.count);
  return json{{"capacity", json::parse(printed(ask(on, all, {.count = kind.count})))["limits"]}}.dump();
}
answer amd(row const& of) {
  if (of.options.find("capacity") == 0) return capacity(of);
  return of.options == "mixed" ? asked(of, at::system<"amd-mixed">::settings)
                               : asked(of, at::system<"amd-single">::settings);
}

answer slurm_job(row const& of) {
  std::string const& said = of.options;
  if (said == "wrong case") {
    // The site's types are in lower case, and the request is not.
    auto wrong = at::system<"slurm-short-names">::settings;
    wrong.types.push_back({of.wanted.first().name, "A100_2g.10gb"});
    auto const node = ask(at::system<"slurm-short-names">::settings, of.wanted, {.count = 1});
    return ask(wrong, of.wanted, {.count = 1}).is_also_met_by(node) ? to_string(node) : refused;
  }
  auto on =
      said.find("before 23.02.6") != said.npos ? at::system<"slurm-22.05">::settings : at::system<"slurm">::settings;
  on.short_names = said.find("site name") == 0 || said.empty() || said.find("open") == 0;
  on.open_by_feature = said.find("open") == 0;
  if (said.find("PCIe board") != said.npos) on.product = "NVIDIA A100-PCIE-40GB";
  if (said.find("Max-Q") == 0) on.product = "NVIDIA RTX PRO 6000 Blackwell Max-Q Workstation Edition";
  if (said.find("total over the job") != said.npos) on.counted = slurm::job_request::counting::per_job;
  if (said == "per node") on.counted = slurm::job_request::counting::gpus_per_node;
  row one = of;
  if (of.count == "1+1") one.count = "1";
  return asked(one, on);
}

answer claim(row const& of) {
  if (int gib = 0; std::sscanf(of.accelerator.c_str(), "GPU with %d GiB", &gib) == 1) {
    return to_json(dra::devices_by_memory(at::bytes{static_cast<unsigned long long>(gib) << 30}, of.number(), false));
  }
  auto on = of.target == "dra-v1beta1" ? at::system<"dra-v1beta1">::settings : at::system<"dra">::settings;
  // The rows are for every Kubernetes that has the API.
  on.exclusive = false;
  // What the rows of AMD's driver and those of one GPU leave out.
  on.selects_product = of.options != "profile only" && of.accelerator.find("(any)") == of.accelerator.npos &&
                       of.target != "dra-amd" && !of.wanted.one_device;
  on.any_board = of.options == "tolerant match";
  row one = of;
  one.wanted.one_device = of.wanted.one_device || of.options.find("same GPU") != of.options.npos;
  if (of.options.find("subrequests") != of.options.npos) {
    one.wanted.all = {};
    one.wanted.alternatives = true;
    for (int i = 0; i < of.number(); ++i) one.wanted.all.push_back({&of.wanted.first(), 1});
  }
  return asked(one, on);
}

std::string flat(at::document const& device_class) {
  json const manifest = json::parse(to_json(device_class));
  json parts = manifest["spec"];
  parts["name"] = manifest["metadata"]["name"];
  return parts.dump();
}
answer device_class(row const& of) {
  if (of.accelerator.find("(any)") == of.accelerator.npos)
    return flat(dra::detail::partition_class(of.wanted.first(), {.exclusive = false, .selects_product = false}));
  auto const& known = dra::detail::driver_classes[of.accelerator[0] == 'N' ? 0 : 1];
  return flat(dra::detail::class_document(known));
}

// ---- one machine: devices and no types

constexpr at::device_uuid gpu_uuid{"GPU-8932f937-d72c-4106-c12f-20bd9faed9f6"};
constexpr at::device_uuid mig_uuid{"MIG-41b2f937-d72c-4106-c12f-20bd9faed9f6"};
constexpr at::device_uuid older_uuid{"MIG-GPU-8932f937-d72c-4106-c12f-20bd9faed9f6/7/0"};

/// The table's words for UUIDs.
std::string without_uuids(std::string text) {
  text = patterns::replaced(text, "MIG-GPU-[0-9a-f-]+/7/0", "MIG-<GPU uuid>/<GI id>/<CI id>");
  for (std::string const kind : {"GPU-", "MIG-"})
    text = patterns::replaced(text, kind + "[0-9a-f]{8}-[0-9a-f-]+", kind + "<uuid>");
  return text;
}

/// `GPU 0, MIG device 1`, `GPUs 0 and 3`, `GPU 0, MIG devices 0 and 1`, by UUID.
std::vector<at::container::device> devices_by(row const& of) {
  std::string const& words = of.accelerator;
  std::vector<int> numbers;
  for (auto const& each : patterns::all(words, "[0-9]+")) numbers.push_back(std::stoi(each[0]));
  if (words == "AMD") return {{.gpu = 0}};
  if (words == "MIG device by UUID") return {{.gpu = 0, .partition = 0, .uuid = mig_uuid}};
  if (words == "MIG device") return {{.gpu = 0, .partition = 0, .uuid = older_uuid}};
  if (words == "GPU by UUID") return std::vector(of.number(), at::container::device{.uuid = gpu_uuid});
  std::vector<at::container::device> devices;
  bool const partitions = words.find("MIG") != words.npos;
  for (std::size_t i = partitions ? 1 : 0; i < numbers.size(); ++i) {
    devices.push_back(partitions ? at::container::device{.gpu = numbers[0], .partition = numbers[i]}
                                 : at::container::device{.gpu = numbers[i]});
  }
  return devices;
}

answer on_one_machine(row const& of) {
  using at::container::named_by;
  std::string const &words = of.accelerator, &said = of.options;
  auto const devices = devices_by(of);
  if (words.find("not in the file") != words.npos) {
    try {
      return at::container::cdi_options({devices[0]}, std::vector<std::string>{"0", "0:0", "0:1", "all"});
    } catch (at::input_error const& error) {
      CHECK_THAT(error.what(), starts_with("not in the CDI file: nvidia.com/gpu=0:2; it has 0, 0:0, 0:1, all"));
      return refused;
    }
  }
  bool const any = words.find(" GPU") == 1;  // `2 GPUs`
  if (of.target == "compose") {
    return to_json(any ? at::container::compose_service(of.number()) : at::container::compose_service(devices));
  }
  if (of.target == "cuda-visible-devices") {
    return without_uuids(words == "AMD" ? at::container::hip_visible_devices(devices) + " or ROCR_VISIBLE_DEVICES=0"
                                        : at::container::cuda_visible_devices(devices));
  }
  if (of.target == "docker" && said != "CDI") {
    if (any) return at::container::docker_gpus(of.number());
    return without_uuids(said.empty() ? at::container::docker_gpus(devices) : at::container::docker_runtime(devices));
  }
  if (words == "all") return at::container::cdi_option_of_all();
  return without_uuids(at::container::cdi_options(devices, said == "type-index names" ? named_by::type_and_index
                                                           : said == "uuid names"     ? named_by::uuid
                                                                                      : named_by::index));
}

// ---- other systems

answer ray_task(row const& of) {
  bool const by_label = of.options.find("label selector") == 0;
  auto on = by_label ? at::system<"ray-by-label">::settings : at::system<"ray">::settings;
  on.has_sizes = of.options.find("administrator adds") == 0;
  row one = of;
  one.wanted.all.begin()->count = of.wanted.first().chips > 0 ? 1 : of.number();
  return printed(ask(on, one.wanted, {.count = 1, .nodes = of.wanted.first().chips > 0 ? of.number() : 1}));
}
answer ray_start(row const& of) {
  auto const request = ask(at::system<"ray">::settings, of.wanted, {.count = of.number()});
  return without_uuids(start_line(request, std::vector<std::string>(of.number(), to_string(mig_uuid).text())));
}

template <class Pool>
std::string worker_group(row const& of, at::request_options options) {
  auto const request = ask(at::kuberay::on<Pool>::settings, of.wanted, options);
  if (request.refused) return refused;
  if (of.output.find("ray start") == 0) return start_line(request, of.output.find("--head") != of.output.npos);
  json const group = json::parse(to_json(worker_group(request)));
  json const spec = group["template"]["spec"];
  json said{{"numOfHosts", group["numOfHosts"]}, {"rayStartParams", group["rayStartParams"]}};
  said["limits"] = spec["containers"][0]["resources"]["limits"];
  if (spec.contains("nodeSelector")) said["nodeSelector"] = spec["nodeSelector"];
  return said.dump();
}
using neuron_cores = at::system<"eks-node-group", at::setting<"neuron-cores", "true">>;
answer kuberay(row const& of) {
  if (of.wanted.first().chips > 0) return worker_group<at::system<"gke">>(of, {.count = 1, .nodes = of.number()});
  at::request_options const options{.count = of.number()};
  return of.wanted.first().maker == at::vendor::aws ? worker_group<neuron_cores>(of, options)
                                                    : worker_group<at::system<"kubernetes-mixed">>(of, options);
}

answer kueue_object(row const& of) {
  namespace kueue = at::kueue;
  auto const request = ask(kueue::on<at::system<"kubernetes-mixed">>::settings, of.wanted,
                           {.count = of.number(), .cpus = 40, .memory = at::bytes{200ull << 30}});
  if (request.refused) return refused;
  if (of.options == "quota by memory") return to_json(memory_transformation(request, "example.com/accelerator-memory"));
  if (of.options == "job") return to_json(kueue::job(request, "user-queue"));
  if (of.options == "ClusterQueue") {
    return json::parse(to_json(cluster_queue(request, "queue")))["spec"].dump();
  }
  return to_json(resource_flavor(request));
}

answer shared_gpu(row const& of) {
  bool const by_mig = of.options.find("MIG") != of.options.npos;
  int const memory = std::atoi(of.options.c_str());
  if (of.target == "volcano-vgpu") return asked(of, at::detail::volcano::settings{memory, by_mig});
  return asked(of, at::detail::hami::settings{memory, by_mig, of.accelerator != "any NVIDIA GPU"});
}

/// What SkyPilot calls the devices of nodes with a label.
answer name_by_label(row const& of) {
  using skypilot = at::system<"skypilot-on-kubernetes-single">;
  auto const nodes = ask(at::system<"kubernetes-single">::settings, of.wanted, {.count = 1});
  std::string const name = ask(skypilot::settings, of.wanted, {.count = 1}).devices[0].text();
  return json{{nodes.selects("nvidia.com/gpu.product"), name.substr(0, name.find(':'))}}.dump();
}

answer htcondor_job(row const& of) {
  at::compute_capability<> least;
  unsigned long long gigabytes = 0;
  if (std::sscanf(of.accelerator.c_str(), "compute capability %d.%d, %llu GB", &least.major, &least.minor,
                  &gigabytes) == 3) {
    return patterns::replaced(at::htcondor::devices_by_memory(least, at::bytes{gigabytes << 30}), "\n", "\\n");
  }
  return asked(of, at::system<"htcondor">::settings);
}

answer pbs_job(row const& of) {
  at::request_options options{.cpus = 8};
  if (of.output.find("mem=128GB") != of.output.npos) options.memory = at::bytes{128ull << 30};
  return asked(of, at::system<"pbs">::settings, options);
}

/// Words of the table for what is no type: any device that will do in the test.
std::string as_type(std::string const& target, std::string const& words) {
  if (target == "docker" || target == "compose" || target == "podman-cdi" || target == "cuda-visible-devices")
    return "T4";
  if (words.rfind("GPU with ", 0) == 0 || words == "NVIDIA GPU (any)" || words == "any NVIDIA GPU" ||
      words.rfind("compute capability", 0) == 0)
    return "T4";
  if (words == "MIG (any)") return "A100::partition<\"1g.5gb\">";
  auto const any = words.find("(any board)");
  return any == words.npos ? words : words.substr(0, any);
}

struct asked_system {
  char const* target;
  answer (*asked)(row const&);
};
constexpr asked_system systems[] = {
    {"k8s-mixed", [](row const& of) { return kubernetes_plugin(of, kubernetes::mig_strategy::mixed); }},
    {"k8s-single", [](row const& of) { return kubernetes_plugin(of, kubernetes::mig_strategy::single); }},
    {"k8s-none", [](row const& of) { return kubernetes_plugin(of, kubernetes::mig_strategy::none); }},
    {"k8s-node-labels", labels_of_a_node},
    {"openshift", [](row const& of) { return kubernetes_plugin(of, kubernetes::mig_strategy::mixed); }},
    {"gke", google},
    {"gke-tpu", google_tpu},
    {"eks", amazon},
    {"eks-instance", [](row const& of) -> answer { return asked(of, at::system<"eks-node-group">::settings); }},
    {"aks", azure},
    {"amd", amd},
    {"slurm", slurm_job},
    {"docker", on_one_machine},
    {"compose", on_one_machine},
    {"podman-cdi", on_one_machine},
    {"cuda-visible-devices", on_one_machine},
    {"ray", ray_task},
    {"ray-start", ray_start},
    {"kuberay", kuberay},
    {"kueue", kueue_object},
    {"hami", shared_gpu},
    {"volcano-vgpu", shared_gpu},
    {"pbs", pbs_job},
    {"htcondor", htcondor_job},
    {"lsf", [](row const& of) -> answer { return asked(of, at::system<"lsf">::settings); }},
    {"nomad",
     [](row const& of) -> answer {
       return of.options == "constraint"
                  ? asked(of, at::system<"nomad", at::setting<"by-constraint", "true">>::settings)
                  : asked(of, at::system<"nomad">::settings);
     }},
    {"skypilot", [](row const& of) -> answer { return asked(of, at::system<"skypilot">::settings); }},
    {"skypilot-labels", name_by_label},
    {"dstack", [](row const& of) -> answer { return asked(of, at::system<"dstack">::settings); }},
    {"coreweave", [](row const& of) -> answer { return asked(of, at::system<"coreweave">::settings); }},
    {"nebius", [](row const& of) -> answer { return asked(of, at::system<"nebius">::settings); }},
    {"dra-v1", claim},
    {"dra-v1beta1", claim},
    {"dra-amd", claim},
    {"dra-deviceclass", device_class},
    {"dra-extended",
     [](row const& of) -> answer { return asked(of, at::dra::detail::by_class_settings{.selects_product = false}); }},
};

/// What sets nodes up: test/unit/provision compares it.
std::set<std::string> const provisioned = {"mig-parted",      "nvidia-smi",    "gpu-operator", "openshift-provision",
                                           "slurm-provision", "amd-provision", "gke-nodepool", "gke-computeclass",
                                           "aks-nodepool",    "dra-slice"};

/// A claim in one form: without counts of one, requests and terms of a selector in order, without guards.
json in_one_form(json claim) {
  if (claim.is_array()) {
    for (json& each : claim) each = in_one_form(each);
    if (!claim.empty() && claim[0].is_object() && claim[0].contains("exactly")) std::sort(claim.begin(), claim.end());
  } else if (claim.is_object()) {
    if (claim.contains("deviceClassName") && claim.contains("count") && claim["count"] == 1) claim.erase("count");
    for (auto& [name, value] : claim.items()) {
      if (name != "expression") {
        value = in_one_form(value);
        continue;
      }
      auto terms = golden::split(value.get<std::string>(), " && ");
      std::erase_if(terms, [](std::string const& term) { return term.rfind("has(", 0) == 0; });
      std::sort(terms.begin(), terms.end());
      value = terms;
    }
  }
  return claim;
}

/// The table leaves out tolerations here and there, the requests that repeat the limits of a TPU, and all but the label
/// in one row.
bool says(std::string const& target, json row, json ours) {
  if (target == "k8s-node-labels") {
    // Memory differs by driver and is not said; `resource` is no label; `mig.config` is set by an administrator.
    for (auto label = row.begin(); label != row.end();) {
      bool const other = label.key().find(".memory") != std::string::npos || label.key() == "resource" ||
                         label.key() == "nvidia.com/mig.config";
      label = other ? row.erase(label) : std::next(label);
    }
  }
  if (target.rfind("dra-", 0) == 0 && target != "dra-extended") {
    if (row.contains("name") && ours.contains("requests")) ours = ours["requests"][0];
    return in_one_form(row) == in_one_form(ours);
  }
  if (target == "kueue" && row.contains("metadata") && !row.contains("spec")) {
    return row["metadata"]["labels"] == ours["metadata"]["labels"];
  }
  if (target == "kuberay") {
    // An empty list of options, and one host, are left out.
    if (!row.contains("rayStartParams") && ours["rayStartParams"].empty()) ours.erase("rayStartParams");
    if (!row.contains("numOfHosts") && ours["numOfHosts"] == 1) ours.erase("numOfHosts");
    if (!row.contains("nodeSelector")) ours.erase("nodeSelector");
    for (auto& [name, amount] : row["limits"].items()) amount = amount.is_string() ? amount : json(amount.dump());
    return row == ours;
  }
  for (auto const& [name, value] : row.items()) {
    if (!ours.contains(name) || ours[name] != value) return false;
  }
  for (auto const& [name, value] : ours.items()) {
    if (!row.contains(name) && name != "tolerations" && name != "requests" && row.contains("limits")) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("each row of the table is what the system is asked for") {
  int compared = 0, refusals = 0, elsewhere = 0;
  std::set<std::string> left_out;
  for (auto const& cells : golden::rows_of("scheduler_requests.tsv")) {
    row of{cells[0], cells[1], cells[2], cells[3], cells[4], {}};
    CAPTURE(of.target, of.accelerator, of.count, of.options);
    if (provisioned.contains(of.target)) {
      ++elsewhere;
      continue;
    }
    auto const* const system = std::find_if(std::begin(systems), std::end(systems),
                                            [&](auto const& each) { return of.target == each.target; });
    auto const wanted = golden::items_named(as_type(of.target, of.accelerator), of.number());
    answer const ours = system == std::end(systems) || !wanted ? answer{} : (of.wanted = *wanted, system->asked(of));
    if (!ours) {
      left_out.insert(of.target + ": " + of.accelerator);
      continue;
    }
    ++compared;
    bool const is_json = of.output[0] == '{';
    json const expected = is_json ? json::parse(of.output) : json{};
    if (is_json && expected.contains("refuse")) {
      ++refusals;
      CHECK(*ours == refused);
    } else if (is_json) {
      CAPTURE(of.output, *ours);
      REQUIRE(*ours != refused);
      CHECK(says(of.target, expected, json::parse(*ours)));
    } else {
      CHECK(*ours == of.output);
    }
  }
  CAPTURE(compared, refusals);
  CHECK(compared == 375);
  CHECK(refusals == 23);
  CHECK(elsewhere == 47);
  // A request is for a type, and the catalogue has none of these devices.
  CHECK(left_out ==
        std::set<std::string>{"dstack: Gaudi2 (not in the catalogue)", "eks: Radeon Pro V520 (not in the catalogue)"});
}

TEST_CASE("names of boards and profiles in labels are those of GPU Feature Discovery") {
  int rows = 0, families = 0;
  for (auto const& cells : golden::rows_of("gfd_labels.tsv")) {
    std::string const &strategy = cells[0], &board = cells[1], &profile = cells[2], &expected = cells[3];
    CAPTURE(strategy, board, profile);
    at::short_text made;
    if (strategy == "mixed") {
      made << "nvidia.com/mig-" << kubernetes::detail::profile_value(profile.c_str());
      CHECK(cells[4] == kubernetes::detail::product_value(board.c_str()).text());
    } else {
      made << kubernetes::detail::product_value(board.c_str());
      for (auto const& [words, what] : golden::all_accelerators()) {
        bool is_its_name = false;
        for (int i = 0; i < what->product_count && !what->several_sizes; ++i)
          is_its_name = is_its_name || board == what->product_names[i];
        if (strategy != "none" || !is_its_name) continue;
        CHECK(kubernetes::detail::family_of(what->capability) == cells[4]);
        ++families;
      }
      if (strategy == "single") made << "-MIG-" << kubernetes::detail::profile_value(profile.c_str());
    }
    CHECK(made.text() == expected);
    ++rows;
  }
  CHECK(rows == 295);
  CHECK(families > 100);
}

TEST_CASE("Slurm's types are those that it detects, before and after 23.02.6") {
  int rows = 0;
  for (auto const& cells : golden::rows_of("slurm_types.tsv")) {
    std::string const &board = cells[0], &profile = cells[1];
    CAPTURE(board, profile);
    at::accelerator_data what;
    at::mig_row partition{};
    auto const name = at::parse_mig_name(profile.c_str());
    partition.memory_mib = std::atoi(cells[2].c_str());
    partition.compute_slices = name.gpu_slices;
    what.maker = at::vendor::nvidia;
    what.state = at::accelerator_data::partitioning::part;
    what.partition = profile.c_str();
    what.row = &partition;
    at::detail::request_items wanted;
    wanted.add(what, 1);
    auto on = at::system<"slurm">::settings;
    on.product = board.c_str();
    CHECK(ask(on, wanted, {.count = 1}).each[0].type.text() == cells[4]);
    auto old = at::system<"slurm-22.05">::settings;
    old.product = board.c_str();
    CHECK(ask(old, wanted, {.count = 1}).each[0].type.text() == cells[3]);
    ++rows;
  }
  CHECK(rows == 122);
}
