// SPDX-License-Identifier: BSL-1.0
/// \file
/// What an exception of any type says.
#pragma once

#include <exception>

#include <allotype/core/detail/message.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

/// `what()` of an exception of the standard library's, cut at 1,500 characters.
inline message<1500> message_of(std::exception_ptr const& exception) noexcept {
  try {
    std::rethrow_exception(exception);
  } catch (std::exception const& standard) {
    return standard.what();
  } catch (...) {
    return "an exception that is not a std::exception";
  }
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
