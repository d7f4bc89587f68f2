// SPDX-License-Identifier: BSL-1.0
// Collectives: what ranks tell each other.
// Shows: communicator
#include <allotype/allotype.hpp>
#include <allotype/parallel.hpp>

#include <chrono>
#include <cstdio>
#include <span>
#include <string>
#include <vector>

namespace at = allotype;

int main() {
  at::thread_group(3, std::chrono::seconds{10}).run([](auto& group) {
    std::vector<int> mine{group.rank() + 1};
    at::all_reduce(group, std::span(mine), at::plus{});
    std::vector<int> all(3);
    std::vector<int> const own{group.rank()};
    at::all_gather(group, std::span(own), std::span(all));
    std::vector<int> told{group.rank() == 0 ? 7 : 0};
    at::broadcast(group, std::span(told), 0);
    std::vector<int> const parts{1, 2, 3};
    std::vector<int> part(1);
    at::reduce_scatter(group, std::span(parts), std::span(part), at::plus{});
    at::barrier(group);
    if (group.rank() == 1) std::printf("%d, %d %d %d, %d, %d\n", mine[0], all[0], all[1], all[2], told[0], part[0]);
  });
}
