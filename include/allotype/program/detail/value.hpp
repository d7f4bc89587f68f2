// SPDX-License-Identifier: BSL-1.0
/// \file
/// The inputs and outputs of a task as plain data, with a description of their types. What reads command lines, JSON
/// and Flyte's messages knows these two alone and is compiled once; a task's own structs are converted at its call.
#pragma once

#include <string>
#include <vector>

#include <allotype/core/detail/language.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

/// The kinds of inputs and outputs.
enum class kind_of_value {
  boolean,
  integer,
  number,
  string,
  file,
  list,
  map,
  optional,
  structure,
  datetime,
  duration,
  enumeration,
  directory,
  dataset,
  variant
};

/// The type of an input or output.
struct value_type {
  kind_of_value kind = kind_of_value::structure;
  long long least = 0;          ///< of integers; of datetimes and durations, in seconds
  unsigned long long most = 0;  ///< of integers
  long long last_second = 0;    ///< of datetimes and durations
  long long tick = 1;           ///< of datetimes and durations: nanoseconds
  double largest = 0;           ///< of numbers: the largest that is finite
  /// The one type of what is in a list, a map or an optional; of a structure, the type of each field; of a variant, of
  /// each alternative.
  std::vector<value_type> parts = {};
  /// Of a structure, those of the fields; of an enumeration, those of its values; of a dataset, its format.
  std::vector<std::string> names = {};
};

/// An input or output. Its type is known from elsewhere, and says which members count.
struct value {
  bool present = true;  ///< of optionals; what is in them is `items[0]`
  /// Truth; integers, those above 2^63 - 1 as their two's complement; the position of an enumeration's value, and of a
  /// variant's alternative; the seconds of a datetime, since 1970, or of a duration, rounded down.
  long long integer = 0;
  int nanoseconds = 0;  ///< behind the seconds
  double number = 0;
  std::string text = {};          ///< texts; files, directories and datasets, as paths
  std::vector<value> items = {};  ///< of lists and maps; of structures, as many as there are fields; of variants, one
  std::vector<std::string> keys = {};  ///< of maps, one an item
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
