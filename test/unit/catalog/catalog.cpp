// SPDX-License-Identifier: BSL-1.0
/// \file
/// The catalogue against test/data/gpus.csv, mig_profiles.csv and flyte_messages.tsv: every cell that
/// test/data/README.md says is compared, both ways. An empty cell is a member that is not there.
/// Data: not of the catalogue. gpus.csv and mig_profiles.csv were collected from captures of nvidia-smi, NVIDIA's
/// guides and go-nvml, flyte_messages.tsv was printed by flytekit. Both name the same sources as the catalogue, so this
/// finds slips of one of them, and not errors of the sources.

#include <allotype/accelerator/facts.hpp>
#include <allotype/accelerator/known_devices.hpp>
#include <cmath>
#include <set>
#include <span>
#include <type_traits>

#include "catalog_csv.hpp"
#include "catch.hpp"

namespace {

using namespace allotype;

// ---- the lists of types

template <class... Types, class Visitor>
void for_each_type(list<Types...>, Visitor visit) {
  (visit(std::type_identity<Types>{}), ...);
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

// ---- members as cells: data of the type, which functions that are no templates turn into text

/// A member's value where the type has the member, else nothing.
struct cell {
  char const* column = nullptr;
  enum class holds { nothing, number, truth, text, version, names, starts } what = holds::nothing;
  unsigned long long number = 0;  ///< of a version: ten times the major, and the minor
  unsigned long long unit = 1;
  char const* text = nullptr;
  char const* const* names = nullptr;
  std::size_t count = 0;
  mig_row const* row = nullptr;
};

constexpr cell cell_of(char const* column, int number) {
  return {.column = column, .what = cell::holds::number, .number = static_cast<unsigned long long>(number)};
}
constexpr cell cell_of(char const* column, bool yes) {
  return {.column = column, .what = cell::holds::truth, .number = yes};
}
constexpr cell cell_of(char const* column, char const* text) {
  return {.column = column, .what = cell::holds::text, .text = text};
}
constexpr cell cell_of(char const* column, compute_capability<> version) {
  return {.column = column,
          .what = cell::holds::version,
          .number = static_cast<unsigned long long>(version.major * 10 + version.minor)};
}
constexpr cell cell_of(char const* column, bytes amount, unsigned long long unit) {
  return {.column = column, .what = cell::holds::number, .number = amount.count, .unit = unit};
}

std::string text_of(cell const& one) {
  std::string text;
  switch (one.what) {
    case cell::holds::nothing:
      break;
    case cell::holds::number:
      // A whole number of units; a rest shows as a fraction that no cell has.
      text = std::to_string(one.number / one.unit) + (one.number % one.unit == 0 ? "" : ".rest");
      break;
    case cell::holds::truth:
      text = one.number != 0 ? "yes" : "no";
      break;
    case cell::holds::text:
      text = one.text;
      break;
    case cell::holds::version:
      text = std::to_string(one.number / 10) + "." + std::to_string(one.number % 10);
      break;
    case cell::holds::names:
      for (std::size_t i = 0; i < one.count; ++i) text += (i == 0 ? "" : "|") + std::string{one.names[i]};
      break;
    case cell::holds::starts:
      for (int i = 0; i < one.row->start_count(); ++i) {
        text += (i == 0 ? "" : " ") + std::to_string(one.row->starts[i]) + ":" + std::to_string(one.row->memory_slices);
      }
      break;
  }
  return text;
}

table_row text_of(std::span<cell const> cells) {
  table_row row;
  for (cell const& one : cells) row[one.column] = text_of(one);
  return row;
}

constexpr unsigned long long byte = 1, mebibyte = 1 << 20, gigabyte = 1'000'000'000;

/// The cell of a member. The member, `publishes` and the trait have to agree on whether it is known.
#define MEMBER_CELL(heading, type, member, ...)                         \
  [] {                                                                  \
    if constexpr (requires { type::member; }) {                         \
      static_assert(publishes<type, fact::member>);                     \
      return cell_of(heading, type::member __VA_OPT__(, ) __VA_ARGS__); \
    } else {                                                            \
      return cell{.column = heading};                                   \
    }                                                                   \
  }()

/// The same for facts that a partition has of its own and that no parent may stand in for.
#define OWN_CELL(heading, type, member, ...)                                    \
  [] {                                                                          \
    static_assert(publishes<type, fact::member> == requires { type::member; }); \
    return MEMBER_CELL(heading, type, member __VA_OPT__(, ) __VA_ARGS__);       \
  }()

#define BOARD_CELL(heading, board, member)     \
  [] {                                         \
    if constexpr (requires { board::member; }) \
      return cell_of(heading, board::member);  \
    else                                       \
      return cell{.column = heading};          \
  }()

template <class Device>
constexpr cell product_names_of() {
  cell one{.column = "nvml_product_names", .what = cell::holds::names};
  if constexpr (requires { Device::product_names; }) {
    one.names = std::data(Device::product_names);
    one.count = std::size(Device::product_names);
  }
  return one;
}

template <class Device>
constexpr char const* board_name_of() {
  if constexpr (detail::partitionable<Device>) {
    return Device::board::name;
  } else {
    return "";
  }
}

template <class Device>
constexpr cell cells_of_device[] = {
    product_names_of<Device>(),
    OWN_CELL("architecture", Device, architecture),
    OWN_CELL("compute_capability", Device, compute_capability),
    OWN_CELL("sm_count", Device, sm_count),
    OWN_CELL("memory_gb", Device, nominal_memory, gigabyte),
    MEMBER_CELL("fb_total_mib", Device, memory, mebibyte),
    OWN_CELL("max_shared_mem_per_block_optin_bytes", Device, max_shared_memory_per_block, byte),
    OWN_CELL("max_threads_per_sm", Device, max_threads_per_sm),
    cell_of("mig_capable", detail::partitionable<Device>),
    OWN_CELL("mig_max_instances", Device, mig_max_instances),
    cell_of("mig_profile_device", board_name_of<Device>()),
    OWN_CELL("fp8", Device, fp8),
    OWN_CELL("bf16", Device, bf16),
    OWN_CELL("fp64_tensor", Device, fp64_tensor),
    OWN_CELL("memory_bandwidth_gbs", Device, memory_bandwidth_gb_per_s),
    cell_of("source", Device::source),
};

template <class Device>
table_row row_of_device() {
  return text_of(cells_of_device<Device>);
}

/// The cells of a partition of a device, without those that other devices with the same board add to.
template <class Board, class Partition>
constexpr cell cells_of_partition[] = {
    cell_of("device", Board::name),
    cell_of("architecture", fact_of<Partition, fact::architecture>),
    cell_of("compute_capability", fact_of<Partition, fact::compute_capability>),
    BOARD_CELL("total_memory_slices", Board, memory_slices),
    BOARD_CELL("total_compute_slices", Board, compute_slices),
    BOARD_CELL("total_sms", Board, sm_count),
    cell_of("profile", Partition::name),
    OWN_CELL("nvml_profile_id", Partition, nvml_profile_id),
    OWN_CELL("smi_profile_id", Partition, smi_profile_id),
    OWN_CELL("compute_slices", Partition, compute_slices),
    OWN_CELL("memory_slices", Partition, memory_slices),
    OWN_CELL("memory_mib", Partition, memory, mebibyte),
    OWN_CELL("sm_count", Partition, sm_count),
    OWN_CELL("copy_engines", Partition, copy_engines),
    OWN_CELL("nvdec", Partition, nvdec),
    OWN_CELL("nvenc", Partition, nvenc),
    OWN_CELL("jpeg", Partition, jpeg),
    OWN_CELL("ofa", Partition, ofa),
    OWN_CELL("max_instances", Partition, max_instances),
    {.column = "placements", .what = cell::holds::starts, .row = &Partition::row},
    cell_of("memory_mib_basis", Partition::row.memory_basis),
    cell_of("placements_basis", Partition::row.placements_basis),
    cell_of("source", Board::source),
};

/// A device, its names, and its cells where it has a row of gpus.csv.
struct device_cells {
  char const* name;
  std::vector<char const*> names;  ///< all of them
  std::span<char const* const> aliases;
  bool without_row;
  std::span<cell const> cells;
};

template <class Device>
device_cells device_cells_of() {
  device_cells device{Device::name, {Device::name}, {}, without_row<Device>, {}};
  auto const add = [&](auto const& names) {
    device.names.insert(device.names.end(), std::begin(names), std::end(names));
  };
  if constexpr (requires { Device::flyte_name; }) device.names.push_back(Device::flyte_name);
  if constexpr (requires { Device::flyte2_name; }) device.names.push_back(Device::flyte2_name);
  if constexpr (requires { Device::gke_accelerator; }) device.names.push_back(Device::gke_accelerator);
  if constexpr (requires { Device::aliases; }) {
    device.aliases = Device::aliases;
    add(device.aliases);
  }
  if constexpr (requires { Device::product_names; }) add(std::span<char const* const>(Device::product_names));
  if constexpr (detail::nvidia_gpu<Device>) device.cells = cells_of_device<Device>;
  return device;
}

template <class... Devices>
std::vector<device_cells> all_devices(list<Devices...>) {
  std::vector<device_cells> devices;
  (devices.push_back(device_cells_of<Devices>()), ...);
  return devices;
}

/// A partitionable device: its board, and the cells of each of its partitions.
struct board_cells {
  char const* device;
  char const* board;
  cell product_names;
  std::size_t rows, profiles;
  std::vector<std::span<cell const>> partitions;
};

template <class Device, class... Profiles>
board_cells cells_of_board(list<Profiles...>) {
  using board = typename Device::board;
  return {Device::name,
          board::name,
          product_names_of<Device>(),
          std::size(detail::mig_rows<board>.at),
          static_cast<std::size_t>(size_of_list<typename board::profiles>),
          {cells_of_partition<board, mig_partition<Device, Profiles>>...}};
}

std::vector<board_cells> all_boards() {
  std::vector<board_cells> boards;
  for_each_type(nvidia_devices{}, [&]<class Device>(std::type_identity<Device>) {
    if constexpr (detail::partitionable<Device>)
      boards.push_back(cells_of_board<Device>(typename Device::partitions{}));
  });
  return boards;
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
std::string key_of(device_cells const& device, std::map<std::string, table_row> const& table) {
  for (char const* name : device.aliases) {
    if (table.count(name) == 1) return name;
  }
  return device.name;
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
  CHECK(table.size() == 48);
  std::set<std::string> seen;
  for (device_cells const& device : all_devices(nvidia_devices{})) {
    std::string const key = key_of(device, table);
    INFO(key);
    CHECK((table.count(key) == 1) != device.without_row);
    if (device.without_row) continue;
    if (table.count(key) == 1) compare(key, table.at(key), text_of(device.cells));
    CHECK(seen.insert(key).second);
  }
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
  auto const check = [&]<class Device>(std::type_identity<Device>, std::string const& any_profile) {
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
  check(std::type_identity<H20_141GB>{}, "H20_141GB 1g.18gb");
  check(std::type_identity<GB300_DGX_STATION>{}, "GB300_DGX_STATION_252GB 1g.31gb");

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
  for (board_cells const& device : all_boards()) {
    boards.insert(device.board);
    INFO(device.device << ", " << device.board);
    // Rows that no profile has would be seen by nobody else.
    CHECK(device.rows == device.profiles);
    if (auto const names = text_of(device.product_names); !names.empty()) {
      auto& all = products[device.board];
      all += (all.empty() ? "" : "|") + names;
    }
    for (auto const& cells : device.partitions) {
      auto const ours = text_of(cells);
      std::string const key = ours.at("device") + " " + ours.at("profile");
      INFO(key);
      REQUIRE(table.count(key) == 1);
      compare(key, table.at(key), ours);
      seen.insert(key);
      compared = ours;
    }
  }
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
  for_each_type(detail::known_devices::devices{}, [&]<class Device>(std::type_identity<Device>) {
    bool is_named = false;
    auto const look_up = [&](char const* name) {
      if (named.count(name) == 1) {
        found.insert(name);
        is_named = true;
      }
    };
    if constexpr (requires { Device::flyte_name; }) look_up(Device::flyte_name);
    if constexpr (requires { Device::flyte2_name; }) look_up(Device::flyte2_name);
    if constexpr (requires { Device::flyte2_shared_name; }) look_up(Device::flyte2_shared_name);
    if constexpr (!detail::nvidia_gpu<Device> && !host_processor<Device>) {
      // Their makers and Ray have these alone.
      constexpr bool is_of_flyte = []<class... Other>(list<Other...>) {
        return !(std::is_same_v<Device, Other> || ...);
      }(list<V4, TPU7X, MI308X, Gaudi2, Gaudi3, Trn3>{});
      INFO(Device::name << " is in the catalogue, and in no row");
      CHECK(is_named == is_of_flyte);
    }
  });
  CHECK(named == found);
}

TEST_CASE("the slices that Flyte hands out of a TPU are those that flytekit has") {
  for_each_type(google_devices{}, [&]<class Device>(std::type_identity<Device>) {
    std::vector<std::string> theirs, ours;
    for (auto const& row : flyte_rows()) {
      if (row.at("sdk") == "flytekit" && row.at("message") == "GPUAccelerator" &&
          row.at("device") == Device::gke_accelerator && row.at("state") == "partition") {
        theirs.push_back(row.at("partition_size"));
      }
    }
    for_each_type(typename Device::partitions{}, [&]<class Topology>(std::type_identity<Topology>) {
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
  auto const devices = all_devices(detail::known_devices::devices{});
  std::set<std::string> all_names;
  for (device_cells const& device : devices) all_names.insert(device.name);
  CHECK(all_names.size() == devices.size());

  std::set<answer> others;
  for (device_cells const& device : devices) {
    for (char const* name : device.names) {
      INFO(name);
      int const index = detail::known_devices::find(name);
      REQUIRE(index >= 0);
      std::string const found = devices[static_cast<std::size_t>(index)].name;
      if (found != device.name) others.insert({name, device.name, found});
    }
  }
  CHECK(others ==
        std::set<answer>{{"nvidia-tesla-v100", "V100_16GB", "V100"}, {"nvidia-tesla-v100", "V100_32GB", "V100"}});

  for (char const* unknown : {"", "A100 ", "a100", "nvidia-tesla-a10", "H100_80"}) {
    INFO(unknown);
    CHECK(detail::known_devices::find(unknown) == -1);
  }
}
