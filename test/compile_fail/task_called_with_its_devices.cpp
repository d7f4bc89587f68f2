// SPDX-License-Identifier: BSL-1.0
// The call of a task with the devices that were chosen. A loop over what it returns says nothing more.
// expect: task: devices that were chosen are no argument of its call: task.on_each(devices, arguments...)
#include <allotype/allotype.hpp>
#include <allotype/parallel/registry.hpp>
#include <string>
namespace at = allotype;

constexpr auto where = at::task<at::any_of<at::A100, at::cpu>>("where", [](auto&) { return std::string("here"); });
std::size_t go(int argc, char** argv) {
  std::size_t letters = 0;
  auto const devices = at::choose(where, argc, argv);
#ifdef TWIN
  for (auto const& result : where.on_each(devices)) letters += result.value().size();
#else
  for (auto const& result : where(devices)) letters += result.value().size();  // here
#endif
  return letters;
}
