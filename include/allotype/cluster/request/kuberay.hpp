// SPDX-License-Identifier: BSL-1.0
/// \file
/// What KubeRay is asked for: a group of workers. It makes the options of `ray start` from the limits of the container,
/// by rules that miss some resources; the number of GPUs is written beside those.
///
/// \code
/// constexpr auto group = at::request<at::kuberay::on<at::system<"kubernetes-mixed">>,
/// at::A100::partition<"1g.5gb+me">>(); std::cout << to_yaml(at::kuberay::worker_group(group));   // rayStartParams:
/// num-gpus: "1"
/// \endcode
///
/// Sources: ray-project/kuberay, ray-operator/controllers/ray/common/pod.go and utils/resources.go (1.5).
#pragma once

#include <allotype/cluster/quoting/shell.hpp>
#include <allotype/cluster/request/kubernetes.hpp>
#include <allotype/core/detail/character.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::kuberay {

namespace detail {
struct workers;
}

/// A pool of Kubernetes' on which KubeRay starts workers: `kuberay::on<system<"kubernetes-mixed">>`,
/// `kuberay::on<system<"gke">>`.
template <class Pool>
using on = kubernetes::detail::layer<detail::workers, Pool>;

/// A group of workers: a constexpr value. `pods` are the hosts of one worker.
struct group_request : kubernetes::pod_request {
  long long num_gpus = 0;  ///< for `rayStartParams`; 0: KubeRay counts by itself
};

namespace detail {

using namespace allotype::detail;

/// KubeRay counts a limit as GPUs if its name ends in `gpu`, or is that of a MIG profile without a suffix.
constexpr bool is_counted(char const* resource) {
  if (ends_with(resource, "gpu")) return true;
  if (!begins_with(resource, "nvidia.com/mig-")) return false;
  char const* c = resource + length("nvidia.com/mig-");
  auto const digits = [&c] {
    char const* const first = c;
    while (is_digit(*c)) ++c;
    return c != first;
  };
  if (!digits() || !begins_with(c, "g.")) return false;
  c += 2;
  return digits() && equal(c, "gb");
}

/// The resource of Ray's that KubeRay makes of another limit; empty: none.
constexpr char const* resource_of_ray(char const* resource) {
  return equal(resource, "google.com/tpu") ? "TPU" : equal(resource, "aws.amazon.com/neuroncore") ? "neuron_cores" : "";
}

constexpr bool is_gpu(char const* resource) {
  return begins_with(resource, "nvidia.com/") || begins_with(resource, "amd.com/");
}

template <class Settings>
constexpr group_request ask(kubernetes::detail::settings_below<workers, Settings> const& on, request_items const& all,
                            request_options options) {
  if (all.all.size() > 1 && !all.alternatives) {
    group_request to{{all.refused, options}};
    to.refused("KubeRay counts the first resource of GPUs in a group and no other: make a group for each");
    return to;
  }
  group_request to{ask(on.below, all, options)};
  for (kubernetes::pod_request::amount const& each : to.limits) {
    if (is_gpu(each.resource.text()) && !is_counted(each.resource.text())) to.num_gpus = each.count;
  }
  return to;
}

}  // namespace detail

/// An element of `workerGroupSpecs`. \throws input_error for a name that no group has
[[nodiscard]] inline document worker_group(group_request const& request, work const& what = {}) {
  document group{{"groupName", detail::allowed_name("a group", detail::rule::dns_label, what.name)},
                 {"replicas", 1},
                 {"numOfHosts", request.pods}};
  document params;
  if (request.num_gpus > 0) params["num-gpus"] = std::to_string(request.num_gpus);
  group["rayStartParams"] = params;
  group["template"]["spec"] = kubernetes::detail::pod_spec(request, what);
  return group;
}

/// The command that KubeRay starts a worker or the head with.
[[nodiscard]] inline std::string start_line(group_request const& request, bool head = false) {
  std::string line = head ? "ray start --head " : "ray start ";
  if (request.num_gpus > 0) line += " --num-gpus=" + std::to_string(request.num_gpus) + " ";
  for (kubernetes::pod_request::amount const& each : request.limits) {
    char const* const resource = each.resource.text();
    if (request.num_gpus == 0 && detail::is_counted(resource))
      line += " --num-gpus=" + std::to_string(each.count) + " ";
    if (*detail::resource_of_ray(resource) != '\0') {
      document made;
      made[detail::resource_of_ray(resource)] = each.count;
      line += " --resources=" + detail::shell_word(to_json(made)) + " ";
    }
  }
  return line;
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::kuberay
