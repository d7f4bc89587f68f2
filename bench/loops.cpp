// SPDX-License-Identifier: BSL-1.0
/// \file
/// Loops of 1 to 100,000 indices that take 1 ns to 1 us each: through the library, on the calling thread, by OpenMP and by
/// oneTBB. All contenders are in one process, and each comparison is of one cost.
#include <benchmark/benchmark.h>

#include <allotype/allotype.hpp>

#ifdef BENCH_TBB
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#endif

#include <algorithm>
#include <chrono>
#include <map>
#include <string>
#include <thread>
#include <vector>

#ifndef _OPENMP
#  error "compile this file with OpenMP"
#endif

namespace {

namespace at = allotype;

constexpr int sizes[] = {1, 2, 5, 10, 30, 100, 300, 1000, 3000, 10000, 30000, 100000};

/// Additions that the compiler can neither remove nor merge.
struct kernel {
  int* out;
  int additions;
  ALLOTYPE_FN void operator()(int i) const {
    int x = i;
    for (int k = 0; k < additions; ++k) asm volatile("add $1, %0" : "+r"(x));
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
[[gnu::noinline]] void through_allotype(int n, kernel const work) {
  at::for_each(on, at::extents{n}, work);
}
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

double nanoseconds_of(int n, kernel const& work) {
  auto const begin = std::chrono::steady_clock::now();
  raw_loop(n, work);
  return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - begin).count();
}

/// The least number of additions with which an index takes so long, as seen in the best of several tries.
int additions_for(double nanoseconds, int* out) {
  int const n = nanoseconds < 100 ? 10000 : 100;
  int fewest = 1, most = 1 << 16;
  while (fewest < most) {
    int const middle = (fewest + most) / 2;
    double best = nanoseconds_of(n, {out, middle});
    for (int i = 0; i < 10 && best >= nanoseconds * n; ++i) best = std::min(best, nanoseconds_of(n, {out, middle}));
    if (best < nanoseconds * n) fewest = middle + 1;
    else most = middle;
  }
  return fewest;
}

/// The one kernel of that cost in this process.
kernel const& kernel_of(int nanoseconds) {
  static std::vector<int> out(static_cast<std::size_t>(*std::max_element(std::begin(sizes), std::end(sizes))));
  static std::map<int, kernel> kernels;
  auto const found = kernels.find(nanoseconds);
  if (found != kernels.end()) return found->second;
  return kernels[nanoseconds] = kernel{out.data(), additions_for(nanoseconds, out.data())};
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
  benchmark::RegisterBenchmark(name.c_str(), measure)
      ->UseRealTime()
      ->Unit(benchmark::kNanosecond);
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
