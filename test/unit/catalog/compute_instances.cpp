// SPDX-License-Identifier: BSL-1.0
// Which names of compute instances every board takes, against the table of each size of GPU instance.
// Data: the table below is from NVIDIA's guide; mig_profiles.csv, which nvidia-smi printed, says which boards and sizes
// there are.
#include "catalog_csv.hpp"
#include "catch.hpp"

#include <allotype/accelerator/known_devices.hpp>
#include <set>

namespace {

using namespace allotype;

struct mig_board {
  char const* device;
  char const* board;
  int (*position_of)(char const*);
};

template <class... Device>
std::vector<mig_board> boards_of(list<Device...>) {
  std::vector<mig_board> boards;
  (
      [&] {
        if constexpr (detail::partitionable<Device>)
          boards.push_back({Device::name, Device::board::name, &Device::position_of});
      }(),
      ...);
  return boards;
}

/// Slices of the compute instances that are parts of a GPU instance of so many.
std::set<int> parts_of(int gpu_slices) {
  switch (gpu_slices) {
    case 2:
      return {1};
    case 3:
    case 4:
      return {1, 2};
    case 7:
      return {1, 2, 3, 4};
    default:
      return {};
  }
}

/// Where so many slices may start within so many, as NVIDIA/go-nvml's mocks list them.
std::set<int> starts_of(int gpu_slices, int compute_slices) {
  if (compute_slices == 1) {
    std::set<int> all;
    for (int start = 0; start < gpu_slices; ++start) all.insert(start);
    return all;
  }
  if (gpu_slices == 7 && compute_slices == 2) return {0, 2, 4};
  if (gpu_slices == 4 && compute_slices == 2) return {0, 2};
  if (gpu_slices == 7 && compute_slices == 3) return {0, 4};
  return {0};
}

}  // namespace

TEST_CASE("every board has just the compute instances of its GPU instances") {
  std::map<std::string, std::set<std::string>> profiles;
  for (auto const& row : rows_of(csv_records(text_of_file(ALLOTYPE_TEST_DATA "/mig_profiles.csv")))) {
    profiles[row.at("device")].insert(row.at("profile"));
  }
  int compute_instances = 0;
  for (auto const& board : boards_of(nvidia_devices{})) {
    std::set<int> positions;
    for (auto const& profile : profiles.at(board.board)) {
      INFO(board.device << " " << profile);
      int const gpu_instance = board.position_of(profile.c_str());
      CHECK((gpu_instance >= 0 && gpu_instance < detail::compute_instances_from));
      CHECK(positions.insert(gpu_instance).second);
      auto const parts = parts_of(profile[0] - '0');
      for (int slices = 0; slices <= 12; ++slices) {
        int const position = board.position_of((std::to_string(slices) + "c." + profile).c_str());
        INFO(slices);
        CHECK((position >= 0) == (parts.count(slices) == 1));
        if (position >= 0) {
          CHECK(positions.insert(position).second);
          ++compute_instances;
        }
      }
    }
    // A GPU instance of another board has no compute instances here.
    CHECK(board.position_of("1c.3g.999gb") == -1);
  }
  CHECK(compute_instances > 100);
}

TEST_CASE("compute instances start where the table says, and fit") {
  int rows = 0;
  for (int gpu_slices : {1, 2, 3, 4, 7}) {
    auto sizes = parts_of(gpu_slices);
    sizes.insert(gpu_slices);
    for (int compute_slices = 0; compute_slices <= 8; ++compute_slices) {
      INFO(compute_slices << " of " << gpu_slices);
      int const found = detail::find_compute_row(gpu_slices, compute_slices);
      REQUIRE((found >= 0) == (sizes.count(compute_slices) == 1));
      if (found < 0) continue;
      ++rows;
      auto const& row = mig_compute_rows[found];
      std::set<int> const starts(row.starts, row.starts + row.max_instances);
      CHECK(starts == starts_of(gpu_slices, compute_slices));
      CHECK(static_cast<int>(starts.size()) == row.max_instances);
      CHECK(*starts.rbegin() + compute_slices <= gpu_slices);
      for (auto a = starts.begin(); a != starts.end(); ++a) {
        for (auto b = std::next(a); b != starts.end(); ++b) CHECK(*b - *a >= compute_slices);
      }
    }
  }
  CHECK(rows == static_cast<int>(std::size(mig_compute_rows)));
}
