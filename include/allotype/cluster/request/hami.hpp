// SPDX-License-Identifier: BSL-1.0
/// \file
/// What the schedulers are asked for that share a GPU by its memory: HAMi, and Volcano with its vGPU plugin. A pod says
/// how much memory of how many GPUs; where they do so by MIG, they choose the profile.
///
/// \code
/// constexpr auto share = at::request_for<at::hami::share<3000>, at::A100>();   // 3000 MiB of an A100
/// std::cout << to_yaml(at::kubernetes::pod(share));
/// \endcode
///
/// Sources: Project-HAMi/HAMi, docs and examples/nvidia; volcano-sh/devices, docs of vGPU.
#pragma once

#include <allotype/cluster/request/kubernetes.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

struct shared_gpu_settings {
  char const* count_resource;
  char const* memory_resource;
  char const* mode_annotation;
  char const* type_annotation;  ///< null: boards cannot be named
  int memory_mib = 0;           ///< of each GPU; 0: all of it
  bool by_mig = false;
  bool any_board = false;
};

constexpr shared_gpu_settings hami_settings(int memory_mib, bool by_mig) {
  return {"nvidia.com/gpu", "nvidia.com/gpumem", "nvidia.com/vgpu-mode", "nvidia.com/use-gputype", memory_mib, by_mig};
}
constexpr shared_gpu_settings volcano_settings(int memory_mib, bool by_mig) {
  return {"volcano.sh/vgpu-number", "volcano.sh/vgpu-memory", "volcano.sh/vgpu-mode", nullptr, memory_mib, by_mig};
}

}  // namespace detail

namespace hami {

/// Whole GPUs.
struct whole {
  static constexpr detail::shared_gpu_settings settings = detail::hami_settings(0, false);
};
/// So many MiB of each GPU.
template <int MiB>
struct share {
  static constexpr detail::shared_gpu_settings settings = detail::hami_settings(MiB, false);
};
/// The same by MIG: HAMi makes the partition that has as much.
template <int MiB>
struct share_by_mig {
  static constexpr detail::shared_gpu_settings settings = detail::hami_settings(MiB, true);
};
/// A part of a pool: boards are not selected.
struct any_board {
  static constexpr void apply(detail::shared_gpu_settings& to) { to.any_board = true; }
};

}  // namespace hami

namespace volcano {

/// So many MiB of each GPU, by Volcano's vGPU plugin. It does not select boards.
template <int MiB>
struct share {
  static constexpr detail::shared_gpu_settings settings = detail::volcano_settings(MiB, false);
};
/// The same by MIG.
template <int MiB>
struct share_by_mig {
  static constexpr detail::shared_gpu_settings settings = detail::volcano_settings(MiB, true);
};

}  // namespace volcano

namespace detail {

constexpr kubernetes::pod_request ask(shared_gpu_settings const& on, wanted const& all, request_options options) {
  kubernetes::pod_request to{all.refused, options};
  if (!kubernetes::detail::is_for_one_container(to, all, options)) return to;
  auto const& what = all.first();
  if (all.alternatives)
    to.refused("the scheduler is asked for one kind of GPUs, and there are alternatives: name one of them");
  if (what.maker != vendor::nvidia) to.refused("these schedulers are asked for NVIDIA's GPUs here");
  if (what.is_partition()) to.refused("the scheduler chooses a MIG profile by the memory: ask for MiB of the device");
  if (to.refused) return to;
  to.limits.push_back({on.count_resource, all.all[0].count});
  if (on.memory_mib > 0) to.limits.push_back({on.memory_resource, on.memory_mib});
  if (on.by_mig) to.annotations.push_back({on.mode_annotation, "mig"});
  if (on.type_annotation != nullptr && !on.any_board) {
    short_text board;
    for (char const* c = what.device; *c != '\0' && *c != '_'; ++c) board << *c;
    to.annotations.push_back({on.type_annotation, board});
  }
  return to;
}

}  // namespace detail
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
