// SPDX-License-Identifier: BSL-1.0
// Mixed precision on an accelerator that does not state that it supports it.
// expect: this accelerator does not state that it computes in mixed precision
// expect: static constexpr bool mixed_precision = true
// expect: xpu
#include <allotype/allotype.hpp>
#include <allotype/parallel/executor/executor.hpp>
namespace at = allotype;

struct xpu : at::device<xpu> {
  static constexpr char name[] = "acme-xpu";
  using backend = at::serial;
};

#ifdef TWIN
at::executor<xpu, at::data_parallel<>, at::bf16_true> const train{};
#else
at::executor<xpu, at::data_parallel<>, at::bf16_mixed> const train{};  // here
#endif
