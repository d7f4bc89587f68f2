// SPDX-License-Identifier: BSL-1.0
/// \file
/// Random calls of the verbs that take a function of the index, compared with plain loops: scans, count_if, copy_if,
/// results by number, and ranges that follow one another.
#pragma once

#include <allotype/multi_reduce.hpp>
#include <allotype/segmented_reduce.hpp>

#include <algorithm>
#include <string>
#include <vector>

#include "../affine.hpp"
#include "../cases.hpp"

namespace fuzz_indices {

using fuzz::affine;
using fuzz::one_after_another;

namespace at = allotype;

/// Any number for an index, and the seed of a case.
template <class T>
struct number_of {
  unsigned seed;
  template <class... I>
  ALLOTYPE_FN T operator()(I... index) const {
    unsigned number = seed;
    ((number = (number ^ static_cast<unsigned>(index)) * 2654435761u), ...);
    return static_cast<T>(number >> 3);
  }
};
struct is_below {
  unsigned seed, limit;
  template <class... I>
  ALLOTYPE_FN bool operator()(I... index) const {
    return number_of<unsigned>{seed}(index...) % 100 < limit;
  }
};
struct affine_of {
  unsigned seed;
  ALLOTYPE_FN affine operator()(long long i) const {
    return {number_of<unsigned>{seed}(i) | 1u, number_of<unsigned>{seed + 1}(i)};
  }
};
template <class T>
struct numbered {
  unsigned seed;
  int results;
  template <class... I>
  ALLOTYPE_FN at::indexed<T, int> operator()(I... index) const {
    auto const which = number_of<unsigned>{seed}(index...) % static_cast<unsigned>(results);
    return {number_of<T>{seed + 1}(index...), static_cast<int>(which)};
  }
};

template <class A>
class tester {
 public:
  explicit tester(long long most_indices) : most_(most_indices) {}

  /// \throws fuzz::failed_case which says what is wrong
  void run(unsigned long long number) {
    random_ = fuzz::random_source{number};
    seed_ = static_cast<unsigned>(random_.bits());
    switch (random_.below(6)) {
      case 0:
        return scan<unsigned>(0u, at::plus{}, number_of<unsigned>{seed_});
      case 1:
        return scan<affine>(affine{1, 0}, one_after_another{}, affine_of{seed_});
      case 2:
        return counted();
      case 3:
        return copied();
      case 4:
        return random_.coin() ? by_number<unsigned>(at::plus{}) : by_number<long long>(at::minimum{});
      default:
        return random_.coin() ? ranges<unsigned>(at::plus{}) : ranges<long long>(at::maximum{});
    }
  }

 private:
  /// Indices from anywhere on.
  at::box<1> random_line() {
    auto const begin = static_cast<int>(random_.below(2'000'001) - 1'000'000);
    return {{begin, begin + static_cast<int>(random_.size(most_))}};
  }
  template <class T>
  std::vector<T> on_host(at::buffer<T, A> const& of) {
    std::vector<T> result(static_cast<std::size_t>(of.size()));
    at::copy(on_, of, result);
    return result;
  }
  template <class T>
  static void compare(std::string const& call, std::vector<T> const& seen, std::vector<T> const& expected) {
    auto const [wrong, right] = std::mismatch(seen.begin(), seen.end(), expected.begin(), expected.end());
    if (wrong == seen.end() && right == expected.end()) return;
    throw fuzz::failed_case(call + ": element " + std::to_string(wrong - seen.begin()) + " of " +
                            std::to_string(seen.size()) + " is wrong");
  }

  template <class T, class Op, class F>
  void scan(T init, Op const& op, F const& f) {
    auto const line = random_line();
    bool const exclusive = random_.coin();
    at::buffer<T, A> to{on_, at::extents{line.size()}};
    std::vector<T> expected;
    T so_far = init;
    for (int i = line.begin[0]; i < line.end[0]; ++i) {
      if (exclusive) expected.push_back(so_far);
      so_far = exclusive || i > line.begin[0] ? op(so_far, f(i)) : f(i);
      if (!exclusive) expected.push_back(so_far);
    }
    if (exclusive) {
      at::exclusive_scan(on_, line, to, init, op, f);
    } else {
      at::inclusive_scan(on_, line, to, op, f);
    }
    compare(exclusive ? "exclusive_scan" : "inclusive_scan", on_host(to), expected);
  }

  void counted() {
    is_below const chosen{seed_, static_cast<unsigned>(random_.below(102))};
    at::box<3> over;
    long long most = most_;
    for (int i = 0; i < 3; ++i) {
      over.begin[i] = static_cast<int>(random_.below(2001) - 1000);
      auto const size = static_cast<int>(random_.size(most));
      over.end[i] = over.begin[i] + size;
      if (size > 1) most /= size;
    }
    long long expected = 0;
    for (int i = over.begin[0]; i < over.end[0]; ++i) {
      for (int j = over.begin[1]; j < over.end[1]; ++j) {
        for (int k = over.begin[2]; k < over.end[2]; ++k) expected += chosen(i, j, k) ? 1 : 0;
      }
    }
    compare("count_if", std::vector{at::count_if(on_, over, chosen)}, std::vector{expected});
  }

  void copied() {
    is_below const chosen{seed_, static_cast<unsigned>(random_.below(102))};
    auto const line = random_line();
    // Behind what is copied nothing is written.
    std::vector<long long> expected(static_cast<std::size_t>(line.size() + random_.below(3)), -7);
    at::buffer<long long, A> to{on_, expected};
    std::size_t count = 0;
    for (int i = line.begin[0]; i < line.end[0]; ++i) {
      if (chosen(i)) expected[count++] = i;
    }
    auto const copied = at::copy_if(on_, line, to, chosen);
    compare("the result of copy_if", std::vector{copied}, std::vector{static_cast<long long>(count)});
    compare("copy_if", on_host(to), expected);
  }

  template <class T, class Op>
  void by_number(Op const& op) {
    int const results = 1 + static_cast<int>(random_.size(random_.coin() ? 20 : 20'000));
    numbered<T> const f{seed_, results};
    at::extents<2> const plane{static_cast<int>(random_.size(40)), static_cast<int>(random_.size(most_ / 40))};
    std::vector<T> expected;
    for (int i = 0; i < results; ++i) expected.push_back(number_of<T>{seed_ + 2}(i));
    at::buffer<T, A> combined{on_, expected};
    at::multi_reduce(on_, plane, combined, op, f);
    for (int i = 0; i < plane[0]; ++i) {
      for (int j = 0; j < plane[1]; ++j) {
        auto const [value, which] = f(i, j);
        T& of = expected[static_cast<std::size_t>(which)];
        of = op(of, value);
      }
    }
    compare("multi_reduce into " + std::to_string(results), on_host(combined), expected);
  }

  /// Some ranges are empty, some long.
  template <class T, class Op>
  void ranges(Op const& op) {
    std::vector<int> begins{static_cast<int>(random_.below(2'000'001) - 1'000'000)};
    for (auto count = random_.size(300), left = most_; count > 0; --count) {
      auto const size = random_.size(random_.below(8) == 0 ? left : std::min(left, 40LL));
      left -= size;
      begins.push_back(begins.back() + static_cast<int>(size));
    }
    number_of<T> const f{seed_};
    T const init = f(-1);
    std::vector<T> expected;
    for (std::size_t s = 0; s + 1 < begins.size(); ++s) {
      T so_far = init;
      for (int i = begins[s]; i < begins[s + 1]; ++i) so_far = op(so_far, f(i));
      expected.push_back(so_far);
    }
    at::buffer const begin{on_, begins};
    at::buffer<T, A> results{on_, at::extents{expected.size()}};
    at::segmented_reduce(on_, begin, results, init, op, f);
    compare("segmented_reduce", on_host(results), expected);
  }

  at::queue<A> on_;
  long long most_;
  unsigned seed_ = 0;
  fuzz::random_source random_{0};
};

}  // namespace fuzz_indices
