// SPDX-License-Identifier: BSL-1.0
// The code of doc/accelerators.md says and does what the page says.
#include "accelerators.md.hpp"

static_assert(!std::is_same_v<left_open, whole> && !std::is_same_v<whole, slice> && !std::is_same_v<left_open, slice>);
static_assert(!fits<at::V5E>(1_GiB));
static_assert(doubtful::status == at::amd_mode_status::disputed);
static_assert(at::dispatchable<acme::xpu> && at::fact_of<acme::xpu::partition<"half">, at::fact::memory> == 8_GiB);

int main() {}
