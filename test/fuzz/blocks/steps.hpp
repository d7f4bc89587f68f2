// SPDX-License-Identifier: BSL-1.0
/// \file
/// Programs of random steps: what a block does with two arrays and a carried number, as plain loops.
#pragma once

#include <allotype/core/mode.hpp>

#include <algorithm>
#include <utility>
#include <vector>

#include "../affine.hpp"
#include "../cases.hpp"

namespace fuzz_blocks {

using fuzz::affine;
using fuzz::one_after_another;

inline constexpr int most_elements = 300, most_steps = 8;

enum class action {
  map,              ///< each element of a box from one of the other array
  transpose,        ///< of a plane
  sum,              ///< is carried
  last_of_order,    ///< a reduction by an operation of this file
  running_sums,     ///< an inclusive scan; the total is carried
  affine_before,    ///< an exclusive scan whose operation depends on the order
  counted,          ///< count, any and all are carried
  broadcast,        ///< an element is carried
  single,           ///< one element changes
  kept,             ///< each index adds to a value of its thread, in two ranges
  group_sums,       ///< parts, each with a subgroup's sum
  group_scans,      ///< parts, each with a subgroup's running sums
  group_questions,  ///< parts, each with a subgroup's count, any, all and broadcast
  actions
};
/// Blocks of several dimensions have those before it.
inline constexpr int first_of_lines = static_cast<int>(action::kept);

struct step {
  action does;
  int n;           ///< elements, from the first on
  int begin, end;  ///< a box within all elements
  int parts;       ///< for subgroups
  unsigned a, b;   ///< any numbers
};

struct steps {
  step each[most_steps];
  int count;
  int size;  ///< of the arrays
};

/// Associative and commutative, and unknown to the library.
struct larger_of_mixed {
  ALLOTYPE_FN static unsigned mixed(unsigned x) { return x * 2654435761u; }
  ALLOTYPE_FN unsigned operator()(unsigned x, unsigned y) const { return mixed(x) < mixed(y) ? y : x; }
};

ALLOTYPE_FN inline unsigned first_number(int block, int i) {
  return (static_cast<unsigned>(block) * 977u + static_cast<unsigned>(i)) * 2246822519u >> 7;
}
ALLOTYPE_FN inline affine affine_of(unsigned number) { return {number | 1u, number >> 5}; }
/// Which element of the other array a step reads.
ALLOTYPE_FN inline int other_place(step const& s, int i, int size) {
  return static_cast<int>((static_cast<unsigned>(i) * (s.a % 1000u) + s.b % 1000u) % static_cast<unsigned>(size));
}
ALLOTYPE_FN inline int rows_of(step const& s) { return 1 + static_cast<int>(s.a % 9u); }

inline steps random_steps(fuzz::random_source& random, bool threads_in_a_line) {
  steps result{};
  result.size = 1 + static_cast<int>(random.size(most_elements - 1));
  result.count = 1 + static_cast<int>(random.below(most_steps));
  for (int i = 0; i < result.count; ++i) {
    auto const does = random.below(threads_in_a_line ? static_cast<int>(action::actions) : first_of_lines);
    auto const x = static_cast<int>(random.below(result.size + 1)), y = static_cast<int>(random.below(result.size + 1));
    result.each[i] = {static_cast<action>(does),
                      static_cast<int>(random.below(result.size + 1)),
                      std::min(x, y),
                      std::max(x, y),
                      1 + static_cast<int>(random.below(result.size)),
                      static_cast<unsigned>(random.bits()),
                      static_cast<unsigned>(random.bits())};
  }
  return result;
}

/// What a block writes.
class expected_of_block {
 public:
  expected_of_block(steps const& program, int block, int threads)
      : size_(program.size), threads_(threads), from_(static_cast<std::size_t>(size_)), to_(from_) {
    for (int i = 0; i < size_; ++i) from(i) = first_number(block, i);
    for (int i = 0; i < program.count; ++i) run(program.each[i]);
    for (unsigned& number : from_) number += carried_;
  }
  [[nodiscard]] std::vector<unsigned> const& numbers() const { return from_; }

 private:
  unsigned& from(int i) { return from_[static_cast<std::size_t>(i)]; }
  unsigned& to(int i) { return to_[static_cast<std::size_t>(i)]; }

  void run(step const& s) {
    switch (s.does) {
      case action::map:
        for (int i = s.begin; i < s.end; ++i) to(i) = from(other_place(s, i, size_)) * 3 + carried_;
        break;
      case action::transpose: {
        int const rows = rows_of(s), columns = s.n / rows;
        for (int row = 0; row < rows; ++row) {
          for (int column = 0; column < columns; ++column) to(row * columns + column) = from(column * rows + row) + s.b;
        }
        break;
      }
      case action::sum: {
        unsigned sum = s.a;
        for (int i = s.begin; i < s.end; ++i) sum += from(i) * s.b;
        carried_ = sum;
        return;
      }
      case action::last_of_order: {
        unsigned last = s.a;
        for (int i = 0; i < s.n; ++i) last = larger_of_mixed{}(last, from(i));
        carried_ = last;
        return;
      }
      case action::running_sums: {
        unsigned sum = s.a;
        for (int i = s.begin; i < s.end; ++i) to(i) = sum += from(i);
        carried_ = sum;
        break;
      }
      case action::affine_before: {
        affine so_far{s.a, s.b};
        for (int i = 0; i < s.n; ++i) {
          to(i) = so_far.factor ^ so_far.summand;
          so_far = one_after_another{}(so_far, affine_of(from(i)));
        }
        carried_ = so_far.summand;
        break;
      }
      case action::counted:
        carried_ = questions(s, s.begin, s.end);
        return;
      case action::broadcast:
        carried_ = from(other_place(s, 1, size_)) + s.a;
        return;
      case action::single:
        from(other_place(s, 1, size_)) += carried_;
        return;
      case action::kept:
        for (int i = 0; i < std::min(s.n, threads_); ++i) to(i) = from(i) * s.a + from(i);
        break;
      case action::group_sums:
        each_part(s, [&](int begin, int end, int) {
          unsigned sum = s.a;
          for (int i = begin; i < end; ++i) sum += from(i);
          for (int i = begin; i < end; ++i) to(i) = from(i) ^ sum;
        });
        break;
      case action::group_scans:
        each_part(s, [&](int begin, int end, int) {
          affine so_far{s.a, s.b};
          for (int i = begin; i < end; ++i) {
            so_far = one_after_another{}(so_far, affine_of(from(i)));
            to(i) = so_far.factor ^ so_far.summand;
          }
        });
        break;
      case action::group_questions:
        each_part(s, [&](int begin, int end, int part) {
          if (begin < end) to(begin) = questions(s, begin, end) + from(begin) + static_cast<unsigned>(part);
        });
        break;
      case action::actions:
        break;
    }
    std::swap(from_, to_);
  }
  unsigned questions(step const& s, int begin, int end) {
    unsigned count = 0;
    for (int i = begin; i < end; ++i) count += from(i) % 8 < s.a % 9;
    return 4 * count + (count > 0 ? 2 : 0) + (count == static_cast<unsigned>(end - begin) ? 1 : 0);
  }
  template <class F>
  void each_part(step const& s, F const& f) {
    int const width = size_ / s.parts;
    for (int part = 0; part < s.parts; ++part) f(part * width, (part + 1) * width, part);
  }

  int size_, threads_;
  unsigned carried_ = 1;
  std::vector<unsigned> from_, to_;
};

}  // namespace fuzz_blocks
