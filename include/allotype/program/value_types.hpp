// SPDX-License-Identifier: BSL-1.0
/// \file
/// Inputs and outputs of tasks for which C++ has no type: directories, datasets, and the names of an enumeration.
#pragma once

#include <array>
#include <filesystem>
#include <string_view>

#include <allotype/core/fixed_text.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// A folder as an input or output; a std::filesystem::path is a file. For flytekit it is a FlyteDirectory.
struct directory {
  std::filesystem::path path;  ///< of an output: in the folder that the task got, or from there on
};

/// A table in a file, `dataset<"csv">` or `dataset<"parquet">`. For flytekit it is a StructuredDataset of that format.
/// An input that comes in several files has the path of their folder.
template <fixed_text Format>
struct dataset {
  static_assert(std::string_view{Format.characters} == "csv" || std::string_view{Format.characters} == "parquet",
                "dataset<\"format\">: the formats are csv and parquet");
  static constexpr char const* dataset_format = Format.characters;  ///< `"csv"`
  std::filesystem::path path;                                       ///< of an output: as that of a directory
};

/// A value of an enumeration and its name outside.
template <class Enumeration>
struct enumerator {
  char const* name;   ///< on the command line, in JSON and for Flyte
  Enumeration value;  ///< in C++
};

/// The values that an enumeration has as an input or output: a specialization is a `std::array` of `enumerator`s.
///
/// \code
/// template <>
/// inline constexpr auto at::enumerators<method> =
///     std::to_array<at::enumerator<method>>({{"fast", method::fast}, {"exact", method::exact}});
/// \endcode
///
/// A built-in array works, too, except with nvcc 12.4.
template <class Enumeration>
inline constexpr bool enumerators = false;

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
