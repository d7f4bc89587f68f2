// SPDX-License-Identifier: BSL-1.0
// statistics_of(device), and the texts that are made of it.
#include <unistd.h>
#include <allotype/parallel/statistics/statistics_json.hpp>
#include <allotype/parallel/statistics/statistics_text.hpp>
#include <filesystem>
#include <fstream>
#include <string>
#include <type_traits>

#include "catch.hpp"
#include "machine/fake_nvml.hpp"

using namespace allotype;
using namespace std::chrono_literals;

namespace {

gpu_statistics stats_here(found_device const& device) {
  probe_options options;
  options.nvml_library = FAKE_NVML;
  options.time_limit = 1min;
  return statistics_of(device, options);
}

constexpr bytes mebibytes(unsigned long long count) { return {count << 20}; }

template <class Statistics>
std::string fields_present(Statistics const& now) {
  std::string names;
  detail::for_each_field<Statistics>([&](char const* name, auto get) {
    if (get(now)) names += (names.empty() ? "" : " ") + std::string{name};
  });
  return names;
}

}  // namespace

TEST_CASE("a board's figures, in their units") {
  auto const here = machine_of("a100_whole");
  auto const now = stats_here(here.nvidia.boards[2]);
  CHECK(now.memory_total == mebibytes(40960));
  CHECK(now.memory_used == mebibytes(1000));
  CHECK(now.memory_reserved == mebibytes(528));
  CHECK(now.memory_free == mebibytes(40960 - 1528));
  CHECK(now.utilization == measured<"percent">{37});
  CHECK(now.memory_utilization == measured<"percent">{12});
  CHECK(now.temperature == measured<"celsius">{41});
  CHECK(now.power->value == Approx(87.654));
  CHECK(now.power_limit->value == Approx(400));
  CHECK(now.energy->value == Approx(123456.789));
  CHECK(now.sm_clock == measured<"hertz">{1.41e9});
  CHECK(now.memory_clock == measured<"hertz">{1.215e9});
  CHECK(!now.fan_speed);
  CHECK(fake_nvml_references() == 0);
}

TEST_CASE("what a board does not report is absent, not 0") {
  auto const mixed = machine_of("mixed_boards");
  CHECK(stats_here(mixed.nvidia.boards[0]).fan_speed == measured<"percent">{30});
  CHECK(fields_present(stats_here(mixed.nvidia.boards[1])) == "memory_total memory_used memory_free memory_reserved");
  CHECK(fields_present(stats_here(mixed.nvidia.boards[4])).empty());  // shares the processor's memory
  // In MIG mode a board has no use.
  auto const partitioned = machine_of("a100_slices_described");
  auto const board = stats_here(partitioned.nvidia.boards[0]);
  CHECK(!board.utilization);
  CHECK(board.temperature == measured<"celsius">{41});
}

TEST_CASE("a slice has its own figures, never its board's") {
  for (char const* scenario : {"a100_layouts", "slices_answer_for_their_board", "handles_of_boards_only"}) {
    INFO(scenario);
    auto const here = machine_of(scenario);
    auto const& board = here.nvidia.boards.size() == 8 ? here.nvidia.boards[5] : here.nvidia.boards[0];
    auto const now = stats_here({board, board.slices[0]});
    CHECK(fields_present(now) == "memory_total memory_used memory_free memory_reserved");
    CHECK(now.memory_total == mebibytes(19968));
    CHECK(now.memory_used == mebibytes(2000));
    CHECK(now.memory_reserved == mebibytes(6));
    auto const other = stats_here({board, board.slices[1]});
    CHECK(other.memory_used == mebibytes(0));  // a real zero
    CHECK(fake_nvml_references() == 0);
  }
}

TEST_CASE("a driver that counts what is reserved as used has no figure for what is used") {
  auto const old = machine_of("old_driver", FAKE_NVML_OLD);
  probe_options options;
  options.nvml_library = FAKE_NVML_OLD;
  options.time_limit = 1min;
  auto const now = statistics_of(old.nvidia.boards[0], options);
  CHECK(!now.memory_used);
  CHECK(!now.memory_reserved);
  CHECK(now.memory_total == mebibytes(16384));
  CHECK(now.memory_free == mebibytes(16384 - 1528));
  CHECK(now.temperature == measured<"celsius">{41});
}

TEST_CASE("a lost board, a destroyed slice, no driver and one that hangs are errors with a reason") {
  auto const reason_of = [](found_device const& device, probe_options const& options) {
    try {
      (void)statistics_of(device, options);
    } catch (gpu_statistics::error const& failed) {
      INFO(failed.what());
      CHECK(std::string{failed.what()} != "");
      return failed.why().why();
    }
    return availability::yes;
  };
  probe_options options;
  options.nvml_library = FAKE_NVML;
  options.time_limit = 1min;

  auto const lost = machine_of("lost_in_statistics");
  CHECK(reason_of(lost.nvidia.boards[0], options) == availability::failed);

  auto const sliced = machine_of("a100_slices_described");
  found_device const slice{sliced.nvidia.boards[0], sliced.nvidia.boards[0].slices[0]};
  machine_of("h100_mig_without_instance");  // and now it is not there
  CHECK(reason_of(slice, options) == availability::failed);

  auto const hanging = machine_of("hang_in_statistics");
  options.time_limit = 80ms;  // it hangs until the test lets it go
  CHECK(reason_of(hanging.nvidia.boards[0], options) == availability::timed_out);
  let_driver_go();
  options.time_limit = 1min;
  CHECK(reason_of(hanging.nvidia.boards[0], options) == availability::yes);

  options.nvml_library = "/nowhere.so";
  CHECK(reason_of(slice, options) == availability::no_driver);
  CHECK(fake_nvml_references() == 0);
}

// What goes wrong elsewhere with figures of devices, and cannot here.
template <class Device>
concept has_statistics = requires(Device const& device) { statistics_of(device); };
// Kilobytes under the label of megabytes: an amount is in bytes, and no other unit turns into it.
static_assert(!std::is_convertible_v<double, bytes> && !std::is_convertible_v<measured<"percent">, bytes>);
static_assert(!std::is_convertible_v<measured<"percent">, measured<"celsius">> &&
              !std::is_convertible_v<measured<"watts">, measured<"joules">>);
static_assert(std::is_same_v<decltype(gpu_statistics::memory_used), std::optional<bytes>>);
// The processor's figures under the name of another device: what nothing reads has no figures.
static_assert(has_statistics<cpu> && has_statistics<machine::found_board> && has_statistics<found_device>);
static_assert(!has_statistics<V5E> && !has_statistics<MI300X> && !has_statistics<A100>);

TEST_CASE("a broken driver does not concern the processor") {
  for (char const* scenario : {"no_permission", "versions_differ", "driver_not_loaded"}) {
    auto const here = machine_of(scenario);
    CHECK(!here.nvidia.complete);
    CHECK(here.host_processor.processors > 0);
    CHECK(statistics_of(cpu{}, 1ms).memory_total);
  }
}

TEST_CASE("a slice is found by its UUID, as programs under a mask name it") {
  auto options = options_for("a100_slices_described");
  std::string const named = to_string(probed(options).nvidia.boards[0].slices[2].uuid);
  options.environment.cuda_visible_devices = named.c_str();
  auto const here = probed(options);
  int visible = 0;
  for (auto const& device : here.devices()) {
    if (!device.visible().value_or(false)) continue;
    ++visible;
    CHECK(to_string(device.uuid()) == named);
    CHECK(stats_here(device).memory_total == mebibytes(4864));
  }
  CHECK(visible == 1);
}

TEST_CASE("the list of fields is complete") {
  // Structured bindings count the members.
  auto const [a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13] = gpu_statistics{};
  (void)a1, (void)a2, (void)a3, (void)a4, (void)a5, (void)a6, (void)a7, (void)a8, (void)a9, (void)a10, (void)a11,
      (void)a12;
  (void)a13;
  static_assert(decltype(boost::hana::length(boost::hana::accessors<gpu_statistics>()))::value == 13);
  auto const [b1, b2, b3, b4, b5, b6, b7, b8] = processor_statistics{};
  (void)b1, (void)b2, (void)b3, (void)b4, (void)b5, (void)b6, (void)b7, (void)b8;
  static_assert(decltype(boost::hana::length(boost::hana::accessors<processor_statistics>()))::value == 8);
}

TEST_CASE("the processor's figures") {
  std::string const root = std::filesystem::temp_directory_path() / ("allotype-stat-" + std::to_string(getpid()));
  auto const write = [&](std::string const& path, std::string const& text) {
    std::filesystem::create_directories(std::filesystem::path(root + path).parent_path());
    std::ofstream(root + path) << text;
  };
  write("/proc/meminfo", "MemTotal: 1000 kB\nMemFree: 1 kB\nMemAvailable: 400 kB\nSwapTotal: 0 kB\nSwapFree: 0 kB\n");
  write("/proc/self/status", "Name:\tx\nVmRSS:\t    77 kB\n");
  write("/proc/stat", "cpu  100 0 50 800 50 0 0 0 90 0\ncpu0 1 2 3\n");
  write("/sys/devices/system/cpu/online", "0-2\n");
  write("/sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq", "2000000\n");
  write("/sys/devices/system/cpu/cpu2/cpufreq/scaling_cur_freq", "3000000\n");

  detail::processor_sampler sampler(root);
  auto now = sampler.sample();
  CHECK(!now.utilization);  // since when?
  CHECK(now.memory_total == bytes{1000 << 10});
  CHECK(now.memory_available == bytes{400 << 10});
  CHECK(now.memory_used == bytes{600 << 10});
  CHECK(now.swap_total == bytes{0});
  CHECK(now.swap_used == bytes{0});
  CHECK(now.process_memory == bytes{77 << 10});
  CHECK(now.clock == measured<"hertz">{2.5e9});

  // 60 busy of 200: guests' time is in user's already, waiting for input and output is idle.
  write("/proc/stat", "cpu  140 10 60 900 90 0 0 0 400 0\n");
  CHECK(sampler.sample().utilization->value == Approx(30));
  CHECK(!sampler.sample().utilization);  // no time went by
  write("/proc/stat", "cpu  1 1 1 1 1 1 1 1\n");
  CHECK(!sampler.sample().utilization);  // counted backwards
  std::filesystem::remove_all(root);
  CHECK(fields_present(sampler.sample()).empty());
}

TEST_CASE("the processor of this machine") {
  auto const now = statistics_of(cpu{}, 50ms);
  REQUIRE(now.memory_total);
  REQUIRE(now.memory_used);
  CHECK(*now.memory_used < *now.memory_total);
  CHECK(now.process_memory->count > 1u << 20);
  REQUIRE(now.utilization);
  CHECK(now.utilization->value >= 0);
  CHECK(now.utilization->value <= 100);
}

namespace {

gpu_statistics some() {
  gpu_statistics now;
  now.memory_total = bytes{42949672960};
  now.utilization = measured<"percent">{37};
  now.power = measured<"watts">{87.654};
  now.energy = measured<"joules">{123456.789};
  return now;
}

}  // namespace

TEST_CASE("CSV: a cell a field, empty where there is no figure") {
  CHECK(csv::header<gpu_statistics>() ==
        "memory_total_bytes,memory_used_bytes,memory_free_bytes,memory_reserved_bytes,utilization_percent,"
        "memory_utilization_percent,temperature_celsius,power_watts,power_limit_watts,energy_joules,sm_clock_hertz,"
        "memory_clock_hertz,fan_speed_percent");
  CHECK(csv::row(some()) == "42949672960,,,,37,,,87.654,,123456.789,,,");
  CHECK(csv::row(gpu_statistics{}) == ",,,,,,,,,,,,");
  CHECK(csv::header<processor_statistics>() ==
        "utilization_percent,memory_total_bytes,memory_used_bytes,memory_available_bytes,swap_total_bytes,swap_used_"
        "bytes,"
        "process_memory_bytes,clock_hertz");
}

TEST_CASE("Prometheus: a metric a field, grouped; nothing where there is no figure") {
  gpu_statistics second;
  second.utilization = measured<"percent">{0};
  CHECK(prometheus::to_string<gpu_statistics>(
            {{{{"uuid", "GPU-1"}, {"name", "a \"b\"\\\n"}}, some()}, {{{"uuid", "GPU-2"}}, second}}) ==
        "# TYPE allotype_gpu_memory_total_bytes gauge\n"
        "allotype_gpu_memory_total_bytes{uuid=\"GPU-1\",name=\"a \\\"b\\\"\\\\\\n\"} 42949672960\n"
        "# TYPE allotype_gpu_utilization_ratio gauge\n"
        "allotype_gpu_utilization_ratio{uuid=\"GPU-1\",name=\"a \\\"b\\\"\\\\\\n\"} 0.37\n"
        "allotype_gpu_utilization_ratio{uuid=\"GPU-2\"} 0\n"
        "# TYPE allotype_gpu_power_watts gauge\n"
        "allotype_gpu_power_watts{uuid=\"GPU-1\",name=\"a \\\"b\\\"\\\\\\n\"} 87.654\n"
        "# TYPE allotype_gpu_energy_joules_total counter\n"
        "allotype_gpu_energy_joules_total{uuid=\"GPU-1\",name=\"a \\\"b\\\"\\\\\\n\"} 123456.789\n");
  CHECK(prometheus::to_string<gpu_statistics>({{{}, gpu_statistics{}}}).empty());
  processor_statistics host;
  host.clock = measured<"hertz">{2.5e9};
  CHECK(prometheus::to_string<processor_statistics>({{{}, host}}) ==
        "# TYPE allotype_processor_clock_hertz gauge\nallotype_processor_clock_hertz 2.5e+09\n");
  auto const here = machine_of("a100_slices_described");
  auto const& board = here.nvidia.boards[0];
  CHECK(prometheus::labels(board) ==
        prometheus::labels{{"uuid", to_string(board.uuid)}, {"name", "NVIDIA A100-SXM4-40GB"}});
  CHECK(prometheus::labels({board, board.slices[1]}).back() ==
        std::pair<std::string, std::string>{"board", to_string(board.uuid)});
}

TEST_CASE("JSON: every field has a key, null where there is no figure") {
  nlohmann::ordered_json const json = some();
  CHECK(json.size() == 13);
  CHECK(json["memory_total_bytes"] == 42949672960);
  CHECK(json["memory_used_bytes"].is_null());
  CHECK(json["power_watts"] == 87.654);
  CHECK(json.dump().substr(0, 59) == "{\"memory_total_bytes\":42949672960,\"memory_used_bytes\":null,");
}

TEST_CASE("a summary: least, mean, most, of the samples that have the figure") {
  monitor::summary<gpu_statistics> summary;
  gpu_statistics now;
  summary.add(now);
  now.temperature = measured<"celsius">{40};
  now.memory_used = bytes{10};
  summary.add(now);
  now.temperature = measured<"celsius">{50};
  now.memory_used = bytes{1};
  summary.add(now);
  now.temperature.reset();
  now.memory_used = bytes{2};
  summary.add(now);
  CHECK(summary.samples() == 4);
  CHECK(summary.minimum().temperature == measured<"celsius">{40});
  CHECK(summary.mean().temperature == measured<"celsius">{45});
  CHECK(summary.maximum().temperature == measured<"celsius">{50});
  CHECK(summary.minimum().memory_used == bytes{1});
  CHECK(summary.mean().memory_used == bytes{4});
  CHECK(summary.maximum().memory_used == bytes{10});
  CHECK(!summary.mean().power);
  nlohmann::ordered_json const json = summary;
  CHECK(json["samples"] == 4);
  CHECK(json["mean"]["temperature_celsius"] == 45.0);
  CHECK(json["minimum"]["power_watts"].is_null());
}
