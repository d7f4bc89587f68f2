// SPDX-License-Identifier: BSL-1.0
// The drawing of all layouts has a row for each layout that the library lists while compiling, with the same instances.
#include <allotype/catalog/nvidia.hpp>
#include <allotype/cluster/layouts/layouts_of.hpp>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "../../../tools/allotype/drawings.hpp"
#include "../../../tools/allotype/layout_picture.hpp"
#include "catch.hpp"

namespace at = allotype;

namespace {

/// What stands between the two.
std::string between(std::string const& svg, std::string const& begin, std::string const& end) {
  auto const found = svg.find(begin);
  REQUIRE(found != svg.npos);
  auto const from = found + begin.size();
  return svg.substr(from, svg.find(end, from) - from);
}

/// `3g.20gb@4` for each box of a part of a row.
std::vector<std::string> boxes_of(std::string const& svg, std::string const& part, int slice_width) {
  std::string const inside = between(svg, "<g id=\"" + part + "\">", "</g>");
  std::vector<std::string> boxes;
  std::regex const use("<use href=\"#(b[0-9]+)\"(?: x=\"([0-9]+)\")?/>");
  for (std::sregex_iterator each(inside.begin(), inside.end(), use), end; each != end; ++each) {
    int const x = (*each)[2].matched ? std::stoi((*each)[2]) : 0;
    CHECK(x % slice_width == 0);
    std::string const box = between(svg, "<g id=\"" + (*each)[1].str() + "\">", "</g>");
    boxes.push_back(between(box, "class=\"box\">", "</text>") + "@" + std::to_string(x / slice_width));
  }
  return boxes;
}

struct drawn_row {
  std::string instances;
  bool marked;
  friend bool operator<(drawn_row const& a, drawn_row const& b) {
    return a.instances != b.instances ? a.instances < b.instances : a.marked < b.marked;
  }
  friend bool operator==(drawn_row const&, drawn_row const&) = default;
};

/// The rows of all sets.
std::multiset<drawn_row> rows_of(std::string const& svg) {
  int const slice_width = std::stoi(between(svg, "<rect id=\"free\" x=\"1\" width=\"", "\"")) + 2;
  std::map<std::string, std::vector<std::string>> parts;
  std::multiset<drawn_row> rows;
  std::size_t at = svg.find("class=\"set\"");
  std::regex const use("<use href=\"#([a-z]+)([0-9]*)\" y=\"([0-9]+)\"/>");
  while (at != svg.npos) {
    std::size_t const end = svg.find("</g>", at);
    std::string const set = svg.substr(at, end - at);
    std::map<int, drawn_row> by_y;
    for (std::sregex_iterator each(set.begin(), set.end(), use), last; each != last; ++each) {
      drawn_row& row = by_y.try_emplace(std::stoi((*each)[3]), drawn_row{"", false}).first->second;
      if ((*each)[1] == "dot") {
        row.marked = true;
        continue;
      }
      std::string const id = (*each)[1].str() + (*each)[2].str();
      auto const [part, is_new] = parts.try_emplace(id);
      if (is_new) part->second = boxes_of(svg, id, slice_width);
      for (std::string const& box : part->second) row.instances += box + " ";
    }
    for (auto const& [y, row] : by_y) rows.insert(row);
    at = svg.find("class=\"set\"", end);
  }
  return rows;
}

template <class Board>
std::string drawn() {
  auto const& device = at::detail::data_of<Board>;
  return program::layouts_drawing(device, program::layouts_on(device, at::profile_set::all));
}

template <class Board>
std::multiset<drawn_row> rows_of_library() {
  using all = at::layouts_of<Board>;
  std::multiset<drawn_row> rows;
  for (int i = 0; i < all::size; ++i) {
    auto const layout = all::at(i);
    drawn_row row{"", layout.maximal()};
    for (int k = 0; k < layout.size(); ++k)
      row.instances += layout[k].profile + ("@" + std::to_string(layout[k].start)) + " ";
    rows.insert(row);
  }
  return rows;
}

}  // namespace

TEMPLATE_TEST_CASE("drawings: each layout of the board is a row, with its instances at their slices", "", at::A100,
                   at::A30, at::RTX_PRO_6000_BLACKWELL) {
  std::string const svg = drawn<TestType>();
  auto const rows = rows_of(svg);
  REQUIRE(static_cast<int>(rows.size()) == at::layouts_of<TestType>::size);
  CHECK(rows == rows_of_library<TestType>());
  CHECK(svg.size() < 300'000);
}

TEMPLATE_TEST_CASE("drawings: a set for each multiset of profiles, full ones first", "", at::A100, at::A30,
                   at::RTX_PRO_6000_BLACKWELL) {
  using all = at::layouts_of<TestType>;
  auto const found = program::layouts_on(at::detail::data_of<TestType>, at::profile_set::all);
  CHECK(static_cast<int>(found.sets.size()) == all::multisets);
  CHECK(found.layouts == all::size);
  CHECK(found.maximal == all::maximal);
  int in_section[program::layout_sections]{};
  for (auto const& set : found.sets) ++in_section[program::section_of(set)];
  CHECK(in_section[0] == all::maximal_multisets);
  CHECK(in_section[0] + in_section[1] == all::multisets_of_maximal);
}

TEST_CASE("drawings: fewer profiles have fewer layouts") {
  auto const& device = at::detail::data_of<at::A100>;
  CHECK(program::layouts_on(device, at::profile_set::base).layouts == 297);
  CHECK(program::layouts_on(device, at::profile_set::with_double_memory).maximal == 78);
}

TEST_CASE("drawings: a plan has its instances by their starts, and the numbers that are published") {
  auto const plan = at::plan_layout<at::A100>({"2g.10gb", "3g.20gb@0"});
  std::string const svg = program::plan_drawing(plan, "create <both>");
  CHECK(svg.find("<title id=\"title\">A100: 2g.10gb, 3g.20gb</title>") != svg.npos);
  CHECK(svg.find(">memory: 40192 MiB in 8 slices<") != svg.npos);
  CHECK(svg.find(">compute: 98 SMs in 7 slices<") != svg.npos);
  CHECK(
      svg.find(
          "slices 0 to 3, memory 19968 MiB, 42 SMs, type A100::partition&lt;&quot;3g.20gb&quot;&gt;. 2g.10gb: slices 4 "
          "to 5,") != svg.npos);
  CHECK(svg.find(">A100::partition&lt;&quot;2g.10gb&quot;&gt;</text>") != svg.npos);
  // Slices of 110 pixels from 40 on; 42 of 98 SMs of 880 pixels.
  CHECK(svg.find("<rect x=\"40\" y=\"92\" width=\"440\" height=\"120\" class=\"pale0\"/>") != svg.npos);
  CHECK(svg.find("<rect x=\"40\" y=\"280\" width=\"377\" height=\"64\" class=\"pale0\"/>") != svg.npos);
  CHECK(svg.find(">create &lt;both&gt;</text>") != svg.npos);
}

TEST_CASE("the picture in text has a line for each memory slice") {
  CHECK(program::text_picture(at::plan_layout<at::A30>({"2g.12gb"})) ==
        "slice  A30\n"
        "       +----------------+---------------+---------------+\n"
        "    0  | 2g.12gb        | 28 SMs        | 11968 MiB     |\n"
        "    1  |                |               |               |\n"
        "       +----------------+---------------+---------------+\n"
        "    2  | free           |               |               |\n"
        "    3  |                |               |               |\n"
        "       +----------------+---------------+---------------+\n");
}
