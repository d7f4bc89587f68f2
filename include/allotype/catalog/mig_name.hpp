// SPDX-License-Identifier: BSL-1.0
/// \file
/// The grammar of MIG names, as NVIDIA/go-nvlib reads them (pkg/nvlib/device/mig_profile.go@3c16156):
///
///     name      = [ number "c." ] number "g." number "gb" [ "+" list | "-" list ]
///     list      = attribute *( "," attribute )               none twice
///     attribute = letter *( letter | digit | "." )           not ending in "."
///     number    = "0" | digit other than 0 *digit            at most 9999
///
/// The grammar alone does not know which profiles exist: it takes `9g.999gb` and `7c.1g.5gb`.
#pragma once

#include <allotype/core/detail/compare_text.hpp>
#include <allotype/core/detail/number_text.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// Why a text is not a MIG name.
enum class mig_name_fault {
  none,
  no_number,           ///< a number was expected, without leading zeros
  number_too_large,    ///< more than 9999
  no_slices,           ///< `c.` or `g.` was expected behind the first number
  no_gpu_slices,       ///< `g.` was expected behind the number that follows `c.`
  no_gigabytes,        ///< `gb` was expected
  no_attribute,        ///< a letter was expected: an attribute starts with one
  ends_in_a_dot,       ///< an attribute does
  repeated_attribute,  ///< an attribute stands in the list twice
  mixed_signs,         ///< `+` and `-` in one name
  something_follows,   ///< a character that has no place there
};

/// What attributes say about media engines: without an attribute the share that belongs to the slices; `+me` adds the
/// engines that a GPU has few of; `+me.all` has all of the GPU's engines; `-me` has none.
enum class media_extensions { standard, extended, all, none };

/// A MIG name, taken apart.
struct mig_name {
  int compute_slices = 0;  ///< of the compute instance; those of the GPU instance where the name does not say
  int gpu_slices = 0;      ///< of the GPU instance
  int gigabytes = 0;       ///< as the name says, a label more than an amount
  bool names_compute_slices = false;            ///< it starts with `C c.`, as NVML writes it where C is not G
  char sign = '\0';                             ///< `+` or `-` where there are attributes
  char const* attributes = "";                  ///< the list behind the sign, to the end of the text
  char const* gpu_instance = "";                ///< the name of the GPU instance: all but `C c.`
  mig_name_fault fault = mig_name_fault::none;  ///< what is wrong with the text
  int fault_at = 0;  ///< characters before the one that is wrong; the length where the text ends too early

  constexpr explicit operator bool() const { return fault == mig_name_fault::none; }

  /// Whether the name has no attributes.
  [[nodiscard]] constexpr bool plain() const { return sign == '\0'; }

  /// The name has this attribute, with this sign.
  [[nodiscard]] constexpr bool has(char asked_sign, char const* attribute) const;

  /// Which media engines the attributes add or take away.
  [[nodiscard]] constexpr media_extensions media() const {
    return has('+', "me.all") ? media_extensions::all
           : has('+', "me")   ? media_extensions::extended
           : has('-', "me")   ? media_extensions::none
                              : media_extensions::standard;
  }
  /// Graphics interfaces (OpenGL, Vulkan) work.
  [[nodiscard]] constexpr bool graphics() const { return has('+', "gfx"); }
};

namespace detail {

/// Reads from left to right; the first fault stays.
struct mig_name_reader {
  char const* text;
  int end = length(text);
  int at = 0;
  mig_name_fault fault = mig_name_fault::none;

  constexpr void fail(mig_name_fault reason) {
    if (fault == mig_name_fault::none) fault = reason;
  }
  constexpr bool failed() const { return fault != mig_name_fault::none; }

  [[gnu::cold]] constexpr int number() {
    if (failed()) return 0;
    auto const read = read_digits({text, at, end}, 9999);
    if (read.count == 0 || (read.count > 1 && text[at] == '0')) return fail(mig_name_fault::no_number), 0;
    if (read.too_large) return fail(mig_name_fault::number_too_large), 0;
    at += read.count;
    return static_cast<int>(read.value);
  }
  /// Two characters, if they come next.
  [[gnu::cold]] constexpr bool take(char first, char second) {
    if (failed() || text[at] != first || text[at + 1] != second) return false;
    at += 2;
    return true;
  }
  [[gnu::cold]] constexpr void attributes() {
    int const first = at;
    for (;;) {
      int const start = at;
      if (!is_letter(text[at])) return fail(mig_name_fault::no_attribute);
      while (is_letter(text[at]) || is_digit(text[at]) || text[at] == '.') ++at;
      if (text[at - 1] == '.') return --at, fail(mig_name_fault::ends_in_a_dot);
      for (comma_separated other(text_range(text, first, at)); start > other.element().begin; other.next()) {
        if (equal(other.element(), {text, start, at})) return at = start, fail(mig_name_fault::repeated_attribute);
      }
      if (text[at] != ',') return;
      ++at;
    }
  }
};

}  // namespace detail

/// Takes a MIG name apart, or says at which position and why it is not one. The result points into `text`.
/// Complexity: linear; quadratic in the number of attributes.
[[nodiscard, gnu::cold]] constexpr mig_name parse_mig_name(char const* text) {
  detail::mig_name_reader read{text};
  mig_name name;
  name.gpu_instance = text;
  name.gpu_slices = name.compute_slices = read.number();
  if (read.take('c', '.')) {
    name.names_compute_slices = true;
    name.gpu_instance = text + read.at;
    name.gpu_slices = read.number();
    if (!read.take('g', '.')) read.fail(mig_name_fault::no_gpu_slices);
  } else if (!read.take('g', '.')) {
    read.fail(mig_name_fault::no_slices);
  }
  name.gigabytes = read.number();
  if (!read.take('g', 'b')) read.fail(mig_name_fault::no_gigabytes);
  if (!read.failed() && (text[read.at] == '+' || text[read.at] == '-')) {
    name.sign = text[read.at++];
    name.attributes = text + read.at;
    read.attributes();
  }
  if (!read.failed() && text[read.at] != '\0') {
    bool const is_sign = text[read.at] == '+' || text[read.at] == '-';
    read.fail(is_sign && name.sign != '\0' && text[read.at] != name.sign ? mig_name_fault::mixed_signs
                                                                         : mig_name_fault::something_follows);
  }
  if (!read.failed()) return name;
  mig_name none;
  none.fault = read.fault;
  none.fault_at = read.at;
  return none;
}

constexpr bool mig_name::has(char asked_sign, char const* attribute) const {
  if (sign != asked_sign) return false;
  for (detail::comma_separated each(attributes); !each.done(); each.next()) {
    if (detail::equal(each.element(), attribute)) return true;
  }
  return false;
}

namespace detail {

/// Kubernetes has no `+` in labels and in names of resources, and NVIDIA writes `.` for it; nor `/`, for which AMD
/// writes `_`.
constexpr char as_in_a_label(char c) { return c == '+' ? '.' : c == '/' ? '_' : c; }

}  // namespace detail
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
