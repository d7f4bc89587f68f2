// SPDX-License-Identifier: BSL-1.0 Layouts: how many there are of each kind of board, against numbers that two other
// programs counted from test/data/mig_profiles.csv (test/unit/cluster/layouts/layouts_of.cpp counts once more) and
// against closed forms; what single layouts are, leave, take and refuse. Data: numbers that another program counted
// from the places of mig_profiles.csv, which nvidia-smi printed.
#include <allotype/allotype.hpp>
#include <allotype/cluster/layouts/layouts_of.hpp>

namespace at = allotype;
using at::profile_set;

namespace {

struct counts {
  int all, maximal, multisets, multisets_of_maximal, maximal_multisets;
  friend constexpr bool operator==(counts, counts) = default;
};
template <class Model, profile_set Profiles = profile_set::all, at::placement_rules Rules = at::placement_rules{}>
constexpr counts counted = {
    at::layouts_of<Model, Profiles, Rules>::size, at::layouts_of<Model, Profiles, Rules>::maximal,
    at::layouts_of<Model, Profiles, Rules>::multisets, at::layouts_of<Model, Profiles, Rules>::multisets_of_maximal,
    at::layouts_of<Model, Profiles, Rules>::maximal_multisets};

constexpr at::placement_rules before_r510{.version = at::driver::R495};
constexpr at::placement_rules one_extension{.media = at::placement_rules::media_rule::one_extension};
constexpr at::placement_rules maxima{.media = at::placement_rules::media_rule::per_profile_maxima};
constexpr at::placement_rules halves{.assume_equal_shares = true};

// Every board of eight memory slices, by one of them: the others have the same places, see below.
static_assert(counted<at::A100, profile_set::base> == counts{297, 19, 37, 14, 12});
static_assert(counted<at::A100, profile_set::with_double_memory> == counts{722, 78, 77, 38, 28});
static_assert(counted<at::A100> == counts{2318, 239, 127, 64, 44});
static_assert(counted<at::A100, profile_set::base, before_r510> == counts{296, 18, 36, 13, 11});
static_assert(counted<at::A30, profile_set::base> == counts{25, 5, 9, 4, 4});
static_assert(counted<at::A30> == counts{75, 17, 19, 8, 8});
static_assert(counted<at::RTX_PRO_6000_BLACKWELL, profile_set::base> == counts{25, 5, 9, 4, 4});
static_assert(counted<at::RTX_PRO_6000_BLACKWELL, profile_set::without_graphics> == counts{303, 97, 56, 27, 27});
static_assert(counted<at::RTX_PRO_6000_BLACKWELL, profile_set::without_graphics, one_extension> ==
              counts{407, 145, 70, 36, 36});
static_assert(counted<at::RTX_PRO_6000_BLACKWELL> == counts{716, 302, 114, 64, 64});
static_assert(counted<at::RTX_PRO_6000_BLACKWELL, profile_set::all, one_extension> == counts{1008, 458, 149, 88, 88});
static_assert(counted<at::RTX_PRO_6000_BLACKWELL, profile_set::all, maxima> == counts{1248, 606, 171, 104, 104});
static_assert(counted<at::RTX_PRO_5000_BLACKWELL, profile_set::all, halves> == counts{29, 19, 17, 12, 12});
static_assert(counted<at::RTX_PRO_4500_BLACKWELL, profile_set::all, halves> == counts{21, 13, 13, 9, 9});

// On A30 the rule about extensions removes what no other rule does: 1g+me beside 2g+me.
static_assert(counted<at::A30, profile_set::all, one_extension> == counted<at::A30>);
static_assert(counted<at::A30, profile_set::all, maxima>.all == 83);

// The closed forms. The left half of eight slices takes any filling of two pairs, or one 3g or 4g; the right one a pair
// and the slice that is left, or one 3g. A pair is filled in so many ways; the empty layout and the 7g cancel.
constexpr int pair = 5;              // nothing, 1g left, 1g right, both, 2g
constexpr int pair_with_double = 6;  // or 1g with double memory
constexpr int product(int ways) { return (ways * ways + 2) * (ways * (ways == pair ? 2 : 3) + 1); }
static_assert(product(pair) == counted<at::A100, profile_set::base>.all);
static_assert(product(pair_with_double) == counted<at::A100, profile_set::with_double_memory>.all);
static_assert((2 * 2 + 2) * (2 * 1 + 1) + 1 == counted<at::A100, profile_set::base>.maximal);
static_assert((3 * 3 + 2) * (3 * 2 + 1) + 1 == counted<at::A100, profile_set::with_double_memory>.maximal);

// With +me: each layout may mark one of its plain 1g as such.
template <class Layouts>
constexpr int plain_1g(bool only_maximal) {
  int sum = 0;
  for (int i = 0; i < Layouts::size; ++i) {
    auto const layout = Layouts::at(i);
    if (only_maximal && !layout.maximal()) continue;
    for (int k = 0; k < layout.size(); ++k) sum += layout[k].size == 1 ? 1 : 0;
  }
  return sum;
}
using with_double = at::layouts_of<at::A100, profile_set::with_double_memory>;
static_assert(plain_1g<with_double>(true) == 161);
static_assert(counted<at::A100>.maximal == with_double::maximal + 161);

// What holds for one board holds for every board with the same places. The engines do not matter to these.
template <class A, class B>
constexpr bool same_places() {
  constexpr at::detail::board_places a = at::detail::places_of_board<typename A::board, one_extension>;
  constexpr at::detail::board_places b = at::detail::places_of_board<typename B::board, one_extension>;
  return a == b;
}
template <class... Models>
constexpr bool all_as_a100 = (same_places<at::A100, Models>() && ...);
static_assert(all_as_a100<at::A100_80GB, at::A800_40GB, at::A800_80GB, at::H100_64GB, at::H100_80GB, at::H100_80GB_PCIE,
                          at::H800, at::H800_PCIE, at::H100_94GB, at::H20_96GB, at::H20_141GB, at::H200, at::GH200_96GB,
                          at::GH200_144GB, at::B200, at::GB200, at::B300, at::GB300>);
static_assert(counted<at::H100_80GB> == counted<at::A100> && counted<at::H200> == counted<at::A100> &&
              counted<at::B200> == counted<at::A100>);
// A board of which five profiles are known counts as the base set.
static_assert(counted<at::GB300_DGX_STATION> == counted<at::A100, profile_set::base>);

// Who publishes places.
static_assert(at::can_layout<at::A100> && at::can_layout<at::A30>);
static_assert(!at::can_layout<at::RTX_PRO_5000_BLACKWELL> && !at::can_layout<at::THOR>);
static_assert(!at::can_layout<at::V100> && !at::can_layout<at::cpu> && !at::can_layout<at::V5E>);

template <class... Types>
constexpr bool same = false;
template <class Type>
constexpr bool same<Type, Type> = true;

// One layout.
using balanced = at::layout<at::A100, "3g.20gb", "2g.10gb", "1g.5gb", "1g.5gb">;
static_assert(balanced::size == 4 && balanced::memory_slices == 8 && balanced::compute_slices == 7);
static_assert(balanced::placements[0].start == 4 && balanced::placements[0].size == 4);
static_assert(balanced::placements[0].smi_profile_id == 9 && balanced::placements[0].sm_count == 42 &&
              balanced::placements[0].memory_mib == 19968);
static_assert(same<decltype(balanced::left), at::placement::unused_share const>);
static_assert(balanced::left.compute_slices == 0 && balanced::left.memory_slices == 0 && balanced::left.sm_count == 0);
static_assert(balanced::left.memory_mib == 40192 - 19968 - 9856 - 2 * 4864);
static_assert(balanced::left.nvdec == 2 && balanced::left.jpeg == 1 && balanced::left.ofa == 1);
static_assert(balanced::maximal && same<balanced::could_add, at::list<>>);
static_assert(same<at::layout_of<at::A100, at::A100::partition<"3g.20gb">, at::A100::partition<"2g.10gb">,
                                 at::A100::partition<"1g.5gb">, at::A100::partition<"1g.5gb">>,
                   balanced>);
// As NVIDIA's MIG User Guide has it: the 3g first. It works where that comes to lie at 4, and not where at 0.
static_assert(!balanced::order_suffices && balanced::creation_order[0] == 0);
// An order that works for the lowest and the highest free start: these are the places for the lowest.
using loose = at::layout<at::A100, "1g.5gb", "3g.20gb", "2g.10gb">;
static_assert(loose::order_suffices && loose::creation_order[0] == 1 && loose::creation_order[1] == 2);
static_assert(loose::placements[0].start == 6 && loose::placements[1].start == 0 && loose::placements[2].start == 4);

// Explicit starts.
using right = at::layout<at::A100, at::at<"3g.20gb", 4>>;
static_assert(right::placements[0].start == 4 && !right::order_suffices && !right::maximal);
static_assert(
    same<right::could_add,
         at::list<at::A100::partition<"1g.5gb">, at::A100::partition<"1g.5gb+me">, at::A100::partition<"1g.10gb">,
                  at::A100::partition<"2g.10gb">, at::A100::partition<"3g.20gb">, at::A100::partition<"4g.20gb">>>);
static_assert(same<at::layout<at::A100, "4g.20gb">, at::layout<at::A100, at::at<"4g.20gb", 0>>>);

// Nothing, and all.
static_assert(at::layout<at::A100>::size == 0 && at::layout<at::A100>::left.sm_count == 98);
static_assert(!at::layout<at::A100>::maximal);
static_assert(at::layout<at::A100, "7g.40gb">::maximal && at::layout<at::A100, "7g.40gb">::left.memory_mib == 0);
// Seven 1g hold an eighth of the memory from everybody.
using seven = at::layout<at::H200, "1g.18gb", "1g.18gb", "1g.18gb", "1g.18gb", "1g.18gb", "1g.18gb", "1g.18gb">;
static_assert(seven::maximal && seven::left.memory_slices == 1 && seven::order_suffices);
// What nobody published is not made up.
static_assert(at::layout<at::B200, "3g.90gb">::left.sm_count == at::unknown);
static_assert(at::layout<at::B200, "3g.90gb">::left.memory_slices == 4);
static_assert(at::layout_under<halves, at::RTX_PRO_5000_BLACKWELL, "1g.24gb", "1g.24gb+me">::maximal);

// Sharing an empty GPU.
static_assert(at::can_layout_of<at::A100, at::A100::partition<"4g.20gb">, at::A100::partition<"3g.20gb">>);
static_assert(!at::can_layout_of<at::A100, at::A100::partition<"4g.20gb">, at::A100::partition<"4g.20gb">>);
static_assert(!at::can_layout_of<at::A30, at::A30::partition<"1g.6gb+me">, at::A30::partition<"2g.12gb+me">>);
static_assert(!at::can_layout_of<at::A100, at::H100_80GB::partition<"3g.40gb">>);
static_assert(!at::can_layout_of<at::V100> && !at::can_layout_of<at::RTX_PRO_5000_BLACKWELL>);
// Four double-memory and three plain 1g are seven compute slices, but eleven memory slices.
using plain = at::A100::partition<"1g.5gb">;
using twice = at::A100::partition<"1g.10gb">;
static_assert(!at::can_layout_of<at::A100, twice, twice, twice, twice, plain, plain, plain>);

static_assert(at::can_layout<at::A100, "3g.20gb", at::at<"2g.10gb", 0>> && at::can_layout<at::A100>);
static_assert(!at::can_layout<at::A100, "7g.40gb", "1g.5gb">);
static_assert(!at::can_layout<at::A100, at::at<"4g.20gb", 0>, at::at<"1g.5gb", 3>>);
static_assert(at::offers<at::A100, "3g.20gb", 4> && !at::offers<at::A100, "3g.20gb", 2>);
static_assert(!at::offers<at::A100, "9g.90gb", 0> && !at::offers<at::V5E, "2x2", 0>);
static_assert(!at::offers<at::RTX_PRO_5000_BLACKWELL, "1g.24gb", 0>);

// Beside others, where they stand: four slices are free in both, but not in a row.
using together = at::layout<at::A100, at::at<"1g.5gb", 0>, at::at<"1g.5gb", 1>, at::at<"1g.5gb", 2>>;
using apart = at::layout<at::A100, at::at<"1g.5gb", 0>, at::at<"1g.5gb", 2>, at::at<"1g.5gb", 4>>;
static_assert(at::takes_another<together, at::A100::partition<"3g.20gb">>);
static_assert(!at::takes_another<apart, at::A100::partition<"3g.20gb">>);
static_assert(at::takes_another<apart, plain> && !at::takes_another<apart, at::A100::unpartitioned>);
static_assert(!at::takes_another<int, plain>);

// Engines: the rule that is documented, and the one inferred from the table.
static_assert(at::layout_under<one_extension, at::RTX_PRO_6000_BLACKWELL, "1g.24gb+me.all", "1g.24gb">::size == 2);
static_assert(!at::can_layout_of<at::RTX_PRO_6000_BLACKWELL, at::RTX_PRO_6000_BLACKWELL::partition<"1g.24gb+me.all">,
                                 at::RTX_PRO_6000_BLACKWELL::partition<"1g.24gb">>);
static_assert(at::can_layout_of<at::RTX_PRO_6000_BLACKWELL, at::RTX_PRO_6000_BLACKWELL::partition<"1g.24gb+me.all">,
                                at::RTX_PRO_6000_BLACKWELL::partition<"1g.24gb-me">>);

}  // namespace
