// SPDX-License-Identifier: BSL-1.0
/// \file
/// The GPU of a Mac, as Flyte 2 names it. It can be requested; the library has no backend for it.
#pragma once

#include <allotype/catalog/base/device.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// The one GPU of the Mac that runs a development box of Flyte 2.
struct AppleSilicon : device<AppleSilicon> {
  static constexpr allotype::vendor vendor = allotype::vendor::apple;
  static constexpr char name[] = "AppleSilicon";
  static constexpr char flyte2_name[] = "AppleSilicon";
  static constexpr char source[] = "flyteorg/flyte-sdk device lists (flyte 2.12.1)";
};

/// Every device of this vendor in the catalogue.
using apple_devices = list<AppleSilicon>;

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
