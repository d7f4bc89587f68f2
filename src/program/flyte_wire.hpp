// SPDX-License-Identifier: BSL-1.0
/// \file
/// Flyte's messages from protobuf's JSON mapping to its wire format, by the table of fields; and the fields of messages
/// that are read.
///
/// In memory, an int64 is a JSON integer and bytes are a JSON binary; as text, protobuf's JSON has strings for both.
#pragma once

#include <bit>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include <allotype/cluster/request/detail/flyte_fields.hpp>
#include "value_json.hpp"

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

// ---- writing

/// Where bytes are written to.
struct end_of_text {
  std::string& to;
  void put(unsigned char byte) { to += static_cast<char>(byte); }
};

inline void write_bytes(std::string& to, int field, std::string_view bytes) {
  end_of_text out{to};
  write_tag(out, field, wire_type::length_delimited);
  write_varint(out, bytes.size());
  to += bytes;
}
inline void write_number(std::string& to, int field, std::uint64_t number) {
  end_of_text out{to};
  write_tag(out, field, wire_type::varint);
  write_varint(out, number);
}
inline void write_real(std::string& to, int field, double number) {
  end_of_text out{to};
  write_tag(out, field, wire_type::fixed_64);
  for (auto bits = std::bit_cast<std::uint64_t>(number), byte = std::uint64_t{0}; byte < 8; ++byte, bits >>= 8) {
    out.put(static_cast<unsigned char>(bits));
  }
}

/// google.protobuf.Value.
inline std::string wire_of_any(ordered_json const& json);
/// google.protobuf.Struct.
inline std::string wire_of_structure(ordered_json const& json) {
  std::string to;
  for (auto const& [key, each] : json.items()) {
    std::string entry;
    write_bytes(entry, 1, key);
    write_bytes(entry, 2, wire_of_any(each));
    write_bytes(to, 1, entry);
  }
  return to;
}
inline std::string wire_of_any(ordered_json const& json) {
  std::string to;
  if (json.is_null()) write_number(to, 1, 0);
  if (json.is_number()) write_real(to, 2, json.get<double>());
  if (json.is_string()) write_bytes(to, 3, json.get<std::string>());
  if (json.is_boolean()) write_number(to, 4, json.get<bool>());
  if (json.is_object()) write_bytes(to, 5, wire_of_structure(json));
  if (json.is_array()) {
    std::string list;
    for (ordered_json const& each : json) write_bytes(list, 1, wire_of_any(each));
    write_bytes(to, 6, list);
  }
  return to;
}

/// google.protobuf.Duration, whose nanoseconds have the sign of the seconds, and google.protobuf.Timestamp.
inline std::string wire_of_time(value const& from, bool is_duration) {
  bool const borrows = is_duration && from.integer < 0 && from.nanoseconds > 0;
  long long const seconds = from.integer + (borrows ? 1 : 0);
  long long const nanoseconds = from.nanoseconds - (borrows ? 1'000'000'000 : 0);
  std::string to;
  if (seconds != 0) write_number(to, 1, static_cast<std::uint64_t>(seconds));
  if (nanoseconds != 0) write_number(to, 2, static_cast<std::uint64_t>(nanoseconds));
  return to;
}

inline std::string to_wire(ordered_json const& json, wire_message const& message);

inline void write_field(std::string& to, wire_field const& field, ordered_json const& json) {
  switch (field.kind) {
    case wire_kind::string:
      if (field.always || field.repeated || !json.get<std::string>().empty())
        write_bytes(to, field.number, json.get<std::string>());
      return;
    case wire_kind::bytes: {
      auto const& bytes = json.get_binary();
      return write_bytes(to, field.number, {reinterpret_cast<char const*>(bytes.data()), bytes.size()});
    }
    case wire_kind::number:
    case wire_kind::integer:
      if (field.always || json != 0)
        write_number(to, field.number, static_cast<std::uint64_t>(json.get<std::int64_t>()));
      return;
    case wire_kind::boolean:
      if (field.always || json.get<bool>()) write_number(to, field.number, json.get<bool>());
      return;
    case wire_kind::float64:
      return write_real(to, field.number, json.get<double>());
    case wire_kind::enumeration: {
      std::uint64_t number = 0;
      while (json.get<std::string>() != field.names[number]) ++number;
      if (field.always || number != 0) write_number(to, field.number, number);
      return;
    }
    case wire_kind::message:
      return write_bytes(to, field.number, to_wire(json, field.of()));
    case wire_kind::map:
      for (auto const& [key, each] : json.items()) {
        std::string entry;
        if (!key.empty()) write_bytes(entry, 1, key);
        write_bytes(entry, 2, to_wire(each, field.of()));
        write_bytes(to, field.number, entry);
      }
      return;
    case wire_kind::structure:
      return write_bytes(to, field.number, wire_of_structure(json));
    case wire_kind::duration:
      return write_bytes(to, field.number, wire_of_time(duration_of(json.get<std::string>()).value(), true));
    case wire_kind::timestamp:
      return write_bytes(to, field.number, wire_of_time(datetime_of(json.get<std::string>()).value(), false));
  }
}

/// The bytes of a message; its fields in the order of their numbers.
inline std::string to_wire(ordered_json const& json, wire_message const& message) {
  std::string to;
  for (wire_field const& field : message) {
    auto const found = json.find(field.name);
    if (found == json.end()) continue;
    if (!field.repeated) write_field(to, field, *found);
    if (field.repeated) {
      for (ordered_json const& each : *found) write_field(to, field, each);
    }
  }
  return to;
}

// ---- reading

/// The fields of a message, one after the other.
class wire_reader {
 public:
  explicit wire_reader(std::string_view bytes) : rest_(bytes) {}

  /// \throws input_error where the bytes are no message
  bool next() {
    if (rest_.empty()) return false;
    std::uint64_t const tag = varint();
    field = static_cast<int>(tag >> 3);
    switch (tag & 7) {
      case 0:
        number = varint();
        break;
      case 1:
        number = fixed(8);
        break;
      case 2:
        bytes = taken(varint());
        break;
      case 5:
        number = fixed(4);
        break;
      default:
        malformed();
    }
    type = static_cast<int>(tag & 7);
    return true;
  }
  double real() const { return std::bit_cast<double>(number); }

  int field = 0;
  int type = 0;
  std::uint64_t number = 0;
  std::string_view bytes;

 private:
  [[noreturn]] static void malformed() { throw input_error("the message is cut off, or is none of protobuf's"); }

  std::string_view taken(std::uint64_t size) {
    if (size > rest_.size()) malformed();
    std::string_view const front = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return front;
  }
  std::uint64_t varint() {
    std::uint64_t to = 0;
    for (int shift = 0; shift < 70; shift += 7) {
      auto const byte = static_cast<unsigned char>(taken(1)[0]);
      if (shift < 64) to |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
      if (byte < 0x80) return to;
    }
    malformed();
  }
  std::uint64_t fixed(int size) {
    std::uint64_t to = 0;
    std::string_view const from = taken(static_cast<std::uint64_t>(size));
    for (int i = 0; i < size; ++i) to |= static_cast<std::uint64_t>(static_cast<unsigned char>(from[i])) << (8 * i);
    return to;
  }

  std::string_view rest_;
};

/// Messages inside messages are read so deep: as protobuf itself.
inline constexpr int deepest_message = 100;

inline void check_depth(int depth) {
  if (depth > deepest_message) throw input_error("the message has more than 100 messages in one another");
}

inline std::string text_of_wire(std::string_view bytes) {
  std::string text{bytes};
  if (!is_utf8(text)) throw input_error("the message has a text that is not UTF-8");
  return text;
}

/// None where the nanoseconds are more than a second.
inline std::optional<value> time_of_wire(std::string_view bytes) {
  long long seconds = 0, nanoseconds = 0;
  for (wire_reader in(bytes); in.next();) {
    if (in.field == 1 && in.type == 0) seconds = static_cast<long long>(in.number);
    if (in.field == 2 && in.type == 0) nanoseconds = static_cast<long long>(in.number);
  }
  constexpr long long second = 1'000'000'000;
  bool const borrows = nanoseconds < 0 && seconds > std::numeric_limits<long long>::min();
  if (borrows) --seconds, nanoseconds += second;
  if (nanoseconds < 0 || nanoseconds >= second) return std::nullopt;
  return value{.integer = seconds, .nanoseconds = static_cast<int>(nanoseconds)};
}

inline ordered_json any_of_wire(std::string_view bytes, int depth);
inline ordered_json structure_of_wire(std::string_view bytes, int depth) {
  check_depth(depth);
  object_builder to;
  for (wire_reader entry(bytes); entry.next();) {
    if (entry.field != 1 || entry.type != 2) continue;
    std::string key;
    ordered_json each;
    for (wire_reader in(entry.bytes); in.next();) {
      if (in.field == 1 && in.type == 2) key = text_of_wire(in.bytes);
      if (in.field == 2 && in.type == 2) each = any_of_wire(in.bytes, depth + 1);
    }
    to.put(std::move(key), std::move(each));
  }
  return to.take();
}
inline ordered_json any_of_wire(std::string_view bytes, int depth) {
  check_depth(depth);
  ordered_json to;
  for (wire_reader in(bytes); in.next();) {
    if (in.field == 1) to = nullptr;
    if (in.field == 2 && in.type == 1) to = in.real();
    if (in.field == 3 && in.type == 2) to = text_of_wire(in.bytes);
    if (in.field == 4 && in.type == 0) to = in.number != 0;
    if (in.field == 5 && in.type == 2) to = structure_of_wire(in.bytes, depth + 1);
    if (in.field == 6 && in.type == 2) {
      to = ordered_json::array();
      for (wire_reader list(in.bytes); list.next();) {
        if (list.field == 1 && list.type == 2) to.push_back(any_of_wire(list.bytes, depth + 1));
      }
    }
  }
  return to;
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
