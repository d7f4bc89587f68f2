// SPDX-License-Identifier: BSL-1.0
/// \file
/// NVIDIA's boards with MIG: the profiles of GPU instances that each offers, their places and what they have. The same
/// name means different profiles on different boards: `1g.10gb` is two memory slices of an A100 with 40 GB, and one
/// memory slice of an A100 with 80 GB. An unpublished number is `unknown`.
#pragma once

#include <allotype/catalog/base/nvidia_device.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// The profiles, by name. `+me` and `-me` are spelt `_me` and `_no_me`.
namespace mig {

#define ALLOTYPE_PROFILE(tag, text)                     \
  struct tag {                                          \
    static constexpr char name[] = text;                \
    template <class Model>                              \
    struct member {                                     \
      using partition##tag = mig_partition<Model, tag>; \
    };                                                  \
  }
ALLOTYPE_PROFILE(_1g_0gb, "1g.0gb");
ALLOTYPE_PROFILE(_1g_0gb_gfx, "1g.0gb+gfx");
ALLOTYPE_PROFILE(_1g_0gb_me, "1g.0gb+me");
ALLOTYPE_PROFILE(_1g_5gb, "1g.5gb");
ALLOTYPE_PROFILE(_1g_5gb_me, "1g.5gb+me");
ALLOTYPE_PROFILE(_1g_6gb, "1g.6gb");
ALLOTYPE_PROFILE(_1g_6gb_me, "1g.6gb+me");
ALLOTYPE_PROFILE(_1g_8gb, "1g.8gb");
ALLOTYPE_PROFILE(_1g_8gb_me, "1g.8gb+me");
ALLOTYPE_PROFILE(_1g_10gb, "1g.10gb");
ALLOTYPE_PROFILE(_1g_10gb_me, "1g.10gb+me");
ALLOTYPE_PROFILE(_1g_12gb, "1g.12gb");
ALLOTYPE_PROFILE(_1g_12gb_me, "1g.12gb+me");
ALLOTYPE_PROFILE(_1g_16gb, "1g.16gb");
ALLOTYPE_PROFILE(_1g_16gb_gfx, "1g.16gb+gfx");
ALLOTYPE_PROFILE(_1g_16gb_me_all, "1g.16gb+me.all");
ALLOTYPE_PROFILE(_1g_16gb_no_me, "1g.16gb-me");
ALLOTYPE_PROFILE(_1g_18gb, "1g.18gb");
ALLOTYPE_PROFILE(_1g_18gb_me, "1g.18gb+me");
ALLOTYPE_PROFILE(_1g_20gb, "1g.20gb");
ALLOTYPE_PROFILE(_1g_23gb, "1g.23gb");
ALLOTYPE_PROFILE(_1g_23gb_me, "1g.23gb+me");
ALLOTYPE_PROFILE(_1g_24gb, "1g.24gb");
ALLOTYPE_PROFILE(_1g_24gb_gfx, "1g.24gb+gfx");
ALLOTYPE_PROFILE(_1g_24gb_me, "1g.24gb+me");
ALLOTYPE_PROFILE(_1g_24gb_me_all, "1g.24gb+me.all");
ALLOTYPE_PROFILE(_1g_24gb_no_me, "1g.24gb-me");
ALLOTYPE_PROFILE(_1g_31gb, "1g.31gb");
ALLOTYPE_PROFILE(_1g_34gb, "1g.34gb");
ALLOTYPE_PROFILE(_1g_34gb_me, "1g.34gb+me");
ALLOTYPE_PROFILE(_1g_35gb, "1g.35gb");
ALLOTYPE_PROFILE(_1g_35gb_me, "1g.35gb+me");
ALLOTYPE_PROFILE(_1g_36gb, "1g.36gb");
ALLOTYPE_PROFILE(_1g_45gb, "1g.45gb");
ALLOTYPE_PROFILE(_1g_47gb, "1g.47gb");
ALLOTYPE_PROFILE(_1g_67gb, "1g.67gb");
ALLOTYPE_PROFILE(_1g_70gb, "1g.70gb");
ALLOTYPE_PROFILE(_2g_0gb, "2g.0gb");
ALLOTYPE_PROFILE(_2g_0gb_gfx, "2g.0gb+gfx");
ALLOTYPE_PROFILE(_2g_10gb, "2g.10gb");
ALLOTYPE_PROFILE(_2g_12gb, "2g.12gb");
ALLOTYPE_PROFILE(_2g_12gb_me, "2g.12gb+me");
ALLOTYPE_PROFILE(_2g_16gb, "2g.16gb");
ALLOTYPE_PROFILE(_2g_20gb, "2g.20gb");
ALLOTYPE_PROFILE(_2g_24gb, "2g.24gb");
ALLOTYPE_PROFILE(_2g_32gb, "2g.32gb");
ALLOTYPE_PROFILE(_2g_32gb_gfx, "2g.32gb+gfx");
ALLOTYPE_PROFILE(_2g_35gb, "2g.35gb");
ALLOTYPE_PROFILE(_2g_36gb, "2g.36gb");
ALLOTYPE_PROFILE(_2g_45gb, "2g.45gb");
ALLOTYPE_PROFILE(_2g_47gb, "2g.47gb");
ALLOTYPE_PROFILE(_2g_48gb, "2g.48gb");
ALLOTYPE_PROFILE(_2g_48gb_gfx, "2g.48gb+gfx");
ALLOTYPE_PROFILE(_2g_48gb_me_all, "2g.48gb+me.all");
ALLOTYPE_PROFILE(_2g_48gb_no_me, "2g.48gb-me");
ALLOTYPE_PROFILE(_2g_63gb, "2g.63gb");
ALLOTYPE_PROFILE(_2g_67gb, "2g.67gb");
ALLOTYPE_PROFILE(_2g_70gb, "2g.70gb");
ALLOTYPE_PROFILE(_3g_0gb, "3g.0gb");
ALLOTYPE_PROFILE(_3g_0gb_gfx, "3g.0gb+gfx");
ALLOTYPE_PROFILE(_3g_20gb, "3g.20gb");
ALLOTYPE_PROFILE(_3g_32gb, "3g.32gb");
ALLOTYPE_PROFILE(_3g_40gb, "3g.40gb");
ALLOTYPE_PROFILE(_3g_47gb, "3g.47gb");
ALLOTYPE_PROFILE(_3g_48gb, "3g.48gb");
ALLOTYPE_PROFILE(_3g_71gb, "3g.71gb");
ALLOTYPE_PROFILE(_3g_72gb, "3g.72gb");
ALLOTYPE_PROFILE(_3g_90gb, "3g.90gb");
ALLOTYPE_PROFILE(_3g_93gb, "3g.93gb");
ALLOTYPE_PROFILE(_3g_126gb, "3g.126gb");
ALLOTYPE_PROFILE(_3g_135gb, "3g.135gb");
ALLOTYPE_PROFILE(_3g_139gb, "3g.139gb");
ALLOTYPE_PROFILE(_4g_20gb, "4g.20gb");
ALLOTYPE_PROFILE(_4g_24gb, "4g.24gb");
ALLOTYPE_PROFILE(_4g_32gb, "4g.32gb");
ALLOTYPE_PROFILE(_4g_40gb, "4g.40gb");
ALLOTYPE_PROFILE(_4g_47gb, "4g.47gb");
ALLOTYPE_PROFILE(_4g_48gb, "4g.48gb");
ALLOTYPE_PROFILE(_4g_71gb, "4g.71gb");
ALLOTYPE_PROFILE(_4g_72gb, "4g.72gb");
ALLOTYPE_PROFILE(_4g_90gb, "4g.90gb");
ALLOTYPE_PROFILE(_4g_93gb, "4g.93gb");
ALLOTYPE_PROFILE(_4g_96gb, "4g.96gb");
ALLOTYPE_PROFILE(_4g_96gb_gfx, "4g.96gb+gfx");
ALLOTYPE_PROFILE(_4g_126gb, "4g.126gb");
ALLOTYPE_PROFILE(_4g_135gb, "4g.135gb");
ALLOTYPE_PROFILE(_4g_139gb, "4g.139gb");
ALLOTYPE_PROFILE(_7g_40gb, "7g.40gb");
ALLOTYPE_PROFILE(_7g_64gb, "7g.64gb");
ALLOTYPE_PROFILE(_7g_80gb, "7g.80gb");
ALLOTYPE_PROFILE(_7g_94gb, "7g.94gb");
ALLOTYPE_PROFILE(_7g_96gb, "7g.96gb");
ALLOTYPE_PROFILE(_7g_141gb, "7g.141gb");
ALLOTYPE_PROFILE(_7g_144gb, "7g.144gb");
ALLOTYPE_PROFILE(_7g_180gb, "7g.180gb");
ALLOTYPE_PROFILE(_7g_186gb, "7g.186gb");
ALLOTYPE_PROFILE(_7g_251gb, "7g.251gb");
ALLOTYPE_PROFILE(_7g_269gb, "7g.269gb");
ALLOTYPE_PROFILE(_7g_278gb, "7g.278gb");
#undef ALLOTYPE_PROFILE

}  // namespace mig

namespace boards {

// clang-format off
struct A100_40GB {
  static constexpr char name[] = "A100_40GB";
  static constexpr int memory_slices = 8;
  static constexpr int compute_slices = 7;
  static constexpr int sm_count = 108;
  static constexpr char source[] =
      "NVIDIA/go-nvml pkg/nvml/mock/gpus/a100.go@2f9e261; NVIDIA MIG User Guide, supported-mig-profiles "
      "(docs.nvidia.com/datacenter/tesla/mig-user-guide); real -lgip/-lgipp in the same guide "
      "(getting-started)";
  using profiles = list<mig::_1g_5gb, mig::_1g_5gb_me, mig::_1g_10gb, mig::_2g_10gb, mig::_3g_20gb, mig::_4g_20gb,
                        mig::_7g_40gb>;
  static constexpr char table[] =
    // profile   nvml smi compute memory   MiB SMs copy nvdec nvenc jpeg ofa most starts        memory is known by places are known by
    " 1g.5gb       0  19       1      1  4864  14    1     0     0    0   0    7 0,1,2,3,4,5,6 mock_and_hardware  verified "
    " 1g.5gb+me    7  20       1      1  4864  14    1     1     0    1   1    1 0,1,2,3,4,5,6 mock_and_hardware  verified "
    " 1g.10gb      9  15       1      2  9856  14    1     1     0    0   0    4 0,2,4,6       mock_and_hardware  mock "
    " 2g.10gb      1  14       2      2  9856  28    2     1     0    0   0    3 0,2,4         mock_and_hardware  verified "
    " 3g.20gb      2   9       3      4 19968  42    3     2     0    0   0    2 0,4           mock_and_hardware  verified "
    " 4g.20gb      3   5       4      4 19968  56    4     2     0    0   0    1 0             mock_and_hardware  verified "
    " 7g.40gb      4   0       7      8 40192  98    7     5     0    1   1    1 0             mock_and_hardware  verified ";
};

struct A100_80GB {
  static constexpr char name[] = "A100_80GB";
  static constexpr int memory_slices = 8;
  static constexpr int compute_slices = 7;
  static constexpr int sm_count = 108;
  static constexpr char source[] =
      "NVIDIA/go-nvml pkg/nvml/mock/gpus/a100.go@2f9e261; NVIDIA MIG User Guide, supported-mig-profiles "
      "(docs.nvidia.com/datacenter/tesla/mig-user-guide); NVIDIA/mig-parted#97 (real -lgip)";
  using profiles = list<mig::_1g_10gb, mig::_1g_10gb_me, mig::_1g_20gb, mig::_2g_20gb, mig::_3g_40gb, mig::_4g_40gb,
                        mig::_7g_80gb>;
  static constexpr char table[] =
    // profile    nvml smi compute memory   MiB SMs copy nvdec nvenc jpeg ofa most starts        memory is known by places are known by
    " 1g.10gb       0  19       1      1  9728  14    1     0     0    0   0    7 0,1,2,3,4,5,6 printed_9_50       as_a100_40gb "
    " 1g.10gb+me    7  20       1      1  9728  14    1     1     0    1   1    1 0,1,2,3,4,5,6 printed_9_50       as_a100_40gb "
    " 1g.20gb       9  15       1      2 19968  14    1     1     0    0   0    4 0,2,4,6       mock               as_a100_40gb "
    " 2g.20gb       1  14       2      2 19968  28    2     1     0    0   0    3 0,2,4         mock               as_a100_40gb "
    " 3g.40gb       2   9       3      4 40192  42    3     2     0    0   0    2 0,4           mock               as_a100_40gb "
    " 4g.40gb       3   5       4      4 40192  56    4     2     0    0   0    1 0             mock               as_a100_40gb "
    " 7g.80gb       4   0       7      8 80384  98    7     5     0    1   1    1 0             mock               as_a100_40gb ";
};

struct PG506_96GB {
  static constexpr char name[] = "PG506_96GB";
  static constexpr int memory_slices = 8;
  static constexpr int compute_slices = 7;
  static constexpr int sm_count = 124;
  static constexpr char source[] =
      "NVIDIA/mig-parted deployments/systemd/config-default.yaml@bd7160f (0x20B6 group); SM total from public "
      "torch device dumps";
  using profiles = list<mig::_1g_12gb, mig::_2g_24gb, mig::_3g_48gb, mig::_4g_48gb, mig::_7g_96gb>;
  static constexpr char table[] =
    // profile nvml smi compute memory MiB SMs copy nvdec nvenc jpeg ofa most starts        memory is known by places are known by
    " 1g.12gb    0  19       1      1   -   -    -     -     -    -   -    7 0,1,2,3,4,5,6 unpublished        family "
    " 2g.24gb    1  14       2      2   -   -    -     -     -    -   -    3 0,2,4         unpublished        family "
    " 3g.48gb    2   9       3      4   -   -    -     -     -    -   -    2 0,4           unpublished        family "
    " 4g.48gb    3   5       4      4   -   -    -     -     -    -   -    1 0             unpublished        family "
    " 7g.96gb    4   0       7      8   -   -    -     -     -    -   -    1 0             unpublished        family ";
};

struct A30 {
  static constexpr char name[] = "A30";
  static constexpr int memory_slices = 4;
  static constexpr int compute_slices = 4;
  static constexpr int sm_count = 56;
  static constexpr char source[] =
      "real -lgip/-lgipp captures (public nvidia-smi captures); NVIDIA MIG User Guide, supported-mig-profiles "
      "(docs.nvidia.com/datacenter/tesla/mig-user-guide)";
  using profiles = list<mig::_1g_6gb, mig::_1g_6gb_me, mig::_2g_12gb, mig::_2g_12gb_me, mig::_4g_24gb>;
  static constexpr char table[] =
    // profile    nvml smi compute memory   MiB SMs copy nvdec nvenc jpeg ofa most starts  memory is known by places are known by
    " 1g.6gb        0  14       1      1  5952  14    1     1     0    0   0    4 0,1,2,3 smi_5xx            verified "
    " 1g.6gb+me     7  21       1      1  5952  14    1     1     0    1   1    1 0,1,2,3 smi_5xx            verified "
    " 2g.12gb       1   5       2      2 11968  28    2     2     0    0   0    2 0,2     smi_5xx            verified "
    " 2g.12gb+me    8   6       2      2 11968  28    2     2     0    1   1    1 0,2     smi_5xx            verified "
    " 4g.24gb       3   0       4      4 24000  56    4     4     0    1   1    1 0       smi_5xx            verified ";
};

struct H100_80GB {
  static constexpr char name[] = "H100_80GB";
  static constexpr int memory_slices = 8;
  static constexpr int compute_slices = 7;
  static constexpr int sm_count = 132;
  static constexpr char source[] =
      "real -lgip jbarrow.ai/field_notes/nvidia-mig; real 1g device openxla/xla "
      "target_config/specs/h100_sxm_mig.txtpb; -lgipp in public nvidia-smi captures; NVIDIA MIG User Guide, "
      "supported-mig-profiles (docs.nvidia.com/datacenter/tesla/mig-user-guide) (H100/H200 tables)";
  using profiles = list<mig::_1g_10gb, mig::_1g_10gb_me, mig::_1g_20gb, mig::_2g_20gb, mig::_3g_40gb, mig::_4g_40gb,
                        mig::_7g_80gb>;
  static constexpr char table[] =
    // profile    nvml smi compute memory   MiB SMs copy nvdec nvenc jpeg ofa most starts        memory is known by places are known by
    " 1g.10gb       0  19       1      1  9984  16    1     1     0    1   0    7 0,1,2,3,4,5,6 dump_and_smi       verified "
    " 1g.10gb+me    7  20       1      1  9984  16    1     1     0    1   1    1 0,1,2,3,4,5,6 printed            verified "
    " 1g.20gb       9  15       1      2 20096  26    1     1     0    1   0    4 0,2,4,6       printed            verified "
    " 2g.20gb       1  14       2      2 20096  32    2     2     0    2   0    3 0,2,4         printed            verified "
    " 3g.40gb       2   9       3      4 40448  60    3     3     0    3   0    2 0,4           smi_580            verified "
    " 4g.40gb       3   5       4      4 40448  64    4     4     0    4   0    1 0             printed            verified "
    " 7g.80gb       4   0       7      8 81152 132    8     7     0    7   1    1 0             printed            verified ";
};

struct H100_80GB_PCIE {
  static constexpr char name[] = "H100_80GB_PCIE";
  static constexpr int memory_slices = 8;
  static constexpr int compute_slices = 7;
  static constexpr int sm_count = 114;
  static constexpr char source[] =
      "real -lgip, NVIDIA H100 PCIe, driver 570.169 (public nvidia-smi capture); NVIDIA MIG User Guide, "
      "supported-mig-profiles (docs.nvidia.com/datacenter/tesla/mig-user-guide) (H100/H200 tables)";
  using profiles = list<mig::_1g_10gb, mig::_1g_10gb_me, mig::_1g_20gb, mig::_2g_20gb, mig::_3g_40gb, mig::_4g_40gb,
                        mig::_7g_80gb>;
  static constexpr char table[] =
    // profile    nvml smi compute memory   MiB SMs copy nvdec nvenc jpeg ofa most starts        memory is known by places are known by
    " 1g.10gb       0  19       1      1  9984  14    1     1     0    1   0    7 0,1,2,3,4,5,6 smi_570            as_h100 "
    " 1g.10gb+me    7  20       1      1  9984  14    1     1     0    1   1    1 0,1,2,3,4,5,6 printed            as_h100 "
    " 1g.20gb       9  15       1      2 20096  14    1     1     0    1   0    4 0,2,4,6       printed            as_h100 "
    " 2g.20gb       1  14       2      2 20096  30    2     2     0    2   0    3 0,2,4         printed            as_h100 "
    " 3g.40gb       2   9       3      4 40448  46    3     3     0    3   0    2 0,4           printed            as_h100 "
    " 4g.40gb       3   5       4      4 40448  62    4     4     0    4   0    1 0             printed            as_h100 "
    " 7g.80gb       4   0       7      8 81152 114    8     7     0    7   1    1 0             printed            as_h100 ";
};

struct H100_64GB {
  static constexpr char name[] = "H100_64GB";
  static constexpr int memory_slices = 8;
  static constexpr int compute_slices = 7;
  static constexpr char source[] =
      "NVIDIA AI Enterprise vGPU types table \"H100 SXM5 64GB\"";
  using profiles = list<mig::_1g_8gb, mig::_1g_8gb_me, mig::_1g_16gb, mig::_2g_16gb, mig::_3g_32gb, mig::_4g_32gb,
                        mig::_7g_64gb>;
  static constexpr char table[] =
    // profile   nvml smi compute memory MiB SMs copy nvdec nvenc jpeg ofa most starts        memory is known by places are known by
    " 1g.8gb       0  19       1      1   -   -    -     -     -    -   -    7 0,1,2,3,4,5,6 unpublished        family "
    " 1g.8gb+me    7  20       1      1   -   -    -     -     -    -   -    1 0,1,2,3,4,5,6 unpublished        family "
    " 1g.16gb      9  15       1      2   -   -    -     -     -    -   -    4 0,2,4,6       unpublished        family "
    " 2g.16gb      1  14       2      2   -   -    -     -     -    -   -    3 0,2,4         unpublished        family "
    " 3g.32gb      2   9       3      4   -   -    -     -     -    -   -    2 0,4           unpublished        family "
    " 4g.32gb      3   5       4      4   -   -    -     -     -    -   -    1 0             unpublished        family "
    " 7g.64gb      4   0       7      8   -   -    -     -     -    -   -    1 0             unpublished        family ";
};

struct H100_94GB {
  static constexpr char name[] = "H100_94GB";
  static constexpr int memory_slices = 8;
  static constexpr int compute_slices = 7;
  static constexpr int sm_count = 132;
  static constexpr char source[] =
      "NVIDIA/gpu-operator commit e61688015 (real -lgip); -lgipp in a Colfax article and in a public "
      "nvidia-smi capture; NVIDIA MIG User Guide, supported-mig-profiles "
      "(docs.nvidia.com/datacenter/tesla/mig-user-guide) (H100/H200 tables)";
  using profiles = list<mig::_1g_12gb, mig::_1g_12gb_me, mig::_1g_24gb, mig::_2g_24gb, mig::_3g_47gb, mig::_4g_47gb,
                        mig::_7g_94gb>;
  static constexpr char table[] =
    // profile    nvml smi compute memory   MiB SMs copy nvdec nvenc jpeg ofa most starts        memory is known by places are known by
    " 1g.12gb       0  19       1      1 11008  16    1     1     0    1   0    7 0,1,2,3,4,5,6 printed            verified "
    " 1g.12gb+me    7  20       1      1 11008  16    1     1     0    1   1    1 0,1,2,3,4,5,6 printed            verified "
    " 1g.24gb       9  15       1      2 22144  26    1     1     0    1   0    4 0,2,4,6       printed            verified "
    " 2g.24gb       1  14       2      2 22144  32    2     2     0    2   0    3 0,2,4         printed            verified "
    " 3g.47gb       2   9       3      4 47488  60    3     3     0    3   0    2 0,4           printed            verified "
    " 4g.47gb       3   5       4      4 47488  64    4     4     0    4   0    1 0             printed            verified "
    " 7g.94gb       4   0       7      8 95360 132    8     7     0    7   1    1 0             printed            verified ";
};

struct H100_96GB {
  static constexpr char name[] = "H100_96GB";
  static constexpr int memory_slices = 8;
  static constexpr int compute_slices = 7;
  static constexpr int sm_count = 132;
  static constexpr char source[] =
      "real GH200 -lgip (public nvidia-smi capture), real -lgi shows 3g.48gb at 0:4 and 4:4; NVIDIA MIG User "
      "Guide, supported-mig-profiles (docs.nvidia.com/datacenter/tesla/mig-user-guide) (H100 on GH200 table)";
  using profiles = list<mig::_1g_12gb, mig::_1g_12gb_me, mig::_1g_24gb, mig::_2g_24gb, mig::_3g_48gb, mig::_4g_48gb,
                        mig::_7g_96gb>;
  static constexpr char table[] =
    // profile    nvml smi compute memory   MiB SMs copy nvdec nvenc jpeg ofa most starts        memory is known by places are known by
    " 1g.12gb       0  19       1      1 11264  16    1     1     0    1   0    7 0,1,2,3,4,5,6 printed            family_3g_verified "
    " 1g.12gb+me    7  20       1      1 11264  16    1     1     0    1   1    1 0,1,2,3,4,5,6 printed            family_3g_verified "
    " 1g.24gb       9  15       1      2 23552  26    1     1     0    1   0    4 0,2,4,6       printed            family_3g_verified "
    " 2g.24gb       1  14       2      2 23552  32    2     2     0    2   0    3 0,2,4         printed            family_3g_verified "
    " 3g.48gb       2   9       3      4 47616  60    3     3     0    3   0    2 0,4           smi                family_3g_verified "
    " 4g.48gb       3   5       4      4 47616  64    4     4     0    4   0    1 0             printed            family_3g_verified "
    " 7g.96gb       4   0       7      8 95232 132    8     7     0    7   1    1 0             printed            family_3g_verified ";
};

struct H20_96GB {
  static constexpr char name[] = "H20_96GB";
  static constexpr int memory_slices = 8;
  static constexpr int compute_slices = 7;
  static constexpr int sm_count = 78;
  static constexpr char source[] =
      "NVIDIA/mig-parted config-default.yaml@bd7160f (0x2329 in the 96GB group); NVIDIA AI Enterprise vGPU "
      "types table";
  using profiles = list<mig::_1g_12gb, mig::_1g_12gb_me, mig::_1g_24gb, mig::_2g_24gb, mig::_3g_48gb, mig::_4g_48gb,
                        mig::_7g_96gb>;
  static constexpr char table[] =
    // profile    nvml smi compute memory MiB SMs copy nvdec nvenc jpeg ofa most starts        memory is known by places are known by
    " 1g.12gb       0  19       1      1   -   -    -     -     -    -   -    7 0,1,2,3,4,5,6 unpublished        family "
    " 1g.12gb+me    7  20       1      1   -   -    -     -     -    -   -    1 0,1,2,3,4,5,6 unpublished        family "
    " 1g.24gb       9  15       1      2   -   -    -     -     -    -   -    4 0,2,4,6       unpublished        family "
    " 2g.24gb       1  14       2      2   -   -    -     -     -    -   -    3 0,2,4         unpublished        family "
    " 3g.48gb       2   9       3      4   -   -    -     -     -    -   -    2 0,4           unpublished        family "
    " 4g.48gb       3   5       4      4   -   -    -     -     -    -   -    1 0             unpublished        family "
    " 7g.96gb       4   0       7      8   -   -    -     -     -    -   -    1 0             unpublished        family ";
};

struct H20_141GB {
  static constexpr char name[] = "H20_141GB";
  static constexpr int memory_slices = 8;
  static constexpr int compute_slices = 7;
  static constexpr char source[] =
      "NVIDIA AI Enterprise vGPU types table";
  using profiles = list<mig::_1g_18gb, mig::_1g_18gb_me, mig::_1g_35gb, mig::_2g_35gb, mig::_3g_71gb, mig::_4g_71gb,
                        mig::_7g_141gb>;
  static constexpr char table[] =
    // profile    nvml smi compute memory MiB SMs copy nvdec nvenc jpeg ofa most starts        memory is known by places are known by
    " 1g.18gb       0  19       1      1   -   -    -     -     -    -   -    7 0,1,2,3,4,5,6 unpublished        family "
    " 1g.18gb+me    7  20       1      1   -   -    -     -     -    -   -    1 0,1,2,3,4,5,6 unpublished        family "
    " 1g.35gb       9  15       1      2   -   -    -     -     -    -   -    4 0,2,4,6       unpublished        family "
    " 2g.35gb       1  14       2      2   -   -    -     -     -    -   -    3 0,2,4         unpublished        family "
    " 3g.71gb       2   9       3      4   -   -    -     -     -    -   -    2 0,4           unpublished        family "
    " 4g.71gb       3   5       4      4   -   -    -     -     -    -   -    1 0             unpublished        family "
    " 7g.141gb      4   0       7      8   -   -    -     -     -    -   -    1 0             unpublished        family ";
};

struct H200_141GB {
  static constexpr char name[] = "H200_141GB";
  static constexpr int memory_slices = 8;
  static constexpr int compute_slices = 7;
  static constexpr int sm_count = 132;
  static constexpr char source[] =
      "NVIDIA/mig-parted#120 (real -lgip H200); NVIDIA MIG User Guide, supported-mig-profiles "
      "(docs.nvidia.com/datacenter/tesla/mig-user-guide) (H100/H200 tables)";
  using profiles = list<mig::_1g_18gb, mig::_1g_18gb_me, mig::_1g_35gb, mig::_2g_35gb, mig::_3g_71gb, mig::_4g_71gb,
                        mig::_7g_141gb>;
  static constexpr char table[] =
    // profile    nvml smi compute memory    MiB SMs copy nvdec nvenc jpeg ofa most starts        memory is known by places are known by
    " 1g.18gb       0  19       1      1  16384  16    1     1     0    1   0    7 0,1,2,3,4,5,6 printed            family "
    " 1g.18gb+me    7  20       1      1  16384  16    1     1     0    1   1    1 0,1,2,3,4,5,6 printed            family "
    " 1g.35gb       9  15       1      2  33024  26    1     1     0    1   0    4 0,2,4,6       printed            family "
    " 2g.35gb       1  14       2      2  33024  32    2     2     0    2   0    3 0,2,4         printed            family "
    " 3g.71gb       2   9       3      4  71168  60    3     3     0    3   0    2 0,4           printed            family "
    " 4g.71gb       3   5       4      4  71168  64    4     4     0    4   0    1 0             printed            family "
    " 7g.141gb      4   0       7      8 143104 132    8     7     0    7   1    1 0             printed            family ";
};

struct GH200_144GB {
  static constexpr char name[] = "GH200_144GB";
  static constexpr int memory_slices = 8;
  static constexpr int compute_slices = 7;
  static constexpr char source[] =
      "NVIDIA/mig-parted PR#139 (partial real -lgip); mig-parted config-default.yaml@bd7160f";
  using profiles = list<mig::_1g_18gb, mig::_1g_18gb_me, mig::_1g_36gb, mig::_2g_36gb, mig::_3g_72gb, mig::_4g_72gb,
                        mig::_7g_144gb>;
  static constexpr char table[] =
    // profile    nvml smi compute memory   MiB SMs copy nvdec nvenc jpeg ofa most starts        memory is known by places are known by
    " 1g.18gb       0  19       1      1 17920  16    1     1     0    1   0    7 0,1,2,3,4,5,6 printed            family "
    " 1g.18gb+me    7  20       1      1 17920  16    1     1     0    1   1    1 0,1,2,3,4,5,6 printed            family "
    " 1g.36gb       9  15       1      2 36096  26    1     1     0    1   0    4 0,2,4,6       printed            family "
    " 2g.36gb       1  14       2      2 36096  32    2     2     0    2   0    3 0,2,4         printed            family "
    " 3g.72gb       2   9       3      4     -   -    -     -     -    -   -    2 0,4           unpublished        family "
    " 4g.72gb       3   5       4      4     -   -    -     -     -    -   -    1 0             unpublished        family "
    " 7g.144gb      4   0       7      8     -   -    -     -     -    -   -    1 0             unpublished        family ";
};

struct B200_180GB {
  static constexpr char name[] = "B200_180GB";
  static constexpr int memory_slices = 8;
  static constexpr int compute_slices = 7;
  static constexpr int sm_count = 148;
  static constexpr char source[] =
      "NVIDIA/mig-parted PR#166/#187, gpu-operator#1242/#1351 (real -lgip fragments); openxla/xla "
      "b200_mig.txtpb (real 1g device); NVIDIA MIG User Guide, supported-mig-profiles "
      "(docs.nvidia.com/datacenter/tesla/mig-user-guide) (B200 table)";
  using profiles = list<mig::_1g_23gb, mig::_1g_23gb_me, mig::_1g_45gb, mig::_2g_45gb, mig::_3g_90gb, mig::_4g_90gb,
                        mig::_7g_180gb>;
  static constexpr char table[] =
    // profile    nvml smi compute memory   MiB SMs copy nvdec nvenc jpeg ofa most starts        memory is known by places are known by
    " 1g.23gb       0  19       1      1 20992  18    2     1     0    1   0    7 0,1,2,3,4,5,6 dump               vendor_table "
    " 1g.23gb+me    7  20       1      1     -  18    2     1     0    1   1    1 0,1,2,3,4,5,6 unpublished        vendor_table "
    " 1g.45gb       9  15       1      2 45312  30    2     1     0    1   0    4 0,2,4,6       printed            vendor_table "
    " 2g.45gb       1  14       2      2 45312  36    4     2     0    2   0    3 0,2,4         printed            vendor_table "
    " 3g.90gb       2   9       3      4     -   -    -     -     -    -   -    2 0,4           unpublished        vendor_table "
    " 4g.90gb       3   5       4      4     -   -    -     -     -    -   -    1 0             unpublished        vendor_table "
    " 7g.180gb      4   0       7      8     -   -    -     -     -    -   -    1 0             unpublished        vendor_table ";
};

struct GB200_186GB {
  static constexpr char name[] = "GB200_186GB";
  static constexpr int memory_slices = 8;
  static constexpr int compute_slices = 7;
  static constexpr int sm_count = 152;
  static constexpr char source[] =
      "NVIDIA/mig-parted#227 (production -lgip), config-default.yaml@bd7160f; gpu-operator#1303 (pre-release "
      "-lgip); GKE cluster-autoscaler machinetypes";
  using profiles = list<mig::_1g_23gb, mig::_1g_23gb_me, mig::_1g_47gb, mig::_2g_47gb, mig::_3g_93gb, mig::_4g_93gb,
                        mig::_7g_186gb>;
  static constexpr char table[] =
    // profile    nvml smi compute memory   MiB SMs copy nvdec nvenc jpeg ofa most starts        memory is known by places are known by
    " 1g.23gb       0  19       1      1 22528  18    2     1     0    1   0    7 0,1,2,3,4,5,6 printed            vendor_table "
    " 1g.23gb+me    7  20       1      1 22528  18    2     1     0    1   1    1 0,1,2,3,4,5,6 printed            vendor_table "
    " 1g.47gb       9  15       1      2 46592  32    2     1     0    1   0    4 0,2,4,6       printed            vendor_table "
    " 2g.47gb       1  14       2      2 46592  38    4     2     0    2   0    3 0,2,4         printed            vendor_table "
    " 3g.93gb       2   9       3      4     -   -    -     -     -    -   -    2 0,4           unpublished        vendor_table "
    " 4g.93gb       3   5       4      4     -   -    -     -     -    -   -    1 0             unpublished        vendor_table "
    " 7g.186gb      4   0       7      8     -   -    -     -     -    -   -    1 0             unpublished        vendor_table ";
};

struct B300_269GB {
  static constexpr char name[] = "B300_269GB";
  static constexpr int memory_slices = 8;
  static constexpr int compute_slices = 7;
  static constexpr char source[] =
      "NVIDIA/gpu-operator#1759; NVIDIA/mig-parted config-default.yaml@bd7160f (0x3182)";
  using profiles = list<mig::_1g_34gb, mig::_1g_34gb_me, mig::_1g_67gb, mig::_2g_67gb, mig::_3g_135gb, mig::_4g_135gb,
                        mig::_7g_269gb>;
  static constexpr char table[] =
    // profile    nvml smi compute memory MiB SMs copy nvdec nvenc jpeg ofa most starts        memory is known by places are known by
    " 1g.34gb       0  19       1      1   -   -    -     -     -    -   -    7 0,1,2,3,4,5,6 unpublished        family "
    " 1g.34gb+me    7  20       1      1   -   -    -     -     -    -   -    1 0,1,2,3,4,5,6 unpublished        family "
    " 1g.67gb       9  15       1      2   -   -    -     -     -    -   -    4 0,2,4,6       unpublished        family "
    " 2g.67gb       1  14       2      2   -   -    -     -     -    -   -    3 0,2,4         unpublished        family "
    " 3g.135gb      2   9       3      4   -   -    -     -     -    -   -    2 0,4           unpublished        family "
    " 4g.135gb      3   5       4      4   -   -    -     -     -    -   -    1 0             unpublished        family "
    " 7g.269gb      4   0       7      8   -   -    -     -     -    -   -    1 0             unpublished        family ";
};

struct GB300_278GB {
  static constexpr char name[] = "GB300_278GB";
  static constexpr int memory_slices = 8;
  static constexpr int compute_slices = 7;
  static constexpr int sm_count = 152;
  static constexpr char source[] =
      "NVIDIA/mig-parted config-default.yaml@bd7160f (0x31C2); NVIDIA DGX Station MIG playbook for names and "
      "IDs";
  using profiles = list<mig::_1g_35gb, mig::_1g_35gb_me, mig::_1g_70gb, mig::_2g_70gb, mig::_3g_139gb, mig::_4g_139gb,
                        mig::_7g_278gb>;
  static constexpr char table[] =
    // profile    nvml smi compute memory MiB SMs copy nvdec nvenc jpeg ofa most starts        memory is known by places are known by
    " 1g.35gb       0  19       1      1   -   -    -     -     -    -   -    7 0,1,2,3,4,5,6 unpublished        vendor_table "
    " 1g.35gb+me    7  20       1      1   -   -    -     -     -    -   -    1 0,1,2,3,4,5,6 unpublished        vendor_table "
    " 1g.70gb       9  15       1      2   -   -    -     -     -    -   -    4 0,2,4,6       unpublished        vendor_table "
    " 2g.70gb       1  14       2      2   -   -    -     -     -    -   -    3 0,2,4         unpublished        vendor_table "
    " 3g.139gb      2   9       3      4   -   -    -     -     -    -   -    2 0,4           unpublished        vendor_table "
    " 4g.139gb      3   5       4      4   -   -    -     -     -    -   -    1 0             unpublished        vendor_table "
    " 7g.278gb      4   0       7      8   -   -    -     -     -    -   -    1 0             unpublished        vendor_table ";
};

struct GB300_DGX_STATION_252GB {
  static constexpr char name[] = "GB300_DGX_STATION_252GB";
  static constexpr int memory_slices = 8;
  static constexpr int compute_slices = 7;
  static constexpr char source[] =
      "NVIDIA/dgx-spark-playbooks and another public page";
  using profiles = list<mig::_1g_31gb, mig::_2g_63gb, mig::_3g_126gb, mig::_4g_126gb, mig::_7g_251gb>;
  static constexpr char table[] =
    // profile  nvml smi compute memory MiB SMs copy nvdec nvenc jpeg ofa most starts        memory is known by places are known by
    " 1g.31gb     0  19       1      1   -   -    -     -     -    -   -    7 0,1,2,3,4,5,6 unpublished        family "
    " 2g.63gb     1  14       2      2   -   -    -     -     -    -   -    3 0,2,4         unpublished        family "
    " 3g.126gb    2   9       3      4   -   -    -     -     -    -   -    2 0,4           unpublished        family "
    " 4g.126gb    3   5       4      4   -   -    -     -     -    -   -    1 0             unpublished        family "
    " 7g.251gb    4   0       7      8   -   -    -     -     -    -   -    1 0             unpublished        family ";
};

struct RTX_PRO_6000_BLACKWELL {
  static constexpr char name[] = "RTX_PRO_6000_BLACKWELL";
  static constexpr int memory_slices = 12;
  static constexpr int compute_slices = 4;
  static constexpr int sm_count = 188;
  static constexpr char source[] =
      "real -lgip/-lgipp (public nvidia-smi captures); NVIDIA MIG User Guide, supported-mig-profiles "
      "(docs.nvidia.com/datacenter/tesla/mig-user-guide)";
  using profiles = list<mig::_1g_24gb, mig::_1g_24gb_me, mig::_1g_24gb_gfx, mig::_1g_24gb_me_all, mig::_1g_24gb_no_me,
                        mig::_2g_48gb, mig::_2g_48gb_gfx, mig::_2g_48gb_me_all, mig::_2g_48gb_no_me, mig::_4g_96gb,
                        mig::_4g_96gb_gfx>;
  static constexpr char table[] =
    // profile        nvml smi compute memory   MiB SMs copy nvdec nvenc jpeg ofa most starts  memory is known by places are known by
    " 1g.24gb           0  14       1      3 24192  46    1     1     1    1   0    4 0,3,6,9 total_and_smi      verified "
    " 1g.24gb+me        7  21       1      3 24192  46    1     1     1    1   1    1 0,3,6,9 printed            verified "
    " 1g.24gb+gfx      10  47       1      3 24192  46    1     1     1    1   0    4 0,3,6,9 printed            verified "
    " 1g.24gb+me.all   15  65       1      3 24192  46    1     4     4    4   1    1 0,3,6,9 printed            verified "
    " 1g.24gb-me       13  67       1      3 24192  46    1     0     0    0   0    4 0,3,6,9 printed            verified "
    " 2g.48gb           1   5       2      6 48512  94    2     2     2    2   0    2 0,6     printed            verified "
    " 2g.48gb+gfx      11  35       2      6 48512  94    2     2     2    2   0    2 0,6     printed            verified "
    " 2g.48gb+me.all   16  64       2      6 48512  94    2     4     4    4   1    1 0,6     printed            verified "
    " 2g.48gb-me       14  66       2      6 48512  94    2     0     0    0   0    2 0,6     printed            verified "
    " 4g.96gb           3   0       4     12 97408 188    4     4     4    4   1    1 0       printed            verified "
    " 4g.96gb+gfx      12  32       4     12 97408 188    4     4     4    4   1    1 0       printed            verified ";
};

struct RTX_PRO_5000_BLACKWELL {
  static constexpr char name[] = "RTX_PRO_5000_BLACKWELL";
  static constexpr int compute_slices = 2;
  static constexpr int sm_count = 110;
  static constexpr char source[] =
      "NVIDIA MIG User Guide, supported-mig-profiles (docs.nvidia.com/datacenter/tesla/mig-user-guide) "
      "(current table)";
  using profiles = list<mig::_1g_24gb, mig::_1g_24gb_me, mig::_1g_24gb_gfx, mig::_1g_24gb_me_all, mig::_1g_24gb_no_me,
                        mig::_2g_48gb, mig::_2g_48gb_gfx>;
  static constexpr char table[] =
    // profile        nvml smi compute memory MiB SMs copy nvdec nvenc jpeg ofa most starts memory is known by places are known by
    " 1g.24gb           -   -       1      -   -   -    1     1     1    0   0    2 -      unpublished        undocumented "
    " 1g.24gb+me        -   -       1      -   -   -    1     1     1    1   1    1 -      unpublished        undocumented "
    " 1g.24gb+gfx       -   -       1      -   -   -    1     1     1    0   0    2 -      unpublished        undocumented "
    " 1g.24gb+me.all    -   -       1      -   -   -    1     3     3    1   1    1 -      unpublished        undocumented "
    " 1g.24gb-me        -   -       1      -   -   -    1     0     0    0   0    2 -      unpublished        undocumented "
    " 2g.48gb           -   -       2      -   -   -    4     3     3    1   1    1 -      unpublished        undocumented "
    " 2g.48gb+gfx       -   -       2      -   -   -    4     3     3    1   1    1 -      unpublished        undocumented ";
};

struct RTX_PRO_4500_BLACKWELL {
  static constexpr char name[] = "RTX_PRO_4500_BLACKWELL";
  static constexpr int compute_slices = 2;
  static constexpr int sm_count = 82;
  static constexpr char source[] =
      "NVIDIA MIG User Guide, supported-mig-profiles (docs.nvidia.com/datacenter/tesla/mig-user-guide) "
      "(current table)";
  using profiles = list<mig::_1g_16gb, mig::_1g_16gb_gfx, mig::_1g_16gb_me_all, mig::_1g_16gb_no_me, mig::_2g_32gb,
                        mig::_2g_32gb_gfx>;
  static constexpr char table[] =
    // profile        nvml smi compute memory MiB SMs copy nvdec nvenc jpeg ofa most starts memory is known by places are known by
    " 1g.16gb           -   -       1      -   -   -    1     1     1    1   0    2 -      unpublished        undocumented "
    " 1g.16gb+gfx       -   -       1      -   -   -    1     1     1    1   0    2 -      unpublished        undocumented "
    " 1g.16gb+me.all    -   -       1      -   -   -    1     3     3    2   1    1 -      unpublished        undocumented "
    " 1g.16gb-me        -   -       1      -   -   -    1     0     0    0   0    2 -      unpublished        undocumented "
    " 2g.32gb           -   -       2      -   -   -    2     3     3    2   1    1 -      unpublished        undocumented "
    " 2g.32gb+gfx       -   -       2      -   -   -    2     3     3    2   1    1 -      unpublished        undocumented ";
};

struct THOR_IGPU {
  static constexpr char name[] = "THOR_IGPU";
  static constexpr int compute_slices = 3;
  static constexpr char source[] =
      "NVIDIA MIG User Guide, supported-mig-profiles (docs.nvidia.com/datacenter/tesla/mig-user-guide) (Thor "
      "iGPU table)";
  using profiles = list<mig::_1g_0gb_me, mig::_1g_0gb, mig::_1g_0gb_gfx, mig::_2g_0gb, mig::_2g_0gb_gfx, mig::_3g_0gb,
                        mig::_3g_0gb_gfx>;
  static constexpr char table[] =
    // profile    nvml smi compute memory MiB SMs copy nvdec nvenc jpeg ofa most starts memory is known by places are known by
    " 1g.0gb+me     -   -       1      -   -   -    1     1     1    1   1    1 -      unpublished        coexistence_rule "
    " 1g.0gb        -   -       1      -   -   -    1     1     1    1   0    1 -      unpublished        coexistence_rule "
    " 1g.0gb+gfx    -   -       1      -   -   -    1     1     1    1   0    1 -      unpublished        coexistence_rule "
    " 2g.0gb        -   -       2      -   -   -    1     -     -    -   -    1 -      unpublished        coexistence_rule "
    " 2g.0gb+gfx    -   -       2      -   -   -    1     -     -    -   -    1 -      unpublished        coexistence_rule "
    " 3g.0gb        -   -       3      -   -   -    1     2     2    2   1    1 -      unpublished        coexistence_rule "
    " 3g.0gb+gfx    -   -       3      -   -   -    1     2     2    2   1    1 -      unpublished        coexistence_rule ";
};

// clang-format on

}  // namespace boards
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
