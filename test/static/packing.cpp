// SPDX-License-Identifier: BSL-1.0
// Packing: what items are, which GPUs they get, and what is asked instead of failing.
#include <allotype/allotype.hpp>
#include <allotype/cluster/fleet/pack.hpp>

namespace at = allotype;
using namespace at::literals;

namespace {

template <class... Types>
constexpr bool same = false;
template <class Type>
constexpr bool same<Type, Type> = true;

// Partitions, in any order: a 4g and a 3g share, the second 3g takes the rest.
using one = at::A100::partition<"1g.5gb">;
using two = at::A100::partition<"2g.10gb">;
using three = at::A100::partition<"3g.20gb">;
using four = at::A100::partition<"4g.20gb">;
using twice = at::A100::partition<"1g.10gb">;

using mixed = at::pack<at::A100, three, one, two, four, three, twice, two, one>;
static_assert(mixed::items == 8 && mixed::gpus == 3 && mixed::exact && mixed::at_least == 3 && mixed::cost == 3);
static_assert(mixed::assignments_of_items[0].gpu == 0 && mixed::assignments_of_items[0].place == 0);
static_assert(mixed::gpu<0>::size + mixed::gpu<1>::size + mixed::gpu<2>::size == 8);
static_assert(mixed::waste.compute_slices == 3 * 7 - 17 && mixed::waste.memory_slices == 3 * 8 - 20);
static_assert(mixed::waste.memory_mib == 3 * 40192 - 3 * 19968 - 3 * 9856 - 2 * 4864);
static_assert(mixed::waste.sm_count == 3 * 98 - 2 * 42 - 56 - 2 * 28 - 3 * 14);

// Each GPU is a layout, its items in the order written.
using pair = at::pack<at::A100, three, four>;
static_assert(pair::gpus == 1 && same<pair::gpu<0>, at::layout_of<at::A100, three, four>>);
static_assert(pair::gpu<0>::placements[pair::assignments_of_items[1].place].compute_slices == 4);
static_assert(at::pack<at::A100>::gpus == 0 && at::pack<at::A100>::exact);

// Counting slices would put these on two GPUs: 4g stands alone of its kind.
static_assert(at::pack<at::A100, four, four, four>::gpus == 3);
// And +me once on each.
using extended = at::A30::partition<"1g.6gb+me">;
static_assert(at::pack<at::A30, extended, at::A30::partition<"2g.12gb+me">, extended>::gpus == 3);

// Items that are not partitions.
struct training {
  using wanted = at::any_of<at::H200, at::A100, at::cpu>;
};
struct serving {
  using wanted = at::any_of<at::H200::partition<"1g.18gb">, three>;
};
struct indexing {
  using wanted = at::A100;
  using needs = at::needs<at::memory<8_GiB>>;
};
struct encoding {
  using needs = at::needs<at::sm_count<20>>;
};
static_assert(same<at::detail::partition_for_item<at::A100, training>, at::A100::unpartitioned>);
static_assert(same<at::detail::partition_for_item<at::H200, training>, at::H200::unpartitioned>);
static_assert(same<at::detail::partition_for_item<at::A100, serving const>, three>);
static_assert(same<at::detail::partition_for_item<at::H200, serving>, at::H200::partition<"1g.18gb">>);
static_assert(same<at::detail::partition_for_item<at::A100, indexing>, at::smallest<at::A100, indexing::needs>>);
static_assert(same<at::detail::partition_for_item<at::H200, indexing>, at::nothing>);
static_assert(same<at::detail::partition_for_item<at::A100, encoding>, two>);
static_assert(same<at::detail::partition_for_item<at::A100, at::needs<at::memory<100_GiB>>>, at::nothing>);
static_assert(same<at::detail::partition_for_item<at::V100, at::V100>, at::unpartitioned<at::V100>>);
static_assert(same<at::detail::partition_for_item<at::L4, at::needs<at::memory<8_GiB>>>, at::unpartitioned<at::L4>>);
static_assert(same<at::detail::partition_for_item<at::A100, at::needs<>>, at::A100::unpartitioned>);

using services = at::pack<at::A100, training, serving, indexing, encoding>;
static_assert(services::gpus == 2 && services::exact);
static_assert(same<services::gpu<0>, at::detail::whole_gpu<at::A100>> && services::gpu<1>::size == 3);
static_assert(services::gpu<0>::placements[0].sm_count == 108 && services::gpu<0>::left.sm_count == 0);
static_assert(services::assignments_of_items[0].gpu == 0 && services::assignments_of_items[3].gpu == 1 &&
              services::assignments_of_items[3].place == 2);

static_assert(same<services::given<0>, at::A100::unpartitioned> && same<services::given<3>, two>);

constexpr auto task = at::task<at::any_of<at::A100, at::cpu>, at::needs<at::memory<8_GiB>>>("task", [](auto&) {});
static_assert(at::pack<at::A100, decltype(task), decltype(task), decltype(task), decltype(task)>::gpus == 1);

// Kinds of GPU. A 20 GiB model fits on half an A100 or on an L4; 30 GiB on no L4.
using cheap = at::pack<at::list<at::priced<at::A100, 3>, at::priced<at::L4, 1>>, at::needs<at::memory<20_GiB>>,
                       at::needs<at::memory<20_GiB>>, at::needs<at::memory<20_GiB>>, at::needs<at::memory<30_GiB>>>;
static_assert(cheap::cost == 6 && cheap::gpus == 4 && cheap::exact);
static_assert(same<cheap::gpu<0>::device, at::L4> && same<cheap::gpu<3>::device, at::A100>);
// One GPU for two where that costs less than one each.
using small = at::needs<at::memory<4_GiB>>;
static_assert(at::pack<at::list<at::priced<at::A100, 3>, at::priced<at::L4, 2>>, small, small>::cost == 3);
static_assert(at::pack<at::list<at::priced<at::A100, 5>, at::priced<at::L4, 2>>, small, small>::cost == 4);

// Asking.
static_assert(at::can_pack_on<2, at::A100, three, four, training>);
static_assert(!at::can_pack_on<1, at::A100, three, four, training>);
static_assert(at::can_pack_on<1, at::A100, three, four> && !at::can_pack_on<1, at::A100, three, four, one>);
static_assert(!at::can_pack_on<8, at::A100, at::H100_80GB>);
static_assert(!at::can_pack_on<8, at::RTX_PRO_5000_BLACKWELL, at::RTX_PRO_5000_BLACKWELL::partition<"1g.24gb">>);
static_assert(at::can_pack_on<0, at::A100> && !at::can_pack_on<0, at::A100, one>);
static_assert(at::can_pack_on<1, at::A100, three> && at::can_pack_on<1, at::A100, at::A100>);
static_assert(!at::can_pack_on<1, at::A100, at::L4> &&
              !at::can_pack_on<1, at::A100, at::A100::partition<"1c.3g.20gb">>);
static_assert(at::pack_on<2, at::A100, three, four, training>::gpus == 2);

}  // namespace
