// SPDX-License-Identifier: BSL-1.0
/// \file
/// What an exception says, for people.
#pragma once

#include <exception>

#include <allotype/core/detail/message.hpp>

namespace allotype {
namespace detail {

inline message<1500> text_of(std::exception_ptr const& exception) noexcept {
  try {
    std::rethrow_exception(exception);
  } catch (std::exception const& standard) {
    return standard.what();
  } catch (...) {
    return "something that is no std::exception";
  }
}

}  // namespace detail
}  // namespace allotype
