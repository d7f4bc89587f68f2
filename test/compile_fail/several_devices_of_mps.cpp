// SPDX-License-Identifier: BSL-1.0
// Several devices of MPS, which has one.
// expect: MPS has one device: ask for one, or use the accelerator cpu
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
at::executor<mps, at::automatic_strategy<2>, at::fp32_true> const train{};  // here
#endif
