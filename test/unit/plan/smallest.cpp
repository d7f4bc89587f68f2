// SPDX-License-Identifier: BSL-1.0
/// \file
/// The search for the smallest partition against a search by force over the rows of test/data/mig_profiles.csv and
/// gpus.csv, which shares nothing with it but the documented order.
/// Data: gpus.csv and mig_profiles.csv, which were collected from NVIDIA; the smallest is found by another method.

#include <algorithm>
#include <limits>
#include <random>
#include <tuple>

#include <boost/mp11/algorithm.hpp>

#include <allotype/accelerator/known_devices.hpp>
#include <allotype/plan/smallest.hpp>

#include "catalog/catalog_csv.hpp"
#include "catch.hpp"

namespace {

using namespace allotype;
using namespace allotype::literals;

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

/// What a row of the tables offers, by fact. A fact that is not there is not known.
struct offer {
  std::string name;
  bool whole = false;
  std::map<fact, number> known;

  number operator[](fact which) const {
    auto const found = known.find(which);
    return found == known.end() ? not_known : found->second;
  }
};

std::map<fact, number> known_only(offer const& of) {
  std::map<fact, number> known;
  for (auto const& [which, amount] : of.known) {
    if (amount != not_known) known[which] = amount;
  }
  return known;
}

constexpr number mebibyte = 1 << 20;

/// What the rows of GPUs say about all of their slices. NVIDIA's limits of a block hold for every GPU (CUDA C++
/// Programming Guide).
void add_limits(offer& to, table_row const& gpu) {
  to.known[fact::compute_capability] = number_in(gpu.at("compute_capability"));
  to.known[fact::max_shared_memory_per_block] = number_in(gpu.at("max_shared_mem_per_block_optin_bytes"));
  to.known[fact::max_threads_per_sm] = number_in(gpu.at("max_threads_per_sm"));
  to.known[fact::max_threads_per_block] = 1024;
  to.known[fact::warp_size] = 32;
  to.known[fact::bf16] = number_in(gpu.at("bf16"));
  to.known[fact::fp8] = number_in(gpu.at("fp8"));
  to.known[fact::fp64_tensor] = number_in(gpu.at("fp64_tensor"));
}

bool has_suffix(std::string const& text, std::string const& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

offer offer_of_profile(table_row const& row, table_row const& gpu) {
  offer made{row.at("profile"), false, {}};
  add_limits(made, gpu);
  made.known[fact::memory] = times(number_in(row.at("memory_mib")), mebibyte);
  made.known[fact::sm_count] = number_in(row.at("sm_count"));
  made.known[fact::compute_slices] = number_in(row.at("compute_slices"));
  made.known[fact::memory_slices] = number_in(row.at("memory_slices"));
  made.known[fact::copy_engines] = number_in(row.at("copy_engines"));
  made.known[fact::nvdec] = number_in(row.at("nvdec"));
  made.known[fact::nvenc] = number_in(row.at("nvenc"));
  made.known[fact::jpeg] = number_in(row.at("jpeg"));
  made.known[fact::ofa] = number_in(row.at("ofa"));
  made.known[fact::peer_to_peer] = 0;
  made.known[fact::ipc] = 0;
  made.known[fact::graphics] = has_suffix(row.at("profile"), "+gfx");
  return made;
}
offer offer_of_whole(table_row const& gpu) {
  offer made{"unpartitioned", true, {}};
  add_limits(made, gpu);
  number const reported = times(number_in(gpu.at("fb_total_mib")), mebibyte);
  made.known[fact::memory] = reported != not_known ? reported : times(number_in(gpu.at("memory_gb")), 1'000'000'000);
  made.known[fact::sm_count] = number_in(gpu.at("sm_count"));
  made.known[fact::memory_bandwidth_gb_per_s] = number_in(gpu.at("memory_bandwidth_gbs"));
  made.known[fact::peer_to_peer] = 1;
  made.known[fact::ipc] = 1;
  made.known[fact::graphics] = 1;
  return made;
}

using asked_amounts = std::map<fact, number>;

int unmet(asked_amounts const& asked, offer const& by) {
  int count = 0;
  for (auto const& [which, amount] : asked) {
    bool const met = by[which] != not_known && (which == fact::warp_size ? by[which] == amount : by[which] >= amount);
    count += !met;
  }
  return count;
}

/// The documented order.
auto size_of(offer const& of) {
  auto const or_largest = [&](fact which) {
    return of[which] == not_known ? std::numeric_limits<number>::max() : of[which];
  };
  return std::tuple(of.whole, or_largest(fact::memory_slices), or_largest(fact::compute_slices),
                    or_largest(fact::memory), or_largest(fact::sm_count),
                    of.name.find_first_of("+-") != std::string::npos);
}

struct found_by_force {
  std::vector<std::string> meeting;  ///< smallest first
  std::string closest;
};
found_by_force by_force(std::vector<offer> const& offers, asked_amounts const& asked) {
  auto const smaller = [](offer const& a, offer const& b) { return size_of(a) < size_of(b); };
  std::vector<offer> sorted;  // the earlier of equals stays first
  for (offer const& each : offers) sorted.insert(std::upper_bound(sorted.begin(), sorted.end(), each, smaller), each);
  found_by_force found;
  int fewest = 1000;
  for (offer const& each : sorted) {
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

std::vector<offer> offers_of(char const* board, table_row const& gpu) {
  std::vector<offer> offers;
  for (auto const& row : profiles()) {
    if (row.at("device") == board) offers.push_back(offer_of_profile(row, gpu));
  }
  offers.push_back(offer_of_whole(gpu));
  return offers;
}

template <class A>
constexpr char const* name_of_candidate() {
  if constexpr (accelerator_partition<A>) {
    return A::name;
  } else {
    return "unpartitioned";
  }
}

/// What the types say: the smallest and all, by name.
struct result_of_types {
  bool found = false;
  char const* smallest = nullptr;
  char const* all[16]{};
  int count = 0;
};
template <class Device, class Needs>
consteval result_of_types search_types() {
  result_of_types result;
  result.found = has_smallest<Device, Needs>;
  if constexpr (has_smallest<Device, Needs>) result.smallest = name_of_candidate<smallest<Device, Needs>>();
  [&]<class... A>(list<A...>) {
    ((result.all[result.count++] = name_of_candidate<A>()), ...);
  }(all_meeting<Device, Needs>{});
  return result;
}

using needs_tried =
    list<needs<>, needs<memory<4_GiB>>, needs<memory<8_GiB>, sm_count<28>>, needs<memory<20_GiB>>,
         needs<at_least<fact::jpeg, 1>>, needs<at_least<fact::ofa, 1>>, needs<nvdec<2>>, needs<copy_engines<4>, bf16>,
         needs<fp8, memory<16_GiB>>, needs<graphics, memory<16_GiB>>, needs<sm_count<99>>, needs<peer_to_peer>,
         needs<memory<90_GiB>, compute_capability<10, 0>>, needs<memory<1000_GiB>>>;
constexpr int needs_count = size_of_list<needs_tried>;

template <class... Needs>
consteval auto amounts_of(list<Needs...>) {
  struct all {
    detail::amounts asked[sizeof...(Needs)];
  };
  return all{{detail::meaning_of<Needs>::asked...}};
}
constexpr auto amounts_tried = amounts_of(needs_tried{});

struct search_result {
  std::vector<int> meeting;
  int closest;
};

/// A device as the library sees it; filled by little code a device, for there are many.
struct searched_device {
  char const* name;
  char const* board;
  char const* const* aliases;
  int alias_count;
  char const* const* candidates;
  detail::candidate const* rows;
  int candidate_count;
  search_result (*search)(detail::amounts const&);
  result_of_types const* by_types;
};

template <class Candidates>
struct candidate_names;
template <class... A>
struct candidate_names<list<A...>> {
  static constexpr char const* value[] = {name_of_candidate<A>()...};
};
template <class Device, class Needs>
struct results_by_types;
template <class Device, class... Needs>
struct results_by_types<Device, list<Needs...>> {
  static constexpr result_of_types value[] = {search_types<Device, Needs>()...};
};

template <class Candidates>
search_result search_numbers(detail::amounts const& asked) {
  auto const found = detail::find_meeting(detail::table_of<Candidates>, asked);
  return {{found.meeting, found.meeting + found.meeting_count}, found.closest};
}

template <class Device>
searched_device describe() {
  using candidates = typename detail::candidates_of<Device>::type;
  searched_device device{Device::name,
                         Device::board::name,
                         nullptr,
                         0,
                         candidate_names<candidates>::value,
                         detail::table_of<candidates>.rows,
                         size_of_list<candidates>,
                         &search_numbers<candidates>,
                         results_by_types<Device, needs_tried>::value};
  if constexpr (requires { Device::aliases; }) {
    device.aliases = Device::aliases;
    device.alias_count = static_cast<int>(std::size(Device::aliases));
  }
  return device;
}

template <class Device>
using is_partitionable = boost::mp11::mp_bool<detail::partitionable<Device>>;

template <class... Device>
std::vector<searched_device> describe_all(list<Device...>) {
  return {describe<Device>()...};
}

struct board {
  searched_device device;
  std::vector<offer> offers;
};

/// Every device that has partitions and a row in gpus.csv.
std::vector<board> const& all_boards() {
  static auto const all = [] {
    std::vector<board> found;
    for (auto const& device : describe_all(boost::mp11::mp_copy_if<nvidia_devices, is_partitionable>{})) {
      for (auto const& row : gpus()) {
        bool same = row.at("device") == device.name;
        for (int i = 0; i < device.alias_count; ++i) same = same || row.at("device") == device.aliases[i];
        if (same) found.push_back({device, offers_of(device.board, row)});
      }
    }
    return found;
  }();
  return all;
}

asked_amounts numbers_of(detail::amounts const& asked) {
  asked_amounts numbers;
  for (int i = 0; i < detail::fact_count; ++i) {
    if (asked.of[i] != detail::no_amount) numbers[static_cast<fact>(i)] = asked.of[i];
  }
  return numbers;
}

}  // namespace

TEST_CASE("what a candidate offers is what its row says, and nothing else") {
  auto const partitionable_rows =
      std::count_if(gpus().begin(), gpus().end(), [](table_row const& gpu) { return gpu.at("mig_capable") == "yes"; });
  CHECK(static_cast<int>(all_boards().size()) == partitionable_rows);
  int candidates = 0;
  for (auto const& [device, offers] : all_boards()) {
    INFO(device.name);
    REQUIRE(device.candidate_count == static_cast<int>(offers.size()));
    for (int i = 0; i < device.candidate_count; ++i) {
      auto const& offered = offers[static_cast<std::size_t>(i)];
      INFO(offered.name);
      CHECK(device.candidates[i] == offered.name);
      CHECK(numbers_of(device.rows[i].published) == known_only(offered));
      ++candidates;
    }
  }
  CHECK(candidates > 150);
}

TEST_CASE("of any needs the smallest, all that meet them and what comes closest are those that force finds") {
  std::mt19937 random{20260821};
  auto const below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  std::vector<fact> needed;
  for (int i = 0; i < detail::fact_count; ++i) {
    if (detail::fact_rows[i].need != detail::need_kind::none) needed.push_back(static_cast<fact>(i));
  }
  REQUIRE(needed.size() == 25);
  int searches = 0, with_result = 0;
  for (auto const& [device, offers] : all_boards()) {
    for (int i = 0; i < 400; ++i) {
      // Amounts at, just above and just below what is offered by somebody.
      detail::amounts asked;
      for (auto n = 1 + below(5); n > 0; --n) {
        auto const which = needed[below(needed.size())];
        number const offered = offers[below(offers.size())][which];
        number const amount = (offered == not_known ? 1 : offered) + static_cast<number>(below(3)) - 1;
        asked[which] = amount < 0 ? 0 : amount;
      }
      auto const expected = by_force(offers, numbers_of(asked));
      auto const found = device.search(asked);
      std::vector<std::string> meeting;
      for (int at : found.meeting) meeting.push_back(device.candidates[at]);
      ++searches;
      with_result += !meeting.empty();
      if (meeting != expected.meeting || device.candidates[found.closest] != expected.closest) {
        INFO(device.name);
        CHECK(meeting == expected.meeting);
        CHECK(device.candidates[found.closest] == expected.closest);
      }
    }
  }
  CHECK(searches > 8'000);
  CHECK(with_result > searches / 10);
  CHECK(with_result < searches);
}

TEST_CASE("the types are those that force finds") {
  int found = 0;
  for (auto const& [device, offers] : all_boards()) {
    INFO(device.name);
    for (int i = 0; i < needs_count; ++i) {
      INFO("needs " << i);
      auto const expected = by_force(offers, numbers_of(amounts_tried.asked[i]));
      auto const& result = device.by_types[i];
      CHECK(result.found == !expected.meeting.empty());
      CHECK(std::vector<std::string>(result.all, result.all + result.count) == expected.meeting);
      if (result.found && !expected.meeting.empty()) CHECK(result.smallest == expected.meeting.front());
      found += result.found;
    }
  }
  CHECK(found > 100);
}
