// SPDX-License-Identifier: BSL-1.0
// Alternatives: the first one that is there.
#include <allotype/allotype.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;
using wanted = at::any_of<at::A100::partition<"2g.10gb">, at::L4, at::cpu>;
static_assert(at::alternatives<at::L4, at::cpu> && at::size_of_list<at::alternatives_of<wanted>> == 3);

constexpr auto where = at::task<wanted>("where", [](auto& on) { std::printf("%s\n", to_string(on).text()); });

int main() { where(); }
