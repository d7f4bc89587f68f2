// SPDX-License-Identifier: BSL-1.0
// What a launch may ask of which accelerator, and how many of its blocks run at once: all constants.

#include <allotype/allotype.hpp>

namespace at = allotype;
using namespace at::literals;

namespace {

using slice = at::A100::partition<"2g.10gb">;
using threads = at::threads_per_block<256>;
template <class... Options>
using grid = at::grid<threads, Options...>;

// Options in any order; the old spelling stays.
using one = at::grid<at::threads_per_block<64>, at::shared_memory_per_block<1_KiB>>;
using other = at::grid<at::shared_memory_per_block<1_KiB>, at::threads_per_block<64>>;
static_assert(one::threads == 64 && one::shared_memory == 1_KiB && one::static_shared_memory == 0_B);
static_assert(other::threads == 64 && other::shared_memory == 1_KiB);
static_assert(one{4}.blocks == 4);
static_assert(at::grid<at::blocks<108>, threads, at::cooperative>{}.blocks == 108);
// A constant number of blocks is given once.
static_assert(std::is_default_constructible_v<grid<at::blocks<4>>>);
static_assert(!std::is_default_constructible_v<grid<>> && std::is_constructible_v<grid<>, int>);

// Known while running: the type has the most, which the accelerator is asked for.
using sized = at::grid<at::threads_per_block<at::at_most<1024>>, at::shared_memory_per_block<at::at_most<163_KiB>>>;
static_assert(sized::threads == 1024 && sized::shared_memory == 163_KiB);
static_assert(sized{4, 96, 1_KiB}.blocks == 4 && sized{4, 96, 1_KiB}.threads_of_a_block() == 96);
static_assert(sized{4, 96, 1_KiB}.shared_memory_of_a_block() == 1_KiB);
static_assert(one{4}.threads_of_a_block() == 64 && one{4}.shared_memory_of_a_block() == 1_KiB);
static_assert(at::grid<at::blocks<7>, at::threads_per_block<at::at_most<64>>>{32}.threads_of_a_block() == 32);
static_assert(at::grid<at::blocks<7>, at::threads_per_block<at::at_most<64>>>{32}.blocks == 7);
static_assert(at::takes_blocks_of<at::A100, sized> && !at::takes_blocks_of<at::L4, sized>);
static_assert(!at::takes_blocks_of<at::A100, at::grid<at::threads_per_block<at::at_most<1025>>>>);

// Two and three dimensions: the last runs fastest, and an NVIDIA GPU takes 64 planes.
using plane = at::grid<at::threads_per_block<16, 32>>;
static_assert(plane::threads == 512 && plane{at::extents{2, 3}}.blocks == 6);
static_assert(at::takes_blocks_of<at::A100, at::grid<at::threads_per_block<32, 32>>>);
static_assert(!at::takes_blocks_of<at::A100, at::grid<at::threads_per_block<32, 33>>>);
static_assert(at::takes_blocks_of<at::A100, at::grid<at::threads_per_block<64, 1, 16>>>);
static_assert(!at::takes_blocks_of<at::A100, at::grid<at::threads_per_block<65, 1, 1>>>);
static_assert(at::takes_blocks_of<at::cpu, at::grid<at::threads_per_block<65, 1, 1>>>);
static_assert(!at::takes_blocks_of<at::A100, at::grid<at::threads_per_block<at::at_most<64>, at::at_most<32>>>>);

// Threads and shared memory.
static_assert(at::takes_blocks_of<at::A100, at::grid<at::threads_per_block<1024>>>);
static_assert(!at::takes_blocks_of<at::A100, at::grid<at::threads_per_block<1025>>>);
static_assert(at::takes_blocks_of<at::A100, grid<at::shared_memory_per_block<163_KiB>>>);
static_assert(!at::takes_blocks_of<at::A100, grid<at::shared_memory_per_block<164_KiB>>>);
static_assert(at::takes_blocks_of<at::A100, grid<at::static_shared_memory_per_block<48_KiB>>>);
static_assert(!at::takes_blocks_of<at::A100, grid<at::static_shared_memory_per_block<49_KiB>>>);
// The two share one limit.
static_assert(
    at::takes_blocks_of<at::L4, grid<at::static_shared_memory_per_block<48_KiB>, at::shared_memory_per_block<51_KiB>>>);
static_assert(!at::takes_blocks_of<
              at::L4, grid<at::static_shared_memory_per_block<48_KiB>, at::shared_memory_per_block<52_KiB>>>);
static_assert(at::takes_blocks_of<at::cpu, grid<at::static_shared_memory_per_block<1_GiB>>>);

// Registers: of a thread, and of a block (65,536).
static_assert(at::takes_blocks_of<at::A100, grid<at::registers_per_thread<255>>>);
static_assert(!at::takes_blocks_of<at::A100, grid<at::registers_per_thread<256>>>);
static_assert(at::takes_blocks_of<at::A100, at::grid<at::threads_per_block<1024>, at::registers_per_thread<64>>>);
static_assert(!at::takes_blocks_of<at::A100, at::grid<at::threads_per_block<1024>, at::registers_per_thread<65>>>);
static_assert(at::takes_blocks_of<at::A100, grid<at::min_blocks_per_sm<4>, at::registers_per_thread<64>>>);
static_assert(!at::takes_blocks_of<at::A100, grid<at::min_blocks_per_sm<5>, at::registers_per_thread<64>>>);

// Clusters.
static_assert(at::takes_blocks_of<at::A100, grid<at::blocks_per_cluster<1>>> &&
              !at::takes_blocks_of<at::A100, grid<at::blocks_per_cluster<2>>>);
static_assert(at::takes_blocks_of<at::H200, grid<at::blocks_per_cluster<8>>>);
static_assert(at::takes_blocks_of<at::H200, grid<at::non_portable_cluster<16>>>);
static_assert(!at::takes_blocks_of<at::H200, grid<at::non_portable_cluster<17>>>);
static_assert(at::takes_blocks_of<at::H200::partition<"1g.18gb">, grid<at::non_portable_cluster<16>>>);
static_assert(
    !at::takes_blocks_of<at::H100_80GB_PCIE::partition<"1g.10gb">, grid<at::non_portable_cluster<16>>>);  // 14 SMs
static_assert(!at::takes_blocks_of<at::RTX_5090, grid<at::non_portable_cluster<16>>>);
static_assert(at::takes_blocks_of<at::H200, grid<at::blocks_per_cluster<4>, at::blocks<12>>>);
static_assert(!at::takes_blocks_of<at::H200, grid<at::blocks_per_cluster<4>, at::blocks<10>>>);

// Cooperative grids fit the slice, not the board.
static_assert(at::takes_blocks_of<slice, grid<at::cooperative, at::blocks<8 * 28>>>);
static_assert(!at::takes_blocks_of<slice, grid<at::cooperative, at::blocks<8 * 28 + 1>>>);
static_assert(at::takes_blocks_of<at::A100, grid<at::cooperative, at::blocks<8 * 108>>>);
static_assert(!at::takes_blocks_of<at::A100, grid<at::cooperative, at::blocks<8 * 108 + 1>>>);
static_assert(!at::takes_blocks_of<slice, grid<at::cooperative, at::blocks<8 * 28>, at::registers_per_thread<64>>>);
static_assert(at::takes_blocks_of<slice, grid<at::cooperative>>);  // the number of blocks comes at run time
static_assert(at::takes_blocks_of<at::B300, grid<at::cooperative, at::blocks<100000>>>);  // nobody published its SMs

// What a backend runs.
static_assert(at::runs_grids_of<at::cpu, grid<>> && !at::runs_grids_of<at::cpu, grid<at::cooperative>>);
static_assert(!at::runs_grids_of<at::cpu, grid<at::blocks_per_cluster<2>>> &&
              at::runs_grids_of<at::cpu, grid<at::blocks_per_cluster<1>>>);
static_assert(!at::runs_grids_of<at::V5E, grid<>>);
#ifdef __CUDACC__
static_assert(at::runs_grids_of<at::H200, grid<at::cooperative, at::blocks_per_cluster<2>>>);
#endif

// A kernel's member bounds the registers, too; the smaller of the two holds.
struct of_40_registers {
  static constexpr int registers_per_thread = 40;
};
static_assert(at::detail::registers_stated<grid<>, of_40_registers>() == 40);
static_assert(at::detail::registers_stated<grid<at::registers_per_thread<64>>, of_40_registers>() == 40);
static_assert(at::detail::registers_stated<grid<at::registers_per_thread<32>>, of_40_registers>() == 32);
static_assert(at::detail::registers_stated<grid<at::registers_per_thread<32>>, int>() == 32);

// Occupancy. The figures are those of CUDA's occupancy calculator.
constexpr auto full = at::occupancy<at::A100, threads>;
static_assert(full.blocks_per_sm == 8 && full.warps_per_sm == 64 && full.max_warps_per_sm == 64 &&
              full.fraction() == 1);
static_assert(full.limited_by_warps && !full.limited_by_registers && !full.limited_by_shared_memory &&
              !full.limited_by_blocks);
constexpr auto by_registers = at::occupancy<at::A100, at::registers_per_thread<64>, threads>;
static_assert(by_registers.blocks_per_sm == 4 && by_registers.limited_by_registers && by_registers.fraction() == 0.5);
constexpr auto by_memory = at::occupancy<at::A100, threads, at::shared_memory_per_block<100_KiB>>;
static_assert(by_memory.blocks_per_sm == 1 && by_memory.limited_by_shared_memory && by_memory.fraction() == 0.125);
static_assert(at::occupancy<at::A100, at::threads_per_block<32>>.limited_by_blocks);
static_assert(at::occupancy<at::A100, at::threads_per_block<32>>.blocks_per_sm == 32);
static_assert(at::occupancy<at::L4, threads>.blocks_per_sm == 6 && at::occupancy<at::T4, threads>.blocks_per_sm == 4);
static_assert(at::occupancy<at::A100, at::threads_per_block<2048>>.blocks_per_sm == 0);
static_assert(at::occupancy<slice, threads> == full && at::occupancy<at::A100::unpartitioned, threads> == full);
static_assert(at::occupancy<at::A100, threads>.blocks_per_sm * at::fact_of<at::A100, at::fact::sm_count> == 864);
static_assert(at::occupancy<slice, threads>.blocks_per_sm * at::fact_of<slice, at::fact::sm_count> == 224);
static_assert(at::occupancy_known<slice> && !at::occupancy_known<at::K80> && !at::occupancy_known<at::cpu>);
static_assert(!at::occupancy_known<at::unlisted_gpu<"acme-x1">> && !at::occupancy_known<at::V5E>);

}  // namespace
