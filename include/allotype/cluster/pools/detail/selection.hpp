// SPDX-License-Identifier: BSL-1.0
/// \file
/// What a request to a pool may get besides the devices that it is for: a system hands out whatever its selectors
/// match.
#pragma once

#include <allotype/cluster/request/request.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

/// A device on nodes of another pool that meets the same request.
struct mistaken_for {
  accelerator_data const* what = nullptr;  ///< null: there is none
};

/// \param request to one pool for `asked` \param on, nodes another pool of the same system, or the same pool
template <class Request, class Settings>
constexpr mistaken_for also_met_by(Request const& request, request_items const& asked, Settings const& on,
                                   node_content const& nodes) {
  if constexpr (requires { request.is_also_met_by(request); }) {
    for (request_item const& had : nodes) {
      bool named = false;
      for (request_item const& each : asked.all) named = named || is_served_by(*each.what, *had.what);
      if (named) continue;
      request_items one;
      one.add(*had.what, 1);
      auto const other = ask(on, one, request_options{.count = 1});
      if (!other.refused && request.is_also_met_by(other)) return {had.what};
    }
  }
  return {};
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
