// SPDX-License-Identifier: BSL-1.0
/// \file
/// What a streaming multiprocessor (SM) has, by compute capability, and in which units it is given to blocks. Facts
/// that devices state (threads of an SM, shared memory of a block) are not repeated here.
///
/// Sources: CUDA C++ Programming Guide, "Technical Specifications per Compute Capability" (registers, shared memory and
/// blocks of an SM; clusters); NVIDIA/cccl libcudacxx/include/cuda/__device/arch_traits.h@004ad19 (the same, from 6.0
/// on); CUDA 13.0 cuda_occupancy.h (units of allocation, parts of an SM). Blocks of a cluster: 8 everywhere from 9.0 on
/// (Programming Guide, "Thread Block Clusters"); 16 after opting in on 9.0 and 10.0 (Hopper and Blackwell Tuning
/// Guides). For later ones no guide states more than 8.
#pragma once

#include <allotype/core/units.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// One row a compute capability. Registers are 32-bit registers.
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

// clang-format off
/// The rows, one a compute capability, in their order.
inline constexpr sm_row sm_rows[] = {
  // cc     blocks  registers  of a block  parts  shared memory  reserved   unit  cluster  opted in
  {{3, 7},     16,     131072,      65536,     4, {112 << 10},  {0},         256,       0,        0},
  {{5, 0},     32,      65536,      65536,     4, { 64 << 10},  {0},         256,       0,        0},
  {{5, 2},     32,      65536,      65536,     4, { 96 << 10},  {0},         256,       0,        0},
  {{6, 0},     32,      65536,      65536,     2, { 64 << 10},  {0},         256,       0,        0},
  {{6, 1},     32,      65536,      65536,     4, { 96 << 10},  {0},         256,       0,        0},
  {{6, 2},     32,      65536,      32768,     4, { 64 << 10},  {0},         256,       0,        0},
  {{7, 0},     32,      65536,      65536,     4, { 96 << 10},  {0},         256,       0,        0},
  {{7, 2},     32,      65536,      65536,     4, { 96 << 10},  {0},         256,       0,        0},
  {{7, 5},     16,      65536,      65536,     4, { 64 << 10},  {0},         256,       0,        0},
  {{8, 0},     32,      65536,      65536,     4, {164 << 10},  {1 << 10},   128,       0,        0},
  {{8, 6},     16,      65536,      65536,     4, {100 << 10},  {1 << 10},   128,       0,        0},
  {{8, 7},     16,      65536,      65536,     4, {164 << 10},  {1 << 10},   128,       0,        0},
  {{8, 8},     16,      65536,      65536,     4, {100 << 10},  {1 << 10},   128,       0,        0},
  {{8, 9},     24,      65536,      65536,     4, {100 << 10},  {1 << 10},   128,       0,        0},
  {{9, 0},     32,      65536,      65536,     4, {228 << 10},  {1 << 10},   128,       8,       16},
  {{10, 0},    32,      65536,      65536,     4, {228 << 10},  {1 << 10},   128,       8,       16},
  {{10, 3},    32,      65536,      65536,     4, {228 << 10},  {1 << 10},   128,       8,        8},
  {{11, 0},    24,      65536,      65536,     4, {228 << 10},  {1 << 10},   128,       8,        8},
  {{12, 0},    24,      65536,      65536,     4, {100 << 10},  {1 << 10},   128,       8,        8},
  {{12, 1},    24,      65536,      65536,     4, {100 << 10},  {1 << 10},   128,       8,        8},
};
// clang-format on

/// A warp gets registers in multiples of this number, on every compute capability since 3.0.
inline constexpr int register_unit = 256;
/// The most registers of a thread, on every compute capability since 3.5.
inline constexpr int max_registers_of_a_thread = 255;
/// The most shared memory of a kernel without opting in, and the most static shared memory (since 2.0).
inline constexpr bytes shared_memory_without_opting_in{48 << 10};

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
