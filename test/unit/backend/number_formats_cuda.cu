// SPDX-License-Identifier: BSL-1.0
// The narrow formats against CUDA's own conversions, which the host can call without a GPU.

#include <cmath>
#include <cstdint>
#include <cstring>

#include <allotype/backend/cuda/number_format.hpp>

#include "catch.hpp"

namespace at = allotype;

namespace {

float float_of(std::uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}
double double_of(std::uint64_t bits) {
  double value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

unsigned theirs(at::float16, float value) { return at::from_cuda<at::float16>(__float2half_rn(value)).bits(); }
unsigned theirs(at::float16, double value) { return at::from_cuda<at::float16>(__double2half(value)).bits(); }
unsigned theirs(at::bfloat16, float value) { return at::from_cuda<at::bfloat16>(__float2bfloat16_rn(value)).bits(); }
unsigned theirs(at::bfloat16, double value) { return at::from_cuda<at::bfloat16>(__double2bfloat16(value)).bits(); }
unsigned theirs(at::float8_e4m3, float value) { return __nv_cvt_float_to_fp8(value, __NV_NOSAT, __NV_E4M3); }
unsigned theirs(at::float8_e4m3, double value) { return __nv_cvt_double_to_fp8(value, __NV_NOSAT, __NV_E4M3); }
unsigned theirs(at::float8_e5m2, float value) { return __nv_cvt_float_to_fp8(value, __NV_NOSAT, __NV_E5M2); }
unsigned theirs(at::float8_e5m2, double value) { return __nv_cvt_double_to_fp8(value, __NV_NOSAT, __NV_E5M2); }

float their_value(at::float16 number) { return __half2float(at::to_cuda(number)); }
float their_value(at::bfloat16 number) { return __bfloat162float(at::to_cuda(number)); }
float their_value(at::float8_e4m3 number) { return static_cast<float>(at::to_cuda(number)); }
float their_value(at::float8_e5m2 number) { return static_cast<float>(at::to_cuda(number)); }

/// Not a number is one thing here: CUDA's conversions have a NaN of their own.
template <class Format, class Float>
bool differs(Float value) {
  if (std::isnan(value)) return !std::isnan(static_cast<float>(Format(value)));
  return Format(value).bits() != theirs(Format{}, value);
}

// Prints both sides of a first difference by CHECK.
template <class Format>
void compare() {
  std::uint64_t state = 7;
  long long wrong = 0;
  for (int i = 0; i < 1000000; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    float const narrow = float_of(static_cast<std::uint32_t>(state >> 32));
    double const wide = double_of(state);
    // Of moderate size: most patterns of a double are far outside of every format.
    double const moderate = std::ldexp(static_cast<double>(state >> 11), -53 - static_cast<int>(state % 40) + 20);
    for (float value : {narrow, static_cast<float>(moderate)}) {
      if (differs<Format>(value) && wrong++ == 0) CHECK(Format(value).bits() == theirs(Format{}, value));
    }
    for (double value : {wide, moderate, -moderate}) {
      if (differs<Format>(value) && wrong++ == 0) CHECK(Format(value).bits() == theirs(Format{}, value));
    }
  }
  CHECK(wrong == 0);
  constexpr unsigned patterns = 1u << (8 * sizeof(Format));
  long long wrong_values = 0;
  for (unsigned bits = 0; bits < patterns; ++bits) {
    auto const number = Format::from_bits(static_cast<decltype(Format{}.bits())>(bits));
    float const ours = number, other = their_value(number);
    wrong_values += !(ours == other || (std::isnan(ours) && std::isnan(other)));
    wrong_values += at::from_cuda<Format>(at::to_cuda(number)).bits() != bits;
  }
  CHECK(wrong_values == 0);
}

/// Compiled for the device, too.
template <class Format>
__global__ void convert(float const* from, Format* to, float* back) {
  to[threadIdx.x] = Format(from[threadIdx.x]) + Format(1.f);
  back[threadIdx.x] = to[threadIdx.x];
}
template __global__ void convert(float const*, at::float16*, float*);
template __global__ void convert(float const*, at::bfloat16*, float*);
template __global__ void convert(float const*, at::float8_e4m3*, float*);
template __global__ void convert(float const*, at::float8_e5m2*, float*);

}  // namespace

TEMPLATE_TEST_CASE("CUDA's conversions give the same bits", "", at::float16, at::bfloat16, at::float8_e4m3,
                   at::float8_e5m2) {
  compare<TestType>();
}
