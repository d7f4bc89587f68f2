// SPDX-License-Identifier: BSL-1.0
/// \file
/// An accelerator in words: `describe<A>()` lists all that was published about it, in units, with the sources.
#pragma once

#include <allotype/accelerator/facts.hpp>
#include <allotype/catalog/base/amd_device.hpp>
#include <allotype/catalog/base/tpu_device.hpp>
#include <boost/hana/for_each.hpp>
#include <boost/hana/tuple.hpp>
#include <string>
#include <type_traits>

namespace allotype {

namespace core {

/// How a fact is called, and what its number counts.
template <class Fact>
struct fact_label {
  using fact = Fact;
  char const* label;
  char const* unit = "";
};

/// All facts, in the order in which they are described.
inline constexpr auto fact_labels = boost::hana::make_tuple(
    fact_label<fact::architecture>{"architecture"}, fact_label<fact::compute_capability>{"compute capability"},
    fact_label<fact::memory>{"memory"}, fact_label<fact::nominal_memory>{"memory on the data sheet"},
    fact_label<fact::memory_bandwidth_gb_per_s>{"memory bandwidth", " GB/s"},
    fact_label<fact::sm_count>{"streaming multiprocessors"}, fact_label<fact::chips>{"chips"},
    fact_label<fact::tensorcores>{"TensorCores"}, fact_label<fact::hosts>{"hosts"},
    fact_label<fact::chips_per_host>{"chips of a host"}, fact_label<fact::machine_types>{"machine type"},
    fact_label<fact::cubes>{"cubes of 4x4x4 chips"}, fact_label<fact::wraparound_torus>{"torus"},
    fact_label<fact::twisted_torus>{"twisted torus"},
    fact_label<fact::gke_accelerator>{"accelerator of Google Kubernetes Engine"},
    fact_label<fact::xcds>{"chiplets"}, fact_label<fact::compute_units>{"compute units"},
    fact_label<fact::numa_domains>{"domains of the device's memory"},
    fact_label<fact::memory_per_numa_domain>{"memory of a domain"},
    fact_label<fact::compute_slices>{"compute slices"}, fact_label<fact::memory_slices>{"memory slices"},
    fact_label<fact::max_instances>{"instances at most"}, fact_label<fact::mig_max_instances>{"GPU instances at most"},
    fact_label<fact::copy_engines>{"copy engines"}, fact_label<fact::nvdec>{"video decoders"},
    fact_label<fact::nvenc>{"video encoders"}, fact_label<fact::jpeg>{"JPEG decoders"},
    fact_label<fact::ofa>{"optical flow accelerators"}, fact_label<fact::nvml_profile_id>{"profile id of NVML"},
    fact_label<fact::smi_profile_id>{"profile id of nvidia-smi"}, fact_label<fact::warp_size>{"threads of a warp"},
    fact_label<fact::max_threads_per_block>{"threads of a block at most"},
    fact_label<fact::max_threads_per_sm>{"threads of a multiprocessor at most"},
    fact_label<fact::max_shared_memory_per_block>{"shared memory of a block at most"}, fact_label<fact::bf16>{"bf16"},
    fact_label<fact::fp8>{"fp8"}, fact_label<fact::fp64_tensor>{"double precision on tensor cores"});

inline std::string in_words(int number) { return std::to_string(number); }
inline std::string in_words(bool yes) { return yes ? "yes" : "no"; }
inline std::string in_words(char const* text) { return text; }
inline std::string in_words(compute_capability<> cc) { return std::to_string(cc.major) + "." + std::to_string(cc.minor); }
inline std::string in_words(host_share hosts) {
  return std::to_string(hosts.numerator) + (hosts.denominator == 1 ? "" : "/" + std::to_string(hosts.denominator));
}
inline std::string in_words(tpu_machine_types types) {
  return types.name + (types.or_else[0] == '\0' ? std::string{} : std::string{" or "} + types.or_else);
}
/// Exact: in the first of these units that divides it.
inline std::string in_words(bytes amount) {
  struct unit {
    unsigned long long size;
    char const* name;
  };
  for (unit u : {unit{1'000'000'000, " GB"}, unit{1ULL << 20, " MiB"}, unit{1ULL << 10, " KiB"}}) {
    if (amount.count % u.size == 0) return std::to_string(amount.count / u.size) + u.name;
  }
  return std::to_string(amount.count) + " B";
}

inline char const* in_words(amd_mode_status status) {
  switch (status) {
    case amd_mode_status::valid:
      return "valid";
    case amd_mode_status::invalid:
      return "invalid";
    case amd_mode_status::disputed:
      return "disputed: AMD's documentation and the Linux driver disagree";
    case amd_mode_status::kernel_mask_only:
      return "in the Linux driver's mask, and not in AMD's tables";
    case amd_mode_status::vf_only:
      return "for virtual functions (SR-IOV) alone";
  }
  return "";
}
inline char const* in_words(vendor maker) {
  switch (maker) {
    case vendor::nvidia:
      return "NVIDIA";
    case vendor::google:
      return "Google";
    case vendor::amd:
      return "AMD";
    case vendor::aws:
      return "AWS";
    case vendor::intel:
      return "Intel";
    case vendor::none:
    case vendor::other:
      break;
  }
  return nullptr;
}

template <class... Partition>
std::string names_of(list<Partition...>) {
  std::string names;
  ((names += (names.empty() ? "" : ", ") + std::string{Partition::name}), ...);
  return names;
}

inline std::string placements_of(mig_row const& row) {
  std::string places;
  for (int i = 0; i < row.starts.count; ++i) {
    places += (i == 0 ? "" : " ") + std::to_string(row.starts.at[i]) + ":" + std::to_string(row.memory_slices);
  }
  return places;
}

/// Lines of the form `  label: value`.
class description {
 public:
  void add(std::string const& label, std::string const& value) {
    if (!value.empty()) text_ += "  " + label + ": " + value + "\n";
  }
  void title(std::string const& line) { text_ += line + "\n"; }
  std::string const& text() const { return text_; }

 private:
  std::string text_;
};

}  // namespace core

/// A text of several lines: the accelerator's name and state, every fact that was published about it, and who published
/// them. A fact that is missing was not published.
/// \throws nothing but std::bad_alloc
template <accelerator A>
std::string describe() {
  using device = device_of<A>;
  core::description result;
  result.title(name_of<A>);

  if (char const* maker = core::in_words(A::vendor)) result.add("vendor", maker);
  if constexpr (partition<A>) {
    result.add("state", std::string{"a partition of "} + device::name);
  } else if constexpr (whole_device<A>) {
    result.add("state", "the whole device, not partitioned");
  } else if constexpr (partitionable<A>) {
    result.add("state", "partitioning left open");
    result.add("partitions", core::names_of(typename A::partitions{}));
  }
  if constexpr (requires { typename A::gpu_instance; }) {
    result.add("part of", std::string{A::gpu_instance::name} + ", whose memory and engines all its compute instances share");
  }
  if constexpr (requires { A::status; }) result.add("status of the mode", core::in_words(A::status));
  if constexpr (request_only<A> || request_only<device>) result.add("use", "requests only");

  boost::hana::for_each(core::fact_labels, [&](auto const& line) {
    using fact = typename std::remove_cvref_t<decltype(line)>::fact;
    if constexpr (publishes<A, fact>) result.add(line.label, core::in_words(fact::template of<A>()) + line.unit);
  });

  if constexpr (requires { A::row; }) {
    result.add("placements (start:size in memory slices)", core::placements_of(A::row));
    result.add("source of the memory", A::row.memory_basis);
    result.add("source of the placements", A::row.placements_basis);
    result.add("source of the partition", device::board::source);
  }
  if constexpr (requires { device::source; }) result.add("source", device::source);
  return result.text();
}

}  // namespace allotype
