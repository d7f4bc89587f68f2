// SPDX-License-Identifier: BSL-1.0
/// \file
/// Precisions: the types in which numbers are kept, computed and summed. The eight here are PyTorch Lightning's, with
/// its names (`"bf16-mixed"`). A precision of your own is a struct with the same members.
///
/// | member       | what is kept in the type                                                         |
/// |--------------|----------------------------------------------------------------------------------|
/// | `storage`    | parameters and the optimizer's state                                             |
/// | `compute`    | what kernels load to compute with, forward                                       |
/// | `backward`   | the same, backward                                                               |
/// | `accumulate` | sums of many products, and gradients' sums                                       |
///
/// | member                                    | says                                                |
/// |-------------------------------------------|-----------------------------------------------------|
/// | `static constexpr precision_kind kind`    | which rules apply, see parallel/executor/compatibility.hpp    |
/// | `static constexpr char name[]`            | the name for people, and for `make_executor`        |
/// | `static constexpr bool scales_gradients`  | see below; without it, `kind` decides               |
#pragma once

#include <allotype/catalog/base/device.hpp>
#include <allotype/core/detail/asked_name.hpp>
#include <allotype/core/detail/compare_text.hpp>
#include <allotype/core/detail/list.hpp>
#include <allotype/core/detail/message.hpp>
#include <allotype/core/detail/refuse.hpp>
#include <allotype/core/error.hpp>
#include <allotype/core/number_format.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// The kinds of precision that the rules in parallel/executor/compatibility.hpp distinguish.
enum class precision_kind { fp64_true, fp32_true, fp16_true, bf16_true, fp16_mixed, bf16_mixed, fp8_mixed };

namespace detail {

template <precision_kind Kind, class Storage, class Compute, class Accumulate, class Backward = Compute>
struct precision_types {
  using storage = Storage;
  using compute = Compute;
  using backward = Backward;
  using accumulate = Accumulate;
  static constexpr precision_kind kind = Kind;
};

}  // namespace detail

/// `"64-true"`: `double` throughout.
struct fp64_true : detail::precision_types<precision_kind::fp64_true, double, double, double> {
  static constexpr char name[] = "64-true";
};
/// `"32-true"`: `float` throughout.
struct fp32_true : detail::precision_types<precision_kind::fp32_true, float, float, float> {
  static constexpr char name[] = "32-true";
};
/// `"16-true"`: kept and computed in `float16`, summed in `float`.
struct fp16_true : detail::precision_types<precision_kind::fp16_true, float16, float16, float> {
  static constexpr char name[] = "16-true";
};
/// `"bf16-true"`: kept and computed in `bfloat16`, summed in `float`.
struct bf16_true : detail::precision_types<precision_kind::bf16_true, bfloat16, bfloat16, float> {
  static constexpr char name[] = "bf16-true";
};
/// `"16-mixed"`: kept and summed in `float`, computed in `float16`; gradients are scaled.
struct fp16_mixed : detail::precision_types<precision_kind::fp16_mixed, float, float16, float> {
  static constexpr char name[] = "16-mixed";
};
/// `"bf16-mixed"`: kept and summed in `float`, computed in `bfloat16`.
struct bf16_mixed : detail::precision_types<precision_kind::bf16_mixed, float, bfloat16, float> {
  static constexpr char name[] = "bf16-mixed";
};
/// 8-bit numbers as Transformer Engine mixes them: e4m3 forward, e5m2 backward, parameters in bfloat16.
struct fp8_mixed : detail::precision_types<precision_kind::fp8_mixed, bfloat16, float8_e4m3, float, float8_e5m2> {
  static constexpr char name[] = "transformer-engine";
};
/// The same with parameters in float16.
struct fp8_mixed_float16
    : detail::precision_types<precision_kind::fp8_mixed, float16, float8_e4m3, float, float8_e5m2> {
  static constexpr char name[] = "transformer-engine-float16";
};

namespace detail {

/// The policies that have names.
using precisions =
    list<fp64_true, fp32_true, fp16_true, bf16_true, fp16_mixed, bf16_mixed, fp8_mixed, fp8_mixed_float16>;

template <class P>
concept precision_policy = requires {
  typename P::storage;
  typename P::compute;
  typename P::backward;
  typename P::accumulate;
  P::name;
  P::kind == precision_kind::fp32_true;
};

template <class P>
constexpr bool scales_gradients_in() {
  if constexpr (requires { P::scales_gradients; }) {
    return P::scales_gradients;
  } else {
    return P::kind == precision_kind::fp16_mixed;
  }
}

}  // namespace detail

/// The backward format has so small a range that gradients must be scaled: see `gradient_scaler`.
template <detail::precision_policy P>
inline constexpr bool scales_gradients = detail::scales_gradients_in<P>();

namespace detail {

/// Lightning's short names.
struct precision_alias {
  char const* alias;
  char const* name;
};
inline constexpr precision_alias precision_aliases[] = {
    {"64", "64-true"}, {"32", "32-true"}, {"16", "16-mixed"}, {"bf16", "bf16-mixed"}};

template <class... Known>
constexpr int find_precision(list<Known...>, char const* requested) {
  for (precision_alias const& each : precision_aliases) {
    if (equal(each.alias, requested)) requested = each.name;
  }
  char const* const names[] = {Known::name...};
  for (int i = 0; i < static_cast<int>(sizeof...(Known)); ++i) {
    if (equal(names[i], requested)) return i;
  }
  return -1;
}

/// "precision "8" is not known; known are: ..."
template <class Text, class... Known>
constexpr Text no_such_precision(list<Known...>, char const* requested) {
  Text text;
  text << "precision \"" << requested << "\" is not known; known are:";
  char const* between = " ";
  ((text << between << Known::name, between = ", "), ...);
  text << ", and 64, 32, 16, bf16 for 64-true, 32-true, 16-mixed, bf16-mixed";
  return text;
}

template <class... Known>
int index_of_precision(list<Known...> known, char const* requested) {
  int const index = find_precision(known, requested);
  if (index < 0) throw input_error(no_such_precision<message<2000>>(known, requested));
  return index;
}

struct precisions_by_name {
  static constexpr int find(char const* name) { return find_precision(precisions{}, name); }
  template <class Text = error_sentence>
  static constexpr Text why_not(char const* name) {
    return no_such_precision<Text>(precisions{}, name);
  }
  static constexpr int stand_in(char const* name) { return nearest_partition(precisions{}, name); }
  template <class Precisions = precisions>
  static constexpr void refuse(char const*) {
    detail::refuse<precisions_by_name>("there is no such precision; the error lists all", Precisions{});
  }
};

}  // namespace detail

/// The policy of that name: `precision<"bf16-mixed">` is `bf16_mixed`. `"64"`, `"32"`, `"16"` and `"bf16"` are
/// `64-true`, `32-true`, `16-mixed` and `bf16-mixed`.
template <detail::asked_name<detail::precisions_by_name> Name,
          int Position = detail::named<detail::precisions_by_name, Name>::position>
using precision = type_at<Position, detail::precisions>;

namespace detail {

template <class... Known>
constexpr precision_kind kind_at(list<Known...>, int index) {
  precision_kind const kinds[] = {Known::kind...};
  return kinds[index];
}

}  // namespace detail

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
