// SPDX-License-Identifier: BSL-1.0
// The memory of an accelerator as a number of bytes, of which a concept is asked.
// expect(gcc): the_memory_of_an_accelerator_is_an_amount_of_bytes
// expect(clang): the_memory_of_an_accelerator_is_an_amount_of_bytes
// only: gcc clang
#include <allotype/allotype.hpp>
namespace at = allotype;
using namespace at::literals;

struct xpu : at::device<xpu> {
  static constexpr char name[] = "acme-xpu";
#ifdef TWIN
  static constexpr at::bytes memory = 16_GiB;
#else
  static constexpr long long memory = 16LL << 30;
#endif
};
static_assert(at::meets<xpu, at::needs<at::memory<8_GiB>>>);  // here
