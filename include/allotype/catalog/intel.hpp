// SPDX-License-Identifier: BSL-1.0
/// \file
/// Intel's Gaudi, as Flyte names it. It can be requested; the library has no backend for it.
#pragma once

#include <allotype/catalog/base/device.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// Base of a Gaudi accelerator.
template <class Model>
struct gaudi_device : device<Model> {
  static constexpr allotype::vendor vendor = allotype::vendor::intel;
  static constexpr char source[] = "flyteorg/flyte-sdk device lists; flyteorg/flyte accelerator-devices defaults";
};

struct Gaudi1 : gaudi_device<Gaudi1> {
  static constexpr char name[] = "Gaudi1";
  static constexpr char flyte_name[] = "habana-gaudi-dl1";
  static constexpr char flyte2_name[] = "Gaudi1";
};

/// Every device of this vendor in the catalogue.
using intel_devices = list<Gaudi1>;

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
