// SPDX-License-Identifier: BSL-1.0
// Devices as NVIDIA's DRA driver publishes them: byte for byte, and what their counters allow together.
// Data: the rows of NVIDIA's DRA driver in scheduler_requests.tsv, whose column `basis` says where they are from.
#include <allotype/accelerator/known_devices.hpp>
#include <allotype/cluster/provision/resource_slice.hpp>
#include <allotype/cluster/request/dra.hpp>
#include <allotype/cluster/request/system.hpp>
#include <allotype/plan/layout.hpp>

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "catch.hpp"
#include "cluster/request/golden_table.hpp"

namespace at = allotype;
namespace dra = at::dra;
using nlohmann::json;

namespace {

/// The specifications of the slices of one node.
template <class Device>
std::vector<json> specs(int gpus, dra::counters where = dra::counters::in_own_slice) {
  std::vector<json> found;
  for (at::document const& each : dra::resource_slices<Device>("n", gpus, where)) {
    found.push_back(json::parse(to_json(each))["spec"]);
  }
  return found;
}

template <class Device>
json device_named(std::string const& name) {
  for (json const& spec : specs<Device>(2)) {
    for (json const& device : spec.value("devices", json::array())) {
      if (device["name"] == name) return device;
    }
  }
  return {};
}

/// The table writes a counter's value without its name, `value`.
json with_values(json device) {
  for (auto& [name, number] : device["consumesCounters"][0]["counters"].items()) number = {{"value", number}};
  return device;
}

/// By counter; numbers, because the search compares them millions of times.
using amounts = std::vector<long long>;

/// One GPU: what is there, and what each device takes, by profile.
struct counted_gpu {
  std::map<std::string, std::size_t> counters;
  amounts left;
  std::map<std::string, std::vector<amounts>> devices;

  void count(json const& shared) {
    for (auto const& [name, value] : shared.items()) counters.emplace(name, counters.size());
    left = amounts_of(shared);
  }
  /// Of a counter that is not the GPU's it throws.
  amounts amounts_of(json const& named) const {
    amounts found(counters.size());
    for (auto const& [name, value] : named.items())
      found[counters.at(name)] = std::stoll(value["value"].get<std::string>());
    return found;
  }
  bool take(amounts const& what) {
    for (std::size_t i = 0; i < what.size(); ++i) {
      if (left[i] < what[i]) return false;
    }
    for (std::size_t i = 0; i < what.size(); ++i) left[i] -= what[i];
    return true;
  }
  void give_back(amounts const& what) {
    for (std::size_t i = 0; i < what.size(); ++i) left[i] += what[i];
  }
  /// These profiles can be there together, wherever they are.
  bool holds(std::vector<std::string> const& profiles, std::size_t i = 0) {
    if (i == profiles.size()) return true;
    for (amounts const& device : devices.at(profiles[i])) {
      if (!take(device)) continue;
      bool const all = holds(profiles, i + 1);
      give_back(device);
      if (all) return true;
    }
    return false;
  }
  /// How many multisets of profiles can be there, of profiles from the `first` on, beside these.
  int multisets(std::set<std::string> const& known, std::vector<std::string>& profiles) {
    int count = 0;
    for (auto const& [profile, placements] : devices) {
      if (known.count(profile) == 0 || (!profiles.empty() && profile < profiles.back())) continue;
      profiles.push_back(profile);
      if (holds(profiles)) count += 1 + multisets(known, profiles);
      profiles.pop_back();
    }
    return count;
  }
};

template <class Device>
int multisets(bool plain) {
  counted_gpu gpu;
  for (json const& spec : specs<Device>(1)) {
    for (json const& set : spec.value("sharedCounters", json::array())) gpu.count(set["counters"]);
    for (json const& device : spec.value("devices", json::array())) {
      if (!device["attributes"].contains("profile")) continue;
      gpu.devices[device["attributes"]["profile"]["string"]].push_back(
          gpu.amounts_of(device["consumesCounters"][0]["counters"]));
    }
  }
  std::set<std::string> known;
  for (auto const& [profile, placements] : gpu.devices) {
    bool const is_plain = profile.find_first_of("+-") == profile.npos && profile != "1g.10gb";
    if (!plain || is_plain) known.insert(profile);
  }
  std::vector<std::string> profiles;
  return gpu.multisets(known, profiles);
}

}  // namespace

TEST_CASE("devices and slices are those of NVIDIA's driver") {
  int rows = 0;
  for (auto const& cells : golden::rows_of("scheduler_requests.tsv")) {
    if (cells[0] != "dra-slice") continue;
    CAPTURE(cells[1], cells[3]);
    json const row = json::parse(cells[4]);
    ++rows;
    if (row.contains("consumesCounters")) {
      std::string const name = row["name"];
      json ours = cells[1].rfind("A100::", 0) == 0        ? device_named<at::A100>(name)
                  : cells[1].rfind("H100_80GB::", 0) == 0 ? device_named<at::H100_80GB>(name)
                                                          : device_named<at::RTX_PRO_6000_BLACKWELL>(name);
      REQUIRE(!ours.is_null());
      ours.erase("attributes");
      ours.erase("capacity");
      CHECK(ours == with_values(row));
    } else if (row.contains("slices")) {
      auto const made = specs<at::A100>(1);
      REQUIRE(made.size() == row["slices"].size());
      CHECK(made[0]["sharedCounters"][0]["name"] == row["slices"][0]["sharedCounters"][0]);
      CHECK((made[1].contains("devices") && !made[1].contains("sharedCounters")));
      CHECK(made[0]["pool"]["resourceSliceCount"] == row["pool"]["resourceSliceCount"]);
    } else {
      CHECK(dra::detail::max_devices_of_a_slice == row["devices"]);
      CHECK(dra::detail::max_counter_sets_of_a_slice == row["counterSets"]);
    }
  }
  CHECK(rows == 5);
}

TEST_CASE("no slice has more than Kubernetes takes, and each device is in one") {
  for (int gpus : {1, 2, 3, 8, 16}) {
    CAPTURE(gpus);
    std::set<std::string> names;
    std::size_t sets = 0;
    auto const made = specs<at::H100_80GB>(gpus);
    for (json const& spec : made) {
      CHECK(spec["pool"]["resourceSliceCount"] == made.size());
      CHECK(spec.value("devices", json::array()).size() <= 64);
      CHECK(spec.value("sharedCounters", json::array()).size() <= 8);
      sets += spec.value("sharedCounters", json::array()).size();
      for (json const& device : spec.value("devices", json::array())) {
        CHECK(names.insert(device["name"]).second);
        CHECK(device["consumesCounters"][0]["counters"].size() <= 32);
      }
    }
    CHECK(sets == static_cast<std::size_t>(gpus));
    CHECK(names.size() % static_cast<std::size_t>(gpus) == 0);
    CHECK(names.count("gpu-0") == 1);
  }
  CHECK(specs<at::A100>(2, dra::counters::beside_the_devices).size() == 2);
}

TEST_CASE("partitions say which GPU they are of, and how much memory they have") {
  std::map<std::string, std::string> parents;  // by counter set
  for (json const& spec : specs<at::H100_80GB>(2)) {
    for (json const& device : spec.value("devices", json::array())) {
      CAPTURE(device["name"]);
      json const& attributes = device["attributes"];
      bool const whole = attributes["type"]["string"] == "gpu";
      CHECK(attributes.contains("parentUUID") == !whole);
      std::string const parent = attributes[whole ? "uuid" : "parentUUID"]["string"];
      json const& consumed = device["consumesCounters"][0];
      CHECK(parents.emplace(consumed["counterSet"], parent).first->second == parent);
      std::string const memory = device["capacity"]["memory"]["value"];
      if (whole) continue;
      REQUIRE_THAT(memory, ends_with("Mi"));
      CHECK(std::stoll(memory) << 20 == std::stoll(consumed["counters"]["memory"]["value"].get<std::string>()));
    }
  }
  REQUIRE(parents.size() == 2);
  CHECK(parents.begin()->second != parents.rbegin()->second);
  // A claim for several partitions of one GPU compares that attribute.
  CHECK_THAT(to_json(to_document(at::request<at::system<"dra">, at::layout<at::H100_80GB, "3g.40gb", "1g.10gb">>())),
             contains(R"("matchAttribute":"gpu.nvidia.com/parentUUID")"));
  auto const named = dra::resource_slices<at::A100>("n", 2, dra::counters::in_own_slice, {"GPU-a", "GPU-b"});
  CHECK_THAT(to_json(named[1]), contains(R"("parentUUID":{"string":"GPU-a"})"));
  CHECK_THROWS_WITH(dra::resource_slices<at::A100>("n", 2, dra::counters::in_own_slice, {"GPU-a"}),
                    contains("the node has 2 GPUs, and 1 UUIDs are given"));
}

TEST_CASE("the counters allow as many sets of partitions as a real scheduler placed") {
  CHECK(multisets<at::A100>(true) == 37);
  CHECK(multisets<at::A100>(false) == 127);
  CHECK(multisets<at::H100_80GB>(false) == 127);
  CHECK(multisets<at::A30>(false) == 19);
  CHECK(multisets<at::RTX_PRO_6000_BLACKWELL>(false) == 114);
}

TEST_CASE("a board whose numbers are not published has no slices") {
  CHECK_THROWS_AS(dra::resource_slices<at::A100>("n", 0), at::input_error);
  CHECK_THROWS_WITH(dra::resource_slices<at::H20_141GB>("n"), contains("published"));
}
