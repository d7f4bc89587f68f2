// SPDX-License-Identifier: BSL-1.0
#include <allotype/accelerator/facts.hpp>

#include <set>
#include <string>

#include "catch.hpp"

TEST_CASE("facts have different labels and names") {
  CHECK(allotype::detail::row_of(allotype::fact::architecture).name == std::string{"architecture"});
  CHECK(allotype::detail::row_of(allotype::fact::graphics).name == std::string{"graphics"});
  CHECK(static_cast<int>(allotype::fact::graphics) + 1 == allotype::detail::fact_count);
  std::set<std::string> labels, names;
  for (allotype::detail::fact_row const& row : allotype::detail::fact_rows) {
    CHECK(labels.insert(row.label).second);
    CHECK(names.insert(row.name).second);
  }
}
