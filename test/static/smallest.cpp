// SPDX-License-Identifier: BSL-1.0
/// \file
/// The smallest partition that meets needs is the very type that its name makes.

#include <type_traits>

#include <allotype/allotype.hpp>

namespace acme {

using namespace allotype::literals;

// A user's device, partitioned and not.
struct own : allotype::partitionable_device<own> {
  static constexpr char name[] = "own";
  static constexpr allotype::bytes memory = 16_GiB;
  struct half {
    static constexpr char name[] = "half";
    static constexpr allotype::bytes memory = 8_GiB;
  };
  struct quarter {
    static constexpr char name[] = "quarter";
    static constexpr allotype::bytes memory = 4_GiB;
  };
  using partitions = allotype::list<half, quarter>;
};

}  // namespace acme

namespace {

using namespace allotype;
using namespace allotype::literals;
using acme::own;

template <class A, class B>
inline constexpr bool same = std::is_same_v<A, B>;

// By memory slices, then compute slices.
static_assert(same<smallest<A100, needs<>>, A100::partition<"1g.5gb">>);
static_assert(same<smallest<A100, needs<memory<4864_MiB>>>, A100::partition<"1g.5gb">>);
static_assert(same<smallest<A100, needs<memory<4865_MiB>>>, A100::partition<"1g.10gb">>);
static_assert(same<smallest<A100, needs<memory<8_GiB>, sm_count<28>>>, A100::partition<"2g.10gb">>);
static_assert(same<smallest<A100, needs<memory<16_GiB>>>, A100::partition<"3g.20gb">>);
static_assert(same<smallest<A100, needs<sm_count<43>>>, A100::partition<"4g.20gb">>);
static_assert(same<smallest<A100, needs<memory<20_GiB>>>, A100::partition<"7g.40gb">>);

// The plain one first; one with attributes where only it will do.
static_assert(same<smallest<A100, needs<at_least<fact::ofa, 1>>>, A100::partition<"1g.5gb+me">>);
static_assert(same<smallest<RTX_PRO_6000, needs<sm_count<1>>>, RTX_PRO_6000::partition<"1g.24gb">>);
static_assert(same<smallest<RTX_PRO_6000, needs<graphics, sm_count<47>>>, RTX_PRO_6000::partition<"2g.48gb+gfx">>);

// The whole device is the last; without partitions there is nothing else.
static_assert(same<smallest<A100, needs<sm_count<99>>>, A100::unpartitioned> &&
              same<smallest<A100, needs<peer_to_peer>>, A100::unpartitioned>);
static_assert(same<smallest<L4, needs<fp8>>, L4> &&
              same<smallest<A100::partition<"2g.10gb">, needs<sm_count<28>>>, A100::partition<"2g.10gb">>);

// Chips of a TPU.
static_assert(same<smallest<V5E, needs<chips<1>>>, V5E::slice<"1x1">> &&
              same<smallest<V5E, needs<chips<9>>>, V5E::slice<"4x4">>);

// Modes of an AMD accelerator: the least memory, then the catalogue's order.
static_assert(same<smallest<MI300X, needs<memory<20_GB>>>, MI300X::partition<"CPX/NPS1">> &&
              same<smallest<MI300X, needs<at_least<fact::compute_units, 39>>>, MI300X::partition<"QPX/NPS1">> &&
              same<smallest<MI300X, needs<memory<100_GB>>>, MI300X::partition<"SPX/NPS1">>);
static_assert(same<smallest<V5P, needs<chips<5>>>, V5P::slice<"2x2x2">>);

// Unpublished facts meet nothing; stated ones count.
using of_b300 = B300::partition<"2g.67gb">;
static_assert(same<smallest<B300, needs<sm_count<20>, stated<of_b300, sm_count<36>>>>, of_b300> &&
              !has_smallest<B300, needs<sm_count<20>>>);

// Over devices: of the smallest of each the one with least memory, fewest SMs, listed first.
using three = list<A100, H100_80GB, L4>;
static_assert(same<smallest<three, needs<memory<8_GiB>>>, A100::partition<"1g.10gb">> &&
              fact_of<A100::partition<"1g.10gb">, fact::memory> <
                  fact_of<H100_80GB::partition<"1g.10gb">, fact::memory>);
static_assert(same<smallest<three, needs<fp8, memory<8_GiB>>>, H100_80GB::partition<"1g.10gb">>);
static_assert(same<smallest<three, needs<fp8, memory<20_GiB>>>, L4>);
static_assert(same<smallest<list<A100, A30>, needs<>>, A100::partition<"1g.5gb">>);
static_assert(same<smallest<list<A100_80GB_PCIE, A100_80GB>, needs<>>, A100_80GB_PCIE::partition<"1g.10gb">>);
static_assert(same<smallest<list<L4>, needs<>>, L4>);

// All of them, smallest first; none is no error.
static_assert(same<all_meeting<A100, needs<sm_count<42>>>, list<A100::partition<"3g.20gb">, A100::partition<"4g.20gb">,
                                                                A100::partition<"7g.40gb">, A100::unpartitioned>>);
static_assert(same<all_meeting<A100, needs<>>,
                   list<A100::partition<"1g.5gb">, A100::partition<"1g.5gb+me">, A100::partition<"1g.10gb">,
                        A100::partition<"2g.10gb">, A100::partition<"3g.20gb">, A100::partition<"4g.20gb">,
                        A100::partition<"7g.40gb">, A100::unpartitioned>>);
static_assert(same<all_meeting<A100, needs<sm_count<109>>>, list<>> &&
              same<all_meeting<list<L4, A100>, needs<sm_count<109>>>, list<>>);
static_assert(same<all_meeting<list<L4, A100>, needs<sm_count<58>, memory<20_GiB>>>,
                   list<L4, A100::partition<"7g.40gb">, A100::unpartitioned>>);
static_assert(has_smallest<A100, needs<sm_count<108>>> && !has_smallest<A100, needs<sm_count<109>>>);
static_assert(has_smallest<three, needs<sm_count<132>>> && !has_smallest<three, needs<sm_count<133>>> &&
              !has_smallest<A100, int> && !has_smallest<int, needs<>> && !has_smallest<list<>, needs<>> &&
              !has_smallest<list<A100, int>, needs<>> && !has_smallest<A100, needs<sm_count<1>, sm_count<2>>> &&
              same<smallest<A100, needs<>>, smallest<A100, needs<>>>);

static_assert(same<smallest<own, needs<memory<4_GiB>>>, own::partition<"quarter">> &&
              same<smallest<own, needs<memory<5_GiB>>>, own::partition<"half">> &&
              same<smallest<own, needs<memory<9_GiB>>>, own::unpartitioned>);

}  // namespace
