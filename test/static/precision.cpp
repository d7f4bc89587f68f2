// SPDX-License-Identifier: BSL-1.0
// Precisions by type and by name, and views that convert.

#include <type_traits>

#include <allotype/allotype.hpp>
#include <allotype/dispatch/precision_view.hpp>
#include <allotype/parallel/executor/precision.hpp>
#include <allotype/parallel/training/gradient_scaler.hpp>

#include "../double_sums.hpp"

namespace at = allotype;

namespace {

using acme::double_sums;

template <class A, class B>
inline constexpr bool same = std::is_same_v<A, B>;

static_assert(same<at::precision<"64-true">, at::fp64_true> && same<at::precision<"64">, at::fp64_true>);
static_assert(same<at::precision<"32-true">, at::fp32_true> && same<at::precision<"32">, at::fp32_true>);
static_assert(same<at::precision<"16-true">, at::fp16_true> && same<at::precision<"16">, at::fp16_mixed>);
static_assert(same<at::precision<"bf16-true">, at::bf16_true> && same<at::precision<"bf16">, at::bf16_mixed>);
static_assert(same<at::precision<"16-mixed">, at::fp16_mixed> && same<at::precision<"bf16-mixed">, at::bf16_mixed>);
static_assert(same<at::precision<"transformer-engine">, at::fp8_mixed>);
static_assert(same<at::precision<"transformer-engine-float16">, at::fp8_mixed_float16>);
constexpr bool is_known(char const* name) { return at::detail::find_precision(at::detail::precisions{}, name) >= 0; }
static_assert(is_known("16") && !is_known("1") && !is_known("16.0"));
static_assert(!is_known("") && !is_known("BF16-mixed") && !is_known("mixed"));

static_assert(same<at::fp64_true::storage, double> && same<at::fp64_true::accumulate, double>);
static_assert(same<at::fp16_true::storage, at::float16> && same<at::fp16_true::accumulate, float>);
static_assert(same<at::bf16_mixed::storage, float> && same<at::bf16_mixed::compute, at::bfloat16>);
static_assert(same<at::fp8_mixed::compute, at::float8_e4m3> && same<at::fp8_mixed::backward, at::float8_e5m2>);
static_assert(at::scales_gradients<at::fp16_mixed> && !at::scales_gradients<at::bf16_mixed> &&
              !at::scales_gradients<at::fp16_true>);

static_assert(at::detail::precision_policy<double_sums> && at::detail::precision_policy<at::fp8_mixed> &&
              !at::detail::precision_policy<float>);

using stored = at::view<float, 1, at::cpu>;
using stored_const = at::view<float const, 1, at::cpu>;
using mixed = at::precision_view<at::bf16_mixed, stored>;
using mixed_const = at::precision_view<at::bf16_mixed, stored_const>;
static_assert(same<decltype(mixed_const{}(0)), at::bfloat16>);
static_assert(same<decltype(mixed{}(0)), mixed::reference>);

// Whose memory it is, a verb still sees.
template <class View>
struct kernel {
  View of;
  ALLOTYPE_FN void operator()(int) const {}
};
static_assert(at::stays_on<kernel<mixed>, at::cpu> && !at::stays_on<kernel<mixed>, at::A100>);

constexpr float rounded(float value) {
  mixed::reference const element(&value);
  return element;
}
static_assert(rounded(1.001953125f) == 1.f);
static_assert(at::detail::is_finite(1e30f) && !at::detail::is_finite(at::float16::infinity()));

}  // namespace
