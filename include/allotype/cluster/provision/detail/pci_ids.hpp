// SPDX-License-Identifier: BSL-1.0
/// \file
/// The PCI device ids of NVIDIA's boards with MIG, by the catalogue's name of the device: what mig-parted's
/// `device-filter` takes. Source: the filters of NVIDIA/mig-parted@bd7160f4, deployments/systemd/config-default.yaml.
/// Those have the RTX PRO 6000's server board alone; the ids of the workstation boards, 2BB1 and 2BB4 (Max-Q), are in
/// akash-network/provider-configs#79: 2BB4 by nvidia-smi of a node, 2BB1 in its list.
#pragma once

#include <allotype/accelerator/known_devices.hpp>
#include <allotype/core/detail/compare_text.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

/// Four hexadecimal digits each, in ascending order.
struct pci_ids {
  char const* device;
  int count;
  char const* ids[4];
};

inline constexpr pci_ids all_pci_ids[] = {
    {A100::name, 4, {"20B0", "20B1", "20F1", "20F6"}},
    {A100_80GB::name, 4, {"20B2", "20B5", "20F3", "20F5"}},
    {A100_80GB_PCIE::name, 4, {"20B2", "20B5", "20F3", "20F5"}},
    {A800_40GB::name, 2, {"20BD", "20F6"}},
    {A800_80GB::name, 4, {"20B2", "20B5", "20F3", "20F5"}},
    {A30::name, 1, {"20B7"}},
    {H100_80GB::name, 1, {"2330"}},
    {H100_80GB_PCIE::name, 1, {"2331"}},
    {H800::name, 1, {"2324"}},
    {H800_PCIE::name, 1, {"2322"}},
    {H100_94GB::name, 1, {"2321"}},
    {H20_96GB::name, 1, {"2329"}},
    {H200::name, 2, {"2335", "233B"}},
    {GH200_96GB::name, 1, {"2342"}},
    {GH200_144GB::name, 1, {"2348"}},
    {B200::name, 1, {"2901"}},
    {GB200::name, 1, {"2941"}},
    {B300::name, 1, {"3182"}},
    {GB300::name, 1, {"31C2"}},
    {RTX_PRO_6000_BLACKWELL::name, 3, {"2BB1", "2BB4", "2BB5"}},
};

/// Null if none are known.
constexpr pci_ids const* pci_ids_of(char const* device) {
  for (pci_ids const& each : all_pci_ids) {
    if (equal(each.device, device)) return &each;
  }
  return nullptr;
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
