// SPDX-License-Identifier: BSL-1.0
/// \file
/// AMD's Instinct accelerators with Flyte's names, and their partitions. They can be requested; the library has no
/// backend for them.
#pragma once

#include <allotype/catalog/base/amd_device.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// Chiplets and modes of the devices that can be partitioned.
namespace amd_modes {

inline constexpr char flyte_and_amd[] =
    "flyteorg/flyte-sdk device lists; flyteorg/flyte accelerator-devices defaults; ROCm/rocm-systems "
    "projects/amdsmi/docs/conceptual/partition.md@0da2091b (MI300X compatibility matrix); ROCm workload-optimization "
    "partition table; Linux drivers/gpu/drm/amd/amdgpu/aqua_vanjaram.c (supp_xcp_modes and compatible NPS masks; mask "
    "is "
    "ANDed with the NPS modes the device firmware reports)";

/// The modes, for the tables below.
using enum amd_compute_mode;
/// What is known of a pair of modes, for the tables below.
using enum amd_mode_status;

// clang-format off
/// The memory and the compute units of a chiplet are the vendor's figures. AMD's page lists DPX, the
/// driver's list for six chiplets does not.
struct MI300A {
  static constexpr char gfx[] = "gfx942";
  static constexpr char kernel_gc_ip[] = "9.4.3";
  static constexpr int xcds = 6;
  static constexpr int compute_units_per_xcd = 38;
  static constexpr bytes nominal_memory = 128_GB;
  static constexpr char const* source = flyte_and_amd;
  static constexpr amd_row rows[] = {
    //      NPS1      NPS2      NPS4              NPS8
    {SPX, {valid,    invalid,  invalid,          invalid}},
    {DPX, {disputed, invalid,  invalid,          invalid}},
    {TPX, {valid,    invalid,  kernel_mask_only, invalid}},
    {CPX, {valid,    invalid,  kernel_mask_only, invalid}},
  };
};
/// Eight chiplets, whose modes AMD's page and the driver's list agree on.
struct MI300X {
  static constexpr char gfx[] = "gfx942";
  static constexpr char kernel_gc_ip[] = "9.4.3";
  static constexpr int xcds = 8;
  static constexpr int compute_units_per_xcd = 38;
  static constexpr bytes nominal_memory = 192_GB;
  static constexpr char const* source = flyte_and_amd;
  static constexpr amd_row rows[] = {
    //      NPS1      NPS2      NPS4              NPS8
    {SPX, {valid,    invalid,  invalid,          invalid}},
    {DPX, {valid,    valid,    invalid,          invalid}},
    {QPX, {valid,    invalid,  valid,            invalid}},
    {CPX, {valid,    vf_only,  valid,            invalid}},
  };
};
/// The driver's rules are those for MI300X, the only device whose matrix AMD publishes.
struct MI325X : MI300X {
  static constexpr bytes nominal_memory = 256_GB;
};
/// Eight chiplets, by the driver's list.
struct MI350X {
  static constexpr char gfx[] = "gfx950";
  static constexpr char kernel_gc_ip[] = "9.5.0";
  static constexpr int xcds = 8;
  static constexpr int compute_units_per_xcd = 32;
  static constexpr bytes nominal_memory = 288_GB;
  static constexpr char const* source = flyte_and_amd;
  static constexpr amd_row rows[] = {
    //      NPS1      NPS2      NPS4              NPS8
    {SPX, {valid,    invalid,  invalid,          invalid}},
    {DPX, {valid,    valid,    invalid,          invalid}},
    {QPX, {valid,    valid,    kernel_mask_only, invalid}},
    {CPX, {valid,    valid,    kernel_mask_only, invalid}},
  };
};
/// The same chiplets and modes as MI350X.
using MI355X = MI350X;
// clang-format on

}  // namespace amd_modes

namespace detail {

inline constexpr char flyte_alone[] = "flyteorg/flyte-sdk device lists; flyteorg/flyte accelerator-devices defaults";

}  // namespace detail

struct MI100 : amd_device<MI100> {
  static constexpr char name[] = "MI100";
  static constexpr char flyte_name[] = "amd-mi100";
  static constexpr char flyte2_name[] = "MI100";
  static constexpr char const* source = detail::flyte_alone;
};

struct MI210 : amd_device<MI210> {
  static constexpr char name[] = "MI210";
  static constexpr char flyte_name[] = "amd-mi210";
  static constexpr char flyte2_name[] = "MI210";
  static constexpr char const* source = detail::flyte_alone;
};

struct MI250 : amd_device<MI250> {
  static constexpr char name[] = "MI250";
  static constexpr char flyte_name[] = "amd-mi250";
  static constexpr char flyte2_name[] = "MI250";
  static constexpr char const* source = detail::flyte_alone;
};

struct MI250X : amd_device<MI250X> {
  static constexpr char name[] = "MI250X";
  static constexpr char flyte_name[] = "amd-mi250x";
  static constexpr char flyte2_name[] = "MI250X";
  static constexpr char const* source = detail::flyte_alone;
};

struct MI300A : amd_partitionable_device<MI300A, amd_modes::MI300A> {
  static constexpr char name[] = "MI300A";
  static constexpr char flyte_name[] = "amd-mi300a";
  static constexpr char flyte2_name[] = "MI300A";
};

struct MI300X : amd_partitionable_device<MI300X, amd_modes::MI300X> {
  static constexpr char name[] = "MI300X";
  static constexpr char flyte_name[] = "amd-mi300x";
  static constexpr char flyte2_name[] = "MI300X";
};

/// Its modes are not published.
struct MI308X : amd_device<MI308X> {
  static constexpr char name[] = "MI308X";
  static constexpr char const* source = "ray-project/ray, python/ray/util/accelerators (AMD-Instinct-MI308X)";
};

struct MI325X : amd_partitionable_device<MI325X, amd_modes::MI325X> {
  static constexpr char name[] = "MI325X";
  static constexpr char flyte_name[] = "amd-mi325x";
  static constexpr char flyte2_name[] = "MI325X";
};

struct MI350X : amd_partitionable_device<MI350X, amd_modes::MI350X> {
  static constexpr char name[] = "MI350X";
  static constexpr char flyte_name[] = "amd-mi350x";
  static constexpr char flyte2_name[] = "MI350X";
};

struct MI355X : amd_partitionable_device<MI355X, amd_modes::MI355X> {
  static constexpr char name[] = "MI355X";
  static constexpr char flyte_name[] = "amd-mi355x";
  static constexpr char flyte2_name[] = "MI355X";
};

/// Every device of this vendor in the catalogue.
using amd_devices = list<MI100, MI210, MI250, MI250X, MI300A, MI300X, MI308X, MI325X, MI350X, MI355X>;

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
