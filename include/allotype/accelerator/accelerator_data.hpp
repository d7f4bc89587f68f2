// SPDX-License-Identifier: BSL-1.0
/// \file
/// What is known of an accelerator while running: `accelerator_data`, made from the type in one place. Layouts by name,
/// requests, backends and rules of compatibility all read it. The published facts as a table are in
/// program/accelerator_description.hpp.
#pragma once

#include <allotype/accelerator/facts.hpp>
#include <allotype/catalog/base/amd_device.hpp>

#include <cstddef>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// The kinds of accelerator that the rules tell apart. A type may state its own: `static constexpr auto family = …`.
enum class accelerator_family { cpu, cuda, mps, tpu, custom };

/// An accelerator as data, of the same type for all accelerators.
struct accelerator_data {
  /// Whether it is a whole device, a part, or left open; none where the device has no partitions.
  enum class partitioning { none, open, whole, part };

  char const* name = "";                                   ///< `"A100 2g.10gb"`
  char const* device = "";                                 ///< `"A100"`
  char const* partition = "";                              ///< `"2g.10gb"`; empty where no partition is named
  allotype::vendor maker = allotype::vendor::none;         ///< of the device
  partitioning state = partitioning::none;                 ///< all of the device, or a part, or left open
  accelerator_family family = accelerator_family::custom;  ///< for the rules of compatibility
  char const* const* product_names = nullptr;              ///< as NVML and CUDA call the board
  int product_count = 0;                                   ///< of `product_names`
  bool several_sizes = false;                              ///< they are the names of several devices
  char const* source = nullptr;                            ///< of the device's facts; null where none is stated
  allotype::compute_capability<> capability{};             ///< 0.0 where unknown
  bytes memory{};                                          ///< of NVIDIA's GPUs; 0 if it is not published
  int sm_count = 0;                                        ///< likewise
  mig_board const* board = nullptr;                        ///< the device's profiles; null if it has no MIG
  mig_row const* row = nullptr;                  ///< of a GPU instance, or of the one that a compute instance is in
  char const* gpu_instance = nullptr;            ///< of a compute instance: the GPU instance that it is in
  int chips = 0;                                 ///< of a TPU slice
  int chips_of_a_host = 0;                       ///< of a TPU's generation
  amd_compute_mode compute_mode{};               ///< of a partition of an AMD device
  amd_memory_mode memory_mode{};                 ///< likewise
  amd_mode_status const* mode_status = nullptr;  ///< what the sources say about its modes
  int partitions_of_device = 0;                  ///< of an AMD device in these modes
  bool requests_only = false;                    ///< the catalogue does not describe it, or its device
  bool mixed_precision = false;                  ///< the type states it; asked of custom accelerators only
  bool bf16 = true;                              ///< false: it is published that it has none
  bool fp8 = true;                               ///< likewise

  /// A part of a device.
  [[nodiscard]] constexpr bool is_partition() const { return state == partitioning::part; }
  /// A part of a GPU instance.
  [[nodiscard]] constexpr bool is_compute_instance() const { return gpu_instance != nullptr; }
  /// What NVIDIA's driver calls the device; null if no name is published that means this device alone.
  [[nodiscard]] constexpr char const* product() const {
    return product_count == 0 || several_sizes ? nullptr : product_names[0];
  }
};

namespace detail {

inline constexpr int accelerator_family_count = 5;

struct family_name {
  char const* name;
  accelerator_family family;
};
/// PyTorch Lightning's names for whole kinds, where the program has registered none of that name.
inline constexpr family_name family_names[] = {{"cuda", accelerator_family::cuda},
                                               {"gpu", accelerator_family::cuda},
                                               {"mps", accelerator_family::mps},
                                               {"tpu", accelerator_family::tpu}};

/// Which kind of accelerator `A` is.
template <class A>
constexpr accelerator_family family_of() {
  using device = device_of<A>;
  if constexpr (requires { requires std::is_convertible_v<decltype(A::family), accelerator_family>; }) {
    return A::family;
  } else if constexpr (requires { requires std::is_convertible_v<decltype(device::family), accelerator_family>; }) {
    return device::family;
  } else {
    return A::vendor == vendor::none     ? accelerator_family::cpu
           : A::vendor == vendor::nvidia ? accelerator_family::cuda
           : A::vendor == vendor::google ? accelerator_family::tpu
                                         : accelerator_family::custom;
  }
}

template <std::size_t Count>
constexpr void name_products(accelerator_data& data, char const* const (&names)[Count], bool several_sizes) {
  data.product_names = names;
  data.product_count = static_cast<int>(Count);
  data.several_sizes = several_sizes;
}

/// Leaves it as it is where the fact is not published.
template <fact Which, class A, class T>
constexpr void read_fact([[maybe_unused]] T& to) {
  if constexpr (publishes<A, Which>) to = fact_reader<Which>::template of<A>();
}

template <class A>
constexpr accelerator_data make_data() {
  using device = device_of<A>;
  accelerator_data data;
  data.name = name_of<A>;
  data.device = name_of<device>;
  data.maker = A::vendor;
  using enum accelerator_data::partitioning;
  data.state = accelerator_partition<A> ? part : whole_device<A> ? whole : partitionable<A> ? open : none;
  data.family = family_of<A>();
  data.requests_only = request_only<A> || request_only<device>;
  if constexpr (accelerator_partition<A>) data.partition = A::name;
  if constexpr (requires { device::product_names; }) {
    name_products(data, device::product_names, false);
  } else if constexpr (requires { device::product_names_of_all_sizes; }) {
    name_products(data, device::product_names_of_all_sizes, true);
  }
  if constexpr (requires { device::source; }) data.source = device::source;
  read_fact<fact::compute_capability, A>(data.capability);
  if constexpr (nvidia_gpu<A>) {
    read_fact<fact::memory, A>(data.memory);
    read_fact<fact::sm_count, A>(data.sm_count);
    if constexpr (requires { device::board::table; }) data.board = &board_data<typename device::board>;
    if constexpr (requires { typename A::gpu_instance; }) {
      data.gpu_instance = A::gpu_instance::name;
      data.row = &A::gpu_instance::row;
    } else if constexpr (requires { A::row; }) {
      data.row = &A::row;
    }
  } else if constexpr (google_tpu<A> && requires { typename device::pod; }) {
    data.chips_of_a_host = device::pod::chips_of_a_host;
    if constexpr (requires { A::chips; }) data.chips = A::chips;
  } else if constexpr (amd_gpu<A> && requires { A::mode::compute; }) {
    data.compute_mode = A::mode::compute;
    data.memory_mode = A::mode::memory;
    data.mode_status = &A::status;
    data.partitions_of_device = A::max_instances;
  }
  if constexpr (requires { std::bool_constant<device::mixed_precision>{}; }) {
    data.mixed_precision = device::mixed_precision;
  }
  read_fact<fact::bf16, A>(data.bf16);
  read_fact<fact::fp8, A>(data.fp8);
  return data;
}
template <class A>
inline constexpr accelerator_data data_of = make_data<A>();

/// Where there is no accelerator, such as after an error.
inline constexpr accelerator_data no_accelerator{};

}  // namespace detail
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
