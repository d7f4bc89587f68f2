// SPDX-License-Identifier: BSL-1.0
/// \file
/// How one GPU is to be set up, as a value: MIG off, or MIG on with instances at their places. The printers of this
/// room (nvidia_smi.hpp, mig_parted.hpp, gpu_operator.hpp, slurm.hpp) take it.
#pragma once

#include <type_traits>
#include <utility>

#include <allotype/accelerator/accelerator_data.hpp>
#include <allotype/cluster/layouts/planned_layout.hpp>
#include <allotype/plan/layout.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// One GPU: MIG off, or MIG on with these instances.
struct gpu_setup {
  accelerator_data const* device = &detail::no_accelerator;            ///< the GPU
  bool mig = false;                                                    ///< MIG mode is on
  int count = 0;                                                       ///< of instances
  detail::instance_spec instances[detail::board_places::max_units]{};  ///< in the order written, each with its start
  int creation_order[detail::board_places::max_units]{};               ///< indices into `instances`

  /// What a GPU with that layout is set up as: `gpu_setup::of<layout<A100, "3g.20gb">>()`, or
  /// `gpu_setup::of<A100::unpartitioned>()` for MIG off. A layout without instances is MIG on and nothing created.
  template <class Layout>
  [[nodiscard]] static constexpr gpu_setup of();
  /// The same for a layout of names that the program reads.
  [[nodiscard]] static gpu_setup of(planned_layout const& planned);
  /// Does not compile; it says that a layout is a type.
  template <class Layout>
    requires(!std::is_convertible_v<Layout const&, planned_layout const&>)
  [[nodiscard]] static constexpr gpu_setup of(Layout const&);
  /// Does not compile; it says where a device and names of profiles stand.
  template <class Model, fixed_text First, fixed_text... Names>
  [[nodiscard]] static constexpr gpu_setup of();

  /// What the catalogue has of the profile of instance `i`.
  [[nodiscard]] constexpr mig_row const& row(int i) const { return device->board->rows[instances[i].profile]; }
};

namespace detail {

template <class Layout>
struct setup_of_layout;
template <class Model, class Rules, class... Placed>
struct setup_of_layout<layout_on<Model, Rules, Placed...>> {
  using layout = layout_on<Model, Rules, Placed...>;
  static constexpr gpu_setup make() {
    gpu_setup setup{&data_of<Model>, true, 0, {}, {}};
    ((setup.instances[setup.count++] = {row_index<typename Model::board, typename Placed::profile>, Placed::start}),
     ...);
    for (int i = 0; i < setup.count; ++i) setup.creation_order[i] = layout::creation_order[i];
    return setup;
  }
};
/// After an error.
template <class Model, class... Partitions>
struct setup_of_layout<layout_after_error<Model, Partitions...>> {
  static constexpr gpu_setup make() { return gpu_setup(); }
};
template <>
struct setup_of_layout<layout_without_device> {
  static constexpr gpu_setup make() { return gpu_setup(); }
};
template <class Model>
struct setup_of_layout<unpartitioned<Model>> {
  static constexpr gpu_setup make() {
    gpu_setup setup;
    setup.device = &data_of<Model>;
    return setup;
  }
};

}  // namespace detail

template <class Layout>
constexpr gpu_setup gpu_setup::of() {
  constexpr bool is_of_one_gpu = requires { detail::setup_of_layout<Layout>::make(); };
  static_assert(is_of_one_gpu, "gpu_setup::of<...> takes a layout<...>, or unpartitioned<...> for a GPU with MIG off");
  if constexpr (is_of_one_gpu) {
    return detail::setup_of_layout<Layout>::make();
  } else {
    return gpu_setup();
  }
}

template <class Layout>
  requires(!std::is_convertible_v<Layout const&, planned_layout const&>)
constexpr gpu_setup gpu_setup::of(Layout const&) {
  constexpr bool is_a_type = sizeof(Layout) == 0;
  static_assert(is_a_type, "gpu_setup::of: a layout is a type and no value: gpu_setup::of<layout<...>>()");
  return gpu_setup();
}

template <class Model, fixed_text First, fixed_text... Names>
constexpr gpu_setup gpu_setup::of() {
  constexpr bool is_a_layout = sizeof(Model*) == 0;
  static_assert(is_a_layout, "gpu_setup::of: a device and its profiles are a layout: of<layout<A100, \"3g.20gb\">>()");
  return gpu_setup();
}

inline gpu_setup gpu_setup::of(planned_layout const& planned) {
  gpu_setup setup{planned.device, true, 0, {}, {}};
  for (placement const& each : planned.placements) setup.instances[setup.count++] = {each.row, each.start};
  for (int i = 0; i < setup.count; ++i) setup.creation_order[i] = planned.creation_order[static_cast<std::size_t>(i)];
  return setup;
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
