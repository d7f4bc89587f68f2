// SPDX-License-Identifier: BSL-1.0
/// \file
/// Intel's Gaudi; Flyte has a name for the first. They can be requested; the library has no backend for them.
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

struct Gaudi2 : gaudi_device<Gaudi2> {
  static constexpr char name[] = "Gaudi2";
  static constexpr bytes nominal_memory = 96_GB;
  static constexpr bool bf16 = true;
  static constexpr char source[] = "Hugging Face, Transformers v5.10 perf_train_gaudi (memory, bf16)";
};

struct Gaudi3 : gaudi_device<Gaudi3> {
  static constexpr char name[] = "Gaudi3";
  static constexpr bytes nominal_memory = 128_GB;
  static constexpr bool bf16 = true;
  static constexpr char source[] = "Hugging Face, Transformers v5.10 perf_train_gaudi (memory, bf16)";
};

/// Every device of this vendor in the catalogue.
using intel_devices = list<Gaudi1, Gaudi2, Gaudi3>;

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
