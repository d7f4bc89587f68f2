// SPDX-License-Identifier: BSL-1.0
/// \file
/// The processor that the program runs on.
#pragma once

#include <allotype/catalog/base/device.hpp>
#include <allotype/core/mode.hpp>

#include <allotype/core/detail/begin_macros.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// The host's processor. It is always present, and is never requested as an accelerator.
struct ALLOTYPE_TAGGED_BY_MODE cpu : device<cpu> {
  static constexpr allotype::vendor vendor = allotype::vendor::none;
  static constexpr char name[] = "cpu";
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

#include <allotype/core/detail/end_macros.hpp>
