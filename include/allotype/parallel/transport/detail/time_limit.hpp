// SPDX-License-Identifier: BSL-1.0
/// \file
/// How long ranks wait for each other.
#pragma once

#include <allotype/core/detail/language.hpp>

#include <chrono>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

/// How long a rank waits for the others in a collective, where nothing else is said: PyTorch's default.
inline constexpr std::chrono::milliseconds default_time_limit = std::chrono::minutes{30};
/// A century, which no clock's numbers are too small for.
inline constexpr std::chrono::milliseconds longest_time_limit = std::chrono::hours{24 * 36525};

}  // namespace detail

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
