// SPDX-License-Identifier: BSL-1.0
/// \file
/// The MIG boards of the catalogue as values, for tests that go through all of them while running.
#pragma once

#include <allotype/allotype.hpp>

#include <algorithm>
#include <boost/mp11/algorithm.hpp>
#include <set>
#include <string>
#include <string_view>
#include <vector>

/// The table of one board.
struct library_board : allotype::mig_board {
  allotype::detail::board_places places(allotype::placement_rules rules) const {
    return allotype::detail::places_on(*this, rules);
  }
};
template <class Visitor>
void for_each_board(Visitor visit) {
  std::set<std::string> seen;
  using devices = boost::mp11::mp_transform<boost::mp11::mp_identity, allotype::detail::known_gpus>;
  boost::mp11::mp_for_each<devices>([&](auto device) {
    using model = typename decltype(device)::type;
    if constexpr (allotype::detail::has_rows<model>) {
      using board = typename model::board;
      if (seen.insert(board::name).second) {
        visit(library_board{allotype::detail::board_data<board>});
      }
    }
  });
}
/// Each board once.
inline std::vector<library_board> const& all_boards() {
  static std::vector<library_board> const boards = [] {
    std::vector<library_board> found;
    for_each_board([&](library_board const& board) { found.push_back(board); });
    return found;
  }();
  return boards;
}

inline library_board const& board_named(std::string_view name) {
  return *std::find_if(all_boards().begin(), all_boards().end(), [&](auto const& board) { return name == board.name; });
}
