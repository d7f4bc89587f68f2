// SPDX-License-Identifier: BSL-1.0
/// \file
/// Loops of 1 to 100,000 indices that take 1 ns to 1 us each: through the library, on the calling thread, by OpenMP and
/// by oneTBB. All contenders are in one process, and each comparison is of one cost.
#include <benchmark/benchmark.h>

#include <allotype/allotype.hpp>

#ifdef BENCH_TBB
#  include <tbb/blocked_range.h>
#  include <tbb/parallel_for.h>
#endif

#include <algorithm>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#ifndef _OPENMP
#  error "compile this file with OpenMP"
#endif

namespace {

namespace at = allotype;

constexpr int sizes[] = {1, 2, 5, 10, 30, 100, 300, 1000, 3000, 10000, 30000, 100000};

/// Divisions that the compiler can neither remove nor merge. The processor's divider bounds how many it starts, so a
/// loop takes the same time wherever the compiler places its instructions. A loop of additions takes up to 1.7 times as
/// long from one place to another, in each contender alike.
struct kernel {
  float* out;
  int divisions;
  ALLOTYPE_FN void operator()(int i) const {
    float x = static_cast<float>(i);
    float const by = 1.0001f;
    for (int k = 0; k < divisions; ++k) asm volatile("divss %1, %0" : "+x"(x) : "x"(by));
    out[i] = x;
  }
};

[[gnu::noinline]] void raw_loop(int n, kernel const work) {
  for (int i = 0; i < n; ++i) work(i);
}
[[gnu::noinline]] void raw_openmp(int n, kernel const work) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i) work(i);
}
at::queue<at::cpu> on;
[[gnu::noinline]] void through_allotype(int n, kernel const work) { at::for_each(on, at::extents{n}, work); }
#ifdef BENCH_TBB
[[gnu::noinline]] void with_tbb(int n, kernel const work) {
  tbb::parallel_for(
      tbb::blocked_range<int>(0, n),
      [work](tbb::blocked_range<int> const& part) {
        for (int i = part.begin(); i < part.end(); ++i) work(i);
      },
      tbb::static_partitioner());
}
#endif

/// What a division takes here, as seen in the best of several tries.
double nanoseconds_of_a_division(float* out) {
  int const n = 1000;
  kernel const work{out, 16};
  double best = 1e9;
  for (int i = 0; i < 100; ++i) {
    auto const begin = std::chrono::steady_clock::now();
    raw_loop(n, work);
    best = std::min(best, std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - begin).count());
  }
  return best / (n * work.divisions);
}

/// The kernel whose cost is nearest to that.
kernel kernel_of(int nanoseconds) {
  static std::vector<float> out(static_cast<std::size_t>(*std::max_element(std::begin(sizes), std::end(sizes))));
  static double const one = nanoseconds_of_a_division(out.data());
  return {out.data(), std::max(1, static_cast<int>(nanoseconds / one + 0.5))};
}

void enter(int nanoseconds, int size, char const* contender, void (*loop)(int, kernel)) {
  auto const measure = [=](benchmark::State& state) {
    kernel const work = kernel_of(nanoseconds);
    // Until other contenders' threads no longer spin.
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    for (int i = 0; i < 4; ++i) loop(size, work);
    for (auto _ : state) {
      loop(size, work);
      benchmark::ClobberMemory();
    }
  };
  auto const name = std::to_string(nanoseconds) + " ns an index/" + std::to_string(size) + "/" + contender;
  benchmark::RegisterBenchmark(name.c_str(), measure)->UseRealTime()->Unit(benchmark::kNanosecond);
}

}  // namespace

int main(int count, char** arguments) {
  benchmark::Initialize(&count, arguments);
  if (benchmark::ReportUnrecognizedArguments(count, arguments)) return 2;
  for (int const nanoseconds : {1, 10, 100, 1000}) {
    for (int const size : sizes) {
      enter(nanoseconds, size, "raw loop", raw_loop);
      enter(nanoseconds, size, "raw OpenMP", raw_openmp);
#ifdef BENCH_TBB
      enter(nanoseconds, size, "oneTBB", with_tbb);
#endif
      enter(nanoseconds, size, "allotype", through_allotype);
    }
  }
  return benchmark::RunSpecifiedBenchmarks() == 0;
}
