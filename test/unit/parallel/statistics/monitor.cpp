// SPDX-License-Identifier: BSL-1.0
#include <allotype/parallel/statistics/monitor.hpp>
#include <allotype/parallel/statistics/statistics_json.hpp>
#include <stdexcept>

#include "catch.hpp"
#include "machine/fake_nvml.hpp"

using namespace allotype;
using namespace std::chrono_literals;

namespace {

monitor::options every(std::chrono::nanoseconds interval) {
  monitor::options options;
  options.interval = interval;
  options.stop_limit = 1min;  // also on a busy machine
  options.nvml_library = FAKE_NVML;
  return options;
}

}  // namespace

TEST_CASE("devices and the processor are watched while a task runs") {
  auto const here = machine_of("a100_slices_described");
  auto const& board = here.nvidia.boards[0];
  auto const start = std::chrono::steady_clock::now();
  std::chrono::duration<double> of_task{};
  auto const [value, report] = monitor::during({board, {board, board.slices[1]}}, every(10ms), [&] {
    auto const begin = std::chrono::steady_clock::now();
    wait_for_fake_nvml_calls("nvmlDeviceGetTemperature", 30);  // of the board and of its slice: 15 samples at least
    of_task = std::chrono::steady_clock::now() - begin;
    return 7;
  });
  std::chrono::duration<double> const all = std::chrono::steady_clock::now() - start;
  CHECK(value == 7);
  REQUIRE(report.devices.size() == 2);
  CHECK(report.devices[0].uuid == board.uuid);
  CHECK(report.devices[0].summary.samples() >= 15);
  // Not more often than asked for, but for the last one.
  CHECK(static_cast<double>(report.devices[0].summary.samples()) <= report.seconds / 0.01 + 2);
  CHECK(report.devices[0].summary.mean().temperature == measured<"celsius">{41});
  CHECK(report.devices[0].complete);
  CHECK(report.devices[1].name == "NVIDIA A100-SXM4-40GB MIG 2g.10gb");
  CHECK(report.devices[1].summary.minimum().memory_total == bytes{9856ull << 20});
  CHECK(!report.devices[1].summary.maximum().temperature);
  CHECK(report.processor.samples() == report.devices[0].summary.samples());
  CHECK(report.processor.maximum().utilization);
  CHECK(report.seconds >= of_task.count());
  CHECK(report.seconds <= all.count());
  CHECK(report.processor_seconds > 0);
  CHECK(report.processor_seconds < report.seconds);
  CHECK(fake_nvml_references() == 0);
  CHECK(fake_nvml_calls("nvmlInit_v2") == 2);  // once a device, not once a sample
  nlohmann::ordered_json const json = report;
  CHECK(json["devices"][0]["summary"]["mean"]["temperature_celsius"] == 41.0);
  CHECK(!json["devices"][0].contains("problem"));
}

TEST_CASE("a task that takes no time has two samples: at the beginning and at the end") {
  auto const here = machine_of("a100_whole");
  auto const report = monitor::during({here.nvidia.boards[0]}, every(1h), [] {});
  CHECK(report.devices[0].summary.samples() == 2);
}

TEST_CASE("stopping is idempotent, and what the task throws passes") {
  auto const here = machine_of("a100_whole");
  monitor watching({here.nvidia.boards[0]}, every(5ms));
  auto const samples = watching.stop().devices[0].summary.samples();
  CHECK(fake_nvml_references() == 0);  // nobody is left who could take another
  CHECK(watching.stop().devices[0].summary.samples() == samples);
  CHECK_THROWS_AS(monitor::during({here.nvidia.boards[0]}, every(5ms), []() -> int { throw std::domain_error("x"); }),
                  std::domain_error);
  CHECK(fake_nvml_references() == 0);
}

TEST_CASE("a board that is lost meanwhile has the figures until then, and the reason") {
  auto const here = machine_of("lost_in_statistics");
  // How long the processor is watched on, behind the loss, nothing says while it is: longer until it was often enough.
  monitor::report report;
  for (auto time = 20ms; report.processor.samples() <= 2 && time < 1min; time *= 2) {
    machine_of("lost_in_statistics");
    report = monitor::during({here.nvidia.boards[0]}, every(5ms), [&] { std::this_thread::sleep_for(time); });
  }
  CHECK(report.devices[0].complete.why() == availability::failed);
  CHECK_THAT(report.devices[0].complete.text(), contains("GPU is lost"));
  CHECK(report.devices[0].summary.samples() == 0);  // the first sample was not completed
  CHECK(report.processor.samples() > 2);
  nlohmann::ordered_json const json = report;
  CHECK(json["devices"][0]["problem"]["reason"] == "failed");
}

TEST_CASE("no driver") {
  auto const here = machine_of("a100_whole");
  auto options = every(5ms);
  options.nvml_library = "/nowhere.so";
  auto const report = monitor::during({here.nvidia.boards[0]}, options, [] {});
  CHECK(report.devices[0].complete.why() == availability::no_driver);
}

TEST_CASE("a driver that hangs does not keep the program: the report says in which call") {
  auto const here = machine_of("hang_in_statistics");
  auto options = every(5ms);
  options.stop_limit = 200ms;
  // It hangs until the test lets it go: what returns before has not waited for it.
  auto const report = monitor::during({here.nvidia.boards[0]}, options,
                                      [] { wait_for_fake_nvml_calls("nvmlDeviceGetTemperature", 1); });
  CHECK(report.devices[0].complete.why() == availability::timed_out);
  CHECK_THAT(report.devices[0].complete.text(), contains("nvmlDeviceGetTemperature has not returned"));
  // Nobody else asks the driver meanwhile.
  CHECK(probed(options_for("a100_whole")).nvidia.complete.why() == availability::timed_out);
  let_driver_go();
  CHECK(probed(options_for("a100_whole")).nvidia.complete);
  CHECK(fake_nvml_references() == 0);
}
