// SPDX-License-Identifier: BSL-1.0
/// \file
/// What systems call the catalogue's devices: each table has a row for each device, but for those that are listed here
/// with the reason. Where no other reason stands, no name of the device was found in the source that the table's header
/// gives. A device that is new in the catalogue gets a row in each table, or a place in a list here.
#include <allotype/accelerator/known_devices.hpp>
#include <allotype/cluster/provision/detail/pci_ids.hpp>
#include <allotype/cluster/request/ray.hpp>
#include <allotype/cluster/request/system.hpp>
#include <boost/mp11/algorithm.hpp>

namespace {

using namespace allotype;
using boost::mp11::mp_append;

template <class Row, std::size_t Size>
constexpr int rows_of(Row const (&rows)[Size], char const* device) {
  int count = 0;
  for (Row const& row : rows) count += detail::equal(row.device, device) ? 1 : 0;
  return count;
}

/// The error names the table and the device.
template <class Table, class Device>
constexpr bool is_complete_for() {
  constexpr bool is_left_out = boost::mp11::mp_contains<typename Table::left_out, Device>::value;
  static_assert(rows_of(Table::rows, Device::name) == (is_left_out ? 0 : 1),
                "this table has no row for the device, or more than one: add a row, or list the device in `left_out` "
                "with the reason; a device with a row is in no such list");
  return true;
}

template <class Table>
constexpr bool is_complete() {
  return []<class... Device>(list<Device...>) {
    return (is_complete_for<Table, Device>() && ...);
  }(typename Table::devices{});
}

/// A name of Flyte for an L4 with a licence, not a board.
using names_of_flyte = list<L4_VWS>;
/// Boards of workstations, desktops and small computers, without a row in any table.
using of_a_desk = list<THOR, GB10, GB300_DGX_STATION, RTX_A5000, RTX_6000_ADA, RTX_3090, RTX_4090, RTX_5090>;
/// Other boards without a row in any table of a cloud.
using of_no_cloud = list<P40, A2, A16, A30, A40, A800_40GB, A800_80GB, PG506_96GB, H800, H800_PCIE, H100_64GB, H20_96GB,
                         H20_141GB, GH200_144GB, RTX_PRO_5000_BLACKWELL>;

struct gke_gpus {
  static constexpr auto const& rows = detail::gke::device_rows;
  using devices = nvidia_devices;
  /// Google's V100 has 16 GB.
  using left_out = mp_append<names_of_flyte, of_a_desk, of_no_cloud, list<V100_32GB>,
                             list<M60, A10, A10G, A100_80GB_PCIE, L40, L40S, H100_80GB_PCIE, H100_94GB, GH200_96GB,
                                  B300, RTX_PRO_4500_BLACKWELL, RTX_A6000>>;
};
static_assert(is_complete<gke_gpus>());

struct gke_tpus {
  static constexpr auto const& rows = detail::gke::tpu_rows;
  using devices = google_devices;
  using left_out = list<>;
};
static_assert(is_complete<gke_tpus>());

struct aks_sizes {
  static constexpr auto const& rows = detail::aks::device_rows;
  using devices = nvidia_devices;
  /// A machine has V100s of one size; those of AKS have 16 GB.
  using left_out = mp_append<names_of_flyte, of_a_desk, of_no_cloud, list<V100>,
                             list<K80, M60, P4, P100, V100_32GB, A10G, L4, L40, L40S, H100_80GB_PCIE, GH200_96GB, B200,
                                  GB200, B300, GB300, RTX_PRO_6000_BLACKWELL, RTX_PRO_4500_BLACKWELL, RTX_A6000>>;
};
static_assert(is_complete<aks_sizes>());

struct eks_instances {
  static constexpr auto const& rows = detail::eks::device_rows;
  using devices = mp_append<nvidia_devices, aws_devices>;
  /// The V100 that leaves its size open has a row, and that with 32 GB: no instance was found with 16 GB.
  using left_out = mp_append<names_of_flyte, of_a_desk, of_no_cloud, list<Trn2u, Trn3>,
                             list<K80, M60, P4, P100, V100_16GB, A10, A100_80GB_PCIE, L40, H100_80GB_PCIE, H100_94GB,
                                  GH200_96GB, GB200, GB300, RTX_A6000>>;
};
static_assert(is_complete<eks_instances>());

struct skypilot_names {
  static constexpr auto const& rows = detail::skypilot::known_names;
  using devices = detail::known_gpus;
  using left_out = mp_append<names_of_flyte, of_a_desk, of_no_cloud,
                             list<H100_94GB, GB300, RTX_PRO_6000_BLACKWELL, RTX_PRO_4500_BLACKWELL>,
                             list<MI100, MI210, MI250, MI250X, MI300A, MI308X, MI325X, MI350X, MI355X>>;
};
static_assert(is_complete<skypilot_names>());

struct skypilot_tpus {
  static constexpr auto const& rows = detail::skypilot::tpu_names;
  using devices = google_devices;
  using left_out = list<TPU7X>;
};
static_assert(is_complete<skypilot_tpus>());

struct ray_types {
  static constexpr auto const& rows = ray::detail::known_types;
  using devices = amd_devices;  // NVIDIA's follow from the names of boards
  using left_out = list<>;
};
static_assert(is_complete<ray_types>());

/// The devices with MIG.
template <class Device>
using has_mig = boost::mp11::mp_bool<detail::partitionable<Device>>;

struct pci_ids_of_boards {
  static constexpr auto const& rows = detail::all_pci_ids;
  using devices = boost::mp11::mp_copy_if<nvidia_devices, has_mig>;
  using left_out =
      list<PG506_96GB, H100_64GB, H20_141GB, GB300_DGX_STATION, RTX_PRO_5000_BLACKWELL, RTX_PRO_4500_BLACKWELL, THOR>;
};
static_assert(is_complete<pci_ids_of_boards>());

}  // namespace
