// SPDX-License-Identifier: BSL-1.0
/// \file
/// What GPUs of a node hold whose driver makes partitions as claims come. Partitions that an empty GPU has room for by
/// their slices, engines and maxima have places on it, too: the tests ask all combinations of all boards.
#pragma once

#include <allotype/catalog/mig_name.hpp>
#include <allotype/cluster/request/detail/request_items.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

/// The driver's partitions come from devices whose places are published.
constexpr bool has_partitions_on_demand(accelerator_data const& device) {
  return device.board != nullptr && device.board->memory_slices > 0;
}
/// Those of compute capability 8 are in MIG mode before the driver starts, which announces no whole ones of them then.
/// (kubernetes-sigs/dra-driver-nvidia-gpu, driver.go and nvlib.go)
constexpr bool is_whole_on_demand(accelerator_data const& device) {
  return device.board == nullptr || device.capability.major > 8;
}

/// Instances of each profile on a GPU, four bits each, in the order of the board's rows.
class partitions_of_gpu {
 public:
  constexpr bool is_empty() const { return counts_ == 0; }
  constexpr void take_all() { counts_ = all; }
  /// How many memory slices are taken.
  constexpr int used(mig_board const& board) const {
    return counts_ == all ? board.memory_slices : sums_on(board).memory;
  }

  /// Adds one, if there is room for it. \return whether there is
  constexpr bool add(mig_board const& board, mig_row const& row) {
    if (counts_ == all) return false;
    partitions_of_gpu more = *this;
    more.counts_ += 1ull << (4 * position_of(board, row));
    if (!more.fit(board)) return false;
    *this = more;
    return true;
  }
  friend constexpr bool operator==(partitions_of_gpu const&, partitions_of_gpu const&) = default;

 private:
  static constexpr unsigned long long all = ~0ull;
  struct sums {
    int compute = 0, memory = 0, extensions = 0, nvdec = 0, nvenc = 0, jpeg = 0, ofa = 0;

    constexpr void add(mig_row const& row, int count) {
      compute += count * row.compute_slices;
      memory += count * row.memory_slices;
      media_extensions const media = parse_mig_name(row.profile).media();
      if (media == media_extensions::extended || media == media_extensions::all) extensions += count;
      nvdec += count * (row.nvdec > 0 ? row.nvdec : 0);
      nvenc += count * (row.nvenc > 0 ? row.nvenc : 0);
      jpeg += count * (row.jpeg > 0 ? row.jpeg : 0);
      ofa += count * (row.ofa > 0 ? row.ofa : 0);
    }
  };
  static constexpr int position_of(mig_board const& board, mig_row const& row) {
    int at = 0;
    while (board.rows[at].nvml_profile_id != row.nvml_profile_id) ++at;
    return at;
  }
  constexpr int count_of(int profile) const { return static_cast<int>(counts_ >> (4 * profile) & 15u); }
  constexpr sums sums_on(mig_board const& board) const {
    sums made;
    for (int p = 0; p < board.row_count; ++p) {
      if (count_of(p) > 0) made.add(board.rows[p], count_of(p));
    }
    return made;
  }
  constexpr bool fit(mig_board const& board) const {
    mig_row const* largest = board.rows;
    for (int p = 0; p < board.row_count; ++p) {
      if (count_of(p) > board.rows[p].max_instances) return false;
      if (board.rows[p].compute_slices > largest->compute_slices) largest = board.rows + p;
    }
    sums const taken = sums_on(board);
    auto const has = [](int wanted, int there) { return there == unknown || wanted <= there; };
    return taken.compute <= board.compute_slices && taken.memory <= board.memory_slices && taken.extensions <= 1 &&
           has(taken.nvdec, largest->nvdec) && has(taken.nvenc, largest->nvenc) && has(taken.jpeg, largest->jpeg) &&
           has(taken.ofa, largest->ofa);
  }

  unsigned long long counts_ = 0;
};

/// The GPUs of a node in the order of its kinds of devices.
inline constexpr int max_gpus_on_demand = 16;
class gpus_on_demand {
 public:
  /// Takes what one run asks for; partitions go to the fullest GPU that has room. \return whether it is there; if not,
  /// something may have been taken
  template <class Kinds>
  constexpr bool take(Kinds const& kinds, request_items const& asked, int choice) {
    if (asked.one_device) return take_of_one(kinds, asked);
    for (int part = 0; part < asked.all.size(); ++part) {
      if (asked.alternatives && part != choice) continue;
      for (int i = 0; i < asked.all[part].count; ++i) {
        if (!take(kinds, *asked.all[part].what)) return false;
      }
    }
    return true;
  }
  constexpr bool is_like(gpus_on_demand const& other) const {
    for (int i = 0; i < max_gpus_on_demand; ++i) {
      if (!(held_[i] == other.held_[i])) return false;
    }
    return true;
  }

 private:
  /// Calls `f(device, gpu)` for each GPU of the node.
  template <class Kinds, class F>
  static constexpr void each_gpu(Kinds const& kinds, F const& f) {
    int gpu = 0;
    for (request_item const& kind : kinds) {
      for (int i = 0; i < kind.count && gpu < max_gpus_on_demand; ++i) f(*kind.what, gpu++);
    }
  }
  static constexpr bool is_of(accelerator_data const& part, accelerator_data const& device) {
    return part.is_partition() && part.row != nullptr && equal(part.device, device.device) &&
           has_partitions_on_demand(device);
  }

  template <class Kinds>
  constexpr bool take(Kinds const& kinds, accelerator_data const& what) {
    int best = -1, most = -1;
    partitions_of_gpu changed;
    each_gpu(kinds, [&](accelerator_data const& device, int gpu) {
      partitions_of_gpu next = held_[gpu];
      int used = 0;
      if (is_of(what, device)) {
        used = next.used(*device.board);
        if (used <= most || !next.add(*device.board, *what.row)) return;
      } else {
        bool const same = !what.is_partition() && (equal(what.device, device.device) || is_size_of(what, device));
        if (best >= 0 || !same || !next.is_empty() || !is_whole_on_demand(device)) return;
        next.take_all();
      }
      best = gpu;
      most = used;
      changed = next;
    });
    if (best >= 0) held_[best] = changed;
    return best >= 0;
  }
  template <class Kinds>
  constexpr bool take_of_one(Kinds const& kinds, request_items const& asked) {
    int best = -1, most = -1;
    partitions_of_gpu changed;
    each_gpu(kinds, [&](accelerator_data const& device, int gpu) {
      partitions_of_gpu next = held_[gpu];
      int const used = device.board == nullptr ? 0 : next.used(*device.board);
      if (used <= most) return;
      for (request_item const& part : asked.all) {
        if (!is_of(*part.what, device)) return;
        for (int i = 0; i < part.count; ++i) {
          if (!next.add(*device.board, *part.what->row)) return;
        }
      }
      best = gpu;
      most = used;
      changed = next;
    });
    if (best >= 0) held_[best] = changed;
    return best >= 0;
  }

  partitions_of_gpu held_[max_gpus_on_demand]{};
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
