// SPDX-License-Identifier: BSL-1.0
/// \file
/// How many GPUs of one kind very many instances need: the search behind `plan_fleet` (cluster/fleet/fleet.hpp).
///
/// What one GPU can hold is a pattern: so many instances of each profile. Only maximal patterns are looked at; an A100
/// has 44. The fractional packing (Gilmore and Gomory's linear program over the patterns) gives a lower bound and says
/// how often each pattern is used. The whole numbers of it are taken, and the few instances that remain are packed by a
/// search that tries all patterns and stops where the bound is reached. The bound is checked in integers: it holds
/// whatever rounding did.
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <vector>

#include <allotype/plan/placement.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

/// The number of instances of each profile, by the rows of the board.
using profile_demand = std::vector<long long>;

struct pattern_use {
  std::vector<int> pattern{};  ///< instances of each profile on one GPU
  long long gpus = 0;
};

struct fleet_packing {
  std::vector<pattern_use> uses{};
  long long gpus = 0;
  long long at_least = 0;  ///< no packing has fewer GPUs
};

inline bool fits_on_one(board_places const& board, std::vector<int> const& counts) {
  std::vector<instance_spec> wanted;
  for (int p = 0; p < board.profiles; ++p) {
    for (int k = 0; k < counts[static_cast<std::size_t>(p)]; ++k) wanted.push_back({p, unknown});
  }
  return placeable(board, wanted.data(), static_cast<int>(wanted.size()));
}

/// All maximal patterns of the profiles for which something is demanded.
inline std::vector<std::vector<int>> maximal_patterns(board_places const& board, profile_demand const& demand) {
  std::set<std::vector<int>> all;
  std::vector<int> counts(demand.size());
  auto const extend = [&](auto const& self, std::size_t from) -> void {
    for (std::size_t p = from; p < demand.size(); ++p) {
      if (demand[p] == 0) continue;
      ++counts[p];
      if (fits_on_one(board, counts) && all.insert(counts).second) self(self, p);
      --counts[p];
    }
  };
  extend(extend, 0);
  std::vector<std::vector<int>> maximal;
  for (std::vector<int> const& each : all) {
    bool contained = false;
    for (std::size_t p = 0; p < demand.size() && !contained; ++p) {
      std::vector<int> more = each;
      ++more[p];
      contained = all.contains(more);
    }
    if (!contained) maximal.push_back(each);
  }
  return maximal;
}

/// The largest sum of demand times weight where no pattern weighs more than 1: the dual of the fractional packing. By
/// the simplex method from the origin, with Bland's rule. \return weights by profile, and how often each pattern is
/// used
inline std::pair<std::vector<double>, std::vector<double>> fractional_packing(
    std::vector<std::vector<int>> const& patterns, profile_demand const& demand) {
  std::size_t const rows = patterns.size();
  std::size_t const columns = demand.size();
  double total = 0;
  for (long long const each : demand) total += static_cast<double>(each);
  std::size_t const width = columns + rows + 1;  // weights, slacks, right side
  std::vector<std::vector<double>> table(rows + 1, std::vector<double>(width));
  std::vector<std::size_t> basis;
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t p = 0; p < columns; ++p) table[i][p] = patterns[i][p];
    table[i][columns + i] = 1;
    table[i][width - 1] = 1;
    basis.push_back(columns + i);
  }
  for (std::size_t p = 0; p < columns; ++p) table[rows][p] = -static_cast<double>(demand[p]) / total;
  constexpr double zero = 1e-12;
  for (int step = 0; step < 10000; ++step) {
    std::size_t entering = 0;
    while (entering + 1 < width && table[rows][entering] >= -zero) ++entering;
    if (entering + 1 == width) break;
    std::size_t leaving = rows;
    for (std::size_t i = 0; i < rows; ++i) {
      if (table[i][entering] <= zero) continue;
      if (leaving == rows) {
        leaving = i;
        continue;
      }
      double const here = table[i][width - 1] / table[i][entering];
      double const best = table[leaving][width - 1] / table[leaving][entering];
      if (here < best - zero || (here < best + zero && basis[i] < basis[leaving])) leaving = i;
    }
    if (leaving == rows) break;  // every profile is in a pattern, so this does not happen
    double const pivot = table[leaving][entering];
    for (double& each : table[leaving]) each /= pivot;
    for (std::size_t i = 0; i <= rows; ++i) {
      double const factor = table[i][entering];
      if (i == leaving || factor == 0) continue;
      for (std::size_t k = 0; k < width; ++k) table[i][k] -= factor * table[leaving][k];
    }
    basis[leaving] = entering;
  }
  std::vector<double> weights(columns);
  for (std::size_t i = 0; i < rows; ++i) {
    if (basis[i] < columns) weights[basis[i]] = table[i][width - 1];
  }
  std::vector<double> uses(rows);
  for (std::size_t i = 0; i < rows; ++i) uses[i] = table[rows][columns + i] * total;
  return {weights, uses};
}

/// Weights in integers, and the most that a pattern weighs: a packing of `demand` has at least demand times weight
/// divided by that, rounded up.
struct integer_weights {
  std::vector<long long> of{};
  long long of_a_gpu = 1;

  integer_weights(std::vector<std::vector<int>> const& patterns, std::vector<double> const& weights) {
    constexpr double scale = 3628800;  // has many divisors, so most weights are exact
    for (double const each : weights) of.push_back(std::max(0LL, std::llround(each * scale)));
    for (std::vector<int> const& pattern : patterns) {
      long long sum = 0;
      for (std::size_t p = 0; p < of.size(); ++p) sum += pattern[p] * of[p];
      of_a_gpu = std::max(of_a_gpu, sum);
    }
  }
  long long least_gpus(profile_demand const& demand) const {
    long long sum = 0;
    for (std::size_t p = 0; p < of.size(); ++p) sum += demand[p] * of[p];
    return (sum + of_a_gpu - 1) / of_a_gpu;
  }
};

/// What a GPU with the pattern takes, at most what is there.
inline std::vector<int> part_of(std::vector<int> const& pattern, profile_demand const& demand) {
  std::vector<int> taken(pattern.size());
  for (std::size_t p = 0; p < pattern.size(); ++p)
    taken[p] = static_cast<int>(std::min<long long>(pattern[p], demand[p]));
  return taken;
}

/// Packs few instances exactly, or gives up after so many steps.
class residual_search {
 public:
  residual_search(std::vector<std::vector<int>> const& patterns, integer_weights const& weights, int max_steps)
      : patterns_(patterns), weights_(weights), max_steps_(max_steps) {}

  /// The chosen patterns, what they take of the demand; `proven`: no packing has fewer GPUs.
  struct result {
    std::vector<std::vector<int>> taken{};
    bool proven = true;
  };

  result pack(profile_demand const& demand) {
    result found;
    for (long long gpus = weights_.least_gpus(demand);; ++gpus) {
      steps_ = 0;
      taken_.clear();
      if (fits(demand, gpus)) break;
      if (steps_ >= max_steps_) {
        found.proven = false;
        greedy(demand);
        break;
      }
    }
    found.taken = taken_;
    return found;
  }

 private:
  /// The different parts of the demand with that profile that no other part contains, heaviest first.
  std::vector<std::vector<int>> parts_with(std::size_t profile, profile_demand const& demand) const {
    std::vector<std::vector<int>> parts;
    for (std::vector<int> const& pattern : patterns_) {
      if (pattern[profile] == 0) continue;
      std::vector<int> const one = part_of(pattern, demand);
      if (std::find(parts.begin(), parts.end(), one) == parts.end()) parts.push_back(one);
    }
    auto const inside = [](std::vector<int> const& a, std::vector<int> const& b) {
      for (std::size_t p = 0; p < a.size(); ++p) {
        if (a[p] > b[p]) return false;
      }
      return true;
    };
    std::vector<std::vector<int>> kept;
    for (auto const& one : parts) {
      bool const dominated =
          std::any_of(parts.begin(), parts.end(), [&](auto const& o) { return o != one && inside(one, o); });
      if (!dominated) kept.push_back(one);
    }
    std::sort(kept.begin(), kept.end(),
              [&](auto const& a, auto const& b) { return weight(a) != weight(b) ? weight(a) > weight(b) : a > b; });
    return kept;
  }
  long long weight(std::vector<int> const& part) const {
    long long sum = 0;
    for (std::size_t p = 0; p < part.size(); ++p) sum += part[p] * weights_.of[p];
    return sum;
  }
  /// The heaviest profile of which something is left.
  std::size_t next_profile(profile_demand const& demand) const {
    std::size_t next = demand.size();
    for (std::size_t p = 0; p < demand.size(); ++p) {
      if (demand[p] > 0 && (next == demand.size() || weights_.of[p] > weights_.of[next])) next = p;
    }
    return next;
  }

  bool fits(profile_demand const& demand, long long gpus) {
    std::size_t const profile = next_profile(demand);
    if (profile == demand.size()) return true;
    if (weights_.least_gpus(demand) > gpus || gpus == 0) return false;
    if (auto const known = failed_.find(demand); known != failed_.end() && known->second >= gpus) return false;
    if (++steps_ >= max_steps_) return false;
    for (std::vector<int> const& one : parts_with(profile, demand)) {
      profile_demand rest = demand;
      for (std::size_t p = 0; p < rest.size(); ++p) rest[p] -= one[p];
      taken_.push_back(one);
      if (fits(rest, gpus - 1)) return true;
      taken_.pop_back();
      if (steps_ >= max_steps_) return false;
    }
    failed_[demand] = gpus;
    return false;
  }
  void greedy(profile_demand demand) {
    taken_.clear();
    for (std::size_t profile = next_profile(demand); profile != demand.size(); profile = next_profile(demand)) {
      taken_.push_back(parts_with(profile, demand).front());
      for (std::size_t p = 0; p < demand.size(); ++p) demand[p] -= taken_.back()[p];
    }
  }

  std::vector<std::vector<int>> const& patterns_;
  integer_weights const& weights_;
  int max_steps_;
  int steps_ = 0;
  std::vector<std::vector<int>> taken_{};
  std::map<profile_demand, long long> failed_{};
};

/// Instances up to this number are packed by the exact search alone.
inline constexpr long long few_instances = 48;
inline constexpr int max_search_steps = 20000;

/// The fewest GPUs of one kind for the demand, or nearly: `at_least` says how near. Complexity: besides the linear
/// program, which depends on the board alone, constant; the demand's numbers do not matter.
inline fleet_packing pack_fleet(board_places const& board, profile_demand const& demand) {
  fleet_packing best;
  long long total = 0;
  for (long long const each : demand) total += each;
  if (total == 0) return best;
  auto const patterns = maximal_patterns(board, demand);
  auto const [weights, uses] = fractional_packing(patterns, demand);
  integer_weights const bound(patterns, weights);
  best.at_least = bound.least_gpus(demand);
  best.gpus = -1;
  // With every attempt one GPU fewer of each pattern is taken as given, so that more is left to the search.
  for (int given_up = 0; given_up < 4 && best.gpus != best.at_least; ++given_up) {
    profile_demand rest = demand;
    std::map<std::vector<int>, long long> chosen;
    bool const all_by_search = total <= few_instances;
    for (std::size_t j = 0; j < patterns.size() && !all_by_search; ++j) {
      // The fractional packing may have more of a profile than is wanted: then the last of these GPUs have less.
      for (long long gpus = static_cast<long long>(std::floor(uses[j] + 1e-9)) - given_up; gpus > 0;) {
        std::vector<int> const part = part_of(patterns[j], rest);
        long long same = gpus;
        long long instances = 0;
        for (std::size_t p = 0; p < rest.size(); ++p) {
          instances += part[p];
          if (part[p] > 0) same = std::min(same, rest[p] / part[p]);
        }
        if (instances == 0) break;
        chosen[part] += same;
        for (std::size_t p = 0; p < rest.size(); ++p) rest[p] -= same * part[p];
        gpus -= same;
      }
    }
    auto const residual = residual_search(patterns, bound, max_search_steps).pack(rest);
    for (std::vector<int> const& one : residual.taken) ++chosen[one];
    long long gpus = 0;
    for (auto const& [pattern, count] : chosen) gpus += count;
    if (all_by_search && residual.proven) best.at_least = gpus;
    if (best.gpus >= 0 && gpus >= best.gpus) continue;
    best.gpus = gpus;
    best.uses.clear();
    for (auto const& [pattern, count] : chosen) best.uses.push_back({pattern, count});
    if (all_by_search) break;
  }
  return best;
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
