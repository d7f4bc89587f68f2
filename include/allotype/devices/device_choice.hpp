// SPDX-License-Identifier: BSL-1.0
/// \file
/// Which devices are asked for: a count, indices, UUIDs, all, or `auto`. The machine is not examined here; see
/// device_selection.hpp. A choice is made from a number, a literal, a list of indices, or text of the running program.
/// A literal is read while compiling, by the function that also reads text:
///
///   2     two devices: the first two                 auto      as many as is usual for the accelerator
///   0,1   the devices 0 and 1, in this order         all, -1   all there are
///   0,    the device 0: a comma makes it a list      GPU-8932f937, MIG-41b2   by UUID or its beginning
///   idle:2   the first two that nobody uses          idle      all that nobody uses
///
/// `device_choice{2}`, `device_choice{"0,1"}`, `device_choice::of_text(argv[1])`.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string_view>
#include <type_traits>

#include <allotype/core/detail/compare_text.hpp>
#include <allotype/core/detail/number_text.hpp>
#include <allotype/core/detail/refuse.hpp>
#include <allotype/core/fixed_text.hpp>
#include <allotype/devices/device_selection_error.hpp>
#include <allotype/devices/device_uuid.hpp>
#include <allotype/devices/devices_present.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

/// What can be a number of devices: an integer, but no truth value and no character.
template <class N>
concept device_number =
    std::is_integral_v<N> && !std::is_same_v<N, bool> && !std::is_same_v<N, char> && !std::is_same_v<N, wchar_t> &&
    !std::is_same_v<N, char8_t> && !std::is_same_v<N, char16_t> && !std::is_same_v<N, char32_t>;

}  // namespace detail

class device_choice;

namespace detail {

inline constexpr int largest_number = 2147483647;

/// The number itself; the largest of its type for what is larger.
template <device_number N>
constexpr long long as_number(N number) {
  constexpr long long largest = 9223372036854775807LL;
  constexpr bool may_exceed = static_cast<N>(-1) > static_cast<N>(0) && sizeof(N) >= sizeof(long long);
  if (may_exceed && static_cast<unsigned long long>(number) > static_cast<unsigned long long>(largest)) return largest;
  return static_cast<long long>(number);
}

/// What is wrong with a choice, whatever the machine has.
struct device_fault {
  device_problem problem = device_problem::none;
  int position = -1;  ///< in characters from 0; -1 if the fault has no position
  char const* why = "";
};

[[noreturn]] void refuse_choice(device_choice const& choice, device_fault fault);

/// Characters that a terminal would not show are written as \xNN.
template <int Capacity>
constexpr void write_printable(message<Capacity>& to, text_range text) {
  for (int i = 0; i < text.length(); ++i) {
    unsigned char const c = static_cast<unsigned char>(text[i]);
    if (c >= 0x20 && c < 0x7f) {
      to << text[i];
    } else {
      to << "\\x" << hexadecimal_digits[c >> 4] << hexadecimal_digits[c & 15];
    }
  }
}

struct choice_builder;

}  // namespace detail

/// Which devices are asked for. The default is `auto`: as many as is usual for the accelerator.
class device_choice {
 public:
  enum class kind { usual, all, count, list };

  /// The most UUIDs of a list: a process has no more MIG slices (NVIDIA MIG User Guide, device names).
  static constexpr int max_uuids = 64;

  /// An element of a list.
  struct entry {
    int index = 0;       ///< unless the device is named by UUID
    device_uuid uuid{};  ///< of the device, or its beginning
    int position = 0;    ///< in characters from 0; -1 if the input is not text

    /// Whether the element is a UUID; otherwise it is an index.
    [[nodiscard]] constexpr bool by_uuid() const noexcept { return uuid.names != device_uuid::kind::none; }

    friend constexpr bool operator==(entry const& a, entry const& b) { return a.index == b.index && a.uuid == b.uuid; }
  };

  constexpr device_choice() { input_ << "auto"; }
  /// A count; -1 means all. \throws device_selection_error for any other number below 1
  template <detail::device_number N>
  constexpr device_choice(N number);
  template <class N>
    requires(std::is_arithmetic_v<N> && !detail::device_number<N>)
  device_choice(N number) = delete;  // truth values, characters and fractions are no numbers of devices

  /// A literal is read while compiling; one that cannot be read does not compile, and the error says why.
  template <std::size_t Size>
  consteval device_choice(char const (&literal)[Size]);

  /// Reads text of the running program, as a literal is read: `device_choice::of_text("0,1")`.
  /// \throws device_selection_error if it cannot be read; the error has the position and what would be valid
  [[nodiscard]] static constexpr device_choice of_text(std::string_view text);
  /// The text is a choice of devices: `device_choice::can_be("0,1")`.
  [[nodiscard]] static constexpr bool can_be(std::string_view text) noexcept;

  /// A list of indices. \throws device_selection_error if it is empty, or has negative or repeated indices
  template <detail::device_number N = int>
  [[nodiscard]] static constexpr device_choice indices(std::initializer_list<N> list) {
    return indices(list.begin(), static_cast<int>(list.size()));
  }
  template <detail::device_number N>
  [[nodiscard]] static constexpr device_choice indices(N const* first, int number_of_indices);

  /// Which of the four kinds of choice it is.
  [[nodiscard]] constexpr kind what() const noexcept { return what_; }
  /// The number of devices of a count or a list; 0 if it depends on the machine.
  [[nodiscard]] constexpr int size() const noexcept { return count_; }
  /// The name that `size()` had before.
  [[nodiscard, deprecated("it is size()")]] constexpr int count() const noexcept { return size(); }
  /// Element `i` of a list.
  constexpr entry operator[](int i) const {
    if (list_.uuid_number[i] == 0) return {list_.index[i], {}, list_.position[i]};
    return {0, list_.uuid[list_.uuid_number[i] - 1], list_.position[i]};
  }
  /// The input as it was written, for errors; cut at 200 characters.
  [[nodiscard]] constexpr char const* input() const noexcept { return input_.text(); }
  /// Whether only devices count that nobody uses.
  [[nodiscard]] constexpr bool only_idle() const noexcept { return only_idle_; }
  /// Whether an element of the list is a UUID.
  [[nodiscard]] constexpr bool names_uuids() const { return list_.uuid_count > 0; }

  /// Both mean the same devices on every machine, however they were written. UUIDs are compared as written.
  friend constexpr bool operator==(device_choice const& a, device_choice const& b) {
    if (a.what_ != b.what_ || a.count_ != b.count_ || a.only_idle_ != b.only_idle_) return false;
    for (int i = 0; a.what_ == kind::list && i < a.count_; ++i) {
      if (!(a[i] == b[i])) return false;
    }
    return true;
  }

 private:
  friend struct detail::choice_builder;

  kind what_ = kind::usual;
  int count_ = 0;
  bool only_idle_ = false;
  // The list is a struct: while compiling, nvcc does not copy an array of structs in a class that is not trivially
  // copyable.
  struct entries {
    device_uuid uuid[max_uuids]{};
    int uuid_count = 0;
    unsigned char uuid_number[devices_present::most]{};  ///< from 1; 0 where the entry is an index
    int index[devices_present::most]{};
    int position[devices_present::most]{};
  };
  entries list_;
  message<200> input_;
};

/// Writes the choice as it is read: `2`, `0,`, `0,1`, `all`, `auto`, `idle`, `idle:2`, `GPU-8932f937`.
template <int Capacity>
constexpr message<Capacity>& operator<<(message<Capacity>& to, device_choice const& choice) {
  if (choice.only_idle()) {
    to << "idle";
    if (choice.what() == device_choice::kind::all) return to;
    to << ":";
  }
  switch (choice.what()) {
    case device_choice::kind::usual:
      return to << "auto";
    case device_choice::kind::all:
      return to << "all";
    case device_choice::kind::count:
      return to << choice.size();
    case device_choice::kind::list:
      break;
  }
  for (int i = 0; i < choice.size(); ++i) {
    if (i > 0) to << ",";
    if (choice[i].by_uuid()) {
      to << choice[i].uuid;
    } else {
      to << choice[i].index;
    }
  }
  // One index without a comma would be a count.
  if (choice.size() == 1 && !choice[0].by_uuid()) to << ",";
  return to;
}

/// The choice as text that is read as this choice again.
[[nodiscard]] constexpr message<64 * devices_present::most> to_string(device_choice const& choice) {
  message<64 * devices_present::most> text;
  text << choice;
  return text;
}

namespace detail {

struct parsed_devices {
  device_choice choice{};
  device_fault fault{};
};

struct choice_builder {
  static constexpr void set_input(device_choice& choice, text_range text) {
    choice.input_ = {};
    write_printable(choice.input_, text);
  }
  static constexpr void set(device_choice& choice, device_choice::kind what, int count) {
    choice.what_ = what;
    choice.count_ = count;
  }
  static constexpr void set_only_idle(device_choice& choice) { choice.only_idle_ = true; }
  /// \returns false where the list is full
  static constexpr bool add(device_choice& choice, device_choice::entry const& entry) {
    choice.what_ = device_choice::kind::list;
    auto& list = choice.list_;
    if (choice.count_ == devices_present::most) return false;
    if (entry.by_uuid() && list.uuid_count == device_choice::max_uuids) return false;
    if (entry.by_uuid()) list.uuid[list.uuid_count++] = entry.uuid;
    list.uuid_number[choice.count_] = static_cast<unsigned char>(entry.by_uuid() ? list.uuid_count : 0);
    list.index[choice.count_] = entry.index;
    list.position[choice.count_++] = entry.position;
    return true;
  }
  static constexpr void set_input_of_list(device_choice& choice) {
    choice.input_ = {};
    choice.input_ << choice;
  }
};

/// What is said of a list that is too long.
inline constexpr char list_is_too_long[] = "a list has at most 128 devices, 64 of them by UUID";
static_assert(devices_present::most == 128 && device_choice::max_uuids == 64);

/// Lists are checked in the order: more than can be held, none, one twice, a negative index.
constexpr device_fault fault_of_list(device_choice const& choice) {
  if (choice.size() == 0) return {device_problem::zero, 0, "it lists no device"};
  for (int i = 0; i < choice.size(); ++i) {
    for (int j = 0; j < i; ++j) {
      if (choice[i] == choice[j]) {
        return {device_problem::listed_twice, choice[i].position, "this device is listed before"};
      }
    }
  }
  return {};
}

constexpr device_fault fault_of_count(long long number, int position) {
  if (number == 0) return {device_problem::zero, position, "no device is asked for"};
  if (number < 0) return {device_problem::negative_count, position, "a count is 1 or more; -1 means all"};
  return {};
}

/// A whole number in text, with a sign and zeros in front at will, and nothing else.
struct whole_number {
  bool valid = false;
  bool too_large = false;  ///< beyond what an int holds
  int value = 0;
  int wrong_at = 0;  ///< where it stops being a number

  constexpr explicit whole_number(text_range text) {
    bool const negative = !text.empty() && text[0] == '-';
    if (negative || (!text.empty() && text[0] == '+')) text = text.from(1);
    auto const digits = read_digits(text, largest_number);
    valid = digits.count > 0 && digits.count == text.length();
    too_large = digits.too_large;
    value = static_cast<int>(digits.value) * (negative ? -1 : 1);
    wrong_at = text.begin + digits.count;
  }
};

/// The one parser: of literals while compiling, of text while the program runs. Positions in faults are from 0 to
/// `length`.
/// Complexity: linear, but for the comparison of at most `devices_present::most` elements with each other.
constexpr parsed_devices parse_devices_text(text_range text) {
  parsed_devices parsed;
  device_choice& choice = parsed.choice;
  choice_builder::set_input(choice, text);
  auto const fault = [&parsed](device_problem problem, int position, char const* why) -> parsed_devices const& {
    parsed.fault = {problem, position, why};
    return parsed;
  };

  text_range const written = text.trimmed();
  if (written.empty()) return fault(device_problem::not_understood, 0, "the text is empty");
  if (equal_in_any_case(written, "auto")) return parsed;
  if (equal_in_any_case(written, "all")) {
    choice_builder::set(choice, device_choice::kind::all, 0);
    return parsed;
  }

  constexpr char idle[] = "idle";
  text_range const word{written.text, written.begin, written.begin + detail::length(idle)};
  if (written.length() >= word.length() && equal_in_any_case(word, idle)) {
    choice_builder::set_only_idle(choice);
    choice_builder::set(choice, device_choice::kind::all, 0);
    text_range const rest = written.from(word.length());
    if (rest.empty()) return parsed;
    whole_number const number(rest.from(1));
    if (rest[0] != ':' || !number.valid || number.too_large) {
      return fault(device_problem::not_understood, rest.begin, "behind idle is nothing, or a count: idle:2");
    }
    choice_builder::set(choice, device_choice::kind::count, number.value);
    parsed.fault = fault_of_count(number.value, rest.begin + 1);
    return parsed;
  }

  bool const list = !comma_separated(written).last();
  if (!list && !is_letter(written[0])) {
    whole_number const number(written);
    if (!number.valid) return fault(device_problem::not_understood, number.wrong_at, "this is no number");
    if (number.too_large) return fault(device_problem::not_understood, written.begin, "the number is too large");
    if (number.value == -1) {
      choice_builder::set(choice, device_choice::kind::all, 0);
      return parsed;
    }
    choice_builder::set(choice, device_choice::kind::count, number.value);
    parsed.fault = fault_of_count(number.value, written.begin);
    return parsed;
  }

  choice_builder::set(choice, device_choice::kind::list, 0);
  int first_negative = -1;
  bool room = true;
  int no_room_at = -1;
  for (comma_separated i(text); !i.done(); i.next()) {
    text_range const element = i.element();
    if (element.empty()) continue;  // a comma at the end, at the front, or two in a row
    text_range const inner = element.trimmed();
    if (inner.empty()) {
      // Blanks behind a last comma belong to the end of the text.
      if (element.begin >= written.end || element.end <= written.begin) continue;
      return fault(device_problem::not_understood, element.begin, "there is no device between the commas");
    }
    device_choice::entry entry;
    entry.position = inner.begin;
    if (is_letter(inner[0])) {
      auto const read = read_uuid(inner);
      if (read.uuid.names == device_uuid::kind::none) {
        return fault(device_problem::not_understood, inner.begin,
                     "this is neither a number nor a UUID, GPU-... or MIG-...");
      }
      if (read.end != inner.length() || read.too_short) {
        return fault(device_problem::not_understood, inner.begin + read.end, "no UUID goes on like this");
      }
      entry.uuid = read.uuid;
    } else {
      whole_number const number(inner);
      if (!number.valid) return fault(device_problem::not_understood, number.wrong_at, "this is no number");
      if (number.too_large) return fault(device_problem::not_understood, inner.begin, "the number is too large");
      if (number.value < 0 && first_negative < 0) first_negative = inner.begin;
      entry.index = number.value;
    }
    room = room && choice_builder::add(choice, entry);
    if (!room && no_room_at < 0) no_room_at = inner.begin;
  }
  if (!room) return fault(device_problem::too_many, no_room_at, list_is_too_long);
  parsed.fault = fault_of_list(choice);
  if (parsed.fault.problem == device_problem::none && first_negative >= 0) {
    parsed.fault = {device_problem::not_present, first_negative, "indices start at 0; only -1 alone means all"};
  }
  return parsed;
}

/// Where in a literal the first character stands that does not belong, from 0; at most 31.
template <int Position>
struct wrong_character;

template <int... Position>
struct refusals {
  static constexpr void (*at[sizeof...(Position)])(char const*) = {&refuse<wrong_character<Position>>...};
};
using refusals_by_position = refusals<0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22,
                                      23, 24, 25, 26, 27, 28, 29, 30, 31>;

inline constexpr char valid_on_any_machine[] =
    "a count such as \"2\", indices such as \"0,1\" or \"0,\" (device 0 only), \"all\", \"auto\", or UUIDs such as "
    "\"GPU-8932f937\"";

[[noreturn]] inline void refuse_choice(device_choice const& choice, device_fault fault) {
  throw device_selection_error(fault.problem, choice.input(), fault.position, fault.why, valid_on_any_machine, {});
}

}  // namespace detail

template <detail::device_number N>
constexpr device_choice::device_choice(N number) : what_(kind::count) {
  long long const wanted = detail::as_number(number);
  input_ << wanted;
  if (wanted == -1) {
    what_ = kind::all;
    return;
  }
  auto const fault = wanted > detail::largest_number
                         ? detail::device_fault{detail::device_problem::not_understood, -1, "the number is too large"}
                         : detail::fault_of_count(wanted, -1);
  if (fault.problem != detail::device_problem::none) detail::refuse_choice(*this, fault);
  count_ = static_cast<int>(wanted);
}

template <std::size_t Size>
consteval device_choice::device_choice(char const (&literal)[Size]) {
  auto const parsed = detail::parse_devices_text(detail::text_range(literal, 0, static_cast<int>(Size) - 1));
  // All in this one function, for every call between is three more lines of clang's.
  detail::device_problem const problem = parsed.fault.problem;
  int const at = parsed.fault.position < 31 ? parsed.fault.position : 31;
  if (problem == detail::device_problem::not_understood) {
    detail::refusals_by_position::at[at]("write a count, indices with commas, all, auto or a UUID");
  }
  if (problem == detail::device_problem::zero) detail::refuse("no device is asked for: write 1 or more, or all");
  if (problem == detail::device_problem::negative_count) detail::refuse("a count is 1 or more; only -1 means all");
  if (problem == detail::device_problem::listed_twice) detail::refuse("a device is listed twice");
  if (problem == detail::device_problem::not_present) detail::refuse("indices start at 0; only -1 alone means all");
  if (problem == detail::device_problem::too_many) detail::refuse("a list has at most 128 devices, 64 of them by UUID");
  *this = parsed.choice;
}

template <detail::device_number N>
constexpr device_choice device_choice::indices(N const* first, int number_of_indices) {
  device_choice choice;
  detail::choice_builder::set(choice, kind::list, 0);
  detail::device_fault fault;
  bool negative = false;
  for (int i = 0; i < number_of_indices; ++i) {
    long long const index = detail::as_number(first[i]);
    negative = negative || index < 0;
    if (index > detail::largest_number || index < -detail::largest_number) {
      fault = {detail::device_problem::not_understood, -1, "a number is too large"};
    } else if (!detail::choice_builder::add(choice, {static_cast<int>(index), {}, -1})) {
      fault = {detail::device_problem::too_many, -1, detail::list_is_too_long};
    }
  }
  detail::choice_builder::set_input_of_list(choice);
  if (fault.problem == detail::device_problem::none) fault = detail::fault_of_list(choice);
  if (fault.problem == detail::device_problem::none && negative) {
    fault = {detail::device_problem::not_present, -1, "indices start at 0; only -1 alone means all"};
  }
  fault.position = -1;  // there is no text
  if (fault.problem != detail::device_problem::none) detail::refuse_choice(choice, fault);
  return choice;
}

namespace detail {

/// Far more than a choice needs; the limit keeps positions in an int.
inline constexpr std::size_t longest_devices_text = 1'000'000;

constexpr parsed_devices parse_devices(std::string_view text) {
  if (text.size() <= longest_devices_text) return parse_devices_text(text);
  parsed_devices parsed;
  choice_builder::set_input(parsed.choice, text_range(text.data(), 0, 300));
  parsed.fault = {device_problem::too_many, 0, "the text is longer than a million characters"};
  return parsed;
}

}  // namespace detail

constexpr bool device_choice::can_be(std::string_view text) noexcept {
  return detail::parse_devices(text).fault.problem == detail::device_problem::none;
}

constexpr device_choice device_choice::of_text(std::string_view text) {
  auto const parsed = detail::parse_devices(text);
  if (parsed.fault.problem != detail::device_problem::none) detail::refuse_choice(parsed.choice, parsed.fault);
  return parsed.choice;
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
