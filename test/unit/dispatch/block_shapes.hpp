// SPDX-License-Identifier: BSL-1.0
// Blocks with several arrays in their shared memory, and of several dimensions, give what plain loops give.
#pragma once

#include <allotype/allotype.hpp>

#include <utility>
#include <vector>

#include "catch.hpp"

namespace block_shapes {

namespace at = allotype;
using namespace at::literals;

template <class A>
std::vector<int> on_host(at::queue<A>& on, at::buffer<int, A> const& buffer) {
  std::vector<int> found(static_cast<std::size_t>(buffer.size()));
  at::copy(on, buffer, found);
  return found;
}

struct letters : at::shared_array<char[65]> {};
struct pairs : at::shared_array<long long[16][4]> {};
struct total : at::shared_array<int> {};
/// With it they are more than the static memory of a GPU.
struct many : at::shared_array<int[12 << 10]> {};

/// Each thread writes one element of each array, and reads those of other threads; behind the arrays there are two
/// parts of the block's other memory.
template <class Out>
struct pass_through_arrays {
  Out out;
  int parts;
  template <class Block>
  ALLOTYPE_FN void operator()(Block const& block) const {
    auto& letter = at::shared<letters>(block);
    auto& pair = at::shared<pairs>(block);
    auto& sum = at::shared<total>(block);
    auto const [odd, even] = at::shared<short, double>(block, parts, parts);
    int const index = block.index();
    block.each_thread([&](int thread) {
      letter[thread + 1] = static_cast<char>(thread);
      pair[thread / 4][thread % 4] = 1000 * index + thread;
      if (thread < parts) odd[thread] = 3, even[thread] = 4;
      if (thread == 0) sum = 100000;
    });
    block.each_thread_at_end([&](int thread) {
      int const other = 63 - thread;
      out(64 * index + thread) = letter[other + 1] + static_cast<int>(pair[other / 4][other % 4]) + sum +
                                 odd[other % parts] + static_cast<int>(even[other % parts]);
    });
  }
};
inline std::vector<int> passed_through(int blocks) {
  std::vector<int> expected;
  for (int index = 0; index < blocks; ++index) {
    for (int other = 63; other >= 0; --other) expected.push_back(other + 1000 * index + other + 100000 + 7);
  }
  return expected;
}
template <class Arrays, class A>
void has_arrays(at::queue<A>& on) {
  using blocks = at::grid<at::threads_per_block<64>, Arrays, at::shared_memory_per_block<at::at_most<8_KiB>>>;
  for (int const parts : {1, 7, 64, 150}) {
    CAPTURE(parts);
    at::buffer<int, A> found{on, at::extents{3 * 64}};
    at::launch(on, blocks{3, at::shared_bytes<short, double>(parts, parts)},
               pass_through_arrays{found.view(on), parts});
    CHECK(on_host(on, found) == passed_through(3));
  }
}
static_assert(at::shared_bytes<short, double>(1, 1) == at::bytes{16 + 8});
static_assert(at::shared_bytes<short, double>(9, 2) == at::bytes{32 + 16});
static_assert(at::shared_bytes<char>(3) == at::bytes{3});

/// The arrays alone, and in a block whose threads are counted at run time.
template <class Out>
struct turn_around_in_an_array {
  Out out;
  template <class Block>
  ALLOTYPE_FN void operator()(Block const& block) const {
    auto& held = at::shared<many>(block);
    int const first = block.index() * block.threads();
    block.each_thread([&](int thread) { held[thread] = first + thread; });
    block.each_thread_at_end([&](int thread) { out(first + thread) = held[block.threads() - 1 - thread]; });
  }
};
template <class A>
void turns_around_in_arrays(at::queue<A>& on) {
  using alone = at::grid<at::threads_per_block<64>, at::shared_arrays<many>>;
  using behind_another = at::grid<at::threads_per_block<at::at_most<64>>, at::shared_arrays<pairs, many>>;
  std::vector<int> expected;
  for (int i = 0; i < 2 * 64; ++i) expected.push_back(i / 64 * 64 + 63 - i % 64);
  at::buffer<int, A> found{on, at::extents{2 * 64}};
  at::launch(on, alone{2}, turn_around_in_an_array{found.view(on)});
  CHECK(on_host(on, found) == expected);
  at::fill(on, found, 0);
  at::launch(on, behind_another{2, 64}, turn_around_in_an_array{found.view(on)});
  CHECK(on_host(on, found) == expected);
}

/// Each thread of a block of rows and columns passes its place to the thread opposite.
template <class Out>
struct turn_rows_and_columns {
  Out out;
  template <class Block>
  ALLOTYPE_FN void operator()(Block const& block) const {
    int* const held = at::shared<int>(block);
    int const rows = block.threads(0), columns = block.threads(1);
    int const top = block.index(0) * rows, left = block.index(1) * columns;
    auto kept = at::per_thread<int>(block);
    block.each_thread([&](int row, int column) {
      held[row * columns + column] = 1000 * (top + row) + left + column;
      kept(row, column) = 1000000 * block.index();
    });
    block.each_thread_at_end([&](int row, int column) {
      int const opposite = (rows - 1 - row) * columns + columns - 1 - column;
      out(top + row, left + column) = held[opposite] + kept(row, column) + block.threads() - rows * columns;
    });
  }
};
template <class A, class Grid>
void turns_rows_and_columns(at::queue<A>& on, Grid const& over, int block_rows, int block_columns) {
  CAPTURE(block_rows, block_columns);
  int const rows = 2 * block_rows, columns = 3 * block_columns;
  at::extents const plane{rows, columns};
  at::buffer<int, A> found{on, plane};
  at::launch(on, over, turn_rows_and_columns{found.view(on, plane)});
  std::vector<int> expected;
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      int const top = row / block_rows, left = column / block_columns;
      int const other_row = top * block_rows + block_rows - 1 - row % block_rows;
      int const other_column = left * block_columns + block_columns - 1 - column % block_columns;
      expected.push_back(1000 * other_row + other_column + 1000000 * (3 * top + left));
    }
  }
  CHECK(on_host(on, found) == expected);
}

/// The same in three dimensions.
template <class Out>
struct count_in_space {
  Out out;
  template <class Block>
  ALLOTYPE_FN void operator()(Block const& block) const {
    auto kept = at::per_thread<int>(block);
    block.each_thread([&](int plane, int row, int column) {
      kept(plane, row, column) = 10000 * block.index(0) + 1000 * block.index(1) + 100 * block.index(2);
    });
    block.each_thread_at_end([&](int plane, int row, int column) {
      out(block.index(0) * block.threads(0) + plane, block.index(1) * block.threads(1) + row,
          block.index(2) * block.threads(2) + column) =
          kept(plane, row, column) + 100000 * block.index() + 20 * plane + 5 * row + column;
    });
  }
};
template <class A, class Grid>
void counts_in_space(at::queue<A>& on, Grid const& over) {  // 2 x 3 x 2 blocks of 3 x 2 x 4 threads
  at::extents const space{6, 6, 8};
  at::buffer<int, A> found{on, space};
  at::launch(on, over, count_in_space{found.view(on, space)});
  std::vector<int> expected;
  for (int plane = 0; plane < 6; ++plane) {
    for (int row = 0; row < 6; ++row) {
      for (int column = 0; column < 8; ++column) {
        int const of_planes = plane / 3, of_rows = row / 2, of_columns = column / 4;
        expected.push_back(10000 * of_planes + 1000 * of_rows + 100 * of_columns +
                           100000 * ((of_planes * 3 + of_rows) * 2 + of_columns) + 20 * (plane % 3) + 5 * (row % 2) +
                           column % 4);
      }
    }
  }
  CHECK(on_host(on, found) == expected);
}

template <class A>
void has_dimensions(at::queue<A>& on) {
  at::extents const blocks{2, 3};
  turns_rows_and_columns(on, at::grid<at::threads_per_block<4, 8>, at::shared_memory_per_block<128_B>>{blocks}, 4, 8);
  turns_rows_and_columns(on, at::grid<at::threads_per_block<7, 5>, at::shared_memory_per_block<140_B>>{blocks}, 7, 5);
  using sized = at::grid<at::threads_per_block<at::at_most<8>, at::at_most<16>>, at::shared_memory_per_block<512_B>>;
  for (auto const& [rows, columns] : {std::pair{1, 1}, {8, 16}, {3, 5}}) {
    turns_rows_and_columns(on, sized{blocks, at::extents{rows, columns}}, rows, columns);
  }
  at::extents const in_space{2, 3, 2};
  counts_in_space(on, at::grid<at::threads_per_block<3, 2, 4>>{in_space});
  counts_in_space(on, at::grid<at::threads_per_block<at::at_most<4>, at::at_most<4>, at::at_most<4>>>{
                          in_space, at::extents{3, 2, 4}});
  CHECK_THROWS_WITH((sized{blocks, at::extents{2, 17}}),
                    "grid: blocks of 17 threads in dimension 1; the grid's options allow 1 to 16");
  CHECK_THROWS_WITH((sized{at::extents{70000, 70000}, at::extents{2, 2}}),
                    "grid: a grid has at most 2,147,483,647 blocks; the number is 4900000000");
}

template <class A>
void all(at::queue<A>& on) {
  has_dimensions(on);
  has_arrays<at::shared_arrays<letters, pairs, total>>(on);
  has_arrays<at::shared_arrays<total, many, letters, pairs>>(on);
  turns_around_in_arrays(on);
}

}  // namespace block_shapes
