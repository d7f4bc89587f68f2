// SPDX-License-Identifier: BSL-1.0
#include <mutex>
#include <string>
#include <typeinfo>

#include <allotype/allotype.hpp>
#include <allotype/runtime/make_executor.hpp>

#include "catch.hpp"

namespace at = allotype;

namespace acme {
struct xpu : at::device<xpu> {
  static constexpr char name[] = "acme-xpu";
  static inline bool there = true;
  struct backend : at::serial {};
};
/// One that says what is there.
struct counted : at::device<counted> {
  static constexpr char name[] = "acme-counted";
  using backend = at::serial;
  static at::visible_devices visible() { return at::devices_present{at::device_rule::indices, "counted", 3}; }
};
inline at::opened<at::host_state> open_queue(xpu::backend, at::device_request const&) {
  if (!xpu::there) return "it is switched off";
  return at::host_state{};
}
}  // namespace acme

namespace {

/// The type of what each rank is called with; the last one's.
template <class Executor>
std::type_info const* execution_type(Executor const& executor) {
  std::type_info const* type = nullptr;
  std::mutex mutex;
  executor.run([&](auto& here) {
    std::lock_guard const lock(mutex);
    type = &typeid(here);
  });
  return type;
}

template <class A, class S, class P>
void same_instantiation(at::executor_options const& options) {
  auto const by_name = at::make_executor<at::list<acme::xpu, at::cpu>>(options);
  at::executor<A, S, P> const by_type({.devices = by_name.settings().devices});
  CHECK(*execution_type(by_name) == *execution_type(by_type));
  CHECK(std::string(by_name.accelerator()) == at::name_of<A>);
  CHECK(std::string(by_name.precision()) == P::name);
}

}  // namespace

TEST_CASE("names reach the same instantiations as types") {
  same_instantiation<acme::xpu, at::automatic_strategy<1>, at::fp32_true>({});
  same_instantiation<at::cpu, at::automatic_strategy<1>, at::bf16_mixed>({.accelerator = "cpu", .precision = "bf16"});
  same_instantiation<at::cpu, at::automatic_strategy<2>, at::fp64_true>(
      {.accelerator = "cpu", .devices = 2, .precision = "64"});
  same_instantiation<at::cpu, at::data_parallel<>, at::fp16_mixed>(
      {.accelerator = "cpu", .devices = 3, .strategy = "DP", .precision = "16"});
  same_instantiation<acme::xpu, at::sharded_data_parallel<>, at::fp32_true>(
      {.accelerator = "acme-xpu", .devices = 2, .strategy = "Sharded"});
}

TEST_CASE("auto takes the first that is there, and says what was passed over") {
  using both = at::list<acme::xpu, at::cpu>;
  CHECK(std::string(at::make_executor<both>().accelerator()) == "acme-xpu");
  acme::xpu::there = false;
  auto const executor = at::make_executor<both>();
  CHECK(std::string(executor.accelerator()) == "cpu");
  CHECK(executor.passed_over() == std::vector<std::string>{"acme-xpu: it is switched off"});
  CHECK_THROWS_WITH(at::make_executor<at::list<acme::xpu>>(),
                    contains("none of the accelerators is available; acme-xpu: it is"));
  CHECK_THROWS_WITH(at::make_executor<both>({.accelerator = "acme-xpu"}), contains("acme-xpu: it is switched off"));
  CHECK_THROWS_AS(at::make_executor<both>({.accelerator = "acme-xpu"}), at::not_available);
  acme::xpu::there = true;
}

TEST_CASE("what is not known is said, with what is") {
  using both = at::list<acme::xpu, at::cpu>;
  CHECK_THROWS_WITH(at::make_executor<both>({.accelerator = "CPU"}),
                    "accelerator \"CPU\" is not known; known are: auto, cpu, cuda, gpu, mps, tpu, acme-xpu");
  CHECK_THROWS_WITH(at::make_executor<both>({.strategy = "dpp"}),
                    contains("strategy \"dpp\" is not known; the nearest is \"dp\""));
  CHECK_THROWS_WITH(at::make_executor<both>({.precision = "31-true"}), contains("precision \"31-true\" is not known"));
  CHECK_THROWS_WITH(at::make_executor<both>({.accelerator = "cuda"}), contains("none of its devices is compiled in"));
  CHECK_THROWS_WITH(at::make_executor<both>({.strategy = "ddp"}), contains("strategy_over_mpi.hpp"));
  CHECK_THROWS_WITH(at::make_executor<both>({.num_nodes = 0}), contains("0 nodes"));
  CHECK_THROWS_AS(at::make_executor<both>({.accelerator = "cpu", .devices = "0,1"}), at::device_selection_error);
}

TEST_CASE("chosen devices reach their ranks") {
  std::vector<int> seen(2);
  at::make_executor<at::list<acme::xpu>>({.devices = "3,1"}).run([&](auto& here) {
    seen[static_cast<std::size_t>(here.rank())] = here.device_index();
  });
  CHECK(seen == std::vector<int>{3, 1});
}

TEST_CASE("devices are what the device grammar makes of them") {
  auto const settings = [](at::device_choice const& devices) {
    return at::make_executor<at::list<acme::counted>>({.devices = devices}).settings();
  };
  CHECK(settings("all").devices == 3);
  CHECK(settings({}).devices == 3);  // auto
  CHECK(settings("2,0").device_indices == std::vector<int>{2, 0});
  CHECK(settings(2).device_indices == std::vector<int>{0, 1});
  CHECK_THROWS_AS(settings("3,"), at::device_selection_error);
  CHECK_THROWS_AS(settings(4), at::device_selection_error);
  CHECK(at::make_executor<at::list<at::cpu>>().settings().devices == 1);
  CHECK(std::string(at::make_executor<at::list<acme::counted>>().strategy()) == "dp");
  CHECK(std::string(at::make_executor<at::list<acme::counted>>({.devices = 1}).strategy()) == "single_device");
}

TEST_CASE("a shorter list of precisions compiles less and refuses the rest") {
  using few = at::list<at::fp32_true, at::bf16_mixed>;
  auto const executor =
      at::make_executor<at::list<at::cpu>, at::list<at::over_threads>, few>({.precision = "bf16-mixed"});
  CHECK(std::string(executor.strategy()) == "single_device");
  CHECK_THROWS_WITH((at::make_executor<at::list<at::cpu>, at::list<at::over_threads>, few>({.precision = "64"})),
                    contains("in 64 is not compiled in"));
}
