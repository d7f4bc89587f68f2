// SPDX-License-Identifier: BSL-1.0
// The code of doc/statistics.md.
#include <allotype/allotype.hpp>
#include <allotype/emit/statistics_json.hpp>
#include <allotype/runtime/availability.hpp>
#include <allotype/runtime/check_device.hpp>
#include <allotype/runtime/with_found_device.hpp>
#include <iostream>

namespace at = allotype;

namespace {

// [probe]
void print_machine() {
  at::machine const here = at::probe();  // five seconds at most
  std::cout << here.host_processor.usable_processors() << " processors for this program\n";
  if (here.nvidia.problem) std::cout << "no GPUs: " << here.nvidia.problem.text << "\n";
  for (at::found_device const& device : at::devices_of(here)) {
    char const* const type = at::device_name_of(device.place());
    std::cout << device.uuid() << " " << device.name() << ": " << (type != nullptr ? type : "not in the catalogue") << "\n";
  }
}
// [probe]

// [available]
using wanted = at::A100::partition<"2g.10gb">;
void print_presence(at::machine const& here) {
  if (auto const answer = at::is_present<wanted>(here)) {
    std::cout << "there is one\n";
  } else {
    std::cout << at::name_of_availability(answer.reason()) << ": " << answer.text() << "\n";
  }
}
// [available]

// [check]
void check_all(at::machine const& here) {
  for (at::found_device const& device : at::devices_that_are<wanted>(here)) {
    at::check_device<wanted>(device);  // throws at::wrong_device, which describes both
    std::string const difference = at::check_device<at::H100>(device, at::accept_mismatch);
    std::cout << difference << "\n";
  }
}
// [check]

// [types]
std::string memory_on_paper(at::found_device const& device) {
  return at::with_found_device(device, []<class A>(std::type_identity<A>) -> std::string {
    if constexpr (at::publishes<A, at::fact::memory>) {
      return std::to_string(at::memory_of<A>.in_mebibytes()) + " MiB";
    } else {
      return "not published";
    }
  });
}
// [types]

// [stats]
void print_statistics(at::found_device const& device) {
  at::gpu_statistics const now = at::stats(device);
  if (now.temperature) std::cout << now.temperature->value << " degrees Celsius\n";  // absent, never 0, where unknown
  std::cout << nlohmann::ordered_json(now) << "\n"
            << at::prometheus::text<at::gpu_statistics>({{at::prometheus::labels_of(device), now}})
            << at::csv::header<at::gpu_statistics>() << "\n" << at::csv::row(now) << "\n";
  at::processor_statistics const host = at::stats(at::cpu{});
  if (host.utilization) std::cout << host.utilization->value << " % of the processors are busy\n";
}
// [stats]

// [monitor]
void watch(std::vector<at::found_device> const& devices) {
  auto const [value, report] = at::monitored(devices, {.interval = std::chrono::milliseconds(20)}, [] {
    double sum = 0;
    for (int i = 1; i < 30'000'000; ++i) sum += 1.0 / i;
    return sum;
  });
  std::cout << value << ", computed in " << report.seconds << " s, of which watching took " << report.processor_seconds << "\n";
  for (at::watched_device const& device : report.devices) {
    if (auto const power = device.summary.mean().power) std::cout << device.name << ": " << power->value << " W\n";
  }
}
// [monitor]

}  // namespace

int main() {
  print_machine();
  at::machine const here = at::probe();
  print_presence(here);
  check_all(here);
  auto const devices = at::devices_of(here);
  for (at::found_device const& device : devices) {
    if (device.place().partition >= 0) std::cout << memory_on_paper(device) << "\n";
  }
  if (!devices.empty()) print_statistics(devices.front());
  watch(devices);
}
