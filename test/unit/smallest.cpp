// SPDX-License-Identifier: BSL-1.0
/// \file
/// The search for the smallest partition against a search by force over the rows of test/data/mig_profiles.csv and
/// gpus.csv, which shares nothing with it but the documented order.

#include <algorithm>
#include <limits>
#include <random>
#include <tuple>

#include <allotype/accelerator/known_devices.hpp>
#include <allotype/plan/smallest.hpp>

#include "catalog_csv.hpp"
#include "catch.hpp"

namespace {

using namespace allotype;
using core::quantity;

using number = long long;
constexpr number not_known = -1;

number number_in(std::string const& cell) {
  if (cell.empty()) return not_known;
  if (cell == "yes") return 1;
  if (cell == "no") return 0;
  if (auto const point = cell.find('.'); point != std::string::npos) {
    return 10 * std::stoll(cell.substr(0, point)) + std::stoll(cell.substr(point + 1));  // a compute capability
  }
  return std::stoll(cell);
}
number times(number known, number unit) { return known == not_known ? not_known : known * unit; }

/// What a row of the tables offers, by quantity. A quantity that is not there is not known.
struct offer {
  std::string name;
  bool whole = false;
  std::map<quantity, number> known;

  number operator[](quantity which) const {
    auto const found = known.find(which);
    return found == known.end() ? not_known : found->second;
  }
};

constexpr number mebibyte = 1 << 20;

/// What the rows of GPUs say about all of their slices. NVIDIA's limits of a block hold for every GPU (CUDA C++
/// Programming Guide).
void add_limits(offer& to, table_row const& gpu) {
  to.known[quantity::compute_capability] = number_in(gpu.at("compute_capability"));
  to.known[quantity::shared_memory_per_block] = number_in(gpu.at("max_shared_mem_per_block_optin_bytes"));
  to.known[quantity::threads_per_sm] = number_in(gpu.at("max_threads_per_sm"));
  to.known[quantity::threads_per_block] = 1024;
  to.known[quantity::warp_size] = 32;
  to.known[quantity::bf16] = number_in(gpu.at("bf16"));
  to.known[quantity::fp8] = number_in(gpu.at("fp8"));
  to.known[quantity::fp64_tensor] = number_in(gpu.at("fp64_tensor"));
}

bool has_suffix(std::string const& text, std::string const& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

offer offer_of_profile(table_row const& row, table_row const& gpu) {
  offer made{row.at("profile"), false, {}};
  add_limits(made, gpu);
  made.known[quantity::memory] = times(number_in(row.at("memory_mib")), mebibyte);
  made.known[quantity::sms] = number_in(row.at("sm_count"));
  made.known[quantity::compute_slices] = number_in(row.at("compute_slices"));
  made.known[quantity::memory_slices] = number_in(row.at("memory_slices"));
  made.known[quantity::copy_engines] = number_in(row.at("copy_engines"));
  made.known[quantity::nvdec] = number_in(row.at("nvdec"));
  made.known[quantity::nvenc] = number_in(row.at("nvenc"));
  made.known[quantity::jpeg] = number_in(row.at("jpeg"));
  made.known[quantity::ofa] = number_in(row.at("ofa"));
  made.known[quantity::peer_to_peer] = 0;
  made.known[quantity::ipc] = 0;
  made.known[quantity::graphics] = has_suffix(row.at("profile"), "+gfx");
  return made;
}
offer offer_of_whole(table_row const& gpu) {
  offer made{"unpartitioned", true, {}};
  add_limits(made, gpu);
  number const reported = times(number_in(gpu.at("fb_total_mib")), mebibyte);
  made.known[quantity::memory] = reported != not_known ? reported : times(number_in(gpu.at("memory_gb")), 1'000'000'000);
  made.known[quantity::sms] = number_in(gpu.at("sm_count"));
  made.known[quantity::memory_bandwidth] = number_in(gpu.at("memory_bandwidth_gbs"));
  made.known[quantity::peer_to_peer] = 1;
  made.known[quantity::ipc] = 1;
  made.known[quantity::graphics] = 1;
  return made;
}

using asked_amounts = std::map<quantity, number>;

int unmet(asked_amounts const& asked, offer const& by) {
  int count = 0;
  for (auto const& [which, amount] : asked) {
    bool const met = by[which] != not_known && (which == quantity::warp_size ? by[which] == amount : by[which] >= amount);
    count += !met;
  }
  return count;
}

/// The documented order.
auto size_of(offer const& of) {
  auto const or_largest = [&](quantity which) { return of[which] == not_known ? std::numeric_limits<number>::max() : of[which]; };
  return std::tuple(of.whole, or_largest(quantity::memory_slices), or_largest(quantity::compute_slices),
                    or_largest(quantity::memory), or_largest(quantity::sms),
                    of.name.find_first_of("+-") != std::string::npos);
}

struct found_by_force {
  std::vector<std::string> meeting;  ///< smallest first
  std::string closest;
};
found_by_force by_force(std::vector<offer> offers, asked_amounts const& asked) {
  found_by_force found;
  std::stable_sort(offers.begin(), offers.end(), [](offer const& a, offer const& b) { return size_of(a) < size_of(b); });
  int fewest = 1000;
  for (offer const& each : offers) {
    int const lacking = unmet(asked, each);
    if (lacking == 0) found.meeting.push_back(each.name);
    if (lacking <= fewest) fewest = lacking, found.closest = each.name;
  }
  return found;
}

// ---- the library's side

std::vector<table_row> const& gpus() {
  static auto const rows = rows_of(csv_records(text_of_file(ALLOTYPE_TEST_DATA "/gpus.csv")));
  return rows;
}
std::vector<table_row> const& profiles() {
  static auto const rows = rows_of(csv_records(text_of_file(ALLOTYPE_TEST_DATA "/mig_profiles.csv")));
  return rows;
}

/// The row of a device, by its name or one of its other names; null where gpus.csv has none.
template <class Device>
table_row const* row_of_device() {
  for (auto const& row : gpus()) {
    if (row.at("device") == Device::name) return &row;
    if constexpr (requires { Device::aliases; }) {
      for (char const* alias : Device::aliases) {
        if (row.at("device") == alias) return &row;
      }
    }
  }
  return nullptr;
}

template <class Device>
std::vector<offer> offers_of(table_row const& gpu) {
  std::vector<offer> offers;
  for (auto const& row : profiles()) {
    if (row.at("device") == Device::board::name) offers.push_back(offer_of_profile(row, gpu));
  }
  offers.push_back(offer_of_whole(gpu));
  return offers;
}

template <class A>
char const* name_of_candidate() {
  if constexpr (partition<A>) {
    return A::name;
  } else {
    return "unpartitioned";
  }
}
template <class... A>
std::vector<char const*> names_of(list<A...>) {
  return {name_of_candidate<A>()...};
}

asked_amounts numbers_of(core::amounts const& asked) {
  asked_amounts numbers;
  for (int i = 0; i < core::quantities; ++i) {
    if (asked.of[i] != core::no_amount) numbers[static_cast<quantity>(i)] = asked.of[i];
  }
  return numbers;
}

template <class Visitor>
void for_each_board(Visitor visit) {
  auto const look = [&]<class Device>(boost::mp11::mp_identity<Device>) {
    if constexpr (partitionable<Device>) {
      if (table_row const* gpu = row_of_device<Device>()) visit(boost::mp11::mp_identity<Device>{}, *gpu);
    }
  };
  [&]<class... Device>(list<Device...>) { (look(boost::mp11::mp_identity<Device>{}), ...); }(nvidia_devices{});
}

}  // namespace

TEST_CASE("what a candidate offers is what its row says, and nothing else") {
  int devices = 0, candidates = 0;
  for_each_board([&]<class Device>(boost::mp11::mp_identity<Device>, table_row const& gpu) {
    using types = typename core::candidates_of<Device>::type;
    auto const offers = offers_of<Device>(gpu);
    auto const names = names_of(types{});
    auto const& table = core::table_of<types>;
    INFO(Device::name);
    REQUIRE(names.size() == offers.size());
    ++devices;
    for (std::size_t i = 0; i < offers.size(); ++i) {
      INFO(offers[i].name);
      CHECK(names[i] == offers[i].name);
      ++candidates;
      for (int which = 0; which < core::quantities; ++which) {
        INFO("quantity " << which);
        if (table.rows[i].published.of[which] != offers[i][static_cast<quantity>(which)]) {
          CHECK(table.rows[i].published.of[which] == offers[i][static_cast<quantity>(which)]);
        }
      }
    }
  });
  auto const partitionable_rows =
      std::count_if(gpus().begin(), gpus().end(), [](table_row const& gpu) { return gpu.at("mig_capable") == "yes"; });
  CHECK(devices == partitionable_rows);
  CHECK(candidates > 150);
}

TEST_CASE("of any needs the smallest, all that meet them and what comes closest are those that force finds") {
  std::mt19937 random{20260821};
  auto const below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  int searches = 0, with_result = 0, different = 0;
  for_each_board([&]<class Device>(boost::mp11::mp_identity<Device>, table_row const& gpu) {
    using types = typename core::candidates_of<Device>::type;
    auto const offers = offers_of<Device>(gpu);
    auto const names = names_of(types{});
    for (int i = 0; i < 1000; ++i) {
      // Amounts at, just above and just below what is offered by somebody.
      core::amounts asked;
      for (auto n = 1 + below(5); n > 0; --n) {
        auto const which = static_cast<quantity>(below(core::quantities));
        number const offered = offers[below(offers.size())][which];
        number const amount = (offered == not_known ? 1 : offered) + static_cast<number>(below(3)) - 1;
        asked[which] = amount < 0 ? 0 : amount;
      }
      auto const expected = by_force(offers, numbers_of(asked));
      auto const result = core::find_meeting(core::table_of<types>, asked);
      std::vector<std::string> meeting;
      for (int m = 0; m < result.meeting_count; ++m) meeting.push_back(names[static_cast<std::size_t>(result.meeting[m])]);
      ++searches;
      with_result += !meeting.empty();
      if (meeting != expected.meeting || names[static_cast<std::size_t>(result.closest)] != expected.closest) {
        ++different;
        INFO(Device::name << ": closest is " << names[static_cast<std::size_t>(result.closest)]);
        CHECK(meeting == expected.meeting);
        CHECK(names[static_cast<std::size_t>(result.closest)] == expected.closest);
      }
    }
  });
  CHECK(different == 0);
  CHECK(searches > 20'000);
  CHECK(with_result > searches / 10);
  CHECK(with_result < searches);
}

TEST_CASE("the types are those that force finds") {
  using all_needs_tried =
      list<needs<>, needs<memory<4_GiB>>, needs<memory<8_GiB>, sms<28>>, needs<memory<20_GiB>>, needs<jpeg<1>>, needs<ofa<1>>,
           needs<nvdec<2>>, needs<copy_engines<4>, bf16>, needs<fp8, memory<16_GiB>>, needs<graphics, memory<16_GiB>>,
           needs<sms<99>>, needs<peer_to_peer>, needs<memory<90_GiB>, compute_capability<10, 0>>, needs<memory<1000_GiB>>>;
  int found = 0;
  for_each_board([&]<class Device>(boost::mp11::mp_identity<Device>, table_row const& gpu) {
    auto const offers = offers_of<Device>(gpu);
    auto const look = [&]<class Needs>(boost::mp11::mp_identity<Needs>) {
      auto const expected = by_force(offers, numbers_of(Needs::asked));
      INFO(Device::name);
      CHECK(has_smallest<Device, Needs> == !expected.meeting.empty());
      if constexpr (has_smallest<Device, Needs>) {
        ++found;
        CHECK(expected.meeting.front() == name_of_candidate<smallest<Device, Needs>>());
        auto const all = names_of(all_meeting<Device, Needs>{});
        CHECK(std::vector<std::string>(all.begin(), all.end()) == expected.meeting);
      }
    };
    [&]<class... Needs>(list<Needs...>) { (look(boost::mp11::mp_identity<Needs>{}), ...); }(all_needs_tried{});
  });
  CHECK(found > 100);
}
