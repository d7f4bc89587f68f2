// SPDX-License-Identifier: BSL-1.0
// Which rank a process is, as its launcher says.
#include <allotype/allotype.hpp>
#include <allotype/parallel.hpp>

#include <cstdio>
#include <string>
#include <vector>

namespace at = allotype;

int main() { std::printf("%d\n", at::place_in_job{}.size); }
