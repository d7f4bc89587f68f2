// SPDX-License-Identifier: BSL-1.0
// A checkpoint of numbers for which its format has no name.
// expect: a checkpoint keeps double, float, float16 or bfloat16, and not this precision's storage
#include <allotype/allotype.hpp>
#include <allotype/parallel/executor/executor.hpp>
#include <allotype/parallel/training/optimizer.hpp>
#include <allotype/parallel/training/trained_parameters.hpp>
#include <vector>
namespace at = allotype;

struct extended : at::fp64_true {
  static constexpr char name[] = "80-true";
#ifdef TWIN
  using storage = double;
#else
  using storage = long double;
#endif
};
void go(at::executor<at::cpu, at::single_device<>, extended> const& one) {
  one.run([](auto& here) {
    at::trained_parameters p{here, std::vector<double>(8), at::sgd{}};
    p.save("state");  // here
  });
}
