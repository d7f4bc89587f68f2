// SPDX-License-Identifier: BSL-1.0
/// \file
/// NVIDIA's GPUs, one struct for each device. A device states its compute capability once; what follows from that is in
/// nvidia_compute_capability.hpp. A missing member is an unpublished fact. `memory` is the frame buffer as a driver
/// reported it, `nominal_memory` the figure of the data sheet. `flyte_name` is the name that flytekit sends; for
/// devices without a constant in flytekit, the label in Flyte's own device map. `flyte2_name` is the name that the
/// Flyte 2 SDK sends, if it is another one.
#pragma once

#include <allotype/catalog/nvidia_mig.hpp>
#include <allotype/core/mode.hpp>

#include <allotype/core/detail/begin_macros.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

// Where the limits come from that a device has by its compute capability.
#define ALLOTYPE_AND_LIMITS "; per-cc limits: NVIDIA/cccl libcudacxx/include/cuda/__device/arch_traits.h@571f2fc3bc"

struct ALLOTYPE_TAGGED_BY_MODE K80 : nvidia_device<K80, compute_capability<3, 7>> {
  static constexpr char name[] = "K80";
  static constexpr char const* product_names[] = {"Tesla K80"};
  static constexpr char flyte_name[] = "nvidia-tesla-k80";
  static constexpr bytes nominal_memory = 12_GB;
  static constexpr int memory_bandwidth_gb_per_s = 240;
  static constexpr char source[] =
      "Azure AKS docs articles/aks/use-nvidia-gpu.md (TF log: name Tesla K80, major 3 minor 7); anandtech.com "
      "8729 and cnews.cz (2x2496 cores, 2x12GB, 240 GB/s per GPU)";
};

struct ALLOTYPE_TAGGED_BY_MODE M60 : nvidia_device<M60, compute_capability<5, 2>> {
  static constexpr char name[] = "M60";
  static constexpr char const* product_names[] = {"Tesla M60"};
  static constexpr char flyte_name[] = "nvidia-tesla-m60";
  static constexpr bytes nominal_memory = 8_GB;
  static constexpr int memory_bandwidth_gb_per_s = 160;
  static constexpr char source[] =
      "fpsbench.com M60 page (2048 shaders, 8 GB, 160.4 GB/s, CUDA 5.2); go-nvlib pci.ids" ALLOTYPE_AND_LIMITS;
};

struct ALLOTYPE_TAGGED_BY_MODE P4 : nvidia_device<P4, compute_capability<6, 1>> {
  static constexpr char name[] = "P4";
  static constexpr char const* product_names[] = {"Tesla P4"};
  static constexpr char flyte_name[] = "nvidia-tesla-p4";
  static constexpr int sm_count = 20;
  static constexpr bytes nominal_memory = 8_GB;
  static constexpr int memory_bandwidth_gb_per_s = 192;
  static constexpr char source[] =
      "techpowerup.com tesla-p4, gpu.spicedreamphone.com (SM 20, 192.3 GB/s); NVIDIA cloud-native-docs "
      "anthos-guide.rst (name, cc 6.1)" ALLOTYPE_AND_LIMITS;
};

struct ALLOTYPE_TAGGED_BY_MODE P40 : nvidia_device<P40, compute_capability<6, 1>> {
  static constexpr char name[] = "P40";
  static constexpr char const* product_names[] = {"Tesla P40"};
  static constexpr int sm_count = 30;
  static constexpr bytes nominal_memory = 24_GB;
  static constexpr int memory_bandwidth_gb_per_s = 346;
  static constexpr char source[] = "techwarrant.com (346 GB/s), fpsbench.com (SM 30, cc 6.1)" ALLOTYPE_AND_LIMITS;
};

struct ALLOTYPE_TAGGED_BY_MODE P100 : nvidia_device<P100, compute_capability<6, 0>> {
  static constexpr char name[] = "P100";
  static constexpr char const* product_names[] = {"Tesla P100-SXM2-16GB", "Tesla P100-PCIE-16GB"};
  static constexpr char flyte_name[] = "nvidia-tesla-p100";
  static constexpr int sm_count = 56;
  static constexpr bytes nominal_memory = 16_GB;
  static constexpr int memory_bandwidth_gb_per_s = 732;
  static constexpr char source[] = "lijun99/GPU-Resources; sysrqmts.com" ALLOTYPE_AND_LIMITS;
};

/// A V100 of either size: memory is left open, as in the one name that Flyte has for both. A driver's product name
/// means one of the sizes, so V100 has none of its own; a device is a V100 if its name is that of a V100 of some size.
struct ALLOTYPE_TAGGED_BY_MODE V100 : nvidia_device<V100, compute_capability<7, 0>> {
  static constexpr char name[] = "V100";
  static constexpr char const* product_names_of_all_sizes[] = {"Tesla V100-SXM2-16GB",   "Tesla V100-PCIE-16GB",
                                                               "Tesla V100-SXM2-32GB",   "Tesla V100-PCIE-32GB",
                                                               "Tesla V100-SXM3-32GB-H", "Tesla V100S-PCIE-32GB"};
  static constexpr char flyte_name[] = "nvidia-tesla-v100";
  static constexpr int sm_count = 80;
  static constexpr int memory_bandwidth_gb_per_s = 900;
  static constexpr char source[] = "what V100_16GB and V100_32GB have in common; Flyte has one name for both";
};

struct ALLOTYPE_TAGGED_BY_MODE V100_16GB : nvidia_device<V100_16GB, compute_capability<7, 0>> {
  static constexpr char name[] = "V100_16GB";
  static constexpr char const* product_names[] = {"Tesla V100-SXM2-16GB", "Tesla V100-PCIE-16GB"};
  static constexpr char flyte_name[] = "nvidia-tesla-v100";
  static constexpr int sm_count = 80;
  static constexpr bytes nominal_memory = 16_GB;
  static constexpr int memory_bandwidth_gb_per_s = 900;
  static constexpr char source[] =
      "lijun99/GPU-Resources; NVIDIA container-toolkit information_files.go (name)" ALLOTYPE_AND_LIMITS;
};

struct ALLOTYPE_TAGGED_BY_MODE V100_32GB : nvidia_device<V100_32GB, compute_capability<7, 0>> {
  static constexpr char name[] = "V100_32GB";
  static constexpr char const* product_names[] = {"Tesla V100-SXM2-32GB", "Tesla V100-PCIE-32GB",
                                                  "Tesla V100-SXM3-32GB-H", "Tesla V100S-PCIE-32GB"};
  static constexpr char flyte_name[] = "nvidia-tesla-v100";
  static constexpr int sm_count = 80;
  static constexpr bytes nominal_memory = 32_GB;
  static constexpr int memory_bandwidth_gb_per_s = 900;
  static constexpr char source[] =
      "names from public repositories (HAMi, container-engine-accelerators and others); "
      "lijun99/GPU-Resources" ALLOTYPE_AND_LIMITS;
};

struct ALLOTYPE_TAGGED_BY_MODE T4 : nvidia_device<T4, compute_capability<7, 5>> {
  static constexpr char name[] = "T4";
  static constexpr char const* product_names[] = {"Tesla T4"};
  static constexpr char flyte_name[] = "nvidia-tesla-t4";
  static constexpr char flyte2_shared_name[] = "T4 shared";
  static constexpr int sm_count = 40;
  static constexpr bytes nominal_memory = 16_GB;
  static constexpr bytes memory = 15360_MiB;
  static constexpr int memory_bandwidth_gb_per_s = 320;
  static constexpr char source[] =
      "k8s-test-infra hardware capture qx (Tesla T4, 15360 MiB); fpsbench.com (SM 40, 320 GB/s); JAX gpu_info.py (cc "
      "7.5)" ALLOTYPE_AND_LIMITS;
};

struct ALLOTYPE_TAGGED_BY_MODE A2 : nvidia_device<A2, compute_capability<8, 6>> {
  static constexpr char name[] = "A2";
  static constexpr char const* product_names[] = {"NVIDIA A2"};
  static constexpr char flyte2_name[] = "A2";
  static constexpr int sm_count = 10;
  static constexpr bytes nominal_memory = 16_GB;
  static constexpr char source[] = "technical.city A2 (1280 cores, 40 tensor cores, 10 RT cores)" ALLOTYPE_AND_LIMITS;
};

struct ALLOTYPE_TAGGED_BY_MODE A10 : nvidia_device<A10, compute_capability<8, 6>> {
  static constexpr char name[] = "A10";
  static constexpr char const* product_names[] = {"NVIDIA A10"};
  static constexpr char flyte_name[] = "nvidia-a10";
  static constexpr char flyte2_shared_name[] = "A10 shared";
  static constexpr int sm_count = 72;
  static constexpr bytes nominal_memory = 24_GB;
  static constexpr int memory_bandwidth_gb_per_s = 600;
  static constexpr char source[] =
      "NVIDIA A10 datasheet data (9216 cores, 600 GB/s); JAX gpu_info.py (cc 8.6)" ALLOTYPE_AND_LIMITS;
};

struct ALLOTYPE_TAGGED_BY_MODE A10G : nvidia_device<A10G, compute_capability<8, 6>> {
  static constexpr char name[] = "A10G";
  static constexpr char const* product_names[] = {"NVIDIA A10G"};
  static constexpr char flyte_name[] = "nvidia-a10g";
  static constexpr char flyte2_shared_name[] = "A10G shared";
  static constexpr int sm_count = 80;
  static constexpr bytes nominal_memory = 24_GB;
  static constexpr int memory_bandwidth_gb_per_s = 600;
  static constexpr char source[] = "public torch dumps (80 SM, cc 8.6, 22587-22723 MB usable)" ALLOTYPE_AND_LIMITS;
};

struct ALLOTYPE_TAGGED_BY_MODE A16 : nvidia_device<A16, compute_capability<8, 6>> {
  static constexpr char name[] = "A16";
  static constexpr char const* product_names[] = {"NVIDIA A16"};
  static constexpr int sm_count = 10;
  static constexpr bytes nominal_memory = 16_GB;
  static constexpr char source[] = "NVIDIA A16 datasheet data (4x 1280 cores, 4x16 GB)" ALLOTYPE_AND_LIMITS;
};

struct ALLOTYPE_TAGGED_BY_MODE A30 : mig_device<A30, boards::A30, compute_capability<8, 0>> {
  static constexpr char name[] = "A30";
  static constexpr char const* product_names[] = {"NVIDIA A30"};
  static constexpr int sm_count = 56;
  static constexpr bytes nominal_memory = 24_GB;
  static constexpr int mig_max_instances = 4;
  static constexpr char source[] =
      "NVIDIA MIG User Guide supported-gpus; public nvidia-smi capture" ALLOTYPE_AND_LIMITS;
};

struct ALLOTYPE_TAGGED_BY_MODE A40 : nvidia_device<A40, compute_capability<8, 6>> {
  static constexpr char name[] = "A40";
  static constexpr char const* product_names[] = {"NVIDIA A40"};
  static constexpr int sm_count = 84;
  static constexpr bytes nominal_memory = 48_GB;
  static constexpr int memory_bandwidth_gb_per_s = 696;
  static constexpr char source[] =
      "sysrqmts.com (84 SM, 695.8 GB/s); NVIDIA cloud-native-docs platform-support" ALLOTYPE_AND_LIMITS;
};

struct ALLOTYPE_TAGGED_BY_MODE A100 : mig_device<A100, boards::A100_40GB, compute_capability<8, 0>> {
  static constexpr char name[] = "A100";
  static constexpr char const* product_names[] = {"NVIDIA A100-SXM4-40GB", "NVIDIA A100-PCIE-40GB"};
  static constexpr char const* aliases[] = {"A100_40GB"};
  static constexpr char flyte_name[] = "nvidia-tesla-a100";
  static constexpr int sm_count = 108;
  static constexpr bytes nominal_memory = 40_GB;
  static constexpr bytes memory = 40960_MiB;
  static constexpr int mig_max_instances = 7;
  static constexpr int memory_bandwidth_gb_per_s = 1555;
  static constexpr char source[] =
      "NVIDIA MIG User Guide supported-gpus; k8s-test-infra hardware capture (40960 MiB, R570)" ALLOTYPE_AND_LIMITS;
};

struct ALLOTYPE_TAGGED_BY_MODE A100_80GB : mig_device<A100_80GB, boards::A100_80GB, compute_capability<8, 0>> {
  static constexpr char name[] = "A100_80GB";
  static constexpr char const* product_names[] = {"NVIDIA A100-SXM4-80GB"};
  static constexpr char const* aliases[] = {"A100 80G", "A100_80G"};
  static constexpr char flyte_name[] = "nvidia-a100-80gb";
  static constexpr int sm_count = 108;
  static constexpr bytes nominal_memory = 80_GB;
  static constexpr int mig_max_instances = 7;
  static constexpr int memory_bandwidth_gb_per_s = 2039;
  static constexpr char source[] = "NVIDIA MIG User Guide supported-gpus; public RunPod name list" ALLOTYPE_AND_LIMITS;
};

struct ALLOTYPE_TAGGED_BY_MODE A100_80GB_PCIE
    : mig_device<A100_80GB_PCIE, boards::A100_80GB, compute_capability<8, 0>> {
  static constexpr char name[] = "A100_80GB_PCIE";
  static constexpr char const* product_names[] = {"NVIDIA A100 80GB PCIe"};
  static constexpr int sm_count = 108;
  static constexpr bytes nominal_memory = 80_GB;
  static constexpr int mig_max_instances = 7;
  static constexpr int memory_bandwidth_gb_per_s = 1935;
  static constexpr char source[] = "NVIDIA MIG User Guide supported-gpus; public RunPod name list" ALLOTYPE_AND_LIMITS;
};

/// The A100 with 40 GB and fewer NVLinks.
struct ALLOTYPE_TAGGED_BY_MODE A800_40GB : mig_device<A800_40GB, boards::A100_40GB, compute_capability<8, 0>> {
  static constexpr char name[] = "A800_40GB";
  static constexpr char const* product_names[] = {"NVIDIA A800-SXM4-40GB", "NVIDIA A800 40GB Active"};
  static constexpr int sm_count = 108;
  static constexpr bytes nominal_memory = 40_GB;
  static constexpr bytes memory = 40960_MiB;
  static constexpr int mig_max_instances = 7;
  static constexpr char source[] =
      "mig-parted config-default.yaml (groups A100-40GB with A800-40GB; device id 20F6); NVIDIA driver"
      " README, supported products (names, ids 20BD and 20F6); public nvidia-smi captures of both "
      "(40960 MiB); NVIDIA A800 40GB Active datasheet 2819988 (6912 cores)" ALLOTYPE_AND_LIMITS;
};

struct ALLOTYPE_TAGGED_BY_MODE A800_80GB : mig_device<A800_80GB, boards::A100_80GB, compute_capability<8, 0>> {
  static constexpr char name[] = "A800_80GB";
  static constexpr char const* product_names[] = {"NVIDIA A800 80GB PCIe"};
  static constexpr int sm_count = 108;
  static constexpr bytes nominal_memory = 80_GB;
  static constexpr bytes memory = 81920_MiB;
  static constexpr int mig_max_instances = 7;
  static constexpr char source[] =
      "mig-parted config-default.yaml (device ids 20F3/20F5/20F6); public smi capture" ALLOTYPE_AND_LIMITS;
};

struct ALLOTYPE_TAGGED_BY_MODE PG506_96GB : mig_device<PG506_96GB, boards::PG506_96GB, compute_capability<8, 0>> {
  static constexpr char name[] = "PG506_96GB";
  static constexpr char const* product_names[] = {"NVIDIA PG506-230"};
  static constexpr int sm_count = 124;
  static constexpr bytes nominal_memory = 96_GB;
  static constexpr bytes memory = 97457_MiB;
  static constexpr int mig_max_instances = 7;
  static constexpr char source[] = "public torch/smi dumps; mig-parted config (0x20B6)" ALLOTYPE_AND_LIMITS;
};

struct ALLOTYPE_TAGGED_BY_MODE L4 : nvidia_device<L4, compute_capability<8, 9>> {
  static constexpr char name[] = "L4";
  static constexpr char const* product_names[] = {"NVIDIA L4"};
  static constexpr char flyte_name[] = "nvidia-l4";
  static constexpr char flyte2_shared_name[] = "L4 shared";
  static constexpr int sm_count = 58;
  static constexpr bytes nominal_memory = 24_GB;
  static constexpr int memory_bandwidth_gb_per_s = 300;
  static constexpr char source[] = "7424 cores / 128; JAX gpu_info.py (cc 8.9)" ALLOTYPE_AND_LIMITS;
};

/// An L4 with NVIDIA RTX Virtual Workstation, as Google rents it: a name to request, not a device to program.
struct ALLOTYPE_TAGGED_BY_MODE L4_VWS : nvidia_device<L4_VWS> {
  static constexpr char name[] = "L4_VWS";
  static constexpr char flyte_name[] = "nvidia-l4-vws";
  static constexpr bool request_only = true;
  static constexpr char source[] = "flyteorg/flytekit flytekit/extras/accelerators.py";
};

struct ALLOTYPE_TAGGED_BY_MODE L40 : nvidia_device<L40, compute_capability<8, 9>> {
  static constexpr char name[] = "L40";
  static constexpr char const* product_names[] = {"NVIDIA L40"};
  static constexpr int sm_count = 142;
  static constexpr bytes nominal_memory = 48_GB;
  static constexpr int memory_bandwidth_gb_per_s = 864;
  static constexpr char source[] = "18176 cores / 128; JAX gpu_info.py (cc 8.9)" ALLOTYPE_AND_LIMITS;
};

struct ALLOTYPE_TAGGED_BY_MODE L40S : nvidia_device<L40S, compute_capability<8, 9>> {
  static constexpr char name[] = "L40S";
  static constexpr char const* product_names[] = {"NVIDIA L40S"};
  static constexpr char const* aliases[] = {"L40s"};
  static constexpr char flyte_name[] = "nvidia-l40s";
  static constexpr char flyte2_shared_name[] = "L40S shared";
  static constexpr int sm_count = 142;
  static constexpr bytes nominal_memory = 48_GB;
  static constexpr bytes memory = 46068_MiB;
  static constexpr int memory_bandwidth_gb_per_s = 864;
  static constexpr char source[] = "k8s-test-infra hardware capture (46068 MiB)" ALLOTYPE_AND_LIMITS;
};

struct ALLOTYPE_TAGGED_BY_MODE H100_80GB : mig_device<H100_80GB, boards::H100_80GB, compute_capability<9, 0>> {
  static constexpr char name[] = "H100_80GB";
  static constexpr char const* product_names[] = {"NVIDIA H100 80GB HBM3"};
  static constexpr char const* aliases[] = {"H100"};
  static constexpr char flyte_name[] = "nvidia-h100";
  static constexpr char flyte2_name[] = "nvidia-tesla-h100";
  static constexpr int sm_count = 132;
  static constexpr bytes nominal_memory = 80_GB;
  static constexpr bytes memory = 81559_MiB;
  static constexpr int mig_max_instances = 7;
  static constexpr int memory_bandwidth_gb_per_s = 3352;
  static constexpr char source[] =
      "NVIDIA MIG User Guide supported-gpus; k8s-test-infra hardware capture (81559 MiB); openxla/xla "
      "h100_sxm_mig.txtpb (1g = 419.04 GB/s = 1/8)" ALLOTYPE_AND_LIMITS;
};

struct ALLOTYPE_TAGGED_BY_MODE H100_80GB_PCIE
    : mig_device<H100_80GB_PCIE, boards::H100_80GB_PCIE, compute_capability<9, 0>> {
  static constexpr char name[] = "H100_80GB_PCIE";
  static constexpr char const* product_names[] = {"NVIDIA H100 PCIe"};
  static constexpr int sm_count = 114;
  static constexpr bytes nominal_memory = 80_GB;
  static constexpr bytes memory = 81559_MiB;
  static constexpr int mig_max_instances = 7;
  static constexpr int memory_bandwidth_gb_per_s = 2040;
  static constexpr char source[] =
      "NVIDIA MIG User Guide supported-gpus; public nvidia-smi capture (name, 81559 MiB, 114 SM in "
      "7g)" ALLOTYPE_AND_LIMITS;
};

/// The H100 of an SXM board with fewer NVLinks and little double precision.
struct ALLOTYPE_TAGGED_BY_MODE H800 : mig_device<H800, boards::H100_80GB, compute_capability<9, 0>> {
  static constexpr char name[] = "H800";
  static constexpr char const* product_names[] = {"NVIDIA H800"};
  static constexpr int sm_count = 132;
  static constexpr bytes nominal_memory = 80_GB;
  static constexpr bytes memory = 81559_MiB;
  static constexpr int mig_max_instances = 7;
  static constexpr bool fp64_tensor = false;
  static constexpr char source[] =
      "mig-parted config-default.yaml (groups H100-80GB with H800-80GB; device id 2324); NVIDIA driver"
      " README, supported products; public nvidia-smi capture (81559 MiB, 8 NVLinks); DeepSeek-V3 "
      "report (132 SMs); public tables of limits (FP64 at 1 TFLOPS)" ALLOTYPE_AND_LIMITS;
};

struct ALLOTYPE_TAGGED_BY_MODE H800_PCIE : mig_device<H800_PCIE, boards::H100_80GB_PCIE, compute_capability<9, 0>> {
  static constexpr char name[] = "H800_PCIE";
  static constexpr char const* product_names[] = {"NVIDIA H800 PCIe"};
  static constexpr int sm_count = 114;
  static constexpr bytes nominal_memory = 80_GB;
  static constexpr bytes memory = 81559_MiB;
  static constexpr int mig_max_instances = 7;
  static constexpr bool fp64_tensor = false;
  static constexpr char source[] =
      "mig-parted config-default.yaml (groups H100-80GB with H800-80GB; device id 2322); NVIDIA driver"
      " README, supported products; public nvidia-smi and torch captures (81559 MiB, 114 SMs); public "
      "tables of limits (FP64 cut down)" ALLOTYPE_AND_LIMITS;
};

struct ALLOTYPE_TAGGED_BY_MODE H100_64GB : mig_device<H100_64GB, boards::H100_64GB, compute_capability<9, 0>> {
  static constexpr char name[] = "H100_64GB";
  static constexpr bytes nominal_memory = 64_GB;
  static constexpr int mig_max_instances = 7;
  static constexpr char source[] = "NVIDIA AI Enterprise vGPU types table" ALLOTYPE_AND_LIMITS;
};

struct ALLOTYPE_TAGGED_BY_MODE H100_94GB : mig_device<H100_94GB, boards::H100_94GB, compute_capability<9, 0>> {
  static constexpr char name[] = "H100_94GB";
  static constexpr char const* product_names[] = {"NVIDIA H100 NVL"};
  static constexpr int sm_count = 132;
  static constexpr bytes nominal_memory = 94_GB;
  static constexpr int mig_max_instances = 7;
  static constexpr char source[] =
      "NVIDIA MIG User Guide supported-gpus; gpu-operator commit e61688015" ALLOTYPE_AND_LIMITS;
};

struct ALLOTYPE_TAGGED_BY_MODE H20_96GB : mig_device<H20_96GB, boards::H20_96GB, compute_capability<9, 0>> {
  static constexpr char name[] = "H20_96GB";
  static constexpr char const* product_names[] = {"NVIDIA H20"};
  static constexpr int sm_count = 78;
  static constexpr bytes nominal_memory = 96_GB;
  static constexpr int mig_max_instances = 7;
  static constexpr int memory_bandwidth_gb_per_s = 4000;
  static constexpr char source[] =
      "NVIDIA MIG User Guide supported-gpus; public torch dumps (78 SM, 97285 MB)" ALLOTYPE_AND_LIMITS;
};

/// Known by its MIG table only.
struct ALLOTYPE_TAGGED_BY_MODE H20_141GB : mig_device<H20_141GB, boards::H20_141GB> {
  static constexpr char name[] = "H20_141GB";
  static constexpr char architecture[] = "Hopper";
  static constexpr allotype::compute_capability compute_capability = {9, 0};
  static constexpr char source[] = "NVIDIA AI Enterprise vGPU types table";
};

struct ALLOTYPE_TAGGED_BY_MODE H200 : mig_device<H200, boards::H200_141GB, compute_capability<9, 0>> {
  static constexpr char name[] = "H200";
  static constexpr char const* product_names[] = {"NVIDIA H200", "NVIDIA H200 NVL"};
  static constexpr char flyte_name[] = "nvidia-h200";
  static constexpr char flyte2_name[] = "H200";
  static constexpr int sm_count = 132;
  static constexpr bytes nominal_memory = 141_GB;
  static constexpr int mig_max_instances = 7;
  static constexpr int memory_bandwidth_gb_per_s = 4800;
  static constexpr char source[] =
      "NVIDIA MIG User Guide supported-gpus; openxla/xla h200.txtpb (132 SM, 4800 GB/s, 151397597184 "
      "B)" ALLOTYPE_AND_LIMITS;
};

struct ALLOTYPE_TAGGED_BY_MODE GH200_96GB : mig_device<GH200_96GB, boards::H100_96GB, compute_capability<9, 0>> {
  static constexpr char name[] = "GH200_96GB";
  static constexpr char const* product_names[] = {"NVIDIA GH200 480GB"};
  static constexpr int sm_count = 132;
  static constexpr bytes nominal_memory = 96_GB;
  static constexpr int mig_max_instances = 7;
  static constexpr char source[] =
      "public captures (132 SMs; about 96 GiB), public nvidia-smi capture (MIG)" ALLOTYPE_AND_LIMITS;
};

struct ALLOTYPE_TAGGED_BY_MODE GH200_144GB : mig_device<GH200_144GB, boards::GH200_144GB, compute_capability<9, 0>> {
  static constexpr char name[] = "GH200_144GB";
  static constexpr bytes nominal_memory = 144_GB;
  static constexpr int mig_max_instances = 7;
  static constexpr char source[] = "mig-parted PR#139 (device id 0x2348)" ALLOTYPE_AND_LIMITS;
};

struct ALLOTYPE_TAGGED_BY_MODE B200 : mig_device<B200, boards::B200_180GB, compute_capability<10, 0>> {
  static constexpr char name[] = "B200";
  static constexpr char const* product_names[] = {"NVIDIA B200"};
  static constexpr char flyte_name[] = "nvidia-b200";
  static constexpr char flyte2_name[] = "B200";
  static constexpr int sm_count = 148;
  static constexpr bytes nominal_memory = 180_GB;
  static constexpr bytes memory = 183359_MiB;
  static constexpr int mig_max_instances = 7;
  static constexpr int memory_bandwidth_gb_per_s = 7700;
  static constexpr char source[] =
      "NVIDIA MIG User Guide supported-gpus; k8s-test-infra hardware capture (183359 MiB); torch dumps (148 SM); "
      "verda.com (7.7 TB/s)" ALLOTYPE_AND_LIMITS;
};

struct ALLOTYPE_TAGGED_BY_MODE GB200 : mig_device<GB200, boards::GB200_186GB, compute_capability<10, 0>> {
  static constexpr char name[] = "GB200";
  static constexpr char const* product_names[] = {"NVIDIA GB200"};
  static constexpr char flyte_name[] = "nvidia-gb200";
  static constexpr int sm_count = 152;
  static constexpr bytes nominal_memory = 186_GB;
  static constexpr bytes memory = 189471_MiB;
  static constexpr int mig_max_instances = 7;
  static constexpr int memory_bandwidth_gb_per_s = 7928;
  static constexpr char source[] =
      "NVIDIA MIG User Guide supported-gpus; k8s-test-infra hardware capture (189471 MiB); openxla/xla gb200.txtpb "
      "(152 SM, 7928 GB/s)" ALLOTYPE_AND_LIMITS;
};

struct ALLOTYPE_TAGGED_BY_MODE B300 : mig_device<B300, boards::B300_269GB, compute_capability<10, 3>> {
  static constexpr char name[] = "B300";
  static constexpr char const* product_names[] = {"NVIDIA B300 SXM6 AC"};
  static constexpr bytes nominal_memory = 269_GB;
  static constexpr int mig_max_instances = 7;
  static constexpr int memory_bandwidth_gb_per_s = 7700;
  static constexpr char source[] =
      "NVIDIA MIG User Guide supported-gpus; gpu-operator#1759; verda.com (7.7 TB/s)" ALLOTYPE_AND_LIMITS;
};

struct ALLOTYPE_TAGGED_BY_MODE GB300 : mig_device<GB300, boards::GB300_278GB, compute_capability<10, 3>> {
  static constexpr char name[] = "GB300";
  static constexpr char const* product_names[] = {"NVIDIA GB300"};
  static constexpr int sm_count = 152;
  static constexpr bytes nominal_memory = 278_GB;
  static constexpr bytes memory = 284208_MiB;
  static constexpr int mig_max_instances = 7;
  static constexpr int memory_bandwidth_gb_per_s = 7928;
  static constexpr char source[] =
      "NVIDIA MIG User Guide supported-gpus; k8s-test-infra hardware capture (284208 MiB); openxla/xla gb300.txtpb "
      "(152 SM, 7928 GB/s)" ALLOTYPE_AND_LIMITS;
};

/// Known by its MIG table only.
struct ALLOTYPE_TAGGED_BY_MODE GB300_DGX_STATION : mig_device<GB300_DGX_STATION, boards::GB300_DGX_STATION_252GB> {
  static constexpr char name[] = "GB300_DGX_STATION";
  static constexpr char architecture[] = "Blackwell Ultra";
  static constexpr allotype::compute_capability compute_capability = {10, 3};
  static constexpr char source[] = "NVIDIA/dgx-spark-playbooks and another public page";
};

struct ALLOTYPE_TAGGED_BY_MODE RTX_PRO_6000_BLACKWELL
    : mig_device<RTX_PRO_6000_BLACKWELL, boards::RTX_PRO_6000_BLACKWELL, compute_capability<12, 0>> {
  static constexpr char name[] = "RTX_PRO_6000_BLACKWELL";
  static constexpr char const* product_names[] = {"NVIDIA RTX PRO 6000 Blackwell Server Edition",
                                                  "NVIDIA RTX PRO 6000 Blackwell Workstation Edition",
                                                  "NVIDIA RTX PRO 6000 Blackwell Max-Q Workstation Edition"};
  static constexpr char const* aliases[] = {"RTX_PRO_6000", "RTX PRO 6000"};
  static constexpr char flyte_name[] = "nvidia-rtx-pro-6000";
  static constexpr int sm_count = 188;
  static constexpr bytes nominal_memory = 96_GB;
  static constexpr bytes memory = 97887_MiB;
  static constexpr int mig_max_instances = 4;
  static constexpr int memory_bandwidth_gb_per_s = 1792;
  static constexpr char source[] =
      "NVIDIA MIG User Guide supported-gpus; public nvidia-smi capture (real -lgip); openxla/xla rtx6000pro.txtpb (188 "
      "SM, 1792 GB/s, smem opt-in 101376)" ALLOTYPE_AND_LIMITS;
};

struct ALLOTYPE_TAGGED_BY_MODE RTX_PRO_5000_BLACKWELL
    : mig_device<RTX_PRO_5000_BLACKWELL, boards::RTX_PRO_5000_BLACKWELL, compute_capability<12, 0>> {
  static constexpr char name[] = "RTX_PRO_5000_BLACKWELL";
  static constexpr char const* product_names[] = {"NVIDIA RTX PRO 5000 Blackwell"};
  static constexpr int sm_count = 110;
  static constexpr bytes nominal_memory = 48_GB;
  static constexpr int mig_max_instances = 2;
  static constexpr int memory_bandwidth_gb_per_s = 1344;
  static constexpr char source[] = "NVIDIA MIG User Guide supported-gpus" ALLOTYPE_AND_LIMITS;
};

struct ALLOTYPE_TAGGED_BY_MODE RTX_PRO_4500_BLACKWELL
    : mig_device<RTX_PRO_4500_BLACKWELL, boards::RTX_PRO_4500_BLACKWELL, compute_capability<12, 0>> {
  static constexpr char name[] = "RTX_PRO_4500_BLACKWELL";
  static constexpr char const* product_names[] = {"NVIDIA RTX PRO 4500 Blackwell"};
  static constexpr char const* aliases[] = {"RTX_PRO_4500"};
  static constexpr char flyte2_name[] = "nvidia-rtx-pro-4500";
  static constexpr int sm_count = 82;
  static constexpr bytes nominal_memory = 32_GB;
  static constexpr bytes memory = 32623_MiB;
  static constexpr int mig_max_instances = 2;
  static constexpr int memory_bandwidth_gb_per_s = 896;
  static constexpr char source[] =
      "NVIDIA MIG User Guide supported-gpus; public snakemake test data (32623 MiB)" ALLOTYPE_AND_LIMITS;
};

struct ALLOTYPE_TAGGED_BY_MODE THOR : mig_device<THOR, boards::THOR_IGPU, compute_capability<11, 0>> {
  static constexpr char name[] = "THOR";
  static constexpr char const* product_names[] = {"NVIDIA Thor"};
  static constexpr int mig_max_instances = 2;
  static constexpr char source[] =
      "NVIDIA MIG User Guide supported-gpus (Thor row); JAX gpu_info.py (cc 11.0)" ALLOTYPE_AND_LIMITS;
};

struct ALLOTYPE_TAGGED_BY_MODE GB10 : nvidia_device<GB10, compute_capability<12, 1>> {
  static constexpr char name[] = "GB10";
  static constexpr char const* product_names[] = {"NVIDIA GB10"};
  static constexpr char flyte_name[] = "GB10";
  static constexpr char source[] = "JAX gpu_info.py (cc 12.1); Flyte SDK GPUType GB10" ALLOTYPE_AND_LIMITS;
};

struct ALLOTYPE_TAGGED_BY_MODE RTX_A6000 : nvidia_device<RTX_A6000, compute_capability<8, 6>> {
  static constexpr char name[] = "RTX_A6000";
  static constexpr char const* product_names[] = {"NVIDIA RTX A6000"};
  static constexpr int sm_count = 84;
  static constexpr bytes nominal_memory = 48_GB;
  static constexpr int memory_bandwidth_gb_per_s = 768;
  static constexpr char source[] = "sysrqmts.com (84 SM, 768 GB/s)" ALLOTYPE_AND_LIMITS;
};

struct ALLOTYPE_TAGGED_BY_MODE RTX_A5000 : nvidia_device<RTX_A5000, compute_capability<8, 6>> {
  static constexpr char name[] = "RTX_A5000";
  static constexpr char const* product_names[] = {"NVIDIA RTX A5000"};
  static constexpr int sm_count = 64;
  static constexpr bytes nominal_memory = 24_GB;
  static constexpr char source[] = "public torch dumps (64 SM)" ALLOTYPE_AND_LIMITS;
};

struct ALLOTYPE_TAGGED_BY_MODE RTX_6000_ADA : nvidia_device<RTX_6000_ADA, compute_capability<8, 9>> {
  static constexpr char name[] = "RTX_6000_ADA";
  static constexpr char const* product_names[] = {"NVIDIA RTX 6000 Ada Generation"};
  static constexpr bytes nominal_memory = 48_GB;
  static constexpr char source[] = "public RunPod name list" ALLOTYPE_AND_LIMITS;
};

struct ALLOTYPE_TAGGED_BY_MODE RTX_3090 : nvidia_device<RTX_3090, compute_capability<8, 6>> {
  static constexpr char name[] = "RTX_3090";
  static constexpr char const* product_names[] = {"NVIDIA GeForce RTX 3090"};
  static constexpr int sm_count = 82;
  static constexpr bytes nominal_memory = 24_GB;
  static constexpr char source[] = "public torch dumps (82 SM)" ALLOTYPE_AND_LIMITS;
};

struct ALLOTYPE_TAGGED_BY_MODE RTX_4090 : nvidia_device<RTX_4090, compute_capability<8, 9>> {
  static constexpr char name[] = "RTX_4090";
  static constexpr char const* product_names[] = {"NVIDIA GeForce RTX 4090"};
  static constexpr int sm_count = 128;
  static constexpr bytes nominal_memory = 24_GB;
  static constexpr int memory_bandwidth_gb_per_s = 1008;
  static constexpr char source[] =
      "sipoch.com (512 tensor cores / 4 per SM, 1.01 TB/s, cc 8.9); JAX gpu_info.py (cc 8.9)" ALLOTYPE_AND_LIMITS;
};

struct ALLOTYPE_TAGGED_BY_MODE RTX_5090 : nvidia_device<RTX_5090, compute_capability<12, 0>> {
  static constexpr char name[] = "RTX_5090";
  static constexpr char const* product_names[] = {"NVIDIA GeForce RTX 5090"};
  static constexpr int sm_count = 170;
  static constexpr bytes nominal_memory = 32_GB;
  static constexpr int memory_bandwidth_gb_per_s = 1790;
  static constexpr char source[] =
      "sipoch.com (680 tensor cores / 4 per SM, 1.79 TB/s); RunPod name list" ALLOTYPE_AND_LIMITS;
};

#undef ALLOTYPE_AND_LIMITS

// Names under which the same devices are also known.
/// Another name of the A100 with 40 GB.
using A100_40GB = A100;
/// The H100 that is meant if its memory is not said: the SXM board with 80 GB.
using H100 = H100_80GB;
/// Another name of the RTX PRO 6000 Blackwell.
using RTX_PRO_6000 = RTX_PRO_6000_BLACKWELL;

/// Every NVIDIA device of the catalogue.
using nvidia_devices =
    list<K80, M60, P4, P40, P100, V100, V100_16GB, V100_32GB, T4, A2, A10, A10G, A16, A30, A40, A100, A100_80GB,
         A100_80GB_PCIE, A800_40GB, A800_80GB, PG506_96GB, L4, L4_VWS, L40, L40S, H100_80GB, H100_80GB_PCIE, H800,
         H800_PCIE, H100_64GB, H100_94GB, H20_96GB, H20_141GB, H200, GH200_96GB, GH200_144GB, B200, GB200, B300, GB300,
         GB300_DGX_STATION, RTX_PRO_6000_BLACKWELL, RTX_PRO_5000_BLACKWELL, RTX_PRO_4500_BLACKWELL, THOR, GB10,
         RTX_A6000, RTX_A5000, RTX_6000_ADA, RTX_3090, RTX_4090, RTX_5090>;

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

#include <allotype/core/detail/end_macros.hpp>
