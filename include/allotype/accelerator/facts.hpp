// SPDX-License-Identifier: BSL-1.0
/// \file
/// What is known about an accelerator: `memory_of<A>`, `sm_count_of<A>`, …. A fact is a static member of the type that
/// the catalogue, or the user, gave it; where nobody published one there is no member, and asking does not compile.
/// `publishes<A, fact::sm_count>` asks without failing.
///
/// A partition answers for itself: its memory and its SMs are those of the slice. What is the same for all of a device
/// (compute capability, limits of a block) comes from the device. A device whose partitioning is left open answers for
/// the whole device; a task that must also hold on a slice names the slice.
#pragma once

#include <allotype/accelerator/concepts.hpp>
#include <allotype/catalog/base/nvidia_device.hpp>

namespace allotype {

namespace detail {

/// Stands in for a value that nobody published, once that has been reported: agrees with whatever is asked of it, so
/// that no second error follows.
struct unpublished {
  template <class T>
  constexpr operator T() const {
    return {};
  }
  friend constexpr bool operator==(unpublished, unpublished) { return true; }
};
template <class T>
constexpr bool operator<(unpublished, T const&) { return true; }
template <class T>
constexpr bool operator>(unpublished, T const&) { return true; }
template <class T>
constexpr bool operator<=(unpublished, T const&) { return true; }
template <class T>
constexpr bool operator>=(unpublished, T const&) { return true; }
template <class T>
constexpr bool operator==(unpublished, T const&) { return true; }

}  // namespace detail

/// The facts by name, for `publishes<A, fact::…>` and for errors.
namespace fact {

// Own: a partition has its own. Shared: a partition has its device's.
#define ALLOTYPE_FACT(fact, partition_has_its_own)                                              \
  struct fact {                                                                                 \
    template <class A>                                                                          \
    static consteval bool known() {                                                             \
      if constexpr (requires { A::fact; }) {                                                    \
        return true;                                                                            \
      } else if constexpr (detail::part<A> && (whole_device<A> || !partition_has_its_own)) {      \
        return known<typename A::parent>();                                                     \
      } else {                                                                                  \
        return false;                                                                           \
      }                                                                                         \
    }                                                                                           \
    template <class A>                                                                          \
    static constexpr auto of() {                                                                \
      if constexpr (requires { A::fact; }) {                                                    \
        return A::fact;                                                                         \
      } else {                                                                                  \
        return of<typename A::parent>();                                                        \
      }                                                                                         \
    }                                                                                           \
  }
ALLOTYPE_FACT(nominal_memory, true);
ALLOTYPE_FACT(sm_count, true);
ALLOTYPE_FACT(compute_slices, true);
ALLOTYPE_FACT(memory_slices, true);
ALLOTYPE_FACT(copy_engines, true);
ALLOTYPE_FACT(nvdec, true);
ALLOTYPE_FACT(nvenc, true);
ALLOTYPE_FACT(jpeg, true);
ALLOTYPE_FACT(ofa, true);
ALLOTYPE_FACT(max_instances, true);
ALLOTYPE_FACT(nvml_profile_id, true);
ALLOTYPE_FACT(smi_profile_id, true);
ALLOTYPE_FACT(memory_bandwidth_gb_per_s, true);
ALLOTYPE_FACT(chips, true);
ALLOTYPE_FACT(tensorcores, true);
ALLOTYPE_FACT(hosts, true);
ALLOTYPE_FACT(chips_per_host, true);
ALLOTYPE_FACT(machine_types, true);
ALLOTYPE_FACT(cubes, true);
ALLOTYPE_FACT(wraparound_torus, true);
ALLOTYPE_FACT(twisted_torus, true);
ALLOTYPE_FACT(gke_accelerator, false);
ALLOTYPE_FACT(xcds, true);
ALLOTYPE_FACT(compute_units, true);
ALLOTYPE_FACT(numa_domains, true);
ALLOTYPE_FACT(memory_per_numa_domain, true);
ALLOTYPE_FACT(mig_max_instances, true);
ALLOTYPE_FACT(architecture, false);
ALLOTYPE_FACT(compute_capability, false);
ALLOTYPE_FACT(max_threads_per_block, false);
ALLOTYPE_FACT(max_threads_per_sm, false);
ALLOTYPE_FACT(max_shared_memory_per_block, false);
ALLOTYPE_FACT(warp_size, false);
ALLOTYPE_FACT(bf16, false);
ALLOTYPE_FACT(fp8, false);
ALLOTYPE_FACT(fp64_tensor, false);
#undef ALLOTYPE_FACT

/// The memory of an instance or, for a whole GPU, the frame buffer that a driver reported; where no report is known, the
/// data sheet's decimal gigabytes, which are never more.
struct memory {
  template <class A>
  static consteval bool known() {
    return requires { A::memory; } || nominal_memory::known<A>() || (whole_device<A> && known_of_device<A>());
  }
  template <class A>
  static constexpr bytes of() {
    if constexpr (requires { A::memory; }) {
      return A::memory;
    } else if constexpr (whole_device<A>) {
      return of<typename A::parent>();
    } else {
      return nominal_memory::of<A>();
    }
  }

 private:
  template <class A>
  static consteval bool known_of_device() {
    if constexpr (whole_device<A>) {
      return requires { A::parent::memory; };
    } else {
      return false;
    }
  }
};

using all = list<memory, nominal_memory, sm_count, compute_slices, memory_slices, copy_engines, nvdec, nvenc, jpeg, ofa,
                 max_instances, nvml_profile_id, smi_profile_id, memory_bandwidth_gb_per_s, chips, tensorcores, hosts,
                 chips_per_host, machine_types, cubes, wraparound_torus, twisted_torus, gke_accelerator, xcds,
                 compute_units, numa_domains, memory_per_numa_domain, mig_max_instances, architecture, compute_capability, max_threads_per_block, max_threads_per_sm,
                 max_shared_memory_per_block, warp_size, bf16, fp8, fp64_tensor>;

}  // namespace fact

/// Somebody published that fact about `A`.
template <class A, class Fact>
concept publishes = accelerator<A> && Fact::template known<A>();

namespace detail {

template <class A>
struct published_facts {
  template <class Fact>
  using known = boost::mp11::mp_bool<Fact::template known<A>()>;
  using type = filtered<fact::all, known>;
};

/// Worked out only for the error.
template <class A, bool Known>
struct facts_for_error : published_facts<A> {};
template <class A>
struct facts_for_error<A, true> {
  using type = void;
};

template <class A, class Asked, class Published>
struct fact_value {
  static_assert(Asked::template known<A>(),
                "nobody published that fact about this accelerator, and nothing is guessed: state it in a type of your "
                "own, or ask publishes<A, fact::...> first. Published are the facts in the list.");
  static constexpr unpublished value{};
};
template <class A, class Asked>
struct fact_value<A, Asked, void> {
  static constexpr auto value = Asked::template of<A>();
};

template <class A, class Asked>
using checked_fact = fact_value<A, Asked, typename facts_for_error<A, Asked::template known<A>()>::type>;

}  // namespace detail

/// The facts that are known about `A`, as a list.
template <accelerator A>
using facts_of = typename detail::published_facts<A>::type;

/// Memory that a program on `A` can use.
template <accelerator A>
inline constexpr auto memory_of = detail::checked_fact<A, fact::memory>::value;
/// Streaming multiprocessors: of the slice where `A` is one.
template <accelerator A>
inline constexpr auto sm_count_of = detail::checked_fact<A, fact::sm_count>::value;
template <accelerator A>
inline constexpr auto compute_capability_of = detail::checked_fact<A, fact::compute_capability>::value;
template <accelerator A>
inline constexpr auto max_threads_per_block_of = detail::checked_fact<A, fact::max_threads_per_block>::value;
template <accelerator A>
inline constexpr auto max_threads_per_sm_of = detail::checked_fact<A, fact::max_threads_per_sm>::value;
/// Shared memory that one block can opt in to.
template <accelerator A>
inline constexpr auto max_shared_memory_per_block_of = detail::checked_fact<A, fact::max_shared_memory_per_block>::value;
template <accelerator A>
inline constexpr auto warp_size_of = detail::checked_fact<A, fact::warp_size>::value;
template <accelerator A>
inline constexpr auto architecture_of = detail::checked_fact<A, fact::architecture>::value;
/// From the data sheet; nobody publishes a slice's.
template <accelerator A>
inline constexpr auto memory_bandwidth_gb_per_s_of = detail::checked_fact<A, fact::memory_bandwidth_gb_per_s>::value;
template <accelerator A>
inline constexpr auto compute_slices_of = detail::checked_fact<A, fact::compute_slices>::value;
template <accelerator A>
inline constexpr auto memory_slices_of = detail::checked_fact<A, fact::memory_slices>::value;
template <accelerator A>
inline constexpr auto copy_engines_of = detail::checked_fact<A, fact::copy_engines>::value;
template <accelerator A>
inline constexpr auto nvdec_of = detail::checked_fact<A, fact::nvdec>::value;
template <accelerator A>
inline constexpr auto nvenc_of = detail::checked_fact<A, fact::nvenc>::value;
template <accelerator A>
inline constexpr auto jpeg_of = detail::checked_fact<A, fact::jpeg>::value;
template <accelerator A>
inline constexpr auto ofa_of = detail::checked_fact<A, fact::ofa>::value;
/// Most instances of the partition that one device takes.
template <accelerator A>
inline constexpr auto max_instances_of = detail::checked_fact<A, fact::max_instances>::value;
/// Chips of a TPU slice.
template <accelerator A>
inline constexpr auto chips_of = detail::checked_fact<A, fact::chips>::value;
/// TensorCores of a TPU slice.
template <accelerator A>
inline constexpr auto tensorcores_of = detail::checked_fact<A, fact::tensorcores>::value;
/// Hosts of a TPU slice: a share of one where hosts are shared.
template <accelerator A>
inline constexpr auto hosts_of = detail::checked_fact<A, fact::hosts>::value;
template <accelerator A>
inline constexpr auto chips_per_host_of = detail::checked_fact<A, fact::chips_per_host>::value;
/// Google Kubernetes Engine's machines for a TPU slice.
template <accelerator A>
inline constexpr auto machine_types_of = detail::checked_fact<A, fact::machine_types>::value;
/// Cubes of 4x4x4 chips of a TPU slice; published where it consists of whole ones.
template <accelerator A>
inline constexpr auto cubes_of = detail::checked_fact<A, fact::cubes>::value;
template <accelerator A>
inline constexpr auto has_wraparound_torus = detail::checked_fact<A, fact::wraparound_torus>::value;
template <accelerator A>
inline constexpr auto has_twisted_torus = detail::checked_fact<A, fact::twisted_torus>::value;
/// What Google Kubernetes Engine calls a TPU generation in the label gke-tpu-accelerator.
template <accelerator A>
inline constexpr auto gke_accelerator_of = detail::checked_fact<A, fact::gke_accelerator>::value;
/// Chiplets of an AMD device, or of one of its partitions.
template <accelerator A>
inline constexpr auto xcds_of = detail::checked_fact<A, fact::xcds>::value;
/// Compute units of an AMD device, or of one of its partitions.
template <accelerator A>
inline constexpr auto compute_units_of = detail::checked_fact<A, fact::compute_units>::value;
/// Domains that the memory of an AMD device has in the mode of the partition.
template <accelerator A>
inline constexpr auto numa_domains_of = detail::checked_fact<A, fact::numa_domains>::value;
template <accelerator A>
inline constexpr auto memory_per_numa_domain_of = detail::checked_fact<A, fact::memory_per_numa_domain>::value;
template <accelerator A>
inline constexpr auto has_bf16 = detail::checked_fact<A, fact::bf16>::value;
template <accelerator A>
inline constexpr auto has_fp8 = detail::checked_fact<A, fact::fp8>::value;
template <accelerator A>
inline constexpr auto has_fp64_tensor = detail::checked_fact<A, fact::fp64_tensor>::value;

}  // namespace allotype
