// SPDX-License-Identifier: BSL-1.0
// What has a text is printed by `to_string`, by streams and, where the standard library has <format>, by std::format.
#include <allotype/allotype.hpp>
#include <allotype/format.hpp>

#include <iomanip>
#include <optional>
#include <sstream>
#include <string>
#include <utility>

#include "catch.hpp"

using namespace allotype;

namespace {

/// Calls `check(value, text)` for a value of each type in the core that has a text.
template <class Check>
void each_text(Check const& check) {
  check(fixed_text("A100"), "A100");
  check(answer(), "yes");
  check(answer(availability::no_driver, "there is no driver"), "there is no driver");
  check(availability::partition_not_created, "partition_not_created");
  check(40_GB, "40 GB");
  check(9856_MiB, "9856 MiB");
  check(3_KiB, "3 KiB");
  check(1023_B, "1023 B");
  check(compute_capability{8, 9}, "8.9");
  check(device_choice{"0,1"}, "0,1");
  check(device_uuid("GPU-8932f937-d72c-4106-c12f-20bd9faed9f6"), "GPU-8932f937-d72c-4106-c12f-20bd9faed9f6");
  check(queue<cpu>(), "serial");
}

template <class... Values>
std::string written(Values const&... values) {
  std::ostringstream to;
  (to << ... << values);
  return std::move(to).str();
}

}  // namespace

TEST_CASE("a value is the same text in to_string and in a stream") {
  each_text([](auto const& value, std::string const& text) {
    CHECK(std::string(to_string(value).text()) == text);
    CHECK(written("[", value, "]") == "[" + text + "]");
  });
}

TEST_CASE("a stream's width and fill are for texts, too") {
  CHECK(written(std::setw(8), std::setfill('.'), 40_GB, "|", std::left, std::setw(4), availability::yes, "|") ==
        "...40 GB|yes.|");
}

#ifdef __cpp_lib_format
TEST_CASE("std::format prints the same text") {
  each_text([](auto const& value, std::string const& text) { CHECK(std::format("[{}]", value) == "[" + text + "]"); });
  CHECK(std::format("{:>8}|{:.<6}|{:.3}", 40_GB, availability::yes, answer("late")) == "   40 GB|yes...|lat");
}
#endif
