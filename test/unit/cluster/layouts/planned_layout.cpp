// SPDX-License-Identifier: BSL-1.0
// Layouts of names at run time are those that the compiler makes of the same names.
#include <allotype/catalog/nvidia.hpp>
#include <allotype/cluster/layouts/planned_layout.hpp>
#include <cstring>

#include "catch.hpp"

namespace at = allotype;

namespace {

template <class Layout>
void is_the_same(std::vector<std::string> const& names) {
  auto const plan = at::plan_layout<typename Layout::device>(names);
  REQUIRE(static_cast<int>(plan.placements.size()) == Layout::size);
  for (int i = 0; i < Layout::size; ++i) {
    auto const& planned = plan.placements[static_cast<std::size_t>(i)];
    CHECK(std::strcmp(planned.profile, Layout::placements[i].profile) == 0);
    CHECK(planned.start == Layout::placements[i].start);
    CHECK(planned.size == Layout::placements[i].size);
    CHECK(planned.memory_mib == Layout::placements[i].memory_mib);
    CHECK(planned.smi_profile_id == Layout::placements[i].smi_profile_id);
    CHECK(plan.creation_order[static_cast<std::size_t>(i)] == Layout::creation_order[i]);
  }
  CHECK(plan.order_suffices == Layout::order_suffices);
  CHECK(plan.left.memory_slices == Layout::left.memory_slices);
  CHECK(plan.left.sm_count == Layout::left.sm_count);
  CHECK(plan.left.ofa == Layout::left.ofa);
  CHECK(static_cast<int>(plan.could_add.size()) == at::size_of_list<typename Layout::could_add>);
  CHECK(plan.could_add.empty() == Layout::maximal);
}

std::string what_of(std::vector<std::string> const& names) {
  try {
    (void)at::plan_layout<at::A100>(names);
  } catch (at::input_error const& wrong) {
    return wrong.what();
  }
  return "";
}

/// Whether the instances, the n-th of `count`, can be placed: every start of every one is tried.
bool fits_by_force(at::mig_board const& board, std::vector<int> const& rows, std::size_t n, unsigned taken) {
  if (n == rows.size()) return true;
  at::mig_row const& row = board.rows[rows[n]];
  for (int i = 0; i < row.start_count(); ++i) {
    unsigned const mine = ((1u << row.memory_slices) - 1u) << row.starts[i];
    if ((taken & mine) == 0 && fits_by_force(board, rows, n + 1, taken | mine)) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("what is planned at run time is what the compiler plans") {
  is_the_same<at::layout<at::A100, "3g.20gb", "2g.10gb">>({"3g.20gb", "2g.10gb"});
  is_the_same<at::layout<at::A100, "1g.5gb", "2g.10gb", "4g.20gb">>({"1g.5gb", "2g.10gb", "4g.20gb"});
  is_the_same<at::layout<at::A100, at::at<"3g.20gb", 4>, "4g.20gb">>({"3g.20gb@4", "4g.20gb"});
  is_the_same<at::layout<at::A100, at::at<"1g.5gb", 5>, at::at<"3g.20gb", 0>>>({"1g.5gb@5", "3g.20gb@0"});
  is_the_same<at::layout<at::H100_80GB, "1g.10gb", "1g.10gb+me", "2g.20gb">>({"1g.10gb", "1g.10gb+me", "2g.20gb"});
  is_the_same<at::layout<at::A30, "2g.12gb", "1g.6gb", "1g.6gb">>({"2g.12gb", "1g.6gb", "1g.6gb"});
}

TEST_CASE("every set of up to four instances is planned if and only if trying all starts finds places") {
  auto const& board = at::detail::board_data<at::A100::board>;
  int planned = 0;
  int refused = 0;
  std::vector<int> rows;
  auto const each = [&](auto const& self, int least) -> void {
    if (!rows.empty()) {
      std::vector<std::string> names;
      std::vector<int> counts(static_cast<std::size_t>(board.row_count));
      bool fits = fits_by_force(board, rows, 0, 0);
      int extensions = 0;
      for (int const row : rows) {
        names.emplace_back(board.rows[row].profile);
        fits = fits && ++counts[static_cast<std::size_t>(row)] <= board.rows[row].max_instances;
        extensions += std::strstr(board.rows[row].profile, "+me") != nullptr ? 1 : 0;
      }
      fits = fits && extensions <= 1;
      bool const found = what_of(names).empty();
      CAPTURE(names);
      if (found != fits) CHECK(found == fits);
      ++(found ? planned : refused);
    }
    if (rows.size() == 4) return;
    for (int row = least; row < board.row_count; ++row) {
      rows.push_back(row);
      self(self, row);
      rows.pop_back();
    }
  };
  each(each, 0);
  CHECK(planned > 50);
  CHECK(refused > 50);
  CHECK(planned + refused == 329);  // multisets of one to four out of seven
}

TEST_CASE("what nobody published is said, also where nothing is asked for") {
  for (std::vector<std::string> const& instances : {std::vector<std::string>{}, {"1g.24gb"}}) {
    try {
      static_cast<void>(at::plan_layout<at::RTX_PRO_5000_BLACKWELL>(instances));
      FAIL("a layout without places");
    } catch (at::input_error const& why) {
      CHECK(std::string(why.what()) == "RTX_PRO_5000_BLACKWELL: the places of its instances are not published");
    }
  }
}

TEST_CASE("what cannot be planned says why, and what can") {
  CHECK(what_of({"4g.20gb", "1g.5gb", "4g.20gb"}) ==
        "A100: 4g.20gb does not fit beside 4g.20gb at 0, 1g.5gb at 4: no place is left for it; the largest part that "
        "fits is 4g.20gb, 1g.5gb");
  CHECK(what_of({"3g.20gb@0", "1g.5gb@2"}).find("the stated starts overlap") != std::string::npos);
  CHECK(what_of({"2g.10g"}).find("the nearest is 2g.10gb") != std::string::npos);
  for (char const* start : {"3g.20gb@", "3g.20gb@2", "3g.20gb@-4", "3g.20gb@4x", "3g.20gb@99999999999"}) {
    CHECK(what_of({start}).find("the starts are 0, 4") != std::string::npos);
  }
  CHECK(what_of(std::vector<std::string>(40, "1g.5gb")).find("does not fit") != std::string::npos);
  CHECK(what_of(std::vector<std::string>(65, "1g.5gb")) == "65 instances are more than any GPU has");
}
