// SPDX-License-Identifier: BSL-1.0
// A text without memory of its own elsewhere, which can be made while compiling.
#include <allotype/allotype.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;

constexpr at::fixed_text<40> greeting = at::fixed_text<40>{} << "GPU " << 3;

int main() { std::printf("%s, %s\n", greeting.text(), at::to_string(at::bytes{1024}).text()); }
