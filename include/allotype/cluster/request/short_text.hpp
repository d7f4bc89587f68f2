// SPDX-License-Identifier: BSL-1.0
/// \file
/// A text of a request to a system: a name, a label's value.
#pragma once

#include <allotype/core/fixed_text.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// A text of a request to a system: a name, a label's value. Systems take at most 63 characters of most of them.
using short_text = fixed_text<detail::characters_of_a_name>;

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
