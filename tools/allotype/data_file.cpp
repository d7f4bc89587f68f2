// SPDX-License-Identifier: BSL-1.0
#include "data_file.hpp"

#include <allotype/core/error.hpp>

#include "library/files.hpp"

namespace program {

namespace {

bool ends_in(std::string const& text, std::string const& ending) {
  return text.size() >= ending.size() && text.compare(text.size() - ending.size(), ending.size(), ending) == 0;
}

}  // namespace

library::file_value read_data_file(std::string const& file) {
  if (!ends_in(file, ".yaml") && !ends_in(file, ".yml")) return library::read_json(file);
  library::file_bounds const bounds;
  return read_yaml_text(library::read_file(file, bounds.bytes), file, bounds);
}

#ifndef ALLOTYPE_READS_YAML
library::file_value read_yaml_text(std::string const&, std::string const& name, library::file_bounds const&) {
  throw allotype::input_error(allotype::message<2000>{}
                              << name.c_str() << ": this program was built without yaml-cpp, and reads JSON alone");
}
#endif

}  // namespace program
