// SPDX-License-Identifier: BSL-1.0
/// \file
/// The partitions of an H100 80GB as its driver lists them: test/data/nvidia_smi_mig_h100.txt, from a board. Unlike
/// mig_profiles.csv it was collected from no page.

#include <allotype/catalog/nvidia.hpp>
#include <cmath>
#include <fstream>
#include <map>
#include <regex>
#include <string>
#include <vector>

#include "catch.hpp"

namespace {

struct listed {
  std::string profile;
  int instances = 0, sm_count = 0;
  double memory_gib = 0;
  std::vector<int> starts;
  int memory_slices = 0;
};

/// By the number that `nvidia-smi mig -cgi` takes.
std::map<int, listed> listing() {
  std::ifstream file(ALLOTYPE_TEST_DATA "/nvidia_smi_mig_h100.txt");
  std::regex const row(R"(\|   0  MIG (\S+) +(\d+) +\d+/(\d+) +([\d.]+) +No +(\d+) .*)");
  std::regex const place(R"(GPU  0 Profile ID +(\d+) Placements? ?: \{([\d,]+)\}:(\d+))");
  std::map<int, listed> found;
  std::smatch is;
  for (std::string line; std::getline(file, line);) {
    if (std::regex_match(line, is, row)) {
      found[std::stoi(is[2])] = {is[1], std::stoi(is[3]), std::stoi(is[5]), std::stod(is[4]), {}, 0};
    } else if (std::regex_match(line, is, place)) {
      auto& to = found.at(std::stoi(is[1]));
      to.memory_slices = std::stoi(is[3]);
      std::string const starts = is[2];
      std::regex const number(R"(\d+)");
      for (std::sregex_iterator each(starts.begin(), starts.end(), number), end; each != end; ++each) {
        to.starts.push_back(std::stoi(each->str()));
      }
    }
  }
  return found;
}

template <class... Profiles>
std::vector<allotype::mig_row> rows_of(allotype::list<Profiles...>) {
  return {allotype::mig_partition<allotype::H100_80GB, Profiles>::row...};
}

}  // namespace

TEST_CASE("an H100's partitions are those that its driver lists") {
  auto const expected = listing();
  auto const rows = rows_of(allotype::H100_80GB::partitions{});
  REQUIRE(expected.size() == 7);
  CHECK(rows.size() == expected.size());
  for (auto const& row : rows) {
    CAPTURE(row.profile);
    REQUIRE(expected.count(row.smi_profile_id) == 1);
    listed const& seen = expected.at(row.smi_profile_id);
    CHECK(row.profile == seen.profile);
    CHECK(row.max_instances == seen.instances);
    CHECK(row.sm_count == seen.sm_count);
    CHECK(std::floor(row.memory_mib / 1024.0 * 100) / 100 == Approx(seen.memory_gib));
    CHECK(row.memory_slices == seen.memory_slices);
    CHECK(std::vector<int>(row.starts, row.starts + row.start_count()) == seen.starts);
  }
}
