// SPDX-License-Identifier: BSL-1.0
#include <allotype/core/amounts.hpp>

#include <type_traits>

#include "catch.hpp"

namespace at = allotype;
using namespace at::literals;
using at::bytes;

namespace {

enum unscoped { minus_one = -1, three = 3 };

template <class A, class B>
concept multiplied = requires(A a, B b) { a* b; };
template <class A, class B>
concept divided = requires(A a, B b) { a / b; };

constexpr bytes most{~0ULL};

/// Of any integer type, so that each is asked.
template <class N>
constexpr bool three_times() {
  bytes amount = 2_GiB;
  amount *= N{3};
  amount /= N{3};
  return amount == 2_GiB && N{3} * 2_GiB == 6_GiB && 2_GiB * N{3} == 6_GiB && 6_GiB / N{3} == 2_GiB &&
         7_B % N{3} == 1_B;
}

}  // namespace

TEST_CASE("amounts of memory are added, subtracted, multiplied and divided") {
  STATIC_REQUIRE(1_TiB == 1024_GiB && 1_GiB == 1024_MiB && 1_MiB == 1024_KiB && 1_KiB == 1024_B &&
                 1_GB == 1'000'000'000_B);
  STATIC_REQUIRE(1_GiB + 2_GiB == 3_GiB && 3_GiB - 2_GiB == 1_GiB && 3_GiB - 3_GiB == 0_B);
  STATIC_REQUIRE(7_GiB / 2_GiB == 3 && 7_GiB % 2_GiB == 1_GiB);
  STATIC_REQUIRE(three_times<int>() && three_times<unsigned char>() && three_times<long long>() &&
                 three_times<unsigned long>() && three_times<short>() && three_times<std::size_t>());
  STATIC_REQUIRE(three * 1_GiB == 3_GiB && std::integral_constant<int, 3>{} * 1_GiB == 3_GiB);
  STATIC_REQUIRE(most - most == 0_B && most + 0_B == most && 1 * most == most && 0 * most == 0_B && most / 1 == most);
  bytes amount = 1_GiB;
  amount += 3_GiB;
  amount -= 1_GiB;
  amount %= 2_GiB;
  CHECK(amount == 1_GiB);
  STATIC_REQUIRE(!multiplied<bytes, bytes> && !multiplied<bytes, char const*> && !divided<int, bytes>);
}

TEST_CASE("arithmetic that leaves the range of amounts of memory throws") {
  bytes one = 1_B, all = most;
  int negative = -1, zero = 0;
  CHECK_THROWS_AS(one - all, at::size_error);
  CHECK_THROWS_AS(all + one, at::size_error);
  CHECK_THROWS_AS(2 * all, at::size_error);
  CHECK_THROWS_AS(all * 2ULL, at::size_error);
  CHECK_THROWS_AS(negative * one, at::size_error);
  CHECK_THROWS_AS(one * minus_one, at::size_error);
  CHECK_THROWS_AS(one / negative, at::size_error);
  CHECK_THROWS_AS(one % negative, at::size_error);
  CHECK_THROWS_AS(one / zero, at::size_error);
  CHECK_THROWS_AS(one % zero, at::size_error);
  CHECK_THROWS_AS(one / 0_B, at::size_error);
  CHECK_THROWS_AS(one % 0_B, at::size_error);
  CHECK_THROWS_AS(one -= all, at::size_error);
  CHECK_THROWS_AS(all += one, at::size_error);
  CHECK_THROWS_AS(all *= 2, at::size_error);
  CHECK_THROWS_AS(all /= 0, at::size_error);
  CHECK_THROWS_AS(all %= 0_B, at::size_error);
  CHECK(one == 1_B);
  CHECK(all == most);
  CHECK_THROWS_WITH(one - all, contains("below 0"));
}

TEST_CASE("a need of more memory than a signed number holds stays the largest") {
  STATIC_REQUIRE(at::detail::number_of(most) > at::detail::number_of(1024 * 1024_TiB));
  STATIC_REQUIRE(at::detail::number_of(most) != at::detail::no_amount);
  STATIC_REQUIRE(at::detail::units_of(1_MiB, most) == 1ULL << 44 && at::detail::units_of(1_MiB, 1_MiB) == 1 &&
                 at::detail::units_of(1_GiB, 0_B) == 0);
}
