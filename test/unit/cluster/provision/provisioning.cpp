// SPDX-License-Identifier: BSL-1.0
// What nodes are given so that their GPUs are set up, byte for byte as the tools' own documentation has it.
// Data: the documentation of each tool, and the rows of scheduler_requests.tsv, whose column `basis` says where they
// are from.
#include <allotype/catalog/amd.hpp>
#include <allotype/cluster.hpp>
#include <allotype/cluster/fleet/planned_arrivals.hpp>
#include <allotype/cluster/pools/setup.hpp>
#include <allotype/cluster/provision.hpp>
#include <nlohmann/json.hpp>
#include <set>

#include "catalog/catalog_csv.hpp"
#include "catch.hpp"
#include "patterns.hpp"
#include "plan/mig_boards.hpp"

namespace at = allotype;

namespace {

at::accelerator_data const& device_named(std::string const& name) {
  static std::map<std::string, at::accelerator_data const*> const devices = [] {
    std::map<std::string, at::accelerator_data const*> found;
    using gpus = boost::mp11::mp_transform<boost::mp11::mp_identity, at::detail::known_gpus>;
    boost::mp11::mp_for_each<gpus>([&](auto device) {
      using model = typename decltype(device)::type;
      if constexpr (at::detail::has_rows<model>) found[model::name] = &at::detail::data_of<model>;
    });
    return found;
  }();
  return *devices.at(name);
}

/// The first group of each match.
std::vector<std::string> matches(std::string const& text, char const* pattern) {
  std::vector<std::string> found;
  for (auto const& each : patterns::all(text, pattern)) found.push_back(each[1]);
  return found;
}

/// `layout<A100,3 x "2g.10gb",at<"1g.5gb",6>>`, `A100::unpartitioned`, `A100`: MIG on and nothing created.
at::gpu_setup setup_of_text(std::string const& text) {
  bool const is_layout = text.rfind("layout<", 0) == 0;
  std::string const device = is_layout ? text.substr(7, text.find(',') - 7) : text.substr(0, text.find(':'));
  std::vector<std::string> instances;
  for (auto const& each : patterns::all(text, "(([0-9]+) x )?(at<)?\"([^\"]+)\"(,([0-9]+)>)?")) {
    std::string const &count = each[2], &profile = each[4], &start = each[6];
    instances.insert(instances.end(), count.empty() ? 1u : std::stoul(count),
                     start.empty() ? profile : profile + "@" + start);
  }
  at::gpu_setup setup = at::gpu_setup::of(at::detail::plan_layout_on(device_named(device), instances));
  setup.mig = text.find("::unpartitioned") == std::string::npos;
  return setup;
}

std::string nvidia_smi_of(table_row const& row) {
  using form = at::nvidia_smi::instance_form;
  std::string const& options = row.at("options");
  form const chosen = options.find("by name") != std::string::npos ? form::name_and_start
                      : options.find("start") != std::string::npos ? form::id_and_start
                                                                   : form::id;
  bool const of_one_gpu = row.at("output").find(" -i 0") != std::string::npos;
  return at::nvidia_smi::create_command(setup_of_text(row.at("accelerator")), {chosen, of_one_gpu ? 0 : at::unknown});
}

std::string mig_parted_of(table_row const& row) {
  std::string const& accelerator = row.at("accelerator");
  if (accelerator.rfind("8 A100", 0) == 0) {
    auto const seven = setup_of_text("layout<A100,7 x \"1g.5gb\">");
    return to_json(to_document(at::mig_parted::configuration("custom-config")
                                   .on({0, 1, 2, 3}, at::gpu_setup::of<at::A100::unpartitioned>())
                                   .on({4}, seven)
                                   .on({5}, setup_of_text("layout<A100,3 x \"2g.10gb\">"))
                                   .on({6}, setup_of_text("layout<A100,2 x \"3g.20gb\">"))
                                   .on({7}, setup_of_text("layout<A100,\"3g.20gb\",\"2g.10gb\",2 x \"1g.5gb\">"))));
  }
  bool const filtered = row.at("options").find("device-filter") != std::string::npos;
  std::string const text = accelerator == "MIG on, no instances" ? "A100" : accelerator;
  return to_json(to_document(at::mig_parted::configuration(
      setup_of_text(text), filtered ? at::mig_parted::boards::of_its_kind : at::mig_parted::boards::any)));
}

template <class Make>
std::string or_refusal(Make const& make) {
  try {
    return make();
  } catch (at::input_error const& refused) {
    return std::string{"{\"refuse\":\""} + refused.what() + "\"}";
  }
}

std::string amd_of(table_row const& row) {
  return or_refusal([&] {
    at::amd_config_manager::profile made;
    auto const modes = matches(row.at("accelerator"), "\"([A-Z]+/NPS[0-9])\"");
    auto const counts = matches(row.at("count"), "([0-9]+)");
    for (std::size_t i = 0; i < modes.size(); ++i) {
      for (int compute = 0; compute <= static_cast<int>(at::amd_compute_mode::CPX); ++compute) {
        for (at::amd_memory_mode const memory : at::detail::amd_memory_modes) {
          auto const it = static_cast<at::amd_compute_mode>(compute);
          if (modes[i] == at::detail::amd_mode_text(it, memory).text()) made.add(it, memory, std::stoi(counts.at(i)));
        }
      }
    }
    return row.at("options") == "node label" ? at::amd_config_manager::label_command("NODE", made)
                                             : to_json(to_document(made));
  });
}

std::string slurm_of(table_row const& row) {
  std::string const& accelerator = row.at("accelerator");
  if (row.at("options") == "gres.conf") return at::slurm::gres_conf;
  if (row.at("options") == "gres.conf, by hand") return at::slurm::gres_line("nvidia_a100_1g.5gb", 0, {66, 67});
  auto const plus = accelerator.find(" + ");
  std::vector<at::gpu_setup> gpus = {setup_of_text(accelerator.substr(0, plus))};
  if (plus != std::string::npos) gpus.push_back(setup_of_text(accelerator.substr(plus + 3) + "::unpartitioned"));
  if (row.at("options") != "slurm.conf") return at::slurm::accounting_line<at::system<"slurm-short-names">>(gpus);
  // The manual's line is of a site that has no features.
  std::string const line = at::slurm::node_line<at::system<"slurm-short-names">>("tux[1-16]", gpus);
  return line.substr(0, line.rfind(" Feature=a100"));
}

/// AKS and OpenShift refuse in words of their own.
std::string refused_or(auto const& make) {
  try {
    return make();
  } catch (at::input_error const&) {
    return "refused";
  }
}

/// `A::partition<"P">`: so many of it as fit.
at::gpu_setup filled_with(std::string const& partition) {
  std::string const device = partition.substr(0, partition.find(':'));
  std::string const profile = matches(partition, "\"([^\"]+)\"").at(0);
  auto const& gpu = device_named(device);
  auto const& board = *gpu.board;
  int most = 0;
  for (int row = 0; row < board.row_count; ++row)
    most = board.rows[row].profile == profile ? board.rows[row].max_instances : most;
  return at::gpu_setup::of(
      at::detail::plan_layout_on(gpu, std::vector<std::string>(static_cast<std::size_t>(most), profile)));
}

std::string openshift_of(table_row const& row) {
  using strategy = at::kubernetes::mig_strategy;
  std::string const& options = row.at("options");
  if (options == "layout") {
    return at::gpu_operator::openshift_label_command(
        "$NODE", at::mig_parted::configuration(setup_of_text(row.at("accelerator"))));
  }
  return refused_or([&] {
    // The table has the command without the quotes that a shell needs.
    return patterns::replaced(at::gpu_operator::openshift_strategy_command(
                                  options.find("none") != options.npos ? strategy::none : strategy::mixed),
                              "'", "");
  });
}

std::string compute_class_of(table_row const& row) {
  int const gpus = std::max(1, std::atoi(row.at("count").c_str()));  // `-`: not stated
  auto const made =
      nlohmann::json::parse(to_json(at::gke_nodes::compute_class("gpus", filled_with(row.at("accelerator")), gpus)));
  return nlohmann::json{{"priorities", made["spec"]["priorities"]}}.dump();
}

std::string made_of(table_row const& row) {
  std::string const& target = row.at("target");
  if (target == "nvidia-smi") return nvidia_smi_of(row);
  if (target == "mig-parted") return mig_parted_of(row);
  if (target == "amd-provision") return amd_of(row);
  if (target == "slurm-provision") return slurm_of(row);
  if (target == "gke-nodepool") return at::gke_nodes::partition_command(setup_of_text(row.at("accelerator")));
  if (target == "gke-computeclass") return compute_class_of(row);
  if (target == "aks-nodepool")
    return refused_or([&] { return at::aks::node_pool_options(setup_of_text(row.at("accelerator"))); });
  if (target == "openshift-provision") return openshift_of(row);
  REQUIRE(target == "gpu-operator");
  return at::gpu_operator::label_command("NODE", at::mig_parted::configuration(setup_of_text(row.at("accelerator"))));
}

using balanced = at::layout<at::A100, "3g.20gb", "2g.10gb", "1g.5gb", "1g.5gb">;

}  // namespace

TEST_CASE("each published configuration is made of its layout, byte for byte") {
  auto const rows = rows_of(tsv_records(text_of_file(ALLOTYPE_TEST_DATA "/scheduler_requests.tsv")));
  std::map<std::string, int> tried;
  std::set<std::string> const tools = {"nvidia-smi",       "mig-parted",      "gpu-operator",
                                       "amd-provision",    "slurm-provision", "gke-nodepool",
                                       "gke-computeclass", "aks-nodepool",    "openshift-provision"};
  for (table_row const& row : rows) {
    if (!tools.contains(row.at("target"))) continue;
    INFO(row.at("target") << " " << row.at("accelerator") << " " << row.at("options"));
    std::string const& output = row.at("output");
    std::string const made = made_of(row);
    if (made == "refused") {
      CHECK(output.rfind("{\"refuse\":", 0) == 0);
    } else if (row.at("target") == "gke-computeclass") {
      CHECK(nlohmann::json::parse(made) == nlohmann::json::parse(output));
    } else {
      CHECK(made == output);
    }
    ++tried[row.at("target")];
  }
  CHECK(tried["nvidia-smi"] >= 7);
  CHECK(tried["mig-parted"] >= 16);
  CHECK(tried["gpu-operator"] >= 3);
  CHECK(tried["amd-provision"] >= 4);
  CHECK(tried["slurm-provision"] >= 4);
  CHECK(tried["gke-nodepool"] >= 2);
  CHECK(tried["gke-computeclass"] >= 1);
  CHECK(tried["aks-nodepool"] >= 2);
  CHECK(tried["openshift-provision"] >= 3);
}

TEST_CASE("a cloud that fills a GPU with one size is not told of another layout") {
  auto const mixed = at::gpu_setup::of<at::layout<at::A100, "3g.20gb", "2g.10gb">>();
  auto const few = at::gpu_setup::of<at::layout<at::A100, "1g.5gb", "1g.5gb">>();
  auto const no_size = at::gpu_setup::of<at::layout<at::A100, "4g.20gb">>();
  CHECK_THROWS_WITH(at::gke_nodes::partition_command(mixed),
                    contains("this layout has 3g.20gb and 2g.10gb: make a pool of each"));
  CHECK_THROWS_WITH(at::gke_nodes::compute_class("c", few, 1), contains("7 x 1g.5gb, and this layout has 2"));
  CHECK_THROWS_WITH(at::gke_nodes::create_command("p", 1, no_size, 1),
                    contains("GKE does not make 4g.20gb on A100; it makes 1g.5gb,2g.10gb,3g.20gb,7g.40gb"));
  CHECK_THROWS_WITH(at::aks::node_pool_options(mixed), contains("AKS fills a GPU with partitions of one size"));
  CHECK_THROWS_WITH(at::aks::node_pool_options(at::gpu_setup::of<at::B200::unpartitioned>()),
                    contains("Azure has no machine with B200"));
}

TEST_CASE("what is made while compiling is what is made while running") {
  auto const planned = at::gpu_setup::of(at::plan_layout<at::A100>({"3g.20gb", "2g.10gb", "1g.5gb", "1g.5gb"}));
  using smi = at::nvidia_smi::options;
  using form = at::nvidia_smi::instance_form;
  CHECK(at::nvidia_smi::create<balanced> == at::nvidia_smi::create_command(planned));
  CHECK(at::nvidia_smi::create<balanced, smi{form::id, 3}> == at::nvidia_smi::create_command(planned, {form::id, 3}));
  constexpr at::mig_parted::configuration made(at::gpu_setup::of<balanced>());
  static_assert(std::string_view(made.name()) == "all-balanced");
  CHECK(to_json(to_document(made)) == to_json(to_document(at::mig_parted::configuration(planned))));
  CHECK(std::string{at::nvidia_smi::create<balanced>} == "nvidia-smi mig -cgi 9:4,14:0,19:2,19:3 -C");
}

TEST_CASE("a layout whose texts are copies keeps its places") {
  at::planned_layout layout = at::plan_layout<at::A100>({"3g.20gb", "2g.10gb", "1g.5gb", "1g.5gb"});
  std::string const before = at::nvidia_smi::create_command(at::gpu_setup::of(layout));
  std::size_t const stranding = at::plan_arrivals(layout).stranding.size();
  CHECK(stranding == 3);
  std::vector<std::string> const copies{"3g.20gb", "2g.10gb", "1g.5gb", "1g.5gb"};
  for (std::size_t i = 0; i < copies.size(); ++i) layout.placements[i].profile = copies[i].c_str();
  CHECK(at::nvidia_smi::create_command(at::gpu_setup::of(layout)) == before);
  CHECK(at::plan_arrivals(layout).stranding.size() == stranding);
}

TEST_CASE("the ConfigMap has the file of mig-parted as a text of several lines") {
  at::mig_parted::configuration const halves(at::gpu_setup::of<at::layout<at::A100, "3g.20gb", "3g.20gb">>());
  CHECK(to_yaml(at::gpu_operator::config_map({halves}, "mine")) == R"(apiVersion: v1
kind: ConfigMap
metadata:
  name: mine
data:
  config.yaml: |
    version: v1
    mig-configs:
      all-disabled:
      - devices: all
        mig-enabled: false
      all-3g.20gb:
      - devices: all
        mig-enabled: true
        mig-devices:
          3g.20gb: 2
)");
}

TEST_CASE("Slurm's types of slices are those that jobs ask for") {
  auto const slices = at::gpu_setup::of<at::layout<at::A100, "1g.5gb", "3g.20gb", "1g.5gb">>();
  CHECK(at::slurm::node_line<at::system<"slurm">>("n1", {slices, at::gpu_setup::of<at::A100::unpartitioned>()}) ==
        "NodeName=n1 gres=gpu:nvidia_a100-sxm4-40gb:1,gpu:nvidia_a100_1g.5gb:2,gpu:nvidia_a100_3g.20gb:1 Feature=a100");
  using old = at::system<"slurm-22.05">;
  CHECK(at::slurm::node_line<old>("n1", {at::gpu_setup::of<at::layout<at::A100_80GB, "3g.40gb">>()}) ==
        "NodeName=n1 gres=gpu:nvidia_a100_3g.39gb:1 Feature=a100");
  auto const same_name = at::gpu_setup::of<at::layout<at::A100, "1g.5gb", "1g.5gb+me">>();
  CHECK(or_refusal([&] {
          return at::slurm::node_line<old>("n1", {same_name});
        }).find("calls two kinds of slices nvidia_a100_1g.5gb") != std::string::npos);
  CHECK(or_refusal([&] {
          return at::slurm::node_line<old>("n1", {slices, at::gpu_setup::of<at::layout<at::H100_80GB>>()});
        }).find("of one kind, and these are A100 and H100_80GB") != std::string::npos);
}

namespace {

/// What `slurm-short-names` calls it, and what its plug-in detects; empty where either refuses.
std::pair<std::string, std::string> types_in_slurm(at::accelerator_data const& what, bool before_23_02_6) {
  at::detail::request_items wanted;
  wanted.add(what, 1);
  auto on = before_23_02_6 ? at::system<"slurm-22.05">::settings : at::system<"slurm">::settings;
  auto const detected = ask(on, wanted, {.count = 1});
  on.short_names = true;
  auto const short_one = ask(on, wanted, {.count = 1});
  if (detected.refused || short_one.refused) return {};
  return {short_one.each[0].type.text(), detected.each[0].type.text()};
}

}  // namespace

TEST_CASE("each short type of Slurm's is a part of the detected one, in one piece") {
  int boards = 0, profiles = 0;
  using gpus = boost::mp11::mp_transform<boost::mp11::mp_identity, at::detail::known_gpus>;
  boost::mp11::mp_for_each<gpus>([&](auto device) {
    at::accelerator_data what = at::detail::data_of<typename decltype(device)::type>;
    if (what.maker != at::vendor::nvidia || what.product() == nullptr) return;
    CAPTURE(what.device);
    what.state = at::accelerator_data::partitioning::whole;
    auto const [whole, detected] = types_in_slurm(what, false);
    REQUIRE_FALSE(whole.empty());
    CHECK(detected.find(whole) != std::string::npos);
    ++boards;
    if (what.board == nullptr) return;
    for (int row = 0; row < what.board->row_count; ++row) {
      at::accelerator_data part = what;
      part.state = at::accelerator_data::partitioning::part;
      part.row = &what.board->rows[row];
      part.partition = part.row->profile;
      CAPTURE(part.partition);
      for (bool const before : {false, true}) {
        auto const [name, full] = types_in_slurm(part, before);
        if (before && name.empty()) continue;  // its memory is not published
        REQUIRE_FALSE(name.empty());
        CHECK(full.find(name) != std::string::npos);
        CHECK(full.size() == full.find(name) + name.size());
      }
      ++profiles;
    }
  });
  CHECK(boards >= 30);
  CHECK(profiles >= 100);
}

TEST_CASE("nodes have the feature that jobs of Slurm ask for") {
  using any = at::pool<"any", at::system<"slurm">, at::nodes<2>, at::gpus_of<at::RTX_PRO_6000_BLACKWELL, 8>,
                       at::setting<"open-by-feature", "true">>;
  auto const open = at::slurm::to_string(at::request<any, at::RTX_PRO_6000_BLACKWELL>());
  CHECK(open == "--gres=gpu:1 --constraint=rtx_pro_6000_blackwell");
  CHECK(at::provision<any>().at(0).text.find(" Feature=rtx_pro_6000_blackwell\n") != std::string::npos);
  using plain = at::pool<"plain", at::system<"slurm">, at::gpus_of<at::H100_80GB, 8>>;
  using either = at::any_of<at::H100_80GB, at::A100>;
  CHECK(at::slurm::to_string(at::request<at::system<"slurm">, either>()) == "--gres=gpu:1 --constraint=\"h100|a100\"");
  CHECK(at::provision<plain>().at(0).text.find(" Feature=h100\n") != std::string::npos);
}

TEST_CASE("TPUs are resources of their own in Slurm") {
  using tpus = at::pool<"tpus", at::system<"slurm-short-names">, at::nodes<2>, at::gpus_of<at::V5E, 4>>;
  CHECK(at::slurm::to_string(at::request<tpus, at::V5E>({.count = 4})) == "--gres=tpu:v5e:4");
  auto const steps = at::provision<tpus>();
  REQUIRE(steps.size() == 2);
  CHECK(steps[0].text == R"(GresTypes=tpu
NodeName=tpus[1-2] gres=tpu:v5e:4 Feature=v5e
# needs slurmdbd: without it leave this line out, or slurmctld does not start
AccountingStorageTRES=gres/tpu,gres/tpu:v5e
)");
  CHECK(steps[1].text == "NodeName=tpus[1-2] Name=tpu Type=v5e Count=4\n");
  using counted = at::system<"slurm-short-names", at::setting<"counted", "per-job">>;
  STATIC_REQUIRE_FALSE(at::can_request<counted, at::V5E>);  // --gpus counts GPUs alone
  STATIC_REQUIRE_FALSE(at::can_request<at::system<"slurm-short-names">, at::V5E::slice<"4x4">>);
  STATIC_REQUIRE_FALSE(at::can_request<at::system<"slurm-short-names">, at::any_of<at::V5E, at::A100>>);
}

TEST_CASE("Slurm shares GPUs by shards and by mps, and finds them as the pool says") {
  using four = at::setting<"replicas", "4">;
  using mps = at::setting<"mps", "true">;
  using detected = at::system<"slurm">;
  using shards = at::pool<"shards", detected, at::nodes<2>, at::gpus_of<at::A100_80GB, 2>, four>;
  CHECK(to_string(at::request<shards, at::A100_80GB>()) == "--gres=shard:nvidia_a100-sxm4-80gb:1");
  auto const shared = at::provision<shards>();
  CHECK(shared.at(0).text == R"(GresTypes=gpu,shard
NodeName=shards[1-2] gres=gpu:nvidia_a100-sxm4-80gb:2,shard:nvidia_a100-sxm4-80gb:8 Feature=a100
# needs slurmdbd: without it leave this line out, or slurmctld does not start
AccountingStorageTRES=gres/gpu,gres/gpu:nvidia_a100-sxm4-80gb,gres/shard
)");
  CHECK(shared.at(1).text ==
        "NodeName=shards[1-2] AutoDetect=nvml\n"
        "NodeName=shards[1-2] Name=shard Type=nvidia_a100-sxm4-80gb Count=8\n");
  // A pool that is shared has room for as many tasks.
  STATIC_REQUIRE(at::serves_together<shards, at::replicas<at::A100_80GB, 16>>);
  STATIC_REQUIRE_FALSE(at::serves_together<shards, at::replicas<at::A100_80GB, 17>>);

  using by_mps = at::pool<"mps", detected, at::gpus_of<at::L4>, four, mps>;
  CHECK(to_string(at::request<by_mps, at::L4>({.count = 2})) == "--gres=mps:nvidia_l4:2");
  CHECK_THROWS_WITH(
      (at::provision<at::cluster<shards, by_mps>>()),
      "pool \"shards\" has the kind of shares shard, and pool \"mps\" mps, where a Slurm has one: set up each "
      "of them by itself");
  CHECK(to_string(at::request<at::pool<"amd", detected, at::gpus_of<at::MI300X, 8>, four>, at::MI300X>()) ==
        "--gres=shard:amd_instinct_mi300x:1");
  using shared_system = at::system<"slurm", four>;
  STATIC_REQUIRE_FALSE(at::can_request<at::system<"slurm", four, mps>, at::MI300X>);
  STATIC_REQUIRE_FALSE(at::can_request<at::system<"slurm", four, at::setting<"counted", "per-job">>, at::L4>);
  STATIC_REQUIRE_FALSE(at::can_request<shared_system, at::A100::partition<"3g.20gb">>);
  STATIC_REQUIRE_FALSE(at::can_request<shared_system, at::V5E>);
  CHECK_THROWS_WITH(
      (at::provision<at::pool<"both", detected, at::gpus_of<at::L4, 2>, at::gpus_of<at::A100_80GB, 2>, four>>()),
      "the GPUs of a node that shards or mps share are of one kind");
}

namespace {

/// gres.conf of a pool whose GPUs are found so, or why there is none.
template <at::fixed_text By, class Nodes, class System = at::system<"slurm">>
std::string detected_by() {
  try {
    return at::provision<at::pool<"x", System, Nodes, at::setting<"autodetect", By>>>().at(1).text;
  } catch (at::input_error const& error) {
    return error.what();
  }
}

}  // namespace

TEST_CASE("how slurmd finds GPUs is what the pool says, where it finds these so") {
  using whole = at::gpus_of<at::L4, 4>;
  using part = at::layout<at::A100, "3g.20gb">;
  using amd = at::gpus_of<at::MI300X, 8>;
  CHECK(detected_by<"by-maker", whole>() == "NodeName=x AutoDetect=nvml\n");
  CHECK(detected_by<"nvidia", whole>() == "NodeName=x AutoDetect=nvidia\n");
  CHECK(detected_by<"rsmi", amd>() == "NodeName=x AutoDetect=rsmi\n");
  CHECK(detected_by<"off", whole>() == "NodeName=x AutoDetect=off Name=gpu Type=nvidia_l4 File=/dev/nvidia[0-3]\n");
  CHECK(detected_by<"nvidia", part>() == "A100 3g.20gb: AutoDetect=nvidia finds no partitions: take nvml");
  CHECK(detected_by<"nvidia", whole, at::system<"slurm-22.05">>() ==
        "L4: AutoDetect=nvidia is known to Slurm 24.11 and later");
  CHECK(detected_by<"rsmi", whole>() == "L4: AutoDetect=rsmi finds AMD's GPUs alone");
  CHECK(detected_by<"nvml", amd>() == "MI300X: AutoDetect=rsmi alone finds AMD's GPUs");
  CHECK(detected_by<"off", amd>() ==
        "MI300X: AutoDetect=off needs the files of AMD's GPUs, whose numbers are the machine's");
}

TEST_CASE("every multiset of every board has a name of its own that is the value of a label") {
  // The constructor throws where the name is too long or has other characters.
  int named = 0;
  for (library_board const& board : all_boards()) {
    at::detail::board_places const places = board.places({});
    if (places.units == 0) continue;
    at::accelerator_data it;
    it.board = &board;
    std::set<std::string> names;
    int multisets = 0;
    std::vector<std::string> profiles;
    auto const each = [&](auto const& self, int least) -> void {
      if (!profiles.empty()) {
        at::mig_parted::configuration const made(at::gpu_setup::of(at::detail::plan_layout_on(it, profiles)));
        names.insert(made.name());
        ++multisets;
      }
      for (int row = least; row < board.row_count; ++row) {
        profiles.emplace_back(board.rows[row].profile);
        std::vector<at::detail::instance_spec> wanted;
        for (auto const& profile : profiles) wanted.push_back(at::detail::parse_instance_spec(it, profile));
        if (at::detail::placeable(places, wanted.data(), static_cast<int>(wanted.size()))) self(self, row);
        profiles.pop_back();
      }
    };
    each(each, 0);
    CHECK(static_cast<int>(names.size()) == multisets);
    named += multisets;
  }
  CHECK(named > 1000);
}

TEST_CASE("what no tool would take is refused with the reason") {
  using at::mig_parted::configuration;
  auto const reason = [](auto const& make) {
    return or_refusal([&] {
      make();
      return std::string{};
    });
  };
  CHECK(reason([] { configuration("five+one"); }).find("is no name of a configuration") != std::string::npos);
  CHECK(reason([] { configuration(""); }).find("1 to 63 letters") != std::string::npos);
  CHECK(reason([] { configuration("-a"); }).find("begins and ends with a letter") != std::string::npos);
  CHECK(reason([] { configuration(std::string(63, 'a')); }).empty());
  CHECK(reason([] { configuration(std::string(64, 'a')); }).find("1 to 63 letters") != std::string::npos);
  auto const one = at::gpu_setup::of<balanced>();
  CHECK(reason([&] { configuration("a").on({0, 1}, one).on({1}, one); }).find("GPU 1 is set up twice") !=
        std::string::npos);
  CHECK(reason([&] { configuration("a").on({}, one); }).find("needs a GPU") != std::string::npos);
  auto const unknown_ids = at::gpu_setup::of<at::layout<at::H20_141GB>>();
  CHECK(reason([&] {
          configuration("a").on_all(unknown_ids, at::mig_parted::boards::of_its_kind);
        }).find("the PCI ids of H20_141GB are not known") != std::string::npos);
  CHECK(reason([] {
          at::amd_config_manager::profile().add<at::MI300X::partition<"CPX/NPS4">>(0);
        }).find("at least one GPU") != std::string::npos);
}

TEST_CASE("mig-parted gets the names that requests have under the same driver") {
  using largest = at::layout<at::A100_80GB, "7g.80gb">;
  using older = at::pool<"older", at::system<"kubernetes-mixed">, largest, at::setting<"driver", "535">>;
  auto const steps = at::provision<older>();
  CHECK(steps.at(0).text.find("          7g.79gb: 1\n") != std::string::npos);
  constexpr auto asked = at::request<older, at::A100_80GB::partition<"7g.80gb">>();
  CHECK(asked.limit("nvidia.com/mig-7g.79gb") == 1);
  // The name of the configuration stays: NVIDIA's own has it.
  CHECK(steps.at(1).text.find("nvidia.com/mig.config=all-7g.80gb ") != std::string::npos);
  CHECK_THROWS_WITH(
      at::mig_parted::configuration(at::gpu_setup::of<at::layout<at::B200, "1g.23gb">>()).under(at::driver::R535),
      contains("B200 1g.23gb came with a later driver than R535"));
}
