// SPDX-License-Identifier: BSL-1.0
/// \file
/// AWS's Inferentia and Trainium, most with Flyte's names. They can be requested; the library has no backend for
/// them.
#pragma once

#include <allotype/catalog/base/device.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// Base of an accelerator that AWS Neuron programs.
template <class Model>
struct neuron_device : device<Model> {
  static constexpr allotype::vendor vendor = allotype::vendor::aws;
  static constexpr char source[] = "flyteorg/flyte-sdk device lists; flyteorg/flyte accelerator-devices defaults";
};

struct Inf1 : neuron_device<Inf1> {
  static constexpr char name[] = "Inf1";
  static constexpr char flyte_name[] = "aws-neuron-inf1";
  static constexpr char flyte2_name[] = "Inf1";
};

struct Inf2 : neuron_device<Inf2> {
  static constexpr char name[] = "Inf2";
  static constexpr char flyte_name[] = "aws-neuron-inf2";
  static constexpr char flyte2_name[] = "Inf2";
};

struct Trn1 : neuron_device<Trn1> {
  static constexpr char name[] = "Trn1";
  static constexpr char flyte_name[] = "aws-neuron-trn1";
  static constexpr char flyte2_name[] = "Trn1";
};

struct Trn1n : neuron_device<Trn1n> {
  static constexpr char name[] = "Trn1n";
  static constexpr char flyte_name[] = "aws-neuron-trn1n";
  static constexpr char flyte2_name[] = "Trn1n";
};

struct Trn2 : neuron_device<Trn2> {
  static constexpr char name[] = "Trn2";
  static constexpr char flyte_name[] = "aws-neuron-trn2";
  static constexpr char flyte2_name[] = "Trn2";
};

struct Trn2u : neuron_device<Trn2u> {
  static constexpr char name[] = "Trn2u";
  static constexpr char flyte_name[] = "aws-neuron-trn2u";
  static constexpr char flyte2_name[] = "Trn2u";
};

struct Trn3 : neuron_device<Trn3> {
  static constexpr char name[] = "Trn3";
  static constexpr bytes nominal_memory = 144_GB;
  static constexpr bool bf16 = true;
  static constexpr char source[] = "Amazon EC2, instance types trn3 (144 GB of HBM3e a chip, BF16)";
};

/// Every device of this vendor in the catalogue.
using aws_devices = list<Inf1, Inf2, Trn1, Trn1n, Trn2, Trn2u, Trn3>;

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
