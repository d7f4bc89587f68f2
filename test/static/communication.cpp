// SPDX-License-Identifier: BSL-1.0
/// \file
/// Who talks to whom, and how: whole GPUs, slices of them, partitions of others.

#include <boost/mp11/algorithm.hpp>

#include <allotype/allotype.hpp>
#include <allotype/plan/communication.hpp>

namespace acme {

struct xpu : allotype::partitionable_device<xpu> {
  static constexpr char name[] = "acme-xpu";
  static constexpr bool peer_to_peer = true;
  struct half {
    static constexpr char name[] = "half";
    static constexpr bool peer_to_peer = false;
  };
  using partitions = allotype::list<half>;
};
}  // namespace acme

namespace {

using namespace allotype;

using small = A100::partition<"1g.5gb">;
using large = A100::partition<"3g.20gb">;
using other = H100::partition<"1g.10gb">;

// Peer-to-peer: whole GPUs, whatever else is known only to the machine; no slice, not even to a whole GPU.
static_assert(can_link<link_kind::peer, A100::unpartitioned, A100::unpartitioned> &&
              can_link<link_kind::peer, A100, H100> && can_link<link_kind::peer, L4, L4>);
static_assert(!can_link<link_kind::peer, small, small> && !can_link<link_kind::peer, small, large> &&
              !can_link<link_kind::peer, small, other> && !can_link<link_kind::peer, small, H100> &&
              !can_link<link_kind::peer, H100, small>);
static_assert(!can_link<link_kind::peer, V5E, V5E> && !can_link<link_kind::peer, cpu, A100> &&
              !can_link<link_kind::peer, A100, cpu> && !can_link<link_kind::peer, int, A100> &&
              !can_link<link_kind::peer, A100, MI300X>);
static_assert(can_link<link_kind::peer, MI300X::partition<"CPX/NPS4">, MI300X::partition<"CPX/NPS4">> &&
              !can_link<link_kind::peer, MI300X::partition<"CPX/NPS4">, MI300X::partition<"SPX/NPS1">> &&
              !can_link<link_kind::peer, MI300X, MI300X>);
static_assert(can_link<link_kind::peer, acme::xpu, acme::xpu> &&
              !can_link<link_kind::peer, acme::xpu, acme::xpu::partition<"half">> &&
              !can_link<link_kind::peer, acme::xpu, A100>);

// IPC: the same, and parts of one GPU instance.
static_assert(can_link<link_kind::ipc, A100, A100::unpartitioned> && !can_link<link_kind::ipc, small, small> &&
              !can_link<link_kind::ipc, small, A100>);
static_assert(can_link<link_kind::ipc, A100::partition<"1c.3g.20gb">, A100::partition<"1c.3g.20gb">> &&
              !can_link<link_kind::ipc, A100::partition<"1c.3g.20gb">, A100::partition<"1c.2g.10gb">> &&
              !can_link<link_kind::ipc, A100::partition<"1c.3g.20gb">, large> &&
              !can_link<link_kind::ipc, A100::partition<"1c.3g.20gb">, A100>);
static_assert(!can_link<link_kind::peer, A100::partition<"1c.3g.20gb">, A100::partition<"1c.3g.20gb">>);
static_assert(!can_link<link_kind::ipc, V5E, V5E> && !can_link<link_kind::ipc, acme::xpu, acme::xpu>);

// Multicast.
static_assert(can_link<link_kind::nvls, H100, H100::unpartitioned> && !can_link<link_kind::nvls, other, other> &&
              !can_link<link_kind::nvls, H100, other> && !can_link<link_kind::nvls, MI300X, MI300X>);

// NCCL, by version.
static_assert(nccl{2, 29}.between<small, large>() == nccl::support::refused);
static_assert(nccl{2, 30}.between<small, large>() == nccl::support::with_multi_rank_setting);
static_assert(nccl{2, 31}.between<small, large>() == nccl::support::with_multi_rank_setting);
static_assert(nccl{2, 32}.between<small, large>() == nccl::support::experimental);
static_assert(nccl{2, 29}.between<small, other>() == nccl::support::not_published);
static_assert(nccl{3, 0}.between<small, other>() == nccl::support::experimental);
static_assert(nccl{2, 10}.between<A100, H100>() == nccl::support::full);
static_assert(nccl{2, 32}.between<A100, other>() == nccl::support::not_published);
static_assert(nccl{2, 29}.between<A100, A100>() == nccl::support::full);
static_assert(can_link<nccl{2, 32}, small, small> && can_link<nccl{2, 30}, small, small> &&
              !can_link<nccl{2, 29}, small, small> && can_link<nccl{2, 0}, A100, A100> &&
              !can_link<nccl{2, 32}, V5E, V5E> && !can_link<nccl{2, 32}, int, A100>);

// One process.
static_assert(can_share_process<list<small>, driver::R450> && can_share_process<list<small, cpu>, driver::R450> &&
              can_share_process<list<A100, H100, L4>, driver::R450>);
static_assert(!can_share_process<list<small, small>, driver::R525> &&
              !can_share_process<list<small, A100>, driver::R565>);
static_assert(can_share_process<list<small, small>, driver::R570> && can_share_process<list<small, other, A100>>);
static_assert(can_share_process<boost::mp11::mp_repeat_c<list<small>, 64>> &&
              !can_share_process<boost::mp11::mp_repeat_c<list<small>, 65>>);

// The checks are true where the concepts are.
static_assert(check_link<link_kind::peer, A100, A100> && check_link<link_kind::ipc, A100, A100> &&
              check_link<link_kind::nvls, H100, H100> && check_link<nccl{2, 30}, small, small> &&
              check_share_process<list<small, small>>);

}  // namespace
