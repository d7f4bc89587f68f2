// SPDX-License-Identifier: BSL-1.0
/// \file
/// Google's TPUs, with the slices that Google's documentation, Google's xpk or Flyte lists. They can be requested;
/// the library has no backend for them.
#pragma once

#include <allotype/catalog/base/tpu_device.hpp>

namespace allotype {

/// The topologies of each generation, in the order of their chips.
namespace pods {

using namespace topology_table;

/// v4: AxBxC with A <= B <= C, each 4 or less or a multiple of 4, at most 64 cubes of 4x4x4 chips.
struct V4 {
  static constexpr int dimensions = 3;
  static constexpr int tensorcores_per_chip = 2;
  static constexpr int chips_of_a_host = 4;
  static constexpr bool hosts_are_shared = false;
  static constexpr tpu_machine_types machine_types(int /*chips*/) { return {"ct4p-hightpu-4t"}; }
  static constexpr tpu_row rows[] = {
      // chips along each dimension, who lists it
      {{2, 2, 1}, google | xpk_default}, {{2, 2, 2}, google | xpk_default}, {{2, 2, 4}, google | xpk_default},
      {{2, 4, 4}, google | xpk_default}, {{4, 4, 4}, google | xpk_default}, {{4, 4, 8}, google | xpk_default},
      {{4, 8, 8}, google | xpk_default}, {{8, 8, 8}, xpk_default}, {{8, 8, 12}, xpk_default},
      {{8, 8, 16}, xpk_default}, {{8, 16, 16}, xpk_default}, {{12, 12, 24}, google},
  };
};

/// v5p: the parts of a cube 2x2x1, 2x2x2, 2x2x4, 2x4x4, and multiples of 4 with A <= B <= C, each at most 256; xpk goes
/// up to 140 cubes, Google's documentation calls 96 the largest job.
struct V5P {
  static constexpr int most_cubes = 140;
  static constexpr int dimensions = 3;
  static constexpr int tensorcores_per_chip = 2;
  static constexpr int chips_of_a_host = 4;
  static constexpr bool hosts_are_shared = false;
  static constexpr tpu_machine_types machine_types(int /*chips*/) { return {"ct5p-hightpu-4t"}; }
  static constexpr tpu_row rows[] = {
      // chips along each dimension, who lists it
      {{2, 2, 1}, google | xpk_default | flyte_sdk}, {{2, 2, 2}, google | xpk_default | flyte_sdk},
      {{2, 2, 4}, xpk_default},
      {{2, 4, 4}, google | xpk_default | flyte_sdk}, {{4, 4, 4}, google | xpk_default | flyte_sdk},
      {{4, 4, 8}, google | xpk_default | flyte_sdk}, {{4, 4, 12}, xpk_default},
      {{4, 8, 8}, google | xpk_default | flyte_sdk},
      {{4, 4, 20}, xpk_default}, {{4, 8, 12}, xpk_default}, {{4, 4, 28}, xpk_default},
      {{8, 8, 8}, google | xpk_default | flyte_sdk}, {{4, 12, 12}, xpk_default}, {{4, 8, 20}, xpk_default},
      {{4, 4, 44}, xpk_default}, {{8, 8, 12}, xpk_default}, {{4, 4, 52}, xpk_default}, {{4, 8, 28}, xpk_default},
      {{4, 12, 20}, xpk_default}, {{8, 8, 16}, google | xpk_default | flyte_sdk}, {{4, 4, 68}, xpk_default},
      {{8, 12, 12}, xpk_default}, {{4, 4, 76}, xpk_default}, {{8, 8, 20}, xpk_default}, {{4, 12, 28}, xpk_default},
      {{4, 8, 44}, xpk_default}, {{4, 4, 92}, xpk_default}, {{8, 12, 16}, xpk_default}, {{4, 20, 20}, xpk_default},
      {{4, 8, 52}, xpk_default}, {{12, 12, 12}, xpk_default}, {{8, 8, 28}, xpk_default}, {{4, 4, 116}, xpk_default},
      {{8, 12, 20}, xpk_default}, {{4, 4, 124}, xpk_default}, {{8, 16, 16}, google | xpk_default | flyte_sdk},
      {{4, 12, 44}, xpk_default}, {{4, 8, 68}, xpk_default}, {{4, 20, 28}, xpk_default}, {{12, 12, 16}, xpk_default},
      {{4, 4, 148}, xpk_default}, {{4, 8, 76}, xpk_default}, {{4, 12, 52}, xpk_default}, {{8, 16, 20}, xpk_default},
      {{4, 4, 164}, xpk_default}, {{8, 12, 28}, xpk_default}, {{4, 4, 172}, xpk_default}, {{8, 8, 44}, xpk_default},
      {{12, 12, 20}, xpk_default}, {{4, 8, 92}, xpk_default}, {{4, 4, 188}, xpk_default}, {{12, 16, 16}, xpk_default},
      {{4, 28, 28}, xpk_default}, {{8, 20, 20}, xpk_default}, {{4, 12, 68}, xpk_default}, {{8, 8, 52}, xpk_default},
      {{4, 4, 212}, xpk_default}, {{12, 12, 24}, xpk_default}, {{4, 20, 44}, xpk_default}, {{8, 16, 28}, xpk_default},
      {{4, 12, 76}, xpk_default}, {{4, 8, 116}, xpk_default}, {{4, 4, 236}, xpk_default}, {{12, 16, 20}, xpk_default},
      {{4, 4, 244}, xpk_default}, {{4, 8, 124}, xpk_default}, {{12, 12, 28}, xpk_default},
      {{16, 16, 16}, google | xpk_default | flyte_sdk}, {{4, 20, 52}, xpk_default}, {{8, 12, 44}, xpk_default},
      {{8, 8, 68}, xpk_default}, {{4, 12, 92}, xpk_default}, {{8, 20, 28}, xpk_default}, {{12, 16, 24}, xpk_default},
      {{4, 8, 148}, xpk_default}, {{12, 20, 20}, xpk_default}, {{8, 8, 76}, xpk_default}, {{4, 28, 44}, xpk_default},
      {{8, 12, 52}, xpk_default}, {{16, 16, 20}, xpk_default}, {{12, 12, 36}, xpk_default},
      {{4, 8, 164}, xpk_default}, {{12, 16, 28}, xpk_default}, {{4, 20, 68}, xpk_default}, {{4, 8, 172}, xpk_default},
      {{4, 12, 116}, xpk_default}, {{8, 16, 44}, xpk_default}, {{12, 20, 24}, xpk_default},
      {{4, 28, 52}, xpk_default}, {{8, 8, 92}, xpk_default}, {{4, 12, 124}, xpk_default}, {{4, 8, 188}, xpk_default},
      {{4, 20, 76}, xpk_default}, {{16, 16, 24}, google | xpk_default | flyte_sdk}, {{12, 24, 24}, xpk_default},
      {{16, 20, 28}, xpk_default},
  };
};

/// TPU7x (Ironwood): as v5p, up to 144 cubes; and one chip alone.
struct TPU7X {
  static constexpr int most_cubes = 144;
  static constexpr int dimensions = 3;
  static constexpr int tensorcores_per_chip = 2;
  static constexpr int chips_of_a_host = 4;
  static constexpr bool hosts_are_shared = false;
  static constexpr tpu_machine_types machine_types(int chips) {
    return {chips == 1 ? "tpu7x-standard-1t" : "tpu7x-standard-4t"};
  }
  static constexpr tpu_row rows[] = {
      // chips along each dimension, who lists it
      {{2, 2, 1}, xpk_default}, {{2, 2, 2}, xpk_default}, {{2, 2, 4}, xpk_default}, {{2, 4, 4}, xpk_default},
      {{4, 4, 4}, xpk_default}, {{4, 4, 8}, xpk_default}, {{4, 4, 12}, xpk_default}, {{4, 8, 8}, xpk_default},
      {{4, 4, 20}, xpk_default}, {{4, 8, 12}, xpk_default}, {{4, 4, 28}, xpk_default}, {{8, 8, 8}, xpk_default},
      {{4, 12, 12}, xpk_default}, {{4, 8, 20}, xpk_default}, {{4, 4, 44}, xpk_default}, {{8, 8, 12}, xpk_default},
      {{4, 4, 52}, xpk_default}, {{4, 8, 28}, xpk_default}, {{4, 12, 20}, xpk_default}, {{8, 8, 16}, xpk_default},
      {{4, 4, 68}, xpk_default}, {{8, 12, 12}, xpk_default}, {{4, 4, 76}, xpk_default}, {{8, 8, 20}, xpk_default},
      {{4, 12, 28}, xpk_default}, {{4, 8, 44}, xpk_default}, {{4, 4, 92}, xpk_default}, {{8, 12, 16}, xpk_default},
      {{4, 20, 20}, xpk_default}, {{4, 8, 52}, xpk_default}, {{12, 12, 12}, xpk_default}, {{8, 8, 28}, xpk_default},
      {{4, 4, 116}, xpk_default}, {{8, 12, 20}, xpk_default}, {{4, 4, 124}, xpk_default}, {{8, 16, 16}, xpk_default},
      {{4, 12, 44}, xpk_default}, {{4, 8, 68}, xpk_default}, {{4, 20, 28}, xpk_default}, {{12, 12, 16}, xpk_default},
      {{4, 4, 148}, xpk_default}, {{4, 8, 76}, xpk_default}, {{4, 12, 52}, xpk_default}, {{8, 16, 20}, xpk_default},
      {{4, 4, 164}, xpk_default}, {{8, 12, 28}, xpk_default}, {{4, 4, 172}, xpk_default}, {{8, 8, 44}, xpk_default},
      {{12, 12, 20}, xpk_default}, {{4, 8, 92}, xpk_default}, {{4, 4, 188}, xpk_default}, {{12, 16, 16}, xpk_default},
      {{4, 28, 28}, xpk_default}, {{8, 20, 20}, xpk_default}, {{4, 12, 68}, xpk_default}, {{8, 8, 52}, xpk_default},
      {{4, 4, 212}, xpk_default}, {{12, 12, 24}, xpk_default}, {{4, 20, 44}, xpk_default}, {{8, 16, 28}, xpk_default},
      {{4, 12, 76}, xpk_default}, {{4, 8, 116}, xpk_default}, {{4, 4, 236}, xpk_default}, {{12, 16, 20}, xpk_default},
      {{4, 4, 244}, xpk_default}, {{4, 8, 124}, xpk_default}, {{12, 12, 28}, xpk_default},
      {{16, 16, 16}, xpk_default}, {{4, 20, 52}, xpk_default}, {{8, 12, 44}, xpk_default}, {{8, 8, 68}, xpk_default},
      {{4, 12, 92}, xpk_default}, {{8, 20, 28}, xpk_default}, {{12, 16, 24}, xpk_default}, {{4, 8, 148}, xpk_default},
      {{12, 20, 20}, xpk_default}, {{8, 8, 76}, xpk_default}, {{4, 28, 44}, xpk_default}, {{8, 12, 52}, xpk_default},
      {{16, 16, 20}, xpk_default}, {{12, 12, 36}, xpk_default}, {{4, 8, 164}, xpk_default},
      {{12, 16, 28}, xpk_default}, {{4, 20, 68}, xpk_default}, {{4, 8, 172}, xpk_default},
      {{4, 12, 116}, xpk_default}, {{8, 16, 44}, xpk_default}, {{12, 20, 24}, xpk_default},
      {{4, 28, 52}, xpk_default}, {{8, 8, 92}, xpk_default}, {{4, 12, 124}, xpk_default}, {{4, 8, 188}, xpk_default},
      {{4, 20, 76}, xpk_default}, {{16, 16, 24}, xpk_default}, {{12, 24, 24}, xpk_default},
      {{16, 16, 32}, xpk_default}, {{16, 20, 28}, xpk_default}, {{16, 24, 24}, xpk_default}, {{1, 1, 1}, xpk},
  };
};

/// v5e: a closed list.
struct V5E {
  static constexpr int dimensions = 2;
  static constexpr int tensorcores_per_chip = 1;
  static constexpr int chips_of_a_host = 8;  // machines with 4 chips carry half a host each
  static constexpr bool hosts_are_shared = true;
  static constexpr tpu_machine_types machine_types(int chips) {
    if (chips == 1) return {"ct5lp-hightpu-1t"};
    if (chips == 8) return {"ct5lp-hightpu-8t", "ct5lp-hightpu-4t"};
    return {"ct5lp-hightpu-4t"};
  }
  static constexpr tpu_row rows[] = {
      // chips along each dimension, who lists it
      {{1, 1, 0}, google | flyte_sdk}, {{2, 2, 0}, google | flyte_sdk}, {{2, 4, 0}, google | flyte_sdk | xpk},
      {{4, 4, 0}, google | flyte_sdk | xpk}, {{4, 8, 0}, google | flyte_sdk | xpk},
      {{8, 8, 0}, google | flyte_sdk | xpk},
      {{8, 16, 0}, google | flyte_sdk | xpk}, {{16, 16, 0}, google | flyte_sdk | xpk},
  };
};

/// v6e: a closed list.
struct V6E {
  static constexpr int dimensions = 2;
  static constexpr int tensorcores_per_chip = 1;
  static constexpr int chips_of_a_host = 8;  // machines with 4 chips carry half a host each
  static constexpr bool hosts_are_shared = true;
  static constexpr tpu_machine_types machine_types(int chips) {
    if (chips == 1) return {"ct6e-standard-1t"};
    if (chips == 8) return {"ct6e-standard-8t", "ct6e-standard-4t"};
    return {"ct6e-standard-4t"};
  }
  static constexpr tpu_row rows[] = {
      // chips along each dimension, who lists it
      {{1, 1, 0}, google | flyte_sdk | xpk}, {{2, 2, 0}, google | flyte_sdk | xpk},
      {{2, 4, 0}, google | flyte_sdk | xpk},
      {{4, 4, 0}, google | flyte_sdk | xpk}, {{4, 8, 0}, google | flyte_sdk | xpk},
      {{8, 8, 0}, google | flyte_sdk | xpk},
      {{8, 16, 0}, google | flyte_sdk | xpk}, {{16, 16, 0}, google | flyte_sdk | xpk},
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
  static constexpr char source[] =
      "AI-Hypercomputer/xpk src/xpk/core/system_characteristics.py@367c8382";
};

/// Every TPU of the catalogue.
using google_devices = list<V4, V5E, V5P, V6E, TPU7X>;

}  // namespace allotype
