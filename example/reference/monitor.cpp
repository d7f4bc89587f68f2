// SPDX-License-Identifier: BSL-1.0
// Watches the processor while a task runs, and writes its figures for a table and for Prometheus.
// Shows: measured, csv::row, prometheus::labels, prometheus::to_string, statistics_of
#include <allotype/allotype.hpp>
#include <allotype/parallel.hpp>

#include <cstdio>
#include <string>
#include <vector>

namespace at = allotype;

int main() {
  auto const watched = at::monitor::during({}, {.interval = std::chrono::milliseconds(1)}, [] { return 42; });
  std::printf("%d, with samples: %d\n", watched.value, watched.report.processor.samples() > 0);
  at::processor_statistics const now = at::statistics_of(at::cpu{}, std::chrono::milliseconds(1));
  std::printf("memory is known: %d\n", now.memory_total.has_value());

  at::gpu_statistics gpu;  // as at::statistics_of(device) has it of a GPU
  gpu.temperature = at::measured<"celsius">{61};
  gpu.energy = at::measured<"joules">{1234.5};
  std::printf("%s\n", at::csv::row(gpu).c_str());
  at::prometheus::labels const labels{{"uuid", "GPU-8932f937"}};
  std::printf("%s", at::prometheus::to_string<at::gpu_statistics>({{labels, gpu}}).c_str());
}
