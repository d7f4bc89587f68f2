// SPDX-License-Identifier: BSL-1.0
// The registry, and what its names choose. Lightning's tables (2.6.2) are rows here; where the answer is another one,
// the row says so.
#include <cstdlib>
#include <thread>

#include "catch.hpp"
#include "command_line.hpp"
#include "registry_types.hpp"

namespace at = allotype;

namespace {

std::string what_of(auto&& action) {
  try {
    action();
  } catch (at::error const& wrong) {
    return wrong.what();
  }
  return "nothing was thrown";
}
bool has(std::string const& text, std::string const& part) { return text.find(part) != std::string::npos; }

/// As Lightning has them; the CPU by name alone.
void fill_as_lightning(at::accelerator_registry& registry) {
  at::register_accelerator<at::cpu>(registry, "cpu", "the processor");
  at::register_accelerator<test::cuda>(registry, "cuda", "CUDA", 100);
  at::register_accelerator<test::mps>(registry, "mps", "Metal", 200);
  at::register_accelerator<test::tpu>(registry, "tpu", "TPU", 300);
  registry.add_alternatives("gpu", {"mps", "cuda"});
}

at::accelerator_options asking(std::string accelerator, std::string devices = "auto") {
  at::accelerator_options options;
  options.accelerator = std::move(accelerator);
  options.devices = std::move(devices);
  return options;
}

[[gnu::noinline]] at::detail::accelerator_choice choose(at::accelerator_registry const& registry,
                                                        at::accelerator_options const& options) {
  at::machine const nothing_probed;
  at::detail::machine_on_demand here(nothing_probed);
  return at::detail::choose_from(registry, at::detail::asked_by(options), here, nullptr);
}

struct selection_row {
  test::pretended_machine there;
  char const* asked;
  char const* taken;      // null: an error
  char const* lightning;  // where it does otherwise
};

// cuda, mps, tpu
constexpr selection_row selection[] = {
    {{0, 0, 0}, "auto", nullptr, "cpu, silently"},
    {{0, 0, 0}, "auto,cpu", "cpu", nullptr},
    {{4, 0, 0}, "auto", "cuda", nullptr},
    {{0, 1, 0}, "auto", "mps", nullptr},
    {{4, 1, 0}, "auto", "mps", nullptr},
    {{4, 1, 0}, "gpu", "mps", nullptr},
    {{4, 1, 8}, "auto", "tpu", nullptr},
    {{4, 1, 8}, "gpu", "mps", nullptr},
    {{2, 0, 8}, "auto", "tpu", nullptr},
    {{2, 0, 8}, "gpu", "cuda", nullptr},
    {{0, 0, 1}, "auto", "tpu", nullptr},
    {{0, 0, 1}, "gpu", nullptr, nullptr},
    {{0, 0, 0}, "gpu", nullptr, nullptr},
    {{4, 1, 8}, "cpu", "cpu", nullptr},
    {{4, 1, 8}, "cuda", "cuda", nullptr},
    {{4, 1, 8}, "mps", "mps", nullptr},
    {{4, 1, 8}, "tpu", "tpu", nullptr},
    {{0, 1, 8}, "cuda", nullptr, nullptr},
    {{4, 0, 8}, "mps", nullptr, nullptr},
    {{4, 1, 0}, "tpu", nullptr, nullptr},
    {{4, 1, 8}, "invalid", nullptr, nullptr},
    {{4, 1, 8}, "CUDA", "cuda", "an error: letter case counts"},
    {{4, 1, 8}, "cuda:1", nullptr, nullptr},
    {{4, 1, 8}, "xla", nullptr, nullptr},
    {{4, 1, 8}, "hpu", nullptr, nullptr},
    {{4, 1, 8}, "None", nullptr, nullptr},
    {{4, 1, 8}, "", nullptr, nullptr},
    {{0, 0, 0}, "cuda,cpu", "cpu", "an error: no lists"},
    {{2, 0, 0}, "cpu,cuda", "cpu", "an error: no lists"},
    {{2, 0, 0}, " tpu , auto ", "cuda", "an error: no lists"},
    {{0, 0, 0}, "gpu,cpu", "cpu", "an error: no lists"},
    {{0, 0, 0}, "cuda,nonsense", nullptr, nullptr},
};

}  // namespace

TEST_CASE("a name chooses as in Lightning's table, row by row") {
  at::accelerator_registry registry;
  fill_as_lightning(registry);
  for (selection_row const& row : selection) {
    test::here = row.there;
    CAPTURE(row.asked, row.there.cuda, row.there.mps, row.there.tpu);
    if (row.taken == nullptr) {
      CHECK_THROWS_AS(choose(registry, asking(row.asked)), at::error);
      continue;
    }
    at::detail::accelerator_choice const choice = choose(registry, asking(row.asked));
    CHECK(choice.accelerator.name == row.taken);
    for (auto const& [accelerator, because] : choice.skipped) {
      CHECK(std::string(because.text()) == "the pretended driver has too few");
      CHECK(because.why() == at::availability::failed);
    }
  }
}

TEST_CASE("errors say what was asked, where, why not, and what there is") {
  at::accelerator_registry registry;
  fill_as_lightning(registry);
  test::here = {};
  auto options = asking("auto");
  options.accelerator_from = "--accelerator";
  CHECK(what_of([&] { (void)choose(registry, options); }) ==
        "accelerator \"auto\" (from --accelerator): tpu: the pretended driver has too few; mps: the pretended driver "
        "has too "
        "few; cuda: the pretended driver has too few. Available here: cpu");
  CHECK_THROWS_AS(choose(registry, options), at::not_available);
  CHECK(what_of([&] { (void)choose(registry, asking("cudaa")); }) ==
        "the program: no accelerator is registered as \"cudaa\"; the nearest is cuda; there are auto, cpu, cuda, mps, "
        "tpu, gpu");
  CHECK_THROWS_AS(choose(registry, asking("cudaa")), at::input_error);
  test::here.cuda = 2;
  CHECK_THROWS_AS(choose(registry, asking("auto", "3")), at::device_selection_error);
  CHECK(has(what_of([&] { (void)choose(registry, asking("cuda", "0,5")); }), "there is no pretended device 5"));

  at::accelerator_registry const empty;
  CHECK(has(what_of([&] { (void)choose(empty, asking("auto")); }), "nothing is. Available here: nothing"));
}

TEST_CASE("a kind's name stands for all of it where it is nobody's") {
  at::accelerator_registry registry;
  at::register_accelerator<at::T4>(registry, "t4", "", 1);
  at::register_accelerator<at::A100>(registry, "a100", "");
  at::register_accelerator<at::H100>(registry, "h100", "", 2);
  at::register_accelerator<at::cpu>(registry, "cpu", "");
  auto const names = [&](char const* text) {
    std::string list;
    for (auto const& each : registry.candidates(text)) list += (list.empty() ? "" : " ") + each.name;
    return list;
  };
  CHECK(names("gpu") == "h100 t4 a100");
  CHECK(names("cuda") == "h100 t4 a100");
  CHECK(names("a100,GPU,cpu") == "a100 h100 t4 cpu");
  CHECK(what_of([&] { names("tpu"); }) ==
        "no accelerator is registered as \"tpu\"; the nearest is cpu; there are auto, a100, cpu, h100, t4, cuda, gpu");
  at::register_accelerator<test::cuda>(registry, "cuda", "");
  CHECK(names("cuda") == "cuda");
  registry.add_alternatives("gpu", {"t4"});
  CHECK(names("gpu") == "t4");
}

TEST_CASE("of code for one accelerator alone, auto is that one") {
  test::here = {.tpu = 8};
  CHECK(at::choose<at::cpu>(asking("auto")).name() == "cpu");
  CHECK(at::choose<at::cpu>(asking("AUTO")).skipped().empty());
  CHECK_THROWS_AS(at::choose<test::cuda>(asking("auto")), at::not_available);
}

TEST_CASE("what was skipped is listed in the order of the priorities") {
  at::accelerator_registry registry;
  fill_as_lightning(registry);
  test::here = {.cuda = 3};
  at::detail::accelerator_choice const choice = choose(registry, asking("auto", "2"));
  REQUIRE(choice.skipped.size() == 2);
  CHECK(std::string(choice.skipped[0].accelerator.text()) == "tpu");
  CHECK(std::string(choice.skipped[1].accelerator.text()) == "mps");
  CHECK(choice.devices.size() == 2);
}

TEST_CASE("equal priorities go by name, and the CPU with a priority is listed") {
  at::accelerator_registry registry;
  at::register_accelerator<test::cuda>(registry, "b", "", 5);
  at::register_accelerator<test::mps>(registry, "a", "", 5);
  at::register_accelerator<at::cpu>(registry, "cpu", "", 0);
  test::here = {.cuda = 1, .mps = 1};
  CHECK(choose(registry, asking("auto")).accelerator.name == "a");
  test::here = {};
  CHECK(choose(registry, asking("auto")).accelerator.name == "cpu");
}

TEST_CASE("a name is registered once") {
  at::accelerator_registry registry;
  fill_as_lightning(registry);
  SECTION("another accelerator's is refused, however it is spelt") {
    for (auto add :
         {+[](at::accelerator_registry& to) { at::register_accelerator<test::mps>(to, "cuda", "", 1); },
          +[](at::accelerator_registry& to) { at::register_accelerator<test::mps>(to, "CUDA", "", 1); },
          +[](at::accelerator_registry& to) { at::register_accelerator<test::cuda>(to, "cuda", "CUDA", 99); },
          +[](at::accelerator_registry& to) { at::register_accelerator<test::mps>(to, "gpu", "", 1); },
          +[](at::accelerator_registry& to) { to.add_alternatives("tpu", {"cuda"}); },
          +[](at::accelerator_registry& to) { to.add_alternatives("gpu", {"cuda"}); }}) {
      CHECK_THROWS_AS(add(registry), at::error);
    }
    CHECK(registry.entries().size() == 4);
    CHECK(registry.at("cuda").type_id == at::detail::accelerator_identity::of<test::cuda>());
    CHECK(what_of([&] { at::register_accelerator<test::mps>(registry, "cuda", "another", 1); }) ==
          "\"cuda\" is registered already, as pretended-cuda (CUDA); it cannot be pretended-mps (another), too: take "
          "another "
          "name, or pass accelerator_registry::if_registered::replace");
  }
  SECTION("the same line, seen from two files, is one") {
    at::register_accelerator<test::cuda>(registry, "cuda", "CUDA", 100);
    CHECK(registry.entries().size() == 4);
  }
  SECTION("who says so replaces it, all of it") {
    at::register_accelerator<test::mps>(registry, "cuda", "", {}, at::accelerator_registry::if_registered::replace);
    CHECK(registry.at("cuda").type_id == at::detail::accelerator_identity::of<test::mps>());
    CHECK(registry.at("cuda").description.empty());
    CHECK_FALSE(registry.at("cuda").priority);
    // And nobody replaces it back by coming later, or by saying so, too.
    at::register_accelerator<test::cuda>(registry, "cuda", "CUDA", 100);
    CHECK(registry.at("cuda").type_id == at::detail::accelerator_identity::of<test::mps>());
    CHECK_THROWS_AS(
        at::register_accelerator<test::tpu>(registry, "cuda", "", {}, at::accelerator_registry::if_registered::replace),
        at::error);
  }
  SECTION("one accelerator may have two names") {
    at::register_accelerator<test::cuda>(registry, "nvidia", "CUDA", 50);
    CHECK(registry.entries().size() == 5);
  }
  SECTION("and is removed") {
    CHECK(registry.remove("Cuda"));
    CHECK_FALSE(registry.remove("cuda"));
    CHECK_FALSE(registry.find("cuda"));
    CHECK_THROWS_AS(registry.at("cuda"), at::input_error);
  }
}

TEST_CASE("bad names are refused") {
  for (char const* name :
       {"", "3", "auto", "AUTO", " xpu", "xpu ", "x,y", "x:1", "x=1", "x\"", "-x", "x\n", "\xc3\xa9"}) {
    CAPTURE(name);
    CHECK_THROWS_AS(at::accelerator_name::of_text(name), at::error);
  }
  CHECK_THROWS_AS(at::accelerator_name::of_text(std::string(64, 'x')), at::error);
  for (char const* name : {"x", "xpu", "A100 2g.10gb", "a100-1g.5gb+me"}) {
    CHECK(at::accelerator_name::of_text(name).text() == name);
  }
}

TEST_CASE("what is refused before main is thrown by the first use") {
  at::accelerator_registry registry;
  fill_as_lightning(registry);
  registry.add_or_remember(at::mode_detail::registered_as<test::mps>("cuda", "", 1));
  CHECK_THROWS_AS(registry.entries(), at::error);
  CHECK_THROWS_AS(registry.find("tpu"), at::error);
  CHECK_THROWS_AS(choose(registry, asking("cpu")), at::error);
}

TEST_CASE("the program has one registry, which every file fills") {
  auto& registry = at::accelerator_registry::of_this_program();
  CHECK(registry.find("cuda"));
  CHECK(registry.find("tpu"));
  CHECK(registry.find("elsewhere"));
  CHECK(registry.find("cpu"));
  CHECK_FALSE(registry.at("cpu").priority);
  // Nobody registered it; below a task is compiled for it.
  REQUIRE(registry.find("pretended-unregistered"));
  CHECK(registry.at("pretended unregistered").is_automatic);
  CHECK(registry.entries().size() == 5);
  CHECK(test::entries_elsewhere() == 5);
}

TEST_CASE("the processor keeps its name beside another, and is listed for auto under its own") {
  at::accelerator_registry registry;
  auto processor = at::mode_detail::registered_as<at::cpu>("cpu", "the processor");
  processor.is_automatic = true;  // as the library registers it
  registry.add(processor);
  at::register_accelerator<at::cpu>(registry, "host", "the processor, too");
  CHECK(registry.entries().size() == 2);
  at::register_accelerator<at::cpu>(registry, "cpu", "the processor, listed", 0);
  CHECK(registry.entries().size() == 2);
  CHECK(choose(registry, asking("auto")).accelerator.name == "cpu");
}

TEST_CASE("a choice among types calls code with the type") {
  using wanted = at::any_of<test::unregistered, test::cuda, at::cpu>;
  auto const name_of_choice = [](std::string accelerator) {
    auto const choice = at::choose<wanted>(asking(std::move(accelerator)));
    return choice.visit([]<class A>(at::devices<A> const&) -> std::string { return at::name_of<A>; });
  };
  test::here = {.cuda = 2, .tpu = 8};
  CHECK(name_of_choice("cuda") == "pretended-cuda");
  CHECK(name_of_choice("pretended unregistered") == "pretended unregistered");
  CHECK(name_of_choice("cpu") == "cpu");
  // The code is not compiled for tpu.
  auto const choice = at::choose<wanted>(asking("tpu,cuda", "1,0"));
  CHECK(choice.name() == "cuda");
  CHECK(choice[0] == 1);
  REQUIRE(choice.skipped().size() == 1);
  CHECK(std::string(choice.skipped()[0].accelerator.text()) == "tpu");
  CHECK(std::string(choice.skipped()[0].because.text()) == "the code that shall run is not compiled for it");
  CHECK_THROWS_AS(at::choose<wanted>(asking("tpu")), at::not_available);
}

TEST_CASE("all that is registered is listed with availability or the reason") {
  test::here = {.cuda = 2};
  auto const listed = at::accelerator_registry::of_this_program().list(at::machine{});
  REQUIRE(listed.size() == 5);
  CHECK(listed[0].accelerator.name == "cpu");
  CHECK(listed[0].available);
  CHECK(listed[1].accelerator.name == "cuda");
  CHECK(listed[1].available);
  CHECK(listed[1].devices == 2);
  CHECK(listed[2].accelerator.name == "elsewhere");
  CHECK(listed[2].available.why() == at::availability::not_compiled_in);
  CHECK(listed[4].accelerator.name == "tpu");
  CHECK(std::string(listed[4].available.text()) == "the pretended driver has too few");
}

TEST_CASE("a catalogue's device is registered like any other, and says why it is not there") {
  at::accelerator_registry registry;
  at::register_accelerator<at::A100::partition<"2g.10gb">>(registry, "a100-2g", "a slice", 10);
  auto const text = what_of([&] { (void)choose(registry, asking("a100-2g")); });
  CHECK(has(text, "a100-2g: not compiled in: this code was compiled without CUDA"));
}

TEST_CASE("options come from the program, the environment and the command line, the later ones first") {
  unsetenv("ALLOTYPE_ACCELERATOR");
  unsetenv("ALLOTYPE_DEVICES");
  auto const read = [](std::vector<std::string> const& words, std::vector<std::string>& rest) {
    command_line line(words);
    auto options = at::detail::take_accelerator_options(line.argc, line.argv.data(), asking("cpu", "3"));
    rest.assign(line.argv.data(), line.argv.data() + line.argc);
    CHECK(line.argv[static_cast<std::size_t>(line.argc)] == nullptr);
    return options;
  };
  std::vector<std::string> rest;
  auto options = read({"program", "-v", "file"}, rest);
  CHECK(options.accelerator == "cpu");
  CHECK(options.devices == "3");
  CHECK(options.devices_from == "the program");
  CHECK(rest == std::vector<std::string>{"program", "-v", "file"});

  setenv("ALLOTYPE_ACCELERATOR", "tpu", 1);
  setenv("ALLOTYPE_DEVICES", "", 1);
  options = read({"program", "--devices=0,1", "file", "--", "--accelerator", "x"}, rest);
  CHECK(options.accelerator == "tpu");
  CHECK(options.accelerator_from == "ALLOTYPE_ACCELERATOR");
  CHECK(options.devices == "0,1");
  CHECK(options.devices_from == "--devices");
  CHECK(rest == std::vector<std::string>{"program", "file", "--", "--accelerator", "x"});

  options = read({"program", "a", "--accelerator", "cuda", "b"}, rest);
  CHECK(options.accelerator == "cuda");
  CHECK(rest == std::vector<std::string>{"program", "a", "b"});
  CHECK_THROWS_AS(read({"program", "--devices"}, rest), at::input_error);
  CHECK_THROWS_AS(read({"program", "--devices="}, rest), at::input_error);
  // What begins with two dashes is an option; behind = it is a value.
  CHECK(what_of([&] { read({"program", "--devices", "--help"}, rest); }) == "--devices lacks its value");
  CHECK(what_of([&] { read({"program", "--devices", "--", "2"}, rest); }) == "--devices lacks its value");
  CHECK(read({"program", "--devices", "-1"}, rest).devices == "-1");
  CHECK(read({"program", "--devices=--help"}, rest).devices == "--help");
  CHECK_THROWS_AS(read({"program", "--devices", "1", "--devices=2"}, rest), at::input_error);
  CHECK_THROWS_AS(options.set("device", "1", "run.ini"), at::input_error);
  unsetenv("ALLOTYPE_ACCELERATOR");
  unsetenv("ALLOTYPE_DEVICES");
}

TEST_CASE("an error about devices says who asked for them, where that was not the program") {
  test::here = {.cuda = 2};
  setenv("ALLOTYPE_DEVICES", "9", 1);
  auto const options = at::detail::with_environment(asking("cuda"));
  unsetenv("ALLOTYPE_DEVICES");
  auto const choose_cuda = [](at::accelerator_options const& asked) { (void)at::choose<test::cuda>(asked); };
  CHECK(
      has(what_of([&] { choose_cuda(options); }), "ALLOTYPE_DEVICES: devices \"9\": there are not 9 of them; valid: "));
  CHECK(what_of([&] { choose_cuda(asking("cuda", "9")); }).starts_with("devices \"9\": there are not 9 of them"));
  try {
    choose_cuda(options);
    FAIL("9 of 2 devices were chosen");
  } catch (at::device_selection_error const& error) {
    CHECK(error.problem() == at::device_selection_error::kind::not_present);
    CHECK(std::string(error.input()) == "9");
    CHECK(has(error.valid(), "a count from \"1\" to \"2\""));
  }
}

TEST_CASE("a name for several may stand for another such name, but not for itself") {
  at::accelerator_registry registry;
  fill_as_lightning(registry);
  registry.add_alternatives("d", {"cuda", "cpu"});
  registry.add_alternatives("e", {"mps", "D"});
  registry.add_alternatives("best", {"auto", "cpu"});
  test::here = {.cuda = 1};
  CHECK(choose(registry, asking("e")).accelerator.name == "cuda");
  CHECK(registry.candidates("e").size() == 3);
  CHECK(registry.candidates("best").size() == 4);
  test::here = {};
  CHECK(choose(registry, asking("e")).accelerator.name == "cpu");
  CHECK(what_of([&] { (void)registry.at("d"); }) == "\"d\" is not one accelerator, but a name for several: cuda cpu");

  registry.add_alternatives("first", {"second"});
  registry.add_alternatives("second", {"first"});
  registry.add_alternatives("unknown", {"nobody"});
  CHECK(what_of([&] { (void)registry.candidates("first"); }) ==
        "\"first\" stands for itself: first, which stands for second, which stands for first");
  CHECK(has(what_of([&] { (void)registry.candidates("unknown"); }), "no accelerator is registered as \"nobody\""));
}

TEST_CASE("a queue a device, and the usual number of them") {
  test::here = {.tpu = 8};
  CHECK(at::choose<test::tpu>().size() == 8);
  CHECK(at::choose<at::cpu>().size() == 1);
  CHECK(at::choose<at::cpu>({.devices = "64"}).size() == 64);
  CHECK_THROWS_AS(at::choose<at::cpu>({.devices = "[3]"}), at::device_selection_error);
  CHECK(std::string(to_string(at::choose<at::cpu>({.devices = "3"}).open(2)).text()) == "serial");
  auto const last_two = at::choose<test::tpu>({.devices = "6,7"});
  CHECK(last_two[0] == 6);
  CHECK(last_two[1] == 7);
  CHECK_NOTHROW(last_two.open(1));
  CHECK_THROWS_AS(at::queue<test::tpu>(8), at::not_available);
  static_assert(!at::detail::reports_statistics<test::tpu>);
}

TEST_CASE("several threads register and choose at once") {
  at::accelerator_registry registry;
  fill_as_lightning(registry);
  test::here = {.cuda = 1};
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 4; ++i) {
      threads.emplace_back([&, i] {
        std::string const name = "x" + std::to_string(i);
        for (int j = 0; j < 50; ++j) {
          at::register_accelerator<test::mps>(registry, at::accelerator_name::of_text(name), "");
          if (choose(registry, asking("auto")).accelerator.name != "cuda") std::abort();
          registry.remove(name);
        }
      });
    }
  }
  CHECK(registry.entries().size() == 4);
}
