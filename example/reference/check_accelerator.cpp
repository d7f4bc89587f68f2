// SPDX-License-Identifier: BSL-1.0
// The members of an accelerator that the library uses, and which of them it has.
#include <allotype/allotype.hpp>
#include <allotype/parallel.hpp>

#include <cstdio>
#include <string>
#include <vector>

namespace at = allotype;

static_assert(at::check_accelerator<at::cpu>);

int main() { std::printf("%d\n", static_cast<bool>(at::check_accelerator<at::cpu>)); }
