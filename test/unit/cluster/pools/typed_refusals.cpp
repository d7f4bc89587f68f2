// SPDX-License-Identifier: BSL-1.0
// What a system cannot be asked for is said to those who write a command or a file, who type no C++.
#include <allotype/cluster/pools/detail/named_accelerator.hpp>
#include <allotype/cluster/pools/detail/named_pool.hpp>
#include <set>
#include <string>

#include "catch.hpp"

namespace at = allotype;

namespace {

/// All sentences with which a system refuses an accelerator.
std::set<std::string> refusals() {
  std::set<std::string> found;
  for (std::string const& name : at::detail::system_names()) {
    auto const system = at::detail::make_system(name);
    for (auto const* accelerator : at::detail::named_accelerators()) {
      for (int const nodes : {1, 2}) {
        at::detail::request_items wanted;
        wanted.add(*accelerator, 1);
        at::request_options options;
        options.count = 1;
        options.nodes = nodes;
        if (nodes == 2) options.memory = {16};
        found.insert(system->request(wanted, nullptr, options, {}).refused);
      }
    }
  }
  return found;
}

}  // namespace

TEST_CASE("refusals at run time name what is typed there") {
  auto const all = refusals();
  CHECK(all.size() > 20);
  CHECK(all.count("the scheduler places pods of its queues alone: add the setting queue=\"its name\"") == 1);
  for (std::string const& sentence : all) {
    CAPTURE(sentence);
    CHECK(sentence.find_first_of("<{") == std::string::npos);
    CHECK(sentence.find("::") == std::string::npos);
  }
}
