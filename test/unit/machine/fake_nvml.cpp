// SPDX-License-Identifier: BSL-1.0
#include "fake_nvml.hpp"

#include <cstdlib>

allotype::probe_options options_for(std::string const& scenario, char const* library) {
  setenv("FAKE_NVML_SCENARIO", (FAKE_NVML_SCENARIOS "/" + scenario + ".json").c_str(), 1);
  allotype::probe_options options;
  options.nvml_library = library;
  options.environment = {};
  options.time_limit = std::chrono::minutes(1);  // also on a busy machine
  return options;
}

allotype::machine probed(allotype::probe_options const& options) { return allotype::probe(options); }
