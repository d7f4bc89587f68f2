// SPDX-License-Identifier: BSL-1.0
/// \file
/// Random cases: each is known by its number, and random numbers are the same with every standard library.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <random>
#include <stdexcept>

namespace fuzz {

struct failed_case : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class random_source {
 public:
  explicit random_source(unsigned long long seed) : engine_(seed) {}

  /// From 0 up to `end`, which is not one of them.
  long long below(long long end) {
    return end < 2 ? 0 : static_cast<long long>(engine_() % static_cast<unsigned long long>(end));
  }
  bool coin() { return below(2) == 1; }
  /// 0 to `most`; small sizes as often as large ones.
  long long size(long long most) {
    long long bound = 1;
    for (long long doublings = below(18); doublings > 0 && bound < most; --doublings) bound *= 2;
    return below((bound < most ? bound : most) + 1);
  }
  unsigned long long bits() { return engine_(); }

 private:
  std::mt19937_64 engine_;
};

/// Runs cases from a number on. The arguments of the program are how many, and the first number; `cases` where none is
/// given. Returns what the program does: 1 after a wrong case, which is named.
template <class Tester>
int run_cases(char const* on, Tester tester, int argc, char** argv, long long cases) {
  long long first = 1;
  for (int i = 1; i < argc && i < 3; ++i) {
    char* end = nullptr;
    long long const number = std::strtoll(argv[i], &end, 10);
    if (*argv[i] == '\0' || *end != '\0' || number < 1) {
      std::fprintf(stderr, "usage: %s [CASES [FIRST]]: both are numbers from 1 on, and '%s' is none\n", argv[0],
                   argv[i]);
      return 2;
    }
    (i == 1 ? cases : first) = number;
  }
  for (long long number = first; number < first + cases; ++number) {
    try {
      tester.run(static_cast<unsigned long long>(number));
    } catch (std::exception const& wrong) {
      std::fprintf(stderr, "%s, case %lld: %s\nThis case alone: %s 1 %lld\n", on, number, wrong.what(), argv[0],
                   number);
      return 1;
    }
  }
  std::printf("%lld cases on %s are as plain loops have them\n", cases, on);
  return 0;
}

}  // namespace fuzz
