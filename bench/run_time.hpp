// SPDX-License-Identifier: BSL-1.0
/// \file
/// What the contenders of a comparison share: the memory they work on, and how they enter. All run in one process, so
/// that their repetitions can be shuffled.
#pragma once

#include <benchmark/benchmark.h>

#include <chrono>
#include <set>
#include <string>
#include <thread>

/// Three arrays of `size` elements, of which kernels write `a` and read `b` and `c`; `b` and `c` hold small integers.
/// As a picture, the arrays have `rows` of `columns`.
struct problem {
  long long size;
  int rows, columns;
  double* a;
  double const* b;
  double const* c;
  double sum;                     ///< where a dot product goes
  std::set<std::string> checked;  ///< the contenders whose result was checked

  /// As a cube, where the size is that of one, the arrays have `edge()` planes of as many rows and columns.
  int edge() const {
    int edge = 1;
    while (static_cast<long long>(edge) * edge * edge < size) ++edge;
    return edge;
  }
};

/// The one problem of that size in this process.
problem& problem_of(long long size);

inline constexpr double triad_factor = 3;

/// The work is done and its result is right.
bool triad_is_right(problem const&);
bool dot_is_right(problem const&);
bool stencil_is_right(problem const&);
bool space_stencil_is_right(problem const&);
bool laplace3d_is_right(problem const&);
inline bool nothing_to_check(problem const&) { return true; }

/// A function of its own for each contender, so that none is merged with the loop that measures it.
template <class Body>
[[gnu::noinline]] void run(Body const& body, problem& on) {
  body(on);
}

/// Enters `body(problem&)` as `comparison/size/contender`. Before it is measured it runs once,
/// and the first time its result is checked. The rest lets other contenders' threads stop spinning.
template <class Body>
void enter(std::string const& comparison, long long size, char const* contender, bool (*is_right)(problem const&),
           Body const& body) {
  auto const name = comparison + "/" + std::to_string(size) + "/" + contender;
  auto const measure = [=](benchmark::State& state) {
    problem& on = problem_of(size);
    std::this_thread::sleep_for(std::chrono::milliseconds(3));
    bool const first_time = on.checked.insert(name).second;
    if (first_time) {
      for (long long i = 0; i < size; ++i) on.a[i] = 0;
      on.sum = 0;
    }
    run(body, on);
    if (first_time && !is_right(on)) state.SkipWithError("its result is wrong");
    for (auto _ : state) {
      run(body, on);
      benchmark::ClobberMemory();
    }
  };
  benchmark::RegisterBenchmark(name.c_str(), measure)->UseRealTime()->Unit(benchmark::kNanosecond);
}

/// From the first-level cache to memory, in elements; all three arrays together take 24 bytes an element.
inline constexpr long long sizes[] = {1LL << 10, 1LL << 15, 1LL << 20, 1LL << 25};

/// Work that the compiler can neither remove nor merge, and that does nothing.
inline void touch(int i) { asm volatile("" : : "r"(i)); }
inline constexpr long long nearly_empty = 2;

void enter_serial();
void enter_stencils();
void enter_openmp();
void enter_tbb();
void enter_kokkos();
void enter_thrust();
