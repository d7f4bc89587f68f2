// SPDX-License-Identifier: BSL-1.0
/// \file
/// Which accelerators can talk to each other, and how. A type does not determine the device: two
/// `A100::partition<"1g.5gb">` may be on one GPU or on two. A rule that is true here holds in both cases, according to
/// the published sources. Whether two whole GPUs are wired to each other depends on the machine
/// (`cudaDeviceCanAccessPeer`).
///
/// A rule is asked by a concept (`can_link<link_kind::peer, A, B>`) and demanded by a check of the same name
/// (`check_link`), which is true, or an error with the rule and its source. Abilities of one accelerator are facts:
/// `fact::peer_to_peer`, `fact::ipc`, `fact::graphics`.
///
/// Sources: NVIDIA MIG User Guide (concepts, deployment considerations, device names), NCCL's manual and issues,
/// RAPIDS' documentation, AMD SMI's documentation.
#pragma once

#include <type_traits>

#include <allotype/accelerator/facts.hpp>
#include <allotype/core/amounts.hpp>
#include <allotype/core/driver.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

template <class A, class B>
inline constexpr bool same_type = std::is_same_v<A, B>;

/// It is published that both have that ability.
template <fact Which, class A, class B>
consteval bool both_have() {
  if constexpr (publishes<A, Which> && publishes<B, Which>) {
    return fact_reader<Which>::template of<A>() && fact_reader<Which>::template of<B>();
  } else {
    return false;
  }
}

template <class A, class B>
consteval bool peers() {
  if constexpr (!both_have<fact::peer_to_peer, A, B>()) {
    return false;
  } else if constexpr (amd_gpu<A> && accelerator_partition<A>) {
    return same_type<A, B>;  // all partitions of one GPU are alike
  } else if constexpr (A::vendor == vendor::nvidia) {
    return B::vendor == vendor::nvidia;
  } else {
    return same_type<device_of<A>, device_of<B>>;
  }
}

template <class A, class B>
consteval bool ipc_between() {
  if constexpr (!both_have<fact::ipc, A, B>()) {
    return false;
  } else if constexpr (mig_part_of_instance<A> || mig_part_of_instance<B>) {
    if constexpr (mig_part_of_instance<A> && mig_part_of_instance<B>) {
      return same_type<typename A::gpu_instance, typename B::gpu_instance>;
    } else {
      return false;
    }
  } else if constexpr (A::vendor == vendor::nvidia) {
    return B::vendor == vendor::nvidia;
  } else {
    return same_type<device_of<A>, device_of<B>>;
  }
}

}  // namespace detail

// ---- between two accelerators

/// A version of NCCL, `nccl{2, 30}`.
struct nccl {
  /// What NCCL does between two accelerators.
  enum class support {
    not_published,
    refused,                  ///< a second rank on one GPU: "Duplicate GPU detected" (NVIDIA/nccl#418, #1241)
    with_multi_rank_setting,  ///< experimental, with NCCL_MULTI_RANK_GPU_ENABLE; about two ranks a GPU by default
    experimental,             ///< through host memory on one GPU, through the network between GPUs (NVIDIA/nccl#1716)
    full,
  };

  int major = 0;  ///< 2 of 2.30
  int minor = 0;  ///< 30 of 2.30

  friend constexpr bool operator==(nccl, nccl) = default;
  friend constexpr auto operator<=>(nccl, nccl) = default;

  /// Between slices of one GPU, and between whole GPUs. MIG slices never get peer-to-peer, NVLS or MNNVL. Since 2.32
  /// NCCL's manual has a section on MIG; a user reports that two ranks on one GPU still need
  /// NCCL_MULTI_RANK_GPU_ENABLE.
  template <accelerator A, accelerator B>
  [[nodiscard]] consteval support between() const {
    if constexpr (detail::whole_nvidia_gpu<A> && detail::whole_nvidia_gpu<B>) {
      return support::full;
    } else if constexpr (detail::mig_slice<A> && detail::mig_slice<B>) {
      if (*this >= nccl{2, 32}) return support::experimental;
      if (!detail::same_type<device_of<A>, device_of<B>>) return support::not_published;
      return *this >= nccl{2, 30} ? support::with_multi_rank_setting : support::refused;
    } else {
      return support::not_published;
    }
  }
};

/// How two accelerators, or processes on them, talk to each other. A version of NCCL, `nccl{2, 32}`, stands in the same
/// place.
enum class link_kind {
  peer,  ///< they read and write each other's memory: whole NVIDIA GPUs, if they are wired; parts of one AMD GPU
  ipc,   ///< processes share memory by CUDA IPC: whole GPUs, and parts of one MIG GPU instance. The type does not tell
         ///< whether it is the same instance
  nvls,  ///< NVLink's multicast in the switch (NVLS), and NVSHMEM and MNNVL like it: whole NVIDIA GPUs, if they have it
};

namespace detail {

template <link_kind Which, class A, class B>
consteval bool linked() {
  if constexpr (Which == link_kind::peer) {
    return peers<A, B>();
  } else if constexpr (Which == link_kind::ipc) {
    return ipc_between<A, B>();
  } else {
    return whole_nvidia_gpu<A> && whole_nvidia_gpu<B>;
  }
}
template <nccl Version, class A, class B>
consteval bool linked() {
  return Version.template between<A, B>() >= nccl::support::with_multi_rank_setting;
}

template <auto Which, class A, class B>
concept a_source_says_that_these_two_are_linked = linked<Which, A, B>();

}  // namespace detail

/// A and B have that link: `can_link<link_kind::peer, A, B>`, or with a version of NCCL `can_link<nccl{2, 32}, A, B>`,
/// which is true of experimental support, too. False where nothing is published.
template <auto Which, class A, class B>
concept can_link = accelerator<A> && accelerator<B> && detail::a_source_says_that_these_two_are_linked<Which, A, B>;

namespace detail {

/// What `check_link` says. At most one assertion of each fails.
template <auto Which, class A, class B>
struct link_check;

template <class A, class B>
struct link_check<link_kind::peer, A, B> {
  static constexpr bool allowed = can_link<link_kind::peer, A, B> || !(mig_slice<A> || mig_slice<B>);
  static constexpr bool published = can_link<link_kind::peer, A, B> || !allowed;
  static_assert(
      allowed,
      "peer-to-peer: a MIG slice cannot reach other memory over PCIe or NVLink, on its own GPU or on "
      "another (NVIDIA MIG User Guide, deployment considerations). Copy through the host, or take whole GPUs");
  static_assert(published, "peer-to-peer: it is not published that these two reach each other's memory");
};

template <class A, class B>
struct link_check<link_kind::ipc, A, B> {
  static constexpr bool allowed = can_link<link_kind::ipc, A, B> || !(mig_slice<A> || mig_slice<B>);
  static constexpr bool published = can_link<link_kind::ipc, A, B> || !allowed;
  static_assert(
      allowed,
      "CUDA IPC works between compute instances of one MIG GPU instance, not between GPU instances (NVIDIA MIG User "
      "Guide, deployment considerations). Share through the host, or take whole GPUs");
  static_assert(published, "CUDA IPC: it is not published that it works between these two");
};

template <class A, class B>
struct link_check<link_kind::nvls, A, B> {
  static constexpr bool allowed = can_link<link_kind::nvls, A, B>;
  static_assert(
      allowed,
      "NVLS, NVSHMEM over NVLink and MNNVL are for whole NVIDIA GPUs; MIG slices have none of them (NVIDIA MIG User "
      "Guide; NCCL's manual, Using MIG instances)");
};

template <nccl Version, class A, class B>
struct link_check<Version, A, B> {
  static constexpr bool allowed = Version.template between<A, B>() != nccl::support::refused;
  static constexpr bool published = can_link<Version, A, B> || !allowed;
  static_assert(allowed,
                "NCCL before 2.30 refuses two ranks on one GPU, and so on its slices: \"Duplicate GPU detected\" "
                "(NVIDIA/nccl#418, #1241). Take NCCL 2.32, whose support of MIG is experimental, or whole GPUs");
  static_assert(
      published,
      "NCCL: it is not published that this version works between these two; between slices of different GPUs it "
      "does since 2.32, experimentally (NVIDIA/nccl#1716)");
};

}  // namespace detail

/// True if A and B have that link, or an error with the rule and its source: `static_assert(check_link<link_kind::ipc,
/// A, B>);`
template <auto Which, accelerator A, accelerator B>
inline constexpr bool check_link = sizeof(detail::link_check<Which, A, B>) > 0;

// ---- one process

namespace detail {

/// The most MIG instances that one process can use.
inline constexpr int max_mig_slices_of_a_process = 64;

template <driver Version, class... A>
consteval bool in_one_process(list<A...>) {
  constexpr int slices = (0 + ... + mig_slice<A>);
  constexpr int gpus = (0 + ... + nvidia_gpu<A>);
  return slices == 0 || (slices == 1 && gpus == 1) ||
         (Version >= driver::R570 && slices <= max_mig_slices_of_a_process);
}

template <bool Works, int Driver, class Accelerators>
struct process_check {
  static_assert(
      Works,
      "one process uses one MIG slice and no other GPU before driver R570 and CUDA 12, and at most 64 slices since "
      "(NVIDIA MIG User Guide, device names). Use one process for each, or a newer driver");
  static constexpr bool reported = true;
};

template <class Accelerators, driver Version>
concept one_process_can_use_all_of_them = in_one_process<Version>(Accelerators{});

}  // namespace detail

/// One process uses all of `Accelerators`, a list. One MIG slice and no other GPU always can. More, and GPUs beside
/// them, can since driver R570 with CUDA 12, if no GPU instance gives more than one of its parts; container runtimes
/// commonly still show one slice.
template <class Accelerators, driver Version = driver::newest>
concept can_share_process = detail::one_process_can_use_all_of_them<Accelerators, Version>;

/// True if one process can use all of them, or an error with the rule and its source.
template <class Accelerators, driver Version = driver::newest>
inline constexpr bool check_share_process =
    detail::process_check<can_share_process<Accelerators, Version>, static_cast<int>(Version), Accelerators>::reported;

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
