// SPDX-License-Identifier: BSL-1.0
/// \file
/// What Slurm is asked for: generic resources (GRES) by type, `--gres=gpu:nvidia_a100_2g.10gb:1`. A type is a name that
/// the site's configuration has: the one that Slurm detects by NVML, whose rule changed with 23.02.6, or one of the
/// site's own. Sources: SchedMD/slurm gpu_nvml.c before and after commit 04f0e4c3d7, interfaces/gres.c; Slurm's manual
/// of gres.conf.
#pragma once

#include <allotype/cluster/quoting/shell.hpp>
#include <allotype/cluster/request/detail/setting_rows.hpp>
#include <allotype/cluster/request/pool_parts.hpp>
#include <allotype/cluster/request/request.hpp>
#include <allotype/cluster/request/short_text.hpp>
#include <allotype/cluster/request/work.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::slurm {

/// What a job asks for: a constexpr value.
struct job_request {
  /// A number of generic resources of one type: an element of `--gres=gpu:TYPE:n`.
  struct gres {
    short_text type;           ///< empty: any GPU
    long long count = 0;       ///< how many
    char const* name = "gpu";  ///< of the kind of resource: `gpu`, of Google's chips `tpu`, of a share `shard` or `mps`
  };
  /// How a request counts.
  enum class counting {
    per_node,      ///< `--gres=gpu:TYPE:n`
    per_job,       ///< `--gpus=TYPE:n`
    gpus_per_node  ///< `--gpus-per-node=TYPE:n`
  };

  refusal refused;  ///< the reason why the system cannot state the request; empty if it can
  static_vector<gres, allotype::detail::request_items::max_items> each;  ///< all types that are asked for
  short_text constraint;                                                 ///< features of nodes; empty: none
  counting counted = counting::per_node;                                 ///< which option the counts go to
  int nodes = 1;                                                         ///< each with as much
  int cpus = 0;                                                          ///< of each node; 0: not stated
  bytes memory = {};                                                     ///< of each node
  char const* partition = nullptr;                                       ///< null: the site's default

  /// Whether what serves the other request would serve this one, too: its partition of nodes, and a GPU of one of the
  /// types.
  [[nodiscard]] constexpr bool is_also_met_by(job_request const& other) const {
    bool const same_partition = partition == nullptr || other.partition == nullptr
                                    ? partition == other.partition
                                    : allotype::detail::equal(partition, other.partition);
    if (!same_partition || !constraint.empty()) return false;
    for (gres const& mine : each) {
      for (gres const& had : other.each) {
        if (mine.type == had.type && allotype::detail::equal(mine.name, had.name)) return true;
      }
    }
    return false;
  }
};

namespace detail {

using namespace allotype::detail;

/// The release of Slurm, as far as names depend on it.
enum class version {
  v22_05,    ///< names of partitions are computed from their memory
  v23_02_6,  ///< and later: names are those that NVML prints
  newest = v23_02_6,
};

/// How slurmd finds a node's GPUs: `AutoDetect` in gres.conf.
enum class detection {
  by_maker,  ///< nvml for NVIDIA's, rsmi for AMD's
  nvml,      ///< by NVIDIA's library: GPUs and their partitions
  nvidia,    ///< without it, GPUs alone; since 24.11
  rsmi,      ///< by AMD's library
  off,       ///< not: gres.conf names the files
};

/// What a pool says about its nodes. Slurm detects types with `AutoDetect=nvml`. Short ones are what sites write by
/// hand. Each is a part of the detected name in one piece: slurmd gives no type to a GPU whose name lacks all of them.
struct settings {
  detail::version version = detail::version::newest;  ///< on which names depend
  bool short_names = false;      ///< `a100`, `a100_2g.10gb`: the detected name from the device's on
  bool open_by_feature = false;  ///< `A100` is any GPU, partitions included, of nodes with the feature `a100`;
                                 ///< `A100::unpartitioned` keeps its type
  job_request::counting counted = job_request::counting::per_node;  ///< how a request counts
  char const* product = nullptr;                                    ///< the board, where a device has several
  named_types types = {};                                           ///< names that the site has of its own
  char const* partition = nullptr;                                  ///< `#SBATCH --partition=`
  int replicas = 1;                                                 ///< clients that share a GPU, each with a shard
  bool mps = false;                                                 ///< by CUDA's multi-process service
  detection autodetect = detection::by_maker;                       ///< how slurmd finds the GPUs

  constexpr bool is_shared() const { return replicas > 1 || mps; }
};
template <version Version, bool ShortNames = false>
struct pool {
  static constexpr detail::settings settings{Version, ShortNames};
};

/// What Slurm makes of a product's name: lower case, `_` for blanks; of a partition's board up to the first `-`.
constexpr short_text detected_product(char const* nvml_name, bool partitioned) {
  short_text name;
  for (char const* c = nvml_name; *c != '\0' && !(partitioned && *c == '-'); ++c) name << (*c == ' ' ? '_' : lower(*c));
  return name;
}

/// `a100` of `A100_80GB_PCIE`, `rtx_6000_ada` of `RTX_6000_ADA`: up to the memory's size, in lower case. Nodes have it
/// as a feature.
constexpr short_text short_name(char const* device) {
  short_text name;
  for (char const* c = device; *c != '\0'; ++c) {
    char const* size = c;
    if (*c == '_') {
      for (++size; *size >= '0' && *size <= '9';) ++size;
    }
    if (size > c + 1 && begins_with(size, "GB")) break;
    name << lower(*c);
  }
  return name;
}

/// The detected name from the device's short one on: `h100_80gb_hbm3` of `nvidia_h100_80gb_hbm3`. Empty where the
/// board's name has no such part.
constexpr short_text short_product(char const* nvml_name, char const* device) {
  short_text const name = detected_product(nvml_name, true);
  short_text const from = short_name(device);
  for (char const* c = name.text(); *c != '\0'; ++c) {
    if (begins_with(c, from.text())) return short_text{c};
  }
  return {};
}

/// A partition as releases before 23.02.6 compute it. What follows the size is lost, and so is a compute instance.
constexpr short_text computed_profile(mig_row const& row) {
  return short_text{} << row.compute_slices << "g." << (row.memory_mib + 512) / 1024 << "gb";
}

/// The kind of resource. Slurm knows gpu, mps and shard; other names are the site's, and those of TPUs say so.
constexpr char const* gres_name(settings const& on, accelerator_data const& what) {
  if (on.is_shared()) return on.mps ? "mps" : "shard";
  return what.maker == vendor::google ? "tpu" : job_request::gres{}.name;
}

/// What Slurm does not share. (SchedMD/slurm, doc/html/gres, "MPS Management" and "Sharding")
constexpr void refuse_shares(job_request& to, settings const& on, accelerator_data const& what, int count) {
  if (!on.is_shared()) return;
  if (what.maker != vendor::nvidia && (on.mps || what.maker != vendor::amd))
    return to.refused("Slurm shares GPUs: NVIDIA's by mps, NVIDIA's and AMD's by shards");
  if (what.is_partition()) return to.refused("a pool whose GPUs are shared by shards or mps has whole GPUs alone");
  if (on.counted != job_request::counting::per_node) {
    // clang-format off: the sentence stays in the line of the call, which compilers quote
    return to.refused("--gpus and --gpus-per-node count whole GPUs: of shared ones take setting<\"counted\", \"per-node\">");
    // clang-format on
  }
  if (count > on.replicas) {
    // clang-format off: the sentence stays in the line of the call, which compilers quote
    return to.refused("Slurm takes all shares that a job has of a node from one GPU, and the setting replicas says how many that has");
    // clang-format on
  }
}

constexpr void ask_type(job_request& to, settings const& on, accelerator_data const& what, int count) {
  refuse_shares(to, on, what, count);
  if (to.refused) return;
  if (what.maker == vendor::google && on.counted != job_request::counting::per_node) {
    // clang-format off: the sentence stays in the line of the call, which compilers quote
    return to.refused("--gpus and --gpus-per-node count GPUs alone, and TPUs are resources tpu: take setting<\"counted\", \"per-node\">");
    // clang-format on
  }
  if (char const* const type = type_of_site(on.types, what))
    return to.each.push_back({type, count, gres_name(on, what)});
  // Of a device of several sizes each has a type of its own, and their nodes have the same feature.
  bool const is_any_size = what.several_sizes && on.product == nullptr && !on.short_names;
  if (is_any_size || (on.open_by_feature && what.state == accelerator_data::partitioning::open)) {
    to.constraint << (to.constraint.empty() ? "" : "&") << short_name(what.device);
    return to.each.push_back({"", count, gres_name(on, what)});
  }
  if (what.maker == vendor::amd && what.is_partition()) {
    // clang-format off: the sentence stays in the line of the call, which compilers quote
    return to.refused("Slurm's plug-in for AMD gives each partition the type of its device; a type of the site's tells them apart: add site_type<..., \"name\">");
    // clang-format on
  }
  if (what.maker == vendor::amd && !on.short_names) {
    // Releases up to 23.02 take ROCm SMI's brand, newer ones its name of the product. (SchedMD/slurm, gpu_rsmi.c)
    if (on.version == version::v22_05) {
      // clang-format off: the sentence stays in the line of the call, which compilers quote
      return to.refused("this release of Slurm has what ROCm SMI calls the brand as the type of AMD's GPUs, which is not published: add site_type<..., \"name\">");
      // clang-format on
    }
    return to.each.push_back({short_text{"amd_instinct_"} << short_name(what.device), count, gres_name(on, what)});
  }
  if (what.maker == vendor::google && what.is_partition()) {
    return to.refused(
        "Slurm counts a node's chips; the types of slices of TPUs are the site's: add site_type<..., \"name\">");
  }
  if (what.maker != vendor::nvidia && !on.short_names) {
    return to.refused("Slurm detects GPUs; the types of other devices are the site's: add site_type<..., \"name\">");
  }
  bool const by_product = !on.short_names || (what.is_partition() && what.maker == vendor::nvidia);
  if (by_product && on.product == nullptr && what.product() == nullptr) {
    // clang-format off: the sentence stays in the line of the call, which compilers quote
    return to.refused("the catalogue has no name of this board: add setting<\"product\", \"its name\"> or site_type<..., \"name\">");
    // clang-format on
  }
  char const* const board = on.product != nullptr ? on.product : what.product() != nullptr ? what.product_names[0] : "";
  short_text name = !by_product      ? short_name(what.device)
                    : on.short_names ? short_product(board, what.device)
                                     : detected_product(board, what.is_partition());
  if (name.empty()) {
    // clang-format off: the sentence stays in the line of the call, which compilers quote
    return to.refused("the board's name lacks the device's, so a short type is no part of what Slurm detects: use site_type<..., \"name\">");
    // clang-format on
  }
  if (what.is_partition()) {
    bool const computed = on.version == version::v22_05;
    if (computed && (what.row == nullptr || what.row->memory_mib == unknown)) {
      return to.refused("Slurm before 23.02.6 names this partition by its memory, which is not published");
    }
    name << '_';
    if (computed) {
      name << computed_profile(*what.row);
    } else {
      name << what.partition;
    }
  }
  if (!obeys(rule::batch_word, name.text())) {
    // clang-format off: the sentence stays in the line of the call, which compilers quote
    return to.refused("a type of Slurm's has 1 to 126 letters, digits, -, _, . and +, and this board's name has others");
    // clang-format on
  }
  to.each.push_back({name, count, gres_name(on, what)});
}

/// What `request` calls for such a pool. A refusal is in the result, with its reason.
constexpr job_request ask(settings const& on, request_items const& all, request_options options) {
  auto to = begin_request<job_request>(all, options);
  to.counted = on.counted;
  to.partition = on.partition;
  if (to.refused) return to;
  if (all.alternatives) {
    for (auto const& each : all.all) {
      refuse_shares(to, on, *each.what, options.count);
      if (to.refused) return to;
      if (each.what->is_partition()) {
        // clang-format off: the sentence stays in the line of the call, which compilers quote
        to.refused("Slurm has no either-or between types; alternatives are features of nodes, which partitions are not");
        // clang-format on
        return to;
      }
      if (!equal(gres_name(on, *each.what), gres_name(on, *all.all[0].what))) {
        // clang-format off: the sentence stays in the line of the call, which compilers quote
        to.refused("Slurm has no either-or between kinds of resources, and GPUs and TPUs are two");
        // clang-format on
        return to;
      }
      to.constraint << (to.constraint.empty() ? "" : "|") << short_name(each.what->device);
    }
    to.each.push_back({"", options.count, gres_name(on, *all.all[0].what)});
    return to;
  }
  if (on.is_shared() && all.all.size() > 1) {
    to.refused("Slurm takes all shares that a job has of a node from one GPU: ask for one kind");
    return to;
  }
  for (auto const& each : all.all) ask_type(to, on, *each.what, each.count);
  return to;
}

/// slurmd ends where gres.conf has two kinds of shares for a node. (SchedMD/slurm, gres_c_s.c)
inline constexpr char shares_are_of_one_kind[] = "the GPUs of a node that shards or mps share are of one kind";

/// Shares of what is not shared. And two kinds with one name: a request of either may get the other.
template <class Content>
constexpr void refuse_nodes(settings const& on, Content const& content, refusal& refused) {
  if (on.is_shared() && content.size() > 1) refused(shares_are_of_one_kind);
  for (auto const& a : content) {
    job_request one;
    one.refused = refused;
    refuse_shares(one, on, *a.what, 1);
    refused = one.refused;
    for (auto const& b : content) {
      if (&a == &b) continue;
      job_request both;
      ask_type(both, on, *a.what, 1);
      ask_type(both, on, *b.what, 1);
      bool const named = both.each.size() == 2 && !both.each[0].type.empty();
      if (named && both.each[0].type == both.each[1].type) {
        refused("two kinds of partitions of these nodes have the same type in Slurm: a newer Slurm, or site_type<...>");
      }
    }
  }
}

}  // namespace detail

/// The options of `sbatch`, `srun` and `salloc`, without quotes for a shell.
[[nodiscard]] inline std::vector<std::string> options_of(job_request const& request) {
  std::vector<std::string> options;
  bool const by_gres = request.counted == job_request::counting::per_node;
  std::string list;
  for (job_request::gres const& each : request.each) {
    if (!list.empty()) list += ',';
    if (by_gres) list += each.name + std::string{":"};
    if (!each.type.empty()) list += each.type.text() + std::string{":"};
    list += std::to_string(each.count);
  }
  char const* const name = by_gres                                             ? "--gres="
                           : request.counted == job_request::counting::per_job ? "--gpus="
                                                                               : "--gpus-per-node=";
  if (!list.empty()) options.push_back(name + list);
  if (request.cpus != 0) options.push_back("--cpus-per-task=" + std::to_string(request.cpus));
  if (request.memory != bytes{})
    options.push_back("--mem=" + std::to_string(detail::units_of(bytes{1 << 20}, request.memory)) + "M");
  if (!request.constraint.empty()) options.push_back(std::string{"--constraint="} + request.constraint.text());
  return options;
}

// clang-format off: compilers quote one line
template <class a_job_of_slurm_is_no_yaml_and_to_string_has_its_options = void, class... More> [[nodiscard]] std::string to_yaml(job_request const&, More const&...) = delete;
// clang-format on

using allotype::operator<<;  // a job_request is printed by it

/// The options in one line, as a shell takes them.
[[nodiscard]] inline std::string to_string(job_request const& request) {
  std::string line;
  for (std::string const& each : options_of(request)) {
    auto const value = each.find('=') + 1;
    if (!line.empty()) line += ' ';
    line += each.substr(0, value) + detail::shell_word(each.substr(value));
  }
  return line;
}

/// Does not compile; it says what a script is made of.
template <class Request, class What = work>
  requires(!std::is_convertible_v<Request const&, job_request const&>)
[[nodiscard]] std::string script(Request const&, What const& = {}) {
  constexpr bool of_slurm = sizeof(Request) == 0;
  static_assert(of_slurm, "slurm::script: its first argument is a request to Slurm, request<pool>(task)");
  return {};
}

/// A script for `sbatch`.
/// \throws input_error if the name is empty, or has what no line has, or a word of the command has a NUL
/// \param what its name, and the command; none: the script's own arguments are it
[[nodiscard]] inline std::string script(job_request const& request, work const& what = {}) {
  std::string text = "#!/bin/bash\n";
  auto const add = [&](std::string const& option) {
    auto const value = option.find('=') + 1;
    text += "#SBATCH " + option.substr(0, value) + detail::sbatch_value(option.substr(value)) + "\n";
  };
  if (what.name.empty()) throw input_error("a job of Slurm's has a name of at least one character");
  add("--job-name=" + what.name);
  add("--nodes=" + std::to_string(request.nodes));
  add("--ntasks=" + std::to_string(request.nodes));
  if (request.partition != nullptr) add(std::string{"--partition="} + request.partition);
  for (std::string const& each : options_of(request)) add(each);
  // A job that names a type has to name it in its steps, too.
  std::string line = "srun";
  for (std::string const& each : options_of(request)) {
    if (each.rfind("--g", 0) == 0) line += " " + detail::shell_word(each);
  }
  for (std::string const& word : what.command) line += " " + detail::shell_word(word);
  return text + line + (what.command.empty() ? " \"$@\"\n" : "\n");
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::slurm

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

template <>
inline constexpr auto setting_rows<slurm::detail::settings> = std::array{
    row_of<&slurm::detail::settings::product>("product", rule::board),
    row_of<&slurm::detail::settings::partition>("partition", rule::batch_word, "queue"),
    row_of<&slurm::detail::settings::short_names>("short-names"),
    row_of<&slurm::detail::settings::open_by_feature>("open-by-feature"),
    row_of<&slurm::detail::settings::counted>("counted", 0, "per-node,per-job,gpus-per-node"),
    row_of<&slurm::detail::settings::replicas>("replicas", 1000),
    row_of<&slurm::detail::settings::mps>("mps"),
    row_of<&slurm::detail::settings::autodetect>("autodetect", 0, "by-maker,nvml,nvidia,rsmi,off"),
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
