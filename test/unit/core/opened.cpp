// SPDX-License-Identifier: BSL-1.0
#include <allotype/dispatch/opened.hpp>

#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "catch.hpp"

namespace at = allotype;

namespace {

using only_moved = std::unique_ptr<int>;

/// Throws when it is moved, if it shall.
struct heavy {
  explicit heavy(bool throws_when_moved) : throws(throws_when_moved) { ++alive; }
  heavy(heavy&& other) : throws(other.throws) {
    if (throws) throw std::runtime_error("too heavy");
    ++alive;
  }
  ~heavy() { --alive; }
  bool throws;
  static inline int alive = 0;
};

at::opened<only_moved> open(bool there) {
  if (!there) return "it is switched off";
  return std::make_unique<int>(7);
}

}  // namespace

TEST_CASE("what was opened is moved, and copied where it can be") {
  STATIC_REQUIRE(std::is_nothrow_move_constructible_v<at::opened<only_moved>>);
  STATIC_REQUIRE(std::is_nothrow_move_assignable_v<at::opened<only_moved>>);
  STATIC_REQUIRE(!std::is_copy_constructible_v<at::opened<only_moved>>);
  STATIC_REQUIRE(std::is_copy_constructible_v<at::opened<std::string>>);
  STATIC_REQUIRE(!std::is_constructible_v<at::opened<only_moved>, std::nullptr_t>);

  auto one = open(true);
  at::opened<only_moved> other = std::move(one);
  REQUIRE(other);
  CHECK(**other == 7);
  other = open(false);
  CHECK_FALSE(other.has_value());
  CHECK(std::string(other.error().text()) == "it is switched off");
  other = open(true);
  REQUIRE(other.has_value());
  CHECK(other.reason());
  only_moved const taken = *std::move(other);
  CHECK(*taken == 7);
  only_moved const opened_at_once = open(true).value();
  CHECK(*opened_at_once == 7);

  std::vector<at::opened<only_moved>> several;
  for (int i = 0; i < 5; ++i) several.push_back(open(i % 2 == 0));
  CHECK(several[4].has_value());
  CHECK_FALSE(several[3].has_value());

  at::opened<std::string> const text = std::string("here");
  at::opened<std::string> const same = text;
  CHECK(*same == *text);
}

TEST_CASE("a value that is not there is an exception with the reason") {
  CHECK_THROWS_AS(open(false).value(), at::not_available);
  auto const none = open(false);
  CHECK_THROWS_WITH(none.value(), "it is switched off");
  auto there = open(true);
  CHECK(*there.value() == 7);
}

TEST_CASE("a yes is no reason why nothing was opened") {
  CHECK_THROWS_AS(at::opened<int>(at::answer{}), at::error);
  CHECK_THROWS_AS(at::opened<int>(at::answer(at::availability::yes, "yes")), at::error);
  CHECK_THROWS_WITH(at::opened<int>(at::answer{}), contains("is a yes"));
}

TEST_CASE("an assignment that throws leaves nothing, and says so") {
  {
    at::opened<heavy> kept = at::opened<heavy>("it is switched off");
    at::opened<heavy> other = heavy(false);
    other->throws = true;
    CHECK_THROWS_AS(kept = std::move(other), std::runtime_error);
    CHECK_FALSE(kept.has_value());
    CHECK(heavy::alive == 1);
  }
  CHECK(heavy::alive == 0);
}
