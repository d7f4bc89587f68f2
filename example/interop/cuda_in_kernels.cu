// SPDX-License-Identifier: BSL-1.0
// What CUDA and CUB have for code in kernels works in kernels of `launch` and `for_each`: cooperative groups,
// cub::BlockReduce, printf, assert, virtual functions, and functions of another file. A kernel that is marked
// __device__ runs on GPUs alone.
#include <allotype/allotype.hpp>

#include <cooperative_groups.h>
#include <cub/block/block_reduce.cuh>

#include <cassert>
#include <cstdio>
#include <vector>

#include "device_functions.cuh"

namespace at = allotype;

namespace {

using gpu = at::H200;
constexpr int threads = 64;
using blocks = at::grid<at::threads_per_block<threads>>;

/// The sum of each 16 threads, by cooperative groups.
struct sums_of_tiles {
  at::view<int, 1, gpu> to;
  template <class Block>
  __device__ void operator()(Block const& block) const {
    block.each_thread([&](int thread) {
      auto const tile = cooperative_groups::tiled_partition<16>(cooperative_groups::this_thread_block());
      int sum = thread;
      for (unsigned distance = 8; distance > 0; distance /= 2) sum += tile.shfl_down(sum, distance);
      if (tile.thread_rank() == 0) to(block.index() * 4 + thread / 16) = sum;
    });
  }
};

/// The sum of each block, by CUB.
// [block_sum]
struct sums_of_blocks {
  at::view<int, 1, gpu> to;
  template <class Block>
  __device__ void operator()(Block const& block) const {
    using reduction = cub::BlockReduce<int, threads>;
    __shared__ typename reduction::TempStorage memory;
    block.each_thread([&](int thread) {
      int const sum = reduction(memory).Sum(thread);
      if (thread == 0) to(block.index()) = sum;
    });
  }
};
// [block_sum]

struct shape {
  __device__ virtual int area() const = 0;
};
struct square : shape {
  int side;
  __device__ explicit square(int of) : side(of) {}
  __device__ int area() const override { return side * side; }
};
struct line : shape {
  __device__ int area() const override { return 0; }
};

/// A virtual function of an object that the kernel makes: objects of the host have the host's functions.
struct areas {
  at::view<int, 1, gpu> to;
  __device__ void operator()(int i) const {
    square const one(i);
    line const other;
    shape const& chosen = i % 2 == 1 ? static_cast<shape const&>(one) : other;
    to(i) = chosen.area();
  }
};

struct prints_and_asserts {
  at::view<int, 1, gpu> to;
  __device__ void operator()(int i) const {
    assert(to(i) >= 0 && "an area");
    if (i == 3) printf("element %d is %d\n", i, to(i));
  }
};

struct calls_another_file {
  at::view<int, 1, gpu> to;
  __device__ void operator()(int i) const { to(i) = cubed(i); }
};

std::vector<int> on_host(at::queue<gpu>& on, at::buffer<int, gpu> const& from) {
  std::vector<int> numbers(static_cast<std::size_t>(from.size()));
  at::copy(on, from, numbers);
  return numbers;
}

bool all_are_right(at::queue<gpu>& on) {
  at::buffer<int, gpu> tiles{on, at::extents{8}}, sums{on, at::extents{2}}, four{on, at::extents{4}};
  at::launch(on, blocks{2}, sums_of_tiles{tiles.view(on)});
  at::launch(on, blocks{2}, sums_of_blocks{sums.view(on)});
  bool right = on_host(on, tiles) == std::vector<int>{120, 376, 632, 888, 120, 376, 632, 888};
  right = right && on_host(on, sums) == std::vector<int>{2016, 2016};
  at::for_each(on, at::extents{4}, areas{four.view(on)});
  at::for_each(on, at::extents{4}, prints_and_asserts{four.view(on)});
  right = right && on_host(on, four) == std::vector<int>{0, 1, 0, 9};
  at::for_each(on, at::extents{4}, calls_another_file{four.view(on)});
  return right && on_host(on, four) == std::vector<int>{0, 1, 8, 27};
}

}  // namespace

int main() {
  auto opened = at::queue<gpu>::open();
  if (!opened) {
    std::printf("%s: %s\n", at::name_of<gpu>, opened.reason().text());
    return 0;
  }
  bool const right = all_are_right(*opened);
  std::printf("%s: %s\n", at::name_of<gpu>, right ? "right" : "wrong");
  return right ? 0 : 1;
}
