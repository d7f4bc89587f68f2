// SPDX-License-Identifier: BSL-1.0
// How often each number occurs, by a hash table with open addresses: every index looks for the place of its number,
// takes a free one by an atomic exchange, and counts.
#include <allotype/allotype.hpp>

#include <cstdio>
#include <map>
#include <vector>

namespace at = allotype;

namespace {

#ifdef __CUDACC__
using wanted = at::any_of<at::H200, at::H100, at::cpu>;
#else
using wanted = at::any_of<at::cpu>;
#endif

constexpr unsigned places = 1 << 10, nobody = 0xffffffff;  // a power of two
constexpr int numbers = 5000;

/// MurmurHash3's last step: each bit of the number changes half of the result's.
ALLOTYPE_FN unsigned hash_of(unsigned number) {
  number = (number ^ number >> 16) * 0x85ebca6bu;
  number = (number ^ number >> 13) * 0xc2b2ae35u;
  return number ^ number >> 16;
}

template <class A>
struct count_numbers {
  at::view<unsigned const, 1, A> all;
  at::view<unsigned, 1, A> keys;
  at::view<int, 1, A> counts;

  ALLOTYPE_FN void operator()(int i) const {
    unsigned const number = all(i);
    int place = static_cast<int>(hash_of(number) % places);
    for (;; place = place + 1 < static_cast<int>(places) ? place + 1 : 0) {
      unsigned found = nobody;
      if (at::atomic(keys(place)).compare_exchange(found, number) || found == number) break;
    }
    at::atomic(counts(place)).fetch_add(1);
  }
};

struct table {
  std::vector<unsigned> keys;
  std::vector<int> counts;
};

constexpr auto counted = at::task<wanted>("counted", []<class A>(at::queue<A>& on, std::vector<unsigned> const& of) {
  at::buffer const all{on, of};
  at::buffer<unsigned, A> keys{on, at::extents{places}};
  at::buffer<int, A> counts{on, at::extents{places}};
  at::fill(on, keys, nobody);
  at::fill(on, counts, 0);
  at::for_each(on, at::extents{numbers}, count_numbers<A>{all.view(on), keys.view(on), counts.view(on)});
  table result{std::vector<unsigned>(places), std::vector<int>(places)};
  at::copy(on, keys, result.keys);
  at::copy(on, counts, result.counts);
  return result;
});

}  // namespace

int main() {
  std::vector<unsigned> all;
  std::map<unsigned, int> expected, found;
  for (int i = 0; i < numbers; ++i) {
    all.push_back(static_cast<unsigned>(i) * 2654435761u % 701u * 1000003u);
    ++expected[all.back()];
  }
  auto const run = counted(all);
  for (std::size_t place = 0; place < places; ++place) {
    if (run.value().keys[place] != nobody) found[run.value().keys[place]] += run.value().counts[place];
  }
  bool const right = found == expected;
  std::printf("%s: %d numbers, %zu of them different: %s\n", run.where(), numbers, found.size(),
              right ? "right" : "wrong");
  return right ? 0 : 1;
}
