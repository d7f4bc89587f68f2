// SPDX-License-Identifier: BSL-1.0
// Tensor cores: products of matrices in each format, by each shape of `mma`, compared with plain loops; loads by
// `ldmatrix`.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <random>
#include <vector>

#include "catch.hpp"
#include "cuda_runtime.hpp"

namespace {

namespace device = allotype::device_tests;

// Where lane 4g + t has its elements, as NVIDIA's documentation of PTX lists them: E of them fit into a register.
struct fragment {
  int elements;
  __host__ __device__ int row_of_a(int lane, int r) const { return lane / 4 + 8 * (r % 2); }
  __host__ __device__ int column_of_a(int lane, int r) const { return elements * (lane % 4) + 4 * elements * (r / 2); }
  __host__ __device__ int row_of_b(int lane, int r) const { return elements * (lane % 4) + 4 * elements * r; }
};

/// Bits of the elements of A, row after row, and of B, column after column, into registers.
template <int E, class Bits>
__device__ std::uint32_t packed(Bits const* from) {
  std::uint32_t made = 0;
  for (int e = 0; e < E; ++e) made |= static_cast<std::uint32_t>(from[e]) << (32 / E * e);
  return made;
}

#define PRODUCT(NAME, FORM, E, BITS, ACCUMULATOR, CONSTRAINT)                                                    \
  __global__ void NAME(BITS const* a, BITS const* b, ACCUMULATOR const* c, ACCUMULATOR* d) {                     \
    constexpr int k = 8 * E;                                                                                     \
    int const lane = static_cast<int>(threadIdx.x);                                                              \
    fragment const of{E};                                                                                        \
    std::uint32_t x[4], y[2];                                                                                    \
    for (int r = 0; r < 4; ++r) x[r] = packed<E>(a + of.row_of_a(lane, r) * k + of.column_of_a(lane, r));        \
    for (int r = 0; r < 2; ++r) y[r] = packed<E>(b + lane / 4 * k + of.row_of_b(lane, r));                       \
    ACCUMULATOR const *const upper = c + lane / 4 * 8 + 2 * (lane % 4), *const lower = upper + 64;               \
    ACCUMULATOR z[4];                                                                                            \
    asm volatile("mma.sync.aligned." FORM " {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};" \
                 : "=" CONSTRAINT(z[0]), "=" CONSTRAINT(z[1]), "=" CONSTRAINT(z[2]), "=" CONSTRAINT(z[3])        \
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]), CONSTRAINT(upper[0]),       \
                   CONSTRAINT(upper[1]), CONSTRAINT(lower[0]), CONSTRAINT(lower[1]));                            \
    for (int n = 0; n < 4; ++n) d[(lane / 4 + 8 * (n / 2)) * 8 + 2 * (lane % 4) + n % 2] = z[n];                 \
  }
PRODUCT(of_f16, "m16n8k16.row.col.f32.f16.f16.f32", 2, std::uint16_t, float, "f")
PRODUCT(of_bf16, "m16n8k16.row.col.f32.bf16.bf16.f32", 2, std::uint16_t, float, "f")
PRODUCT(of_tf32, "m16n8k8.row.col.f32.tf32.tf32.f32", 1, std::uint32_t, float, "f")
PRODUCT(of_s8, "m16n8k32.row.col.s32.s8.s8.s32", 4, std::uint8_t, int, "r")
#undef PRODUCT

/// The accumulator in f16, two in a register; loads by ldmatrix from shared memory, B by its transposition.
__global__ void of_f16_in_f16(std::uint16_t const* a, std::uint16_t const* b, std::uint16_t const* c,
                              std::uint16_t* d) {
  __shared__ __align__(16) std::uint16_t held_a[16 * 16], held_b[16 * 8];
  int const lane = static_cast<int>(threadIdx.x);
  for (int i = lane; i < 256; i += 32) held_a[i] = a[i];
  for (int i = lane; i < 128; i += 32) held_b[i % 16 * 8 + i / 16] = b[i];  // row after row
  __syncwarp();
  std::uint32_t x[4], y[2], z[2];
  auto const from_a = static_cast<std::uint32_t>(__cvta_generic_to_shared(held_a + lane % 16 * 16 + lane / 16 * 8));
  auto const from_b = static_cast<std::uint32_t>(__cvta_generic_to_shared(held_b + lane % 16 * 8));
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3])
               : "r"(from_a)
               : "memory");
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
               : "=r"(y[0]), "=r"(y[1])
               : "r"(from_b)
               : "memory");
  int const at = lane / 4 * 8 + 2 * (lane % 4);
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3, %4, %5}, {%6, %7}, {%8, %9};"
               : "=r"(z[0]), "=r"(z[1])
               : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]), "r"(packed<2>(c + at)),
                 "r"(packed<2>(c + at + 64)));
  for (int n = 0; n < 4; ++n) d[at + 64 * (n / 2) + n % 2] = static_cast<std::uint16_t>(z[n / 2] >> (16 * (n % 2)));
}

__global__ void by_half_a_warp(float* d) {
  float z[4] = {};
  if (threadIdx.x < 16) {
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %4}, {%4}, {%0, %1, %2, %3};"
                 : "+f"(z[0]), "+f"(z[1]), "+f"(z[2]), "+f"(z[3])
                 : "r"(0));
  }
  d[threadIdx.x] = z[0];
}

template <class T>
T* on_device(std::vector<T> const& values) {
  T* made = nullptr;
  CHECK(cudaMalloc(reinterpret_cast<void**>(&made), sizeof(T) * values.size()) == cudaSuccess);
  CHECK(cudaMemcpy(made, values.data(), sizeof(T) * values.size(), cudaMemcpyHostToDevice) == cudaSuccess);
  return made;
}

/// A is 16 times k, B is k times 8 and held by columns.
template <class Bits, class Sum>
std::vector<Sum> product(void (*kernel)(Bits const*, Bits const*, Sum const*, Sum*), std::vector<Bits> const& a,
                         std::vector<Bits> const& b, std::vector<Sum> const& c) {
  Bits *const on_a = on_device(a), *const on_b = on_device(b);
  Sum *const on_c = on_device(c), *const on_d = on_device(c);
  kernel<<<1, 32>>>(on_a, on_b, on_c, on_d);
  std::vector<Sum> d(c.size());
  CHECK(cudaMemcpy(d.data(), on_d, sizeof(Sum) * d.size(), cudaMemcpyDeviceToHost) == cudaSuccess);
  for (void* const memory :
       {static_cast<void*>(on_a), static_cast<void*>(on_b), static_cast<void*>(on_c), static_cast<void*>(on_d)})
    CHECK(cudaFree(memory) == cudaSuccess);
  return d;
}

/// Compares with sums of doubles. `tolerance` is of the sum of the terms' sizes.
template <class Bits, class Sum, class ToBits, class FromBits, class FromSum, class ToSum>
void compare(void (*kernel)(Bits const*, Bits const*, Sum const*, Sum*), int k, ToBits const& bits,
             FromBits const& value, ToSum const& sum_bits, FromSum const& sum_value, double tolerance) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> number(-4, 4);
  std::vector<Bits> a(static_cast<std::size_t>(16 * k)), b(static_cast<std::size_t>(8 * k));
  std::vector<Sum> c(16 * 8);
  for (Bits& one : a) one = bits(number(random));
  for (Bits& one : b) one = bits(number(random));
  for (Sum& one : c) one = sum_bits(number(random));
  std::vector<Sum> const d = product(kernel, a, b, c);
  for (int row = 0; row < 16; ++row) {
    for (int column = 0; column < 8; ++column) {
      auto const at = static_cast<std::size_t>(8 * row + column);
      double right = sum_value(c[at]), size = std::fabs(right);
      for (int term = 0; term < k; ++term) {
        double const one =
            value(a[static_cast<std::size_t>(row * k + term)]) * value(b[static_cast<std::size_t>(column * k + term)]);
        right += one, size += std::fabs(one);
      }
      INFO("row " << row << ", column " << column);
      CHECK(std::fabs(sum_value(d[at]) - right) <= tolerance * size);
    }
  }
}

std::uint16_t half_bits(double x) { return __half_as_ushort(__double2half(x)); }
double half_value(std::uint16_t bits) { return static_cast<double>(__half2float(__ushort_as_half(bits))); }
double same(double x) { return x; }
float float_of(double x) { return static_cast<float>(x); }

}  // namespace

TEST_CASE("products of f16, bf16, tf32 and bytes are those of plain loops") {
  compare(of_f16, 16, half_bits, half_value, float_of, same, 0x1p-22);
  compare(
      of_bf16, 16, [](double x) { return __bfloat16_as_ushort(__double2bfloat16(x)); },
      [](std::uint16_t bits) { return static_cast<double>(__bfloat162float(__ushort_as_bfloat16(bits))); }, float_of,
      same, 0x1p-22);
  auto const float_bits = [](double x) {
    float const nearest = static_cast<float>(x);
    std::uint32_t made = 0;
    std::memcpy(&made, &nearest, sizeof(made));
    return made & 0xffffe000u;
  };
  auto const float_value = [](std::uint32_t bits) {
    float made = 0;
    std::memcpy(&made, &bits, sizeof(made));
    return static_cast<double>(made);
  };
  compare(of_tf32, 8, float_bits, float_value, float_of, same, 0x1p-22);
  compare(
      of_s8, 32, [](double x) { return static_cast<std::uint8_t>(static_cast<int>(30 * x)); },
      [](std::uint8_t bits) { return static_cast<double>(static_cast<std::int8_t>(bits)); },
      [](double x) { return static_cast<int>(1000 * x); }, [](int x) { return static_cast<double>(x); }, 0);
}

TEST_CASE("a sum in f16 is rounded to f16; ldmatrix spreads matrices over the lanes, and transposes them") {
  compare(of_f16_in_f16, 16, half_bits, half_value, half_bits, half_value, 0x1p-10);
}

TEST_CASE("a product that a part of a warp does not take part in is a defect") {
  float* const d = on_device(std::vector<float>(32));
  by_half_a_warp<<<1, 32>>>(d);
  (void)cudaDeviceSynchronize();
  auto const found = device::take_findings();
  REQUIRE(!found.empty());
  CHECK_THAT(found[0].text, contains("barrier: tensor_cores.cu:") || contains("deadlock: tensor_cores.cu:"));
}
