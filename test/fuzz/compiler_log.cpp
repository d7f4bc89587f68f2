// SPDX-License-Identifier: BSL-1.0
// Any bytes as what a compiler printed: `allotype errors` finds what it finds, and ends.
#include "../../tools/allotype/compiler_log.hpp"

#include <cstdlib>
#include <sstream>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(unsigned char const* bytes, std::size_t size) {
  std::istringstream log(std::string(reinterpret_cast<char const*>(bytes), size));
  for (program::compiler_error const& each : program::errors_of(log)) {
    if (each.sentence.empty() && each.place.file.empty()) std::abort();
  }
  return 0;
}
