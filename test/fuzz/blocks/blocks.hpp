// SPDX-License-Identifier: BSL-1.0
/// \file
/// Random programs for blocks of `launch`: ranges, subgroups, shared arrays, values of threads, of blocks of one to
/// three dimensions. What they write is compared with plain loops.
#pragma once

#include <allotype/block_ranges.hpp>

#include <string>

#include "steps.hpp"

namespace fuzz_blocks {

namespace at = allotype;

struct first_array : at::shared_array<unsigned[most_elements]> {};
struct second_array : at::shared_array<unsigned[most_elements]> {};

template <class Team, class Over>
ALLOTYPE_FN unsigned questions(Team const& team, Over const& over, unsigned const* from, step const& s) {
  auto const is_low = [&](int i) { return from[i] % 8 < s.a % 9; };
  auto const count = static_cast<unsigned>(team.count(over, is_low));
  return 4 * count + (team.any(over, is_low) ? 2 : 0) + (team.all(over, is_low) ? 1 : 0);
}

/// \tparam Lanes of the subgroups of a block in a line; none in one of several dimensions
template <class Out, int... Lanes>
struct run_steps {
  steps program;
  Out out;

  template <class Block>
  ALLOTYPE_FN void operator()(Block const& block) const {
    unsigned* from = at::shared<first_array>(block);
    unsigned* to = at::shared<second_array>(block);
    unsigned carried = 1;
    int const size = program.size, number = block.index();
    block.for_each_nowait(size, [&](int i) { from[i] = first_number(number, i); });
    block.for_each(size, [&](int i) { to[i] = 0; });
    for (int i = 0; i < program.count; ++i) {
      step const& s = program.each[i];
      if (run(block, s, from, to, carried)) {
        unsigned* const other = from;
        from = to, to = other;
      }
    }
    block.for_each_nowait(size, [&](int i) { out(number * size + i) = from[i] + carried; });
  }

 private:
  /// Whether the step has written the second array.
  template <class Block>
  ALLOTYPE_FN bool run(Block const& block, step const& s, unsigned* from, unsigned* to, unsigned& carried) const {
    int const size = program.size;
    unsigned const before = carried;
    at::box<1> const part{{s.begin, s.end}};
    switch (s.does) {
      case action::map:
        block.for_each(part, [&](int i) { to[i] = from[other_place(s, i, size)] * 3 + before; });
        return true;
      case action::transpose: {
        int const rows = rows_of(s), columns = s.n / rows;
        block.for_each(at::extents{rows, columns},
                       [&](int row, int column) { to[row * columns + column] = from[column * rows + row] + s.b; });
        return true;
      }
      case action::sum:
        carried = block.reduce(part, s.a, at::plus{}, [&](int i) { return from[i] * s.b; });
        return false;
      case action::last_of_order:
        carried = block.reduce(s.n, s.a, larger_of_mixed{}, [&](int i) { return from[i]; });
        return false;
      case action::running_sums:
        carried = block.inclusive_scan(
            part, s.a, at::plus{}, [&](int i) { return from[i]; }, [&](int i, unsigned value) { to[i] = value; });
        return true;
      case action::affine_before:
        carried = block
                      .exclusive_scan(
                          s.n, affine{s.a, s.b}, one_after_another{}, [&](int i) { return affine_of(from[i]); },
                          [&](int i, affine value) { to[i] = value.factor ^ value.summand; })
                      .summand;
        return true;
      case action::counted:
        carried = questions(block, part, from, s);
        return false;
      case action::broadcast:
        carried = block.broadcast([&] { return from[other_place(s, 1, size)] + s.a; });
        return false;
      case action::single:
        block.single([&] { from[other_place(s, 1, size)] += before; });
        return false;
      default:
        if constexpr (sizeof...(Lanes) > 0) run_in_line(block, s, from, to);
        return true;
    }
  }
  template <class Block>
  ALLOTYPE_FN void run_in_line(Block const& block, step const& s, unsigned* from, unsigned* to) const {
    if (s.does == action::kept) {
      auto sum = at::per_thread<unsigned>(block);
      int const count = s.n < block.threads() ? s.n : block.threads();
      block.for_each_nowait(count, [&](int i) { sum(i) = from[i] * s.a; });
      block.for_each(count, [&](int i) { to[i] = sum(i) + from[i]; });
    } else {
      int chosen = static_cast<int>(s.b % sizeof...(Lanes));
      ((chosen-- == 0 ? with_groups<Lanes>(block, s, from, to) : void()), ...);
    }
  }
  template <int Wanted, class Block>
  ALLOTYPE_FN void with_groups(Block const& block, step const& s, unsigned* from, unsigned* to) const {
    if constexpr (Block::threads() % Wanted == 0) {
      run_groups(at::subgroups<Wanted>(block), s, from, to);
    } else {
      run_groups(at::subgroups<1>(block), s, from, to);
    }
  }
  template <class Groups>
  ALLOTYPE_FN void run_groups(Groups const& groups, step const& s, unsigned* from, unsigned* to) const {
    int const width = program.size / s.parts;
    auto const part_of = [=](int i) { return at::box<1>{{i * width, (i + 1) * width}}; };
    switch (s.does) {
      case action::group_sums:
        return groups.for_each(s.parts, [&](auto const& group, int i) {
          unsigned const sum = group.reduce(part_of(i), s.a, at::plus{}, [&](int k) { return from[k]; });
          group.for_each_nowait(part_of(i), [&](int k) { to[k] = from[k] ^ sum; });
        });
      case action::group_scans:
        return groups.for_each(s.parts, [&](auto const& group, int i) {
          group.inclusive_scan(
              part_of(i), affine{s.a, s.b}, one_after_another{}, [&](int k) { return affine_of(from[k]); },
              [&](int k, affine value) { to[k] = value.factor ^ value.summand; });
        });
      default:
        return groups.for_each(s.parts, [&](auto const& group, int i) {
          if (width == 0) return;
          unsigned const answers = questions(group, part_of(i), from, s);
          unsigned const first = group.broadcast([&] { return from[i * width] + static_cast<unsigned>(i); });
          group.single([&] { to[i * width] = answers + first; });
        });
    }
  }
};

/// A block's threads.
template <int... Threads>
struct shape {
  static constexpr bool is_line = sizeof...(Threads) == 1;
  static constexpr int threads = (Threads * ...);
  using grid = at::grid<at::threads_per_block<Threads...>, at::shared_arrays<first_array, second_array>>;
  static grid of(int blocks) {
    if constexpr (is_line) {
      return grid{blocks};
    } else if constexpr (sizeof...(Threads) == 2) {
      return grid{at::extents{1, blocks}};
    } else {
      return grid{at::extents{1, blocks, 1}};
    }
  }
};
template <class... Shapes>
struct shapes {};
template <int... Lanes>
struct lanes {};

template <class A, class Shapes, class Lanes>
class tester;
template <class A, class... Shapes, int... Lanes>
class tester<A, shapes<Shapes...>, lanes<Lanes...>> {
 public:
  /// \throws fuzz::failed_case which says what is wrong
  void run(unsigned long long number) {
    fuzz::random_source random{number};
    auto chosen = random.below(sizeof...(Shapes));
    ((chosen-- == 0 ? run_on<Shapes>(random) : void()), ...);
  }

 private:
  template <class Shape>
  void run_on(fuzz::random_source& random) {
    int const blocks = 1 + static_cast<int>(random.below(4));
    steps const program = random_steps(random, Shape::is_line);
    at::buffer<unsigned, A> written{on_, at::extents{blocks * program.size}};
    auto const out = written.view(on_);
    if constexpr (Shape::is_line) {
      at::launch(on_, Shape::of(blocks), run_steps<decltype(out), Lanes...>{program, out});
    } else {
      at::launch(on_, Shape::of(blocks), run_steps<decltype(out)>{program, out});
    }
    std::vector<unsigned> seen(static_cast<std::size_t>(written.size()));
    at::copy(on_, written, seen);
    for (int block = 0; block < blocks; ++block) {
      expected_of_block const expected(program, block, Shape::threads);
      auto const first = seen.begin() + block * program.size;
      auto const [wrong, right] = std::mismatch(first, first + program.size, expected.numbers().begin());
      if (wrong == first + program.size) continue;
      throw fuzz::failed_case(std::to_string(Shape::threads) + " threads, element " + std::to_string(wrong - first) +
                              " of block " + std::to_string(block) + " is " + std::to_string(*wrong) + ", and not " +
                              std::to_string(*right));
    }
  }

  at::queue<A> on_;
};

}  // namespace fuzz_blocks
