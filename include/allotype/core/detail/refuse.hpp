// SPDX-License-Identifier: BSL-1.0
/// \file
/// How a check in a consteval function becomes an error that a person can read.
#pragma once

#include <allotype/core/detail/list.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

/// Calling this while compiling is the error, for it is not constexpr. Compilers quote the line of the call, so the
/// sentence is a literal there and fits on that line; and they print the template arguments, so `About` is what the
/// sentence speaks of: the device, the names that would be valid. At run time it does nothing.
template <class... About>
void refuse(char const* /*sentence*/) {}

/// The same with the list of what would be valid. An argument, for nvcc prints the name of a list where it is one.
template <class About, class... Valid>
void refuse(char const* /*sentence*/, list<Valid...> /*valid*/) {}

/// Stands in `About` for the known name that is spelt most like the one that was asked for.
template <class Known>
struct nearest;

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
