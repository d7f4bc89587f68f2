// SPDX-License-Identifier: BSL-1.0
#include <cstdlib>
#include <mutex>
#include <string>
#include <string_view>
#include <type_traits>
#include <typeinfo>
#include <vector>

#include <allotype/allotype.hpp>
#include <allotype/parallel/executor/make_executor.hpp>

#include "../../../double_sums.hpp"
#include "catch.hpp"
#include "command_line.hpp"

namespace at = allotype;

namespace acme {
struct xpu : at::device<xpu> {
  static constexpr char name[] = "acme-xpu-1";
  static inline int there = 4;
  struct backend : at::serial {};
  static at::devices_present devices_here() { return {"XPU", there}; }
};
/// As an accelerator's own grammar: twice as many as are written.
struct doubling : at::device<doubling> {
  static constexpr char name[] = "acme-doubling";
  using backend = at::serial;
  static at::devices_present devices_here() { return {"doubling device", 8}; }
  static int auto_device_count() { return 2; }
  static inline int readings = 0;
  static at::device_choice parse_devices(std::string_view text) {
    ++readings;
    at::device_choice const read = at::device_choice::of_text(text);
    return read.size() > 0 ? 2 * read.size() : read;
  }
};
/// Registered, and no executor here is compiled for it.
struct elsewhere : at::device<elsewhere> {
  static constexpr char name[] = "acme-elsewhere";
  using backend = at::serial;
};
inline at::opened<at::host_state> open_queue(xpu::backend, at::device_request const&) {
  if (xpu::there == 0) return "it is switched off";
  return at::host_state{};
}
auto const xpu_is_registered = at::register_accelerator<xpu>("xpu", "XPU of ACME", 100);
auto const elsewhere_is_registered = at::register_accelerator<elsewhere>("elsewhere", "compiled for elsewhere", 200);
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
std::type_info const* type_by_types(int devices) {
  return execution_type(at::executor<A, S, P>({.devices = devices}));
}

/// Names, and the types that they mean.
struct named_types {
  at::executor_options options;
  std::type_info const* (*by_types)(int devices);
  char const *accelerator, *precision;
};
template <class A, class S, class P>
named_types named(at::executor_options options) {
  return {std::move(options), &type_by_types<A, S, P>, at::name_of<A>, P::name};
}

}  // namespace

TEST_CASE("an executor by names returns what its ranks return") {
  auto const two = at::make_executor<at::list<acme::xpu, at::cpu>, at::list<at::over_threads>, at::list<at::fp32_true>>(
      {.accelerator = "cpu", .devices = 2});
  CHECK(two.run([](auto& here) { return here.size() + here.rank(); }) == 2);
  CHECK(two.run_all([](auto& here) { return here.rank(); }) == std::vector<int>{0, 1});
}

TEST_CASE("names reach the same instantiations as types") {
  for (named_types const& each : {
           named<acme::xpu, at::automatic_strategy<1>, at::fp32_true>({.devices = 1}),
           named<acme::xpu, at::automatic_strategy<4>, at::fp32_true>({}),
           named<at::cpu, at::automatic_strategy<1>, at::bf16_mixed>({.accelerator = "cpu", .precision = "bf16"}),
           named<at::cpu, at::automatic_strategy<2>, at::fp64_true>(
               {.accelerator = "cpu", .devices = "2", .precision = "64"}),
           named<at::cpu, at::data_parallel<>, at::fp16_mixed>(
               {.accelerator = "CPU", .devices = 3, .strategy = "DP", .precision = "16"}),
           named<acme::xpu, at::sharded_data_parallel<>, at::fp32_true>(
               {.accelerator = "xpu", .devices = 2, .strategy = "Sharded"}),
       }) {
    CAPTURE(each.options.accelerator, each.options.strategy, each.accelerator, each.precision);
    auto const by_name = at::make_executor<at::list<acme::xpu, at::cpu>>(each.options);
    CHECK(*execution_type(by_name) == *each.by_types(by_name.settings().devices));
    CHECK(std::string(by_name.accelerator()) == each.accelerator);
    CHECK(std::string(by_name.precision()) == each.precision);
  }
}

TEST_CASE("auto goes by priority, says what was passed over, and never takes a CPU that nobody named") {
  using both = at::list<acme::xpu, at::cpu>;
  auto const executor = at::make_executor<both>();
  CHECK(std::string(executor.accelerator()) == "acme-xpu-1");
  REQUIRE(executor.skipped().size() == 1);
  CHECK(std::string(executor.skipped()[0].accelerator.text()) == "elsewhere");
  CHECK(std::string(executor.skipped()[0].because.text()) == "the code that shall run is not compiled for it");

  acme::xpu::there = 0;
  CHECK_THROWS_AS(at::make_executor<both>(), at::not_available);
  CHECK_THROWS_WITH(
      at::make_executor<both>(),
      "accelerator \"auto\" (from the program): elsewhere: the code that shall run is not compiled for it; xpu: it is "
      "switched off. Available here: acme-doubling, cpu, elsewhere");
  auto const listed = at::make_executor<both>({.accelerator = "auto,cpu"});
  CHECK(std::string(listed.accelerator()) == "cpu");
  REQUIRE(listed.skipped().size() == 2);
  CHECK(std::string(listed.skipped()[1].accelerator.text()) == "xpu");
  CHECK(std::string(listed.skipped()[1].because.text()) == "it is switched off");
  CHECK_THROWS_AS(at::make_executor<both>({.accelerator = "xpu"}), at::not_available);
  CHECK_THROWS_WITH(at::make_executor<both>({.accelerator = "xpu"}), contains("xpu: it is switched off"));
  acme::xpu::there = 4;
}

TEST_CASE("of one accelerator alone, auto is that one") {
  at::named_executor const one = at::make_executor();
  CHECK(std::string(one.accelerator()) == "cpu");
  CHECK(std::string(at::make_executor<at::list<acme::doubling>>().accelerator()) == "acme-doubling");
  CHECK(at::make_executor().skipped().empty());
}

TEST_CASE("what is not known is said, with what is") {
  using both = at::list<acme::xpu, at::cpu>;
  CHECK_THROWS_AS(at::make_executor<both>({.accelerator = "xup"}), at::input_error);
  CHECK_THROWS_AS(at::make_executor<both>({.accelerator = "cpu", .devices = "0,1"}), at::device_selection_error);
  struct row {
    at::executor_options options;
    char const* said;
    bool whole = false;
  };
  for (row const& each : std::initializer_list<row>{
           {{.accelerator = "xup"},
            "the program: no accelerator is registered as \"xup\"; the nearest is xpu; there are auto, acme-doubling, "
            "cpu, "
            "elsewhere, xpu",
            true},
           {{.accelerator = "cuda"}, "no accelerator is registered as \"cuda\""},
           {{.accelerator = "elsewhere"}, "elsewhere: the code that shall run is not compiled for it"},
           {{.strategy = "dpp"}, "strategy \"dpp\" is not known; the nearest is \"dp\""},
           {{.precision = "31-true"}, "precision \"31-true\" is not known"},
           {{.strategy = "ddp"}, "over_mpi.hpp"},
           {{.num_nodes = 0}, "0 nodes"},
           {{.process_group_backend = "gloo"},
            "process group backend \"gloo\" is not known; known are: auto, host, threads, mpi, sockets, nccl",
            true},
           {{.process_group_backend = "mpi"}, "process group backend \"mpi\" is not compiled in"},
       }) {
    std::string said;
    try {
      (void)at::make_executor<both>(each.options);
    } catch (at::error const& error) {
      said = error.what();
    }
    CHECK_THAT(said, contains(each.said));
    if (each.whole) CHECK(said == each.said);
  }
}

TEST_CASE("NCCL by name is for CUDA GPUs, with the sentence that types get") {
  using both = at::list<acme::xpu, at::cpu>;
  auto const sentence = std::string(at::detail::sentence_of(at::detail::incompatibility::nccl_needs_cuda));
  STATIC_REQUIRE(at::detail::incompatibility_of<at::cpu, at::data_parallel<at::over_nccl<>>, at::fp32_true> ==
                 at::detail::incompatibility::nccl_needs_cuda);
  for (char const* name : {"cpu", "xpu"}) {
    CHECK_THROWS_WITH(at::make_executor<both>({.accelerator = name, .devices = 2, .process_group_backend = "nccl"}),
                      contains(sentence));
  }
  auto const backend_of = [](at::executor_options const& options) {
    return std::string(at::make_executor<both>(options).process_group_backend());
  };
  CHECK(backend_of({.process_group_backend = "host"}) == "threads");
  CHECK(backend_of({.process_group_backend = "Threads"}) == "threads");
  CHECK(backend_of({.devices = 1}) == "none");
}

TEST_CASE("chosen devices reach their ranks") {
  std::vector<int> seen(2);
  at::make_executor<at::list<acme::xpu>, at::list<at::over_threads>, at::list<at::fp32_true>>({.devices = "3,1"})
      .run([&](auto& here) { seen[static_cast<std::size_t>(here.rank())] = here.device_index(); });
  CHECK(seen == std::vector<int>{3, 1});
}

TEST_CASE("devices are what the device grammar makes of them, or the accelerator's own") {
  auto const settings = [](at::device_choice const& devices) {
    return at::make_executor<at::list<acme::xpu>>({.devices = devices}).settings();
  };
  CHECK(settings("all").devices == 4);
  CHECK(settings({}).devices == 4);  // auto
  CHECK(settings(-1).devices == 4);
  CHECK(settings("2, 0").device_indices == std::vector<int>{2, 0});
  CHECK(settings("3,").device_indices == std::vector<int>{3});
  CHECK(settings(2).device_indices == std::vector<int>{0, 1});
  CHECK_THROWS_AS(settings("4,"), at::device_selection_error);
  CHECK_THROWS_WITH(settings(5), contains("there are not 5 of them") && contains("this machine has 4 XPUs"));
  CHECK(at::make_executor().settings().devices == 1);
  CHECK(std::string(at::make_executor<at::list<acme::xpu>>().strategy()) == "dp");
  CHECK(std::string(at::make_executor<at::list<acme::xpu>>({.devices = 1}).strategy()) == "single_device");
  CHECK(at::make_executor<at::list<acme::doubling>>({.devices = 2}).settings().devices == 4);
  acme::doubling::readings = 0;
  CHECK(at::make_executor<at::list<acme::doubling>>({.devices_text = "3"}).settings().devices == 6);
  CHECK(acme::doubling::readings == 1);
}

TEST_CASE("a precision is named by text or by its short name as a number, and by nothing else") {
  auto const precision_of = [](at::executor_options const& options) {
    return std::string(at::make_executor<at::list<at::cpu>>(options).precision());
  };
  CHECK(precision_of({.precision = 16}) == "16-mixed");
  CHECK(precision_of({.precision = 32L}) == "32-true");
  CHECK(precision_of({.precision = std::string("bf16")}) == "bf16-mixed");
  at::executor_options options;
  options.precision = 16;
  CHECK(precision_of(options) == "16-mixed");
  options.precision = 64u;
  CHECK(precision_of(options) == "64-true");
  CHECK_THROWS_WITH(precision_of({.precision = 31}), contains("precision \"31\" is not known"));
  CHECK_THROWS_WITH(precision_of({.precision = -16}), contains("precision \"-16\" is not known"));
  STATIC_REQUIRE(!std::is_assignable_v<decltype(options.precision)&, char>);
  STATIC_REQUIRE(!std::is_assignable_v<decltype(options.precision)&, bool>);
  STATIC_REQUIRE(!std::is_assignable_v<decltype(options.precision)&, double>);
}

namespace {
struct of_a_file {
  operator std::string() const { return "cpu"; }
};
}  // namespace

TEST_CASE("an option is whatever converts to a text") {
  at::executor_options options{.accelerator = of_a_file{}, .strategy = std::string_view{"dp"}};
  CHECK(options.accelerator == "cpu");
  CHECK(options.strategy == "dp");
  options.strategy = std::string("auto");
  CHECK(options.strategy == "auto");
  STATIC_REQUIRE(!std::is_constructible_v<at::accelerator_options::text, std::vector<int>>);
}

TEST_CASE("a program's own precision has a name, too") {
  using own = at::list<at::fp32_true, acme::double_sums>;
  auto const made = [](char const* precision) {
    return at::make_executor<at::list<at::cpu>, at::list<at::over_threads>, own>({.precision = precision});
  };
  auto const executor = made("32-true, sums in 64");
  CHECK(std::string(executor.precision()) == "32-true, sums in 64");
  CHECK(*execution_type(executor) ==
        *execution_type(at::executor<at::cpu, at::automatic_strategy<>, acme::double_sums>{}));
  CHECK(std::string(made("32").precision()) == "32-true");
  CHECK_THROWS_WITH(made("8"), contains("transformer-engine-float16, 32-true, sums in 64, and 64, 32"));
}

TEST_CASE("numbers of devices are bounded before anything is made") {
  auto const settings = at::make_executor<at::list<at::cpu>>({.accelerator = "cpu", .devices = 140}).settings();
  CHECK(settings.devices == 140);
  REQUIRE(settings.which.size() == 140);
  CHECK(settings.device_indices[139] == 139);
  at::which_device const last = settings.which[139];
  CHECK_FALSE(last.by_uuid());
  for (int const devices : {1025, 2'000'000'000}) {
    CHECK_THROWS_WITH(
        at::make_executor<at::list<at::cpu>>({.accelerator = "cpu", .devices = devices}),
        contains("more processes than one machine is asked for") && contains("a count from \"1\" to \"1024\""));
    CHECK_THROWS_WITH((at::executor<at::cpu, at::data_parallel<>>({.devices = devices})),
                      contains(std::to_string(devices) + " devices of each node; at most 1024"));
  }
}

TEST_CASE("the environment and the command line say what the program leaves open") {
  using both = at::list<acme::xpu, at::cpu>;
  auto const clear = [] {
    for (char const* name : {"ACCELERATOR", "DEVICES", "STRATEGY", "PRECISION", "NUM_NODES"}) {
      unsetenv(("ALLOTYPE_" + std::string(name)).c_str());
    }
  };
  std::vector<std::string> rest;
  auto const read = [&](std::vector<std::string> words) {
    words.insert(words.begin(), "program");
    command_line line(words);
    auto options = at::executor_options::of_command_line(line.argc, line.argv.data(), {.precision = "64-true"});
    rest.assign(line.argv.data() + 1, line.argv.data() + line.argc);
    return options;
  };
  clear();
  auto const named = at::make_executor<both>(read({"--accelerator", "xpu", "-v", "--devices=2", "file"}));
  CHECK(rest == std::vector<std::string>{"-v", "file"});
  CHECK(std::string(named.accelerator()) == "acme-xpu-1");
  CHECK(named.settings().devices == 2);
  CHECK(std::string(named.precision()) == "64-true");

  setenv("ALLOTYPE_ACCELERATOR", "cpu", 1);
  setenv("ALLOTYPE_DEVICES", "3", 1);
  setenv("ALLOTYPE_STRATEGY", "sharded", 1);
  setenv("ALLOTYPE_PRECISION", "bf16-mixed", 1);
  auto const from_environment = at::make_executor<both>();
  CHECK(std::string(from_environment.accelerator()) == "cpu");
  CHECK(std::string(from_environment.strategy()) == "sharded");
  CHECK(std::string(from_environment.precision()) == "bf16-mixed");
  CHECK(from_environment.settings().devices == 3);
  auto const over = at::make_executor<both>(read({"--devices", "2", "--strategy=dp", "--num-nodes", "1"}));
  CHECK(over.settings().devices == 2);
  CHECK(std::string(over.strategy()) == "dp");
  // What the program says itself, it says.
  CHECK(at::make_executor<both>({.accelerator = "xpu", .devices = 1}).settings().devices == 1);

  setenv("ALLOTYPE_ACCELERATOR", "xup", 1);
  CHECK_THROWS_WITH(at::make_executor<both>(),
                    contains("ALLOTYPE_ACCELERATOR: no accelerator is registered as \"xup\""));
  CHECK_THROWS_WITH(at::make_executor<both>(read({"--accelerator=cpu", "--strategy=dpp"})),
                    contains("--strategy: strategy \"dpp\" is not known"));
  setenv("ALLOTYPE_PRECISION", "31", 1);
  CHECK_THROWS_WITH(at::make_executor<both>(), contains("ALLOTYPE_PRECISION: precision \"31\" is not known"));
  for (char const* nodes : {"0", "two", "1.5", "-1", "99999999999"}) {
    CHECK_THROWS_WITH(read({"--num-nodes", nodes}), contains("is no number of nodes") && contains(nodes));
  }
  CHECK_THROWS_AS(read({"--devices", "1", "--devices=2"}), at::input_error);
  setenv("ALLOTYPE_NUM_NODES", "two", 1);
  CHECK_THROWS_WITH(read({"file"}), contains("ALLOTYPE_NUM_NODES: \"two\" is no number of nodes"));
  CHECK(read({"--num-nodes=3"}).num_nodes == 3);  // the variable does not count
  setenv("ALLOTYPE_DEVICES", "2", 1);
  CHECK(read({"--help"}).devices_text == "2");  // whoever asks for help gets it
  CHECK(rest == std::vector<std::string>{"--help"});
  CHECK_THROWS_AS(read({"--", "--help"}), at::input_error);
  unsetenv("ALLOTYPE_NUM_NODES");
  setenv("ALLOTYPE_DEVICES", "9", 1);
  CHECK_THROWS_WITH(at::make_executor<both>(read({"--accelerator=xpu", "--precision=32"})),
                    contains("ALLOTYPE_DEVICES: devices \"9\": there are not 9 of them"));
  CHECK_THROWS_WITH(at::executor_options{}.set("device", "1", "run.ini"),
                    contains("run.ini: there is no option \"device\"; there are accelerator, devices, strategy"));
  clear();
}

TEST_CASE("a shorter list of precisions compiles less and refuses the rest") {
  using few = at::list<at::fp32_true, at::bf16_mixed>;
  auto const executor =
      at::make_executor<at::list<at::cpu>, at::list<at::over_threads>, few>({.precision = "bf16-mixed"});
  CHECK(std::string(executor.strategy()) == "single_device");
  CHECK_THROWS_WITH((at::make_executor<at::list<at::cpu>, at::list<at::over_threads>, few>({.precision = "64"})),
                    contains("in 64 is not compiled in"));
}
