// SPDX-License-Identifier: BSL-1.0
// Any bytes as the inputs of a task: inputs.pb of Flyte, an inputs file of JSON, MessagePack within a literal. What is
// read has the task's type, and what is refused is refused with words.
#include <allotype/program/detail/convert.hpp>
#include <cstdlib>
#include <string>

#include "program/flyte_values.hpp"

namespace detail = allotype::detail;

namespace {

void require(bool good) {
  if (!good) std::abort();
}

detail::value_type of(detail::kind_of_value kind, std::vector<detail::value_type> parts = {},
                      std::vector<std::string> names = {}) {
  detail::value_type type;
  type.kind = kind;
  type.least = -100, type.most = 100, type.largest = 1e30;
  type.parts = std::move(parts), type.names = std::move(names);
  return type;
}

detail::value_type inputs() {
  using enum detail::kind_of_value;
  auto const time = [](detail::kind_of_value kind) { return detail::type_of_time<std::chrono::milliseconds>(kind); };
  auto const one_of_each = [time](detail::value_type some) {
    return of(
        structure,
        {of(boolean), of(integer), of(number), of(string), of(file), std::move(some), time(duration), time(datetime)},
        {"t", "i", "n", "s", "f", "m", "d", "w"});
  };
  detail::value_type const place = one_of_each(of(list, {of(number)}));
  return of(structure,
            {of(optional, {of(number)}), of(optional, {of(list, {of(integer)})}), of(optional, {of(map, {of(string)})}),
             of(optional, {place}), of(optional, {of(file)}), of(optional, {time(datetime)}),
             of(optional, {time(duration)}), of(optional, {of(enumeration, {}, {"a", "b"})}),
             of(optional, {of(directory)}), of(optional, {of(dataset, {}, {"csv"})}),
             of(optional, {of(variant, {of(integer), time(duration), of(string), of(list, {of(number)})})})},
            {"n", "l", "m", "p", "f", "t", "d", "e", "o", "c", "v"});
}

/// The value has the type: one item a field, one key an entry.
void check(detail::value_type const& type, detail::value const& value) {
  using enum detail::kind_of_value;
  if (type.kind == optional) return value.present ? check(type.parts[0], value.items.at(0)) : void();
  if (type.kind == structure) require(value.items.size() == type.parts.size());
  if (type.kind == map) require(value.items.size() == value.keys.size());
  if (type.kind == integer) require(value.integer >= -100 && value.integer <= 100);
  if (type.kind == enumeration) require(type.names.at(static_cast<std::size_t>(value.integer)) != "");
  if (type.kind == variant) return check(type.parts.at(static_cast<std::size_t>(value.integer)), value.items.at(0));
  if (type.kind == datetime || type.kind == duration) {
    std::optional<detail::value> const again = detail::time_of(type.kind, detail::time_text(type.kind, value));
    require(again && again->integer == value.integer && again->nanoseconds == value.nanoseconds);
  }
  if (type.kind == string) require(detail::is_utf8(value.text));
  for (std::size_t i = 0; i < value.items.size(); ++i)
    check(type.parts[type.kind == structure ? i : 0], value.items[i]);
}

template <class Read>
void read(Read const& reading) {
  detail::value_type const type = inputs();
  try {
    check(type, reading(type));
  } catch (allotype::input_error const& refused) {
    require(refused.what()[0] != '\0');
  } catch (detail::unreadable_inputs const& absent) {
    require(absent.what()[0] != '\0');
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(unsigned char const* bytes, std::size_t size) {
  std::string const text(reinterpret_cast<char const*>(bytes), size);
  detail::flyte_mounts const mounts{{{"s3://b", "/mnt"}}};
  read([&](detail::value_type const& type) { return value_of_literals(type, detail::literals_of(text), mounts); });
  read([&](detail::value_type const& type) {
    return detail::value_of_json(type, detail::parsed_json(text, "file", ""), "", "");
  });
  std::string packed, literal;
  detail::write_bytes(packed, 1, text);
  detail::write_bytes(packed, 2, "msgpack");
  std::string binary;
  detail::write_bytes(binary, 3, packed);
  detail::write_bytes(literal, 1, binary);
  read([&](detail::value_type const& type) {
    return detail::value_of_literals(type, {detail::named_literal{"p", literal}}, mounts);
  });
  return 0;
}
