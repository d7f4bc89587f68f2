// SPDX-License-Identifier: BSL-1.0
// Names that no page has, each in a statement as a user would write it. The reference of names shows these statements.
#include <allotype/allotype.hpp>
#include <allotype/catalog/nvidia_mig_drivers.hpp>
#include <allotype/cluster/request/dra.hpp>
#include <allotype/cluster/request/flyte.hpp>
#include <allotype/cluster/request/kuberay.hpp>
#include <allotype/cluster/request/kueue.hpp>
#include <allotype/cluster/request/slurm.hpp>
#include <allotype/cluster/request/system.hpp>

#include <array>
#include <cstring>
#include <iterator>
#include <string_view>
#include <type_traits>
#include <vector>

namespace at = allotype;
using namespace at::literals;
using text = std::string_view;

// ---- devices and their partitions

static_assert(std::is_same_v<at::A100_40GB, at::A100>);
static_assert(std::is_same_v<at::A100::unpartitioned, at::unpartitioned<at::A100>>);
using second_topology = at::topology<2, 4>;
static_assert(std::is_same_v<at::V5E::slice<"2x4">::topology, second_topology>);
constexpr at::topologies_listed smallest_v4 = at::pods::V4::listed[0];
static_assert(smallest_v4.listed_by ==
              (at::topology_table::listed_by::google | at::topology_table::listed_by::xpk_default));
static_assert(smallest_v4.topologies[0] == '2');
constexpr at::amd_row undivided = at::MI300X::modes::rows[0];
static_assert(undivided.compute == at::amd_compute_mode::SPX && undivided.status[0] == at::amd_mode_status::valid);
static_assert(text{at::MI300X::source} == at::amd_modes::flyte_and_amd);

// A name is checked where the type of its partition is made.
template <at::fixed_text Name>
using slice_of_a100 = at::A100::partition<Name>;
static_assert(std::is_same_v<slice_of_a100<"2g.10gb">, at::A100::partition_2g_10gb>);
template <at::fixed_text Name>
using disputed_modes = at::MI300A::partition_although_disputed<Name>;
static_assert(text{disputed_modes<"DPX/NPS1">::name} == "DPX/NPS1");

struct xpu : at::device<xpu>, at::unlisted_partitions<xpu> {
  static constexpr char name[] = "acme-xpu";
};
static_assert(text{xpu::unlisted_partition<"half">::name} == "half");
struct half {
  static constexpr char name[] = "half";
};
using half_of_xpu = at::device_partition<xpu, half>;
static_assert(std::is_base_of_v<at::part_of_device<xpu, half_of_xpu>, half_of_xpu>);

constexpr at::mig_row two_of_seven = at::A100::partition<"2g.10gb">::row;
static_assert(two_of_seven.start_count() == 3 && two_of_seven.starts[1] == 2);
constexpr at::mig_compute_row one_of_three = at::A100::partition<"1c.3g.20gb">::compute_row;
static_assert(one_of_three.gpu_slices == 3 && one_of_three.max_instances == 3);
static_assert(std::size(at::mig_compute_rows) == 14 && at::mig_compute_rows[0].compute_slices == 1);
static_assert(at::mig_instance<at::A100::partition<"2g.10gb">> && !at::mig_instance<at::L4>);
constexpr at::mig_since_row double_memory = at::mig_since_rows[0];
static_assert(double_memory.since == at::driver::R525);

constexpr at::sm_row ampere = at::sm_rows[at::find_sm_row({8, 0})];
static_assert(ampere.registers == 65536 && ampere.max_blocks == 32);
static_assert(at::find_sm_row({1, 0}) == -1);  // the table begins later
static_assert(at::max_registers_of_a_thread == 255);

// ---- dispatch and parallel

static_assert(at::detail::host_range<std::vector<int>> && at::detail::host_range<std::array<int, 3>> &&
              !at::detail::host_range<int>);
struct threaded : at::device<threaded> {
  static constexpr char name[] = "threaded";
  using backend = at::openmp;
};
struct of_cuda : at::device<of_cuda> {
  static constexpr char name[] = "of_cuda";
  using backend = at::cuda_backend;
};
static_assert(std::is_same_v<threaded::backend, at::openmp> && at::cuda_backend::has_clusters);

// A backend of your own may copy lines in its own way.
struct copies_lines : at::serial {};
inline void copy_lines(copies_lines, at::host_state&, at::pitched_copy const& block, at::direction) {
  auto* const to = static_cast<char*>(block.to);
  auto const* const from = static_cast<char const*>(block.from);
  for (long long line = 0; line < block.lines; ++line) {
    std::memcpy(to + line * block.to_line, from + line * block.from_line, block.bytes);
  }
}
// Another one is asked for bytes: what the CPU does with lines of its own is not taken in place of its copy_bytes.
struct copies_bytes : at::serial {};
template <class Tag>
concept lines_of_the_cpu = requires(at::host_state& state, at::pitched_copy const& block) {
  at::mode_detail::copy_lines(Tag{}, state, block, at::direction::on_device);
};
static_assert(lines_of_the_cpu<at::serial> && lines_of_the_cpu<at::openmp> && !lines_of_the_cpu<copies_bytes>);

// ---- requests: pools with settings of their own

static_assert(at::can_request<at::system<"aks-auto-provisioning">, at::A100> &&
              !at::can_request<at::system<"aks-auto-provisioning">, at::L4>);
static_assert(at::can_request<at::system<"lsf", at::setting<"product", "NVIDIA A100-SXM4-40GB">>, at::A100>);
using pbs_site = at::system<"pbs", at::setting<"resource", "gpu_model">>;
static_assert(!at::can_request<pbs_site, at::A100::partition<"2g.10gb">>);  // the site has not named its type
constexpr at::kuberay::group_request group =
    at::request<at::kuberay::on<at::system<"kubernetes-mixed">>, at::A100::partition<"2g.10gb">>();
static_assert(group.limit("nvidia.com/mig-2g.10gb") == 1);
constexpr at::kueue::job_request flavor =
    at::request<at::kueue::on<at::system<"kubernetes-mixed">>, at::A100::partition<"2g.10gb">>();
static_assert(text{flavor.name.text()} == "a100-2g-10gb");
constexpr at::system_request by_skypilot = at::request<at::system<"skypilot-on-kubernetes">, at::A100>();
static_assert(by_skypilot.devices.size() == 1 && text{by_skypilot.devices[0].text()} == "A100:1");

// ---- requests: what they have

constexpr at::kubernetes::pod_request asked =
    at::request<at::system<"kubernetes-mixed">, at::A100::partition<"2g.10gb">>();
constexpr at::kubernetes::pod_request::amount first_limit = *asked.limits.begin();
static_assert(first_limit.count == 1 && text{first_limit.resource.text()} == "nvidia.com/mig-2g.10gb");
constexpr at::kubernetes::pod_request::label first_label = *asked.node_selector.begin();
static_assert(text{first_label.key.text()} == "nvidia.com/gpu.product");
constexpr at::kubernetes::pod_request::toleration tolerated = *asked.tolerations.begin();
static_assert(text{tolerated.key.text()} == "nvidia.com/gpu" && tolerated.value.empty());
constexpr at::kubernetes::pod_request::expression has_a_gpu{.key = "nvidia.com/gpu.present", .values = {}};
static_assert(has_a_gpu.exists && has_a_gpu.values.size() == 0);
static_assert(at::system<"kubernetes-none", at::setting<"mps", "true">>::settings.mps);

constexpr at::dra::claim_request claim = at::request<at::system<"dra">, at::A100::partition<"2g.10gb">>({.count = 2});
constexpr at::dra::claim_request::device claimed = *claim.each.begin();
static_assert(claimed.count == 2);
static_assert(claim.each.size() == 1);

constexpr at::slurm::job_request job = at::request<at::system<"slurm">, at::A100::partition<"2g.10gb">>();
constexpr at::slurm::job_request::gres resource = *job.each.begin();
static_assert(resource.count == 1 && text{resource.type.text()} == "nvidia_a100_2g.10gb");

constexpr at::quantity eight_gibibytes{8_GiB};
static_assert(text{eight_gibibytes.characters} == "8Gi");
constexpr at::flyte::shared_memory in_memory = at::flyte::shared_memory_of(at::quantity{64_MiB});
static_assert(text{in_memory.mount_path} == "/dev/shm");
constexpr at::flyte::resource_entry cores{at::flyte::resource::cpu, at::quantity{4}};
constexpr at::flyte::resources four_cores{.requests = {cores}, .limits = {cores}};
constexpr at::flyte::container with_four_cores{.resources = four_cores};
static_assert(with_four_cores.resources.present && with_four_cores.resources.value.limits.count == 1);
constexpr at::flyte::task_node_overrides of_one_node{.resources = four_cores};
static_assert(of_one_node.resources.present && !of_one_node.extended_resources.present);
