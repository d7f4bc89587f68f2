// SPDX-License-Identifier: BSL-1.0
/// \file
/// From the instances that exist on a GPU to wanted ones, such that the fewest are destroyed and none that is in use:
/// the search behind `transition`, a plain function for the compiler and for programs alike.
///
/// The wanted instances are all that is there afterwards. One that exists already, with the same profile (and the same
/// start, if it is stated), is kept in its place or destroyed; those that are not kept are created where there is room.
/// Every subset of the existing instances is tried as what is kept, largest first, and cut where as many were destroyed
/// as in the best so far. So the result is the fewest.
#pragma once

#include <allotype/plan/placement.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

/// A GPU instance that is there.
struct existing_instance {
  int profile = 0;  ///< the row of the board
  int start = 0;
  bool in_use = false;
  bool whole = true;  ///< one compute instance fills it; otherwise its compute instances are made anew, if it is kept
};

/// Why there is no way.
enum class obstacle {
  none,
  not_wanted,      ///< the wanted instances have none with that profile and place
  leaves_no_room,  ///< beside it the others do not fit
  cut_up,          ///< it is wanted whole, and its compute instances are in use
};

struct found_transition {
  static constexpr int most = board_places::max_units;

  bool found = false;
  int destroyed = 0;   ///< so many GPU instances
  bool kept[most]{};   ///< by existing instance
  int source[most]{};  ///< by wanted instance: the existing one that is kept for it; -1: it is created
  int start[most]{};   ///< by wanted instance
  obstacle why = obstacle::none;
  int in_the_way = -1;  ///< the existing instance
};

class transition_search {
 public:
  constexpr transition_search(board_places const& board, existing_instance const* existing, int existing_count,
                              instance_spec const* wanted, int wanted_count)
      : board_(board), existing_(existing), existing_count_(existing_count), wanted_count_(wanted_count) {
    for (int i = 0; i < wanted_count; ++i) wanted_[i] = wanted[i];
    for (int i = 0; i < existing_count; ++i) in_use_[i] = existing[i].in_use;
  }

  constexpr found_transition search() {
    found_transition const result = run();
    if (result.found) return result;
    found_transition refused;
    refused.in_the_way = first_in_the_way();
    if (refused.in_the_way >= 0) refused.why = why_in_the_way(refused.in_the_way);
    return refused;
  }

 private:
  static constexpr int most = found_transition::most;

  constexpr found_transition run() {
    best_ = {};
    best_cost_ = 1 << 30;
    for (int i = 0; i < wanted_count_; ++i) source_[i] = -1;
    decide(0, 0);
    return best_;
  }

  /// Instances first; of equally many, fewer whose compute instances are made anew, then fewer memory slices.
  constexpr int cost_of_destroying(int e) const { return 65536 + board_.of[existing_[e].profile].size; }

  constexpr void decide(int e, int cost) {
    if (cost >= best_cost_) return;
    if (e == existing_count_) return complete(cost);
    int const w = wanted_for(e);
    if (w >= 0 && (existing_[e].whole || !in_use_[e])) {
      source_[w] = e;
      decide(e + 1, cost + (existing_[e].whole ? 0 : 256));
      source_[w] = -1;
    }
    if (!in_use_[e]) decide(e + 1, cost + cost_of_destroying(e));
  }

  /// The wanted instance that this one can be. One whose start is stated comes first: no other can be that one.
  constexpr int wanted_for(int e) const {
    int anywhere = -1;
    for (int w = 0; w < wanted_count_; ++w) {
      if (source_[w] >= 0 || wanted_[w].profile != existing_[e].profile) continue;
      if (wanted_[w].start == existing_[e].start) return w;
      if (wanted_[w].start == unknown && anywhere < 0) anywhere = w;
    }
    return anywhere;
  }

  constexpr void complete(int cost) {
    instance_spec placed[most]{};
    for (int w = 0; w < wanted_count_; ++w) {
      placed[w] = wanted_[w];
      if (source_[w] >= 0) placed[w].start = existing_[source_[w]].start;
    }
    found_places places;
    if (!place_search(board_, placed, wanted_count_).places(places)) return;
    best_cost_ = cost;
    best_ = {};
    best_.found = true;
    best_.destroyed = existing_count_;
    for (int w = 0; w < wanted_count_; ++w) {
      best_.source[w] = source_[w];
      best_.start[w] = places.start[w];
      if (source_[w] < 0) continue;
      best_.kept[source_[w]] = true;
      --best_.destroyed;
    }
  }

  /// One that alone makes it impossible; else the first that does together with those before it.
  constexpr int first_in_the_way() {
    for (int only = 0; only < existing_count_; ++only) {
      if (!existing_[only].in_use) continue;
      for (int e = 0; e < existing_count_; ++e) in_use_[e] = e == only;
      if (!run().found) return only;
    }
    for (int e = 0; e < existing_count_; ++e) in_use_[e] = false;
    for (int e = 0; e < existing_count_; ++e) {
      in_use_[e] = existing_[e].in_use;
      if (in_use_[e] && !run().found) return e;
    }
    return -1;
  }
  constexpr obstacle why_in_the_way(int e) const {
    int wanted = 0;
    int before = 0;
    for (int w = 0; w < wanted_count_; ++w) {
      bool const fits = wanted_[w].start == unknown || wanted_[w].start == existing_[e].start;
      wanted += fits && wanted_[w].profile == existing_[e].profile ? 1 : 0;
    }
    for (int o = 0; o < e; ++o) before += in_use_[o] && existing_[o].profile == existing_[e].profile ? 1 : 0;
    if (wanted <= before) return obstacle::not_wanted;
    return existing_[e].whole ? obstacle::leaves_no_room : obstacle::cut_up;
  }

  board_places const& board_;
  existing_instance const* existing_;
  int existing_count_;
  int wanted_count_;
  instance_spec wanted_[most]{};
  bool in_use_[most]{};
  int source_[most]{};
  int best_cost_ = 0;
  found_transition best_{};
};

/// Complexity: exponential in the number of existing instances at worst; a GPU has at most seven (some 14).
constexpr found_transition find_transition(board_places const& board, existing_instance const* existing,
                                           int existing_count, instance_spec const* wanted, int wanted_count) {
  return transition_search(board, existing, existing_count, wanted, wanted_count).search();
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
