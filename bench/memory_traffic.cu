// SPDX-License-Identifier: BSL-1.0
// What the verbs move from and to global memory, beside what they need to move. No GPU: the kernels run on the CPU, by
// allotype::device_tests, which counts sectors of 32 bytes, before any cache.
#include <allotype/allotype.hpp>
#include <allotype/sort.hpp>
#include <cstdio>
#include <cstdlib>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>
#include <vector>

#include "cuda_runtime.hpp"

namespace {

namespace at = allotype;
using gpu = at::H200;

constexpr int count = 1 << 18;
constexpr std::uint64_t bytes = std::uint64_t{count} * sizeof(int);

struct is_even {
  ALLOTYPE_FN bool operator()(int value) const { return value % 2 == 0; }
};

/// Bytes that the work moves on the device.
template <class F>
std::uint64_t moved(at::queue<gpu>& on, F const& work) {
  on.wait();
  (void)at::device_tests::take_traffic();
  work();
  on.wait();
  std::uint64_t sum = 0;
  for (auto const& [name, of] : at::device_tests::take_traffic()) sum += of.loads.moved() + of.stores.moved();
  return sum;
}

/// The same of a function of CUB, which is called twice: it says how much memory it wants, and then works.
template <class F>
std::uint64_t moved_by_cub(at::queue<gpu>& on, F const& function) {
  std::size_t wanted = 0;
  function(nullptr, wanted);
  at::buffer<char, gpu> more{on, at::extents{wanted}};
  return moved(on, [&] {
    if (function(more.data(), wanted) != cudaSuccess) std::abort();
  });
}

void row(char const* name, std::uint64_t needed, std::uint64_t ours, std::uint64_t cub = 0) {
  auto const over = [&](std::uint64_t by) { return static_cast<double>(by) / static_cast<double>(needed); };
  std::printf("| %s | %llu | %llu | %.3f |", name, static_cast<unsigned long long>(needed),
              static_cast<unsigned long long>(ours), over(ours));
  if (cub != 0) {
    std::printf(" %.3f |\n", over(cub));
  } else {
    std::puts(" |");
  }
}

}  // namespace

int main() {
  at::device_tests::count_traffic();
  at::queue<gpu> on;
  std::vector<int> numbers(count);
  int even = 0;
  for (int i = 0; i < count; ++i) even += (numbers[i] = static_cast<int>(i * 2654435761u % 1000003u)) % 2 == 0;
  at::buffer<int, gpu> a{on, numbers}, b{on, at::extents{count}}, c{on, at::extents{count}};
  at::fill(on, b, 2), at::fill(on, c, 3);
  auto const x = a.view(on), y = b.view(on), z = c.view(on);
  cudaStream_t const stream = on.native();
  at::buffer<int, gpu> one{on, at::extents{1}};

  std::puts("| verb | bytes needed | bytes moved | moved / needed | CUB's |\n|---|---|---|---|---|");
  row("copy", 2 * bytes, moved(on, [&] { at::copy(on, a, b); }));
  row("copy, by `for_each`", 2 * bytes,
      moved(on, [&] { at::for_each(on, at::extents{count}, [=] ALLOTYPE_FN(int i) { y(i) = x(i); }); }));
  row("fill", bytes, moved(on, [&] { at::fill(on, b, 7); }));
  row("triad, by `for_each`", 3 * bytes,
      moved(on, [&] { at::for_each(on, at::extents{count}, [=] ALLOTYPE_FN(int i) { z(i) = x(i) + 3 * y(i); }); }));
  row("reduce", bytes,
      moved(
          on,
          [&] { (void)at::reduce(on, at::extents{count}, 0LL, at::plus{}, [=] ALLOTYPE_FN(int i) { return x(i); }); }),
      moved_by_cub(on, [&](void* memory, std::size_t& size) {
        return cub::DeviceReduce::Sum(memory, size, a.data(), one.data(), count, stream);
      }));
  row("inclusive_scan", 2 * bytes, moved(on, [&] { at::inclusive_scan(on, a, c); }),
      moved_by_cub(on, [&](void* memory, std::size_t& size) {
        return cub::DeviceScan::InclusiveSum(memory, size, a.data(), c.data(), count, stream);
      }));
  row("copy_if, of half", bytes + sizeof(int) * static_cast<unsigned>(even),
      moved(on, [&] { (void)at::copy_if(on, a, c, is_even{}); }),
      moved_by_cub(on, [&](void* memory, std::size_t& size) {
        return cub::DeviceSelect::If(memory, size, a.data(), c.data(), one.data(), count, is_even{}, stream);
      }));
  at::copy(on, a, b);
  // Counted in 64 bits as the verb does: with 32 bits CUB takes smaller tables of its own.
  std::uint64_t const by_cub = moved_by_cub(on, [&](void* memory, std::size_t& size) {
    return cub::DeviceRadixSort::SortKeys(memory, size, b.data(), c.data(), static_cast<long long>(count), 0, 32,
                                          stream);
  });
  row("sort", 2 * bytes, moved(on, [&] { at::sort(on, b); }), by_cub);
}
