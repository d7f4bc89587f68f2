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
enum class kind_of_value { boolean, integer, number, string, file, list, map, optional, structure };

/// The type of an input or output.
struct value_type {
  kind_of_value kind = kind_of_value::structure;
  long long least = 0;          ///< of integers
  unsigned long long most = 0;  ///< of integers
  double largest = 0;           ///< of numbers: the largest that is finite
  /// The one type of what is in a list, a map or an optional; of a structure, the type of each field.
  std::vector<value_type> parts = {};
  std::vector<std::string> names = {};  ///< of structures: of each field
};

/// An input or output. Its type is known from elsewhere, and says which members count.
struct value {
  bool present = true;    ///< of optionals; what is in them is `items[0]`
  long long integer = 0;  ///< truth; integers, those above 2^63 - 1 as their two's complement
  double number = 0;
  std::string text = {};               ///< texts; files, as paths
  std::vector<value> items = {};       ///< of lists and maps; of structures, as many as there are fields
  std::vector<std::string> keys = {};  ///< of maps, one an item
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
