// SPDX-License-Identifier: BSL-1.0
/// \file
/// The catalogue against test/data/gpus.csv, mig_profiles.csv and flyte_messages.tsv: every cell that
/// test/data/README.md says is compared, both ways. An empty cell is a member that is not there.

#include <allotype/accelerator/facts.hpp>
#include <allotype/accelerator/known_devices.hpp>
#include <cmath>
#include <set>
#include <type_traits>

#include "catalog_csv.hpp"
#include "catch.hpp"

namespace {

using namespace allotype;

// ---- the lists of types

template <class... Types, class Visitor>
void for_each_type(list<Types...>, Visitor visit) {
  (visit(boost::mp11::mp_identity<Types>{}), ...);
}

/// Devices without a row in gpus.csv, and why.
template <class Device>
inline constexpr bool without_row = false;
/// Either V100; compared with both rows below.
template <>
inline constexpr bool without_row<V100> = true;
/// A name of Flyte for an L4 with a licence.
template <>
inline constexpr bool without_row<L4_VWS> = true;
/// mig_profiles.csv has their tables; gpus.csv does not have them.
template <>
inline constexpr bool without_row<H20_141GB> = true;
template <>
inline constexpr bool without_row<GB300_DGX_STATION> = true;

// ---- members as cells: the text where the member is, else nothing

std::string in_cell(int number) { return std::to_string(number); }
std::string in_cell(bool yes) { return yes ? "yes" : "no"; }
std::string in_cell(char const* text) { return text; }
std::string in_cell(compute_capability<> cc) { return std::to_string(cc.major) + "." + std::to_string(cc.minor); }

/// A whole number of units; a rest shows as a fraction that no cell has.
std::string in_cell(bytes amount, unsigned long long unit) {
  return std::to_string(amount.count / unit) + (amount.count % unit == 0 ? "" : ".rest");
}

constexpr unsigned long long byte = 1, mebibyte = 1 << 20, gigabyte = 1'000'000'000;

template <class... Names>
std::string joined(std::string const& separator, Names const&... names) {
  std::string text;
  ((text += (text.empty() ? "" : separator) + names), ...);
  return text;
}

template <class Device>
std::string product_names_of() {
  std::string names;
  if constexpr (requires { Device::product_names; }) {
    for (char const* name : Device::product_names) names += (names.empty() ? "" : "|") + std::string{name};
  }
  return names;
}

/// The cell of a member. The member, `publishes` and the trait have to agree on whether it is known.
#define MEMBER_CELL(type, member, ...)                         \
  [] {                                                         \
    if constexpr (requires { type::member; }) {                \
      static_assert(publishes<type, fact::member>);            \
      return in_cell(type::member __VA_OPT__(, ) __VA_ARGS__); \
    } else {                                                   \
      return std::string{};                                    \
    }                                                          \
  }()

/// The same for facts that a partition has of its own and that no parent may stand in for.
#define OWN_CELL(type, member, ...)                                             \
  [] {                                                                          \
    static_assert(publishes<type, fact::member> == requires { type::member; }); \
    return MEMBER_CELL(type, member __VA_OPT__(, ) __VA_ARGS__);                \
  }()

template <class Device>
table_row row_of_device() {
  table_row row;
  row["nvml_product_names"] = product_names_of<Device>();
  row["architecture"] = OWN_CELL(Device, architecture);
  row["compute_capability"] = OWN_CELL(Device, compute_capability);
  row["sm_count"] = OWN_CELL(Device, sm_count);
  row["memory_gb"] = OWN_CELL(Device, nominal_memory, gigabyte);
  row["fb_total_mib"] = MEMBER_CELL(Device, memory, mebibyte);
  row["max_shared_mem_per_block_optin_bytes"] = OWN_CELL(Device, max_shared_memory_per_block, byte);
  row["max_threads_per_sm"] = OWN_CELL(Device, max_threads_per_sm);
  row["mig_capable"] = in_cell(detail::partitionable<Device>);
  row["mig_max_instances"] = OWN_CELL(Device, mig_max_instances);
  if constexpr (detail::partitionable<Device>) {
    row["mig_profile_device"] = Device::board::name;
  } else {
    row["mig_profile_device"] = "";
  }
  row["fp8"] = OWN_CELL(Device, fp8);
  row["bf16"] = OWN_CELL(Device, bf16);
  row["fp64_tensor"] = OWN_CELL(Device, fp64_tensor);
  row["memory_bandwidth_gbs"] = OWN_CELL(Device, memory_bandwidth_gb_per_s);
  row["source"] = Device::source;
  return row;
}

std::string placements_of(mig_row const& row) {
  std::string text;
  for (int i = 0; i < row.starts.count; ++i) {
    text += (text.empty() ? "" : " ") + std::to_string(row.starts.at[i]) + ":" + std::to_string(row.memory_slices);
  }
  return text;
}

#define BOARD_CELL(board, member)                \
  [] {                                           \
    if constexpr (requires { board::member; }) { \
      return in_cell(board::member);             \
    } else {                                     \
      return std::string{};                      \
    }                                            \
  }()

/// The cells of a partition of a device, without those that other devices with the same board add to.
template <class Device, class Partition>
table_row row_of_partition() {
  using board = typename Device::board;
  table_row row;
  row["device"] = board::name;
  row["architecture"] = in_cell(fact_of<Partition, fact::architecture>);
  row["compute_capability"] = in_cell(fact_of<Partition, fact::compute_capability>);
  row["total_memory_slices"] = BOARD_CELL(board, memory_slices);
  row["total_compute_slices"] = BOARD_CELL(board, compute_slices);
  row["total_sms"] = BOARD_CELL(board, sm_count);
  row["profile"] = Partition::name;
  row["nvml_profile_id"] = OWN_CELL(Partition, nvml_profile_id);
  row["smi_profile_id"] = OWN_CELL(Partition, smi_profile_id);
  row["compute_slices"] = OWN_CELL(Partition, compute_slices);
  row["memory_slices"] = OWN_CELL(Partition, memory_slices);
  row["memory_mib"] = OWN_CELL(Partition, memory, mebibyte);
  row["sm_count"] = OWN_CELL(Partition, sm_count);
  row["copy_engines"] = OWN_CELL(Partition, copy_engines);
  row["nvdec"] = OWN_CELL(Partition, nvdec);
  row["nvenc"] = OWN_CELL(Partition, nvenc);
  row["jpeg"] = OWN_CELL(Partition, jpeg);
  row["ofa"] = OWN_CELL(Partition, ofa);
  row["max_instances"] = OWN_CELL(Partition, max_instances);
  row["placements"] = placements_of(Partition::row);
  row["memory_mib_basis"] = Partition::row.memory_basis;
  row["placements_basis"] = Partition::row.placements_basis;
  row["source"] = board::source;
  return row;
}

// ---- the tables

std::vector<table_row> const& gpu_rows() {
  static auto const rows = rows_of(csv_records(text_of_file(ALLOTYPE_TEST_DATA "/gpus.csv")));
  return rows;
}
std::vector<table_row> const& mig_rows() {
  static auto const rows = rows_of(csv_records(text_of_file(ALLOTYPE_TEST_DATA "/mig_profiles.csv")));
  return rows;
}
std::vector<table_row> const& flyte_rows() {
  static auto const rows = rows_of(tsv_records(text_of_file(ALLOTYPE_TEST_DATA "/flyte_messages.tsv")));
  return rows;
}

/// The table by key; a key that is there twice is a failure.
std::map<std::string, table_row> by_key(std::vector<table_row> const& rows, std::vector<std::string> const& columns) {
  std::map<std::string, table_row> result;
  for (auto const& row : rows) {
    std::string key;
    for (auto const& column : columns) key += (key.empty() ? "" : " ") + row.at(column);
    INFO(key);
    CHECK(result.emplace(key, row).second);
  }
  return result;
}

/// Each cell of `ours` is that of `theirs`.
void compare(std::string const& key, table_row const& theirs, table_row const& ours) {
  for (auto const& [column, cell] : ours) {
    INFO(key << ": " << column);
    REQUIRE(theirs.count(column) == 1);
    CHECK(theirs.at(column) == cell);
  }
}

/// The columns of `theirs` that `ours` does not compare.
std::set<std::string> not_compared(table_row const& theirs, table_row const& ours) {
  std::set<std::string> columns;
  for (auto const& [column, cell] : theirs) {
    if (ours.count(column) == 0) columns.insert(column);
  }
  return columns;
}

/// A device's key in gpus.csv: its name, or the one of its other names that is a key.
template <class Device>
std::string key_of(std::map<std::string, table_row> const& table) {
  if constexpr (requires { Device::aliases; }) {
    for (char const* name : Device::aliases) {
      if (table.count(name) == 1) return name;
    }
  }
  return Device::name;
}

}  // namespace

TEST_CASE("the reader of tables takes quotes, separators within them, and empty cells") {
  using records = std::vector<std::vector<std::string>>;
  CHECK(csv_records("a,b\r\n\"x, \"\"y\"\"\",\r\n") == records{{"a", "b"}, {"x, \"y\"", ""}});
  CHECK(csv_records("\"two\r\nlines\",1") == records{{"two\r\nlines", "1"}});
  CHECK(csv_records("\"\"\r\n") == records{{""}});
  CHECK(csv_records("").empty());
  CHECK_THROWS_AS(csv_records("\"open"), std::runtime_error);
  CHECK_THROWS_AS(csv_records("\"a\"b\n"), std::runtime_error);
  CHECK_THROWS_AS(rows_of(csv_records("a,b\n1\n")), std::runtime_error);
  CHECK(tsv_records("a\tb\n1\t\n") == records{{"a", "b"}, {"1", ""}});
}

TEST_CASE("every device of gpus.csv is a type with just its facts, and no type is without a row") {
  auto const table = by_key(gpu_rows(), {"device"});
  CHECK(table.size() == 45);
  std::set<std::string> seen;
  for_each_type(nvidia_devices{}, [&]<class Device>(boost::mp11::mp_identity<Device>) {
    std::string const key = key_of<Device>(table);
    INFO(key);
    CHECK((table.count(key) == 1) != without_row<Device>);
    if constexpr (!without_row<Device>) {
      if (table.count(key) == 1) compare(key, table.at(key), row_of_device<Device>());
      CHECK(seen.insert(key).second);
    }
  });
  for (auto const& [key, row] : table) {
    INFO("no type for " << key);
    CHECK(seen.count(key) == 1);
  }
  CHECK(not_compared(gpu_rows()[0], row_of_device<A100>()) == std::set<std::string>{"device", "notes"});
}

TEST_CASE("the V100 that leaves its size open has what both have in common, and nothing more") {
  auto const table = by_key(gpu_rows(), {"device"});
  auto const small = table.at("V100_16GB"), large = table.at("V100_32GB");
  auto ours = row_of_device<V100>();
  ours.erase("source");
  for (auto const& [column, cell] : ours) {
    INFO(column);
    CHECK(cell == (small.at(column) == large.at(column) ? small.at(column) : ""));
  }
  CHECK_FALSE(publishes<V100, fact::memory>);
}

TEST_CASE("devices without a row say nothing that is not in the table they come from") {
  auto const profiles = by_key(mig_rows(), {"device", "profile"});
  auto const check = [&]<class Device>(boost::mp11::mp_identity<Device>, std::string const& any_profile) {
    auto const& source = profiles.at(any_profile);
    table_row expected;
    for (auto const& [column, cell] : row_of_device<Device>()) expected[column] = "";
    expected["nvml_product_names"] = source.at("product_names");
    expected["architecture"] = source.at("architecture");
    expected["compute_capability"] = source.at("compute_capability");
    expected["sm_count"] = source.at("total_sms");
    expected["mig_capable"] = "yes";
    expected["mig_profile_device"] = source.at("device");
    expected["source"] = source.at("source");
    compare(Device::name, expected, row_of_device<Device>());
  };
  check(boost::mp11::mp_identity<H20_141GB>{}, "H20_141GB 1g.18gb");
  check(boost::mp11::mp_identity<GB300_DGX_STATION>{}, "GB300_DGX_STATION_252GB 1g.31gb");

  table_row nothing_known;
  for (auto const& [column, cell] : row_of_device<L4_VWS>()) nothing_known[column] = "";
  nothing_known["mig_capable"] = "no";
  nothing_known["source"] = L4_VWS::source;
  compare("L4_VWS", nothing_known, row_of_device<L4_VWS>());
  CHECK(request_only<L4_VWS>);
}

TEST_CASE("every profile of mig_profiles.csv is a type with just its facts, and no type is without a row") {
  auto const table = by_key(mig_rows(), {"device", "profile"});
  CHECK(table.size() == 151);
  std::set<std::string> seen, boards;
  std::map<std::string, std::string> products;
  table_row compared;
  for_each_type(nvidia_devices{}, [&]<class Device>(boost::mp11::mp_identity<Device>) {
    if constexpr (detail::partitionable<Device>) {
      using board = typename Device::board;
      boards.insert(board::name);
      // Rows that no profile has would be seen by nobody else.
      CHECK(std::size(board::rows) == static_cast<std::size_t>(size_of_list<typename board::profiles>));
      if (auto const names = product_names_of<Device>(); !names.empty()) {
        auto& all = products[board::name];
        all += (all.empty() ? "" : "|") + names;
      }
      for_each_type(typename Device::partitions{}, [&]<class Profile>(boost::mp11::mp_identity<Profile>) {
        auto const ours = row_of_partition<Device, mig_partition<Device, Profile>>();
        std::string const key = joined(" ", std::string{board::name}, std::string{Profile::name});
        INFO(Device::name << ", " << key);
        REQUIRE(table.count(key) == 1);
        compare(key, table.at(key), ours);
        seen.insert(key);
        compared = ours;
      });
    }
  });
  CHECK(boards.size() == 22);
  for (auto const& [key, row] : table) {
    INFO("no type for " << key);
    CHECK(seen.count(key) == 1);
    INFO("products with the board " << row.at("device"));
    CHECK(row.at("product_names") == products[row.at("device")]);
  }
  CHECK(not_compared(mig_rows()[0], compared) == std::set<std::string>{"memory_gib_printed", "notes", "product_names"});
}

TEST_CASE("the MiB of a profile are those that nvidia-smi prints as GiB") {
  int printed_of_known = 0;
  for (auto const& row : mig_rows()) {
    auto const& printed = row.at("memory_gib_printed");
    if (printed.empty() || row.at("memory_mib").empty()) continue;
    ++printed_of_known;
    INFO(row.at("device") << " " << row.at("profile"));
    CHECK(std::abs(std::stod(printed) - std::stod(row.at("memory_mib")) / 1024) <= 0.005001);
  }
  CHECK(printed_of_known > 0);
}

TEST_CASE("the devices of the other vendors are those that flyte_messages.tsv names") {
  std::set<std::string> named;
  for (auto const& row : flyte_rows()) {
    if (row.at("sdk") != "edge" && !row.at("device").empty()) named.insert(row.at("device"));
  }
  std::set<std::string> found;
  for_each_type(detail::known_devices::devices{}, [&]<class Device>(boost::mp11::mp_identity<Device>) {
    bool is_named = false;
    auto const look_up = [&](char const* name) {
      if (named.count(name) == 1) {
        found.insert(name);
        is_named = true;
      }
    };
    if constexpr (requires { Device::flyte_name; }) look_up(Device::flyte_name);
    if constexpr (requires { Device::flyte2_name; }) look_up(Device::flyte2_name);
    if constexpr (!detail::nvidia_gpu<Device> && !host_processor<Device>) {
      // Two TPUs are in Google's tables alone.
      INFO(Device::name << " is in the catalogue, and in no row");
      CHECK(is_named != (std::is_same_v<Device, V4> || std::is_same_v<Device, TPU7X>));
    }
  });
  CHECK(named == found);
}

TEST_CASE("the slices that Flyte hands out of a TPU are those that flytekit has") {
  for_each_type(google_devices{}, [&]<class Device>(boost::mp11::mp_identity<Device>) {
    std::vector<std::string> theirs, ours;
    for (auto const& row : flyte_rows()) {
      if (row.at("sdk") == "flytekit" && row.at("message") == "GPUAccelerator" &&
          row.at("device") == Device::gke_accelerator && row.at("state") == "partition") {
        theirs.push_back(row.at("partition_size"));
      }
    }
    for_each_type(typename Device::partitions{}, [&]<class Topology>(boost::mp11::mp_identity<Topology>) {
      if (tpu_slice<Device, Topology>::flyte_offers) ours.push_back(Topology::name);
    });
    INFO(Device::name);
    CHECK(theirs == ours);
  });
}

TEST_CASE("every name of a device leads to it, and to no other but the one the catalogue puts first") {
  struct answer {
    std::string name, device, first;
    bool operator<(answer const& other) const { return name + device < other.name + other.device; }
    bool operator==(answer const& other) const {
      return name == other.name && device == other.device && first == other.first;
    }
  };
  std::vector<std::string> devices;
  for_each_type(detail::known_devices::devices{},
                [&]<class Device>(boost::mp11::mp_identity<Device>) { devices.push_back(Device::name); });
  CHECK(std::set<std::string>(devices.begin(), devices.end()).size() == devices.size());

  std::set<answer> others;
  for_each_type(detail::known_devices::devices{}, [&]<class Device>(boost::mp11::mp_identity<Device>) {
    std::vector<std::string> names{Device::name};
    if constexpr (requires { Device::flyte_name; }) names.push_back(Device::flyte_name);
    if constexpr (requires { Device::flyte2_name; }) names.push_back(Device::flyte2_name);
    if constexpr (requires { Device::gke_accelerator; }) names.push_back(Device::gke_accelerator);
    if constexpr (requires { Device::aliases; })
      names.insert(names.end(), std::begin(Device::aliases), std::end(Device::aliases));
    if constexpr (requires { Device::product_names; }) {
      names.insert(names.end(), std::begin(Device::product_names), std::end(Device::product_names));
    }
    for (auto const& name : names) {
      INFO(name);
      int const index = detail::known_devices::find(name.c_str());
      REQUIRE(index >= 0);
      if (devices[static_cast<std::size_t>(index)] != Device::name) {
        others.insert({name, Device::name, devices[static_cast<std::size_t>(index)]});
      }
      // The lists of one kind of device agree with the list of all.
      bool const is_gpu = detail::nvidia_gpu<Device> || detail::amd_gpu<Device>;
      CHECK((detail::known_gpus::find(name.c_str()) >= 0) == is_gpu);
    }
  });
  CHECK(others ==
        std::set<answer>{{"nvidia-tesla-v100", "V100_16GB", "V100"}, {"nvidia-tesla-v100", "V100_32GB", "V100"}});

  for (char const* unknown : {"", "A100 ", "a100", "nvidia-tesla-a10", "H100_80"}) {
    INFO(unknown);
    CHECK(detail::known_devices::find(unknown) == -1);
  }
}
