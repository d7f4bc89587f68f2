// SPDX-License-Identifier: BSL-1.0
/// \file
/// From a task to the request that Flyte gets.
/// Data: flyte_messages.tsv was printed by flytekit and the Flyte SDK, flyte_pods.tsv by Flyte's own code.

#include <allotype/accelerator/known_devices.hpp>
#include <allotype/cluster/request/flyte_json.hpp>
#include <allotype/cluster/request/flyte_pod.hpp>
#include <allotype/task/limits.hpp>

#include <map>

#include "catch.hpp"
#include "golden_table.hpp"

namespace {

using namespace allotype;
using namespace allotype::literals;

/// What a printer sees of a task.
template <class Wanted, class Limits>
struct needs {
  using wanted = Wanted;
  using limits = Limits;
};

}  // namespace

TEST_CASE("a request says what the task is limited to, and which accelerator") {
  CHECK(flyte::json(flyte::task_request<A100::partition<"2g.10gb">>{
            .type = "python-task", .cpus = 4, .memory = 8_GiB, .ephemeral_storage = 20_GiB, .shared_memory = 64_MiB}) ==
        R"({"type":"python-task","container":{"resources":{)"
        R"("requests":[{"name":"EPHEMERAL_STORAGE","value":"20Gi"},{"name":"CPU","value":"4"},)"
        R"({"name":"GPU","value":"1"},{"name":"MEMORY","value":"8Gi"}],)"
        R"("limits":[{"name":"EPHEMERAL_STORAGE","value":"20Gi"},{"name":"CPU","value":"4"},)"
        R"({"name":"GPU","value":"1"},{"name":"MEMORY","value":"8Gi"}]}},)"
        R"("extendedResources":{"gpuAccelerator":{"device":"nvidia-tesla-a100","partitionSize":"2g.10gb"},)"
        R"("sharedMemory":{"mountPath":"/dev/shm","mountName":"flyte-shared-memory","sizeLimit":"64Mi"}}})");
}

TEST_CASE("what was not stated is not sent; an accelerator is one") {
  CHECK(flyte::json(needs<T4, limits<>>{}) ==
        R"({"container":{"resources":{"requests":[{"name":"GPU","value":"1"}],"limits":[{"name":"GPU","value":"1"}]}},)"
        R"("extendedResources":{"gpuAccelerator":{"device":"nvidia-tesla-t4"}}})");
  CHECK(flyte::json(needs<T4, limits<gpus<2>>>{}).find(R"("value":"2")") != std::string::npos);
  CHECK(flyte::json(needs<cpu, limits<>>{}) == "{}");
  CHECK(
      flyte::json(needs<cpu, limits<cpus<2>>>{}) ==
      R"({"container":{"resources":{"requests":[{"name":"CPU","value":"2"}],"limits":[{"name":"CPU","value":"2"}]}}})");
}

TEST_CASE("of alternatives the first is requested") {
  CHECK(flyte::json(needs<any_of<A100::unpartitioned, T4, cpu>, limits<>>{}) ==
        flyte::json(needs<A100::unpartitioned, limits<>>{}));
}

TEST_CASE("the other dialect has its own names and the class of the device") {
  auto const json = flyte::json<flyte::dialect::flyteidl2>(flyte::task_request<MI300X>{.shared_memory = 1_GiB});
  CHECK(json.find(R"("gpuAccelerator":{"device":"MI300X","deviceClass":"AMD_GPU"})") != std::string::npos);
  CHECK(json.find(R"("mountName":"flyte-shm")") != std::string::npos);
  CHECK(flyte::json(flyte::task_request<MI300X>{}).find(R"("gpuAccelerator":{"device":"amd-mi300x"})") !=
        std::string::npos);
}

TEST_CASE("what no catalogue lists is sent as it was spelt") {
  CHECK(flyte::json<unlisted_gpu<"acme \"x\"\\1">>() == R"({"gpuAccelerator":{"device":"acme \"x\"\\1"}})");
}

namespace {

/// A row of flyte_messages.tsv: what an expression of Python's sends.
struct sent {
  std::string device, state, partition_size, device_class;

  flyte::gpu_accelerator message() const {
    flyte::gpu_accelerator made{.device = device.c_str(), .partition_size = partition_size.c_str()};
    if (state == "unpartitioned") made.partitioning = flyte::partitioning::unpartitioned;
    if (state == "partition") made.partitioning = flyte::partitioning::partition;
    for (int i = 0; i < 5; ++i) {
      char const* const name = detail::gpu_accelerator_fields::classes[i];
      if (device_class == name) made.device_class = static_cast<flyte::device_class>(i);
    }
    return made;
  }
};

flyte::backend installation(std::string const& name) {
  if (name == "flyte1-gke") return flyte::flyte1_on_gke::settings;
  return name == "flyte1" ? flyte::flyte1::settings : flyte::flyte2::settings;
}

using nlohmann::json;
json member(json const& object, char const* name) { return object.contains(name) ? object[name] : json::array(); }

}  // namespace

TEST_CASE("pods are those that Flyte 1 and 2 make") {
  std::map<std::string, sent> messages;
  for (auto const& cells : golden::rows_of("flyte_messages.tsv")) {
    messages[cells[0] + " " + cells[1]] = {cells[2], cells[3], cells[4], cells[5]};
  }
  int compared = 0;
  for (auto const& cells : golden::rows_of("flyte_pods.tsv")) {
    CAPTURE(cells[0], cells[1], cells[2]);
    std::string const without_count = ", no GPU in the container's limits";
    bool const counted = cells[1].find(without_count) == std::string::npos;
    std::string const expression = counted ? cells[1] : cells[1].substr(0, cells[1].size() - without_count.size());
    auto const found = messages.find(cells[0] + " " + expression);
    bool const count_alone = expression.rfind("(no accelerator)", 0) == 0;
    REQUIRE((count_alone || found != messages.end()));
    auto const request = flyte::pod_of(count_alone ? flyte::gpu_accelerator{} : found->second.message(),
                                       installation(cells[2]), counted ? 1 : 0);
    json const pod = json::parse(to_json(kubernetes::to_document(request)));
    CHECK((pod.contains("limits") ? pod["limits"] : json::object()) == json::parse(cells[4]));
    json expressions = json::array();
    if (pod.contains("affinity")) {
      expressions = pod["affinity"]["nodeAffinity"]["requiredDuringSchedulingIgnoredDuringExecution"]
                       ["nodeSelectorTerms"][0]["matchExpressions"];
    }
    CHECK(expressions == json::parse(cells[5]));
    CHECK(member(pod, "tolerations") == json::parse(cells[6]));
    json const labels = member(json::parse(to_json(kubernetes::pod(request)))["metadata"], "labels");
    std::string label;
    for (auto const& [name, value] : labels.items()) label += name + "=" + value.get<std::string>();
    CHECK(label == cells[7]);
    ++compared;
  }
  CHECK(compared == 179);
}

TEST_CASE("a pod of Flyte's is known while compiling") {
  constexpr auto pod = flyte::pod_of<A100::partition<"2g.10gb">, flyte::flyte1_on_gke>(2);
  STATIC_REQUIRE(pod.limit("nvidia.com/gpu") == 2);
  CHECK(flyte::pod_of<V5P, flyte::flyte2>().limits[0].resource == "google.com/tpu");
}

TEST_CASE("each message of Flyte's has its JSON") {
  flyte::ordered_json const in_memory = flyte::to_json(flyte::shared_memory_of(quantity{64_MiB}));
  CHECK(in_memory.dump() == R"({"mountPath":"/dev/shm","mountName":"flyte-shared-memory","sizeLimit":"64Mi"})");
}
