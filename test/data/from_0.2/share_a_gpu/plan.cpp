// SPDX-License-Identifier: BSL-1.0
#include "plan.hpp"

#include <algorithm>

namespace example {

namespace {

template <class Entry>
constexpr at::bytes memory_in{};
template <at::bytes Amount>
constexpr at::bytes memory_in<at::memory<Amount>> = Amount;

template <class... Entries>
constexpr int needed_mebibytes(at::needs<Entries...>) {
  return static_cast<int>((at::bytes{} + ... + memory_in<Entries>).in_mebibytes());
}

/// A service, where the plan has it.
template <class Service>
seat seat_of(at::placement const& place) {
  return {Service::name,  place.profile,    place.smi_profile_id,
          place.start,    place.size,       place.compute_slices,
          place.sm_count, place.memory_mib, needed_mebibytes(typename Service::needs{})};
}

template <class... Services>
seating seating_of(at::list<Services...>) {
  using gpu = plan::gpu<0>;
  int next = 0;
  auto const place = [&]() -> at::placement const& {
    return gpu::placements[plan::assignments_of_items[next++].place];
  };
  seating seats{gpu::device_name,
                gpu::memory_slices,
                gpu::compute_slices,
                at::fact_of<at::A100, at::fact::sm_count>,
                static_cast<int>(at::fact_of<at::A100, at::fact::memory>.in_mebibytes()),
                {seat_of<Services>(place())...}};
  std::sort(seats.seats.begin(), seats.seats.end(), [](seat const& a, seat const& b) { return a.start < b.start; });
  return seats;
}

}  // namespace

seating seating_of_plan() { return seating_of(at::list<transcoder, digit_reader, searcher, clustering>{}); }

}  // namespace example
