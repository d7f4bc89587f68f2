// SPDX-License-Identifier: BSL-1.0
// The memory of a block: parts of several types, arrays with names, and a value for each thread.
#include <allotype/allotype.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;

struct squares : at::shared_array<int[4]> {};

struct add_up {
  at::view<int, 1, at::cpu> out;
  template <class Block>
  ALLOTYPE_FN void operator()(Block const& block) const {
    auto& named = at::shared<squares>(block);                           // an int (&)[4]
    auto const [halves, counts] = at::shared<float, int>(block, 4, 4);  // a float* and an int*
    auto kept = at::per_thread<int>(block);                             // one for each thread, 0 at first
    block.each_thread([&](int thread) {
      named[thread] = thread * thread, halves[thread] = 0.5f, counts[thread] = 2, kept(thread) += thread;
    });
    block.each_thread_at_end([&](int thread) {
      out(thread) =
          named[3 - thread] + static_cast<int>(halves[thread] * static_cast<float>(counts[thread])) + kept(thread);
    });
  }
};

int main() {
  at::queue<at::cpu> on;
  at::buffer<int, at::cpu> numbers{on, at::extents{4}};
  using namespace at::literals;
  using blocks =
      at::grid<at::threads_per_block<4>, at::shared_memory_per_block<at::at_most<1_KiB>>, at::shared_arrays<squares>>;
  at::launch(on, blocks{1, at::shared_bytes<float, int>(4, 4)}, add_up{numbers.view(on)});
  auto const now = numbers.view(on);
  std::printf("%d %d %d %d\n", now(0), now(1), now(2), now(3));
}
