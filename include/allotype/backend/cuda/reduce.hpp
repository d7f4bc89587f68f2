// SPDX-License-Identifier: BSL-1.0
/// \file
/// Reductions on a GPU, by CUB. CUB starts as many blocks as the SMs hold at once, and asks the device for its SMs. A MIG
/// instance reports its own, so the grid fits the slice.
#pragma once

#include <cub/device/device_reduce.cuh>
#include <thrust/iterator/counting_iterator.h>

#include <allotype/backend/cuda/memory.hpp>
#include <allotype/dispatch/detail/extended_lambda.hpp>
#include <allotype/dispatch/extents.hpp>

namespace allotype {
inline namespace ALLOTYPE_MODE {

namespace mode_detail {

/// From a position in row-major order to the value for its index.
template <class F, class Extents, class T>
struct value_at;
template <class F, class Index, class T>
struct value_at<F, extents<1, Index>, T> {
  F f;
  extents<1, Index> over;
  ALLOTYPE_FN T operator()(Index i) const { return f(i); }
};
template <class F, class Index, class T>
struct value_at<F, extents<2, Index>, T> {
  F f;
  extents<2, Index> over;
  ALLOTYPE_FN T operator()(Index i) const { return f(i / over[1], i % over[1]); }
};
template <class F, class Index, class T>
struct value_at<F, extents<3, Index>, T> {
  F f;
  extents<3, Index> over;
  ALLOTYPE_FN T operator()(Index i) const {
    return f(i / over[2] / over[1], i / over[2] % over[1], i % over[2]);
  }
};

/// A lambda that is marked `__device__` as an operation. CUB asks on the host for its result type, which this class provides.
template <class Op, class T>
struct device_operation {
  Op op;
  __device__ T operator()(T const& a, T const& b) const { return op(a, b); }
};
template <class T, class Op>
auto operation_of(Op const& op) {
  if constexpr (detail::is_device_lambda<Op>) {
    return device_operation<Op, T>{op};
  } else {
    return op;
  }
}

}  // namespace mode_detail

template <int Rank, class Index, class T, class Op, class F>
T run_reduce(cuda, cuda_state& state, extents<Rank, Index> const& over, T const& init, Op const& op, F const& f) {
  long long const count = over.count();
  if (sizeof(Index) == 4 && count > 0x7fffffff) {
    throw size_error(message<2000>{} << "reduce: " << count << " indices need 64 bits: give the extents in 64 bits");
  }
  state.activate();
  thrust::counting_iterator<Index> const positions(0);
  mode_detail::value_at<F, extents<Rank, Index>, T> const value{f, over};
  auto const reduce = [&](void* scratch, std::size_t& bytes, T* result) {
    state.check(cub::DeviceReduce::TransformReduce(scratch, bytes, positions, result, static_cast<Index>(count),
                                                   mode_detail::operation_of<T>(op), value, init, state.stream()),
                "cub::DeviceReduce::TransformReduce");
  };
  std::size_t bytes = 0;
  reduce(nullptr, bytes, nullptr);
  // The result is first, at an address that is aligned for every T; CUB's own memory follows.
  constexpr std::size_t result_bytes = (sizeof(T) + 255) / 256 * 256;
  char* const memory = static_cast<char*>(state.scratch(result_bytes + bytes));
  reduce(memory + result_bytes, bytes, reinterpret_cast<T*>(memory));
  T result = init;
  copy_bytes(cuda{}, state, &result, memory, sizeof(T), direction::from_device);
  return result;
}

}  // namespace ALLOTYPE_MODE
}  // namespace allotype
