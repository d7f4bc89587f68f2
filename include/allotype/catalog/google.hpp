// SPDX-License-Identifier: BSL-1.0
/// \file
/// Google's TPUs, with the slices that Google's documentation, Google's xpk or Flyte lists. They can be requested;
/// the library has no backend for them.
#pragma once

#include <allotype/catalog/base/tpu_device.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// The topologies of each generation, in the order of their chips.
namespace pods {

using namespace topology_table;

/// v4: AxBxC with A <= B <= C, each 4 or less or a multiple of 4, at most 64 cubes of 4x4x4 chips.
struct V4 {
  static constexpr int dimensions = 3;
  static constexpr int tensorcores_per_chip = 2;
  static constexpr int chips_of_a_host = 4;
  static constexpr bool hosts_are_shared = false;
  [[nodiscard]] static constexpr tpu_machine_types machine_types(int /*chips*/) { return {"ct4p-hightpu-4t"}; }
  static constexpr topologies_listed listed[] = {
      // who lists them, the chips along each dimension
      {google | xpk_default, "2x2x1 2x2x2 2x2x4 2x4x4 4x4x4 4x4x8 4x8x8"},
      {xpk_default, "8x8x8 8x8x12 8x8x16 8x16x16"},
      {google, "12x12x24"},
  };
};

/// v5p: the parts of a cube 2x2x1, 2x2x2, 2x2x4, 2x4x4, and multiples of 4 with A <= B <= C, each at most 256; xpk goes
/// up to 140 cubes, Google's documentation calls 96 the largest job.
struct V5P {
  static constexpr int max_cubes = 140;
  static constexpr int dimensions = 3;
  static constexpr int tensorcores_per_chip = 2;
  static constexpr int chips_of_a_host = 4;
  static constexpr bool hosts_are_shared = false;
  [[nodiscard]] static constexpr tpu_machine_types machine_types(int /*chips*/) { return {"ct5p-hightpu-4t"}; }
  static constexpr topologies_listed listed[] = {
      // who lists them, the chips along each dimension
      {google | xpk_default | flyte_sdk, "2x2x1 2x2x2 2x4x4 4x4x4 4x4x8 4x8x8 8x8x8 8x8x16 8x16x16 16x16x16 16x16x24"},
      {xpk_default,
       "2x2x4 4x4x12 4x4x20 4x8x12 4x4x28 4x12x12 4x8x20 4x4x44 8x8x12 4x4x52 4x8x28 4x12x20 4x4x68 8x12x12 4x4x76 "
       "8x8x20 4x12x28 4x8x44 4x4x92 8x12x16 4x20x20 4x8x52 12x12x12 8x8x28 4x4x116 8x12x20 4x4x124 4x12x44 4x8x68 "
       "4x20x28 12x12x16 4x4x148 4x8x76 4x12x52 8x16x20 4x4x164 8x12x28 4x4x172 8x8x44 12x12x20 4x8x92 4x4x188 "
       "12x16x16 4x28x28 8x20x20 4x12x68 8x8x52 4x4x212 12x12x24 4x20x44 8x16x28 4x12x76 4x8x116 4x4x236 12x16x20 "
       "4x4x244 4x8x124 12x12x28 4x20x52 8x12x44 8x8x68 4x12x92 8x20x28 12x16x24 4x8x148 12x20x20 8x8x76 4x28x44 "
       "8x12x52 16x16x20 12x12x36 4x8x164 12x16x28 4x20x68 4x8x172 4x12x116 8x16x44 12x20x24 4x28x52 8x8x92 4x12x124 "
       "4x8x188 4x20x76 12x24x24 16x20x28"},
  };
};

/// TPU7x (Ironwood): as v5p, up to 144 cubes; and one chip alone.
struct TPU7X {
  static constexpr int max_cubes = 144;
  static constexpr int dimensions = 3;
  static constexpr int tensorcores_per_chip = 2;
  static constexpr int chips_of_a_host = 4;
  static constexpr bool hosts_are_shared = false;
  [[nodiscard]] static constexpr tpu_machine_types machine_types(int chips) {
    return {chips == 1 ? "tpu7x-standard-1t" : "tpu7x-standard-4t"};
  }
  static constexpr topologies_listed listed[] = {
      // who lists them, the chips along each dimension
      {xpk_default,
       "2x2x1 2x2x2 2x2x4 2x4x4 4x4x4 4x4x8 4x4x12 4x8x8 4x4x20 4x8x12 4x4x28 8x8x8 4x12x12 4x8x20 4x4x44 8x8x12 "
       "4x4x52 4x8x28 4x12x20 8x8x16 4x4x68 8x12x12 4x4x76 8x8x20 4x12x28 4x8x44 4x4x92 8x12x16 4x20x20 4x8x52 "
       "12x12x12 8x8x28 4x4x116 8x12x20 4x4x124 8x16x16 4x12x44 4x8x68 4x20x28 12x12x16 4x4x148 4x8x76 4x12x52 "
       "8x16x20 4x4x164 8x12x28 4x4x172 8x8x44 12x12x20 4x8x92 4x4x188 12x16x16 4x28x28 8x20x20 4x12x68 8x8x52 "
       "4x4x212 12x12x24 4x20x44 8x16x28 4x12x76 4x8x116 4x4x236 12x16x20 4x4x244 4x8x124 12x12x28 16x16x16 4x20x52 "
       "8x12x44 8x8x68 4x12x92 8x20x28 12x16x24 4x8x148 12x20x20 8x8x76 4x28x44 8x12x52 16x16x20 12x12x36 4x8x164 "
       "12x16x28 4x20x68 4x8x172 4x12x116 8x16x44 12x20x24 4x28x52 8x8x92 4x12x124 4x8x188 4x20x76 16x16x24 12x24x24 "
       "16x16x32 16x20x28 16x24x24"},
      {xpk, "1x1x1"},
  };
};

/// v5e: a closed list.
struct V5E {
  static constexpr int dimensions = 2;
  static constexpr int tensorcores_per_chip = 1;
  static constexpr int chips_of_a_host = 8;  // machines with 4 chips carry half a host each
  static constexpr bool hosts_are_shared = true;
  [[nodiscard]] static constexpr tpu_machine_types machine_types(int chips) {
    if (chips == 1) return {"ct5lp-hightpu-1t"};
    if (chips == 8) return {"ct5lp-hightpu-8t", "ct5lp-hightpu-4t"};
    return {"ct5lp-hightpu-4t"};
  }
  static constexpr topologies_listed listed[] = {
      // who lists them, the chips along each dimension
      {google | flyte_sdk, "1x1 2x2"},
      {google | flyte_sdk | xpk, "2x4 4x4 4x8 8x8 8x16 16x16"},
  };
};

/// v6e: a closed list.
struct V6E {
  static constexpr int dimensions = 2;
  static constexpr int tensorcores_per_chip = 1;
  static constexpr int chips_of_a_host = 8;  // machines with 4 chips carry half a host each
  static constexpr bool hosts_are_shared = true;
  [[nodiscard]] static constexpr tpu_machine_types machine_types(int chips) {
    if (chips == 1) return {"ct6e-standard-1t"};
    if (chips == 8) return {"ct6e-standard-8t", "ct6e-standard-4t"};
    return {"ct6e-standard-4t"};
  }
  static constexpr topologies_listed listed[] = {
      // who lists them, the chips along each dimension
      {google | flyte_sdk | xpk, "1x1 2x2 2x4 4x4 4x8 8x8 8x16 16x16"},
  };
};

}  // namespace pods

struct V4 : tpu_device<V4, pods::V4> {
  static constexpr char name[] = "V4";
  static constexpr char gke_accelerator[] = "tpu-v4-podslice";
  static constexpr char architecture[] = "TPU v4";
  static constexpr char source[] =
      "Google Cloud TPU documentation, v4; "
      "AI-Hypercomputer/xpk src/xpk/core/system_characteristics.py@367c8382";
};

struct V5E : tpu_device<V5E, pods::V5E> {
  static constexpr char name[] = "V5E";
  static constexpr char flyte_name[] = "tpu-v5-lite-podslice";
  static constexpr char gke_accelerator[] = "tpu-v5-lite-podslice";
  static constexpr char architecture[] = "TPU v5e";
  static constexpr char source[] =
      "Google Cloud TPU documentation, v5e; "
      "AI-Hypercomputer/xpk src/xpk/core/system_characteristics.py@367c8382; "
      "flyteorg/flytekit flytekit/extras/accelerators.py@e96c72030; "
      "flyteorg/flyte-sdk src/flyte/_resources.py@7e2d4231";

  using slice_1x1 = tpu_slice<V5E, topology<1, 1>>;
  using slice_2x2 = tpu_slice<V5E, topology<2, 2>>;
  using slice_2x4 = tpu_slice<V5E, topology<2, 4>>;
  using slice_4x4 = tpu_slice<V5E, topology<4, 4>>;
  using slice_4x8 = tpu_slice<V5E, topology<4, 8>>;
  using slice_8x8 = tpu_slice<V5E, topology<8, 8>>;
  using slice_8x16 = tpu_slice<V5E, topology<8, 16>>;
  using slice_16x16 = tpu_slice<V5E, topology<16, 16>>;
};

struct V5P : tpu_device<V5P, pods::V5P> {
  static constexpr char name[] = "V5P";
  static constexpr char flyte_name[] = "tpu-v5p-slice";
  static constexpr char gke_accelerator[] = "tpu-v5p-slice";
  static constexpr char architecture[] = "TPU v5p";
  static constexpr char source[] =
      "Google Cloud TPU documentation, v5p; "
      "AI-Hypercomputer/xpk src/xpk/core/system_characteristics.py@367c8382; "
      "flyteorg/flytekit flytekit/extras/accelerators.py@e96c72030; "
      "flyteorg/flyte-sdk src/flyte/_resources.py@7e2d4231";

  using slice_2x2x1 = tpu_slice<V5P, topology<2, 2, 1>>;
  using slice_2x2x2 = tpu_slice<V5P, topology<2, 2, 2>>;
  using slice_2x4x4 = tpu_slice<V5P, topology<2, 4, 4>>;
  using slice_4x4x4 = tpu_slice<V5P, topology<4, 4, 4>>;
  using slice_4x4x8 = tpu_slice<V5P, topology<4, 4, 8>>;
  using slice_4x8x8 = tpu_slice<V5P, topology<4, 8, 8>>;
  using slice_8x8x8 = tpu_slice<V5P, topology<8, 8, 8>>;
  using slice_8x8x16 = tpu_slice<V5P, topology<8, 8, 16>>;
  using slice_8x16x16 = tpu_slice<V5P, topology<8, 16, 16>>;
  using slice_16x16x16 = tpu_slice<V5P, topology<16, 16, 16>>;
  using slice_16x16x24 = tpu_slice<V5P, topology<16, 16, 24>>;
};

struct V6E : tpu_device<V6E, pods::V6E> {
  static constexpr char name[] = "V6E";
  static constexpr char flyte_name[] = "tpu-v6e-slice";
  static constexpr char gke_accelerator[] = "tpu-v6e-slice";
  static constexpr char architecture[] = "TPU v6e";
  static constexpr char source[] =
      "Google Cloud TPU documentation, v6e; "
      "AI-Hypercomputer/xpk src/xpk/core/system_characteristics.py@367c8382; "
      "flyteorg/flytekit flytekit/extras/accelerators.py@e96c72030; "
      "flyteorg/flyte-sdk src/flyte/_resources.py@7e2d4231";

  using slice_1x1 = tpu_slice<V6E, topology<1, 1>>;
  using slice_2x2 = tpu_slice<V6E, topology<2, 2>>;
  using slice_2x4 = tpu_slice<V6E, topology<2, 4>>;
  using slice_4x4 = tpu_slice<V6E, topology<4, 4>>;
  using slice_4x8 = tpu_slice<V6E, topology<4, 8>>;
  using slice_8x8 = tpu_slice<V6E, topology<8, 8>>;
  using slice_8x16 = tpu_slice<V6E, topology<8, 16>>;
  using slice_16x16 = tpu_slice<V6E, topology<16, 16>>;
};

struct TPU7X : tpu_device<TPU7X, pods::TPU7X> {
  static constexpr char name[] = "TPU7X";
  static constexpr char gke_accelerator[] = "tpu7x";
  static constexpr char architecture[] = "TPU7x (Ironwood)";
  static constexpr char source[] = "AI-Hypercomputer/xpk src/xpk/core/system_characteristics.py@367c8382";
};

/// Every TPU of the catalogue.
using google_devices = list<V4, V5E, V5P, V6E, TPU7X>;

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
