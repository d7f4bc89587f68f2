// SPDX-License-Identifier: BSL-1.0
// only: nvcc
// A lambda for a GPU in a private member function.
// flags(nvcc): --extended-lambda --expt-relaxed-constexpr
// expect: for an extended __host__ __device__ lambda cannot have private or protected access within its class
#include <allotype/allotype.hpp>
namespace at = allotype;

class counter {
#ifdef TWIN
 public:
  void count(at::queue<at::A100>& on, at::view<int, 1, at::A100> numbers) {
    at::for_each(on, numbers.extents, [=] ALLOTYPE_FN(int i) { numbers(i) = i; });
  }
#else
  void count(at::queue<at::A100>& on, at::view<int, 1, at::A100> numbers) {
    at::for_each(on, numbers.extents, [=] ALLOTYPE_FN(int i) { numbers(i) = i; });  // here
  }
#endif
};
