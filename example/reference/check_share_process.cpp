// SPDX-License-Identifier: BSL-1.0
// True where one process can use all of the accelerators; else an error has the rule.
#include <allotype/allotype.hpp>
#include <allotype/plan/communication.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;
using half = at::H100_80GB::partition<"3g.40gb">;
static_assert(at::check_share_process<at::list<half, half>, at::driver::R570>);

int main() { std::printf("with R535: %d\n", at::can_share_process<at::list<half, half>, at::driver::R535>); }
