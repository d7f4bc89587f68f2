// SPDX-License-Identifier: BSL-1.0
/// \file
/// Settings that an executor cannot use: each is refused when the executor is made, with a sentence.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <allotype/parallel/executor/executor.hpp>

namespace unusable {

namespace at = allotype;

struct setting {
  char const* what;
  std::function<void(at::executor_settings&)> change;
  char const* sentence;
};

/// Of every executor of `accelerator` over anything.
inline std::vector<setting> of_any(char const* accelerator) {
  static std::string chosen;
  chosen = std::string("the devices were chosen for another-accelerator, and the executor is for ") + accelerator;
  using std::chrono::milliseconds;
  auto const first_of_two = [](at::executor_settings& to) { to.devices = 2, to.device_indices = {0}; };
  return {
      {"no devices", [](auto& to) { to.devices = 0, to.num_nodes = 1; },
       "0 devices on 1 nodes; there is at least one of each"},
      {"fewer than none", [](auto& to) { to.devices = -1, to.num_nodes = 1; }, "-1 devices on 1 nodes"},
      {"no nodes", [](auto& to) { to.num_nodes = 0; }, "on 0 nodes; there is at least one of each"},
      {"too many devices", [](auto& to) { to.devices = 1025; }, "1025 devices of each node; at most 1024"},
      {"fewer indices than devices", first_of_two, "1 device indices for 2 devices"},
      {"more indices than devices", [](auto& to) { to.devices = 1, to.device_indices = {0, 1}; },
       "2 device indices for 1 devices"},
      {"a negative index", [](auto& to) { to.device_indices.assign(static_cast<std::size_t>(to.devices), -1); },
       "device index -1 is not valid"},
      {"an index twice", [](auto& to) { to.devices = 2, to.device_indices = {0, 0}; }, "device index 0 is given twice"},
      {"a device described that is none of them", [](auto& to) { to.which = {99}; },
       "device 99 is described in which, and is none of the devices"},
      {"no time", [](auto& to) { to.time_limit = milliseconds{0}; },
       "a time limit of 0 ms; valid: more than 0, and at most 3155760000000"},
      {"less time than none", [](auto& to) { to.time_limit = milliseconds{-5}; }, "a time limit of -5 ms"},
      {"more time than clocks have", [](auto& to) { to.time_limit = milliseconds::max(); },
       "a time limit of 9223372036854775807 ms"},
      {"devices of another accelerator", [](auto& to) { to.devices_of = "another-accelerator"; }, chosen.c_str()},
  };
}

/// What is refused with these settings, changed by each; empty if all is well.
template <class Executor>
std::string taken(char const* executor, at::executor_settings const& usable, std::vector<setting> const& settings) {
  std::string wrong;
  for (setting const& each : settings) {
    at::executor_settings changed = usable;
    each.change(changed);
    std::string said = "nothing";
    try {
      Executor const made(changed);
    } catch (at::error const& refused) {
      said = refused.what();
    }
    if (said.find(each.sentence) != said.npos) continue;
    wrong += std::string(executor) + " with " + each.what + " says " + said + ", not: " + each.sentence + "\n";
  }
  return wrong;
}

}  // namespace unusable
