// SPDX-License-Identifier: BSL-1.0
/// \file
/// Compute instances: parts of a GPU instance. Each has its own SMs; all share the instance's memory, memory bandwidth,
/// L2 cache, copy engines and media engines. `1c.3g.20gb` is one of the three compute slices of a `3g.20gb`. A compute
/// instance that fills its GPU instance has the name of the GPU instance.
#pragma once

#include <allotype/catalog/base/device.hpp>
#include <allotype/catalog/base/mig_table.hpp>
#include <allotype/catalog/mig_name.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// A compute-instance profile within GPU instances of so many compute slices.
struct mig_compute_row {
  int gpu_slices;       ///< of the GPU instance
  int compute_slices;   ///< of the compute instance
  int nvml_profile_id;  ///< NVML_COMPUTE_INSTANCE_PROFILE_*, also what `nvidia-smi mig -cci` takes
  int max_instances;    ///< within one GPU instance; so many starts are listed
  int starts[7];        ///< in compute slices
};

/// They are the same on every board and for every attribute. Counts: NVIDIA/go-nvml's A100 mock; starts: its H100 and
/// A30 mocks. The start of 4c within 7g is an inference: the H100 mock lacks it.
inline constexpr mig_compute_row mig_compute_rows[] = {
    {1, 1, 0, 1, {0}},          {2, 1, 0, 2, {0, 1}},
    {2, 2, 1, 1, {0}},          {3, 1, 0, 3, {0, 1, 2}},
    {3, 2, 1, 1, {0}},          {3, 3, 2, 1, {0}},
    {4, 1, 0, 4, {0, 1, 2, 3}}, {4, 2, 1, 2, {0, 2}},
    {4, 4, 3, 1, {0}},          {7, 1, 0, 7, {0, 1, 2, 3, 4, 5, 6}},
    {7, 2, 1, 3, {0, 2, 4}},    {7, 3, 2, 2, {0, 4}},
    {7, 4, 3, 1, {0}},          {7, 7, 4, 1, {0}},
};

namespace detail {

/// Position of the profile, -1 where GPU instances of that size have none such.
constexpr int find_compute_row(int gpu_slices, int compute_slices) {
  int index = 0;
  for (mig_compute_row const& row : mig_compute_rows) {
    if (row.gpu_slices == gpu_slices && row.compute_slices == compute_slices) return index;
    ++index;
  }
  return -1;
}

/// The n-th number of slices of the compute instances that are smaller than their GPU instance; with n too large, how
/// many there are.
constexpr int smaller_compute_instance(int gpu_slices, int n) {
  int found = 0;
  for (mig_compute_row const& row : mig_compute_rows) {
    bool const is_smaller = row.gpu_slices == gpu_slices && row.compute_slices < gpu_slices;
    if (is_smaller && found++ == n) return row.compute_slices;
  }
  return found;
}

/// Above the positions of GPU instances in their list: a compute instance has its GPU instance's, and so many times its
/// slices.
inline constexpr int compute_instances_from = 64;

/// Position of the GPU instance that the name of a compute instance is about; -1 where the name is none of one.
template <class Profiles>
constexpr int find_gpu_instance(Profiles profiles, mig_name const& name) {
  return name.names_compute_slices ? find_partition(profiles, name.gpu_instance) : -1;
}

template <class Profiles>
constexpr int find_compute_instance(Profiles profiles, char const* requested) {
  mig_name const name = parse_mig_name(requested);
  int const position = find_gpu_instance(profiles, name);
  bool const is_part =
      name.compute_slices < name.gpu_slices && find_compute_row(name.gpu_slices, name.compute_slices) >= 0;
  return position >= 0 && is_part ? position + compute_instances_from * name.compute_slices : -1;
}

#ifdef __NVCC__
template <int... Slices>
struct compute_instances_of_slices;

template <class Model, class Profile, class Indices>
struct offered_compute_instances;
template <class Model, class Profile, std::size_t... Index>
struct offered_compute_instances<Model, Profile, std::index_sequence<Index...>> {
  static constexpr int gpu_slices = parse_mig_name(Profile::name).gpu_slices;
  static constexpr void (*refuse)(char const*) = &detail::refuse<
      Model, Profile, compute_instances_of_slices<smaller_compute_instance(gpu_slices, static_cast<int>(Index))...>>;
};

/// Says what is wrong with a compute instance that its GPU instance lacks; returns where the name is about none.
template <class Model, class... Profiles>
constexpr void refuse_compute_instance(list<Profiles...> profiles, char const* requested) {
  constexpr void (*fills[])(char const*) = {&refuse<Model, Profiles>...};
  constexpr void (*lacks[])(char const*) = {offered_compute_instances<
      Model, Profiles,
      std::make_index_sequence<smaller_compute_instance(parse_mig_name(Profiles::name).gpu_slices, 7)>>::refuse...};
  mig_name const name = parse_mig_name(requested);
  int const position = find_gpu_instance(profiles, name);
  if (position < 0) return;
  if (name.compute_slices == name.gpu_slices) {
    fills[position]("a compute instance that fills its GPU instance has the GPU instance's name: leave out \"Nc.\"");
  } else {
    lacks[position]("this GPU instance has no compute instance of so many slices; the error lists those it has");
  }
}
#endif

/// What is wrong with a compute instance that its GPU instance lacks; empty where the name is about none.
template <class Model, class... Profiles>
constexpr error_sentence why_no_compute_instance(list<Profiles...> profiles, char const* requested) {
  constexpr char const* names[] = {Profiles::name...};
  mig_name const name = parse_mig_name(requested);
  int const position = find_gpu_instance(profiles, name);
  if (position < 0) return error_sentence{};
  error_sentence text;
  if (name.compute_slices == name.gpu_slices) {
    return text << '"' << requested << "\" fills its GPU instance and has that one's name: write \"" << names[position]
                << '"';
  }
  text << names[position] << " of " << name_in_errors<Model>() << " has no compute instance of " << name.compute_slices
       << " slices; it has ";
  for (int n = 0; n < smaller_compute_instance(name.gpu_slices, 7); ++n) {
    text << (n > 0 ? ", " : "") << smaller_compute_instance(name.gpu_slices, n) << "c." << names[position];
  }
  return text;
}

/// The name of a compute instance: its slices, and the name of the GPU instance.
constexpr fixed_text<23> compute_instance_name(int compute_slices, char const* gpu_instance) {
  return fixed_text<23>() << compute_slices << "c." << gpu_instance;
}

/// SMs of a compute instance where each slice of the GPU instance has as many as the board's instance of one slice has:
/// then those of its slices, an inference. Elsewhere no source says how the SMs are divided.
template <class GpuInstance>
constexpr int sms_of_compute_slices(int compute_slices) {
  for (auto const& row : mig_rows<typename GpuInstance::parent::board>.at) {
    if (row.compute_slices != 1 || row.sm_count <= 0) continue;
    if constexpr (requires { GpuInstance::sm_count; }) {
      return GpuInstance::sm_count == GpuInstance::compute_slices * row.sm_count ? compute_slices * row.sm_count : -1;
    }
  }
  return -1;
}

template <int Sms>
struct inferred_sm_count {
  static constexpr int sm_count = Sms;
};
template <>
struct inferred_sm_count<-1> {};

// What compute instances share with their GPU instance; a member where it is known.
#define ALLOTYPE_SHARED(fact)                       \
  template <class GpuInstance>                      \
  struct shared_##fact {};                          \
  template <class GpuInstance>                      \
    requires requires { GpuInstance::fact; }        \
  struct shared_##fact<GpuInstance> {               \
    static constexpr auto fact = GpuInstance::fact; \
  }
ALLOTYPE_SHARED(memory);
ALLOTYPE_SHARED(copy_engines);
ALLOTYPE_SHARED(nvdec);
ALLOTYPE_SHARED(nvenc);
ALLOTYPE_SHARED(jpeg);
ALLOTYPE_SHARED(ofa);
#undef ALLOTYPE_SHARED

template <int Instances, int InOne>
struct known_total_instances {
  static constexpr int max_instances = Instances * InOne;
};
template <int InOne>
struct known_total_instances<-1, InOne> {};

template <class GpuInstance>
constexpr int instances_of() {
  if constexpr (requires { GpuInstance::max_instances; }) {
    return GpuInstance::max_instances;
  } else {
    return -1;
  }
}

}  // namespace detail

/// A compute instance of `ComputeSlices` in the GPU instance `GpuInstance`. `memory` and the engines are shared with
/// the other compute instances there. `sm_count` is its own, if it can be inferred. `compute_row` lists its starts,
/// `max_per_gpu_instance` is the most in one GPU instance, `max_instances` the most on a device.
template <class GpuInstance, int ComputeSlices>
struct mig_compute_instance
    : part_of_device<typename GpuInstance::parent, mig_compute_instance<GpuInstance, ComputeSlices>>,
      detail::inferred_sm_count<detail::sms_of_compute_slices<GpuInstance>(ComputeSlices)>,
      detail::known_total_instances<
          detail::instances_of<GpuInstance>(),
          mig_compute_rows[detail::find_compute_row(GpuInstance::compute_slices, ComputeSlices)].max_instances>,
      detail::shared_memory<GpuInstance>,
      detail::shared_copy_engines<GpuInstance>,
      detail::shared_nvdec<GpuInstance>,
      detail::shared_nvenc<GpuInstance>,
      detail::shared_jpeg<GpuInstance>,
      detail::shared_ofa<GpuInstance> {
  using gpu_instance = GpuInstance;
  static constexpr mig_compute_row compute_row =
      mig_compute_rows[detail::find_compute_row(GpuInstance::compute_slices, ComputeSlices)];
  static constexpr auto text = detail::compute_instance_name(ComputeSlices, GpuInstance::name);
  static constexpr char const* name = text.characters;
  static constexpr int compute_slices = ComputeSlices;
  static constexpr int max_per_gpu_instance = compute_row.max_instances;
  static constexpr int nvml_compute_profile_id = compute_row.nvml_profile_id;
  static constexpr allotype::media_extensions media_extensions = GpuInstance::media_extensions;
  static constexpr bool graphics = GpuInstance::graphics;
  /// Kubernetes, and so Flyte, hands out GPU instances.
  static constexpr bool flyte_offers = false;
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
