// SPDX-License-Identifier: BSL-1.0
/// \file
/// What the KAI scheduler is asked for, and Run:ai's, from which it comes: what NVIDIA's device plugin is asked for, in
/// a queue; or a share of a GPU, a fraction or an amount of memory, which pods state in annotations and in no resource.
///
/// \code
/// constexpr auto half = at::request<at::system<"kai", at::setting<"queue", "team-a">, at::setting<"fraction-percent",
///                                              "50">>, at::A100>();
/// std::cout << to_yaml(at::kubernetes::pod(half));
/// \endcode
///
/// Sources: NVIDIA/KAI-Scheduler, docs of GPU sharing and CHANGELOG (v0.6.0: the queue's label); NVIDIA Run:ai's
/// documentation of its scheduler.
#pragma once

#include <allotype/cluster/request/detail/setting_rows.hpp>
#include <allotype/cluster/request/kubernetes.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {
namespace kai {

struct settings {
  char const* scheduler = "kai-scheduler";
  char const* queue_label = "kai.scheduler/queue";
  char const* queue = nullptr;
  int fraction_percent = 0;  ///< of each GPU; 0: all of it
  int memory_mib = 0;        ///< in place of a fraction
  bool selects_product = true;
};
struct pool {
  static constexpr kai::settings settings{};
};
/// Run:ai's own, whose queues are its projects.
struct run_ai {
  static constexpr kai::settings settings{"runai-scheduler", "runai/queue"};
};

/// `0.5`, `0.05`
constexpr short_text fraction_of(int percent) {
  short_text text = "0.";
  if (percent < 10) text << '0';
  return percent % 10 == 0 ? text << percent / 10 : text << percent;
}

constexpr kubernetes::pod_request ask(settings const& on, request_items const& all, request_options options) {
  kubernetes::detail::settings base;
  base.selects_product = on.selects_product;
  kubernetes::pod_request to = ask(base, all, options);
  if (on.queue == nullptr)
    to.refused("the scheduler places pods of its queues alone: add setting<\"queue\", \"its name\">");
  to.scheduler = on.scheduler;
  if (on.queue != nullptr) to.labels.push_back({on.queue_label, on.queue});
  bool const is_shared = on.fraction_percent != 0 || on.memory_mib != 0;
  if (to.refused || !is_shared || all.all.empty()) return to;
  if (on.fraction_percent != 0 && on.memory_mib != 0)
    to.refused("a share is a fraction or an amount of memory: leave out fraction-percent or memory-mib");
  if (all.first().is_partition()) to.refused("a share is of a whole GPU: ask for the device");
  to.limits = {};  // a share is no resource
  if (on.fraction_percent != 0) {
    to.annotations.push_back({"gpu-fraction", fraction_of(on.fraction_percent)});
  } else {
    to.annotations.push_back({"gpu-memory", short_text{} << on.memory_mib});
  }
  if (all.all[0].count > 1) to.annotations.push_back({"gpu-fraction-num-devices", short_text{} << all.all[0].count});
  return to;
}

}  // namespace kai

template <>
inline constexpr auto setting_rows<kai::settings> = std::array{
    row_of<&kai::settings::queue>("queue", rule::label_value),
    row_of<&kai::settings::fraction_percent>("fraction-percent", 99),
    row_of<&kai::settings::memory_mib>("memory-mib"),
    row_of<&kai::settings::selects_product>("selects-product"),
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
