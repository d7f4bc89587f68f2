// SPDX-License-Identifier: BSL-1.0
// Data-parallel training on MPS, which has no collectives.
// expect: data-parallel strategies do not run on MPS
// expect: or the accelerator cpu
#include <allotype/allotype.hpp>
#include <allotype/parallel/executor/executor.hpp>
namespace at = allotype;

struct mps : at::device<mps> {
  static constexpr char name[] = "mps";
  static constexpr auto family = at::accelerator_family::mps;
  using backend = at::serial;
};

#ifdef TWIN
at::executor<mps, at::automatic_strategy<1>, at::fp32_true> const train{};
#else
at::executor<mps, at::data_parallel<>, at::fp32_true> const train{};  // here
#endif
