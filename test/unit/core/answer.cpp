// SPDX-License-Identifier: BSL-1.0
#include <allotype/core/answer.hpp>
#include <allotype/dispatch/opened.hpp>
#include <string>
#include <type_traits>

#include "catch.hpp"

using namespace allotype;

namespace {

struct board {
  int number;
};

answer ready(int boards, bool locked) {
  if (boards == 0) return {availability::no_such_board, "there is no board"};
  if (locked) return "another process has locked the board";
  if (boards > 2) return answer("there are ") << boards << " boards, of " << 2LL << " slots";
  return {};
}

opened<board> open(int boards) {
  if (answer const there = ready(boards, false); !there) return there;
  return board{boards};
}

}  // namespace

TEST_CASE("an answer is yes, or no with a code and a sentence") {
  answer const yes = ready(1, false);
  CHECK(yes);
  CHECK(yes.why() == availability::yes);
  CHECK(std::string(yes.text()).empty());

  answer const none = ready(0, false);
  CHECK_FALSE(none);
  CHECK(none.why() == availability::no_such_board);
  CHECK(std::string(none.text()) == "there is no board");

  answer const said = ready(1, true);
  CHECK_FALSE(said);
  CHECK(said.why() == availability::failed);
  CHECK(std::string(said.text()) == "another process has locked the board");

  CHECK(std::string(ready(3, false).text()) == "there are 3 boards, of 2 slots");
}

TEST_CASE("an answer is made without allocation, while compiling too, and shows what was cut") {
  STATIC_REQUIRE(std::is_nothrow_copy_constructible_v<answer>);
  STATIC_REQUIRE(answer{});
  STATIC_REQUIRE(!answer{availability::timed_out, "late"});
  STATIC_REQUIRE(answer{"late"}.why() == availability::failed);

  std::string const long_text(2000, 'x');
  std::string const kept = (answer("ab") << long_text.c_str()).text();
  CHECK(kept.size() == answer::max_characters);
  CHECK(kept.substr(0, 4) == "abxx");
  CHECK(kept.substr(kept.size() - 4) == "x...");
}

TEST_CASE("what was opened is there, or the reason is") {
  auto const there = open(2);
  REQUIRE(there);
  CHECK(there->number == 2);
  CHECK((*there).number == 2);
  CHECK(there.reason());

  auto const not_there = open(0);
  REQUIRE_FALSE(not_there);
  CHECK(not_there.reason().why() == availability::no_such_board);
}

TEST_CASE("every code has a word of its own") {
  for (int i = 0; i <= static_cast<int>(availability::cannot_tell); ++i) {
    std::string const word = to_string(answer(static_cast<availability>(i), "").why()).text();
    CHECK_FALSE(word.empty());
    for (int j = 0; j < i; ++j) CHECK(word != std::string(to_string(static_cast<availability>(j)).text()));
  }
}
