// SPDX-License-Identifier: BSL-1.0
// The code of doc/registry.md.
#include <allotype/allotype.hpp>
#include <allotype/runtime/accelerator_choice.hpp>

#include <cstdio>
#include <string>
#include <vector>

namespace at = allotype;

namespace {

// [register]
// At namespace scope, in the header of the type or anywhere in the program.
auto const slice_is_registered = at::register_accelerator<at::A100::partition<"2g.10gb">>(
    "slice", "two sevenths of an A100", 500);   // what auto tries first
// [register]

// [choose]
/// Code for either, compiled for both.
template <class A>
std::string where_it_runs(at::selected_devices const& devices) {
  if constexpr (at::dispatchable<A>) {
    return at::queue<A>(devices.which(0)).description().text();
  } else {
    return "nowhere";   // without CUDA no code runs on a GPU, and it is never chosen
  }
}

std::string run(int argc, char** argv) {
  at::accelerator_options const asked = at::take_accelerator_options(argc, argv);
  using wanted = at::any_of<at::A100::partition<"2g.10gb">, at::cpu>;
  auto const choice = at::choose_accelerator<wanted>(asked);
  for (at::passed_over_accelerator const& each : choice.passed_over()) {
    std::printf("not on %s: %s\n", each.name.c_str(), each.text.c_str());
  }
  return choice.visit([&]<class A>(std::type_identity<A>) { return where_it_runs<A>(choice.devices()); });
}
// [choose]

// [list]
void print_accelerators() {
  for (at::listed_accelerator const& each : at::list_accelerators(at::probe())) {
    std::printf("%s (%s): %s\n", each.accelerator.name.c_str(), each.accelerator.description.c_str(),
                each.available ? "available" : each.available.text().c_str());
  }
}
// [list]

// [registry]
/// A registry of one's own, as tests use it.
bool refuses_what_is_taken() {
  at::accelerator_registry registry;
  registry.add(at::registered_as<at::cpu>("host", "the processor"));
  try {
    registry.add(at::registered_as<at::A100>("host", "a GPU"));
  } catch (at::registration_error const&) {
    // "host" is registered already, as cpu (the processor); it cannot be A100 (a GPU), too: take another name, or say
    // if_registered::replace
    registry.add(at::registered_as<at::A100>("host", "a GPU", 100, at::if_registered::replace));
    registry.add_alternatives("gpu", {"mps", "host"});   // one name for several, in this order
    return std::string{registry.at("host").type} == "A100";
  }
  return false;
}
// [registry]

std::string run_with(std::vector<std::string> words) {
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  return run(static_cast<int>(words.size()), argv.data());
}

}  // namespace

int main() {
  print_accelerators();
  if (!refuses_what_is_taken()) return 1;
  if (run_with({"program", "--accelerator", "cpu", "--devices", "2"}) == "nowhere") return 1;
  if (run_with({"program", "--accelerator=slice,cpu"}) == "nowhere") return 1;
  try {
    run_with({"program", "--accelerator", "slcie"});
    return 1;
  } catch (at::unknown_accelerator const& error) {
    std::printf("%s\n", error.what());
  }
  return 0;
}
