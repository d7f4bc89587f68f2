// SPDX-License-Identifier: BSL-1.0
/// \file
/// From names to types and back.

#include <allotype/accelerator/known_devices.hpp>
#include <concepts>

namespace {

using namespace allotype;

// A device answers to its own name, to what Flyte, NVML and others call it, and to nothing else.
static_assert(std::same_as<device_named<"A100">, A100> && std::same_as<device_named<"nvidia-tesla-a100">, A100>);
static_assert(std::same_as<device_named<"NVIDIA A100-SXM4-40GB">, A100> &&
              std::same_as<device_named<"A100_40GB">, A100> && std::same_as<A100_40GB, A100>);
static_assert(std::same_as<device_named<"nvidia-a100-80gb">, A100_80GB> &&
              std::same_as<device_named<"A100 80G">, A100_80GB>);
static_assert(std::same_as<device_named<"NVIDIA A100 80GB PCIe">, A100_80GB_PCIE>);
static_assert(std::same_as<device_named<"nvidia-h100">, H100> &&
              std::same_as<device_named<"nvidia-tesla-h100">, H100> && std::same_as<H100, H100_80GB>);
static_assert(std::same_as<device_named<"RTX PRO 6000">, RTX_PRO_6000> &&
              std::same_as<device_named<"RTX_PRO_6000_BLACKWELL">, RTX_PRO_6000>);
static_assert(std::same_as<device_named<"nvidia-rtx-pro-4500">, RTX_PRO_4500_BLACKWELL> &&
              std::same_as<device_named<"RTX_PRO_4500">, RTX_PRO_4500_BLACKWELL>);
static_assert(std::same_as<device_named<"AppleSilicon">, AppleSilicon> && std::same_as<device_named<"A2">, A2>);
static_assert(std::same_as<device_named<"A100_80G">, A100_80GB>);
static_assert(std::same_as<device_named<"MI300X">, MI300X> && std::same_as<device_named<"amd-mi300x">, MI300X>);
static_assert(std::same_as<device_named<"tpu-v5p-slice">, V5P> && std::same_as<device_named<"V5P">, V5P>);
static_assert(std::same_as<device_named<"Trn1">, Trn1> && std::same_as<device_named<"habana-gaudi-dl1">, Gaudi1>);
static_assert(std::same_as<device_named<"AppleSilicon">, AppleSilicon> &&
              std::same_as<apple_devices, list<AppleSilicon>>);
static_assert(std::same_as<device_named<"cpu">, cpu> && std::same_as<device_named<"nvidia-l4">, L4>);
static_assert(std::same_as<device_named<"nvidia-l4-vws">, L4_VWS>);

// Of the three devices that Flyte calls by one name, the one that leaves the size open.
static_assert(std::same_as<device_named<"nvidia-tesla-v100">, V100>);
static_assert(std::same_as<device_named<"Tesla V100-SXM2-32GB">, V100_32GB>);

// Asking is no error.
static_assert(known_device<"nvidia-tesla-a100"> && known_device<"V5E"> && known_device<"Inf2">);
static_assert(!known_device<"nvidia-tesla-a10"> && !known_device<"nvidia-tesla-v10"> && !known_device<"a100"> &&
              !known_device<"">);
static_assert(known_device<"cpu"> && !known_device<"V5"> && !known_device<"acme-x1">);

// A name in the catalogue is what the type says, also through a partition of it.
static_assert(std::same_as<device_named<"nvidia-tesla-a100">::partition<"2g.10gb">, A100::partition_2g_10gb>);

constexpr bool reads(char const* name, char const* expected) { return detail::equal(name, expected); }
static_assert(reads(name_of<A100>, "A100") && reads(name_of<A100::unpartitioned>, "A100 unpartitioned"));
static_assert(reads(name_of<A100::partition<"2g.10gb">>, "A100 2g.10gb") &&
              reads(name_of<V5E::slice<"2x2">>, "V5E 2x2"));
static_assert(reads(name_of<unlisted_gpu<"acme x">>, "acme x") && reads(name_of<unlisted_gpu<"">>, ""));
static_assert(reads(name_of<A100::unlisted_partition<"x">>, "A100 x") && reads(name_of<cpu>, "cpu"));

// The distance that finds the nearest name.
static_assert(detail::edit_distance("nvidia-tesla-v10", "nvidia-tesla-v100") == 1);
static_assert(detail::edit_distance("", "abc") == 3 && detail::edit_distance("abc", "") == 3 &&
              detail::edit_distance("", "") == 0);
static_assert(detail::edit_distance("kitten", "sitting") == 3 && detail::edit_distance("H100", "h100") == 0);

}  // namespace
