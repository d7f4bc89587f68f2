// SPDX-License-Identifier: BSL-1.0
/// \file
/// What each system is asked for, row by row as test/data/scheduler_requests.tsv has it.

#include <allotype/request/aks.hpp>
#include <allotype/request/eks.hpp>
#include <allotype/request/gke.hpp>
#include <allotype/request/slurm.hpp>

#include <functional>
#include <nlohmann/json.hpp>

#include "golden_accelerators.hpp"

namespace {

namespace at = allotype;
namespace kubernetes = at::kubernetes;
namespace slurm = at::slurm;
using nlohmann::json;

/// What a row asks of a system. Nothing: the row is of something else.
using answer = std::optional<std::string>;
constexpr char refused[] = "refused";

std::string printed(kubernetes::pod_request const& request) {
  return request.refused ? refused : to_json(to_document(request));
}
std::string printed(slurm::job_request const& request) { return request.refused ? refused : to_text(request); }

struct row {
  std::string target, accelerator, count, options, output;
  at::detail::wanted wanted;

  int number() const { return std::max(1, std::atoi(count.c_str())); }
};

template <class Settings>
std::string asked(row const& of, Settings const& settings, at::request_options options = {}) {
  options.count = of.number();
  return printed(ask(settings, of.wanted, options));
}

answer kubernetes_plugin(row const& of, kubernetes::mig_strategy strategy) {
  kubernetes::settings on;
  on.strategy = strategy;
  std::string const& said = of.options;
  on.product_label = said.find("product label") == 0;
  if (said == "product label (PCIe board)") on.product = "NVIDIA A100-PCIE-40GB";
  if (said.find("driver before R470") != said.npos) on.driver = at::driver::R460;
  if (said.find("time-slicing") == 0) on.replicas = 2, on.renames_shared = said.find("renameByDefault=true") != said.npos;
  if (said == "MPS") on.mps = true;
  if (said == "shared") {
    on.product_label = true;
    on.replicas = 2;
    if (of.wanted.first().board == std::string{"A100_40GB"}) on.driver = at::driver::R460;
  }
  if (strategy == kubernetes::mig_strategy::single) on.product_label = true;
  return asked(of, on);
}

answer google(row const& of) {
  auto on = at::gke::settings;
  if (of.options == "a3-megagpu") on.accelerator = "nvidia-h100-mega-80gb";
  return asked(of, on);
}
answer google_tpu(row const& of) {
  auto on = at::gke::settings;
  if (of.options == "tpu-v5-lite-device") on.accelerator = "tpu-v5-lite-device";
  // The column counts machines here, and one pod is on each.
  row one = of;
  one.count = "1";
  return asked(one, on, {.nodes = of.number()});
}

answer amazon(row const& of) {
  at::eks::settings on = at::eks::karpenter::settings;
  if (of.options.find("fraction") != of.options.npos) return {};
  on.neuron_cores = of.options == "cores instead of devices";
  return asked(of, on);
}

answer azure(row const& of) {
  std::string const& said = of.options;
  if (said == "single") return asked(of, at::aks::single::settings);
  if (said.find("mixed") == 0) return asked(of, at::aks::mixed::settings);
  if (said == "instance type") return asked(of, at::aks::node_pool_by_size::settings);
  if (said == "node auto-provisioning") return asked(of, at::aks::auto_provisioning::settings);
  return asked(of, at::aks::node_pool::settings);
}

answer amd(row const& of) {
  if (of.options.find("capacity") == 0) return {};  // of a node, not a request
  return of.options == "mixed" ? asked(of, kubernetes::amd_mixed::settings) : asked(of, kubernetes::amd_single::settings);
}

answer slurm_job(row const& of) {
  std::string const& said = of.options;
  if (said == "wrong case") return {};  // a text that a person wrote
  slurm::settings on;
  if (said.find("before 23.02.6") != said.npos) on.version = slurm::version::v22_05;
  on.short_names = said.find("site name") == 0 || said.empty() || said.find("open") == 0;
  on.open_by_feature = said.find("open") == 0;
  if (said.find("PCIe board") != said.npos) on.product = "NVIDIA A100-PCIE-40GB";
  if (said.find("Max-Q") == 0) on.product = "NVIDIA RTX PRO 6000 Blackwell Max-Q Workstation Edition";
  if (said.find("total over the job") != said.npos) on.counted = slurm::counted::per_job;
  if (said == "per node") on.counted = slurm::counted::gpus_per_node;
  row one = of;
  if (of.count == "1+1") one.count = "1";
  return asked(one, on);
}

std::map<std::string, std::function<answer(row const&)>> const systems = {
    {"k8s-mixed", [](row const& of) { return kubernetes_plugin(of, kubernetes::mig_strategy::mixed); }},
    {"k8s-single", [](row const& of) { return kubernetes_plugin(of, kubernetes::mig_strategy::single); }},
    {"k8s-none", [](row const& of) { return kubernetes_plugin(of, kubernetes::mig_strategy::none); }},
    {"openshift", [](row const& of) { return kubernetes_plugin(of, kubernetes::mig_strategy::mixed); }},
    {"gke", google},
    {"gke-tpu", google_tpu},
    {"eks", amazon},
    {"eks-instance", [](row const& of) -> answer { return asked(of, at::eks::node_group::settings); }},
    {"aks", azure},
    {"amd", amd},
    {"slurm", slurm_job},
};

/// The table leaves out tolerations here and there, the requests that repeat the limits of a TPU, and all but the label in one
/// row.
bool says(json const& row, json const& ours) {
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
  int compared = 0, refusals = 0;
  std::map<std::string, int> left_out;
  for (auto const& cells : golden::rows_of("scheduler_requests.tsv")) {
    row of{cells[0], cells[1], cells[2], cells[3], cells[4], {}};
    CAPTURE(of.target, of.accelerator, of.count, of.options);
    auto const system = systems.find(of.target);
    auto const wanted = golden::wanted_by(of.accelerator, of.number());
    answer const ours = system == systems.end() || !wanted ? answer{} : (of.wanted = *wanted, system->second(of));
    if (!ours) {
      ++left_out[of.target];
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
      CHECK(says(expected, json::parse(*ours)));
    } else {
      CHECK(*ours == of.output);
    }
  }
  for (auto const& [target, rows] : left_out) UNSCOPED_INFO(target << ": " << rows << " rows are of something else");
  CHECK(compared == 242);
  CHECK(refusals == 13);
}

TEST_CASE("names of boards and profiles in labels are those of GPU Feature Discovery") {
  int rows = 0;
  for (auto const& cells : golden::rows_of("gfd_labels.tsv")) {
    std::string const &strategy = cells[0], &board = cells[1], &profile = cells[2], &expected = cells[3];
    CAPTURE(strategy, board, profile);
    at::detail::label made;
    if (strategy == "mixed") {
      made << "nvidia.com/mig-" << kubernetes::detail::profile_value(profile.c_str());
      CHECK(cells[4] == kubernetes::detail::product_value(board.c_str()).text());
    } else {
      made << kubernetes::detail::product_value(board.c_str());
      if (strategy == "single") made << "-MIG-" << kubernetes::detail::profile_value(profile.c_str());
    }
    CHECK(made.text() == expected);
    ++rows;
  }
  CHECK(rows == 295);
}

TEST_CASE("Slurm's types are those that it detects, before and after 23.02.6") {
  int rows = 0;
  for (auto const& cells : golden::rows_of("slurm_types.tsv")) {
    std::string const &board = cells[0], &profile = cells[1];
    CAPTURE(board, profile);
    at::detail::wanted_accelerator what;
    at::mig_row partition{};
    auto const name = at::parse_mig_name(profile.c_str());
    partition.memory_mib = std::atoi(cells[2].c_str());
    partition.compute_slices = name.gpu_slices;
    what.maker = at::vendor::nvidia;
    what.state = at::detail::accelerator_state::partition;
    what.partition = profile.c_str();
    what.row = &partition;
    at::detail::wanted wanted;
    wanted.add(what, 1);
    slurm::settings on;
    on.product = board.c_str();
    CHECK(ask(on, wanted, {.count = 1}).each[0].type.text() == cells[4]);
    on.version = slurm::version::v22_05;
    CHECK(ask(on, wanted, {.count = 1}).each[0].type.text() == cells[3]);
    ++rows;
  }
  CHECK(rows == 122);
}
