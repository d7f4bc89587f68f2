// SPDX-License-Identifier: BSL-1.0
// What a checked build finds: each mistake is an exception of its own kind.
#define ALLOTYPE_CHECKED
#include <allotype/allotype.hpp>

#include <cstdio>
#include <cstring>
#include <vector>

namespace at = allotype;

using blocks = at::grid<at::threads_per_block<2>, at::shared_memory_per_block<at::bytes{8}>>;

template <class Error, class Mistake>
void show(char const* kind, Mistake const& mistake) {
  try {
    mistake();
  } catch (Error const& error) {  // each is an at::error
    int const sentence = static_cast<int>(std::strcspn(error.what(), ";"));
    std::printf("%s: %.*s\n", kind, sentence, error.what());
  }
}

int main() {
  at::queue<at::cpu> on, other;
  at::buffer numbers{on, std::vector<int>{1, 2, 3, 4}};
  auto const all = numbers.view(on), first = all.part(at::box{{0, 3}}), last = all.part(at::box{{1, 4}});
  show<at::index_error>("index_error",
                        [&] { at::for_each(on, at::extents{5}, [=] ALLOTYPE_FN(int i) { all(i) = i; }); });
  show<at::overlap_error>("overlap_error", [&] { at::copy(on, first, last); });
  show<at::order_error>("order_error", [&] { at::fill(other, numbers, 0); });  // nobody waits for `on`
  show<at::block_error>("block_error", [&] {
    at::launch(on, blocks{1}, [=] ALLOTYPE_FN(at::block_of<at::cpu, blocks> const& block) {
      int* const kept = at::shared<int>(block);
      block.each_thread([&](int thread) { kept[0] = thread; });  // both threads write one element
      block.each_thread_at_end([&](int thread) { all(thread) = kept[0]; });
    });
  });
  at::view<int, 1, at::cpu> kept;
  {
    at::buffer<int, at::cpu> gone{on, at::extents{4}};
    kept = gone.view(on);
  }
  show<at::access_error>("access_error", [&] { std::printf("%d\n", kept(0)); });
}
