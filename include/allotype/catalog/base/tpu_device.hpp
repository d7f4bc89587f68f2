// SPDX-License-Identifier: BSL-1.0
/// \file
/// Google TPUs and their slices.
#pragma once

#include <allotype/catalog/base/device.hpp>

namespace allotype {

/// A slice of a TPU pod with the topology `Topology`.
template <class Model, class Topology>
struct tpu_slice : part_of_device<Model, tpu_slice<Model, Topology>> {
  using topology = Topology;
  static constexpr char const* name = Topology::name;
  static constexpr int chips = Topology::chips;
};

/// Base of a TPU generation that is handed out in the listed topologies.
template <class Model, class... Topologies>
struct tpu_device : device<Model>, unlisted_partitions<Model>, Topologies::template member<Model>... {
  static constexpr allotype::vendor vendor = allotype::vendor::google;
  using partitions = list<Topologies...>;
  using unpartitioned = allotype::unpartitioned<Model>;

  /// `slice<"2x2">`, the same type as `slice_2x2`. A topology that is not offered is an error that lists those that are.
  template <partition_name<Model> Name>
  using slice = tpu_slice<Model, type_at<Name.index, list<Topologies...>>>;

  template <partition_name<Model> Name>
  using partition = slice<Name>;

  /// The slice for an element of `partitions`.
  template <class Topology>
  using partition_for = tpu_slice<Model, Topology>;
};

}  // namespace allotype
