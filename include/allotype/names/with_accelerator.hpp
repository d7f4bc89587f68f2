// SPDX-License-Identifier: BSL-1.0
/// \file
/// From a name that the program reads to a type: `with_accelerator("nvidia-tesla-a100", "2g.10gb", f)` calls `f` with
/// the accelerator as a type. How accelerators may be spelt: see names/accelerator_names.hpp.
#pragma once

#include <allotype/names/accelerator_names.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

template <class Result, class A, class F>
Result call_with(F& f) {
  static_assert(std::is_same_v<decltype(f(std::type_identity<A>{})), Result>,
                "with_accelerator: the function returns the same type for every accelerator of the list");
  return f(std::type_identity<A>{});
}

template <class Types>
struct function_for_each;
template <class First, class... Rest>
struct function_for_each<list<First, Rest...>> {
  template <class F>
  using result = decltype(std::declval<F&>()(std::type_identity<First>{}));

  template <class F>
  static result<F> call(int position, F& f) {
    static constexpr result<F> (*functions[])(F&) = {&call_with<result<F>, First, F>,
                                                     &call_with<result<F>, Rest, F>...};
    return functions[position](f);
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
  return detail::function_for_each<typename names::types>::call(names::at(name), f);
}

/// The same for a device's name and, apart, its partition's: `with_accelerator("nvidia-tesla-a100", "2g.10gb", f)`. No
/// partition: the empty text.
template <class Known = detail::known_devices, class F>
decltype(auto) with_accelerator(std::string_view device, std::string_view partition, F&& f) {
  using names = detail::accelerator_names<Known>;
  return detail::function_for_each<typename names::types>::call(names::at(device, partition), f);
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
