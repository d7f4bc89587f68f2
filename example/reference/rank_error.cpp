// SPDX-License-Identifier: BSL-1.0
// A rank fails: the others stop waiting, and the caller learns which one it was.
#include <allotype/allotype.hpp>
#include <allotype/parallel.hpp>

#include <cstdio>
#include <string>
#include <vector>

namespace at = allotype;

int main() {
  at::executor<at::cpu, at::data_parallel<>> const executor({.devices = 3});
  try {
    executor.run([](auto& here) {
      if (here.rank() == 1) throw at::error("no more memory");
      at::barrier(here.group());
    });
  } catch (at::rank_error const& error) {
    std::printf("%s; it threw: %d\n", error.what(), error.failure() == at::rank_error::kind::threw);
  }
}
