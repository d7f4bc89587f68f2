// SPDX-License-Identifier: BSL-1.0
/// \file
/// On a machine with a GPU: loops, reductions and launches through the library against CUDA written by hand, on the
/// same memory. Itself a task of the library. bench/run calls it once a comparison; without a GPU it says why and
/// exits 1.
#include <benchmark/benchmark.h>
#include <thrust/iterator/counting_iterator.h>
#include <allotype/allotype.hpp>
#include <cub/device/device_reduce.cuh>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "kernels.hpp"
#include "kernels_by_hand.cuh"

namespace {

namespace at = allotype;

void must(cudaError_t code) {
  if (code == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", cudaGetErrorName(code), cudaGetErrorString(code));
  std::exit(1);
}

struct nothing {
  ALLOTYPE_FN void operator()(int) const {}
};

struct product_by_hand {
  double const *b, *c;
  __device__ double operator()(long long i) const { return b[i] * c[i]; }
};
struct sum_by_hand {
  __device__ double operator()(double x, double y) const { return x + y; }
};

constexpr double factor = 3;

#ifdef ALLOTYPE_TEST_ON_INTERPRETER  // where results are checked and times mean nothing
constexpr long long sizes[] = {1LL << 10, 10'001};
#else
constexpr long long sizes[] = {1LL << 16, 1LL << 20, 1LL << 27};
#endif

/// What the contenders of one size share; `b` is 0 1 2 3 0 1 2 3 …, `c` is 0 1 0 1 ….
template <class A>
struct problem {
  at::buffer<double, A> a, b, c;
  double dot = 0;

  static std::vector<double> repeated(long long size, int period) {
    std::vector<double> values(static_cast<std::size_t>(size));
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(static_cast<int>(i) % period);
    return values;
  }
  problem(at::queue<A>& on, long long size)
      : a(on, at::extents{size}), b(on, repeated(size, 4)), c(on, repeated(size, 2)) {
    for (long long i = 0; i < size; ++i) dot += static_cast<double>((i % 4) * (i % 2));
  }
  bool triad_is_right(at::queue<A>& on) {
    std::vector<double> seen(static_cast<std::size_t>(a.size()));
    at::copy(on, a, seen);
    for (std::size_t i = 0; i < seen.size(); ++i) {
      if (seen[i] != static_cast<double>(i % 4) + factor * static_cast<double>(i % 2)) return false;
    }
    return true;
  }
};

/// Time on the device, by events around each call.
template <class Work>
void measure_on_device(benchmark::State& state, cudaStream_t stream, Work const& work) {
  cudaEvent_t begin, end;
  must(cudaEventCreate(&begin));
  must(cudaEventCreate(&end));
  for (auto _ : state) {
    must(cudaEventRecord(begin, stream));
    work();
    must(cudaEventRecord(end, stream));
    must(cudaEventSynchronize(end));
    float milliseconds = 0;
    must(cudaEventElapsedTime(&milliseconds, begin, end));
    state.SetIterationTime(milliseconds * 1e-3);
  }
  must(cudaEventDestroy(end));
  must(cudaEventDestroy(begin));
}

template <class A, class Work>
void enter_triad(at::queue<A>& on, problem<A>& p, char const* contender, Work const& work) {
  auto const name = "triad GPU/" + std::to_string(p.a.size()) + "/" + contender;
  benchmark::RegisterBenchmark(name.c_str(), [&on, &p, work](benchmark::State& state) {
    at::fill(on, p.a, 0.0);
    work();
    if (!p.triad_is_right(on)) state.SkipWithError("its result is wrong");
    measure_on_device(state, on.state().stream(), work);
  })->UseManualTime();
}

template <class Work>
void enter_dot(long long size, double expected, char const* contender, Work const& work) {
  auto const name = "dot GPU/" + std::to_string(size) + "/" + contender;
  benchmark::RegisterBenchmark(name.c_str(), [expected, work](benchmark::State& state) {
    if (work() != expected) state.SkipWithError("its result is wrong");
    for (auto _ : state) benchmark::DoNotOptimize(work());
  })->UseRealTime();
}

/// `work` launches an empty kernel. With `wait`: until it is done; else the rate at which they can be launched.
template <class Work>
void enter_launch(bool wait, cudaStream_t stream, char const* contender, Work const& work) {
  auto const name = std::string(wait ? "launch and wait GPU/2/" : "launch GPU/2/") + contender;
  benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
    for (auto _ : state) {
      work();
      if (wait) must(cudaStreamSynchronize(stream));
    }
    must(cudaStreamSynchronize(stream));
  })->UseRealTime();
}

template <at::accelerator A>
int measure(at::queue<A>& on) {
  cudaStream_t const stream = on.state().stream();
  std::vector<problem<A>> problems;
  for (long long const size : sizes) problems.emplace_back(on, size);

  void* scratch = nullptr;
  std::size_t scratch_bytes = 0;
  double* result = nullptr;
  auto const reduce_by_hand = [&](problem<A>& p) {
    return cub::DeviceReduce::TransformReduce(scratch, scratch_bytes, thrust::counting_iterator<long long>(0), result,
                                              p.a.size(), sum_by_hand{}, product_by_hand{p.b.data(), p.c.data()}, 0.0,
                                              stream);
  };
  must(reduce_by_hand(problems.back()));
  must(cudaMalloc(&scratch, scratch_bytes));
  must(cudaMalloc(&result, sizeof(double)));

  for (auto& p : problems) {
    long long const size = p.a.size();
    enter_triad(on, p, "by hand", [&p, size, stream] {
      int const threads = by_hand::threads_per_block;
      by_hand::triad<<<static_cast<unsigned>((size + threads - 1) / threads), threads, 0, stream>>>(
          size, p.a.data(), p.b.data(), p.c.data(), factor);
    });
    enter_triad(on, p, "allotype", [&on, &p] {
      at::for_each(on, at::extents{p.a.size()}, triad{p.a.view(on), p.b.view(on), p.c.view(on), factor});
    });
    enter_dot(size, p.dot, "by hand", [&, stream] {
      must(reduce_by_hand(p));
      double sum = 0;
      must(cudaMemcpyAsync(&sum, result, sizeof sum, cudaMemcpyDeviceToHost, stream));
      must(cudaStreamSynchronize(stream));
      return sum;
    });
    enter_dot(size, p.dot, "allotype", [&on, &p] {
      return at::reduce(on, at::extents{p.a.size()}, 0.0, at::plus{}, product{p.b.view(on), p.c.view(on)});
    });
  }
  for (bool const wait : {false, true}) {
    enter_launch(wait, stream, "by hand",
                 [stream] { by_hand::empty<<<1, by_hand::threads_per_block, 0, stream>>>(2); });
    enter_launch(wait, stream, "allotype", [&on] { at::for_each(on, at::extents{2}, nothing{}); });
  }
  bool const ran = benchmark::RunSpecifiedBenchmarks() != 0;
  must(cudaFree(result));
  must(cudaFree(scratch));
  return ran ? 0 : 1;
}

using wanted = at::any_of<at::H200, at::H100, at::A100, at::A100_80GB>;
constexpr auto bench = at::task<wanted>("bench", [](auto& on) { return measure(on); });

}  // namespace

int main(int count, char** arguments) {
  benchmark::Initialize(&count, arguments);
  if (benchmark::ReportUnrecognizedArguments(count, arguments)) return 2;
  try {
    auto const done = bench();
    std::fprintf(stderr, "%s\n", done.device());
    return done.value();
  } catch (at::error const& error) {
    std::fprintf(stderr, "gpu: %s\n", error.what());
    return 1;
  }
}
