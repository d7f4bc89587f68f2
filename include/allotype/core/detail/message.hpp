// SPDX-License-Identifier: BSL-1.0
/// \file
/// Texts of reasons and errors.
#pragma once

#include <allotype/core/fixed_text.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

template <int Capacity>
using message = fixed_text<Capacity>;

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
