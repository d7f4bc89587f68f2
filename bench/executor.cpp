// SPDX-License-Identifier: BSL-1.0
/// \file
/// Training through the executor against a plain loop over the same verbs, and what an executor and a task cost that do
/// nothing.
#include <allotype/allotype.hpp>
#include <allotype/parallel/executor/executor.hpp>
#include <allotype/parallel/training/optimizer.hpp>
#include <allotype/parallel/training/trained_parameters.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

namespace at = allotype;

namespace {

/// A step moves each parameter towards its target; from all of them a run takes about as long.
constexpr long long sizes[] = {1LL << 10, 1LL << 15, 1LL << 20};
long long steps_of(long long size) { return std::max(32LL, (1LL << 20) / size); }
constexpr at::adam optimizer{};

template <class Parameters, class Gradients>
struct pull {
  Parameters parameters;
  Gradients gradients;
  ALLOTYPE_FN void operator()(long long i) const { gradients(i) = parameters(i) - 0.5f; }
};
template <class Parameters, class Gradients>
pull(Parameters, Gradients) -> pull<Parameters, Gradients>;

std::vector<float> begin_of(long long size) {
  std::vector<float> initial(static_cast<std::size_t>(size));
  for (std::size_t i = 0; i < initial.size(); ++i) initial[i] = 0.01f * static_cast<float>(i % 100);
  return initial;
}

struct model {
  std::vector<float> const& initial;
  std::vector<float>& result;

  template <class Execution>
  void run(Execution& here) {
    at::trained_parameters parameters{here, initial, optimizer};
    at::extents const over{parameters.size()};
    for (long long steps = steps_of(parameters.size()); steps > 0; --steps) {
      at::for_each(here.queue(), over, pull{parameters.gather(), parameters.gradients()});
      parameters.step();
    }
    result = parameters.values();
  }
};

void through_library(std::vector<float> const& initial, std::vector<float>& result) {
  at::executor<at::cpu, at::single_device<>, at::fp32_true> const executor;
  executor.fit([&](auto&) { return model{initial, result}; });
}

void by_hand(std::vector<float> const& initial, std::vector<float>& result) {
  at::queue<at::cpu> on;
  at::extents const over{static_cast<long long>(initial.size())};
  at::buffer<float, at::cpu> parameters{on, initial}, gradients{on, over};
  at::buffer<float, at::cpu> state{on, at::extents{at::adam::states * over[0]}};
  at::fill(on, gradients, 0.f);
  at::fill(on, state, 0.f);
  for (long long step = 1; step <= steps_of(over[0]); ++step) {
    at::view<float const, 1, at::cpu, long long> const values{parameters.data(), over};
    at::view<float, 1, at::cpu, long long> const changes{gradients.data(), over};
    at::for_each(on, over, pull{values, changes});
    at::for_each(on, over,
                 at::detail::optimizer_kernel<float, float, at::adam::step_rule, at::adam::states>{
                     parameters.data(), gradients.data(), state.data(), over[0], 1.f,
                     std::numeric_limits<float>::infinity(), optimizer.rule(step)});
    at::fill(on, gradients, 0.f);
  }
  on.wait();
  result.resize(initial.size());
  at::copy(on, parameters, result);
}

void enter_training(long long size, char const* contender,
                    void (*train)(std::vector<float> const&, std::vector<float>&)) {
  auto const measure = [=](benchmark::State& state) {
    auto const initial = begin_of(size);
    std::vector<float> result, expected;
    by_hand(initial, expected);
    train(initial, result);
    if (result != expected || result == initial) return state.SkipWithError("its result is wrong");
    long long const steps = steps_of(size);
    while (state.KeepRunningBatch(steps)) train(initial, result);
  };
  benchmark::RegisterBenchmark(("training step/" + std::to_string(size) + "/" + contender).c_str(), measure)
      ->UseRealTime()
      ->Unit(benchmark::kNanosecond);
}

void empty(benchmark::State& state) {
  at::executor<at::cpu, at::single_device<>, at::fp32_true> const executor;
  for (auto _ : state) executor.run([](auto& here) { benchmark::DoNotOptimize(&here); });
}

void empty_by_hand(benchmark::State& state) {
  for (auto _ : state) {
    at::queue<at::cpu> on;
    benchmark::DoNotOptimize(&on);
    on.wait();
  }
}

constexpr auto on_cpu = at::task<at::cpu>("on_cpu", [](auto&, int n) { return n; });
constexpr auto on_third =
    at::task<at::any_of<at::H200, at::A100::partition<"2g.10gb">, at::cpu>>("on_third", [](auto&, int n) { return n; });

template <auto const& Task>
void call_task(benchmark::State& state) {
  int n = 1;
  for (auto _ : state) benchmark::DoNotOptimize(n = Task(n).value());
}
void call_by_hand(benchmark::State& state) {
  int n = 1;
  for (auto _ : state) {
    at::queue<at::cpu> on;
    benchmark::DoNotOptimize(n);
    on.wait();
  }
}

}  // namespace

BENCHMARK(call_by_hand)->Name("call of a task/1/raw queue")->UseRealTime()->Unit(benchmark::kNanosecond);
BENCHMARK(call_task<on_third>)->Name("call of a task/1/allotype")->UseRealTime()->Unit(benchmark::kNanosecond);
BENCHMARK(call_task<on_cpu>)
    ->Name("call of a task/1/allotype, of one alternative")
    ->UseRealTime()
    ->Unit(benchmark::kNanosecond);
BENCHMARK(empty_by_hand)->Name("empty run/1/raw queue")->UseRealTime()->Unit(benchmark::kNanosecond);
BENCHMARK(empty)->Name("empty run/1/allotype")->UseRealTime()->Unit(benchmark::kNanosecond);

int main(int count, char** arguments) {
  for (long long const size : sizes) {
    enter_training(size, "raw loop", by_hand);
    enter_training(size, "allotype", through_library);
  }
  benchmark::Initialize(&count, arguments);
  if (benchmark::ReportUnrecognizedArguments(count, arguments)) return 2;
  return benchmark::RunSpecifiedBenchmarks() == 0;
}
