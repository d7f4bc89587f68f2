// SPDX-License-Identifier: BSL-1.0
/// \file
/// `list<…>`, by which types name several types: the partitions of a device of your own, what an executor has.
#pragma once

#include <allotype/core/detail/language.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// A list of types. Errors print it as the set of what would have been valid.
template <class... Types>
struct list {};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
