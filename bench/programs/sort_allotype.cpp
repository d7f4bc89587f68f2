// SPDX-License-Identifier: BSL-1.0
#include <allotype/allotype.hpp>
#include <allotype/sort.hpp>

namespace at = allotype;

void sort(at::queue<at::A100>& on, at::buffer<int, at::A100>& numbers) { at::sort(on, numbers); }
