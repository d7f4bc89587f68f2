// SPDX-License-Identifier: BSL-1.0
// True where two accelerators have the link; else an error has the rule and its source.
#include <allotype/allotype.hpp>
#include <allotype/plan/communication.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;
using whole = at::H100_80GB::unpartitioned;
static_assert(at::check_link<at::link_kind::nvls, whole, whole>);

int main() { std::printf("%d\n", at::check_link<at::link_kind::ipc, whole, whole>); }
