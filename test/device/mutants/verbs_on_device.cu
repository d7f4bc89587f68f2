// SPDX-License-Identifier: BSL-1.0
// What a change of the device code is tried on: each verb, in sizes at which the code takes another path. Ends with 1
// where a result is wrong; what the interpreter finds ends it with 1, too.
#include <algorithm>
#include <cstdio>
#include <iterator>
#include <span>
#include <vector>

#include "../../unit/dispatch/kernels.hpp"

namespace at = allotype;
using namespace at::literals;
using verbs::counting;
using verbs::on_host;

namespace {

struct gpu : at::nvidia_device<gpu> {
  static constexpr char name[] = "a GPU";
  static constexpr at::compute_capability compute_capability{ALLOTYPE_TEST_GPU_MAJOR, ALLOTYPE_TEST_GPU_MINOR};
};

int wrong = 0;
void check(bool right, char const* what) {
  if (right) return;
  std::printf("wrong: %s\n", what);
  ++wrong;
}

void loops(at::queue<gpu>& on) {
  for (int const size : {1, 255, 1000}) {
    at::buffer<int, gpu> line{on, at::extents{size}};
    at::fill(on, line, 0);
    at::for_each(on, at::extents{size}, verbs::add_index{line.view(on, at::extents{size})});
    check(on_host(on, line) == counting(static_cast<std::size_t>(size)), "for_each, one dimension");
  }
  for (int const size : {1000, 1023, 3000}) {
    at::buffer<int, gpu> line{on, at::extents{size}};
    at::fill(on, line, 0);
    at::for_each(on, at::extents{size}, verbs::add_index{line.view(on, at::extents{size})},
                 at::indices_per_thread<4>{});
    check(on_host(on, line) == counting(static_cast<std::size_t>(size)), "for_each, several indices a thread");
  }
  at::extents const plane{33, 70};
  at::extents const space{5, 9, 7};
  at::buffer<int, gpu> cells{on, plane}, more{on, space};
  at::fill(on, cells, 0);
  at::fill(on, more, 0);
  at::for_each(on, plane, verbs::set_row_column{cells.view(on, plane)});
  at::for_each(on, space, verbs::set_plane_row_column{more.view(on, space)});
  std::vector<int> expected;
  for (int row = 0; row < 33; ++row) {
    for (int column = 0; column < 70; ++column) expected.push_back(1000 * row + column);
  }
  check(on_host(on, cells) == expected, "for_each, two dimensions");
  expected.clear();
  for (int i = 0; i < 5 * 9 * 7; ++i) expected.push_back(10000 * (i / 63) + 100 * (i / 7 % 9) + i % 7);
  check(on_host(on, more) == expected, "for_each, three dimensions");
}

void reductions(at::queue<gpu>& on) {
  for (int const size : {0, 1, 33, 300, 10007}) {
    at::buffer<int, gpu> line{on, counting(static_cast<std::size_t>(size))};
    verbs::element_1 const value{line.view(on, at::extents{size})};
    check(at::reduce(on, at::extents{size}, 3, at::plus{}, value) ==
              3 + static_cast<int>(static_cast<long long>(size) * (size - 1) / 2),
          "a sum");
    check(at::reduce(on, at::extents{size}, -1, at::maximum{}, value) == size - 1, "a maximum");
    check(at::reduce(on, at::extents{size}, -7, at::maximum{}, [=] ALLOTYPE_FN(int i) { return -8 - i; }) == -7,
          "a maximum that is the first value");
  }
}

struct is_third {
  ALLOTYPE_FN bool operator()(int value) const { return value % 3 == 0; }
};

/// Of one element, of less than a tile, of tiles of which the last one is not whole.
void lines(at::queue<gpu>& on) {
  for (int const size : {1, 300, 30'007}) {
    std::vector<int> const numbers = counting(static_cast<std::size_t>(size));
    at::buffer<int, gpu> from{on, numbers}, to{on, at::extents{size}};
    at::fill(on, to, 0);
    at::inclusive_scan(on, from, to);
    std::vector<int> sums = numbers, thirds;
    for (std::size_t i = 1; i < sums.size(); ++i) sums[i] += sums[i - 1];
    check(on_host(on, to) == sums, "a scan");

    at::fill(on, to, -1);
    std::copy_if(numbers.begin(), numbers.end(), std::back_inserter(thirds), is_third{});
    check(at::copy_if(on, from, to, is_third{}) == static_cast<long long>(thirds.size()),
          "the number of copied elements");
    thirds.resize(numbers.size(), -1);
    check(on_host(on, to) == thirds, "copied elements");
  }
}

void blocks_of_threads(at::queue<gpu>& on) {
  at::buffer<int, gpu> buffer{on, counting(4 * 64)};
  at::launch(on, at::grid<at::threads_per_block<64>, at::shared_memory_per_block<256_B>>{4},
             verbs::turn_around{buffer.view(on)});
  check(on_host(on, buffer) == verbs::turned_around(4), "blocks");
  at::launch(on, at::grid<at::threads_per_block<64>, at::static_shared_memory_per_block<256_B>>{4},
             verbs::turn_around_in_static_memory{buffer.view(on)});
  check(on_host(on, buffer) == counting(4 * 64), "blocks with static memory");
  at::launch(on, at::grid<at::threads_per_block<64>, at::shared_memory_per_block<64_KiB>>{4},
             verbs::turn_around{buffer.view(on)});
  check(on_host(on, buffer) == verbs::turned_around(4), "blocks with much memory");

  using cooperative = at::grid<at::cooperative, at::threads_per_block<64>>;
  for (int const blocks : {1, 3}) {
    at::buffer<int, gpu> numbers{on, at::extents{blocks * 64}};
    at::fill(on, numbers, 0);
    for (int time = 0; time < 2; ++time)
      at::launch(on, cooperative{blocks}, verbs::pass_on{numbers.view(on), blocks, 5});
    std::vector<int> expected = verbs::passed_on(blocks, 5);
    for (int& each : expected) each *= 2;
    check(on_host(on, numbers) == expected, "a cooperative grid");
  }

  using clusters = at::grid<at::blocks_per_cluster<2>, at::threads_per_block<64>, at::shared_memory_per_block<256_B>>;
  if constexpr (at::runs_grids_of<gpu, clusters>) {
    at::buffer<int, gpu> clustered{on, counting(4 * 64)};
    at::launch(on, clusters{4}, verbs::take_from_neighbour{clustered.view(on)});
    check(on_host(on, clustered) == verbs::taken_from_neighbour(), "clusters");
  }
}

/// More than both halves of the memory that copies go through.
void copies(at::queue<gpu>& on) {
  std::vector<int> const numbers = counting(13 << 18);
  at::buffer<int, gpu> buffer{on, numbers};
  check(on_host(on, buffer) == numbers, "a copy there and back");
  int* pinned = nullptr;
  cudaMallocHost(reinterpret_cast<void**>(&pinned), 1000 * sizeof(int));
  at::buffer<int, gpu> small{on, counting(1000)};
  std::fill_n(pinned, 1000, -1);
  at::copy(on, small, std::span<int>(pinned, 1000));
  check(std::vector<int>(pinned, pinned + 1000) == counting(1000), "a copy to pinned memory");
  auto const values = small.view(on);
  at::for_each(on, at::extents{1000}, [=] ALLOTYPE_FN(int i) { values(i) = 7; });
  cudaMemcpyAsync(pinned, small.view(on).data(), 1000 * sizeof(int), cudaMemcpyDeviceToHost, on.native());
  on.wait();
  check(pinned[999] == 7, "a wait");
  cudaFreeHost(pinned);
}

}  // namespace

int main() {
  try {
    at::queue<gpu> on;
    loops(on);
    reductions(on);
    lines(on);
    blocks_of_threads(on);
    copies(on);
  } catch (std::exception const& error) {
    std::printf("wrong: %s\n", error.what());
    ++wrong;
  }
  std::printf("%d wrong\n", wrong);
  return wrong == 0 ? 0 : 1;
}
