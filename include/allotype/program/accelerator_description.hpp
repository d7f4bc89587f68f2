// SPDX-License-Identifier: BSL-1.0
/// \file
/// `to_string<A>()` is a text with all published facts of an accelerator, with units and sources.
#pragma once

#include <allotype/accelerator/accelerator_data.hpp>
#include <allotype/catalog/base/tpu_device.hpp>
#include <allotype/core/detail/list_text.hpp>
#include <string>
#include <utility>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

/// The value of a fact, of whichever kind.
struct described_value {
  enum class kind { unpublished, number, boolean, string, amount, capability, share, machine_types };
  kind is = kind::unpublished;
  long long number = 0;
  long long second = 0;
  char const* text = "";
  char const* or_else = "";
};

constexpr described_value as_value(int number) { return {described_value::kind::number, number}; }
constexpr described_value as_value(bool yes) { return {described_value::kind::boolean, yes ? 1 : 0}; }
constexpr described_value as_value(char const* text) { return {described_value::kind::string, 0, 0, text}; }
constexpr described_value as_value(bytes amount) {
  return {described_value::kind::amount, static_cast<long long>(amount.count)};
}
constexpr described_value as_value(compute_capability<> cc) {
  return {described_value::kind::capability, cc.major, cc.minor};
}
constexpr described_value as_value(host_share hosts) {
  return {described_value::kind::share, hosts.numerator, hosts.denominator};
}
constexpr described_value as_value(tpu_machine_types types) {
  return {described_value::kind::machine_types, 0, 0, types.name, types.or_else};
}

template <class A, fact Which>
consteval described_value value_of() {
  if constexpr (publishes<A, Which>) {
    return as_value(fact_reader<Which>::template of<A>());
  } else {
    return {};
  }
}

template <class A, class Indices>
struct values_of;
template <class A, std::size_t... Index>
struct values_of<A, std::index_sequence<Index...>> {
  static constexpr described_value all[] = {value_of<A, static_cast<fact>(Index)>()...};
};

inline std::string in_words(described_value const& value) {
  switch (value.is) {
    case described_value::kind::unpublished:
      return {};
    case described_value::kind::number:
      return std::to_string(value.number);
    case described_value::kind::boolean:
      return value.number != 0 ? "yes" : "no";
    case described_value::kind::string:
      return value.text;
    case described_value::kind::amount:
      return to_string(bytes{static_cast<unsigned long long>(value.number)}).text();
    case described_value::kind::capability:
      return to_string(compute_capability{static_cast<int>(value.number), static_cast<int>(value.second)}).text();
    case described_value::kind::share:
      return std::to_string(value.number) + (value.second == 1 ? "" : "/" + std::to_string(value.second));
    case described_value::kind::machine_types:
      return value.text + (*value.or_else == '\0' ? std::string{} : std::string{" or "} + value.or_else);
  }
  return {};
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
    case vendor::apple:
      return "Apple";
    case vendor::none:
    case vendor::other:
      break;
  }
  return nullptr;
}

template <class Partitions>
struct partition_names;
template <class... Partition>
struct partition_names<list<Partition...>> {
  static constexpr char const* all[sizeof...(Partition) + 1] = {Partition::name...};
};

inline std::string placements_of(mig_row const& row) {
  std::string places;
  for (int i = 0; i < row.start_count(); ++i) {
    if (i > 0) places += ' ';
    places += std::to_string(row.starts[i]);
    places += ':';
    places += std::to_string(row.memory_slices);
  }
  return places;
}

/// What descriptions have beside the data: all published facts, and what only people read.
struct accelerator_description {
  accelerator_data const* of = &no_accelerator;
  /// If the partitioning is left open: the names, and a null pointer at the end.
  char const* const* partitions = nullptr;
  described_value const* facts = nullptr;  ///< for `for_each_fact`
};

template <class A>
constexpr accelerator_description described() {
  accelerator_description about;
  about.of = &data_of<A>;
  if constexpr (partitionable<A>) about.partitions = partition_names<typename partitions_of<A>::type>::all;
  about.facts = values_of<A, std::make_index_sequence<fact_count>>::all;
  return about;
}

/// Lines of the form `  label: value`.
class description {
 public:
  void add(std::string const& label, std::string const& value) {
    if (!value.empty()) text_ += "  " + label + ": " + value + "\n";
  }
  void title(std::string const& line) { text_ += line + "\n"; }
  [[nodiscard]] std::string const& text() const noexcept { return text_; }

 private:
  std::string text_;
};

/// The published facts of `A`.
template <accelerator A>
inline constexpr accelerator_description description_of = described<A>();

/// Calls `visit(label, words)` for each published fact, in order: `visit("memory", "9856 MiB")`.
template <class Visitor>
void for_each_fact(accelerator_description const& about, Visitor visit) {
  for (int i = 0; i < fact_count; ++i) {
    if (about.facts[i].is == described_value::kind::unpublished) continue;
    visit(fact_rows[i].label, in_words(about.facts[i]) + fact_rows[i].unit);
  }
}

inline std::string to_string(accelerator_description const& about) {
  accelerator_data const& of = *about.of;
  description result;
  result.title(of.name);
  if (char const* maker = in_words(of.maker)) result.add("vendor", maker);
  if (of.state == accelerator_data::partitioning::part) {
    result.add("state", std::string{"a partition of "} + of.device);
  } else if (of.state == accelerator_data::partitioning::whole) {
    result.add("state", "the whole device, not partitioned");
  } else if (of.state == accelerator_data::partitioning::open) {
    result.add("state", "partitioning left open");
    std::string names;
    for (char const* const* name = about.partitions; *name != nullptr; ++name) {
      detail::add_to_list(names, *name);
    }
    result.add("partitions", names);
  }
  if (of.gpu_instance != nullptr) {
    result.add("part of", std::string{of.gpu_instance} + ", whose memory and engines all its compute instances share");
  }
  if (of.mode_status != nullptr) result.add("status of the mode", in_words(*of.mode_status));
  if (of.requests_only) result.add("use", "requests only");
  for_each_fact(about, [&](char const* label, std::string const& words) { result.add(label, words); });
  if (of.row != nullptr && !of.is_compute_instance()) {
    result.add("placements (start:size in memory slices)", placements_of(*of.row));
    result.add("source of the memory", of.row->memory_basis);
    result.add("source of the placements", of.row->placements_basis);
    result.add("source of the partition", of.board->source);
  }
  if (of.source != nullptr) result.add("source", of.source);
  return result.text();
}

}  // namespace detail

/// A text of several lines: name, state, all published facts, and their sources.
/// `to_string<A100::partition<"2g.10gb">>()`. \throws std::bad_alloc
template <accelerator A>
[[nodiscard]] std::string to_string() {
  return detail::to_string(detail::description_of<A>);
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
