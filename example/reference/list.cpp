// SPDX-License-Identifier: BSL-1.0
// Types, one after another.
#include <allotype/allotype.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;
using gpus = at::list<at::A100, at::L4>;

int main() { std::printf("%d types\n", at::size_of_list<gpus>); }
