// SPDX-License-Identifier: BSL-1.0
// How ranks share the work.
#include <allotype/allotype.hpp>
#include <allotype/parallel.hpp>

#include <cstdio>
#include <string>
#include <vector>

namespace at = allotype;

int main() {
  at::executor<at::cpu, at::sharded_data_parallel<>> const sharded({.devices = 2});
  at::executor<at::cpu, at::data_parallel<>> const alone({.devices = 1});
  std::printf("%d %d\n", sharded.run([](auto& here) { return here.size(); }),
              alone.run([](auto& here) { return here.size(); }));
}
