// SPDX-License-Identifier: BSL-1.0
// The library's backends. CUDA's is for files that nvcc compiles: elsewhere no code can run on an A100.
// Shows: openmp
#include <allotype/allotype.hpp>

#include <cstdio>
#include <vector>

namespace at = allotype;

#ifdef __CUDACC__
static_assert(at::dispatchable<at::A100> && at::backend_for<at::cuda_backend, at::A100>);
#else
static_assert(!at::dispatchable<at::A100>);
#endif
static_assert(std::is_base_of_v<at::serial, at::openmp>);  // OpenMP's has all functions of the serial one

struct one_thread : at::device<one_thread> {
  static constexpr char name[] = "one-thread";
  using backend = at::serial;  // the calling thread, in files compiled with -fopenmp, too
};

int main() { std::printf("%s\n", to_string(at::queue<one_thread>{}).text()); }
