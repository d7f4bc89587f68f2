// SPDX-License-Identifier: BSL-1.0
/// \file
/// What AMD's Device Config Manager is given so that the GPUs of a node are partitioned: profiles in a JSON file, and
/// the label of the node that chooses one. The manager sets SPX and CPX with NPS1 and NPS4, and one memory mode in a
/// profile. (ROCm/gpu-operator, docs/dcm.)
#pragma once

#include <string>

#include <allotype/catalog/base/amd_device.hpp>
#include <allotype/cluster/quoting/names.hpp>
#include <allotype/cluster/request/document.hpp>
#include <allotype/core/detail/compare_text.hpp>
#include <allotype/core/error.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::amd_config_manager {

/// The number of GPUs in each of some modes. Modes that the manager does not set, and two memory modes in one profile,
/// are an error while compiling, and an `input_error` while running.
///
/// \code
/// constexpr auto cpx = amd_config_manager::profile().add<MI300X::partition<"CPX/NPS4">>(8);
/// \endcode
class profile {
 public:
  static constexpr int max_entries = 8;

  /// \param gpus that get the modes of the partition
  template <class Partition>
  constexpr profile& add(int gpus) {
    return add(Partition::mode::compute, Partition::mode::memory, gpus);
  }
  constexpr profile& add(amd_compute_mode compute, amd_memory_mode memory, int gpus) {
    bool const sets_compute = compute == amd_compute_mode::SPX || compute == amd_compute_mode::CPX;
    bool const sets_memory = memory == amd_memory_mode::NPS1 || memory == amd_memory_mode::NPS4;
    if (!sets_compute || !sets_memory) throw input_error("the manager supports SPX and CPX, NPS1 and NPS4 only");
    if (count_ > 0 && entries_[0].memory != memory)
      throw input_error("NPS1 and NPS4 cannot be combined in one profile");
    if (gpus <= 0) throw input_error("a profile of AMD's Device Config Manager assigns at least one GPU to a mode");
    if (count_ == max_entries) throw input_error("a profile of AMD's Device Config Manager has at most 8 entries here");
    entries_[count_++] = {compute, memory, gpus};
    return *this;
  }

  /// `cpx-profile`; of several modes `spx-cpx-profile`.
  [[nodiscard]] std::string name() const {
    std::string text;
    for (int i = 0; i < count_; ++i) {
      auto const mode = detail::amd_mode_text(entries_[i].compute, entries_[i].memory);
      for (int k = 0; k < 3; ++k) text += detail::lower(mode.characters[k]);
      text += '-';
    }
    return text + "profile";
  }
  /// The manager's `config.json`.
  [[nodiscard]] friend document to_document(profile const& from) {
    document entries = document::array();
    for (int i = 0; i < from.count_; ++i) {
      auto const mode = detail::amd_mode_text(from.entries_[i].compute, from.entries_[i].memory);
      entries.push_back({{"computePartition", std::string(mode.characters, 3)},
                         {"memoryPartition", mode.characters + 4},
                         {"numGPUsAssigned", from.entries_[i].gpus}});
    }
    document const made{{"skippedGPUs", {{"ids", document::array()}}}, {"profiles", entries}};
    return {{"gpu-config-profiles", {{from.name(), made}}}};
  }

 private:
  struct entry {
    amd_compute_mode compute = amd_compute_mode::SPX;
    amd_memory_mode memory = amd_memory_mode::NPS1;
    int gpus = 0;
  };
  entry entries_[max_entries]{};
  int count_ = 0;
};

/// The command that labels a node, and so makes the manager partition its GPUs.
/// \throws input_error for a name that no node has
[[nodiscard]] inline std::string label_command(std::string const& node, profile const& chosen) {
  return "kubectl label node " + detail::name_of_node(node) + " dcm.amd.com/gpu-config-profile=" + chosen.name() +
         " --overwrite";
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::amd_config_manager
