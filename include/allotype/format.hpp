// SPDX-License-Identifier: BSL-1.0
/// \file
/// What has `to_string` in the core can be formatted: `std::format("{}", queue)`, `std::format("{:>12}", 40_GB)`, with
/// all that a text's format may state. Where the standard library has no <format>, this header has nothing, and
/// programs may include it all the same.
#pragma once

#include <version>

#include <allotype/allotype.hpp>
#include <allotype/devices/device_choice.hpp>

#ifdef __cpp_lib_format

#  include <format>
#  include <string_view>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

template <class T>
struct formatter_of_text : std::formatter<std::string_view, char> {
  template <class Context>
  auto format(T const& value, Context& context) const {
    auto const text = to_string(value);
    return std::formatter<std::string_view, char>::format(std::string_view(text.data()), context);
  }
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail

template <int Capacity>
struct std::formatter<allotype::fixed_text<Capacity>, char>
    : allotype::detail::formatter_of_text<allotype::fixed_text<Capacity>> {};
template <>
struct std::formatter<allotype::answer, char> : allotype::detail::formatter_of_text<allotype::answer> {};
template <>
struct std::formatter<allotype::availability, char> : allotype::detail::formatter_of_text<allotype::availability> {};
template <>
struct std::formatter<allotype::bytes, char> : allotype::detail::formatter_of_text<allotype::bytes> {};
template <>
struct std::formatter<allotype::compute_capability<>, char>
    : allotype::detail::formatter_of_text<allotype::compute_capability<>> {};
template <>
struct std::formatter<allotype::device_choice, char> : allotype::detail::formatter_of_text<allotype::device_choice> {};
template <>
struct std::formatter<allotype::device_uuid, char> : allotype::detail::formatter_of_text<allotype::device_uuid> {};
template <class A>
struct std::formatter<allotype::queue<A>, char> : allotype::detail::formatter_of_text<allotype::queue<A>> {};

#endif
