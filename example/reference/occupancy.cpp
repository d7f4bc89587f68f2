// SPDX-License-Identifier: BSL-1.0
// How many blocks of a kernel run on a multiprocessor at once, and what limits that.
#include <allotype/allotype.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;
using namespace at::literals;
constexpr auto found = at::occupancy<at::A100, at::threads_per_block<256>, at::shared_memory_per_block<40_KiB>,
                                     at::registers_per_thread<32>>;
static_assert(at::occupancy_known<at::A100> && !at::occupancy_known<at::V5E>);

int main() { std::printf("%d blocks on an SM at once\n", found.blocks_per_sm); }
