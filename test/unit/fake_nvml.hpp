// SPDX-License-Identifier: BSL-1.0
/// \file
/// Machines of test/fake_nvml, for tests.
#pragma once

#include <dlfcn.h>

#include <allotype/runtime/probe.hpp>
#include <string>

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
/// How many initializations have no shutdown yet.
inline int fake_nvml_references() { return fake_nvml_function<int()>("fake_nvml_references")(); }
inline int fake_nvml_calls(char const* call) { return fake_nvml_function<int(char const*)>("fake_nvml_calls")(call); }
