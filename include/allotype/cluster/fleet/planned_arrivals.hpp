// SPDX-License-Identifier: BSL-1.0
/// \file
/// `arrival_safe` (cluster/fleet/arrival.hpp) for a layout of names that the program reads.
#pragma once

#include <vector>

#include <allotype/cluster/fleet/arrival.hpp>
#include <allotype/cluster/layouts/planned_layout.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// Whether instances find places in whatever order they come, each at the first free start.
struct planned_arrivals {
  bool safe = true;                      ///< every order of arrival finds places for all
  std::vector<char const*> stranding{};  ///< profiles in the shortest order of arrival that strands the last
  bool can_be_made_safe = true;          ///< every order finds places once those of `first` are there
  std::vector<char const*>
      first{};  ///< the fewest that have to come first, in this order, so that the others may come in any
};

/// Complexity: the number of orders at worst.
[[nodiscard]] inline planned_arrivals plan_arrivals(planned_layout const& layout,
                                                    first_fit rule = first_fit::lowest_start) {
  std::vector<detail::instance_spec> wanted;
  wanted.reserve(layout.placements.size());
  for (placement const& each : layout.placements) wanted.push_back({each.row, unknown});
  auto const report = detail::report_arrivals(detail::places_on(*layout.device->board), wanted.data(),
                                              static_cast<int>(wanted.size()), rule == first_fit::highest_start);
  planned_arrivals found{report.safe, {}, report.can_be_made_safe, {}};
  for (int i = 0; i < report.stranding; ++i)
    found.stranding.push_back(layout.device->board->rows[report.strands[i]].profile);
  for (int i = 0; i < report.first && report.can_be_made_safe; ++i) {
    found.first.push_back(layout.device->board->rows[report.comes_first[i]].profile);
  }
  return found;
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
