// SPDX-License-Identifier: BSL-1.0
/// \file
/// What Kueue is asked for and given: jobs with the name of a queue; a ResourceFlavor, which is exactly one kind of
/// accelerators; the quota of a queue; and quotas that count partitions by their memory.
///
/// \code
/// constexpr auto a100 = at::request<at::kueue::on<at::system<"kubernetes-mixed">>, at::A100>();
/// std::cout << to_yaml(at::kueue::resource_flavor(a100)) << "---\n" << to_yaml(at::kueue::job(a100, "team-a"));
/// \endcode
///
/// Sources: kubernetes-sigs/kueue, apis/kueue/v1beta2 and KEP 2937.
#pragma once

#include <allotype/cluster/request/dra.hpp>
#include <allotype/cluster/request/short_text.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::kueue {

namespace detail {
struct queued;
}

/// A pool of Kubernetes' whose jobs Kueue queues: `kueue::on<system<"kubernetes-mixed">>`.
template <class Pool>
using on = kubernetes::detail::layer<detail::queued, Pool>;

/// What a job asks for, and what its ResourceFlavor is called: a constexpr value.
struct job_request : kubernetes::pod_request {
  short_text name = {};           ///< `a100-80gb`, `a100-2g-10gb`
  char const* partition = "";     ///< a MIG profile, or empty
  char const* device_class = "";  ///< of a claim's devices
};

namespace detail {

template <class Settings>
constexpr job_request ask(kubernetes::detail::settings_below<queued, Settings> const& on,
                          allotype::detail::request_items const& all, request_options options) {
  job_request to{ask(on.below, all, options)};
  if (all.alternatives) to.refused("a ResourceFlavor is one kind of accelerators: make one for each alternative");
  if (to.refused || all.all.empty()) return to;
  auto const& what = all.first();
  to.name = dra::detail::name_of_device(what.device, true);
  if (what.is_partition()) to.name << '-' << dra::detail::name_of_profile(what.partition);
  if (what.row != nullptr) to.partition = what.partition;
  if (to.claims) to.device_class = dra::detail::class_of({&what, 1});
  return to;
}

}  // namespace detail

/// The ResourceFlavor: which nodes have the accelerators, and their taints.
[[nodiscard]] inline document resource_flavor(job_request const& request) {
  document const asked = kubernetes::to_document(request);
  document spec;
  for (auto const& [name, value] : asked.members()) {
    if (name == "nodeSelector") spec["nodeLabels"] = value;
    if (name == "tolerations") spec["tolerations"] = value;
  }
  return {{"apiVersion", "kueue.x-k8s.io/v1beta2"},
          {"kind", "ResourceFlavor"},
          {"metadata", {{"name", request.name.text()}}},
          {"spec", spec}};
}

/// The job, in a queue of its namespace. Kueue starts it when the quota has room.
/// \throws input_error for a name that no queue has
[[nodiscard]] inline document job(job_request const& request, std::string const& queue, work const& what = {}) {
  document manifest = kubernetes::job(request, what);
  manifest["metadata"]["labels"]["kueue.x-k8s.io/queue-name"] =
      allotype::detail::allowed_name("a queue", allotype::detail::rule::dns_label, queue);
  manifest["spec"]["suspend"] = true;
  return manifest;
}

/// A queue whose quota is what the request says: so many accelerators, and the host's cores and memory beside them. It
/// takes jobs of all namespaces. \throws input_error for a name that no queue has, and for devices of a claim, which
/// are counted by the resource of a mapping: `device_class_mapping`
[[nodiscard]] inline document cluster_queue(job_request const& request, std::string const& name) {
  if (request.claims) {
    throw input_error(
        "devices of a claim are no resource that a quota counts: kueue::device_class_mapping prints the part of "
        "Kueue's "
        "configuration that makes them one");
  }
  document covered = document::array(), quotas = document::array();
  auto const add = [&](char const* resource, document quota) {
    covered.push_back(resource);
    quotas.push_back({{"name", resource}, {"nominalQuota", std::move(quota)}});
  };
  if (request.cpus != 0) add("cpu", request.cpus);
  if (request.memory != bytes{}) add("memory", quantity{request.memory}.characters);
  for (kubernetes::pod_request::amount const& each : request.limits) add(each.resource.text(), each.count);
  document flavors = document::array({{{"name", request.name.text()}, {"resources", quotas}}});
  document spec;
  spec["namespaceSelector"] = document{};  // without it the queue takes jobs of no namespace
  spec["resourceGroups"].push_back({{"coveredResources", covered}, {"flavors", flavors}});
  return {
      {"apiVersion", "kueue.x-k8s.io/v1beta2"},
      {"kind", "ClusterQueue"},
      {"metadata", {{"name", allotype::detail::allowed_name("a queue", allotype::detail::rule::dns_subdomain, name)}}},
      {"spec", spec}};
}

/// The part of Kueue's configuration by which a quota counts the devices of claims: `resource` is the site's,
/// `example.com/mig`. With a counter that the driver publishes, as `multiprocessors`, a quota counts what partitions
/// consume of it (Kueue 0.19, KueueDRAIntegrationPartitionableDevices). \throws input_error if the request claims none
[[nodiscard]] inline document device_class_mapping(job_request const& request, std::string const& resource,
                                                   std::string const& counter = {}) {
  if (!request.claims)
    throw input_error("a mapping is for devices of claims, and this request has a resource of a device plugin");
  std::string const driver =
      allotype::detail::equal(request.device_class, "gpu.amd.com") ? request.device_class : "gpu.nvidia.com";
  document mapping{{"name", allotype::detail::allowed_name("a resource", allotype::detail::rule::qualified, resource)}};
  mapping["deviceClassNames"].push_back(request.device_class);
  if (!counter.empty()) {
    std::string const of_driver = "device.driver == " + allotype::detail::cel_string(driver);
    mapping["sources"].push_back(
        {{"counter",
          {{"name", allotype::detail::allowed_name("a counter", allotype::detail::rule::qualified, counter)},
           {"driver", driver},
           {"deviceSelector", {{"cel", {{"expression", of_driver}}}}}}}});
  }
  document configuration;
  configuration["resources"]["deviceClassMappings"].push_back(mapping);
  return configuration;
}

/// The part of Kueue's configuration by which a quota counts partitions by the gigabytes in their names. `resource` is
/// the site's: `example.com/accelerator-memory`. \throws input_error if the request is not for a MIG partition
[[nodiscard]] inline document memory_transformation(job_request const& request, std::string const& resource) {
  if (*request.partition == '\0')
    throw input_error("a quota by memory counts MIG partitions, and this request is for none");
  document outputs;
  outputs[allotype::detail::allowed_name("a resource", allotype::detail::rule::qualified, resource)] =
      std::to_string(parse_mig_name(request.partition).gigabytes) + "Gi";
  document configuration;
  configuration["resources"]["transformations"].push_back(
      {{"input", request.limits[0].resource.text()}, {"strategy", "Replace"}, {"outputs", outputs}});
  return configuration;
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::kueue
