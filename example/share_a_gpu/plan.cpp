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

template <class... Services>
seating seating_of(at::list<Services...>) {
  seating gpu{plan::device_name,
              plan::memory_slices,
              plan::compute_slices,
              at::sm_count_of<at::A100>,
              static_cast<int>(at::memory_of<at::A100>.in_mebibytes()),
              {}};
  int next = 0;
  auto const add = [&](char const* service, int needed) {
    at::placement const& place = plan::placements[next++];
    gpu.seats.push_back({service, place.profile, place.smi_profile_id, place.start, place.size, place.compute_slices,
                         place.sm_count, place.memory_mib, needed});
  };
  (add(Services::name, needed_mebibytes(typename Services::needs{})), ...);
  std::sort(gpu.seats.begin(), gpu.seats.end(), [](seat const& a, seat const& b) { return a.start < b.start; });
  return gpu;
}

}  // namespace

seating seating_of_plan() { return seating_of(services{}); }

}  // namespace example
