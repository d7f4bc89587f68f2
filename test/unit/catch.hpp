// SPDX-License-Identifier: BSL-1.0
/// \file
/// Catch2, whichever there is: Debian 12 has version 2, others have 3, and their headers differ.
#pragma once

#if __has_include(<catch2/catch_test_macros.hpp>)
#  include <catch2/catch_approx.hpp>
#  include <catch2/catch_template_test_macros.hpp>
#  include <catch2/catch_test_macros.hpp>
#  include <catch2/generators/catch_generators.hpp>
#  include <catch2/generators/catch_generators_range.hpp>
#  include <catch2/matchers/catch_matchers.hpp>
#  include <catch2/matchers/catch_matchers_string.hpp>
#else
#  include <catch2/catch.hpp>
#endif

/// What the tests use, by one name each.
#if __has_include(<catch2/catch_test_macros.hpp>)
using Catch::Approx;
inline auto contains(std::string const& text) { return Catch::Matchers::ContainsSubstring(text); }
inline auto starts_with(std::string const& text) { return Catch::Matchers::StartsWith(text); }
inline auto ends_with(std::string const& text) { return Catch::Matchers::EndsWith(text); }
#else
inline auto contains(std::string const& text) { return Catch::Matchers::Contains(text); }
inline auto starts_with(std::string const& text) { return Catch::Matchers::StartsWith(text); }
inline auto ends_with(std::string const& text) { return Catch::Matchers::EndsWith(text); }
#endif
