// SPDX-License-Identifier: BSL-1.0
// The figures of a GPU and of the processor, as the columns of a table.
#include <allotype/allotype.hpp>
#include <allotype/parallel.hpp>

#include <cstdio>
#include <string>
#include <vector>

namespace at = allotype;

int main() {
  std::puts(at::csv::header<at::gpu_statistics>().c_str());
  std::puts(at::csv::header<at::processor_statistics>().c_str());
}
