// SPDX-License-Identifier: BSL-1.0
// Whether a device is what a type names, by what NVML tells: the table of doc/devices.md, row by row.
#include <allotype/machine/find.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "catch.hpp"
#include "dispatch/device_identity_rows.hpp"
#include "fake_nvml.hpp"

using namespace allotype;

namespace {

struct in_temporary_file {
  std::filesystem::path path = std::filesystem::temp_directory_path() / "allotype_device_identity.json";
  explicit in_temporary_file(nlohmann::json const& scenario) { std::ofstream(path) << scenario; }
  ~in_temporary_file() { std::filesystem::remove(path); }
};

/// A machine of the fake NVML with the row's device and no other.
machine machine_with(identity::row const& row) {
  std::string const name = row.device;
  std::string const board = name.substr(0, name.find(" MIG "));
  nlohmann::json scenario = {{"driver_version", "580.65.06"}, {"cuda_version", 13000}, {"may_configure", true}};
  nlohmann::json one = {{"name", board},
                        {"uuid", identity::uuid_of_board},
                        {"compute_capability", {row.capability.major, row.capability.minor}}};
  if (row.profile[0] == '\0') {
    one["memory_mib"] = row.memory_mib;
    one["mig_mode"] = false;
  } else {
    std::string told = name.substr(board.size() + 5);
    nlohmann::json compute = {{"id", 0}, {"uuid", identity::uuid_of_slice}};
    int multiprocessors = row.sm_count;
    if (row.compute_slices != 0) {
      compute["slices"] = row.compute_slices;
      compute["start"] = 0;
      told = told.substr(told.find("c.") + 2);
      multiprocessors = row.sm_count / row.compute_slices * (row.profile[0] - '0');
    }
    static std::map<std::string, int> const memory_of_boards = {
        {"A100_40GB", 40960}, {"A100_80GB", 81920}, {"H20_141GB", 143771}, {"H200_141GB", 143771}};
    one["memory_mib"] = memory_of_boards.at(row.profiles_of);
    one["mig_mode"] = true;
    one["profiles_of"] = row.profiles_of;
    one["profile_names"] = {{row.profile, told}};
    // Compilers disagree on what a list of one in braces is.
    nlohmann::json const gpu_instance = {{"profile", row.profile},
                                         {"id", 1},
                                         {"start", 0},
                                         {"memory_mib", row.memory_mib},
                                         {"sm_count", multiprocessors},
                                         {"compute_instances", nlohmann::json::array({compute})}};
    one["gpu_instances"] = nlohmann::json::array({gpu_instance});
  }
  scenario["boards"] = nlohmann::json::array({one});
  in_temporary_file const file{scenario};
  auto const options = options_for("no_boards");
  setenv("FAKE_NVML_SCENARIO", file.path.c_str(), 1);
  return probed(options);
}

struct as_the_row_says {
  int& rows;
  template <class A>
  void operator()(std::type_identity<A>, identity::row const& row) const {
    INFO(name_of<A> << " and " << row.device << ", " << row.memory_mib << " MiB");
    machine const here = machine_with(row);
    auto const devices = here.devices();
    REQUIRE(devices.size() == 1);
    found_device const& device = devices.front();
    REQUIRE(device.name() == row.device);
    REQUIRE(device.memory() == bytes{static_cast<unsigned long long>(row.memory_mib) << 20});
    if (device.slice != nullptr) REQUIRE(device.slice->sm_count == row.sm_count);
    answer const is_the_one = matches<A>(device);
    bool const is_one = row.differs[0] == '\0';
    CHECK(static_cast<bool>(is_the_one) == is_one);
    if (!is_one) CHECK_THAT(is_the_one.text(), contains(std::string{": "} + row.differs));
    CHECK(find<A>(here).size() == (is_one ? 1 : 0));
    ++rows;
  }
};

/// A row of the page's table.
struct as_on_the_page {
  std::string& text;
  template <class A>
  void operator()(std::type_identity<A>, identity::row const& row) const {
    std::ostringstream line;
    line << "| `" << name_of<A> << "` | `" << row.device << "` | " << row.memory_mib << " MiB | " << row.sm_count
         << " | " << row.capability.major << "." << row.capability.minor << " | "
         << (row.differs[0] == '\0' ? "yes" : "no: " + std::string{row.differs}) << " |\n";
    text += line.str();
  }
};

}  // namespace

TEST_CASE("NVML's devices are, or are not, what the types name") {
  int rows = 0;
  identity::for_each_row(as_the_row_says{rows});
  CHECK(rows > 30);
}

TEST_CASE("doc/devices.md has the table that is tested") {
  std::string rows;
  identity::for_each_row(as_on_the_page{rows});
  std::ifstream file(PAGE_ON_DEVICES);
  std::string const page{std::istreambuf_iterator<char>(file), {}};
  std::string const head = "|---|---|---|---|---|---|\n";
  auto const at = page.find(head);
  REQUIRE(at != std::string::npos);
  std::string const rest = page.substr(at + head.size());
  CHECK(rest.substr(0, rest.find("\n\n") + 1) == rows);
}
