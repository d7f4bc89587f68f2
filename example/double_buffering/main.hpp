// SPDX-License-Identifier: BSL-1.0
// A device works on one part of a long row of numbers while the next part is on its way there, and the part before on
// its way back. Two parts have memory, whatever the length of the row.
#include <allotype/allotype.hpp>

#include <cmath>
#include <cstdio>
#include <utility>

namespace at = allotype;

namespace {

#ifdef __CUDACC__
using wanted = at::any_of<at::H200, at::H100, at::cpu>;
#else
using wanted = at::any_of<at::cpu>;
#endif

/// What has to be done with each number.
ALLOTYPE_FN inline float worked_on(float x) {
  for (int step = 0; step < 20; ++step) x = 0.99f * x + 0.001f;
  return x;
}

/// Where the numbers come from: a file, say. No two parts begin with the same.
float number_of(long long position) { return static_cast<float>(position % 9973) / 9973.0f; }

/// The memory of one part, and when its results are there.
template <class A>
struct part {
  at::pinned<float, A> in, out;
  at::buffer<float, A> numbers, results;
  at::event<A> received;
  long long first = -1;  // the position of its first number; -1: none yet
};

template <class A>
void compute(at::queue<A>& on, part<A>& mine) {
  auto const from = std::as_const(mine.numbers).view(on);
  auto const to = mine.results.view(on);
  at::for_each(on, from.extents, [=] ALLOTYPE_FN(long long i) { to(i) = worked_on(from(i)); });
}

/// \return how many numbers are not what they should be
template <class A>
int wrong_in(part<A> const& mine) {
  int wrong = 0;
  for (long long i = 0; i < mine.out.size(); ++i) {
    wrong += std::fabs(mine.out[i] - worked_on(number_of(mine.first + i))) > 1e-5f;
  }
  return wrong;
}

constexpr auto in_parts = at::task<wanted>("in parts", []<class A>(at::queue<A>& computing, int part_count, int size) {
  at::queue<A> sending = computing.another(), receiving = computing.another();
  at::extents const over{size};
  part<A> parts[2];
  for (part<A>& each : parts) {
    each = {{computing, over}, {computing, over}, {computing, over}, {computing, over}, {}, -1};
  }
  int wrong = 0;
  for (int number = 0; number < part_count + 2; ++number) {
    part<A>& mine = parts[number % 2];
    mine.received.wait();  // of the part before the last: no queue uses its memory any more
    if (mine.first >= 0) wrong += wrong_in(mine);
    if (number >= part_count) continue;
    mine.first = static_cast<long long>(number) * size;
    for (int i = 0; i < size; ++i) mine.in[i] = number_of(mine.first + i);

    computing.wait_for(at::copy_async(sending, mine.in, mine.numbers));
    compute(computing, mine);
    receiving.wait_for(computing);
    mine.received = at::copy_async(receiving, mine.results, mine.out);
  }
  return wrong;
});

}  // namespace

int main() {
  constexpr int parts = 12, size = 20000;
  auto const result = in_parts(parts, size);
  std::printf("%s: %d parts of %d numbers, %d of them wrong\n", result.where(), parts, size, result.value());
  return result.value() == 0 ? 0 : 1;
}
