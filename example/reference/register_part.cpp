// SPDX-License-Identifier: BSL-1.0
// A transport of one's own under a short name, which options then choose.
// Shows: transport, ranks_wanted, over_threads, accelerator_name
#include <allotype/allotype.hpp>
#include <allotype/parallel.hpp>

#include <cstdio>
#include <string>
#include <vector>

namespace at = allotype;

/// Threads, but never more than four.
struct few_threads : at::over_threads {
  static constexpr char name[] = "few-threads";
  static void check(at::ranks_wanted const& wanted) {
    if (wanted.all() > 4) throw at::error("few-threads: at most 4 ranks");
  }
};
static_assert(at::transport<few_threads>);
constexpr at::accelerator_name few = "few";  // a wrong literal does not compile
auto const few_is_registered = at::register_part<few_threads>(few, "at most four threads");

auto executor_of(int ranks) {
  return at::make_executor<at::list<at::cpu>, at::list<few_threads>>(
      at::executor_options{.accelerator = "cpu", .devices = ranks, .strategy = "dp", .process_group_backend = "few"});
}

int main() {
  executor_of(2).run([](auto& here) {
    if (here.rank() == 0) std::printf("%d ranks\n", here.size());
  });
  try {
    executor_of(5);
  } catch (at::error const& error) {
    std::puts(error.what());
  }
}
