// SPDX-License-Identifier: BSL-1.0
/// \file
/// The smallest accelerator that meets needs: `smallest<A100, needs<memory<8_GiB>>>` is `A100::partition<"1g.10gb">`.
///
/// Partitions of one device are ordered by memory slices, then compute slices, then chips, then memory, then SMs; where
/// all that is equal, plain ones go before those with attributes (`+me`, `-me`, `+gfx`: what they have more is scarce),
/// then the order of the catalogue decides. An unpublished number counts as the largest. The whole device is
/// the last. A device that has no partitions is its only candidate.
#pragma once

#include <cstddef>
#include <type_traits>

#include <allotype/catalog/mig_name.hpp>
#include <allotype/core/detail/sentence.hpp>
#include <allotype/plan/needs.hpp>

#include <allotype/core/detail/begin_macros.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

/// What a device can be had as, in the order of its catalogue, the whole last. Parts of a MIG GPU instance are not
/// among it, for they share their memory with others.
template <class Device, class Listed>
struct partitions_and_whole;
template <class Device, class... Listed>
struct partitions_and_whole<Device, list<Listed...>> {
  using type = list<typename Device::template listed_partition<Listed>..., unpartitioned<Device>>;
};
template <class Device>
struct candidates_of {
  using type = list<Device>;
};
template <partitionable Device>
struct candidates_of<Device> : partitions_and_whole<Device, typename partitions_of<Device>::type> {};

/// No attributes in the name of a MIG profile. Not consteval: g++ 12 then takes its use in `make_table` for an address.
template <class A>
constexpr bool plain() {
  if constexpr (mig_slice<A>) {
    return parse_mig_name(A::name).plain();
  } else {
    return true;
  }
}

/// A candidate as numbers: all that the search compares.
struct candidate {
  amounts published;
  bool whole;
  bool plain;
};

constexpr int compare_sizes(amounts const& a, amounts const& b, fact which) {
  auto const of_a = static_cast<unsigned long long>(a[which]);  // no amount becomes the largest
  auto const of_b = static_cast<unsigned long long>(b[which]);
  return of_a < of_b ? -1 : of_a > of_b ? 1 : 0;
}

/// Compares candidates of one device; the earlier in the catalogue goes first where nothing differs.
constexpr bool smaller(candidate const& a, candidate const& b) {
  if (a.whole != b.whole) return b.whole;
  constexpr fact compared[] = {fact::memory_slices, fact::compute_slices, fact::chips, fact::memory, fact::sm_count};
  for (fact which : compared) {
    if (int const order = compare_sizes(a.published, b.published, which)) return order < 0;
  }
  return a.plain && !b.plain;
}

/// The candidates of a device as numbers, and their positions by size, smallest first.
template <std::size_t Count>
struct candidate_table {
  candidate rows[Count];
  int order[Count]{};
};

template <class... A>
consteval candidate_table<sizeof...(A)> make_table(list<A...>) {
  candidate_table<sizeof...(A)> table{{{published<A>, !accelerator_partition<A>, plain<A>()}...}};
  // Insertion sort: stable, and lists are short and nearly sorted.
  for (int i = 0; i < static_cast<int>(sizeof...(A)); ++i) {
    int to = i;
    for (; to > 0 && smaller(table.rows[i], table.rows[table.order[to - 1]]); --to)
      table.order[to] = table.order[to - 1];
    table.order[to] = i;
  }
  return table;
}
template <class Candidates>
inline constexpr auto table_of = make_table(Candidates{});

/// What a search found, as positions in the list of candidates.
template <std::size_t Count>
struct search_result {
  int meeting[Count]{};  ///< those that meet the needs, smallest first
  int meeting_count = 0;
  int closest = 0;  ///< the one with the fewest unmet needs; of several the largest
  int closest_unmet = fact_count + 1;
};

/// Complexity: linear.
template <std::size_t Count>
constexpr search_result<Count> find_meeting(candidate_table<Count> const& table, int const (&unmet)[Count]) {
  search_result<Count> result;
  for (int at : table.order) {
    if (unmet[at] == 0) result.meeting[result.meeting_count++] = at;
    if (unmet[at] <= result.closest_unmet) {
      result.closest = at;
      result.closest_unmet = unmet[at];
    }
  }
  return result;
}
template <std::size_t Count>
constexpr search_result<Count> find_meeting(candidate_table<Count> const& table, amounts const& asked) {
  int unmet[Count]{};
  for (std::size_t i = 0; i < Count; ++i) unmet[i] = count_unmet(asked, table.rows[i].published);
  return find_meeting(table, unmet);
}
template <class Needs, class... A>
consteval search_result<sizeof...(A)> find_meeting(list<A...>) {
  if constexpr (meaning_of<Needs>::states_something) {
    int const unmet[] = {unmet_by<A, Needs>()...};
    return find_meeting(table_of<list<A...>>, unmet);
  } else {
    return find_meeting(table_of<list<A...>>, meaning_of<Needs>::asked);
  }
}

template <class Candidates, class Needs>
struct search {
  using candidates = Candidates;
  static constexpr auto result = find_meeting<Needs>(Candidates{});
  static constexpr bool found = result.meeting_count > 0;
  /// The smallest; where there is none the closest, so that nothing follows from the error.
  static constexpr int chosen = found ? result.meeting[0] : result.closest;
  using type = allotype::type_at<chosen, Candidates>;
};

template <class Search, class Positions>
struct all_found;
template <class Search, std::size_t... I>
struct all_found<Search, std::index_sequence<I...>> {
  using type = list<allotype::type_at<Search::result.meeting[I], typename Search::candidates>...>;
};

template <class Device, class Needs>
using search_of_device = search<typename candidates_of<Device>::type, Needs>;

/// A device, or several in a list.
template <class Devices, class Needs>
struct search_in {
  using type = search_of_device<Devices, Needs>;
};

/// All that meet the needs.
template <class Devices, class Needs>
struct all_in {
  using search = search_of_device<Devices, Needs>;
  using type = typename all_found<search, std::make_index_sequence<search::result.meeting_count>>::type;
};

/// What a search found on one device, for the choice among several.
struct device_result {
  bool found;
  int unmet;  ///< of what comes closest
  amounts published;
};

/// The position of the device to take: with the least memory, then the fewest SMs, the first of equals. Where nothing
/// was found on any: of the one that comes closest.
template <std::size_t Count>
constexpr int choose_device(device_result const (&results)[Count]) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < Count; ++i) {
    device_result const& a = results[i];
    device_result const& b = results[best];
    if (a.found != b.found) {
      if (a.found) best = i;
    } else if (a.found) {
      int const by_memory = compare_sizes(a.published, b.published, fact::memory);
      if (by_memory < 0 || (by_memory == 0 && compare_sizes(a.published, b.published, fact::sm_count) < 0)) best = i;
    } else if (a.unmet < b.unmet) {
      best = i;
    }
  }
  return static_cast<int>(best);
}

template <class Search>
consteval device_result result_on_device() {
  return {Search::found, Search::result.closest_unmet,
          table_of<typename Search::candidates>.rows[Search::chosen].published};
}
template <class... Search>
consteval int choose_search() {
  device_result const results[] = {result_on_device<Search>()...};
  return choose_device(results);
}

/// The search over several devices: the smallest of each, and the choice among those.
template <class Devices, class Needs>
struct search_over;
template <class... Device, class Needs>
struct search_over<list<Device...>, Needs> {
  using chosen =
      allotype::type_at<choose_search<search_of_device<Device, Needs>...>(), list<search_of_device<Device, Needs>...>>;
  static constexpr bool found = chosen::found;
  using type = typename chosen::type;
};

template <class... Device, class Needs>
struct search_in<list<Device...>, Needs> {
  using type = search_over<list<Device...>, Needs>;
};
template <class... Device, class Needs>
struct all_in<list<Device...>, Needs> {
  using type = appended<list<>, typename all_in<Device, Needs>::type...>;
};

template <class Devices>
inline constexpr bool is_device_or_devices = accelerator<Devices>;
template <class... Device>
inline constexpr bool is_device_or_devices<list<Device...>> = sizeof...(Device) > 0 && (accelerator<Device> && ...);

/// What errors show: the offer that meets most of the needs, and what it does not.
template <class A, class... Unmet>
struct closest_offer {};

template <class Lacks>
struct as_closest_offer;
template <class A, class... Unmet>
struct as_closest_offer<lacks<A, Unmet...>> {
  using type = closest_offer<A, Unmet...>;
};

template <class Search, class Needs, bool Found = Search::found>
struct offer_for_error : as_closest_offer<typename shortage<typename Search::type, Needs>::type> {};
template <class Search, class Needs>
struct offer_for_error<Search, Needs, true> {
  using type = void;
};

template <class Devices>
constexpr void add_devices(error_sentence& to, std::type_identity<Devices>) {
  to << name_of<Devices>;
}
template <class... Devices>
constexpr void add_devices(error_sentence& to, std::type_identity<list<Devices...>>) {
  add_names(to, {name_of<Devices>...});
}

template <class Devices, class Needs, class Closest>
constexpr error_sentence nothing_meets() {
  error_sentence text("smallest: nothing that ");
  add_devices(text, std::type_identity<Devices>{});
  text << " can be had as meets the needs; the closest is " << name_of<Closest> << ", which lacks ";
  add_unmet(text, meaning_of<Needs>::asked, meaning_of<Needs>::template offered_by<Closest>());
  return text;
}

/// What was found; before it an error if it only comes closest. A function, because clang takes no type from a class in
/// which an assertion failed.
template <class Devices, class Needs, class A, class ClosestOffer>
consteval auto smallest_in() {
  static_assert(Needs::reported);
  constexpr bool found = std::is_same_v<ClosestOffer, void>;
  static_assert(
      found,
      ALLOTYPE_SENTENCE(
          "smallest: neither a partition of this device nor all of it meets the needs; closest_offer<accelerator, "
          "unmet<fact, asked, offered>...> has the one that meets most of them, and what it lacks",
          nothing_meets<Devices, Needs, A>()));
  return std::type_identity<A>{};
}

/// A device, or a list of at least one.
template <class Devices>
concept device_or_devices = is_device_or_devices<Devices>;

template <class Devices, class Needs>
concept something_of_these_devices_meets_the_needs = search_in<Devices, Needs>::type::found;

// A function: clang takes no type from a class in which an assertion failed.
template <class Devices, class Needs>
constexpr auto refuse_smallest() {
  constexpr bool is_asked_of_devices = device_or_devices<Devices> && is_needs<Needs>;
  static_assert(is_asked_of_devices,
                "smallest: a device or a list of devices comes first, and needs<...> second: smallest<A100, "
                "needs<memory<16_GiB>>>");
  return std::type_identity<cpu>{};
}
template <class Devices, class Needs>
struct asked_smallest {
  using type = typename decltype(refuse_smallest<Devices, Needs>())::type;
};
template <device_or_devices Devices, class Needs>
  requires(is_needs<Needs>)
struct asked_smallest<Devices, Needs> {
  using type =
      typename decltype(smallest_in<
                        Devices, Needs, typename search_in<Devices, Needs>::type::type,
                        typename offer_for_error<typename search_in<Devices, Needs>::type, Needs>::type>())::type;
};

}  // namespace detail

/// Something of `Devices`, a device or a list of devices, meets `Needs`: `smallest` would compile.
template <class Devices, class Needs>
concept has_smallest = detail::device_or_devices<Devices> && detail::well_formed_needs<Needs> &&
                       detail::something_of_these_devices_meets_the_needs<Devices, Needs>;

/// The smallest that meets `Needs`: a partition of the device, the very type `Device::partition<"…">`, or all of it
/// (`Device::unpartitioned`; the device itself if it has no partitions). If there is none, an error that shows what
/// comes closest. Complexity: the device's partitions are sorted once; a search is linear.
///
/// Over several devices, `smallest<list<A100, H100_80GB, L4>, needs<…>>`: of the smallest of each the one with the
/// least memory, then with the fewest SMs, then the one whose device is listed first. An unpublished number counts as
/// the largest.
template <class Devices, class Needs>
using smallest = typename detail::asked_smallest<Devices, Needs>::type;

/// All that meet `Needs`, smallest first: partitions and the whole of a device; of a list of devices, device by device.
/// The empty list where nothing does.
template <detail::device_or_devices Devices, detail::well_formed_needs Needs>
using all_meeting = typename detail::all_in<Devices, Needs>::type;

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

#include <allotype/core/detail/end_macros.hpp>
