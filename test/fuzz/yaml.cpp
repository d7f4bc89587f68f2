// SPDX-License-Identifier: BSL-1.0
// Any bytes as a file of YAML: what is refused is refused with words that are shown, and what is read is no more than
// the bounds say.
#include <cstdlib>
#include <string>

#include "data_file.hpp"

namespace detail = allotype::detail;

namespace {

void require(bool good) {
  if (!good) std::abort();
}

int values_of(detail::file_value const& of) {
  int count = 1;
  for (detail::file_value const& each : of.members) count += values_of(each);
  return count;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(unsigned char const* bytes, std::size_t size) {
  std::string const text(reinterpret_cast<char const*>(bytes), size);
  try {
    require(values_of(program::read_yaml_text(text, "file", {.values = 1000, .depth = 8})) <= 1000);
  } catch (allotype::input_error const& refused) {
    require(detail::terminal_text(refused.what()) == refused.what());
  }
  return 0;
}
