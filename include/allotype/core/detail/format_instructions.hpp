// SPDX-License-Identifier: BSL-1.0
/// \file
/// What the processor has for a narrow number format: float16's conversions on CPUs with F16C, and on NVIDIA's GPUs
/// conversions and arithmetic as PTX, which needs no header of CUDA's. `.rn` rounds to nearest, ties to even, and is
/// never fused with another operation. PTX ISA 9.0, "Half Precision Floating Point Instructions" and "cvt".
#pragma once

#include <allotype/core/mode.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

/// Of a format with that many bits of exponent and fraction: what follows is there if its name is true.
template <int ExponentBits, int FractionBits>
struct format_instructions {
  static constexpr bool rounds = false;         ///< `rounded(float)`
  static constexpr bool rounds_double = false;  ///< `rounded(double)`
  static constexpr bool widens = false;         ///< `value(bits)`
  static constexpr bool computes = false;       ///< `sum(a, b)`, `difference(a, b)`, `product(a, b)`
  static constexpr bool fuses = false;          ///< `fused(a, b, c)`: a × b + c
};

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 530

template <>
struct format_instructions<5, 10> {
  static constexpr bool rounds = true, rounds_double = true, widens = true, computes = true, fuses = true;
  using bits = unsigned short;
  static __device__ bits rounded(float value) {
    bits result;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(result) : "f"(value));
    return result;
  }
  static __device__ bits rounded(double value) {
    bits result;
    asm("cvt.rn.f16.f64 %0, %1;" : "=h"(result) : "d"(value));
    return result;
  }
  static __device__ float value(unsigned narrow) {
    float result;
    asm("cvt.f32.f16 %0, %1;" : "=f"(result) : "h"(static_cast<bits>(narrow)));
    return result;
  }
  static __device__ bits sum(bits a, bits b) {
    bits result;
    asm("add.rn.f16 %0, %1, %2;" : "=h"(result) : "h"(a), "h"(b));
    return result;
  }
  static __device__ bits difference(bits a, bits b) {
    bits result;
    asm("sub.rn.f16 %0, %1, %2;" : "=h"(result) : "h"(a), "h"(b));
    return result;
  }
  static __device__ bits product(bits a, bits b) {
    bits result;
    asm("mul.rn.f16 %0, %1, %2;" : "=h"(result) : "h"(a), "h"(b));
    return result;
  }
  static __device__ bits fused(bits a, bits b, bits c) {
    bits result;
    asm("fma.rn.f16 %0, %1, %2, %3;" : "=h"(result) : "h"(a), "h"(b), "h"(c));
    return result;
  }
};

#  if __CUDA_ARCH__ >= 800
template <>
struct format_instructions<8, 7> {
  static constexpr bool rounds = true, rounds_double = __CUDA_ARCH__ >= 900, widens = true, computes = true,
                        fuses = true;
  using bits = unsigned short;
  static __device__ float value(unsigned narrow) {
    float result;
    asm("mov.b32 %0, {0, %1};" : "=f"(result) : "h"(static_cast<bits>(narrow)));
    return result;
  }
  static __device__ bits rounded(float value) {
    bits result;
    asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(result) : "f"(value));
    return result;
  }
  static __device__ bits fused(bits a, bits b, bits c) {
    bits result;
    asm("fma.rn.bf16 %0, %1, %2, %3;" : "=h"(result) : "h"(a), "h"(b), "h"(c));
    return result;
  }
#    if __CUDA_ARCH__ >= 900
  static __device__ bits rounded(double value) {
    bits result;
    asm("cvt.rn.bf16.f64 %0, %1;" : "=h"(result) : "d"(value));
    return result;
  }
  static __device__ bits sum(bits a, bits b) {
    bits result;
    asm("add.rn.bf16 %0, %1, %2;" : "=h"(result) : "h"(a), "h"(b));
    return result;
  }
  static __device__ bits difference(bits a, bits b) {
    bits result;
    asm("sub.rn.bf16 %0, %1, %2;" : "=h"(result) : "h"(a), "h"(b));
    return result;
  }
  static __device__ bits product(bits a, bits b) {
    bits result;
    asm("mul.rn.bf16 %0, %1, %2;" : "=h"(result) : "h"(a), "h"(b));
    return result;
  }
#    else
  // 8.0 has the fused operation alone: with a factor of 1, and with a summand of -0, which changes no sign.
  static __device__ bits sum(bits a, bits b) { return fused(a, 0x3f80, b); }
  static __device__ bits difference(bits a, bits b) { return fused(b, 0xbf80, a); }
  static __device__ bits product(bits a, bits b) { return fused(a, b, 0x8000); }
#    endif
};
#  endif

/// From which magnitude on the instructions clamp to the largest number, and the formats do not: 1 where `value` is
/// there, which takes the largest number to what follows it, infinity or NaN.
inline __device__ unsigned clamped(float value, unsigned from) {
  unsigned const magnitude = __float_as_uint(value) & 0x7fffffffu;
  return magnitude - from <= 0x7f800000u - from ? 1u : 0u;
}

/// The upper half of a float16, on every GPU.
template <>
struct format_instructions<5, 2> {
  static constexpr bool rounds = __CUDA_ARCH__ >= 890, rounds_double = false, widens = true, computes = false,
                        fuses = false;
  static __device__ float value(unsigned narrow) { return format_instructions<5, 10>::value(narrow << 8); }
#  if __CUDA_ARCH__ >= 890
  static __device__ unsigned rounded(float value) {
    unsigned short pair;
    asm("cvt.rn.satfinite.e5m2x2.f32 %0, %1, %2;" : "=h"(pair) : "f"(0.f), "f"(value));
    return pair + clamped(value, __builtin_bit_cast(unsigned, 61440.f));
  }
#  endif
};

/// Of a float16 the exponent's last four bits and the fraction's first three: such a one is 256 times smaller.
template <>
struct format_instructions<4, 3> {
  static constexpr bool rounds = __CUDA_ARCH__ >= 890, rounds_double = false, widens = true, computes = false,
                        fuses = false;
#  if __CUDA_ARCH__ < 890
  static __device__ float value(unsigned narrow) {
    unsigned const magnitude = narrow & 0x7fu;
    float const smaller = format_instructions<5, 10>::value((narrow & 0x80u) << 8 | magnitude << 7);
    return magnitude == 0x7fu ? __uint_as_float(0x7fffffffu) : smaller * 256.f;
  }
#  else
  static __device__ float value(unsigned narrow) {
    unsigned pair;
    asm("cvt.rn.f16x2.e4m3x2 %0, %1;" : "=r"(pair) : "h"(static_cast<unsigned short>(narrow)));
    return format_instructions<5, 10>::value(pair & 0xffffu);
  }
  static __device__ unsigned rounded(float value) {
    unsigned short pair;
    asm("cvt.rn.satfinite.e4m3x2.f32 %0, %1, %2;" : "=h"(pair) : "f"(0.f), "f"(value));
    return pair + clamped(value, __builtin_bit_cast(unsigned, 464.f) + 1);
  }
#  endif
};

#elif defined(__F16C__) && !defined(__CUDACC__)

template <>
struct format_instructions<5, 10> {
  static constexpr bool rounds = true, rounds_double = false, widens = true, computes = false, fuses = false;
  static unsigned short rounded(float value) {
    return __builtin_bit_cast(unsigned short, static_cast<_Float16>(value));
  }
  static float value(unsigned narrow) {
    return static_cast<float>(__builtin_bit_cast(_Float16, static_cast<unsigned short>(narrow)));
  }
};

#endif

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
