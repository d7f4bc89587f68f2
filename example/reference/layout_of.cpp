// SPDX-License-Identifier: BSL-1.0
// The same from types.
#include <allotype/allotype.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;
using half = at::A100::partition<"3g.20gb">;
using halves = at::layout_of<at::A100, half, half>;
static_assert(at::can_layout_of<at::A100, half, half> && !at::can_layout_of<at::A100, half, half, half>);

int main() { std::printf("%d and %d\n", halves::placements[0].start, halves::placements[1].start); }
