// SPDX-License-Identifier: BSL-1.0
/// \file
/// Each kernel on numbers narrower than float twice, through the library and by hand, for generated_code.py to count.
#include <allotype/allotype.hpp>
#include <allotype/parallel/executor/precision.hpp>

#include "generated_code_gpu.hpp"
#include "kernels_in_formats.cuh"

namespace at = allotype;

template <class T>
void triad_in_format_through_library(at::queue<gpu>& on, at::view<T, 1, gpu> a, at::view<T const, 1, gpu> b,
                                     at::view<T const, 1, gpu> c) {
  at::for_each(on, a.extents, triad_in_format<T, at::view<T const, 1, gpu>, at::view<T, 1, gpu>>{a, b, c});
}
template void triad_in_format_through_library(at::queue<gpu>&, at::view<at::float16, 1, gpu>,
                                              at::view<at::float16 const, 1, gpu>, at::view<at::float16 const, 1, gpu>);
template void triad_in_format_through_library(at::queue<gpu>&, at::view<at::bfloat16, 1, gpu>,
                                              at::view<at::bfloat16 const, 1, gpu>,
                                              at::view<at::bfloat16 const, 1, gpu>);
template __global__ void by_hand::triad_in_format(int, __half*, __half const*, __half const*);
template __global__ void by_hand::triad_in_format(int, __nv_bfloat16*, __nv_bfloat16 const*, __nv_bfloat16 const*);

using floats = at::view<float, 1, gpu>;
using floats_in = at::view<float const, 1, gpu>;
template <class P>
void precision_through_library(at::queue<gpu>& on, floats_in x, floats y, float factor) {
  auto const in = at::with_precision<P>(x);
  auto const out = at::with_precision<P>(y);
  at::for_each(
      on, y.extents,
      scaled_and_added<P, std::remove_const_t<decltype(in)>, std::remove_const_t<decltype(out)>>{in, out, factor});
}
template void precision_through_library<at::fp16_mixed>(at::queue<gpu>&, floats_in, floats, float);
template void precision_through_library<at::bf16_mixed>(at::queue<gpu>&, floats_in, floats, float);
template __global__ void by_hand::scaled_and_added<by_hand::half_and_float>(int, float const*, float*, float);
template __global__ void by_hand::scaled_and_added<by_hand::bfloat_and_float>(int, float const*, float*, float);

using bytes_of_8_bits = at::view<at::float8_e4m3, 1, gpu>;
using bytes_of_8_bits_in = at::view<at::float8_e4m3 const, 1, gpu>;
void conversions_through_library(at::queue<gpu>& on, floats_in from, bytes_of_8_bits to, bytes_of_8_bits_in from_bytes,
                                 floats to_floats) {
  at::for_each(on, to.extents, converted<at::float8_e4m3, floats_in, bytes_of_8_bits>{from, to});
  at::for_each(on, to_floats.extents, converted<float, bytes_of_8_bits_in, floats>{from_bytes, to_floats});
}
