// SPDX-License-Identifier: BSL-1.0
// From names at run time to types: every name of test/data in every spelling, what is said about other names, and that
// nothing is allocated.
// Data: the names in the tables of test/data, which vendors print; how they may be spelled is stated here.
#include <allotype/accelerator/facts.hpp>
#include <allotype/names/with_accelerator.hpp>

#include <cstdlib>
#include <new>
#include <string>

#include <boost/mp11/algorithm.hpp>

#include "catalog/catalog_csv.hpp"
#include "catch.hpp"

namespace {

long long allocations = 0;

}  // namespace

// Everything that the program allocates is counted. Not inlined, or g++ takes one half for the program's and the other
// for the library's.
[[gnu::noinline]] void* operator new(std::size_t bytes) {
  ++allocations;
  if (void* const memory = std::malloc(bytes == 0 ? 1 : bytes)) return memory;
  throw std::bad_alloc{};
}
[[gnu::noinline]] void* operator new[](std::size_t bytes) { return operator new(bytes); }
[[gnu::noinline]] void* operator new(std::size_t bytes, std::nothrow_t const&) noexcept {
  ++allocations;
  return std::malloc(bytes == 0 ? 1 : bytes);
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete[](void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }

namespace at = allotype;

namespace {

using names = at::detail::accelerator_names<>;

// Constants, too.
static_assert(names::find("A100") >= 0 && names::find("nvidia-tesla-a100") == names::find("A100"));
static_assert(names::find("A100", "2g.10gb") == names::find("NVIDIA A100-SXM4-40GB MIG 2g.10gb"));
static_assert(names::find("gpu:a100_3g.20gb:1") == names::find("A100 3g.20gb"));
static_assert(names::find("A100 2g.40gb") == -1 && names::find("") == -1 && names::find("2g.10gb") == -1);

/// What tests ask of a type: its name, and numbers that its row in the tables has.
struct identity {
  char const* name;
  int sm_count = -1, compute_slices = -1, smi_profile_id = -1;
};
struct identify {
  template <class A>
  identity operator()(std::type_identity<A>) const {
    identity result{at::name_of<A>};
    if constexpr (at::publishes<A, at::fact::sm_count>) result.sm_count = at::fact_of<A, at::fact::sm_count>;
    if constexpr (at::publishes<A, at::fact::compute_slices>)
      result.compute_slices = at::fact_of<A, at::fact::compute_slices>;
    if constexpr (at::publishes<A, at::fact::smi_profile_id>)
      result.smi_profile_id = at::fact_of<A, at::fact::smi_profile_id>;
    return result;
  }
};

std::string meaning(std::string const& name) { return at::with_accelerator(name, identify{}).name; }
std::string meaning(std::string const& device, std::string const& partition) {
  return at::with_accelerator(device, partition, identify{}).name;
}

std::vector<std::string> split(std::string const& cell, char separator) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin < cell.size();) {
    std::size_t const end = std::min(cell.find(separator, begin), cell.size());
    parts.push_back(cell.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

std::vector<table_row> rows(std::string const& file) {
  return rows_of(csv_records(text_of_file(ALLOTYPE_TEST_DATA "/" + file)));
}

/// The catalogue's name of a device of the tables.
std::string in_catalogue(std::string const& key) { return key == "A100_40GB" ? "A100" : key; }

/// The devices of the catalogue that have the partitions of a board. The last two boards are in no row of gpus.csv.
std::vector<std::string> devices_of_board(std::string const& board) {
  std::vector<std::string> devices;
  for (table_row const& row : rows("gpus.csv")) {
    if (row.at("mig_profile_device") == board) devices.push_back(in_catalogue(row.at("device")));
  }
  if (board == "H20_141GB") devices.push_back("H20_141GB");
  if (board == "GB300_DGX_STATION_252GB") devices.push_back("GB300_DGX_STATION");
  return devices;
}

std::string replaced(std::string text, std::string const& from, std::string const& to) {
  for (std::size_t at = text.find(from); at != text.npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}
std::string in_lower_case(std::string text) {
  for (char& c : text) c = at::detail::lower(c);
  return text;
}
std::string in_upper_case(std::string text) {
  for (char& c : text) c = at::detail::upper(c);
  return text;
}

}  // namespace

TEST_CASE("every GPU of the table is found by its key and by what NVML calls it") {
  int checked = 0;
  for (table_row const& row : rows("gpus.csv")) {
    std::string const name = in_catalogue(row.at("device"));
    INFO(name);
    CHECK(meaning(row.at("device")) == name);
    CHECK(meaning(in_lower_case(row.at("device"))) == name);
    CHECK(meaning("gpu:" + in_lower_case(row.at("device")) + ":4") == name);
    CHECK(meaning(name, "") == name);
    for (std::string const& product : split(row.at("nvml_product_names"), '|')) {
      CHECK(meaning(product) == name);
      CHECK(meaning(replaced(in_lower_case(product), " ", "_")) == name);  // as Slurm does
    }
    auto const found = at::with_accelerator(name, identify{});
    CHECK(found.sm_count == (row.at("sm_count").empty() ? -1 : std::stoi(row.at("sm_count"))));
    ++checked;
  }
  CHECK(checked == 48);
}

TEST_CASE("every MIG profile of the table is found in every spelling") {
  int checked = 0;
  for (table_row const& row : rows("mig_profiles.csv")) {
    std::string const profile = row.at("profile");
    auto const devices = devices_of_board(row.at("device"));
    REQUIRE_FALSE(devices.empty());
    for (std::string const& device : devices) {
      std::string const name = device + " " + profile;
      INFO(name);
      auto const found = at::with_accelerator(device, profile, identify{});
      CHECK(found.name == name);
      CHECK(found.compute_slices == std::stoi(row.at("compute_slices")));
      CHECK(found.sm_count == (row.at("sm_count").empty() ? -1 : std::stoi(row.at("sm_count"))));
      CHECK(found.smi_profile_id == (row.at("smi_profile_id").empty() ? -1 : std::stoi(row.at("smi_profile_id"))));

      CHECK(meaning(name) == name);
      std::string const in_kubernetes = "mig-" + replaced(profile, "+", ".");
      CHECK(meaning(device, "nvidia.com/" + in_kubernetes) == name);
      CHECK(meaning(device, in_kubernetes) == name);
      CHECK(meaning("gpu:" + in_lower_case(device) + "_" + profile + ":1") == name);
      CHECK(meaning("gres/gpu:nvidia_" + in_lower_case(device) + "_" + profile + ":2(S:0-1)") == name);
      ++checked;
    }
    // The board by its products' names: the first device that is called so.
    for (std::string const& product : split(row.at("product_names"), '|')) {
      std::string const name = meaning(product) + " " + profile;
      CHECK(meaning(product + " MIG " + profile) == name);
      CHECK(meaning(replaced(in_lower_case(product), " ", "_") + "_" + profile) == name);
      CHECK(meaning(product, profile) == name);
    }
  }
  CHECK(checked >= 151);
}

TEST_CASE("each type is found by its own name, and by each name of its device") {
  int position = 0;
  bool all = true;
  auto const check = [&]<class A>(std::type_identity<A>) {
    all = all && names::find(at::name_of<A>) == position && names::at(at::name_of<A>) == position;
    ++position;
  };
  // No fold: clang's go no deeper than 256.
  [&]<class... A>(at::list<A...>) {
    (void)std::initializer_list<int>{(check(std::type_identity<A>{}), 0)...};
  }(names::types{});
  CHECK(all);
  CHECK(position == names::count);

  int different = 0, asked = 0;
  [&]<class... Devices>(at::list<Devices...>) {
    auto const check_names = [&]<class Device>(std::type_identity<Device>) {
      at::detail::for_each_name<Device>([&](char const* name) {
        ++asked;
        // device_named<"…"> takes the first device that answers to a name; so does this.
        using known = at::detail::known_devices;
        if (meaning(name) != at::detail::accelerator_table<known::devices>::device_names[known::find(name)]) {
          ++different;
        }
      });
    };
    (check_names(std::type_identity<Devices>{}), ...);
  }(at::detail::known_devices::devices{});
  CHECK(asked > 150);
  CHECK(different == 0);
}

TEST_CASE("compute instances are found in every spelling") {
  CHECK(meaning("A100 1c.3g.20gb") == "A100 1c.3g.20gb");
  CHECK(meaning("NVIDIA A100-SXM4-40GB MIG 1c.3g.20gb") == "A100 1c.3g.20gb");
  CHECK(meaning("nvidia-tesla-a100", "2c.3g.20gb") == "A100 2c.3g.20gb");
  CHECK(meaning("nvidia_h100_80gb_hbm3_4c.7g.80gb") == "H100_80GB 4c.7g.80gb");
  CHECK(meaning("A30", "1c.2g.12gb+me") == "A30 1c.2g.12gb+me");
  static_assert(std::is_same_v<boost::mp11::mp_at_c<names::types, names::find("A100 1c.3g.20gb")>,
                               at::A100::partition<"1c.3g.20gb">>);
  CHECK_THROWS_WITH(meaning("A100 4c.3g.20gb"),
                    starts_with("A100 has no partition \"4c.3g.20gb\"; the nearest are 1c.3g.20gb, 2c.3g.20gb"));
  CHECK_THROWS_AS(meaning("A100 1c.1g.5gb"), at::input_error);
}

TEST_CASE("names of some drivers mean the partition of today's name") {
  CHECK(meaning("NVIDIA A100-SXM4-80GB MIG 7g.79gb") == "A100_80GB 7g.80gb");
  CHECK(meaning("A800_80GB", "3g.39gb") == "A800_80GB 3g.40gb");
  CHECK(meaning("GB200 1g.24gb+me") == "GB200 1g.23gb+me");
  CHECK(meaning("H100_94GB 1g.24gb") == "H100_94GB 1g.24gb");  // there it is today's
  for (at::mig_name_row const& row : at::mig_name_rows) {
    for (std::string const& device : devices_of_board(row.board))
      CHECK(meaning(device, row.other) == device + " " + row.profile);
  }
}

TEST_CASE("every slice and mode of the tables is found") {
  int slices = 0, modes = 0;
  for (table_row const& row : rows("tpu_topologies.csv")) {
    std::string const& generation = row.at("generation");
    std::string const device = generation == "tpu7x" ? "TPU7X" : "V" + in_upper_case(generation.substr(1));
    CHECK(meaning(device + " " + row.at("topology")) == device + " " + row.at("topology"));
    ++slices;
  }
  for (table_row const& row : rows("amd_partitions.csv")) {
    std::string const mode = row.at("compute_mode") + "/" + row.at("memory_mode");
    if (row.at("status") == "valid") {
      CHECK(meaning(row.at("device"), mode) == row.at("device") + " " + mode);
      CHECK(meaning(row.at("device"), "amd.com/" + in_lower_case(replaced(mode, "/", "_"))) ==
            row.at("device") + " " + mode);
      ++modes;
    } else {
      CHECK_THROWS_AS(meaning(row.at("device"), mode), at::input_error);
    }
  }
  CHECK(slices == 223);
  CHECK(modes == 31);
}

TEST_CASE("other accelerators than NVIDIA's, and the whole of a device") {
  CHECK(meaning("cpu") == "cpu");
  CHECK(meaning("V5E 2x4") == "V5E 2x4");
  CHECK(meaning("tpu-v5-lite-podslice", "2x4") == "V5E 2x4");
  CHECK(meaning("amd-mi300x") == "MI300X");
  CHECK(meaning("A100 unpartitioned") == "A100 unpartitioned");
  CHECK(meaning("nvidia-tesla-a100", "unpartitioned") == "A100 unpartitioned");
  CHECK(meaning("nvidia-tesla-v100") == "V100");  // three devices answer to that name
}

TEST_CASE("an unknown name is an error with the nearest names") {
  // The name of several boards names none of them.
  CHECK_THROWS_WITH(meaning("H20"), "\"H20\" is no accelerator by itself: it is said of H20_96GB, H20_141GB");
  CHECK_THROWS_WITH(meaning("gh200"), "\"gh200\" is no accelerator by itself: it is said of GH200_96GB, GH200_144GB");
  CHECK_THROWS_WITH(meaning("A1000"), "no accelerator is called \"A1000\"; the nearest are A100, P100, V100");
  CHECK_THROWS_WITH(meaning("nvidia-tesla-v10"),
                    starts_with("no accelerator is called \"nvidia-tesla-v10\"; the nearest are V100,"));
  CHECK_THROWS_WITH(meaning("L5", "1g.5gb"), starts_with("no accelerator is called \"L5\"; the nearest are L4,"));
  CHECK_THROWS_WITH(meaning("A100 2g.11gb"),
                    "A100 has no partition \"2g.11gb\"; the nearest are 2g.10gb, 1g.10gb, 1g.5gb");
  CHECK_THROWS_WITH(meaning("A100", "3g.40gb"),
                    "A100 has no partition \"3g.40gb\"; the nearest are 3g.20gb, 7g.40gb, 1g.10gb; one of that name is "
                    "offered by A100_80GB, A100_80GB_PCIE, A800_80GB, H100_80GB, H100_80GB_PCIE, H800, H800_PCIE");
  CHECK_THROWS_WITH(meaning("NVIDIA L4 MIG 1g.5gb"), "L4 has no partitions, so no \"1g.5gb\" either");
  CHECK_THROWS_AS(meaning(""), at::input_error);
  CHECK_THROWS_AS(meaning(" "), at::input_error);
  CHECK_THROWS_AS(meaning("_1g.5gb_"), at::input_error);
  CHECK_THROWS_AS(meaning("gpu:2"), at::input_error);
  CHECK_THROWS_AS(meaning(std::string(100'000, 'x')), at::input_error);
  CHECK_THROWS_AS(meaning("A100", std::string(100'000, 'x')), at::input_error);
  CHECK_THROWS_AS(meaning("A100 2g.10gb "), at::input_error);
  CHECK_THROWS_AS(meaning("A100", "2g.10g"), at::input_error);
}

TEST_CASE("a partition without its device is an error that says whose it could be") {
  CHECK_THROWS_AS(meaning("1g.10gb"), at::input_error);
  CHECK_THROWS_WITH(meaning("nvidia.com/mig-1g.35gb"), contains("which could be H20_141GB, H200, GB300"));
  CHECK_THROWS_WITH(
      meaning("nvidia.com/mig-1g.5gb.me"),
      "\"nvidia.com/mig-1g.5gb.me\" is the name of a partition, and says little without its device, which "
      "could be A100, A800_40GB");
  CHECK_THROWS_AS(meaning("gpu:3g.40gb:1"), at::input_error);
  // Both are errors of the library.
  CHECK_THROWS_AS(meaning("1g.10gb"), at::error);
  CHECK_THROWS_AS(meaning("A1000"), at::error);
}

TEST_CASE("misspelt names lead to the name that was meant, or are refused") {
  int refused = 0, nearest = 0;
  for (table_row const& row : rows("mig_profiles.csv")) {
    std::string const device = devices_of_board(row.at("device")).front(), profile = row.at("profile");
    // The last letter is missing.
    std::string const wrong = profile.substr(0, profile.size() - 1);
    try {
      meaning(device, wrong);
    } catch (at::input_error const& failure) {
      ++refused;
      nearest += std::string(failure.what()).find(" " + profile) != std::string::npos;
    }
  }
  CHECK(refused == 151);
  CHECK(nearest == 151);
}

TEST_CASE("nothing is allocated") {
  char const* const spellings[] = {"A100 2g.10gb",        "NVIDIA A100-SXM4-40GB MIG 2g.10gb",
                                   "nvidia-tesla-a100",   "gpu:a100_3g.20gb:1",
                                   "nvidia_a100_3g.20gb", "V5E 2x4"};
  long long const before = allocations;
  long long length = 0;
  for (char const* name : spellings)
    length += static_cast<long long>(std::char_traits<char>::length(at::with_accelerator(name, identify{}).name));
  length += static_cast<long long>(std::char_traits<char>::length(
      at::with_accelerator("nvidia-tesla-a100", "nvidia.com/mig-1g.5gb.me", identify{}).name));
  long long const after = allocations;
  CHECK(after == before);
  CHECK(length > 0);
}

namespace acme {

struct xpu : at::partitionable_device<xpu> {
  static constexpr char name[] = "acme-xpu";
  static constexpr char const* aliases[] = {"XPU 1"};
  struct half {
    static constexpr char name[] = "half";
  };
  using partitions = at::list<half>;
};

}  // namespace acme

TEST_CASE("a list of one's own, with an accelerator of one's own") {
  using mine = at::list<acme::xpu, at::L4>;
  auto const name = []<class A>(std::type_identity<A>) { return std::string(at::name_of<A>); };
  CHECK(at::with_accelerator<mine>("xpu_1", name) == "acme-xpu");
  CHECK(at::with_accelerator<mine>("acme-xpu", "half", name) == "acme-xpu half");
  CHECK(at::with_accelerator<mine>("NVIDIA L4", name) == "L4");
  CHECK_THROWS_WITH(at::with_accelerator<mine>("A100", name),
                    "no accelerator is called \"A100\"; the nearest are L4, acme-xpu");
  // References are returned as such.
  int value = 0;
  int& same = at::with_accelerator<mine>("L4", [&]<class A>(std::type_identity<A>) -> int& { return value; });
  CHECK(&same == &value);
}
