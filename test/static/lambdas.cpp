// SPDX-License-Identifier: BSL-1.0
// Lambdas as kernels of every verb: for the CPU, and in CUDA for a GPU, where nvcc puts classes of its own in their
// place.
#include <allotype/allotype.hpp>

#include <vector>

namespace at = allotype;
using namespace at::literals;

using blocks = at::grid<at::threads_per_block<64>, at::shared_memory_per_block<256_B>>;

template <class A>
float marked_for_both(at::queue<A>& on, std::vector<float> const& numbers) {
  at::extents const size{numbers.size()};
  at::buffer<float, A> buffer{on, numbers};
  auto const values = buffer.view(on);
  float const factor = 3;
  at::for_each(on, size, [=] ALLOTYPE_FN(long long i) { values(i) = factor * values(i); });
  at::launch(on, blocks{1}, [=] ALLOTYPE_FN(at::block_of<A, blocks> const& block) {
    float* const held = block.template shared<float>();
    block.each_thread([&](int thread) { held[thread] = values(thread); });
    block.each_thread([&](int thread) { values(thread) = held[63 - thread]; });
  });
  auto const value = [=] ALLOTYPE_FN(long long i) { return values(i); };
  auto const sum = [] ALLOTYPE_FN(float a, float b) { return a + b; };
  static_assert(at::kernel_over<decltype(value), at::extents<1, long long>> &&
                at::reduction_over<decltype(sum), float>);
  return at::reduce(on, size, 0.f, sum, value);
}
template float marked_for_both(at::queue<at::cpu>&, std::vector<float> const&);

#ifdef __CUDACC__
template <class A>
float marked_for_devices(at::queue<A>& on, std::vector<float> const& numbers) {
  at::extents const size{numbers.size()};
  at::buffer<float, A> buffer{on, numbers};
  auto const values = buffer.view(on);
  float const factor = 3;
  at::for_each(on, size, [=] __device__(long long i) { values(i) = factor * values(i); });
  at::launch(on, blocks{1}, [=] __device__(auto const& block) {
    float* const held = block.template shared<float>();
    block.each_thread([&](int thread) { held[thread] = values(thread); });
    block.each_thread([&](int thread) { values(thread) = held[63 - thread]; });
  });
  return at::reduce(
      on, size, 0.f, [] __device__(float a, float b) { return a + b; },
      [=] __device__(long long i) { return values(i); });
}
template float marked_for_both(at::queue<at::H200>&, std::vector<float> const&);
template float marked_for_devices(at::queue<at::H200>&, std::vector<float> const&);
#endif
