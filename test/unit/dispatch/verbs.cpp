// SPDX-License-Identifier: BSL-1.0
// What the backends on the host have beside the verbs.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "views.hpp"

namespace acme {

/// A backend that loops over at most three dimensions, and copies bytes alone.
struct three_dimensions : allotype::serial {};
struct board : allotype::device<board> {
  static constexpr char name[] = "acme-board";
  using backend = three_dimensions;
};
template <int Dimensions, class Index, class Kernel>
  requires(Dimensions > 3)
void run_for_each(three_dimensions, allotype::host_state&, allotype::extents<Dimensions, Index> const&,
                  Kernel const&) = delete;

}  // namespace acme

TEST_CASE("the host's memory is borrowed without a copy") {
  allotype::queue<allotype::cpu> on;
  verbs::borrows_ranges_of_the_host(on);
}

TEST_CASE("the host combines by functions of the standard library") {
  allotype::queue<allotype::cpu> on;
  allotype::buffer<int, allotype::cpu> const line{on, std::vector<int>{3, 9, 2}};
  auto const x = line.view(on);
  CHECK(allotype::reduce(on, x.extents, 0, std::max<int>, [=](int i) { return x(i); }) == 9);
  CHECK(allotype::reduce(on, x.extents, 5, std::min<int>, [=](int i) { return x(i); }) == 2);
}

TEST_CASE("a backend of three dimensions has six, and boxes") {
  allotype::queue<acme::board> on;
  views::has_six_dimensions(on);
  views::goes_over_boxes(on);
}

TEST_CASE("a backend that has only loops runs them, also by a schedule that it does not know") {
  allotype::queue<loops_alone::machine> on;
  loops_alone::calls = 0;
  SECTION("reductions") { verbs::reduces(on); }
  SECTION("a schedule") {
    allotype::buffer<int, loops_alone::machine> line{on, allotype::extents{100}};
    allotype::fill(on, line, 0);
    allotype::for_each(on, allotype::extents{100}, verbs::add_index{line.view(on)}, allotype::dynamic{7});
    CHECK(verbs::on_host(on, line) == verbs::counting(100));
  }
  CHECK(loops_alone::calls > 0);
}

// The known answers for philox4x32 with 10 rounds in the file kat_vectors of Random123
// (github.com/DEShawResearch/random123).
constexpr bool answers(allotype::philox random, unsigned long long counter, unsigned long long sequence, unsigned first,
                       unsigned second, unsigned third, unsigned fourth) {
  auto const words = random(counter, sequence);
  return words[0] == first && words[1] == second && words[2] == third && words[3] == fourth;
}
static_assert(answers(allotype::philox(0), 0, 0, 0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8));
static_assert(answers(allotype::philox(~0ull), ~0ull, ~0ull, 0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd));
static_assert(answers(allotype::philox(0x299f31d0a4093822), 0x85a308d3243f6a88, 0x0370734413198a2e, 0xd16cfe09,
                      0x94fdcceb, 0x5001e420, 0x24126ea1));

TEST_CASE("uniform numbers are from 0 up to and without 1, and reach both ends of their steps") {
  allotype::philox::words const least{{0, 0, 0, 0}}, most{{~0u, ~0u, ~0u, ~0u}};
  CHECK(least.uniform_float(0) == 0.0f);
  CHECK(least.uniform_double(0) == 0.0);
  CHECK(most.uniform_float(3) == 1.0f - 0x1p-24f);
  CHECK(most.uniform_double(1) == 1.0 - 0x1p-53);
  double sum = 0;
  for (unsigned i = 0; i < 100000; ++i) sum += allotype::philox(1)(i).uniform_double(0);
  CHECK(sum / 100000 > 0.497);  // the mean of so many is within 0.003 of 1/2 in 99.9 % of all seeds; this seed's is
  CHECK(sum / 100000 < 0.503);
}

/// The largest distance between the distribution of these numbers and the one that is wanted (Kolmogorov and Smirnov).
template <class Below>
double distance_to(std::vector<double> numbers, Below const& below) {
  std::sort(numbers.begin(), numbers.end());
  double const count = static_cast<double>(numbers.size());
  double largest = 0;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    double const wanted = below(numbers[i]), rank = static_cast<double>(i);
    largest = std::max({largest, wanted - rank / count, (rank + 1) / count - wanted});
  }
  return largest;
}

TEST_CASE("normal and exponential numbers have their distributions") {
  auto const normal = [](double x) { return std::erfc(-x / std::sqrt(2.0)) / 2; };
  auto const exponential = [](double x) { return 1 - std::exp(-x); };
  std::vector<double> normal_floats, normal_doubles, exponential_floats, exponential_doubles;
  double products = 0;
  for (unsigned i = 0; i < 50000; ++i) {
    auto const drawn = allotype::philox(1)(i);
    for (int k = 0; k < 4; ++k) {
      normal_floats.push_back(drawn.normal_float(k));
      exponential_floats.push_back(drawn.exponential_float(k));
    }
    for (int k = 0; k < 2; ++k) {
      normal_doubles.push_back(drawn.normal_double(k));
      exponential_doubles.push_back(drawn.exponential_double(k));
    }
    products += drawn.normal_double(0) * drawn.normal_double(1) + drawn.normal_float(0) * drawn.normal_float(1);
  }
  // Of all seeds 99.9 % are below 1.95 / sqrt(count); this one is.
  CHECK(distance_to(normal_floats, normal) < 1.95 / std::sqrt(200000.0));
  CHECK(distance_to(normal_doubles, normal) < 1.95 / std::sqrt(100000.0));
  CHECK(distance_to(exponential_floats, exponential) < 1.95 / std::sqrt(200000.0));
  CHECK(distance_to(exponential_doubles, exponential) < 1.95 / std::sqrt(100000.0));
  CHECK(std::abs(products / 100000) < 3.3 / std::sqrt(100000.0));  // the numbers of a pair are independent

  allotype::philox::words const least{{0, 0, 0, 0}}, most{{~0u, ~0u, ~0u, ~0u}};
  CHECK(least.exponential_float(0) == Approx(33 * std::log(2.0)));
  CHECK(least.exponential_double(0) == 0);
  CHECK(most.exponential_float(0) == 0);
  CHECK_FALSE(std::signbit(most.exponential_float(0)));
  CHECK(most.exponential_double(1) == Approx(53 * std::log(2.0)));
  CHECK(least.normal_float(0) == Approx(std::sqrt(66 * std::log(2.0))));
}

TEST_CASE("the host processor is one device, with the index 0") {
  using queue = allotype::queue<allotype::cpu>;
  CHECK_NOTHROW(queue(0));
  CHECK_THROWS_WITH(queue(7), "cpu: an index of 7 was asked for; the host processor is one device, and its index is 0");
  CHECK_THROWS_WITH(queue(-3), "cpu: an index of -3 was asked for; indices are 0 or more");
  CHECK_THROWS_AS(queue(7), allotype::not_available);
  CHECK_FALSE(queue::open(1));
  CHECK_FALSE(queue::open_unchecked(7));
}

// The address sanitizer ends a program that asks for so much; g++ and clang each say in their own way that it is on.
#if defined(__has_feature)
#  if __has_feature(address_sanitizer)
#    define __SANITIZE_ADDRESS__ 1
#  endif
#endif
#ifndef __SANITIZE_ADDRESS__
TEST_CASE("memory that the host does not have is an error with the bytes and the accelerator") {
  allotype::queue<allotype::cpu> on;
  try {
    allotype::buffer<double, allotype::cpu> const buffer{on, allotype::extents{1LL << 58}};
    FAIL("no error");
  } catch (allotype::device_error const& failure) {
    CHECK(std::string(failure.what()) ==
          "cpu: operator new of 2305843009213693952 bytes failed with std::bad_alloc (out of memory)");
    CHECK(std::string(failure.code_name()) == "std::bad_alloc");
    CHECK(std::string(failure.accelerator()) == "cpu");
  }
}
#endif
