// SPDX-License-Identifier: BSL-1.0
/// \file
/// What sets up a cluster, kept by file, section and key until all of its pools are known, and printed once.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <allotype/cluster/pools/setup_step.hpp>
#include <allotype/cluster/provision/gpu_setup.hpp>
#include <allotype/cluster/provision/mig_parted.hpp>
#include <allotype/cluster/quoting/terminal.hpp>
#include <allotype/cluster/request/detail/content.hpp>
#include <allotype/core/detail/list_text.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

/// A pool as its nodes are set up.
struct node_setup {
  std::string pool;
  pool_content const* content = nullptr;
  std::vector<gpu_setup> gpus{};  ///< NVIDIA's on each node, one after the other; whole ones are GPUs with MIG off
  bool is_laid_out = true;        ///< whether partitions of NVIDIA's GPUs are on one of `gpus`

  [[nodiscard]] bool is_partitioned() const {
    return std::any_of(gpus.begin(), gpus.end(), [](gpu_setup const& each) { return each.mig; });
  }
};

/// GPUs that are alike stand together in a configuration.
inline bool are_alike(gpu_setup const& a, gpu_setup const& b) {
  if (!equal(a.device->device, b.device->device) || a.mig != b.mig || a.count != b.count) return false;
  return std::equal(a.instances, a.instances + a.count, b.instances);
}
inline bool all_are_alike(node_setup const& node) {
  return std::all_of(node.gpus.begin(), node.gpus.end(),
                     [&](gpu_setup const& each) { return are_alike(each, node.gpus.front()); });
}

/// \param which of nodes whose GPUs are alike
inline mig_parted::configuration configuration_of(node_setup const& node, mig_parted::boards which) {
  if (all_are_alike(node)) return mig_parted::configuration(node.gpus.front(), which);
  mig_parted::configuration made(node.pool);
  std::vector<bool> done(node.gpus.size());
  for (std::size_t i = 0; i < node.gpus.size(); ++i) {
    if (done[i]) continue;
    std::vector<int> same;
    for (std::size_t k = i; k < node.gpus.size(); ++k) {
      if (!are_alike(node.gpus[i], node.gpus[k])) continue;
      done[k] = true;
      same.push_back(static_cast<int>(k));
    }
    made.on(same, node.gpus[i]);
  }
  return made;
}

/// A file, a manifest or commands, of which a cluster's setup has one.
struct setup_file {
  char const* tool;  ///< as in a setup_step
  char const* what;
  std::string (*print)(document const& members) = nullptr;  ///< null: it has lines
};

/// What an administrator reads where there is nothing to do, or where it is not known here what is.
inline constexpr setup_file nothing_to_set_up{"", "nothing to set up"};
inline constexpr setup_file not_known{"", "not known"};

/// Collects what sets up the pools of a cluster.
class cluster_setup {
 public:
  /// \param tool what alone is wanted; empty: what is usual for each pool
  explicit cluster_setup(std::string tool = {}) : tool_(std::move(tool)) {}

  /// Whether a pool's setup is to be for this tool. \param usual for the pool, where no tool is named
  [[nodiscard]] bool wants(char const* tool, bool usual) const { return tool_.empty() ? usual : tool_ == tool; }

  /// A line. It stands once, with the values of all pools behind it. \param section lines of a lower one stand first
  void add_line(setup_file const& to, int section, std::string const& line, std::vector<std::string> const& values = {},
                char const* between = ",") {
    auto& lines = content_of(to).lines;
    auto here = std::find_if(lines.begin(), lines.end(), [&](keyed_line const& each) { return each.line == line; });
    if (here == lines.end()) {
      auto const behind = std::upper_bound(lines.begin(), lines.end(), section,
                                           [](int wanted, keyed_line const& each) { return wanted < each.section; });
      here = lines.insert(behind, {section, line, between, {}});
    }
    for (std::string const& value : values) {
      if (std::find(here->values.begin(), here->values.end(), value) == here->values.end())
        here->values.push_back(value);
    }
  }

  /// A member of a document. Two that are alike stand there once.
  /// \param board of the device that it is for \param of_board the same for that board alone, for the case that
  /// another has a member of the name; empty where there is no such form
  /// \throws input_error for two that differ, and have no such form
  void add_member(setup_file const& to, std::string const& name, document const& member, std::string const& board = {},
                  document const& of_board = {}) {
    auto& members = content_of(to).members;
    for (named_member const& each : members) {
      if (each.name != name) continue;
      if (each.board == board && to_json(each.content) == to_json(member)) return;
      if (each.board != board && !each.of_board.empty() && !of_board.empty()) continue;
      throw input_error(message<2000>{} << "two pools have different configurations of the name " << name.c_str()
                                        << ": set up each of them by itself");
    }
    members.push_back({name, board, member, of_board});
  }

  /// What an administrator reads of a pool. \param to `nothing_to_set_up` or `not_known`
  void say(setup_file const& to, node_setup const& node, std::string const& why) {
    if (tool_.empty()) add_line(to, 0, "# pool " + in_error(node.pool) + ": " + why);
  }

  /// Of all pools that are set up together, the one value of something.
  /// \throws input_error for another than that of the pools before
  void agree_on(char const* what, std::string const& value, node_setup const& node,
                char const* cluster = "a Kubernetes cluster") {
    for (agreed const& each : agreed_) {
      if (each.what != what || each.value == value) continue;
      throw input_error(message<2000>{} << "pool " << in_error(each.pool).c_str() << " has the " << what << " "
                                        << each.value.c_str() << ", and pool " << in_error(node.pool).c_str() << " "
                                        << value.c_str() << ", where " << cluster
                                        << " has one: set up each of them by itself");
    }
    agreed_.push_back({what, value, node.pool});
  }

  [[nodiscard]] std::vector<setup_step> steps() const {
    std::vector<setup_step> all;
    all.reserve(contents_.size());
    for (content const& each : contents_) all.push_back({each.of->what, text_of(each), each.of->tool});
    return all;
  }

 private:
  struct keyed_line {
    int section;
    std::string line, between;
    std::vector<std::string> values;
  };
  struct named_member {
    std::string name, board;
    document content, of_board;
  };
  struct content {
    setup_file const* of;
    std::vector<keyed_line> lines{};
    std::vector<named_member> members{};
  };
  struct agreed {
    std::string what, value, pool;
  };

  content& content_of(setup_file const& file) {
    for (content& each : contents_) {
      if (each.of == &file) return each;
    }
    return contents_.emplace_back(content{&file});
  }

  static std::string text_of(content const& of) {
    if (of.of->print != nullptr) return of.of->print(document_of(of.members));
    std::string text;
    for (keyed_line const& each : of.lines) text += each.line + joined(each.values, each.between) + "\n";
    return text;
  }

  static document document_of(std::vector<named_member> const& members) {
    document all;
    for (named_member const& each : members) {
      bool const alone = std::count_if(members.begin(), members.end(),
                                       [&](named_member const& other) { return other.name == each.name; }) == 1;
      if (alone) {
        all[each.name] = each.content;
      } else {
        for (document::member const& entry : each.of_board.members()) all[each.name].push_back(entry.second);
      }
    }
    return all;
  }

  std::string tool_;
  std::vector<content> contents_{};
  std::vector<agreed> agreed_{};
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
