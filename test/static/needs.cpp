// SPDX-License-Identifier: BSL-1.0
/// \file
/// Needs against offers: at the border of every amount, of slices and not of boards, with what nobody published.

#include <type_traits>

#include <allotype/allotype.hpp>

namespace acme {

using namespace allotype::literals;

// A user's accelerator states its own.
struct own : allotype::device<own> {
  static constexpr char name[] = "own";
  static constexpr allotype::bytes memory = 2_GiB;
  static constexpr bool bf16 = true;
  static constexpr bool peer_to_peer = true;
  static constexpr bool graphics = false;
};

}  // namespace acme

namespace {

using namespace allotype;
using namespace allotype::literals;
using acme::own;

using slice = A100::partition<"2g.10gb">;  // 9856 MiB, 28 SMs, 2 copy engines, 1 NVDEC

// Each amount: as much as is offered is met, one more is not.
template <class A, class Met, class NotMet>
inline constexpr bool ends_between = meets<A, needs<Met>> && !meets<A, needs<NotMet>>;

static_assert(ends_between<slice, memory<9856_MiB>, memory<9856_MiB + 1_B>>);
static_assert(ends_between<slice, sm_count<28>, sm_count<29>>);
static_assert(ends_between<slice, at_least<fact::compute_slices, 2>, at_least<fact::compute_slices, 3>> &&
              ends_between<slice, at_least<fact::memory_slices, 2>, at_least<fact::memory_slices, 3>>);
static_assert(ends_between<slice, copy_engines<2>, copy_engines<3>> && ends_between<slice, nvdec<1>, nvdec<2>>);
static_assert(ends_between<slice, at_least<fact::nvenc, 0>, at_least<fact::nvenc, 1>> &&
              ends_between<slice, at_least<fact::jpeg, 0>, at_least<fact::jpeg, 1>> &&
              ends_between<slice, at_least<fact::ofa, 0>, at_least<fact::ofa, 1>>);
static_assert(ends_between<A100, at_least<fact::memory_bandwidth_gb_per_s, 1555>,
                           at_least<fact::memory_bandwidth_gb_per_s, 1556>>);
static_assert(ends_between<V5E::slice<"4x8">, chips<32>, chips<33>>);
static_assert(ends_between<V5P::slice<"2x2x2">, at_least<fact::tensorcores, 16>, at_least<fact::tensorcores, 17>>);
static_assert(
    ends_between<MI300X::partition<"CPX/NPS4">, at_least<fact::compute_units, 38>, at_least<fact::compute_units, 39>> &&
    ends_between<MI300X::partition<"DPX/NPS1">, at_least<fact::xcds, 4>, at_least<fact::xcds, 5>> &&
    ends_between<MI300X::partition<"CPX/NPS4">, memory<24_GB>, memory<24_GB + 1_B>>);
static_assert(ends_between<slice, compute_capability<8, 0>, compute_capability<8, 1>> &&
              meets<slice, needs<compute_capability<7, 5>>>);
static_assert(ends_between<RTX_PRO_6000, compute_capability<12, 0>, compute_capability<12, 1>> &&
              meets<RTX_PRO_6000, needs<compute_capability<8, 9>>>);
static_assert(ends_between<slice, threads_per_block<1024>, threads_per_block<1025>>);
static_assert(ends_between<slice, at_least<fact::max_threads_per_sm, 2048>, at_least<fact::max_threads_per_sm, 2049>> &&
              ends_between<T4, at_least<fact::max_threads_per_sm, 1024>, at_least<fact::max_threads_per_sm, 1025>>);
static_assert(ends_between<slice, shared_memory_per_block<163_KiB>, shared_memory_per_block<163_KiB + 1_B>>);
static_assert(meets<slice, needs<warp_size<32>>> && !meets<slice, needs<warp_size<16>>> &&
              !meets<slice, needs<warp_size<64>>>);

// A part of a GPU instance has the instance's memory, which it shares, and compute slices of its own.
static_assert(
    meets<A100::partition<"1c.3g.20gb">, needs<memory<19968_MiB>, at_least<fact::compute_slices, 1>, bf16, ipc>> &&
    !meets<A100::partition<"1c.3g.20gb">, needs<at_least<fact::compute_slices, 2>>> &&
    !meets<A100::partition<"1c.3g.20gb">, needs<peer_to_peer>>);

// Abilities.
static_assert(meets<slice, needs<bf16, fp64_tensor>> && !meets<slice, needs<fp8>> &&
              meets<H100::partition<"1g.10gb">, needs<fp8>>);
static_assert(!meets<slice, needs<peer_to_peer>> && !meets<slice, needs<ipc>> && !meets<slice, needs<graphics>>);
static_assert(meets<A100::unpartitioned, needs<peer_to_peer, ipc, graphics>> &&
              meets<L4, needs<peer_to_peer, ipc, graphics>>);
static_assert(meets<RTX_PRO_6000::partition<"1g.24gb+gfx">, needs<graphics>> &&
              !meets<RTX_PRO_6000::partition<"1g.24gb">, needs<graphics>> &&
              !meets<RTX_PRO_6000::partition<"1g.24gb+me">, needs<graphics>>);

// By the fact, with a name or without one; a fact that is no count is no amount.
static_assert(ends_between<slice, at_least<fact::sm_count, 28>, at_least<fact::sm_count, 29>>);
static_assert(!detail::well_formed_needs<needs<sm_count<28>, at_least<fact::sm_count, 28>>> &&
              !detail::well_formed_needs<needs<at_least<fact::memory, 1>>> &&
              !detail::well_formed_needs<needs<at_least<fact::architecture, 1>>>);

// All at once; the order is free; nothing needed is always met.
static_assert(meets<slice, needs<memory<8_GiB>, sm_count<28>, bf16, fp64_tensor, nvdec<1>, copy_engines<2>,
                                 shared_memory_per_block<96_KiB>, threads_per_block<1024>, compute_capability<8, 0>>>);
static_assert(!meets<slice, needs<memory<8_GiB>, fp8, sm_count<28>>> && meets<slice, needs<>> && meets<V5E, needs<>>);
static_assert(detail::unmet_by<slice, needs<memory<10_GiB>, sm_count<29>, bf16, fp8>>() == 3);

// The slice counts, not the board; a device left open answers for all of it, as the whole does.
static_assert(meets<A100, needs<sm_count<108>>> && meets<A100::unpartitioned, needs<sm_count<108>>> &&
              !meets<A100::partition<"7g.40gb">, needs<sm_count<108>>> &&
              meets<A100::partition<"7g.40gb">, needs<sm_count<98>>>);

// What nobody published meets nothing, not even 0; stated it does, for that accelerator alone.
using of_b300 = B300::partition<"2g.67gb">;
static_assert(!meets<of_b300, needs<sm_count<1>>> && !meets<of_b300, needs<sm_count<0>>> &&
              !meets<V5E::slice<"2x2">, needs<memory<1_MiB>>>);
static_assert(ends_between<of_b300, threads_per_block<1024>, threads_per_block<1025>>);
template <int Sms>
using stating = needs<sm_count<Sms>, stated<of_b300, sm_count<36>>>;
static_assert(meets<of_b300, stating<36>> && !meets<of_b300, stating<37>>);
static_assert(!meets<B300::partition<"3g.135gb">, stating<1>> && !meets<B300, stating<1>>);
static_assert(meets<slice, needs<sm_count<28>, stated<slice, sm_count<28>>>>);  // what is published anyway
static_assert(meets<unlisted_gpu<"acme">, needs<memory<4_GiB>, fp8, stated<unlisted_gpu<"acme">, memory<4_GiB>, fp8>>>);
static_assert(!meets<unlisted_gpu<"acme">, needs<memory<4_GiB>>>);
static_assert(!meets<A100::unlisted_partition<"1g.4gb">, needs<peer_to_peer>> &&
              meets<A100::unlisted_partition<"1g.4gb">, needs<bf16, compute_capability<8, 0>>>);

// What is wrong with needs is asked, too.
static_assert(detail::well_formed_needs<needs<>> &&
              detail::well_formed_needs<needs<sm_count<28>, stated<of_b300, sm_count<36>, bf16>>>);
static_assert(!detail::well_formed_needs<needs<cpus<4>>> &&
              !detail::well_formed_needs<needs<sm_count<4>, sm_count<8>>> && !detail::well_formed_needs<needs<int>> &&
              !detail::well_formed_needs<int>);
static_assert(!detail::well_formed_needs<needs<stated<slice, sm_count<30>>>> &&
              !detail::well_formed_needs<needs<stated<slice>>> &&
              !detail::well_formed_needs<needs<stated<int, sm_count<30>>>> &&
              !detail::well_formed_needs<needs<stated<slice, int>>>);
static_assert(!meets<slice, needs<cpus<4>>> && !meets<slice, needs<sm_count<4>, sm_count<8>>>);

// Of accelerators alone, and of needs alone.
static_assert(!meets<int, needs<>> && !meets<A100, memory<1_GiB>> && !meets<cpu, needs<memory<1_MiB>>>);
static_assert(!publishes<cpu, fact::ipc> && !publishes<V5E, fact::peer_to_peer> && publishes<slice, fact::graphics>);
static_assert(check_needs<slice, needs<memory<8_GiB>>>);

// Every alternative but the host processor.
static_assert(meets<any_of<slice, cpu>, needs<memory<8_GiB>>> && meets<any_of<cpu>, needs<memory<8_GiB>>> &&
              !meets<cpu, needs<memory<8_GiB>>>);
static_assert(meets<any_of<slice, T4, cpu>, needs<memory<8_GiB>, sm_count<28>>> &&
              !meets<any_of<slice, T4, cpu>, needs<memory<8_GiB>, sm_count<28>, bf16>> &&
              !meets<any_of<T4, slice>, needs<sm_count<29>>>);

// Tasks carry needs beside limits, in any order; the same word means the host's memory there.
struct nothing_done {
  template <class A>
  void operator()(queue<A>&) const {}
};
template <class Task>
using needs_of = typename Task::needs;
template <class A, class B>
inline constexpr bool same = std::is_same_v<A, B>;

inline constexpr auto plain_task = task<slice>("plain", nothing_done{});
inline constexpr auto with_needs = task<any_of<slice, cpu>, needs<memory<8_GiB>, bf16>>("with needs", nothing_done{});
inline constexpr auto with_both =
    task<slice, limits<cpus<4>, memory<64_GiB>>, needs<memory<8_GiB>>>("with both", nothing_done{});
inline constexpr auto in_other_order =
    task<slice, needs<memory<8_GiB>>, limits<cpus<4>, memory<64_GiB>>>("in other order", nothing_done{});
static_assert(same<decltype(plain_task)::needs, needs<>> && same<decltype(plain_task)::limits, limits<>>);
static_assert(same<decltype(with_needs)::needs, needs<memory<8_GiB>, bf16>> &&
              same<decltype(with_needs)::limits, limits<>>);
static_assert(same<decltype(with_both), decltype(in_other_order)>);
static_assert(decltype(with_both)::limits::memory::value == 64_GiB);

static_assert(meets<own, needs<memory<2_GiB>, bf16, peer_to_peer>> && !meets<own, needs<graphics>> &&
              !meets<own, needs<ipc>>);
static_assert(publishes<own, fact::graphics> && !publishes<own, fact::ipc>);

// Needs that follow from launches and buffers, and all of several.
static_assert(same<all_needs<grid<threads_per_block<256>, shared_memory_per_block<96_KiB>>>,
                   needs<threads_per_block<256>, shared_memory_per_block<96_KiB>>>);
static_assert(same<all_needs<grid<threads_per_block<256>>>, needs<threads_per_block<256>>>);
static_assert(buffer_bytes<float, 1080, 1920> == 8'294'400_B && buffer_bytes<double> == 8_B &&
              buffer_bytes<int, 5, 0> == 0_B);
static_assert(buffer_bytes<char, 65536, 65536, 4> == 16_GiB);
static_assert(same<memory<buffer_bytes<int, 256> + 1_KiB>, memory<2_KiB>>);
static_assert(same<all_needs<>, needs<>> && same<all_needs<needs<>>, needs<>> &&
              same<all_needs<needs<bf16, sm_count<3>>>, needs<sm_count<3>, bf16>>);
static_assert(
    same<all_needs<needs<sm_count<3>, memory<2_GiB>>, needs<memory<1_GiB>, bf16, sm_count<4>>, needs<bf16, nvdec<0>>>,
         needs<memory<2_GiB>, sm_count<4>, nvdec<0>, bf16>>);
static_assert(
    same<all_needs<needs<compute_capability<8, 9>, warp_size<32>>, needs<compute_capability<10, 0>, warp_size<32>>>,
         needs<compute_capability<10, 0>, warp_size<32>>>);
static_assert(
    same<all_needs<needs<at_least<fact::memory_bandwidth_gb_per_s, 5>, chips<2>, peer_to_peer, ipc, graphics, fp8,
                         fp64_tensor>,
                   needs<at_least<fact::max_threads_per_sm, 5>, threads_per_block<2>, shared_memory_per_block<1_KiB>,
                         copy_engines<1>, at_least<fact::nvenc, 1>, at_least<fact::jpeg, 1>, at_least<fact::ofa, 1>,
                         at_least<fact::compute_slices, 1>, at_least<fact::memory_slices, 1>>>,
         needs<at_least<fact::memory_bandwidth_gb_per_s, 5>, chips<2>, at_least<fact::compute_slices, 1>,
               at_least<fact::memory_slices, 1>, copy_engines<1>, at_least<fact::nvenc, 1>, at_least<fact::jpeg, 1>,
               at_least<fact::ofa, 1>, threads_per_block<2>, at_least<fact::max_threads_per_sm, 5>,
               shared_memory_per_block<1_KiB>, fp8, fp64_tensor, peer_to_peer, ipc, graphics>>);
using said = stated<of_b300, sm_count<36>>;
static_assert(same<all_needs<needs<sm_count<20>, said>, needs<said, sm_count<30>>>, needs<sm_count<30>, said>> &&
              meets<of_b300, all_needs<needs<sm_count<20>>, needs<said>>>);

// One template for one amount.
static_assert(grid<threads_per_block<128>, shared_memory_per_block<1_KiB>>::threads == 128);
static_assert(compute_capability<9, 0>::value == compute_capability{9, 0} &&
              same<decltype(compute_capability{8, 0}), compute_capability<>>);

}  // namespace
