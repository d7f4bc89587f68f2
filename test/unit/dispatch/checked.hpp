// SPDX-License-Identifier: BSL-1.0
// Indices outside views in a checked build, on an accelerator, whichever.
#pragma once

#define ALLOTYPE_CHECKED

#include "verbs.hpp"

namespace checked {

namespace at = allotype;

template <class View>
struct touch_shifted {
  View values;
  int by;
  ALLOTYPE_FN void operator()(int i) const { values(i + by) = i; }
  ALLOTYPE_FN void operator()(int row, int column) const { values(row, column + by) = row; }
};
/// So far outside that 32 bits do not hold the index.
template <class View>
struct touch_far {
  View values;
  ALLOTYPE_FN void operator()(int i) const { values(i + (1LL << 32)) = i; }
};
template <class View>
struct read_at {
  View values;
  ALLOTYPE_FN int operator()(int i) const { return values(i, 7, 2); }
};
/// The last of `count` indices is outside.
template <class View>
struct read_last {
  View values;
  int count;
  ALLOTYPE_FN int operator()(int i) const { return values(i == count ? 35 : i % 35); }
};
/// One thread of each block but the first uses an index outside; the others meet at barriers.
template <class View, bool Cooperative = false>
struct touch_after_a_barrier {
  View values;
  template <class Block>
  ALLOTYPE_FN void operator()(Block const& block) const {
    int const first = block.index() * block.threads();
    block.each_thread([&](int thread) { values(first + thread) = thread; });
    block.each_thread([&](int thread) { values(first + thread + (thread == 3 ? block.index() * 1000 : 0)) = thread; });
    if constexpr (Cooperative) block.wait_for_grid();
  }
};

/// What the host gets, at the latest when it waits.
template <class A, class Work>
std::string error_of(at::queue<A>& on, Work const& work) {
  try {
    work();
    on.wait();
  } catch (at::index_error const& error) {
    return error.what();
  }
  return "";
}

template <class A>
void finds_indices_outside(at::queue<A>& on) {
  at::buffer<int, A> buffer{on, at::extents{35}};
  at::fill(on, buffer, 0);
  auto const line = buffer.view(on, at::extents{35});
  auto const plane = buffer.view(on, at::extents{5, 7});
  auto const run = [&](auto const& over, auto const& kernel) {
    return error_of(on, [&] { at::for_each(on, over, kernel); });
  };
  CHECK(run(at::extents{35}, touch_shifted{line, 0}) == "");
  CHECK(run(at::extents{5, 7}, touch_shifted{plane, 0}) == "");
  std::string const beyond = run(at::box{{34, 35}}, touch_shifted{line, 1});
  CHECK_THAT(beyond, starts_with("view: the index (35) is outside the extents 35; in the kernel "));
  CHECK_THAT(beyond, contains("touch_shifted<allotype::view<int, 1, "));
  CHECK_THAT(beyond, !contains("shifted<void"));
  CHECK_THAT(run(at::extents{1}, touch_shifted{line, -1}),
             starts_with("view: the index (-1) is outside the extents 35; in"));
  CHECK_THAT(run(at::box{{3, 4}}, touch_far{line}),
             starts_with("view: the index (4294967299) is outside the extents 35; in"));
  // Within the buffer, and yet in the next line.
  CHECK_THAT(run(at::box{{2, 3}, {6, 7}}, touch_shifted{plane, 1}),
             starts_with("view: the index (2, 7) is outside the extents 5 x 7; in"));
  auto const part = plane.part(at::box{{1, 3}, {2, 4}});
  CHECK_THAT(run(at::box{{1, 2}, {1, 2}}, touch_shifted{part, 1}),
             starts_with("view: the index (1, 2) is outside the extents 2 x 2; in"));
  auto const by_column = buffer.view(on, at::extents{5, 7}, at::column_major{});
  CHECK_THAT(run(at::box{{4, 5}, {7, 8}}, touch_shifted{by_column, 0}),
             starts_with("view: the index (4, 7) is outside the extents 5 x 7; in"));

  // A copy to the host finds it, too; then the queue goes on.
  std::vector<int> numbers(35);
  CHECK_THAT(error_of(on,
                      [&] {
                        at::for_each(on, at::extents{1}, touch_shifted{line, 99});
                        at::copy(on, buffer, numbers);
                      }),
             contains("the index (99) is outside the extents 35"));
  CHECK(run(at::extents{35}, touch_shifted{line, 0}) == "");
  CHECK(verbs::on_host(on, buffer) == verbs::counting(35));
}

template <class A>
void finds_indices_outside_in_reductions(at::queue<A>& on) {
  at::buffer<int, A> buffer{on, at::extents{35}};
  at::fill(on, buffer, 1);
  read_at const value{std::as_const(buffer).view(on, at::extents{1, 7, 5})};
  std::string const beyond = error_of(on, [&] { (void)at::reduce(on, at::extents{1}, 0, at::plus{}, value); });
  CHECK_THAT(beyond, starts_with("view: the index (0, 7, 2) is outside the extents 1 x 7 x 5; in the kernel "));
  CHECK_THAT(beyond, contains("read_at<"));
  // One index of many: the threads that have a sum already pass it on.
  std::string const last =
      error_of(on, [&] { (void)at::reduce(on, at::box{{1, 1001}}, 0, at::plus{}, read_last{buffer.view(on), 1000}); });
  CHECK_THAT(last, starts_with("view: the index (35) is outside the extents 35; in the kernel "));
}

template <class A>
void finds_indices_outside_in_blocks(at::queue<A>& on) {
  at::buffer<int, A> buffer{on, at::extents{128}};
  auto const values = buffer.view(on, at::extents{128});
  using lone = at::grid<at::threads_per_block<64>>;
  CHECK(error_of(on, [&] { at::launch(on, lone{1}, touch_after_a_barrier{values}); }) == "");
  std::string const beyond = error_of(on, [&] { at::launch(on, lone{2}, touch_after_a_barrier{values}); });
  CHECK_THAT(beyond, starts_with("view: the index (1067) is outside the extents 128; in the kernel "));
  CHECK_THAT(beyond, contains("touch_after_a_barrier<"));
  using together = at::grid<at::cooperative, at::threads_per_block<64>>;
  if constexpr (at::runs_grids_of<A, together>) {
    using touch = touch_after_a_barrier<std::remove_const_t<decltype(values)>, true>;
    CHECK_THAT(error_of(on, [&] { at::launch(on, together{2}, touch{values}); }),
               starts_with("view: the index (1067) is outside the extents 128; in the kernel "));
  }
}

}  // namespace checked
