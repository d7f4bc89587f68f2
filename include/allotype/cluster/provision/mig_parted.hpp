// SPDX-License-Identifier: BSL-1.0
/// \file
/// The configuration of nvidia-mig-parted: which GPUs of a node have which instances. `mig_parted::yaml<Layout>` is the
/// file with which every GPU of a node gets the layout; a `mig_parted::configuration` can say more.
///
/// The format has profiles and how many of each (NVIDIA/mig-parted, api/spec/v1). It has no starts, so the driver
/// chooses them. mig-parted accepts instances that fit on no GPU; a `gpu_setup` never holds such.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include <allotype/catalog/nvidia_mig_drivers.hpp>
#include <allotype/cluster/provision/detail/pci_ids.hpp>
#include <allotype/cluster/provision/detail/setup_name.hpp>
#include <allotype/cluster/provision/gpu_setup.hpp>
#include <allotype/cluster/request/detail/label_value.hpp>
#include <allotype/cluster/request/document.hpp>
#include <allotype/core/error.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::mig_parted {

/// Which boards an entry is for.
enum class boards {
  any,          ///< every GPU that the entry lists
  of_its_kind,  ///< only GPUs with the PCI ids of the layout's device (`device-filter`), in nodes with several kinds
};

/// A named configuration of the GPUs of one node.
///
/// \code
/// constexpr auto custom = mig_parted::configuration("custom-config")
///                             .on({0, 1, 2, 3}, gpu_setup::of<A100::unpartitioned>())
///                             .on({4}, gpu_setup::of<layout<A100, "3g.20gb", "3g.20gb">>());
/// \endcode
///
/// What is wrong with it is an error while compiling, and an `input_error` while running.
class configuration {
 public:
  static constexpr int max_entries = 16;
  static constexpr int max_gpus = 16;                                      ///< in one entry
  static constexpr int longest_name = kubernetes::detail::max_characters;  ///< as the value of a node's label

  /// \param name letters, digits, `-`, `_` and `.`; the first and the last are letters or digits; at most 63
  constexpr explicit configuration(std::string_view name) {
    set_name(detail::text_range(name.data(), 0, static_cast<int>(name.size())));
  }
  /// The setup on all GPUs of a node. The name is the one that NVIDIA's default configuration has for it, such as
  /// `all-2g.10gb` and `all-balanced`, or else says what it is: `five-1g-one-2g`.
  constexpr explicit configuration(gpu_setup const& setup, boards which = boards::any) {
    set_name(detail::setup_name(setup).text());
    on_all(setup, which);
  }

  /// The setup on the GPUs with these indices.
  template <class Indices = std::initializer_list<int>>
  constexpr configuration& on(Indices const& gpus, gpu_setup const& setup, boards which = boards::any) {
    entry& added = add(setup, which);
    for (int const gpu : gpus) {
      if (added.gpu_count == max_gpus)
        throw input_error("an entry of mig-parted's configuration has at most 16 GPUs here");
      for (int e = 0; e < count_; ++e) {
        for (int i = 0; i < entries_[e].gpu_count; ++i) {
          if (entries_[e].gpus[i] == gpu) throw input_error(message<2000>{} << "GPU " << gpu << " is set up twice");
        }
      }
      added.gpus[added.gpu_count++] = gpu;
    }
    if (added.gpu_count == 0) throw input_error("an entry of mig-parted's configuration needs a GPU");
    return *this;
  }
  /// The setup on all GPUs.
  constexpr configuration& on_all(gpu_setup const& setup, boards which = boards::any) {
    add(setup, which);
    return *this;
  }

  /// The driver of the nodes, by which profiles are named: mig-parted takes the names that this driver has, and says
  /// "Unsupported MIG Device specified 7g.80gb, expected 7g.79gb instead" (NVIDIA/gpu-operator#351).
  /// \throws input_error for a profile that came with a later driver
  constexpr configuration& under(driver version) {
    for (int e = 0; e < count_; ++e) check(entries_[e].setup, version);
    driver_ = version;
    return *this;
  }

  /// The name under `mig-configs`.
  [[nodiscard]] constexpr char const* name() const noexcept { return name_.text(); }

  /// The file: `{"version": "v1", "mig-configs": {NAME: [...]}}`.
  [[nodiscard]] friend document to_document(configuration const& from) {
    return {{"version", "v1"}, {"mig-configs", {{from.name(), from.entries()}}}};
  }
  /// What the file has under the name.
  [[nodiscard]] document entries() const {
    document all = document::array();
    for (int e = 0; e < count_; ++e) all.push_back(to_document(entries_[e], driver_));
    return all;
  }

 private:
  struct entry {
    int gpus[max_gpus]{};
    int gpu_count = 0;  // none: all of the node
    boards which = boards::any;
    gpu_setup setup{};
  };

  constexpr void set_name(detail::text_range name) {
    if (name.empty() || !kubernetes::detail::is_label_value(name)) {
      throw input_error(
          message<2000>{} << "\"" << std::string(name.data(), static_cast<std::size_t>(name.length())).c_str()
                          << "\" is no name of a configuration: it is the value of a node's label, so it has "
                             "1 to 63 letters, digits, -, _ and ., and begins and ends with a letter or digit");
    }
    name_ << std::string_view(name.data(), static_cast<std::size_t>(name.length()));
  }

  static constexpr void check(gpu_setup const& setup, driver version) {
    for (int i = 0; i < setup.count; ++i) {
      if (version >= detail::first_driver_of(setup.device->board->name, setup.row(i).nvml_profile_id)) continue;
      throw input_error(message<2000>{} << setup.device->device << " " << setup.row(i).profile
                                        << " came with a later driver than R" << static_cast<int>(version));
    }
  }

  constexpr entry& add(gpu_setup const& setup, boards which) {
    check(setup, driver_);
    if (count_ == max_entries) throw input_error("a configuration of mig-parted has at most 16 entries here");
    if (which == boards::of_its_kind && detail::pci_ids_of(setup.device->device) == nullptr) {
      throw input_error(message<2000>{} << "the PCI ids of " << setup.device->device
                                        << " are not known, so there is no filter for it");
    }
    entries_[count_].setup = setup;
    entries_[count_].which = which;
    return entries_[count_++];
  }

  static document to_document(entry const& it, driver version) {
    gpu_setup const& setup = it.setup;
    document printed;
    if (it.which == boards::of_its_kind) {
      detail::pci_ids const& known = *detail::pci_ids_of(setup.device->device);
      document filters = document::array();
      for (int i = 0; i < known.count; ++i) filters.push_back("0x" + std::string{known.ids[i]} + "10DE");
      printed["device-filter"] = filters;
    }
    if (it.gpu_count == 0) {
      printed["devices"] = "all";
    } else {
      document indices = document::array();
      for (int i = 0; i < it.gpu_count; ++i) indices.push_back(it.gpus[i]);
      printed["devices"] = indices;
    }
    printed["mig-enabled"] = setup.mig;
    if (setup.mig) {
      detail::profile_counts const counts(setup);
      document& profiles = printed["mig-devices"];
      mig_board const& board = *setup.device->board;
      for (int k = 0; k < counts.count; ++k) {
        profiles[detail::name_of_profile_under(board.name, board.rows[counts.profile[k]].profile, version,
                                               mig_firmware::production)] = counts.of[k];
      }
    }
    return printed;
  }

  fixed_text<longest_name> name_{};
  entry entries_[max_entries]{};
  int count_ = 0;
  driver driver_ = driver::newest;
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::mig_parted
