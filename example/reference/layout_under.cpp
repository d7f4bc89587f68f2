// SPDX-License-Identifier: BSL-1.0
// A layout under the rules of another version of the driver, or of another document.
#include <allotype/allotype.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;

constexpr at::placement_rules documented{.media = at::placement_rules::media_rule::one_extension};
using with_all_engines = at::layout_under<documented, at::RTX_PRO_6000_BLACKWELL, "1g.24gb+me.all", "1g.24gb">;

int main() { std::printf("%d instances\n", with_all_engines::size); }
