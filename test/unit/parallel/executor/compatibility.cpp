// SPDX-License-Identifier: BSL-1.0
// Each cell of PyTorch Lightning's two tables: by name, where an executor is made, and by type, where it would not
// compile.
// Data: what PyTorch Lightning did when it ran; the columns `here` are this library's promise.

#include <sstream>
#include <string>
#include <vector>

#include <boost/mp11/algorithm.hpp>

#include <allotype/allotype.hpp>
#include <allotype/parallel/executor/make_executor.hpp>

#include "catalog/catalog_csv.hpp"
#include "catch.hpp"

namespace at = allotype;

namespace acme {

/// As Apple's would be: the library knows the family, not the device.
struct mps : at::device<mps> {
  static constexpr char name[] = "acme-mps";
  static constexpr auto family = at::accelerator_family::mps;
};
struct xpu : at::device<xpu> {
  static constexpr char name[] = "acme-xpu";
  using backend = at::serial;
};
/// One that states what it can do.
struct mixing_xpu : at::device<mixing_xpu> {
  static constexpr char name[] = "acme-mixing-xpu";
  static constexpr bool mixed_precision = true;
  using backend = at::serial;
};

/// Types that say which family they are of, with code of their own.
struct host : at::device<host> {
  static constexpr char name[] = "acme-host";
  static constexpr auto family = at::accelerator_family::cpu;
  using backend = at::serial;
};
struct tensor : at::device<tensor> {
  static constexpr char name[] = "acme-tensor";
  static constexpr auto family = at::accelerator_family::tpu;
  using backend = at::serial;
};

// Lightning's names, for the kinds that the tables have.
auto const cuda_is_registered = at::register_accelerator<at::H100>("cuda", "a GPU");
auto const mps_is_registered = at::register_accelerator<mps>("mps", "as Apple's");
auto const tpu_is_registered = at::register_accelerator<at::V5E>("tpu", "a TPU");
auto const custom_is_registered = at::register_accelerator<xpu>("custom", "of one's own");

}  // namespace acme

namespace {

std::vector<std::string> parts(std::string const& text, char separator = '|') {
  std::vector<std::string> result;
  std::stringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) result.push_back(part);
  return result;
}

// The answers by type: plain numbers, worked out while compiling.
struct answer {
  at::accelerator_family family;
  at::strategy_kind strategy;
  at::precision_kind precision;
  at::detail::incompatibility reason;
  bool compatible;
};
template <class>
struct answers;
template <class... Combinations>
struct answers<at::list<Combinations...>> {
  template <class C>
  static constexpr answer of() {
    using A = typename C::accelerator;
    using S = typename C::strategy;
    using P = typename C::precision;
    return {at::detail::family_of<A>(), S::kind, P::kind, at::detail::incompatibility_of<A, S, P>,
            at::compatible<A, S, P>};
  }
  static constexpr answer all[] = {of<Combinations>()...};
};
using accelerators = at::list<at::cpu, at::H100, acme::mps, at::V5E, acme::xpu>;
using strategies =
    at::list<at::automatic_strategy<1>, at::automatic_strategy<2>, at::automatic_strategy<1, 2>, at::single_device<>,
             at::data_parallel<>, at::data_parallel<at::over_mpi>, at::sharded_data_parallel<>, at::fsdp<>,
             at::known_strategy<at::strategy_kind::deepspeed>, at::known_strategy<at::strategy_kind::xla>,
             at::known_strategy<at::strategy_kind::xla_fsdp>, at::known_strategy<at::strategy_kind::single_xla>,
             at::known_strategy<at::strategy_kind::model_parallel>>;
using by_type =
    answers<boost::mp11::mp_product<at::detail::combination, accelerators, strategies, at::detail::precisions>>;

at::accelerator_family family_named(std::string const& name) {
  return at::accelerator_registry::of_this_program().at(name).what->family;
}

/// Empty where the types go together.
std::string refusal_by_type(at::accelerator_family family, at::strategy_kind strategy, at::precision_kind precision) {
  for (answer const& each : by_type::all) {
    if (each.family == family && each.strategy == strategy && each.precision == precision) {
      CHECK(each.compatible == (each.reason == at::detail::incompatibility::none));
      return at::detail::sentence_of(each.reason);
    }
  }
  throw std::runtime_error("no such types");
}

/// The sentence with which making the executor is refused; empty where another error or none came, which is what
/// happens to good combinations of devices that are not here.
std::string refusal_by_name(at::executor_options const& options) {
  try {
    (void)at::make_executor<accelerators>(options);
  } catch (at::device_selection_error const& error) {
    CHECK_THAT(error.what(), contains("there are not 2 of them"));
  } catch (at::input_error const& error) {
    std::string const text = error.what();
    return text.substr(text.find(": ") + 2);
  } catch (at::not_available const&) {
  } catch (at::error const& error) {
    CHECK_THAT(error.what(), contains("is not compiled in"));
  }
  return "";
}

void compare(std::string const& here, std::string const& refusal) {
  if (here == "ok") {
    CHECK(refusal.empty());
  } else {
    CHECK_THAT(refusal, starts_with(here));
  }
}

std::vector<table_row> table(char const* file) {
  return rows_of(csv_records(text_of_file(std::string(ALLOTYPE_TEST_DATA "/") + file)));
}

/// A cell that Lightning refuses, or should have, is refused here, or the table says why not.
void check_reason(table_row row) {
  bool const refused_there = row["lightning"].find_first_of("CL!") != std::string::npos;
  bool const refused_here = row["here"] != "ok";
  bool const same = refused_there == refused_here && row["lightning"] != "warn" && row["lightning"] != "-";
  CHECK(same == row["changed_because"].empty());
}

}  // namespace

TEST_CASE("accelerator and strategy: every cell, by name and by type") {
  auto rows = table("lightning_strategies.csv");
  REQUIRE(rows.size() == 55);
  for (table_row& row : rows) {
    int const devices = std::stoi(row["devices"]), nodes = std::stoi(row["nodes"]);
    for (std::string const& name : parts(row["strategy"])) {
      CAPTURE(name, devices, nodes, row["accelerator"]);
      auto const kind = at::detail::find_strategy(name.c_str(), devices, nodes).value();
      auto const by_type = refusal_by_type(family_named(row["accelerator"]), kind, at::precision_kind::fp32_true);
      compare(row["here"], by_type);
      CHECK(by_type ==
            refusal_by_name(
                {.accelerator = row["accelerator"], .devices = devices, .strategy = name.c_str(), .num_nodes = nodes}));
    }
    check_reason(row);
  }
}

TEST_CASE("accelerator, strategy and precision: every cell, by name and by type") {
  auto rows = table("lightning_precisions.csv");
  REQUIRE(rows.size() == 60);
  for (table_row& row : rows) {
    for (std::string const& name : parts(row["precision"])) {
      CAPTURE(name, row["configuration"]);
      auto const precision = at::detail::kind_at(
          at::detail::precisions{}, at::detail::index_of_precision(at::detail::precisions{}, name.c_str()));
      bool const by_type_alone = row["strategy"] == "model_parallel";
      auto const kind = by_type_alone ? at::strategy_kind::model_parallel
                                      : at::detail::find_strategy(row["strategy"].c_str(), 1, 1).value();
      auto const by_type = refusal_by_type(family_named(row["accelerator"]), kind, precision);
      compare(row["here"], by_type);
      if (by_type_alone) continue;  // Lightning registers no name for it
      CHECK(by_type ==
            refusal_by_name(
                {.accelerator = row["accelerator"], .strategy = row["strategy"].c_str(), .precision = name.c_str()}));
    }
    check_reason(row);
  }
}

TEST_CASE("products refine what their family may") {
  STATIC_REQUIRE(!at::compatible<at::T4, at::data_parallel<>, at::bf16_mixed>);
  STATIC_REQUIRE(!at::compatible<at::V100, at::data_parallel<>, at::bf16_true>);
  STATIC_REQUIRE(at::compatible<at::T4, at::data_parallel<>, at::fp16_mixed>);
  STATIC_REQUIRE(at::compatible<at::A100, at::data_parallel<>, at::bf16_mixed>);
  STATIC_REQUIRE(!at::compatible<at::A100, at::data_parallel<>, at::fp8_mixed>);
  STATIC_REQUIRE(!at::compatible<at::A100::partition<"2g.10gb">, at::automatic_strategy<>, at::fp8_mixed_float16>);
  STATIC_REQUIRE(at::compatible<at::H100, at::data_parallel<>, at::fp8_mixed>);
  STATIC_REQUIRE(at::compatible<at::L4, at::data_parallel<>, at::fp8_mixed>);

  using slice = at::A100::partition<"2g.10gb">;
  STATIC_REQUIRE(!at::compatible<slice, at::data_parallel<at::over_nccl<>>, at::fp32_true>);
  STATIC_REQUIRE(!at::compatible<slice, at::sharded_data_parallel<at::over_nccl<at::over_mpi>>, at::fp32_true>);
  STATIC_REQUIRE(at::compatible<slice, at::data_parallel<>, at::fp32_true>);
  STATIC_REQUIRE(at::compatible<at::A100, at::data_parallel<at::over_nccl<>>, at::fp32_true>);
  STATIC_REQUIRE(at::compatible<at::A100::unpartitioned, at::data_parallel<at::over_nccl<>>, at::fp32_true>);

  STATIC_REQUIRE(at::compatible<at::A100, at::single_device<at::A100>, at::fp32_true>);
  STATIC_REQUIRE(!at::compatible<at::A100, at::single_device<at::H100>, at::fp32_true>);
  STATIC_REQUIRE(!at::compatible<slice, at::single_device<at::A100>, at::fp32_true>);
  STATIC_REQUIRE(!at::compatible<at::V5E, at::single_device<at::V5E>, at::fp32_true>);
  STATIC_REQUIRE(at::compatible<acme::mixing_xpu, at::data_parallel<>, at::bf16_mixed>);
  STATIC_REQUIRE(!at::compatible<acme::xpu, at::data_parallel<>, at::bf16_mixed>);
  STATIC_REQUIRE(!at::compatible<int, at::data_parallel<>, at::fp32_true>);

  // By name, the same sentence.
  using nvidia = at::list<at::T4, at::A100>;
  auto const refusal = [](char const* accelerator, char const* precision) {
    try {
      (void)at::make_executor<boost::mp11::mp_append<nvidia, at::list<at::cpu>>>(
          {.accelerator = accelerator, .precision = precision});
    } catch (at::input_error const& error) {
      return std::string(error.what());
    } catch (at::not_available const&) {
    }
    return std::string();
  };
  CHECK_THAT(refusal("T4", "bf16-mixed"), contains(at::detail::sentence_of(at::detail::incompatibility::no_bf16_here)));
  CHECK(refusal("T4", "16-mixed").empty());
  CHECK_THAT(refusal("A100", "transformer-engine"),
             contains(at::detail::sentence_of(at::detail::incompatibility::no_fp8_here)));
  CHECK(refusal("A100", "bf16-mixed").empty());
}

TEST_CASE("single_device runs on the device that it names, by name and by type") {
  using at::detail::incompatibility;
  STATIC_REQUIRE(at::detail::incompatibility_of<at::cpu, at::single_device<at::A100>, at::fp32_true> ==
                 incompatibility::names_another_device);
  STATIC_REQUIRE(!at::compatible<at::cpu, at::single_device<acme::host>, at::fp32_true>);
  STATIC_REQUIRE(!at::compatible<acme::host, at::single_device<acme::xpu>, at::fp32_true>);
  STATIC_REQUIRE(at::compatible<at::cpu, at::single_device<>, at::fp32_true>);
  STATIC_REQUIRE(at::executable<acme::host, at::single_device<acme::host>, at::fp32_true>);
  STATIC_REQUIRE(at::executable<acme::host, at::single_device<>, at::fp32_true>);  // of the CPU's family
  STATIC_REQUIRE(!at::compatible<acme::xpu, at::single_device<>, at::fp32_true>);

  using all = at::list<acme::host, acme::xpu, at::cpu>;
  auto const strategy_on = [](char const* accelerator) {
    return std::string(at::make_executor<all>({.accelerator = accelerator, .strategy = "single_device"}).strategy());
  };
  CHECK(strategy_on("cpu") == "single_device");
  CHECK(strategy_on("acme-host") == "single_device");
  CHECK_THROWS_WITH(strategy_on("custom"), contains(at::detail::sentence_of(incompatibility::names_another_device)));
}

TEST_CASE("auto on a TPU is xla, which nothing carries out, by name and by type") {
  STATIC_REQUIRE(at::compatible<acme::tensor, at::automatic_strategy<>, at::fp32_true>);
  STATIC_REQUIRE(std::is_same_v<at::detail::resolved_strategy<at::automatic_strategy<>, acme::tensor>,
                                at::known_strategy<at::strategy_kind::xla>>);
  STATIC_REQUIRE(std::is_same_v<at::detail::resolved_strategy<at::automatic_strategy<4, 2>, at::V5E>,
                                at::known_strategy<at::strategy_kind::xla>>);
  STATIC_REQUIRE(!at::executable<acme::tensor, at::automatic_strategy<>, at::fp32_true>);
  STATIC_REQUIRE(!at::executable<acme::tensor, at::automatic_strategy<4>, at::fp32_true>);
  for (char const* strategy : {"auto", "xla"}) {
    CHECK_THROWS_WITH((at::make_executor<at::list<acme::tensor, at::cpu>>(
                          {.accelerator = "acme-tensor", .devices = 1, .strategy = strategy})),
                      "strategy " + std::string(strategy) +
                          " on acme-tensor in 32-true is not compiled in: on a TPU that is xla, which nothing here "
                          "carries out");
  }
}

TEST_CASE("compatible is one thing, executable here another") {
  STATIC_REQUIRE(at::compatible<at::A100, at::known_strategy<at::strategy_kind::deepspeed>, at::fp32_true>);
  STATIC_REQUIRE(!at::executable<at::A100, at::known_strategy<at::strategy_kind::deepspeed>, at::fp32_true>);
  STATIC_REQUIRE(at::executable<at::cpu, at::automatic_strategy<>, at::fp32_true>);
  STATIC_REQUIRE(at::executable<acme::xpu, at::data_parallel<>, at::fp32_true>);
  STATIC_REQUIRE(!at::executable<acme::mps, at::automatic_strategy<>, at::fp32_true>);       // no backend
  STATIC_REQUIRE(!at::executable<at::cpu, at::data_parallel<at::over_mpi>, at::fp32_true>);  // header not included
}
