// SPDX-License-Identifier: BSL-1.0
/// \file
/// Machines of test/fake_nvml, for tests.
#pragma once

#include <dlfcn.h>

#include <allotype/machine/probe.hpp>
#include <chrono>
#include <string>
#include <thread>

/// The fake library answers as that scenario says from the next initialization on.
allotype::probe_options options_for(std::string const& scenario, char const* library = FAKE_NVML);

/// `probe`, compiled once for all tests.
allotype::machine probed(allotype::probe_options const& options);

inline allotype::machine machine_of(std::string const& scenario, char const* library = FAKE_NVML) {
  return probed(options_for(scenario, library));
}

template <class Function>
Function* fake_nvml_function(char const* name) {
  void* const library = dlopen(FAKE_NVML, RTLD_LAZY | RTLD_LOCAL);
  auto* const function = reinterpret_cast<Function*>(dlsym(library, name));
  dlclose(library);  // the library under test keeps it
  return function;
}
/// The driver that hung answers again, and what waited for it has ended.
inline void let_driver_go() {
  fake_nvml_function<void()>("fake_nvml_let_go")();
  while (!allotype::detail::within_time_limit(std::chrono::minutes(1), [] { return true; })) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}
/// How many initializations have no shutdown yet.
inline int fake_nvml_references() { return fake_nvml_function<int()>("fake_nvml_references")(); }
inline int fake_nvml_calls(char const* call) { return fake_nvml_function<int(char const*)>("fake_nvml_calls")(call); }
inline void wait_for_fake_nvml_calls(char const* call, int calls) {
  while (fake_nvml_calls(call) < calls) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}
