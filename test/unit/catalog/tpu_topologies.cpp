// SPDX-License-Identifier: BSL-1.0
// The slices of TPUs against tpu_topologies.csv, cell by cell and both ways.
// Data: not of the catalogue. It was collected from Google's documentation, xpk and the lists of Flyte.
#include "catalog_csv.hpp"
#include "catch.hpp"

#include <allotype/accelerator/facts.hpp>
#include <allotype/accelerator/known_devices.hpp>
#include <set>

namespace {

using namespace allotype;

/// What is known about a slice; a negative number is a fact that is not published.
struct slice {
  char const* generation;
  char const* topology;
  char const* name;
  int dimensions, chips, tensorcores_per_chip, tensorcores, cubes;
  host_share hosts;
  int chips_per_host;
  tpu_machine_types machine_types;
  char const* gke_accelerator;
  int wraparound_torus, twisted_torus;
  unsigned listed_by;
  char const* source;
  bool found_by_name;
};

template <fact Which, class A>
constexpr int number_or_unknown() {
  if constexpr (publishes<A, Which>) {
    return static_cast<int>(detail::checked_fact<A, Which>::value);
  } else {
    return -1;
  }
}

template <class Device, class Topology>
constexpr slice slice_of() {
  using A = tpu_slice<Device, Topology>;
  return {Device::name,
          A::name,
          name_of<A>,
          A::dimensions,
          fact_of<A, fact::chips>,
          A::pod::tensorcores_per_chip,
          fact_of<A, fact::tensorcores>,
          number_or_unknown<fact::cubes, A>(),
          fact_of<A, fact::hosts>,
          fact_of<A, fact::chips_per_host>,
          fact_of<A, fact::machine_types>,
          fact_of<A, fact::gke_accelerator>,
          number_or_unknown<fact::wraparound_torus, A>(),
          fact_of<A, fact::twisted_torus>,
          A::listed_by,
          Device::source,
          detail::position_of_partition<Device>(A::name) >= 0};
}

template <class Device, class... Topology>
std::vector<slice> slices_of(list<Topology...>) {
  static constexpr slice all[] = {slice_of<Device, Topology>()...};
  return {std::begin(all), std::end(all)};
}

template <class... Device>
std::vector<slice> all_slices(list<Device...>) {
  std::vector<slice> all;
  auto const append = [&](std::vector<slice> const& more) { all.insert(all.end(), more.begin(), more.end()); };
  (append(slices_of<Device>(typename Device::partitions{})), ...);
  return all;
}

std::vector<table_row> const& rows() {
  static auto const all = rows_of(csv_records(text_of_file(ALLOTYPE_TEST_DATA "/tpu_topologies.csv")));
  return all;
}

std::string number(int value) { return value < 0 ? "" : std::to_string(value); }
std::string yes_or_no(int value) { return value < 0 ? "" : value == 0 ? "no" : "yes"; }

std::string listed_in(unsigned tables) {
  std::string names;
  auto const add = [&](unsigned table, char const* name) {
    if ((tables & table) != 0) names += (names.empty() ? "" : "+") + std::string{name};
  };
  add(topology_table::google, "cloud-docs");
  add(topology_table::xpk_default, "xpk-default");
  add(topology_table::flyte_sdk, "flyte");
  add(topology_table::xpk, "xpk");
  return names;
}

table_row row_of(slice const& s) {
  std::string generation = s.generation;
  for (char& c : generation) c = detail::lower(c);
  return {{"generation", generation},
          {"topology", s.topology},
          {"dims", number(s.dimensions)},
          {"chips", number(s.chips)},
          {"tensorcores_per_chip", number(s.tensorcores_per_chip)},
          {"tensorcores", number(s.tensorcores)},
          {"cubes_4x4x4", number(s.cubes)},
          {"hosts", std::to_string(s.hosts.numerator) +
                        (s.hosts.denominator == 1 ? "" : "/" + std::to_string(s.hosts.denominator))},
          {"chips_per_host", number(s.chips_per_host)},
          {"machine_type", s.machine_types.or_else[0] == '\0'
                               ? std::string{s.machine_types.name}
                               : std::string{s.machine_types.name} + " or " + s.machine_types.or_else},
          {"gke_accelerator", s.gke_accelerator},
          {"wraparound_torus_rule", yes_or_no(s.wraparound_torus)},
          {"twisted_by_rule", yes_or_no(s.twisted_torus)},
          {"listed_in", listed_in(s.listed_by)}};
}

}  // namespace

TEST_CASE("every topology of tpu_topologies.csv is a slice with just its facts, and no slice is without a row") {
  std::map<std::string, table_row> table;
  for (auto const& row : rows()) table[row.at("generation") + " " + row.at("topology")] = row;
  CHECK(rows().size() == 223);
  CHECK(table.size() == 223);

  std::set<std::string> seen;
  for (auto const& s : all_slices(google_devices{})) {
    auto const ours = row_of(s);
    std::string const key = ours.at("generation") + " " + ours.at("topology");
    INFO(key);
    REQUIRE(table.count(key) == 1);
    auto const& theirs = table.at(key);
    for (auto const& [column, cell] : ours) {
      INFO(column);
      CHECK(theirs.at(column) == cell);
    }
    CHECK(seen.insert(key).second);
    CHECK(s.found_by_name);
    CHECK(s.name == s.generation + (" " + ours.at("topology")));
    // The rule of the twist against what Google documents, where it does.
    auto const& documented = theirs.at("twisted_documented");
    if (!documented.empty()) CHECK(documented == ours.at("twisted_by_rule"));
  }
  CHECK(seen.size() == table.size());
  std::set<std::string> compared{"source", "notes", "twisted_documented"};
  for (auto const& [column, cell] : row_of(all_slices(google_devices{})[0])) compared.insert(column);
  for (auto const& [column, cell] : rows()[0]) {
    INFO(column);
    CHECK(compared.count(column) == 1);
  }
}

TEST_CASE("the chips of a slice are the product of what its name says") {
  for (auto const& s : all_slices(google_devices{})) {
    int chips = 1, dimension = 0;
    for (char c : std::string{s.topology} + "x") {
      if (c != 'x') {
        dimension = dimension * 10 + (c - '0');
      } else {
        chips *= dimension;
        dimension = 0;
      }
    }
    INFO(s.topology);
    CHECK(s.chips == chips);
  }
}

TEST_CASE("only names as they are written are topologies") {
  for (char const* name :
       {"",       "4",      "x",      "4x",    "x4",    "4x4x",      "04x4x4", "4x04x4", "4X4X4", "4x4x4x4",
        " 4x4x4", "4x4x4 ", "4x-4x4", "4x4x0", "0x4x4", "4x4x44444", "4xx4x4", "4x4",    "4x4,4", "99999x1x1"}) {
    INFO(name);
    CHECK(V5P::position_of(name) == -1);
  }
  CHECK(V5P::position_of("4x4x4") == 4);
  CHECK(V5E::position_of("4x4") == 3);
  CHECK(V5E::position_of("4x4x1") == -1);
}
