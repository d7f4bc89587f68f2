// SPDX-License-Identifier: BSL-1.0
/// \file
/// What it costs to look at a machine and to watch it. Where ALLOTYPE_BENCH_NVML names a library, NVML is that; else
/// the driver's, if there is one.
#include <allotype/machine/probe.hpp>
#include <allotype/parallel/statistics/monitor.hpp>

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <string>

namespace at = allotype;

namespace {

at::probe_options options() {
  at::probe_options chosen;
  if (char const* const library = std::getenv("ALLOTYPE_BENCH_NVML")) chosen.nvml_library = library;
  return chosen;
}

at::machine const& here() {
  static at::machine const found = at::probe(options());
  return found;
}

/// Some milliseconds of arithmetic.
void work() {
  double sum = 0;
  for (int i = 1; i < 4'000'000; ++i) benchmark::DoNotOptimize(sum += 1.0 / i);
}

void probe(benchmark::State& state) {
  auto const chosen = options();
  for (auto _ : state) benchmark::DoNotOptimize(at::probe(chosen));
}

void sample_of_a_device(benchmark::State& state) {
  auto const devices = here().devices();
  if (devices.empty()) return state.SkipWithError("no device");
  auto const& device = devices.front();
  at::detail::gpu_sampler const sampler(options().nvml_library, device.uuid(),
                                        device.slice != nullptr ? device.board->uuid : std::nullopt);
  for (auto _ : state) benchmark::DoNotOptimize(sampler.sample());
}

void sample_of_the_processor(benchmark::State& state) {
  at::detail::processor_sampler sampler;
  for (auto _ : state) benchmark::DoNotOptimize(sampler.sample());
}

void unwatched(benchmark::State& state) {
  for (auto _ : state) work();
}

void watched(benchmark::State& state) {
  at::monitor::options chosen;
  chosen.nvml_library = options().nvml_library;
  at::monitor watching(here().devices(), chosen);
  for (auto _ : state) work();
  auto const report = watching.stop();
  state.counters["share"] = report.processor_seconds / report.seconds;
}

}  // namespace

BENCHMARK(probe)->Name("probe")->UseRealTime();
BENCHMARK(sample_of_a_device)->Name("sample of a device");
BENCHMARK(sample_of_the_processor)->Name("sample of the processor");
BENCHMARK(unwatched)->Name("work, not watched")->UseRealTime();
BENCHMARK(watched)->Name("work, watched every 100 ms")->UseRealTime();

int main(int count, char** arguments) {
  auto const& nvidia = here().nvidia;
  benchmark::AddCustomContext("devices", std::to_string(here().devices().size()));
  benchmark::AddCustomContext("nvml", !nvidia.complete ? nvidia.complete.text() : "driver " + nvidia.driver_version);
  benchmark::Initialize(&count, arguments);
  if (benchmark::ReportUnrecognizedArguments(count, arguments)) return 2;
  return benchmark::RunSpecifiedBenchmarks() == 0;
}
