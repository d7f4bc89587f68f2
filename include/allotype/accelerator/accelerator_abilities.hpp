// SPDX-License-Identifier: BSL-1.0
/// \file
/// What the rules of compatibility ask of an accelerator: its kind, and what its facts say. Derived from the type once;
/// the registry keeps it for accelerators known by name.
#pragma once

#include <allotype/accelerator/facts.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// The kinds of accelerator that the rules tell apart. A type may state its own: `static constexpr auto family = …`.
enum class accelerator_family { cpu, cuda, mps, tpu, custom };

namespace detail {

inline constexpr int accelerator_family_count = 5;

struct family_name {
  char const* name;
  accelerator_family family;
};
/// PyTorch Lightning's names for whole kinds, where the program has registered none of that name.
inline constexpr family_name family_names[] = {{"cuda", accelerator_family::cuda},
                                               {"gpu", accelerator_family::cuda},
                                               {"mps", accelerator_family::mps},
                                               {"tpu", accelerator_family::tpu}};

/// What the rules ask of an accelerator, known by type or by name.
struct accelerator_abilities {
  accelerator_family family = accelerator_family::custom;
  bool mixed_precision = false;  ///< stated by the type; asked of custom accelerators only
  bool lacks_bf16 = false;       ///< published that it has none
  bool lacks_fp8 = false;
  bool slice = false;  ///< a part of a GPU
};

/// Which kind of accelerator `A` is.
template <class A>
constexpr accelerator_family family_of() {
  if constexpr (requires { A::family; }) {
    return A::family;
  } else if constexpr (part<A>) {
    return family_of<typename A::parent>();
  } else {
    return A::vendor == vendor::none     ? accelerator_family::cpu
           : A::vendor == vendor::nvidia ? accelerator_family::cuda
           : A::vendor == vendor::google ? accelerator_family::tpu
                                         : accelerator_family::custom;
  }
}

template <class A>
constexpr accelerator_abilities abilities_of() {
  using device = device_of<A>;
  accelerator_abilities result;
  result.family = family_of<A>();
  if constexpr (requires { device::mixed_precision; }) result.mixed_precision = device::mixed_precision;
  if constexpr (publishes<A, fact::bf16>) result.lacks_bf16 = !fact_of<A, fact::bf16>;
  if constexpr (publishes<A, fact::fp8>) result.lacks_fp8 = !fact_of<A, fact::fp8>;
  result.slice = partition<A>;
  return result;
}

}  // namespace detail

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
