// SPDX-License-Identifier: BSL-1.0
#include "configuration.hpp"

#include <algorithm>
#include <utility>

namespace example {

namespace {

std::vector<seat> largest_first(std::vector<seat> seats) {
  std::sort(seats.begin(), seats.end(),
            [](seat const& a, seat const& b) { return a.size != b.size ? a.size > b.size : a.start < b.start; });
  return seats;
}

}  // namespace

std::string nvidia_smi_command(seating const& gpu) {
  std::string profiles;
  for (seat const& taken : largest_first(gpu.seats)) {
    profiles +=
        (profiles.empty() ? "" : ",") + std::to_string(taken.smi_profile_id) + ":" + std::to_string(taken.start);
  }
  return "nvidia-smi mig -cgi " + profiles + " -C -i 0";
}

std::string mig_parted_configuration(seating const& gpu, std::string const& name) {
  std::vector<std::pair<std::string, int>> counts;
  for (seat const& taken : largest_first(gpu.seats)) {
    auto const same =
        std::find_if(counts.begin(), counts.end(), [&](auto const& of) { return of.first == taken.profile; });
    if (same == counts.end()) {
      counts.emplace_back(taken.profile, 1);
    } else {
      ++same->second;
    }
  }
  std::string text =
      "version: v1\nmig-configs:\n  " + name + ":\n  - devices: [0]\n    mig-enabled: true\n    mig-devices:\n";
  for (auto const& [profile, count] : counts) text += "      \"" + profile + "\": " + std::to_string(count) + "\n";
  return text;
}

}  // namespace example
