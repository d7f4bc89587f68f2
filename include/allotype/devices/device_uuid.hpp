// SPDX-License-Identifier: BSL-1.0
/// \file
/// The UUIDs of devices, as drivers print them: `GPU-8932f937-d72c-…`, `MIG-41b2…`, the older `MIG-GPU-…/7/0`, AMD's
/// `GPU-4b2c1a9f8d3e6f7a`; and beginnings of them. Kept as numbers, so that they can be compared while compiling.
/// Spellings: NVIDIA's MIG User Guide (device names), CUDA's and ROCm's pages on environment variables.
#pragma once

#include <allotype/core/detail/compare_text.hpp>
#include <allotype/core/detail/message.hpp>
#include <allotype/core/detail/number_text.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// A device's UUID: 16 bytes, and what they name. Or the beginning of a UUID: its first digits, as many as were
/// written.
struct device_uuid {
  enum class kind : unsigned char {
    none,                ///< the device has no UUID
    gpu,                 ///< `GPU-` and digits: a board of NVIDIA's or AMD's
    partition,           ///< `MIG-` and digits: a MIG device, since driver 470
    partition_of_board,  ///< `MIG-GPU-` and the digits of the board, then `/GPU instance/compute instance`
  };

  // Small numbers, because choices and lists of devices hold many of these.
  unsigned long long first_half = 0;   ///< of 32 digits; unknown digits are 0
  unsigned long long second_half = 0;  ///< likewise
  kind names = kind::none;             ///< what the UUID names
  unsigned char digits = 0;            ///< known hexadecimal digits, at most 32
  bool without_dashes = false;         ///< AMD's 16 digits; otherwise 8-4-4-4-12
  bool has_instances = false;          ///< the two below are known
  short gpu_instance = 0;              ///< of a partition
  short compute_instance = 0;          ///< of a partition

  constexpr device_uuid() = default;
  /// The UUID that a driver printed, letters in either case. It is of kind `none` if `text` is not a UUID from its
  /// first to its last character.
  constexpr explicit device_uuid(char const* text);

  /// All digits are known: this is a UUID and not its beginning.
  [[nodiscard]] constexpr bool complete() const noexcept { return digits == 32 || (without_dashes && digits == 16); }

  friend constexpr bool operator==(device_uuid const&, device_uuid const&) = default;
};

namespace detail {

/// The numbers agree as far as `beginning` goes.
constexpr bool digits_begin(device_uuid const& uuid, device_uuid const& beginning) {
  if (beginning.digits > uuid.digits) return false;
  if (beginning.digits > 8 && beginning.without_dashes != uuid.without_dashes) return false;
  int const first = beginning.digits < 16 ? beginning.digits : 16;
  int const second = beginning.digits - first;
  unsigned long long const of_first = first == 0 ? 0 : ~0ULL << (4 * (16 - first));
  unsigned long long const of_second = second == 0 ? 0 : ~0ULL << (4 * (16 - second));
  return (uuid.first_half & of_first) == beginning.first_half &&
         (uuid.second_half & of_second) == beginning.second_half;
}

constexpr bool instances_agree(device_uuid const& uuid, device_uuid const& beginning) {
  return !beginning.has_instances || (uuid.has_instances && beginning.gpu_instance == uuid.gpu_instance &&
                                      beginning.compute_instance == uuid.compute_instance);
}

enum class letter_case { any, as_drivers_print };

struct uuid_in_text {
  device_uuid uuid{};  ///< of kind none where there is no UUID
  int end = 0;         ///< of what belongs to it; where it is not the end of the text, the rest is what is wrong
  bool too_short = false;
};

/// `/7/0` behind the digits of a board.
constexpr void read_instances(text_range text, uuid_in_text& read) {
  short numbers[2]{};
  text_range rest = text.from(read.end);
  for (short& number : numbers) {
    if (rest.empty() || rest[0] != '/') return;
    rest = rest.from(1);
    auto const digits = read_digits(rest, 9999);
    if (!digits) return;
    number = static_cast<short>(digits.value);
    rest = rest.from(digits.count);
  }
  read.uuid.has_instances = true;
  read.uuid.gpu_instance = numbers[0];
  read.uuid.compute_instance = numbers[1];
  read.end = rest.begin - text.begin;
}

/// The UUID at the beginning of `text`. A dash stands behind 8, 12, 16 and 20 digits, or nowhere in 16.
constexpr uuid_in_text read_uuid(text_range text, letter_case letters = letter_case::any) {
  uuid_in_text read;
  bool const any = letters == letter_case::any;
  auto const begins = [text, any](char const* prefix) {
    return any ? begins_with<&upper>(text, prefix) : begins_with(text, prefix);
  };
  if (begins("MIG-GPU-")) {
    read.uuid.names = device_uuid::kind::partition_of_board;
    read.end = 8;
  } else if (begins("MIG-")) {
    read.uuid.names = device_uuid::kind::partition;
    read.end = 4;
  } else if (begins("GPU-")) {
    read.uuid.names = device_uuid::kind::gpu;
    read.end = 4;
  } else {
    return read;
  }
  device_uuid& uuid = read.uuid;
  bool dash_before = true;  // no dash follows the prefix
  for (; read.end < text.length(); ++read.end) {
    char const c = text[read.end];
    int const n = uuid.digits;
    if (c == '-') {
      if (dash_before || uuid.without_dashes || (n != 8 && n != 12 && n != 16 && n != 20)) break;
      dash_before = true;
      continue;
    }
    int const digit = hexadecimal_value(c);
    if (digit < 0 || (!any && c != lower(c))) break;
    if (!dash_before && n == 8) uuid.without_dashes = true;
    if (!dash_before && !uuid.without_dashes && (n == 12 || n == 16 || n == 20)) break;
    if (n == (uuid.without_dashes ? 16 : 32)) break;
    unsigned long long& half = n < 16 ? uuid.first_half : uuid.second_half;
    half |= static_cast<unsigned long long>(digit) << (4 * (15 - n % 16));
    uuid.digits = static_cast<unsigned char>(n + 1);
    dash_before = false;
  }
  if (uuid.names == device_uuid::kind::partition_of_board && uuid.digits == 32) read_instances(text, read);
  read.too_short = uuid.digits == 0;
  return read;
}

/// `beginning` could mean the device called `uuid`: a unique one is a name. Both as they are read from text.
constexpr bool begins(device_uuid const& uuid, device_uuid const& beginning) {
  return uuid.names != device_uuid::kind::none && uuid.names == beginning.names && digits_begin(uuid, beginning) &&
         instances_agree(uuid, beginning);
}

/// Both are complete and name the same device. A partition's instances count only if its UUID is its board's.
constexpr bool same_device(device_uuid const& a, device_uuid const& b) {
  bool const same_bytes = a.names == b.names && a.complete() && b.complete() && a.digits == b.digits &&
                          a.first_half == b.first_half && a.second_half == b.second_half;
  return same_bytes && (a.names != device_uuid::kind::partition_of_board ||
                        (a.gpu_instance == b.gpu_instance && a.compute_instance == b.compute_instance));
}

/// The UUID of these 16 bytes, the most significant first, as CUDA tells it.
template <class Byte>
constexpr device_uuid device_uuid_of_bytes(device_uuid::kind names, Byte const (&bytes)[16]) {
  device_uuid uuid;
  uuid.names = names;
  uuid.digits = 32;
  for (int i = 0; i < 16; ++i) {
    unsigned long long& half = i < 8 ? uuid.first_half : uuid.second_half;
    half = half << 8 | static_cast<unsigned char>(bytes[i]);
  }
  return uuid;
}

}  // namespace detail

namespace detail {

/// The UUID that is all of the text; of kind `none` if it is none.
constexpr device_uuid uuid_of(text_range text) {
  auto const read = read_uuid(text);
  return !read.too_short && read.end == text.length() ? read.uuid : device_uuid{};
}

}  // namespace detail

constexpr device_uuid::device_uuid(char const* text) : device_uuid(detail::uuid_of(detail::text_range(text))) {}

/// The UUID as drivers print it, digits in lower case, as many as are known.
[[nodiscard, gnu::cold]] constexpr message<72> to_string(device_uuid const& uuid) {
  message<72> to;
  if (uuid.names == device_uuid::kind::none) return to << "no UUID";
  to << (uuid.names == device_uuid::kind::gpu         ? "GPU-"
         : uuid.names == device_uuid::kind::partition ? "MIG-"
                                                      : "MIG-GPU-");
  for (int n = 0; n < uuid.digits; ++n) {
    if (!uuid.without_dashes && (n == 8 || n == 12 || n == 16 || n == 20)) to << "-";
    unsigned long long const half = n < 16 ? uuid.first_half : uuid.second_half;
    char const digit[2] = {detail::hexadecimal_digits[(half >> (4 * (15 - n % 16))) & 15], '\0'};
    to << digit;
  }
  if (uuid.names == device_uuid::kind::partition_of_board && uuid.has_instances) {
    to << "/" << uuid.gpu_instance << "/" << uuid.compute_instance;
  }
  return to;
}

template <int Capacity>
constexpr message<Capacity>& operator<<(message<Capacity>& to, device_uuid const& uuid) {
  return to << to_string(uuid).text();
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
