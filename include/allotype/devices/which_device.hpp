// SPDX-License-Identifier: BSL-1.0
/// \file
/// Which of a machine's devices a queue opens, where there are several.
#pragma once

#include <concepts>
#include <cstddef>

#include <allotype/devices/device_uuid.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

/// Types of numbers that convert to an index and are none: truth values, characters, fractions, null.
template <class T>
concept not_an_index =
    std::same_as<T, bool> || std::same_as<T, char> || std::same_as<T, wchar_t> || std::same_as<T, char8_t> ||
    std::same_as<T, char16_t> || std::same_as<T, char32_t> || std::floating_point<T> || std::same_as<T, std::nullptr_t>;

}  // namespace detail

/// The device with an index, or the one with a UUID; the index is then only what the program calls it.
class which_device {
 public:
  /// The first.
  constexpr which_device() = default;
  /// The `index`-th of those that are what the type says, in the backend's order.
  constexpr which_device(int index) : index_(index) {}
  template <std::integral Index>
    requires(!detail::not_an_index<Index>)
  constexpr which_device(Index index) : index_(as_int(index)) {}
  /// Does not compile; it says what a device is named by.
  template <detail::not_an_index T>
  constexpr which_device(T) {
    constexpr bool is_index = !detail::not_an_index<T>;
    static_assert(
        is_index,
        "queue: a device is named by its index, an integer, or by the text of its UUID, \"GPU-8932f937-d72c-...\"");
  }
  /// The device with that UUID and no other: `device_uuid("GPU-8932f937-d72c-…")`, all 32 digits.
  constexpr which_device(device_uuid const& uuid, int index = 0) : index_(index), by_uuid_(true), uuid_(uuid) {}
  /// The same: `"GPU-8932f937-d72c-…"`.
  constexpr which_device(char const* uuid) : which_device(device_uuid(uuid)) {}
  /// std::string, std::string_view and the like.
  template <class Text>
    requires requires(Text const& uuid) { detail::text_range(uuid.data() + uuid.size()); }
  constexpr which_device(Text const& uuid) : which_device(detail::uuid_of(detail::text_range(uuid))) {}

  /// The index of the device, or only what the program calls it.
  [[nodiscard]] constexpr int index() const { return index_; }
  /// A UUID says which, and not an index.
  [[nodiscard]] constexpr bool by_uuid() const { return by_uuid_; }
  /// The UUID; of kind `none` where an index says which.
  [[nodiscard]] constexpr device_uuid const& uuid() const { return uuid_; }

 private:
  /// An index beyond the range of `int` stays one that no device has.
  template <class Index>
  static constexpr int as_int(Index index) {
    constexpr int most = 0x7fffffff;
    int const cut = static_cast<int>(index);
    if constexpr (!std::is_unsigned_v<Index>) {
      if (index < 0) return -1;
    }
    return cut >= 0 && static_cast<Index>(cut) == index ? cut : most;
  }

  int index_ = 0;
  bool by_uuid_ = false;
  device_uuid uuid_;
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
