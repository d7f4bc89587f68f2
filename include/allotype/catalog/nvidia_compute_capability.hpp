// SPDX-License-Identifier: BSL-1.0
/// \file
/// What follows from the compute capability of an NVIDIA GPU, one row a compute capability. A device that states its
/// compute capability has the facts of the row: `nvidia_device<Model, compute_capability<8, 0>>`. A member of the
/// device goes before the row.
///
/// Sources: CUDA C++ Programming Guide, "Technical Specifications per Compute Capability" (threads, registers, shared
/// memory and blocks of an SM, shared memory of a block; clusters); NVIDIA/cccl
/// libcudacxx/include/cuda/__device/arch_traits.h@004ad19 (the same, from 5.0 on); CUDA 13.0 cuda_occupancy.h (units of
/// allocation, parts of an SM). What the hardware computes with comes from the sources of the devices; a row without a
/// device in the catalogue leaves it out. Blocks of a cluster: 8 everywhere from 9.0 on (Programming Guide, "Thread
/// Block Clusters"); 16 after opting in on 9.0 and 10.0 (Hopper and Blackwell Tuning Guides). For later ones no guide
/// states more than 8.
#pragma once

#include <allotype/core/units.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// The limits of a streaming multiprocessor and of its blocks. Registers are 32-bit registers.
struct sm_row {
  allotype::compute_capability<> capability;  ///< of the row
  int max_blocks;                             ///< on an SM at once
  int registers;                              ///< of an SM
  int max_registers_per_block;                ///< 32-bit registers
  int parts;                                  ///< of an SM, each with its share of the registers
  bytes shared_memory;                        ///< of an SM
  bytes reserved_shared_memory;               ///< of each block, taken by the driver
  int shared_memory_unit;                     ///< a block's shared memory is a multiple of so many bytes
  int max_cluster;                            ///< blocks of a cluster on every device; 0: no clusters
  int max_non_portable_cluster;               ///< after opting in
};

// The rows, in rising order: major and minor, the facts `architecture`, `max_threads_per_sm`,
// `max_shared_memory_per_block`, `bf16`, `fp8` and `fp64_tensor`, and the members of `sm_row`, `reserved_shared_memory`
// in KiB. An unpublished fact is left empty.
// clang-format off
#define ALLOTYPE_CAPABILITIES(ROW) \
  ROW( 3, 7, "Kepler",              ,          , false, false, false, 16, 131072, 65536, 4, 112 << 10, 0, 256, 0,  0) \
  ROW( 5, 0, "Maxwell",         2048,  48 << 10,      ,      ,      , 32,  65536, 65536, 4,  64 << 10, 0, 256, 0,  0) \
  ROW( 5, 2, "Maxwell",         2048,  48 << 10, false, false, false, 32,  65536, 65536, 4,  96 << 10, 0, 256, 0,  0) \
  ROW( 6, 0, "Pascal",          2048,  48 << 10, false, false, false, 32,  65536, 65536, 2,  64 << 10, 0, 256, 0,  0) \
  ROW( 6, 1, "Pascal",          2048,  48 << 10, false, false, false, 32,  65536, 65536, 4,  96 << 10, 0, 256, 0,  0) \
  ROW( 6, 2, "Pascal",          2048,  48 << 10,      ,      ,      , 32,  65536, 32768, 4,  64 << 10, 0, 256, 0,  0) \
  ROW( 7, 0, "Volta",           2048,  96 << 10, false, false, false, 32,  65536, 65536, 4,  96 << 10, 0, 256, 0,  0) \
  ROW( 7, 2, "Volta",               ,          ,      ,      ,      , 32,  65536, 65536, 4,  96 << 10, 0, 256, 0,  0) \
  ROW( 7, 5, "Turing",          1024,  64 << 10, false, false, false, 16,  65536, 65536, 4,  64 << 10, 0, 256, 0,  0) \
  ROW( 8, 0, "Ampere",          2048, 163 << 10,  true, false,  true, 32,  65536, 65536, 4, 164 << 10, 1, 128, 0,  0) \
  ROW( 8, 6, "Ampere",          1536,  99 << 10,  true, false, false, 16,  65536, 65536, 4, 100 << 10, 1, 128, 0,  0) \
  ROW( 8, 7, "Ampere",          1536, 163 << 10,      ,      ,      , 16,  65536, 65536, 4, 164 << 10, 1, 128, 0,  0) \
  ROW( 8, 8, ,                  1536,  99 << 10,      ,      ,      , 16,  65536, 65536, 4, 100 << 10, 1, 128, 0,  0) \
  ROW( 8, 9, "Ada",             1536,  99 << 10,  true,  true, false, 24,  65536, 65536, 4, 100 << 10, 1, 128, 0,  0) \
  ROW( 9, 0, "Hopper",          2048, 227 << 10,  true,  true,  true, 32,  65536, 65536, 4, 228 << 10, 1, 128, 8, 16) \
  ROW(10, 0, "Blackwell",       2048, 227 << 10,  true,  true,  true, 32,  65536, 65536, 4, 228 << 10, 1, 128, 8, 16) \
  ROW(10, 3, "Blackwell Ultra", 2048, 227 << 10,  true,  true,  true, 32,  65536, 65536, 4, 228 << 10, 1, 128, 8,  8) \
  ROW(11, 0, "Blackwell",       1536, 227 << 10,  true,  true,      , 24,  65536, 65536, 4, 228 << 10, 1, 128, 8,  8) \
  ROW(12, 0, "Blackwell",       1536,  99 << 10,  true,  true, false, 24,  65536, 65536, 4, 100 << 10, 1, 128, 8,  8) \
  ROW(12, 1, "Blackwell",       1536,  99 << 10,  true,  true, false, 24,  65536, 65536, 4, 100 << 10, 1, 128, 8,  8)
// clang-format on

namespace detail {

/// The facts that follow from a compute capability; none if a device states none.
template <class Capability>
struct facts_of_capability {
  static constexpr bool has_no_row = true;
};
template <>
struct facts_of_capability<void> {};

#define ALLOTYPE_STATED(type, fact, ...) __VA_OPT__(static constexpr type fact{__VA_ARGS__};)
#define ALLOTYPE_FACTS_OF(major, minor, architecture_, threads, shared, bf16_, fp8_, fp64, ...) \
  template <>                                                                                   \
  struct facts_of_capability<compute_capability<major, minor>> {                                \
    static constexpr allotype::compute_capability<> compute_capability{major, minor};           \
    ALLOTYPE_STATED(char const*, architecture, architecture_)                                   \
    ALLOTYPE_STATED(int, max_threads_per_sm, threads)                                           \
    ALLOTYPE_STATED(bytes, max_shared_memory_per_block, shared)                                 \
    ALLOTYPE_STATED(bool, bf16, bf16_)                                                          \
    ALLOTYPE_STATED(bool, fp8, fp8_)                                                            \
    ALLOTYPE_STATED(bool, fp64_tensor, fp64)                                                    \
  };
ALLOTYPE_CAPABILITIES(ALLOTYPE_FACTS_OF)
#undef ALLOTYPE_FACTS_OF
#undef ALLOTYPE_STATED

}  // namespace detail

#define ALLOTYPE_SM_ROW(major, minor, architecture, threads, of_block, bf16, fp8, fp64, blocks, registers, \
                        registers_of_block, parts, shared, reserved, ...)                                  \
  {{major, minor}, blocks, registers, registers_of_block, parts, {shared}, {reserved << 10}, __VA_ARGS__},
/// The limits by compute capability, in rising order.
inline constexpr sm_row sm_rows[] = {ALLOTYPE_CAPABILITIES(ALLOTYPE_SM_ROW)};
#undef ALLOTYPE_SM_ROW
#undef ALLOTYPE_CAPABILITIES

/// A warp gets registers in multiples of this number, on every compute capability since 3.0.
inline constexpr int register_unit = 256;
/// The most registers of a thread, on every compute capability since 3.5.
inline constexpr int max_registers_of_a_thread = 255;
/// The most shared memory of a kernel without opting in, and the most static shared memory (since 2.0).
inline constexpr bytes shared_memory_without_opting_in{48 << 10};
namespace detail {
/// Of each compute capability, the same (CUDA C++ Programming Guide, "Technical Specifications per Compute
/// Capability"): planes of a block of three dimensions, and blocks of a grid in each dimension but the last.
inline constexpr int max_planes_of_a_block = 64, max_rows_of_a_grid = 65535;
}  // namespace detail

/// The position of `capability` in `sm_rows`; -1 if it is not there.
[[nodiscard]] constexpr int find_sm_row(compute_capability<> capability) {
  int position = 0;
  for (sm_row const& row : sm_rows) {
    if (row.capability == capability) return position;
    ++position;
  }
  return -1;
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
