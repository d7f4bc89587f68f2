// SPDX-License-Identifier: BSL-1.0
// The layouts that the library lists for every board, against a search of another kind over test/data/mig_profiles.csv:
// every subset of the pairs of profile and start, pair by pair, each rule checked on the whole set.
// Data: the places of mig_profiles.csv, which nvidia-smi printed; the layouts are found by another method.
#include <allotype/allotype.hpp>
#include <allotype/cluster/layouts/layouts_of.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "catalog/catalog_csv.hpp"
#include "catch.hpp"
#include "plan/mig_boards.hpp"

namespace at = allotype;

namespace {

// ---- the other search ----

struct profile_row {
  std::string name;
  int compute_slices = 0, size = 0, most = 0;
  int engines[4] = {-1, -1, -1, -1};  // -1: not published
  std::vector<int> starts;
};
struct board_table {
  int units = 0, compute_slices = 0;
  std::vector<profile_row> profiles;
};
int number(std::string const& cell) { return cell.empty() ? -1 : std::stoi(cell); }

std::map<std::string, board_table> read_boards() {
  std::map<std::string, board_table> boards;
  for (auto const& row : rows_of(csv_records(text_of_file(ALLOTYPE_TEST_DATA "/mig_profiles.csv")))) {
    board_table& board = boards[row.at("device")];
    board.units = std::max(0, number(row.at("total_memory_slices")));
    board.compute_slices = number(row.at("total_compute_slices"));
    profile_row profile;
    profile.name = row.at("profile");
    profile.compute_slices = number(row.at("compute_slices"));
    profile.size = number(row.at("memory_slices"));
    profile.most = number(row.at("max_instances"));
    char const* const engines[] = {"nvdec", "nvenc", "jpeg", "ofa"};
    for (int e = 0; e < 4; ++e) profile.engines[e] = number(row.at(engines[e]));
    std::istringstream places(row.at("placements"));
    for (std::string place; places >> place;) profile.starts.push_back(std::stoi(place));
    board.profiles.push_back(profile);
  }
  return boards;
}

using placed_pair = std::pair<std::string, int>;  // profile and start
using layout_set = std::set<placed_pair>;

struct other_search {
  board_table const& board;
  at::placement_rules rules;
  std::vector<std::pair<profile_row const*, int>> pairs{};
  std::set<layout_set> layouts{};
  std::vector<std::pair<profile_row const*, int>> chosen{};

  other_search(board_table const& table, std::set<std::string> const& names, at::placement_rules by)
      : board(table), rules(by) {
    for (auto const& profile : board.profiles) {
      if (names.count(profile.name) == 0) continue;
      for (int start : profile.starts) pairs.emplace_back(&profile, start);
    }
    std::reverse(pairs.begin(), pairs.end());
    subsets(0);
  }
  static bool has_me(std::string const& name) { return name.find("+me") != std::string::npos; }

  bool allowed() const {
    std::vector<int> holder(static_cast<std::size_t>(board.units), 0);
    std::map<std::string, int> instances;
    int extensions = 0, engines[4] = {}, fours = 0, threes = 0;
    profile_row const* full = &board.profiles[0];
    for (auto const& profile : board.profiles) {
      bool const plain = profile.name.find('+') == std::string::npos;
      if (plain && profile.compute_slices == board.compute_slices) full = &profile;
    }
    for (auto const& [profile, start] : chosen) {
      for (int u = start; u < start + profile->size; ++u) {
        if (u >= board.units || ++holder[static_cast<std::size_t>(u)] > 1) return false;
      }
      if (++instances[profile->name] > profile->most) return false;
      extensions += has_me(profile->name) ? 1 : 0;
      fours += profile->compute_slices == 4 ? 1 : 0;
      threes += profile->compute_slices == 3 ? 1 : 0;
      for (int e = 0; e < 4; ++e) engines[e] += std::max(0, profile->engines[e]);
    }
    if (rules.media != at::placement_rules::media_rule::per_profile_maxima && extensions > 1) return false;
    if (rules.media == at::placement_rules::media_rule::engines) {
      for (int e = 0; e < 4; ++e) {
        if (full->engines[e] >= 0 && engines[e] > full->engines[e]) return false;
      }
    }
    return rules.version >= at::driver::R510 || fours == 0 || threes == 0;
  }
  void subsets(std::size_t next) {
    if (next == pairs.size()) {
      layout_set layout;
      for (auto const& [profile, start] : chosen) layout.emplace(profile->name, start);
      if (!layout.empty()) layouts.insert(layout);
      return;
    }
    subsets(next + 1);
    chosen.push_back(pairs[next]);
    if (allowed()) subsets(next + 1);
    chosen.pop_back();
  }
  bool maximal(layout_set const& layout) const {
    return std::none_of(pairs.begin(), pairs.end(), [&](auto const& pair) {
      layout_set larger = layout;
      return larger.emplace(pair.first->name, pair.second).second && layouts.count(larger) != 0;
    });
  }
};

using multiset = std::multiset<std::string>;
multiset names_of(layout_set const& layout) {
  multiset names;
  for (auto const& pair : layout) names.insert(pair.first);
  return names;
}

// ---- the library ----

layout_set decoded(library_board const& board, unsigned long long code) {
  layout_set layout;
  for (int u = 0; u < 15; ++u) {
    int const profile = static_cast<int>(code >> (4 * u) & 15u) - 1;
    if (profile >= 0) layout.emplace(board.rows[profile].profile, u);
  }
  return layout;
}

// Not the library's: by what the tables in the brackets say.
std::set<std::string> chosen_names(board_table const& board, at::profile_set set) {
  std::set<std::string> names;
  for (auto const& profile : board.profiles) {
    bool const suffix = profile.name.find_first_of("+-") != std::string::npos;
    bool const gfx = profile.name.find("+gfx") != std::string::npos;
    bool smallest = true;
    for (auto const& other : board.profiles) {
      smallest = smallest && !(other.name.find_first_of("+-") == std::string::npos &&
                               other.compute_slices == profile.compute_slices && other.size < profile.size);
    }
    if (set == at::profile_set::all || (set == at::profile_set::without_graphics && !gfx) ||
        (set == at::profile_set::with_double_memory && !suffix) ||
        (set == at::profile_set::base && !suffix && smallest)) {
      names.insert(profile.name);
    }
  }
  return names;
}

}  // namespace

TEST_CASE("the layouts of every board, set of profiles and set of rules are those of another search over the table") {
  auto boards = read_boards();
  std::size_t compared = 0;
  int with_places = 0;
  for (auto const& board : all_boards()) {
    INFO(board.name);
    REQUIRE(boards.count(board.name) == 1);
    board_table& table = boards[board.name];
    if (board.places({}).units == 0) {
      CHECK(table.profiles[0].starts.empty());
      continue;
    }
    ++with_places;
    for (auto set : {at::profile_set::base, at::profile_set::with_double_memory, at::profile_set::without_graphics,
                     at::profile_set::all}) {
      for (auto media : {at::placement_rules::media_rule::engines, at::placement_rules::media_rule::one_extension,
                         at::placement_rules::media_rule::per_profile_maxima}) {
        for (auto version : {at::driver::R470, at::driver::newest}) {
          // Boards of eight slices have one geometry (test/static/layouts.cpp): the whole product once, then less.
          bool const first_of_kind = std::string_view{board.name} == "A100_40GB" || board.memory_slices != 8;
          if (!first_of_kind && (set != at::profile_set::with_double_memory ||
                                 media != at::placement_rules::media_rule::engines || version != at::driver::newest)) {
            continue;
          }
          at::placement_rules const rules{media, version, false};
          auto const places = board.places(rules);
          at::detail::layout_enumeration const found(places, at::detail::profiles_in(board, set));
          other_search const other(table, chosen_names(table, set), rules);

          REQUIRE(found.all == static_cast<int>(other.layouts.size()));
          std::set<layout_set> listed;
          std::set<multiset> multisets, multisets_of_maximal;
          int maximal = 0;
          bool maximal_agrees = true;
          for (int i = 0; i < found.all; ++i) {
            layout_set const layout = decoded(board, found.layouts[i]);
            bool const is_maximal = (found.layouts[i] & at::detail::layout_enumeration::maximal_bit) != 0;
            maximal_agrees = maximal_agrees && is_maximal == other.maximal(layout);
            listed.insert(layout);
            multisets.insert(names_of(layout));
            if (is_maximal) multisets_of_maximal.insert(names_of(layout));
            maximal += is_maximal ? 1 : 0;
          }
          CHECK(maximal_agrees);
          CHECK(listed == other.layouts);
          CHECK(found.maximal == maximal);
          CHECK(found.multisets == static_cast<int>(multisets.size()));
          CHECK(found.multisets_of_maximal == static_cast<int>(multisets_of_maximal.size()));
          int maximal_multisets = 0;
          for (auto const& one : multisets) {
            maximal_multisets +=
                std::none_of(multisets.begin(), multisets.end(),
                             [&](multiset const& larger) {
                               return larger.size() > one.size() &&
                                      std::includes(larger.begin(), larger.end(), one.begin(), one.end());
                             })
                    ? 1
                    : 0;
          }
          CHECK(found.maximal_multisets == maximal_multisets);
          compared += listed.size();
        }
      }
    }
  }
  CHECK(with_places >= 19);
  CHECK(compared > 20000);
}

TEST_CASE("a layout's numbers can be read while running") {
  using layout = at::layout<at::A100, "3g.20gb", "2g.10gb", "1g.5gb", "1g.5gb">;
  CHECK(std::string(layout::device_name) == "A100");
  int slices = 0, mib = 0;
  for (int i = 0; i < layout::size; ++i) {
    slices += layout::placements[i].size;
    mib += layout::placements[i].memory_mib;
  }
  CHECK(slices + layout::left.memory_slices == layout::memory_slices);
  CHECK(mib + layout::left.memory_mib == 40192);
  CHECK(std::string(layout::placements[1].profile) == "2g.10gb");
  CHECK(std::string(layout::placements[layout::creation_order[0]].profile) == "3g.20gb");

  using all = at::layouts_of<at::A100, at::profile_set::base>;
  int largest = 0;
  for (int i = 0; i < all::size; ++i) largest = std::max(largest, all::at(i).size());
  CHECK(largest == 7);
}
