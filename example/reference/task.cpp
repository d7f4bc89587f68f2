// SPDX-License-Identifier: BSL-1.0
// A function with what it needs: called like a function, it opens its device.
// Shows: result
#include <allotype/allotype.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;
using namespace at::literals;
using wanted = at::any_of<at::A100::partition<"2g.10gb">, at::cpu>;
constexpr auto twice =
    at::task<wanted, at::limits<at::cpus<4>, at::memory<8_GiB>, at::ephemeral_storage<1_GiB>, at::gpus<1>>>(
        "twice", [](auto&, int number) { return 2 * number; });
static_assert(at::can_call<decltype(twice), int>);

int main() { std::printf("%s: %d\n", twice.name(), twice(21).value()); }
