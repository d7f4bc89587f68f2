// SPDX-License-Identifier: BSL-1.0
// Another file of the program: it registers the same types, and one that the test's own file does not know.
#include "registry_types.hpp"

namespace test {

struct known_elsewhere : allotype::device<known_elsewhere> {
  static constexpr char name[] = "known-elsewhere";
};
auto const elsewhere_is_registered =
    allotype::register_accelerator<known_elsewhere>("elsewhere", "registered by the other file", 900);

int entries_elsewhere() { return static_cast<int>(allotype::accelerator_registry::of_this_program().entries().size()); }

}  // namespace test
