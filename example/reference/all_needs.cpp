// SPDX-License-Identifier: BSL-1.0
// What a grid and its buffers need together.
#include <allotype/allotype.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;
using namespace at::literals;
using blocks = at::grid<at::threads_per_block<256>, at::shared_memory_per_block<96_KiB>>;
using buffers = at::memory<2 * at::buffer_bytes<float, 1080, 1920> + 1_GiB>;
using filtering = at::all_needs<blocks, at::needs<buffers, at::bf16>>;

int main() { std::printf("%s\n", at::name_of<at::smallest<at::A100, filtering>>); }
