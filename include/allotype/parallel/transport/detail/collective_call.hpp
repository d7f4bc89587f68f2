// SPDX-License-Identifier: BSL-1.0
/// \file
/// What a rank says on entering a collective, so that ranks which do different things are found and not mixed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include <allotype/core/detail/message.hpp>
#include <allotype/core/number_format.hpp>
#include <allotype/dispatch/operations.hpp>
#include <allotype/version.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

enum class collective : int { none, barrier, broadcast, all_reduce, all_gather, reduce_scatter, end };

constexpr bool is_collective(collective which) { return which >= collective::none && which <= collective::end; }

constexpr char const* name_of_collective(collective which) {
  constexpr char const* names[] = {
      "nothing", "barrier", "broadcast", "all_reduce", "all_gather", "reduce_scatter", "the end of its function"};
  return is_collective(which) ? names[static_cast<int>(which)] : "an unknown collective";
}

/// A type's name in eight bytes, for ranks to compare. Types of a program's own have "#" and seven digits that follow
/// from the name that the compiler has for them.
struct short_name {
  char text[8]{};

  friend constexpr bool operator==(short_name const&, short_name const&) = default;
};

constexpr short_name short_name_from(char const* text) {
  short_name name;
  for (std::size_t i = 0; i < sizeof name.text && text[i] != '\0'; ++i) name.text[i] = text[i];
  return name;
}

template <class T>
constexpr short_name own_name() {
  std::uint64_t code = 14695981039346656037u;  // FNV-1a
  for (char const letter : __PRETTY_FUNCTION__) code = (code ^ static_cast<unsigned char>(letter)) * 1099511628211u;
  short_name name;
  name.text[0] = '#';
  for (std::size_t i = 1; i < sizeof name.text; ++i) {
    name.text[i] = "0123456789abcdef"[code & 15];
    code >>= 4;
  }
  return name;
}

/// Whole numbers by sign and size: `long` and `long long` are the same to ranks.
template <class T>
constexpr short_name name_of_integer() {
  bool const is_signed = std::is_signed_v<T>;
  constexpr std::size_t size = sizeof(T);
  return short_name_from(size == 1   ? is_signed ? "int8" : "uint8"
                         : size == 2 ? is_signed ? "int16" : "uint16"
                         : size == 4 ? is_signed ? "int32" : "uint32"
                         : is_signed ? "int64"
                                     : "uint64");
}

template <class T>
constexpr short_name name_of_element() {
  if constexpr (std::is_same_v<T, bool>) {
    return short_name_from("bool");
  } else if constexpr (std::is_integral_v<T> && sizeof(T) <= 8) {
    return name_of_integer<T>();
  } else if constexpr (std::is_same_v<T, float>) {
    return short_name_from("float");
  } else if constexpr (std::is_same_v<T, double>) {
    return short_name_from("double");
  } else if constexpr (std::is_same_v<T, float16>) {
    return short_name_from("float16");
  } else if constexpr (std::is_same_v<T, bfloat16>) {
    return short_name_from("bfloat16");
  } else if constexpr (std::is_same_v<T, float8_e4m3>) {
    return short_name_from("f8_e4m3");
  } else if constexpr (std::is_same_v<T, float8_e5m2>) {
    return short_name_from("f8_e5m2");
  } else {
    return own_name<T>();
  }
}

template <class Op>
constexpr short_name name_of_operation() {
  if constexpr (std::is_same_v<Op, plus>) {
    return short_name_from("plus");
  } else if constexpr (std::is_same_v<Op, maximum>) {
    return short_name_from("maximum");
  } else if constexpr (std::is_same_v<Op, minimum>) {
    return short_name_from("minimum");
  } else {
    return own_name<Op>();
  }
}

/// The same bytes in the messages of every version: what another version says is understood, and refused.
struct collective_call {
  collective which = collective::none;
  int version = ALLOTYPE_VERSION;
  long long count = 0;  ///< elements of one rank
  int element_bytes = 0;
  int root = 0;
  short_name element;
  short_name operation;

  friend constexpr bool operator==(collective_call const&, collective_call const&) = default;
};

static_assert(sizeof(collective_call) == 40);

constexpr collective_call call_without_elements(collective which) {
  collective_call call;
  call.which = which;
  return call;
}
template <class T>
constexpr collective_call call_of(collective which, std::size_t count, int root = 0) {
  collective_call call = call_without_elements(which);
  call.count = static_cast<long long>(count);
  call.element_bytes = static_cast<int>(sizeof(T));
  call.root = root;
  call.element = name_of_element<T>();
  return call;
}
template <class T, class Op>
constexpr collective_call call_of(collective which, std::size_t count) {
  collective_call call = call_of<T>(which, count);
  call.operation = name_of_operation<Op>();
  return call;
}

constexpr bool has_elements(collective which) {
  return which == collective::broadcast || which == collective::all_reduce || which == collective::all_gather ||
         which == collective::reduce_scatter;
}

inline message<120> describe(collective_call const& call) {
  message<120> text = name_of_collective(call.which);
  if (has_elements(call.which)) {
    text << " of " << call.count << " elements of " << call.element_bytes << " bytes";
  }
  if (call.which == collective::broadcast) text << " from rank " << call.root;
  return text;
}

inline message<40> text_of(short_name const& name) {
  char text[sizeof name.text + 1]{};
  std::memcpy(text, name.text, sizeof name.text);
  return message<40>{} << (text[0] == '#' ? "a type of its own, " : "") << text;
}

/// A version as `ALLOTYPE_VERSION` has it: 10203 is 1.2.3.
inline message<40> describe_version(int version) {
  return message<40>{} << version / 10000 << "." << version / 100 % 100 << "." << version % 100;
}

/// What `describe` leaves out.
inline message<200> describe_types(collective_call const& call) {
  message<200> text;
  if (has_elements(call.which)) text << " (" << text_of(call.element).text();
  if (call.operation.text[0] != '\0') text << ", " << text_of(call.operation).text();
  if (has_elements(call.which)) text << ")";
  return text;
}

/// The first rank whose call is not rank 0's; -1 where all are the same.
inline int first_different(collective_call const* calls, int ranks) {
  for (int rank = 1; rank < ranks; ++rank) {
    if (!(calls[rank] == calls[0])) return rank;
  }
  return -1;
}

inline message<2000> describe_difference(collective_call const* calls, int rank) {
  message<2000> text = "the ranks do not do the same: ";
  collective_call const& first = calls[0];
  collective_call const& other = calls[rank];
  if (first.version != other.version) {
    return text << "rank 0 has version " << describe_version(first.version).text() << " of the library, rank " << rank
                << " version " << describe_version(other.version).text();
  }
  bool const types_differ = !(first.element == other.element && first.operation == other.operation);
  bool const with_types = first.which == other.which && types_differ;
  text << "rank 0 is at " << describe(first).text();
  if (with_types) text << describe_types(first).text();
  text << ", rank " << rank << " at " << describe(other).text();
  if (with_types) text << describe_types(other).text();
  return text;
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
