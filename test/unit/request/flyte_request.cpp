// SPDX-License-Identifier: BSL-1.0
/// \file
/// From a task to the request that Flyte gets.

#include <allotype/accelerator/known_devices.hpp>
#include <allotype/request/flyte_json.hpp>
#include <allotype/task/limits.hpp>

#include "catch.hpp"

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
