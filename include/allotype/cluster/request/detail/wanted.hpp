// SPDX-License-Identifier: BSL-1.0
/// \file
/// What a request has to know about an accelerator, as data: the same for a type and for a name that a program reads.
#pragma once

#include <allotype/accelerator/alternatives.hpp>
#include <allotype/catalog/base/amd_device.hpp>
#include <allotype/catalog/base/nvidia_device.hpp>
#include <allotype/catalog/base/tpu_device.hpp>
#include <allotype/core/fixed_text.hpp>
#include <allotype/core/static_vector.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

struct wanted_accelerator {
  char const* name = "";       ///< `"A100 2g.10gb"`
  char const* device = "";     ///< `"A100"`
  char const* partition = "";  ///< `"2g.10gb"`; empty where no partition is named
  allotype::vendor maker = allotype::vendor::none;
  accelerator_state state = accelerator_state::indivisible;
  char const* gpu_instance = nullptr;          ///< of a compute instance: the GPU instance that it is in
  char const* board = "";                      ///< of an NVIDIA device with MIG: the table of its profiles
  mig_row const* row = nullptr;                ///< of a GPU instance, or of the one that a compute instance is in
  char const* const* product_names = nullptr;  ///< what NVIDIA's driver calls the boards
  int products = 0;
  allotype::compute_capability<> capability = {};  ///< of NVIDIA's GPUs
  int chips = 0;                                   ///< of a TPU slice
  int chips_of_a_host = 0;                         ///< of a TPU's generation
  amd_compute_mode compute_mode = {};
  amd_memory_mode memory_mode = {};

  constexpr bool is_partition() const { return state == accelerator_state::partition; }
  constexpr bool is_compute_instance() const { return gpu_instance != nullptr; }
};

template <class A>
constexpr wanted_accelerator as_wanted() {
  using device = device_of<A>;
  wanted_accelerator wanted;
  wanted.name = name_of<A>;
  wanted.device = device::name;
  wanted.maker = A::vendor;
  wanted.state = state_of<A>;
  if constexpr (partition<A>) wanted.partition = A::name;
  if constexpr (requires { device::board::name; }) wanted.board = device::board::name;
  if constexpr (requires { typename A::gpu_instance; }) {
    wanted.gpu_instance = A::gpu_instance::name;
    wanted.row = &A::gpu_instance::row;
  } else if constexpr (requires { A::row; }) {
    wanted.row = &A::row;
  }
  if constexpr (requires { device::product_names; }) {
    wanted.product_names = device::product_names;
    wanted.products = static_cast<int>(sizeof device::product_names / sizeof *device::product_names);
  }
  if constexpr (requires { device::compute_capability; }) wanted.capability = device::compute_capability;
  if constexpr (requires { typename device::pod; }) {
    wanted.chips_of_a_host = device::pod::chips_of_a_host;
    if constexpr (requires { A::chips; }) wanted.chips = A::chips;
  }
  if constexpr (requires { A::mode::compute; }) {
    wanted.compute_mode = A::mode::compute;
    wanted.memory_mode = A::mode::memory;
  }
  return wanted;
}
template <class A>
inline constexpr wanted_accelerator wanted_of = as_wanted<A>();

/// By their texts: files of different modes have an object each.
constexpr bool is_same(wanted_accelerator const& a, wanted_accelerator const& b) {
  return &a == &b || (a.state == b.state && equal(a.device, b.device) && equal(a.name, b.name));
}

/// So many of one accelerator.
struct wanted_count {
  wanted_accelerator const* what = nullptr;
  int count = 0;
};

/// So many more of this kind. \return whether there was room
template <int Capacity>
constexpr bool add_kind(static_vector<wanted_count, Capacity>& all, wanted_accelerator const& what, int count) {
  for (wanted_count& each : all) {
    if (is_same(*each.what, what)) {
      each.count += count;
      return true;
    }
  }
  if (all.size() == Capacity) return false;
  all.push_back({&what, count});
  return true;
}

/// Why a system cannot be asked for something. While the error of a compiler is made, it stops at the first reason:
/// compilers quote the line of the call, which has the sentence.
class refusal {
 public:
  constexpr refusal() = default;
  constexpr explicit refusal(bool stops) : stops_(stops) {}

  constexpr void operator()(char const* sentence) {
    if (stops_) throw sentence;  // while compiling: the error
    if (sentence_ == nullptr) sentence_ = sentence;
  }
  constexpr explicit operator bool() const { return sentence_ != nullptr; }
  /// A null pointer where nothing is refused.
  constexpr char const* sentence() const { return sentence_; }

 private:
  char const* sentence_ = nullptr;
  bool stops_ = false;
};

/// What a request is for: all of these together, or the first of them that there is.
struct wanted {
  static constexpr int most = 9;
  static_vector<wanted_count, most> all;
  bool alternatives = false;
  bool one_device = false;  ///< all partitions on one device
  refusal refused;

  constexpr wanted_accelerator const& first() const { return *all[0].what; }
  constexpr bool one_kind() const { return all.size() == 1; }
  /// \return whether there was room
  constexpr bool add(wanted_accelerator const& what, int count) { return add_kind(all, what, count); }
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
