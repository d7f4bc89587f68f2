// SPDX-License-Identifier: BSL-1.0
/// \file
/// A name as a template argument.
#pragma once

#include <allotype/core/detail/language.hpp>

#include <cstddef>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// A name as a template argument. It enters only questions (`offers<A, "…">`) and the types of devices that no
/// catalogue lists. No type that can reach a kernel carries one: nvcc cannot compile its stubs for such types.
template <std::size_t Size>
struct text {
  char characters[Size]{};
  consteval text(char const (&name)[Size]) {
    for (std::size_t i = 0; i < Size; ++i) characters[i] = name[i];
  }
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
