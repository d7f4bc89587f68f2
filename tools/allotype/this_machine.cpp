// SPDX-License-Identifier: BSL-1.0
#include "this_machine.hpp"

#include "terminal.hpp"

namespace program {

allotype::machine probed(allotype::probe_options const& options) {
  progress const shown("asks the driver");
  return allotype::probe(options);
}

std::string in_mebibytes(std::optional<allotype::bytes> const& memory) {
  return memory ? std::to_string(memory->count >> 20) + " MiB" : "memory unknown";
}

std::string in_words(allotype::machine::host_processor_found const& processor) {
  return (processor.model.empty() ? std::string{"model unknown"} : processor.model) + ", " +
         std::to_string(processor.usable_processors()) + " of " + std::to_string(processor.processors) +
         " processors, " + in_mebibytes(processor.usable_memory());
}

}  // namespace program
