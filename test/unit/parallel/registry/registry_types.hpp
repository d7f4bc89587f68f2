// SPDX-License-Identifier: BSL-1.0
/// \file
/// Accelerators that are there when a test says so, under the names that Lightning's have.
#pragma once

#include <allotype/allotype.hpp>
#include <allotype/parallel/registry/choose.hpp>

namespace test {

/// How many devices the pretended driver of each kind has.
struct pretended_machine {
  int cuda = 0, mps = 0, tpu = 0;
};
inline pretended_machine here;

template <int pretended_machine::* Count>
struct pretended_backend : allotype::serial {};

template <int pretended_machine::* Count>
allotype::opened<allotype::host_state> open_queue(pretended_backend<Count>, allotype::device_request const& asked) {
  if (asked.index >= here.*Count) return "the pretended driver has too few";
  return allotype::host_state{};
}

template <class Self, int pretended_machine::* Count>
struct pretended : allotype::device<Self> {
  using backend = pretended_backend<Count>;
  static allotype::devices_present devices_here() { return {"pretended device", here.*Count}; }
};

struct cuda : pretended<cuda, &pretended_machine::cuda> {
  static constexpr char name[] = "pretended-cuda";
};
struct mps : pretended<mps, &pretended_machine::mps> {
  static constexpr char name[] = "pretended-mps";
};
struct tpu : pretended<tpu, &pretended_machine::tpu> {
  static constexpr char name[] = "pretended-tpu";
  static int auto_device_count() { return here.tpu; }
};
/// Nobody registers it.
struct unregistered : pretended<unregistered, &pretended_machine::cuda> {
  static constexpr char name[] = "pretended unregistered";
};

// Both files of the test see these lines.
auto const cuda_is_registered = allotype::register_accelerator<cuda>("cuda", "pretended CUDA", 100);
auto const tpu_is_registered = allotype::register_accelerator<tpu>("tpu", "pretended TPU", 300);

/// Of the other file.
int entries_elsewhere();

}  // namespace test
