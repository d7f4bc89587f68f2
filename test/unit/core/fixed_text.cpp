// SPDX-License-Identifier: BSL-1.0
#include <allotype/core/fixed_text.hpp>

#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <allotype/core/detail/list_text.hpp>
#include <allotype/core/detail/sentence.hpp>

#include "catch.hpp"

namespace at = allotype;

namespace {

template <at::fixed_text Name>
struct named {};

}  // namespace

TEST_CASE("a text takes texts and numbers, and shows where it was cut") {
  CHECK(std::string((at::fixed_text<40>{} << "from " << -7 << " to " << 9000000000LL).text()) ==
        "from -7 to 9000000000");
  CHECK((at::fixed_text<20>{} << 0) == "0");
  CHECK((at::fixed_text<30>{} << (-9223372036854775807LL - 1)) == "-9223372036854775808");
  CHECK((at::fixed_text<30>{} << ~0ULL) == "18446744073709551615");
  CHECK((at::fixed_text<10>{} << "0123456789") == "0123456789");
  CHECK((at::fixed_text<10>{} << "0123456789A") == "0123456...");
  CHECK((at::fixed_text<3>{} << "abc" << 'd') == "...");
  CHECK((at::fixed_text<8>{} << std::string("ab") << 'c' << std::string_view("defg").substr(0, 2)) == "abcde");
  CHECK(at::fixed_text<10>{}.empty());
  CHECK(at::fixed_text<10>("abc").size() == 3);
  CHECK(at::fixed_text<10>("abc") == at::fixed_text<20>("abc"));
}

TEST_CASE("a text that is copied is independent") {
  at::fixed_text<10> one = "abc";
  at::fixed_text<10> other = one;
  other << "d";
  CHECK(one == "abc");
  CHECK(other == "abcd");
  other = one;
  CHECK(other == "abc");
}

TEST_CASE("a text is a template argument") {
  STATIC_REQUIRE(std::is_same_v<named<"abc">, named<at::fixed_text<3>("abc")>>);
  STATIC_REQUIRE(!std::is_same_v<named<"abc">, named<"abd">>);
}

TEST_CASE("elements of a list have commas between them") {
  std::string list;
  at::detail::add_to_list(list, "a");
  at::detail::add_to_list(list, std::string("b"));
  CHECK(list == "a, b");
  at::fixed_text<6> numbers;
  for (int const each : {1, 22, 333}) at::detail::add_to_list(numbers, each, ",");
  CHECK(numbers == "1,2...");
  CHECK(at::detail::joined(std::vector<int>{1, 22}) == "1, 22");
  CHECK(at::detail::joined(std::vector<std::string>{"a", "b"}, "-") == "a-b");
  CHECK(at::detail::joined(std::vector<int>{}).empty());
}

TEST_CASE("amounts in sentences are exact") {
  using namespace at::literals;
  CHECK(at::detail::amount_in_words(18_GiB) == "18 GiB");
  CHECK(at::detail::amount_in_words(9856_MiB) == "9.625 GiB");
  CHECK(at::detail::amount_in_words(1064_MiB) == "1064 MiB");
  CHECK(at::detail::amount_in_words(48_KiB) == "48 KiB");
  CHECK(at::detail::amount_in_words(1_MiB + 512_KiB) == "1.5 MiB");
  CHECK(at::detail::amount_in_words(1025_B) == "1025 B");
  CHECK(at::detail::amount_in_words(40_GB) == "40 GB");
  CHECK(at::detail::amount_in_words(0_B) == "0 B");
}

TEST_CASE("a sentence is its parts one after the other") {
  CHECK(at::detail::concatenated("A100", " takes ", 1024, ": ", at::detail::amount_in_words(at::bytes{1})) ==
        "A100 takes 1024: 1 B");
}
