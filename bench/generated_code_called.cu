// SPDX-License-Identifier: BSL-1.0
/// \file
/// The reduction of a large function that is called, through the library and by a call of CUB by hand. Compiled for one
/// architecture; generated_code.py counts the instructions, and how often the function stands there.
#include <thrust/iterator/counting_iterator.h>
#include <allotype/allotype.hpp>
#include <cub/device/device_reduce.cuh>

#include "cross_sections.hpp"
#include "generated_code_gpu.hpp"

namespace at = allotype;

long long through_library(at::queue<gpu>& on, cross_section_data const& data, long long lookups) {
  return at::reduce(on, at::extents{lookups}, 0LL, at::plus{}, at::called{cross_section_lookup{data}});
}

namespace by_hand {

struct count {
  __device__ long long operator()(long long a, long long b) const { return a + b; }
};

__noinline__ __device__ long long look_up(cross_section_lookup const f, long long i) { return f(i); }

struct look_up_at {
  cross_section_lookup f;
  at::extents<1, long long> over;
  __device__ long long operator()(long long i) const { return look_up(f, i); }
};

cudaError_t lookups(void* scratch, std::size_t& bytes, cross_section_data const& data, long long* result,
                    long long lookups, cudaStream_t stream) {
  return cub::DeviceReduce::TransformReduce(scratch, bytes, thrust::counting_iterator<long long>(0), result, lookups,
                                            count{}, look_up_at{{data}, at::extents{lookups}}, 0LL, stream);
}

}  // namespace by_hand
