// SPDX-License-Identifier: BSL-1.0
/// \file
/// From a name that the program reads to a type: `with_accelerator("nvidia-tesla-a100", "2g.10gb", f)` calls `f` with
/// the accelerator as a type. How accelerators may be spelt: see names/accelerator_names.hpp.
#pragma once

#include <allotype/core/detail/header_is_read.hpp>
#include <allotype/names/accelerator_names.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

template <class... Arguments>
inline constexpr bool is_read<header_of_with_accelerator, Arguments...> = true;

template <class F, class A>
using result_with = decltype(std::declval<F&>()(std::type_identity<A>{}));

/// The position of the first that is true; -1 where none is. An array: compilers limit the length of a fold.
template <bool... Each>
constexpr int position_of_first() {
  constexpr bool each[] = {Each...};
  for (int i = 0; i < static_cast<int>(sizeof...(Each)); ++i) {
    if (each[i]) return i;
  }
  return -1;
}

/// The order of the arguments, in one place.
template <bool InOrder>
struct with_accelerator_arguments {
  static_assert(InOrder,
                "with_accelerator: the name comes first, then a function that takes std::type_identity<A>: "
                "with_accelerator(name, []<class A>(std::type_identity<A>) { ... })");
};
template <class F, class A>
inline constexpr bool takes_a_type = requires(F& f) { f(std::type_identity<A>{}); };
template <class... Arguments>
inline constexpr bool is_a_text = (std::is_convertible_v<Arguments, std::string_view> || ...);

/// The error of two results, once and not for each accelerator of the list.
template <class First, class FirstResult, class Other, class OtherResult>
struct two_results {
  static constexpr bool same = std::is_same_v<FirstResult, OtherResult>;
  static_assert(same,
                "with_accelerator: the function returns the same type for every accelerator of the list; the arguments "
                "are two accelerators, each with what it returns for it");
};

/// Outside of the list's class: else the symbol of each function has the names of all types of the list.
template <class A, class F>
result_with<F, A> call_with(F& f) {
  return f(std::type_identity<A>{});
}

template <class Types>
struct function_for_each;
template <class First, class... Rest>
struct function_for_each<list<First, Rest...>> {
  template <class F>
  using result = result_with<F, First>;

  template <class F>
  static decltype(auto) call(int position, F& f) {
    constexpr int differs = position_of_first<!std::is_same_v<result_with<F, First>, result<F>>,
                                              !std::is_same_v<result_with<F, Rest>, result<F>>...>();
    if constexpr (differs < 0) {
      static constexpr result<F> (*functions[])(F&) = {&call_with<First, F>, &call_with<Rest, F>...};
      return functions[position](f);
    } else {
      using other = allotype::type_at<differs, list<First, Rest...>>;
      static_assert(sizeof(two_results<First, result<F>, other, result_with<F, other>>) > 0);  // which reports
      return f(std::type_identity<First>{});
    }
  }
};

}  // namespace detail

/// Calls `f(std::type_identity<A>{})` with the accelerator `A` that the name means, and returns what it returns:
///
/// \code
/// at::with_accelerator("NVIDIA A100-SXM4-40GB MIG 2g.10gb", []<class A>(std::type_identity<A>) { … });
/// \endcode
///
/// `f` is instantiated for every accelerator of the list, `known_devices` where none is given, and returns the same
/// type for each. Throws `input_error` with the nearest names, or with the devices that a partition's name could mean.
/// Does not allocate. Complexity: that of `accelerator_names<Known>::find`, and one indirect call.
template <class Known = detail::known_devices, class F>
decltype(auto) with_accelerator(std::string_view name, F&& f) {
  using names = detail::accelerator_names<Known>;
  if constexpr (detail::takes_a_type<F, type_at<0, typename names::types>>) {
    return detail::function_for_each<typename names::types>::call(names::at(name), f);
  } else {
    return (void)sizeof(detail::with_accelerator_arguments < sizeof(Known) == 0 >);
  }
}

/// The same for a device's name and, apart, its partition's: `with_accelerator("nvidia-tesla-a100", "2g.10gb", f)`. No
/// partition: the empty text.
template <class Known = detail::known_devices, class F>
decltype(auto) with_accelerator(std::string_view device, std::string_view partition, F&& f) {
  using names = detail::accelerator_names<Known>;
  if constexpr (detail::takes_a_type<F, type_at<0, typename names::types>>) {
    return detail::function_for_each<typename names::types>::call(names::at(device, partition), f);
  } else {
    return (void)sizeof(detail::with_accelerator_arguments < sizeof(Known) == 0 >);
  }
}

/// Does not compile; it says what the arguments are.
template <class Known = detail::known_devices, class First, class... Rest>
  requires(!std::is_convertible_v<First, std::string_view> && sizeof...(Rest) > 0 && sizeof...(Rest) < 3 &&
           detail::is_a_text<Rest...>)
void with_accelerator(First&&, Rest&&...) {
  (void)sizeof(detail::with_accelerator_arguments < sizeof(Known) == 0 >);
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
