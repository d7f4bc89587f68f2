// SPDX-License-Identifier: BSL-1.0
/// \file
/// Machines of test/fake_nvml, for tests.
#pragma once

#include <dlfcn.h>

#include <allotype/runtime/probe.hpp>
#include <cstdlib>
#include <string>

/// The fake library answers as that scenario says from the next initialization on.
inline allotype::probe_options options_for(std::string const& scenario, char const* library = FAKE_NVML) {
  setenv("FAKE_NVML_SCENARIO", (FAKE_NVML_SCENARIOS "/" + scenario + ".json").c_str(), 1);
  allotype::probe_options options;
  options.nvml_library = library;
  options.environment = {};
  return options;
}

inline allotype::machine machine_of(std::string const& scenario, char const* library = FAKE_NVML) {
  return allotype::probe(options_for(scenario, library));
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
