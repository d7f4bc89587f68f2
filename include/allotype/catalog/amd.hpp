// SPDX-License-Identifier: BSL-1.0
/// \file
/// AMD's Instinct accelerators, as Flyte names them. They can be requested; nothing here runs code on them.
#pragma once

#include <allotype/catalog/base/device.hpp>

namespace allotype {

/// Base of an AMD accelerator.
template <class Model>
struct amd_device : device<Model> {
  static constexpr allotype::vendor vendor = allotype::vendor::amd;
  static constexpr char source[] = "flyteorg/flyte-sdk device lists; flyteorg/flyte accelerator-devices defaults";
};

struct MI100 : amd_device<MI100> {
  static constexpr char name[] = "MI100";
  static constexpr char flyte_name[] = "amd-mi100";
  static constexpr char flyte2_name[] = "MI100";
};

struct MI210 : amd_device<MI210> {
  static constexpr char name[] = "MI210";
  static constexpr char flyte_name[] = "amd-mi210";
  static constexpr char flyte2_name[] = "MI210";
};

struct MI250 : amd_device<MI250> {
  static constexpr char name[] = "MI250";
  static constexpr char flyte_name[] = "amd-mi250";
  static constexpr char flyte2_name[] = "MI250";
};

struct MI250X : amd_device<MI250X> {
  static constexpr char name[] = "MI250X";
  static constexpr char flyte_name[] = "amd-mi250x";
  static constexpr char flyte2_name[] = "MI250X";
};

struct MI300A : amd_device<MI300A> {
  static constexpr char name[] = "MI300A";
  static constexpr char flyte_name[] = "amd-mi300a";
  static constexpr char flyte2_name[] = "MI300A";
};

struct MI300X : amd_device<MI300X> {
  static constexpr char name[] = "MI300X";
  static constexpr char flyte_name[] = "amd-mi300x";
  static constexpr char flyte2_name[] = "MI300X";
};

struct MI325X : amd_device<MI325X> {
  static constexpr char name[] = "MI325X";
  static constexpr char flyte_name[] = "amd-mi325x";
  static constexpr char flyte2_name[] = "MI325X";
};

struct MI350X : amd_device<MI350X> {
  static constexpr char name[] = "MI350X";
  static constexpr char flyte_name[] = "amd-mi350x";
  static constexpr char flyte2_name[] = "MI350X";
};

struct MI355X : amd_device<MI355X> {
  static constexpr char name[] = "MI355X";
  static constexpr char flyte_name[] = "amd-mi355x";
  static constexpr char flyte2_name[] = "MI355X";
};

/// Every device of this vendor in the catalogue.
using amd_devices = list<MI100, MI210, MI250, MI250X, MI300A, MI300X, MI325X, MI350X, MI355X>;

}  // namespace allotype
