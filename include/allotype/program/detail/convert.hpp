// SPDX-License-Identifier: BSL-1.0
/// \file
/// From a type of C++ to its description, and from values to it and back: `conversion<T>`. Structs are those that
/// Boost.Hana knows, by BOOST_HANA_DEFINE_STRUCT or BOOST_HANA_ADAPT_STRUCT; enumerations those with `enumerators`.
#pragma once

#include <boost/hana/accessors.hpp>
#include <boost/hana/adapt_struct.hpp>
#include <boost/hana/concept/struct.hpp>
#include <boost/hana/core/to.hpp>
#include <boost/hana/define_struct.hpp>
#include <boost/hana/first.hpp>
#include <boost/hana/for_each.hpp>
#include <boost/hana/second.hpp>
#include <boost/hana/string.hpp>
#include <boost/hana/tuple.hpp>
#include <chrono>
#include <concepts>
#include <filesystem>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <type_traits>
#include <utility>
#include <variant>

#include <allotype/core/detail/list.hpp>
#include <allotype/core/error.hpp>
#include <allotype/program/detail/convert_time.hpp>
#include <allotype/program/detail/value.hpp>
#include <allotype/program/value_types.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

/// An integer that is a number: characters are not.
template <class T>
concept integer = std::integral<T> && !std::same_as<T, bool> && !std::same_as<T, char> && !std::same_as<T, wchar_t> &&
                  !std::same_as<T, char8_t> && !std::same_as<T, char16_t> && !std::same_as<T, char32_t> &&
                  sizeof(T) <= sizeof(long long);

template <class T>
concept described_struct = std::is_class_v<T> && boost::hana::Struct<T>::value;

template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;

template <class T>
inline constexpr bool is_variant = false;
template <class... T>
inline constexpr bool is_variant<std::variant<T...>> = true;

/// Types that differ, each of which is an alternative of its own: what is absent, or one of several, is not.
template <class... T>
inline constexpr bool are_alternatives = ((!is_optional<T> && !is_variant<T>) && ...);
template <class T, class... All>
inline constexpr bool is_there_once = (static_cast<int>(std::is_same_v<T, All>) + ...) == 1;

/// How a type is described, read and written.
template <class T>
struct conversion {
  static constexpr bool known = false;
};

/// The types of inputs and outputs.
template <class T>
concept convertible_value = conversion<T>::known;

template <class T>
  requires std::same_as<T, bool>
struct conversion<T> {
  static constexpr bool known = true;
  static value_type type() { return {kind_of_value::boolean}; }
  static T read(value const& from) { return from.integer != 0; }
  static value write(T yes) { return {.integer = yes}; }
};

template <integer T>
struct conversion<T> {
  static constexpr bool known = true;
  static value_type type() {
    return {kind_of_value::integer, std::is_signed_v<T> ? static_cast<long long>(std::numeric_limits<T>::min()) : 0,
            static_cast<unsigned long long>(std::numeric_limits<T>::max())};
  }
  static T read(value const& from) { return static_cast<T>(from.integer); }
  static value write(T number) { return {.integer = static_cast<long long>(number)}; }
};

template <class T>
  requires std::same_as<T, float> || std::same_as<T, double>
struct conversion<T> {
  static constexpr bool known = true;
  static value_type type() {
    return {.kind = kind_of_value::number, .largest = static_cast<double>(std::numeric_limits<T>::max())};
  }
  static T read(value const& from) { return static_cast<T>(from.number); }
  static value write(T number) { return {.number = static_cast<double>(number)}; }
};

template <>
struct conversion<std::string> {
  static constexpr bool known = true;
  static value_type type() { return {kind_of_value::string}; }
  static std::string read(value const& from) { return from.text; }
  static value write(std::string const& text) { return {.text = text}; }
};

template <>
struct conversion<std::filesystem::path> {
  static constexpr bool known = true;
  static value_type type() { return {kind_of_value::file}; }
  static std::filesystem::path read(value const& from) { return from.text; }
  static value write(std::filesystem::path const& file) { return {.text = file.string()}; }
};

template <>
struct conversion<directory> {
  static constexpr bool known = true;
  static value_type type() { return {kind_of_value::directory}; }
  static directory read(value const& from) { return {from.text}; }
  static value write(directory const& folder) { return {.text = folder.path.string()}; }
};

/// A dataset, by its member: nvcc finds no specialization by a name as its argument.
template <class T>
  requires requires { T::dataset_format; }
struct conversion<T> {
  static constexpr bool known = true;
  static value_type type() { return {.kind = kind_of_value::dataset, .names = {T::dataset_format}}; }
  static T read(value const& from) { return {from.text}; }
  static value write(T const& table) { return {.text = table.path.string()}; }
};

template <class T>
  requires std::is_enum_v<T> && requires { std::size(enumerators<T>); }
struct conversion<T> {
  static constexpr bool known = true;
  static value_type type() {
    value_type to{.kind = kind_of_value::enumeration};
    for (enumerator<T> const& each : enumerators<T>) to.names.push_back(each.name);
    return to;
  }
  static T read(value const& from) { return std::data(enumerators<T>)[from.integer].value; }
  static value write(T one) {
    long long position = 0;
    for (enumerator<T> const& each : enumerators<T>) {
      if (each.value == one) return {.integer = position};
      ++position;
    }
    throw error(message<2000>{} << "the task returned " << static_cast<long long>(one)
                                << " for an enumeration, which none of its enumerators has");
  }
};

template <class Rep, class Period>
  requires whole_nanoseconds<std::chrono::duration<Rep, Period>>
struct conversion<std::chrono::duration<Rep, Period>> {
  using span = std::chrono::duration<Rep, Period>;
  static constexpr bool known = true;
  static value_type type() { return type_of_time<span>(kind_of_value::duration); }
  static span read(value const& from) { return span_of<span>(from); }
  static value write(span from) { return value_of_span(from); }
};

template <class Span>
  requires whole_nanoseconds<Span>
struct conversion<std::chrono::sys_time<Span>> {
  static constexpr bool known = true;
  static value_type type() { return type_of_time<Span>(kind_of_value::datetime); }
  static std::chrono::sys_time<Span> read(value const& from) {
    return std::chrono::sys_time<Span>{span_of<Span>(from)};
  }
  static value write(std::chrono::sys_time<Span> from) { return value_of_span(from.time_since_epoch()); }
};

template <convertible_value T>
struct conversion<std::vector<T>> {
  static constexpr bool known = true;
  static value_type type() { return {.kind = kind_of_value::list, .parts = {conversion<T>::type()}}; }
  static std::vector<T> read(value const& from) {
    std::vector<T> list;
    list.reserve(from.items.size());
    for (value const& each : from.items) list.push_back(conversion<T>::read(each));
    return list;
  }
  static value write(std::vector<T> const& list) {
    value to;
    to.items.reserve(list.size());
    for (T const& each : list) to.items.push_back(conversion<T>::write(each));
    return to;
  }
};

template <convertible_value T>
struct conversion<std::map<std::string, T>> {
  static constexpr bool known = true;
  static value_type type() { return {.kind = kind_of_value::map, .parts = {conversion<T>::type()}}; }
  static std::map<std::string, T> read(value const& from) {
    std::map<std::string, T> map;
    for (std::size_t i = 0; i < from.items.size(); ++i) map.emplace(from.keys[i], conversion<T>::read(from.items[i]));
    return map;
  }
  static value write(std::map<std::string, T> const& map) {
    value to;
    for (auto const& [key, each] : map) {
      to.keys.push_back(key);
      to.items.push_back(conversion<T>::write(each));
    }
    return to;
  }
};

template <convertible_value T>
  requires(!is_optional<T>)  // one inside another: what is absent?
struct conversion<std::optional<T>> {
  static constexpr bool known = true;
  static value_type type() { return {.kind = kind_of_value::optional, .parts = {conversion<T>::type()}}; }
  static std::optional<T> read(value const& from) {
    if (!from.present) return std::nullopt;
    return conversion<T>::read(from.items[0]);
  }
  static value write(std::optional<T> const& optional) {
    if (!optional) return {.present = false};
    value to;
    to.items.push_back(conversion<T>::write(*optional));
    return to;
  }
};

template <convertible_value... T>
  requires(sizeof...(T) > 0 && are_alternatives<T...> && (is_there_once<T, T...> && ...))
struct conversion<std::variant<T...>> {
  static constexpr bool known = true;
  static value_type type() { return {.kind = kind_of_value::variant, .parts = {conversion<T>::type()...}}; }
  static std::variant<T...> read(value const& from) {
    using read_one = std::variant<T...> (*)(value const&);
    static constexpr read_one readers[] = {
        [](value const& one) { return std::variant<T...>{std::in_place_type<T>, conversion<T>::read(one)}; }...};
    return readers[from.integer](from.items[0]);
  }
  static value write(std::variant<T...> const& from) {
    value to{.integer = static_cast<long long>(from.index())};
    to.items.push_back(std::visit([]<class One>(One const& one) { return conversion<One>::write(one); }, from));
    return to;
  }
};

/// The types of a struct's fields.
template <class T, class Accessors = decltype(boost::hana::accessors<T>())>
struct fields;
template <class T, class... Pair>
struct fields<T, boost::hana::tuple<Pair...>> {
  using types = list<std::remove_cvref_t<decltype(boost::hana::second(std::declval<Pair>())(std::declval<T&>()))>...>;
};

template <class... T>
constexpr bool all_convertible(list<T...>) {
  return (convertible_value<T> && ...);
}

/// BOOST_HANA_DEFINE_STRUCT made something of it; it has an error of its own otherwise.
template <class T>
concept well_described_struct = described_struct<T> && requires { typename fields<T>::types; };

template <well_described_struct T>
struct conversion<T> {
  static constexpr bool known = all_convertible(typename fields<T>::types{});

  static value_type type() {
    value_type to;
    for_each_field([&](char const* name, auto get) {
      using field = std::remove_cvref_t<decltype(get(std::declval<T&>()))>;
      to.names.push_back(name);
      to.parts.push_back(conversion<field>::type());
    });
    return to;
  }
  static T read(value const& from) {
    T to{};
    auto item = from.items.begin();
    for_each_field([&](char const*, auto get) {
      using field = std::remove_cvref_t<decltype(get(to))>;
      get(to) = conversion<field>::read(*item++);
    });
    return to;
  }
  static value write(T const& from) {
    value to;
    for_each_field([&](char const*, auto get) {
      using field = std::remove_cvref_t<decltype(get(from))>;
      to.items.push_back(conversion<field>::write(get(from)));
    });
    return to;
  }

 private:
  template <class Visitor>
  static void for_each_field(Visitor visit) {
    boost::hana::for_each(boost::hana::accessors<T>(), [&](auto const& field) {
      visit(boost::hana::to<char const*>(boost::hana::first(field)), boost::hana::second(field));
    });
  }
};

// ---- where a type cannot be converted: the error names the innermost one

template <class T>
struct type_of_an_input_or_output {
  static constexpr bool known = convertible_value<T>;
  static_assert(
      known,
      "an input or output is a bool, an integer, float, double, std::string, std::filesystem::path, std::vector<T>, "
      "std::map<std::string, T>, std::optional<T>, std::variant<T...> of different types, std::chrono::sys_time, "
      "std::chrono::duration, an enumeration that has enumerators, directory, dataset<\"csv\">, or a struct that "
      "Boost.Hana knows (BOOST_HANA_DEFINE_STRUCT)");
};
template <class T>
struct type_of_an_input_or_output<std::vector<T>> : type_of_an_input_or_output<T> {};
template <class T>
struct type_of_an_input_or_output<std::map<std::string, T>> : type_of_an_input_or_output<T> {};
template <class T>
  requires(!is_optional<T>)
struct type_of_an_input_or_output<std::optional<T>> : type_of_an_input_or_output<T> {};
template <class Types>
struct types_of_fields;
template <class... T>
struct types_of_fields<list<T...>> {
  static_assert(((sizeof(type_of_an_input_or_output<T>) > 0) && ...));
};
template <class... T>
  requires(!convertible_value<std::variant<T...>> && are_alternatives<T...> && !(convertible_value<T> && ...))
struct type_of_an_input_or_output<std::variant<T...>> : types_of_fields<list<T...>> {};
template <well_described_struct T>
struct type_of_an_input_or_output<T> : types_of_fields<typename fields<T>::types> {};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
