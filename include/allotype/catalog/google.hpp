// SPDX-License-Identifier: BSL-1.0
/// \file
/// Google's TPUs, with the slices that Flyte offers of them (flyteorg/flytekit flytekit/extras/accelerators.py; Google's
/// own tables have more of v5p). They can be requested; nothing here runs code on them.
#pragma once

#include <allotype/catalog/base/tpu_device.hpp>

namespace allotype {

/// Topologies of slices. `chips` is the product of the dimensions.
namespace topology {

#define ALLOTYPE_TOPOLOGY(tag, text, chip_count)      \
  struct tag {                                        \
    static constexpr char name[] = text;              \
    static constexpr int chips = chip_count;          \
    template <class Model>                            \
    struct member {                                   \
      using slice##tag = tpu_slice<Model, tag>;       \
    };                                                \
  }
ALLOTYPE_TOPOLOGY(_1x1, "1x1", 1 * 1);
ALLOTYPE_TOPOLOGY(_2x2, "2x2", 2 * 2);
ALLOTYPE_TOPOLOGY(_2x4, "2x4", 2 * 4);
ALLOTYPE_TOPOLOGY(_4x4, "4x4", 4 * 4);
ALLOTYPE_TOPOLOGY(_4x8, "4x8", 4 * 8);
ALLOTYPE_TOPOLOGY(_8x8, "8x8", 8 * 8);
ALLOTYPE_TOPOLOGY(_8x16, "8x16", 8 * 16);
ALLOTYPE_TOPOLOGY(_16x16, "16x16", 16 * 16);
ALLOTYPE_TOPOLOGY(_2x2x1, "2x2x1", 2 * 2 * 1);
ALLOTYPE_TOPOLOGY(_2x2x2, "2x2x2", 2 * 2 * 2);
ALLOTYPE_TOPOLOGY(_2x4x4, "2x4x4", 2 * 4 * 4);
ALLOTYPE_TOPOLOGY(_4x4x4, "4x4x4", 4 * 4 * 4);
ALLOTYPE_TOPOLOGY(_4x4x8, "4x4x8", 4 * 4 * 8);
ALLOTYPE_TOPOLOGY(_4x8x8, "4x8x8", 4 * 8 * 8);
ALLOTYPE_TOPOLOGY(_8x8x8, "8x8x8", 8 * 8 * 8);
ALLOTYPE_TOPOLOGY(_8x8x16, "8x8x16", 8 * 8 * 16);
ALLOTYPE_TOPOLOGY(_8x16x16, "8x16x16", 8 * 16 * 16);
ALLOTYPE_TOPOLOGY(_16x16x16, "16x16x16", 16 * 16 * 16);
ALLOTYPE_TOPOLOGY(_16x16x24, "16x16x24", 16 * 16 * 24);
#undef ALLOTYPE_TOPOLOGY

}  // namespace topology

struct V5E : tpu_device<V5E, topology::_1x1, topology::_2x2, topology::_2x4, topology::_4x4, topology::_4x8, topology::_8x8, topology::_8x16, topology::_16x16> {
  static constexpr char name[] = "V5E";
  static constexpr char flyte_name[] = "tpu-v5-lite-podslice";
  static constexpr char architecture[] = "TPU v5e";
  static constexpr char source[] = "flyteorg/flytekit flytekit/extras/accelerators.py";
};

struct V5P : tpu_device<V5P, topology::_2x2x1, topology::_2x2x2, topology::_2x4x4, topology::_4x4x4, topology::_4x4x8, topology::_4x8x8, topology::_8x8x8, topology::_8x8x16, topology::_8x16x16, topology::_16x16x16, topology::_16x16x24> {
  static constexpr char name[] = "V5P";
  static constexpr char flyte_name[] = "tpu-v5p-slice";
  static constexpr char architecture[] = "TPU v5p";
  static constexpr char source[] = "flyteorg/flytekit flytekit/extras/accelerators.py";
};

struct V6E : tpu_device<V6E, topology::_1x1, topology::_2x2, topology::_2x4, topology::_4x4, topology::_4x8, topology::_8x8, topology::_8x16, topology::_16x16> {
  static constexpr char name[] = "V6E";
  static constexpr char flyte_name[] = "tpu-v6e-slice";
  static constexpr char architecture[] = "TPU v6e";
  static constexpr char source[] = "flyteorg/flytekit flytekit/extras/accelerators.py";
};

/// Every TPU of the catalogue.
using google_devices = list<V5E, V5P, V6E>;

}  // namespace allotype
