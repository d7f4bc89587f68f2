// SPDX-License-Identifier: BSL-1.0
// A buffer of floats on the CPU, with the accelerator first. Uses of it bring no second error.
// expect: an accelerator is a device or a part of one: queue<cpu>, buffer<float, A100::partition<"2g.10gb">>
#include <vector>

#include <allotype/allotype.hpp>
namespace at = allotype;

void go(at::queue<at::cpu>& on, std::vector<float>& numbers) {
#ifdef TWIN
  at::buffer<float, at::cpu> copied{on, numbers};
#else
  at::buffer<at::cpu, float> copied{on, numbers};  // here
#endif
  at::copy(on, copied, numbers);
}
