// SPDX-License-Identifier: BSL-1.0
/// \file
/// What dstack is asked for: `resources: {gpu: A100:40GB:1}`, a name, a memory where the name has several, and a count.
/// It has no partitions.
///
/// \code
/// std::cout << to_yaml(to_document(at::request_for<at::dstack::pool, at::A100_80GB>({.count = 8})));   // gpu:
/// "A100:80GB:8"
/// \endcode
///
/// Source: dstack 0.22, GPUSpec.
#pragma once

#include <allotype/accelerator/known_devices.hpp>
#include <allotype/cluster/request/document.hpp>
#include <allotype/cluster/request/request_for.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::dstack {

/// dstack's fleets have no settings.
struct settings {};
/// dstack's fleets and backends: any machine that has the GPUs.
struct pool {
  static constexpr dstack::settings settings{};
};

/// What a task asks for: a constexpr value.
struct task_request {
  detail::refusal refused;  ///< the reason why the system cannot state the request; empty if it can
  short_text gpu;           ///< empty: none
  int nodes = 1;            ///< machines that run the task
};

namespace detail {

using namespace allotype::detail;

/// The memory of boards that share a name; empty: the name says it.
constexpr char const* memory_of(char const* device) {
  return equal(device, A100::name)                                               ? ":40GB"
         : equal(device, A100_80GB::name) || equal(device, A100_80GB_PCIE::name) ? ":80GB"
         : equal(device, V100_16GB::name)                                        ? ":16GB"
         : equal(device, V100_32GB::name)                                        ? ":32GB"
                                                                                 : "";
}

}  // namespace detail

/// What `request_for` calls for such a pool. A refusal is in the result, with its reason.
[[nodiscard]] constexpr task_request ask(settings const&, allotype::detail::wanted const& all,
                                         request_options options) {
  task_request to;
  to.refused = all.refused;
  to.nodes = options.nodes;
  allotype::detail::refuse_counts(to.refused, options);
  if (all.all.size() > 1) to.refused("dstack is asked for one kind of GPUs: name one of them");
  if (to.refused || all.all.empty()) return to;
  auto const& what = all.first();
  if (what.maker != vendor::nvidia && what.maker != vendor::amd)
    to.refused("dstack is asked for NVIDIA's and AMD's GPUs here");
  if (what.is_partition()) to.refused("dstack has no partitions: its specification is a name, a memory and a count");
  for (char const* c = what.device; *c != '\0' && *c != '_'; ++c) to.gpu << *c;
  to.gpu << detail::memory_of(what.device) << ':' << all.all[0].count;
  return to;
}

/// The part of a task's YAML.
[[nodiscard]] inline document to_document(task_request const& request) {
  document task;
  if (request.nodes > 1) task["nodes"] = request.nodes;
  if (!request.gpu.empty()) task["resources"]["gpu"] = request.gpu.text();
  return task;
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::dstack
