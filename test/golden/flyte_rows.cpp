// SPDX-License-Identifier: BSL-1.0
#include "flyte_rows.hpp"

#include <allotype/accelerator/known_devices.hpp>
#include <allotype/cluster/request/flyte_json.hpp>
#include <allotype/task/limits.hpp>

namespace {

using namespace allotype;
using namespace allotype::literals;
namespace flyte = allotype::flyte;

constexpr auto flyteidl2 = flyte::dialect::flyteidl2;

// ---- what the columns say of a message

constexpr char const* type_of(flyte::gpu_accelerator const&) { return "GPUAccelerator"; }
constexpr char const* type_of(flyte::extended_resources const&) { return "ExtendedResources"; }
constexpr char const* type_of(flyte::task_template const&) { return "TaskTemplate"; }
constexpr char const* type_of(flyte::task_node_overrides const&) { return "TaskNodeOverrides"; }
constexpr char const* type_of(flyte::resources const&) { return "Resources"; }

using accelerator_within = flyte::optional<flyte::gpu_accelerator>;
accelerator_within within(flyte::gpu_accelerator const& message) { return message; }
accelerator_within within(flyte::extended_resources const& message) { return message.gpu_accelerator; }
accelerator_within within(flyte::task_template const& message) { return within(message.extended_resources.value); }
accelerator_within within(flyte::task_node_overrides const& message) {
  return within(message.extended_resources.value);
}
accelerator_within within(flyte::resources const&) { return {}; }

template <class Bytes>
std::string hex_of(Bytes const& bytes) {
  std::string hex;
  for (unsigned char byte : bytes) hex += {"0123456789abcdef"[byte >> 4], "0123456789abcdef"[byte & 15]};
  return hex;
}

/// The row of the message `Description::value`.
template <class Description>
flyte_message message_row(char const* sdk, char const* expression) {
  auto const& value = Description::value;
  flyte_row row;
  row.sdk = sdk;
  row.expression = expression;
  if (auto const found = within(value); found.present) {
    row.device = found.value.device;
    row.state = found.value.partitioning == flyte::partitioning::open            ? "unset"
                : found.value.partitioning == flyte::partitioning::unpartitioned ? "unpartitioned"
                                                                                 : "partition";
    row.partition_size = found.value.partition_size;
  }
  row.message = type_of(value);
  row.hex = hex_of(flyte::encode<Description>);
  return {row, flyte::to_json(value).dump()};
}

/// Descriptions of messages: what is between their brackets is what is between the expressions'.
template <class A, flyte::dialect Dialect = flyte::dialect::flyteidl>
struct accelerator_alone {
  static constexpr auto value = flyte::message_of<A, Dialect>;
};
template <class A>
struct with_accelerator {
  static constexpr flyte::extended_resources value{.gpu_accelerator = flyte::message_of<A>};
};
template <class Extended>
struct in_template {
  static constexpr flyte::task_template value{.extended_resources = Extended::value};
};
template <class Extended>
struct in_overrides {
  static constexpr flyte::task_node_overrides value{.extended_resources = Extended::value};
};

/// The row of the accelerator `A` itself.
template <class A, flyte::dialect Dialect = flyte::dialect::flyteidl>
flyte_message accelerator_row(char const* sdk, char const* expression) {
  flyte_message result = message_row<accelerator_alone<A, Dialect>>(sdk, expression);
  if (Dialect == flyteidl2) {
    auto const device_class = static_cast<int>(flyte::message_of<A, Dialect>.device_class);
    result.row.device_class = detail::gpu_accelerator_fields::classes[device_class];
  }
  return result;
}

struct nothing_needed {
  static constexpr flyte::extended_resources value{};
};
struct shared_memory_alone {
  static constexpr flyte::extended_resources value{.shared_memory = flyte::shared_memory_of()};
};
struct shared_memory_2Gi {
  static constexpr flyte::extended_resources value{.shared_memory = flyte::shared_memory_of("2Gi")};
};
struct T4_and_shared_memory_2Gi {
  static constexpr flyte::extended_resources value{.gpu_accelerator = flyte::message_of<T4>,
                                                   .shared_memory = flyte::shared_memory_of("2Gi")};
};
struct shared_memory_auto_of_sdk {
  static constexpr flyte::extended_resources value{.shared_memory = flyte::shared_memory_of<flyteidl2>()};
};
struct shared_memory_16Gi_of_sdk {
  static constexpr flyte::extended_resources value{.shared_memory =
                                                       flyte::shared_memory_of<flyteidl2>(flyte::quantity{16_GiB})};
};
struct limits_one_gpu {
  static constexpr flyte::resources value{.limits = flyte::resource_entry{flyte::resource::gpu, "1"}};
};
struct requests_one_gpu {
  static constexpr flyte::resources value{.requests = flyte::resource_entry{flyte::resource::gpu, "1"}};
};
struct typed_template {
  static constexpr flyte::task_template value{
      .type = "python-task", .extended_resources = with_accelerator<A100::partition<"2g.10gb">>::value};
};
struct template_with_container {
  static constexpr flyte::task_template value{
      .container = flyte::container{.resources = limits_one_gpu::value},
      .extended_resources = with_accelerator<A100::partition<"2g.10gb">>::value};
};

#define X_8 "xxxxxxxx"
#define X_64 X_8 X_8 X_8 X_8 X_8 X_8 X_8 X_8
#define X_120 X_64 X_8 X_8 X_8 X_8 X_8 X_8 X_8

}  // namespace

std::vector<flyte_message> flyte_messages() {
  return {
      accelerator_row<A10G>("flytekit", "A10G"),
      accelerator_row<L4>("flytekit", "L4"),
      accelerator_row<L4_VWS>("flytekit", "L4_VWS"),
      accelerator_row<L40S>("flytekit", "L40S"),
      accelerator_row<K80>("flytekit", "K80"),
      accelerator_row<M60>("flytekit", "M60"),
      accelerator_row<P4>("flytekit", "P4"),
      accelerator_row<P100>("flytekit", "P100"),
      accelerator_row<T4>("flytekit", "T4"),
      accelerator_row<V100>("flytekit", "V100"),
      accelerator_row<H100>("flytekit", "H100"),
      accelerator_row<H200>("flytekit", "H200"),
      accelerator_row<RTX_PRO_6000>("flytekit", "RTX_PRO_6000"),
      accelerator_row<A100>("flytekit", "A100"),
      accelerator_row<A100::unpartitioned>("flytekit", "A100.unpartitioned"),
      accelerator_row<A100::partition_1g_5gb>("flytekit", "A100.partition_1g_5gb"),
      accelerator_row<A100::partition_2g_10gb>("flytekit", "A100.partition_2g_10gb"),
      accelerator_row<A100::partition_3g_20gb>("flytekit", "A100.partition_3g_20gb"),
      accelerator_row<A100::partition_4g_20gb>("flytekit", "A100.partition_4g_20gb"),
      accelerator_row<A100::partition_7g_40gb>("flytekit", "A100.partition_7g_40gb"),
      accelerator_row<A100_80GB>("flytekit", "A100_80GB"),
      accelerator_row<A100_80GB::unpartitioned>("flytekit", "A100_80GB.unpartitioned"),
      accelerator_row<A100_80GB::partition_1g_10gb>("flytekit", "A100_80GB.partition_1g_10gb"),
      accelerator_row<A100_80GB::partition_2g_20gb>("flytekit", "A100_80GB.partition_2g_20gb"),
      accelerator_row<A100_80GB::partition_3g_40gb>("flytekit", "A100_80GB.partition_3g_40gb"),
      accelerator_row<A100_80GB::partition_4g_40gb>("flytekit", "A100_80GB.partition_4g_40gb"),
      accelerator_row<A100_80GB::partition_7g_80gb>("flytekit", "A100_80GB.partition_7g_80gb"),
      accelerator_row<V5E>("flytekit", "V5E"),
      accelerator_row<V5E::unpartitioned>("flytekit", "V5E.unpartitioned"),
      accelerator_row<V5E::slice_1x1>("flytekit", "V5E.slice_1x1"),
      accelerator_row<V5E::slice_2x2>("flytekit", "V5E.slice_2x2"),
      accelerator_row<V5E::slice_2x4>("flytekit", "V5E.slice_2x4"),
      accelerator_row<V5E::slice_4x4>("flytekit", "V5E.slice_4x4"),
      accelerator_row<V5E::slice_4x8>("flytekit", "V5E.slice_4x8"),
      accelerator_row<V5E::slice_8x8>("flytekit", "V5E.slice_8x8"),
      accelerator_row<V5E::slice_8x16>("flytekit", "V5E.slice_8x16"),
      accelerator_row<V5E::slice_16x16>("flytekit", "V5E.slice_16x16"),
      accelerator_row<V5P>("flytekit", "V5P"),
      accelerator_row<V5P::unpartitioned>("flytekit", "V5P.unpartitioned"),
      accelerator_row<V5P::slice_2x2x1>("flytekit", "V5P.slice_2x2x1"),
      accelerator_row<V5P::slice_2x2x2>("flytekit", "V5P.slice_2x2x2"),
      accelerator_row<V5P::slice_2x4x4>("flytekit", "V5P.slice_2x4x4"),
      accelerator_row<V5P::slice_4x4x4>("flytekit", "V5P.slice_4x4x4"),
      accelerator_row<V5P::slice_4x4x8>("flytekit", "V5P.slice_4x4x8"),
      accelerator_row<V5P::slice_4x8x8>("flytekit", "V5P.slice_4x8x8"),
      accelerator_row<V5P::slice_8x8x8>("flytekit", "V5P.slice_8x8x8"),
      accelerator_row<V5P::slice_8x8x16>("flytekit", "V5P.slice_8x8x16"),
      accelerator_row<V5P::slice_8x16x16>("flytekit", "V5P.slice_8x16x16"),
      accelerator_row<V5P::slice_16x16x16>("flytekit", "V5P.slice_16x16x16"),
      accelerator_row<V5P::slice_16x16x24>("flytekit", "V5P.slice_16x16x24"),
      accelerator_row<V6E>("flytekit", "V6E"),
      accelerator_row<V6E::unpartitioned>("flytekit", "V6E.unpartitioned"),
      accelerator_row<V6E::slice_1x1>("flytekit", "V6E.slice_1x1"),
      accelerator_row<V6E::slice_2x2>("flytekit", "V6E.slice_2x2"),
      accelerator_row<V6E::slice_2x4>("flytekit", "V6E.slice_2x4"),
      accelerator_row<V6E::slice_4x4>("flytekit", "V6E.slice_4x4"),
      accelerator_row<V6E::slice_4x8>("flytekit", "V6E.slice_4x8"),
      accelerator_row<V6E::slice_8x8>("flytekit", "V6E.slice_8x8"),
      accelerator_row<V6E::slice_8x16>("flytekit", "V6E.slice_8x16"),
      accelerator_row<V6E::slice_16x16>("flytekit", "V6E.slice_16x16"),
      accelerator_row<A2, flyteidl2>("flyte-sdk", R"(GPU("A2", 1))"),
      accelerator_row<A10, flyteidl2>("flyte-sdk", R"(GPU("A10", 1))"),
      accelerator_row<A10G, flyteidl2>("flyte-sdk", R"(GPU("A10G", 1))"),
      accelerator_row<A100, flyteidl2>("flyte-sdk", R"(GPU("A100", 1))"),
      accelerator_row<A100_80GB, flyteidl2>("flyte-sdk", R"(GPU("A100_80G", 1))"),
      accelerator_row<B200, flyteidl2>("flyte-sdk", R"(GPU("B200", 1))"),
      accelerator_row<H100, flyteidl2>("flyte-sdk", R"(GPU("H100", 1))"),
      accelerator_row<H200, flyteidl2>("flyte-sdk", R"(GPU("H200", 1))"),
      accelerator_row<L4, flyteidl2>("flyte-sdk", R"(GPU("L4", 1))"),
      accelerator_row<L40S, flyteidl2>("flyte-sdk", R"(GPU("L40s", 1))"),
      accelerator_row<T4, flyteidl2>("flyte-sdk", R"(GPU("T4", 1))"),
      accelerator_row<V100, flyteidl2>("flyte-sdk", R"(GPU("V100", 1))"),
      accelerator_row<RTX_PRO_4500_BLACKWELL, flyteidl2>("flyte-sdk", R"(GPU("RTX_PRO_4500", 1))"),
      accelerator_row<RTX_PRO_6000, flyteidl2>("flyte-sdk", R"(GPU("RTX_PRO_6000", 1))"),
      accelerator_row<GB10, flyteidl2>("flyte-sdk", R"(GPU("GB10", 1))"),
      accelerator_row<flyte::shared<T4>, flyteidl2>("flyte-sdk", R"(GPU("T4 shared", 1))"),
      accelerator_row<flyte::shared<L4>, flyteidl2>("flyte-sdk", R"(GPU("L4 shared", 1))"),
      accelerator_row<flyte::shared<A10G>, flyteidl2>("flyte-sdk", R"(GPU("A10G shared", 1))"),
      accelerator_row<flyte::shared<A10>, flyteidl2>("flyte-sdk", R"(GPU("A10 shared", 1))"),
      accelerator_row<flyte::shared<L40S>, flyteidl2>("flyte-sdk", R"(GPU("L40S shared", 1))"),
      accelerator_row<V5E, flyteidl2>("flyte-sdk", R"(TPU("V5E"))"),
      accelerator_row<V5P, flyteidl2>("flyte-sdk", R"(TPU("V5P"))"),
      accelerator_row<V6E, flyteidl2>("flyte-sdk", R"(TPU("V6E"))"),
      accelerator_row<Inf1, flyteidl2>("flyte-sdk", R"(Neuron("Inf1"))"),
      accelerator_row<Inf2, flyteidl2>("flyte-sdk", R"(Neuron("Inf2"))"),
      accelerator_row<Trn1, flyteidl2>("flyte-sdk", R"(Neuron("Trn1"))"),
      accelerator_row<Trn1n, flyteidl2>("flyte-sdk", R"(Neuron("Trn1n"))"),
      accelerator_row<Trn2, flyteidl2>("flyte-sdk", R"(Neuron("Trn2"))"),
      accelerator_row<Trn2u, flyteidl2>("flyte-sdk", R"(Neuron("Trn2u"))"),
      accelerator_row<MI100, flyteidl2>("flyte-sdk", R"(AMD_GPU("MI100"))"),
      accelerator_row<MI210, flyteidl2>("flyte-sdk", R"(AMD_GPU("MI210"))"),
      accelerator_row<MI250, flyteidl2>("flyte-sdk", R"(AMD_GPU("MI250"))"),
      accelerator_row<MI250X, flyteidl2>("flyte-sdk", R"(AMD_GPU("MI250X"))"),
      accelerator_row<MI300A, flyteidl2>("flyte-sdk", R"(AMD_GPU("MI300A"))"),
      accelerator_row<MI300X, flyteidl2>("flyte-sdk", R"(AMD_GPU("MI300X"))"),
      accelerator_row<MI325X, flyteidl2>("flyte-sdk", R"(AMD_GPU("MI325X"))"),
      accelerator_row<MI350X, flyteidl2>("flyte-sdk", R"(AMD_GPU("MI350X"))"),
      accelerator_row<MI355X, flyteidl2>("flyte-sdk", R"(AMD_GPU("MI355X"))"),
      accelerator_row<Gaudi1, flyteidl2>("flyte-sdk", R"(HABANA_GAUDI("Gaudi1"))"),
      accelerator_row<AppleSilicon, flyteidl2>("flyte-sdk", R"(APPLE_SILICON())"),
      accelerator_row<A100::partition<"1g.5gb">, flyteidl2>("flyte-sdk", R"(GPU("A100", 1, "1g.5gb"))"),
      accelerator_row<A100::partition<"2g.10gb">, flyteidl2>("flyte-sdk", R"(GPU("A100", 1, "2g.10gb"))"),
      accelerator_row<A100::partition<"3g.20gb">, flyteidl2>("flyte-sdk", R"(GPU("A100", 1, "3g.20gb"))"),
      accelerator_row<A100::partition<"4g.20gb">, flyteidl2>("flyte-sdk", R"(GPU("A100", 1, "4g.20gb"))"),
      accelerator_row<A100::partition<"7g.40gb">, flyteidl2>("flyte-sdk", R"(GPU("A100", 1, "7g.40gb"))"),
      accelerator_row<A100_80GB::partition<"1g.10gb">, flyteidl2>("flyte-sdk", R"(GPU("A100_80G", 1, "1g.10gb"))"),
      accelerator_row<A100_80GB::partition<"2g.20gb">, flyteidl2>("flyte-sdk", R"(GPU("A100_80G", 1, "2g.20gb"))"),
      accelerator_row<A100_80GB::partition<"3g.40gb">, flyteidl2>("flyte-sdk", R"(GPU("A100_80G", 1, "3g.40gb"))"),
      accelerator_row<A100_80GB::partition<"4g.40gb">, flyteidl2>("flyte-sdk", R"(GPU("A100_80G", 1, "4g.40gb"))"),
      accelerator_row<A100_80GB::partition<"7g.80gb">, flyteidl2>("flyte-sdk", R"(GPU("A100_80G", 1, "7g.80gb"))"),
      accelerator_row<H100::partition<"1g.10gb">, flyteidl2>("flyte-sdk", R"(GPU("H100", 1, "1g.10gb"))"),
      accelerator_row<H100::partition<"1g.20gb">, flyteidl2>("flyte-sdk", R"(GPU("H100", 1, "1g.20gb"))"),
      accelerator_row<H100::partition<"2g.20gb">, flyteidl2>("flyte-sdk", R"(GPU("H100", 1, "2g.20gb"))"),
      accelerator_row<H100::partition<"3g.40gb">, flyteidl2>("flyte-sdk", R"(GPU("H100", 1, "3g.40gb"))"),
      accelerator_row<H100::partition<"4g.40gb">, flyteidl2>("flyte-sdk", R"(GPU("H100", 1, "4g.40gb"))"),
      accelerator_row<H100::partition<"7g.80gb">, flyteidl2>("flyte-sdk", R"(GPU("H100", 1, "7g.80gb"))"),
      accelerator_row<H200::partition<"1g.18gb">, flyteidl2>("flyte-sdk", R"(GPU("H200", 1, "1g.18gb"))"),
      accelerator_row<H200::partition<"1g.35gb">, flyteidl2>("flyte-sdk", R"(GPU("H200", 1, "1g.35gb"))"),
      accelerator_row<H200::partition<"2g.35gb">, flyteidl2>("flyte-sdk", R"(GPU("H200", 1, "2g.35gb"))"),
      accelerator_row<H200::partition<"3g.71gb">, flyteidl2>("flyte-sdk", R"(GPU("H200", 1, "3g.71gb"))"),
      accelerator_row<H200::partition<"4g.71gb">, flyteidl2>("flyte-sdk", R"(GPU("H200", 1, "4g.71gb"))"),
      accelerator_row<H200::partition<"7g.141gb">, flyteidl2>("flyte-sdk", R"(GPU("H200", 1, "7g.141gb"))"),
      accelerator_row<RTX_PRO_6000::partition<"1g.24gb">, flyteidl2>("flyte-sdk",
                                                                     R"(GPU("RTX_PRO_6000", 1, "1g.24gb"))"),
      accelerator_row<RTX_PRO_6000::partition<"2g.48gb">, flyteidl2>("flyte-sdk",
                                                                     R"(GPU("RTX_PRO_6000", 1, "2g.48gb"))"),
      accelerator_row<RTX_PRO_6000::partition<"4g.96gb">, flyteidl2>("flyte-sdk",
                                                                     R"(GPU("RTX_PRO_6000", 1, "4g.96gb"))"),
      accelerator_row<V5E::slice<"1x1">, flyteidl2>("flyte-sdk", R"(TPU("V5E", "1x1"))"),
      accelerator_row<V5E::slice<"2x2">, flyteidl2>("flyte-sdk", R"(TPU("V5E", "2x2"))"),
      accelerator_row<V5E::slice<"2x4">, flyteidl2>("flyte-sdk", R"(TPU("V5E", "2x4"))"),
      accelerator_row<V5E::slice<"4x4">, flyteidl2>("flyte-sdk", R"(TPU("V5E", "4x4"))"),
      accelerator_row<V5E::slice<"4x8">, flyteidl2>("flyte-sdk", R"(TPU("V5E", "4x8"))"),
      accelerator_row<V5E::slice<"8x8">, flyteidl2>("flyte-sdk", R"(TPU("V5E", "8x8"))"),
      accelerator_row<V5E::slice<"8x16">, flyteidl2>("flyte-sdk", R"(TPU("V5E", "8x16"))"),
      accelerator_row<V5E::slice<"16x16">, flyteidl2>("flyte-sdk", R"(TPU("V5E", "16x16"))"),
      accelerator_row<V5P::slice<"2x2x1">, flyteidl2>("flyte-sdk", R"(TPU("V5P", "2x2x1"))"),
      accelerator_row<V5P::slice<"2x2x2">, flyteidl2>("flyte-sdk", R"(TPU("V5P", "2x2x2"))"),
      accelerator_row<V5P::slice<"2x4x4">, flyteidl2>("flyte-sdk", R"(TPU("V5P", "2x4x4"))"),
      accelerator_row<V5P::slice<"4x4x4">, flyteidl2>("flyte-sdk", R"(TPU("V5P", "4x4x4"))"),
      accelerator_row<V5P::slice<"4x4x8">, flyteidl2>("flyte-sdk", R"(TPU("V5P", "4x4x8"))"),
      accelerator_row<V5P::slice<"4x8x8">, flyteidl2>("flyte-sdk", R"(TPU("V5P", "4x8x8"))"),
      accelerator_row<V5P::slice<"8x8x8">, flyteidl2>("flyte-sdk", R"(TPU("V5P", "8x8x8"))"),
      accelerator_row<V5P::slice<"8x8x16">, flyteidl2>("flyte-sdk", R"(TPU("V5P", "8x8x16"))"),
      accelerator_row<V5P::slice<"8x16x16">, flyteidl2>("flyte-sdk", R"(TPU("V5P", "8x16x16"))"),
      accelerator_row<V5P::slice<"16x16x16">, flyteidl2>("flyte-sdk", R"(TPU("V5P", "16x16x16"))"),
      accelerator_row<V5P::slice<"16x16x24">, flyteidl2>("flyte-sdk", R"(TPU("V5P", "16x16x24"))"),
      accelerator_row<V6E::slice<"1x1">, flyteidl2>("flyte-sdk", R"(TPU("V6E", "1x1"))"),
      accelerator_row<V6E::slice<"2x2">, flyteidl2>("flyte-sdk", R"(TPU("V6E", "2x2"))"),
      accelerator_row<V6E::slice<"2x4">, flyteidl2>("flyte-sdk", R"(TPU("V6E", "2x4"))"),
      accelerator_row<V6E::slice<"4x4">, flyteidl2>("flyte-sdk", R"(TPU("V6E", "4x4"))"),
      accelerator_row<V6E::slice<"4x8">, flyteidl2>("flyte-sdk", R"(TPU("V6E", "4x8"))"),
      accelerator_row<V6E::slice<"8x8">, flyteidl2>("flyte-sdk", R"(TPU("V6E", "8x8"))"),
      accelerator_row<V6E::slice<"8x16">, flyteidl2>("flyte-sdk", R"(TPU("V6E", "8x16"))"),
      accelerator_row<V6E::slice<"16x16">, flyteidl2>("flyte-sdk", R"(TPU("V6E", "16x16"))"),
      accelerator_row<A100::unlisted_partition<"">>("edge", R"(A100.partitioned(""))"),
      accelerator_row<unlisted_gpu<"">>("edge", R"(GPUAccelerator(""))"),
      accelerator_row<unlisted_gpu<X_120 "xxxxxxx">>("edge", R"(GPUAccelerator("x"*127))"),
      accelerator_row<unlisted_gpu<X_64 X_64>>("edge", R"(GPUAccelerator("x"*128))"),
      accelerator_row<unlisted_gpu<X_64 X_64 X_64 X_8>>("edge", R"(GPUAccelerator("x"*200))"),
      message_row<with_accelerator<T4>>("flytekit", "ExtendedResources(gpu_accelerator=T4)"),
      message_row<with_accelerator<A100::unpartitioned>>("flytekit",
                                                         "ExtendedResources(gpu_accelerator=A100.unpartitioned)"),
      message_row<with_accelerator<A100::partition_2g_10gb>>(
          "flytekit", "ExtendedResources(gpu_accelerator=A100.partition_2g_10gb)"),
      message_row<with_accelerator<V5E::slice_2x2>>("flytekit", "ExtendedResources(gpu_accelerator=V5E.slice_2x2)"),
      message_row<with_accelerator<unlisted_gpu<"">>>("edge",
                                                      R"(ExtendedResources(gpu_accelerator=GPUAccelerator("")))"),
      message_row<shared_memory_alone>("flytekit",
                                       "construct_extended_resources(accelerator=None, shared_memory=True)"),
      message_row<shared_memory_2Gi>("flytekit",
                                     R"(construct_extended_resources(accelerator=None, shared_memory="2Gi"))"),
      message_row<T4_and_shared_memory_2Gi>("flytekit",
                                            R"(construct_extended_resources(accelerator=T4, shared_memory="2Gi"))"),
      message_row<shared_memory_auto_of_sdk>("flyte-sdk", R"(Resources(shm="auto"))"),
      message_row<shared_memory_16Gi_of_sdk>("flyte-sdk", R"(Resources(shm="16Gi"))"),
      message_row<in_template<with_accelerator<T4>>>(
          "flytekit", "TaskTemplate(extended_resources=ExtendedResources(gpu_accelerator=T4))"),
      message_row<in_template<with_accelerator<A100::partition_2g_10gb>>>(
          "flytekit", "TaskTemplate(extended_resources=ExtendedResources(gpu_accelerator=A100.partition_2g_10gb))"),
      message_row<typed_template>("flytekit",
                                  R"(TaskTemplate(type="python-task", )"
                                  "extended_resources=ExtendedResources(gpu_accelerator=A100.partition_2g_10gb))"),
      message_row<template_with_container>(
          "flytekit", R"(TaskTemplate(container=Container(resources=Resources(limits=[(GPU, "1")])), )"
                      "extended_resources=ExtendedResources(gpu_accelerator=A100.partition_2g_10gb))"),
      message_row<in_template<nothing_needed>>("edge", "TaskTemplate(extended_resources=ExtendedResources())"),
      message_row<in_overrides<with_accelerator<A100::partition_1g_5gb>>>(
          "flytekit", "TaskNodeOverrides(extended_resources=ExtendedResources(gpu_accelerator=A100.partition_1g_5gb))"),
      message_row<limits_one_gpu>("flytekit", R"(Resources(limits=[(GPU, "1")]))"),
      message_row<requests_one_gpu>("flytekit", R"(Resources(requests=[(GPU, "1")]))"),
  };
}

namespace {

template <class A, class Limits, int SharedMebibytes = 0>
struct request {
  static constexpr flyte::task_request<A> with_shared_memory() {
    auto result = flyte::request_of<A, Limits>("python-task");
    result.shared_memory = SharedMebibytes * 1_MiB;
    return result;
  }
  static constexpr flyte::task_template value = flyte::to_task_template(with_shared_memory());
};

struct overrides_of_both {
  static constexpr flyte::task_node_overrides value{
      .resources = limits_one_gpu::value, .extended_resources = with_accelerator<A100::partition<"1g.5gb">>::value};
};

}  // namespace

/// A device of somebody's own.
namespace acme {

struct user_gpu : allotype::partitionable_device<user_gpu> {
  static constexpr char name[] = "user's own";
  static constexpr char flyte_name[] = "acme-x1";
  struct half {
    static constexpr char name[] = "half";
  };
  using partitions = allotype::list<half>;
};

}  // namespace acme

std::vector<flyte_message> more_flyte_messages() {
  return {
      accelerator_row<unlisted_gpu<"acme-x1">>("flytekit", R"(GPUAccelerator("acme-x1"))"),
      accelerator_row<acme::user_gpu>("flytekit", R"(GPUAccelerator("acme-x1"))"),
      accelerator_row<acme::user_gpu::partition<"half">>("flytekit", R"(family("acme-x1").partitioned("half"))"),
      accelerator_row<acme::user_gpu::unpartitioned>("flytekit", R"(family("acme-x1").unpartitioned)"),
      accelerator_row<unlisted_gpu<"acme-x1">::unlisted_partition<"a b">>("flytekit",
                                                                          R"(family("acme-x1").partitioned("a b"))"),
      accelerator_row<unlisted_gpu<"g\u00e9\u20ac\U0001F600">>("flytekit",
                                                               R"(GPUAccelerator("g\u00e9\u20ac\U0001F600"))"),
      accelerator_row<A100::unlisted_partition<"banana">>("flytekit", R"(A100.partitioned("banana"))"),
      accelerator_row<V5E::unlisted_partition<"3x3">>("flytekit", R"(V5E.partitioned("3x3"))"),
      accelerator_row<A100::partition<"1g.10gb">>("flytekit", R"(A100.partitioned("1g.10gb"))"),
      accelerator_row<A100_80GB::partition<"1g.10gb+me">>("flytekit", R"(A100_80GB.partitioned("1g.10gb+me"))"),
      accelerator_row<V100_16GB>("flytekit", "V100"),
      accelerator_row<device_named<"nvidia-tesla-v100">>("flytekit", "V100"),
      message_row<
          request<A100::partition<"2g.10gb">, limits<cpus<4>, memory<8_GiB>, gpus<1>, ephemeral_storage<20_GiB>>>>(
          "flytekit",
          R"(task(requests_and_limits=flytekit.Resources(cpu="4", mem="8Gi", gpu="1", ephemeral_storage="20Gi"), )"
          "accelerator=A100.partition_2g_10gb)"),
      message_row<request<T4, limits<memory<1536_MiB>, gpus<2>>, 64>>(
          "flytekit",
          R"(task(requests_and_limits=flytekit.Resources(mem="1536Mi", gpu="2"), accelerator=T4, shared_memory="64Mi"))"),
      message_row<request<V5P::slice<"2x2x1">, limits<>>>(
          "flytekit", R"(task(requests_and_limits=flytekit.Resources(gpu="1"), accelerator=V5P.slice_2x2x1))"),
      message_row<request<cpu, limits<cpus<2>, memory<1000_B>>>>(
          "flytekit", R"(task(requests_and_limits=flytekit.Resources(cpu="2", mem="1000")))"),
      message_row<in_overrides<with_accelerator<A100::unpartitioned>>>("flytekit",
                                                                       "overrides(accelerator=A100.unpartitioned)"),
      message_row<in_overrides<shared_memory_2Gi>>("flytekit", R"(overrides(shared_memory="2Gi"))"),
      message_row<overrides_of_both>(
          "flytekit", R"(overrides(limits=flytekit.Resources(gpu="1"), accelerator=A100.partition_1g_5gb))"),
  };
}
