// SPDX-License-Identifier: BSL-1.0
/// \file
/// What a task asks for in addition to its accelerator. Entries are in any order, each kind at most once.
#pragma once

#include <allotype/accelerator/alternatives.hpp>
#include <allotype/core/amounts.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// Cores of the host processor.
template <auto Count, int = detail::refused_as_count<Count>::position>
struct cpus {
  static constexpr int value = detail::count_asked(Count);
  static_assert(value > 0, "cpus<N>: a task needs at least one core");
};

/// The number of accelerators. The default is one, and 0 for a task on the CPU alone.
template <auto Count, int = detail::refused_as_count<Count>::position>
struct gpus {
  static constexpr int value = detail::count_asked(Count);
  static_assert(value >= 0, "gpus<N>: the number cannot be negative");
};

/// Disk space that is released with the task.
template <auto Amount, int = detail::refused_as_bytes<Amount>::position>
struct ephemeral_storage {
  static constexpr bytes value = detail::amount_asked(Amount);
  static_assert(value > bytes{0}, "ephemeral_storage<N>: write for example ephemeral_storage<20_GiB>");
};

namespace detail {

template <class Entry>
inline constexpr int kind_of_limit = 0;
template <auto N, int Refusal>
inline constexpr int kind_of_limit<cpus<N, Refusal>> = 1;
template <auto N, int Refusal>
inline constexpr int kind_of_limit<memory<N, Refusal>> = 2;
template <auto N, int Refusal>
inline constexpr int kind_of_limit<gpus<N, Refusal>> = 3;
template <auto N, int Refusal>
inline constexpr int kind_of_limit<ephemeral_storage<N, Refusal>> = 4;

struct no_limit {};

template <int Kind, class... Entries>
struct limit_of_kind {
  using type = no_limit;
};
template <int Kind, class First, class... Rest>
struct limit_of_kind<Kind, First, Rest...> : limit_of_kind<Kind, Rest...> {};
template <int Kind, class First, class... Rest>
  requires(kind_of_limit<First> == Kind)
struct limit_of_kind<Kind, First, Rest...> {
  using type = First;
};

template <int Kind, class... Entries>
inline constexpr int limits_of_kind = (0 + ... + (kind_of_limit<Entries> == Kind));

}  // namespace detail

/// The limits of a task: `limits<cpus<4>, memory<8_GiB>>`. What is not stated is `detail::no_limit`, which has no
/// `value`.
template <class... Entries>
struct limits {
  static_assert(((sizeof(Entries) > 0) && ...));  // first: refused amounts are reported from here
  static_assert(((detail::kind_of_limit<Entries> != 0) && ...),
                "limits<...> takes cpus<N>, memory<N>, gpus<N> and ephemeral_storage<N>");
  static_assert(detail::limits_of_kind<1, Entries...> <= 1 && detail::limits_of_kind<2, Entries...> <= 1 &&
                    detail::limits_of_kind<3, Entries...> <= 1 && detail::limits_of_kind<4, Entries...> <= 1,
                "limits<...>: each of cpus, memory, gpus and ephemeral_storage at most once");

  using cpus = typename detail::limit_of_kind<1, Entries...>::type;
  using memory = typename detail::limit_of_kind<2, Entries...>::type;
  using gpus = typename detail::limit_of_kind<3, Entries...>::type;
  using ephemeral_storage = typename detail::limit_of_kind<4, Entries...>::type;
};

namespace detail {

/// The number of accelerators in `Limits` agrees with `Wanted`: at least one if it names an accelerator, 0 if it is the
/// CPU alone.
template <class Limits, class Wanted>
consteval bool counts_agree() {
  if constexpr (requires { Limits::gpus::value; }) {
    return (Limits::gpus::value > 0) == wants_a_device<Wanted>;
  } else {
    return true;
  }
}

}  // namespace detail

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
