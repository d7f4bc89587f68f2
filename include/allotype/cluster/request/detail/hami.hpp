// SPDX-License-Identifier: BSL-1.0
/// \file
/// What the schedulers are asked for that share a GPU by its memory: HAMi, and Volcano with its vGPU plugin. A pod says
/// how much memory of how many GPUs; where they do so by MIG, they choose the profile.
///
/// \code
/// constexpr auto share = at::request<at::system<"hami", at::setting<"memory-mib", "3000">>, at::A100>();
/// std::cout << to_yaml(at::kubernetes::pod(share));
/// \endcode
///
/// Sources: Project-HAMi/HAMi, docs and examples/nvidia; volcano-sh/devices, docs of vGPU.
#pragma once

#include <allotype/cluster/request/detail/setting_rows.hpp>
#include <allotype/cluster/request/kubernetes.hpp>
#include <allotype/cluster/request/short_text.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

/// What both schedulers call what they are asked for.
struct shared_gpu_words {
  char const* count_resource;
  char const* memory_resource;
  char const* mode_annotation;
  char const* type_annotation;  ///< null: boards cannot be named
};

namespace hami {
inline constexpr shared_gpu_words words{"nvidia.com/gpu", "nvidia.com/gpumem", "nvidia.com/vgpu-mode",
                                        "nvidia.com/use-gputype"};
struct settings {
  int memory_mib = 0;   ///< of each GPU; 0: all of it
  bool by_mig = false;  ///< HAMi makes the partition that has as much
  bool selects_product = true;
};
struct pool {
  static constexpr hami::settings settings{};
};
}  // namespace hami

namespace volcano {
inline constexpr shared_gpu_words words{"volcano.sh/vgpu-number", "volcano.sh/vgpu-memory", "volcano.sh/vgpu-mode",
                                        nullptr};
/// Volcano's vGPU plugin does not select boards.
struct settings {
  int memory_mib = 0;
  bool by_mig = false;
};
struct pool {
  static constexpr volcano::settings settings{};
};
}  // namespace volcano

constexpr kubernetes::pod_request ask_for_share(shared_gpu_words const& words, hami::settings const& on,
                                                request_items const& all, request_options options) {
  kubernetes::pod_request to{all.refused, options};
  if (!kubernetes::detail::is_for_one_container(to, all, options)) return to;
  auto const& what = all.first();
  if (all.alternatives)
    to.refused("the scheduler is asked for one kind of GPUs, and there are alternatives: name one of them");
  if (what.maker != vendor::nvidia) to.refused("these schedulers are asked for NVIDIA's GPUs here");
  if (what.is_partition()) to.refused("the scheduler chooses a MIG profile by the memory: ask for MiB of the device");
  if (on.by_mig && on.memory_mib == 0)
    to.refused("a share by MIG is a partition that has the memory: add setting<\"memory-mib\", \"8000\">");
  if (to.refused) return to;
  to.limits.push_back({words.count_resource, all.all[0].count});
  if (on.memory_mib > 0) to.limits.push_back({words.memory_resource, on.memory_mib});
  if (on.by_mig) to.annotations.push_back({words.mode_annotation, "mig"});
  if (words.type_annotation != nullptr && on.selects_product) {
    short_text board;
    for (char const* c = what.device; *c != '\0' && *c != '_'; ++c) board << *c;
    to.annotations.push_back({words.type_annotation, board});
  }
  return to;
}

namespace hami {
constexpr kubernetes::pod_request ask(settings const& on, request_items const& all, request_options options) {
  return ask_for_share(words, on, all, options);
}
}  // namespace hami
namespace volcano {
constexpr kubernetes::pod_request ask(settings const& on, request_items const& all, request_options options) {
  return ask_for_share(words, {on.memory_mib, on.by_mig}, all, options);
}
}  // namespace volcano

template <>
inline constexpr auto setting_rows<hami::settings> = std::array{
    row_of<&hami::settings::selects_product>("selects-product"),
    row_of<&hami::settings::memory_mib>("memory-mib"),
    row_of<&hami::settings::by_mig>("by-mig"),
};
template <>
inline constexpr auto setting_rows<volcano::settings> = std::array{
    row_of<&volcano::settings::memory_mib>("memory-mib"),
    row_of<&volcano::settings::by_mig>("by-mig"),
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
