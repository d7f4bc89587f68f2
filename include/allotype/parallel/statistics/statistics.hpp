// SPDX-License-Identifier: BSL-1.0
/// \file
/// What a device is doing now: `statistics_of(device)` gives typed figures with units. A figure that the device does
/// not report is empty, and never 0. A slice reports only its own figures; temperature and power belong to the board.
#pragma once

#include <boost/hana/accessors.hpp>
#include <boost/hana/adapt_struct.hpp>
#include <boost/hana/first.hpp>
#include <boost/hana/for_each.hpp>
#include <boost/hana/length.hpp>
#include <boost/hana/second.hpp>
#include <boost/hana/string.hpp>
#include <boost/hana/tuple.hpp>

#include <chrono>
#include <optional>
#include <string>
#include <thread>

#include <allotype/catalog/cpu.hpp>
#include <allotype/core/error.hpp>
#include <allotype/machine/detail/nvml.hpp>
#include <allotype/machine/machine.hpp>
#include <allotype/machine/probe.hpp>
#include <allotype/parallel/statistics/measured.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// Figures of a GPU or a slice. A slice reports only its memory.
struct gpu_statistics {
  /// A device cannot be read: it is lost or removed, access is refused, or the driver hangs.
  class [[gnu::visibility("default")]] error : public allotype::error {
   public:
    explicit error(answer const& why) : allotype::error(why.text()), why_(why) {}
    /// The reason, with a code for programs.
    [[nodiscard]] answer const& why() const noexcept { return why_; }

   private:
    answer why_;
  };

  std::optional<bytes> memory_total;     ///< of the device
  std::optional<bytes> memory_used;      ///< by programs; needs a driver that reports reserved memory separately (R510)
  std::optional<bytes> memory_free;      ///< for programs
  std::optional<bytes> memory_reserved;  ///< by driver and firmware
  std::optional<measured<"percent">> utilization;  ///< of the time in which a kernel ran; not in MIG mode
  std::optional<measured<"percent">>
      memory_utilization;                          ///< of the time in which memory was read or written; not in MIG mode
  std::optional<measured<"celsius">> temperature;  ///< of the GPU's chip
  std::optional<measured<"watts">> power;          ///< averaged over a second since Ampere, except GA100 (nvml.h)
  std::optional<measured<"watts">> power_limit;    ///< that the driver keeps to
  std::optional<measured<"joules">> energy;        ///< since the driver was loaded
  std::optional<measured<"hertz">> sm_clock;       ///< of the multiprocessors
  std::optional<measured<"hertz">> memory_clock;   ///< of the memory
  std::optional<measured<"percent">> fan_speed;    ///< of the fan's maximum; empty without a fan
};

/// Figures of the host processor, from /proc and /sys.
struct processor_statistics {
  std::optional<measured<"percent">>
      utilization;                         ///< of all processors since the sample before; absent in the first sample
  std::optional<bytes> memory_total;       ///< of the host
  std::optional<bytes> memory_used;        ///< what is not available to programs
  std::optional<bytes> memory_available;   ///< for programs, without swapping
  std::optional<bytes> swap_total;         ///< of the host
  std::optional<bytes> swap_used;          ///< of the host
  std::optional<bytes> process_memory;     ///< resident, of this process
  std::optional<measured<"hertz">> clock;  ///< mean of the processors that report theirs
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

// The one list of fields: what sums up, prints or parses statistics goes over it.
BOOST_HANA_ADAPT_STRUCT(allotype::gpu_statistics, memory_total, memory_used, memory_free, memory_reserved, utilization,
                        memory_utilization, temperature, power, power_limit, energy, sm_clock, memory_clock, fan_speed);
BOOST_HANA_ADAPT_STRUCT(allotype::processor_statistics, utilization, memory_total, memory_used, memory_available,
                        swap_total, swap_used, process_memory, clock);

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

/// Calls `visit(name, get)` for every field, in order. `get(statistics)` is the field: an optional of a quantity.
template <class Statistics, class Visitor>
void for_each_field(Visitor visit) {
  boost::hana::for_each(boost::hana::accessors<Statistics>(), [&](auto const& field) {
    visit(boost::hana::to<char const*>(boost::hana::first(field)), boost::hana::second(field));
  });
}

/// Reads one GPU or slice repeatedly, and keeps NVML initialized during its lifetime. It has no time limit;
/// `statistics_of` and `monitor` have one.
class gpu_sampler {
 public:
  /// \param slice_of the board's UUID where `uuid` is that of a MIG device, else absent
  /// \throws gpu_statistics::error if the driver is missing, or no device has that UUID
  gpu_sampler(std::string const& library, std::optional<device_uuid> const& uuid,
              std::optional<device_uuid> const& slice_of)
      : library_(usable(library)), nvml_(library_), is_slice_(slice_of.has_value()) {
    check(library_.call().initialize.name, nvml_.code());
    auto const& call = nvml_.call();
    nvml::status const code = call.device_of_uuid(to_string(uuid).c_str(), &device_);
    // Not every driver takes a MIG device's UUID there.
    if (code != nvml::status::success && uuid && slice_of && find_slice(*uuid, *slice_of)) return;
    check(call.device_of_uuid.name, code);
  }

  /// \throws gpu_statistics::error if the device is lost or removed
  [[nodiscard]] gpu_statistics sample() const {
    gpu_statistics now;
    auto const& call = nvml_.call();
    nvml::memory_v2 memory;
    if (has(call.memory_v2.name, call.memory_v2(device_, &memory))) {
      now.memory_total = bytes{memory.total};
      now.memory_used = bytes{memory.used};
      now.memory_free = bytes{memory.free};
      now.memory_reserved = bytes{memory.reserved};
    } else {
      // The older call counts what is reserved as used.
      nvml::memory older{};
      if (has(call.memory.name, call.memory(device_, &older))) {
        now.memory_total = bytes{older.total};
        now.memory_free = bytes{older.free};
      }
    }
    // Some drivers answer for the board when asked about a slice.
    if (is_slice_) return now;
    nvml::utilization use{};
    if (has(call.utilization.name, call.utilization(device_, &use))) {
      now.utilization = measured<"percent">{static_cast<double>(use.gpu)};
      now.memory_utilization = measured<"percent">{static_cast<double>(use.memory)};
    }
    read(now.temperature, 1, call.temperature, nvml::gpu_temperature);
    read(now.power, 1e-3, call.power);
    read(now.power_limit, 1e-3, call.power_limit);
    read<unsigned long long>(now.energy, 1e-3, call.energy);
    read(now.sm_clock, 1e6, call.clock, nvml::sm_clock);
    read(now.memory_clock, 1e6, call.clock, nvml::memory_clock);
    read(now.fan_speed, 1, call.fan_speed);
    return now;
  }

 private:
  static nvml::library usable(std::string const& path) {
    nvml::library loaded(path.c_str());
    if (!loaded.usable()) {
      throw gpu_statistics::error(
          {loaded.found() ? availability::driver_too_old : availability::no_driver, loaded.problem().c_str()});
    }
    return loaded;
  }

  void check(char const* call, nvml::status code) const {
    if (answer const well = answer_of(nvml_, call, code); !well) throw gpu_statistics::error(well);
  }

  /// Whether there is a figure. A figure that the device does not report is not an error; a lost device is.
  bool has(char const* call, nvml::status code) const {
    switch (code) {
      case nvml::status::success:
        return true;
      case nvml::status::uninitialized:
      case nvml::status::invalid_argument:  // a handle of an instance that was destroyed
      case nvml::status::not_found:
      case nvml::status::gpu_is_lost:
      case nvml::status::reset_required:
        check(call, code);
        break;
      default:
        break;
    }
    return false;
  }

  template <class Number = unsigned, class Quantity, class Call, class... Before>
  void read(std::optional<Quantity>& to, double factor, Call const& call, Before... before) const {
    Number number{};
    if (has(call.name, call(device_, before..., &number))) to = Quantity{static_cast<double>(number) * factor};
  }

  bool find_slice(device_uuid const& uuid, device_uuid const& board_uuid) {
    auto const& call = nvml_.call();
    nvml::device board = nullptr;
    unsigned most = 0;
    if (call.device_of_uuid(to_string(board_uuid).text(), &board) != nvml::status::success) return false;
    if (call.max_mig_devices(board, &most) != nvml::status::success) return false;
    for (unsigned i = 0; i < most && i < nvml::most_instances; ++i) {
      if (call.mig_device_at(board, i, &device_) != nvml::status::success) continue;
      if (same_device(device_uuid(nvml::text_from(call.uuid, nullptr, device_).c_str()), uuid)) return true;
    }
    return false;
  }

  nvml::library library_;
  nvml::session nvml_;
  nvml::device device_ = nullptr;
  bool is_slice_;
};

/// Reads the host processor repeatedly. Use is measured between two samples.
class processor_sampler {
 public:
  explicit processor_sampler(std::string root = "") : root_(std::move(root)) {}

  [[nodiscard]] processor_statistics sample() {
    processor_statistics now;
    std::string const memory = text_of_system_file(root_ + "/proc/meminfo").value_or("");
    auto const amount = [&](char const* label) -> std::optional<bytes> {
      auto const found = kibibytes_of_label(memory, label);
      return found ? std::optional<bytes>{bytes{*found}} : std::nullopt;
    };
    now.memory_total = amount("MemTotal");
    now.memory_available = amount("MemAvailable");
    now.memory_used = difference(now.memory_total, now.memory_available);
    now.swap_total = amount("SwapTotal");
    now.swap_used = difference(now.swap_total, amount("SwapFree"));
    std::string const status = text_of_system_file(root_ + "/proc/self/status").value_or("");
    if (auto const resident = kibibytes_of_label(status, "VmRSS")) now.process_memory = bytes{*resident};
    now.clock = mean_clock();
    now.utilization = utilization();
    return now;
  }

 private:
  static std::optional<bytes> difference(std::optional<bytes> all, std::optional<bytes> rest) {
    if (!all || !rest || *rest > *all) return std::nullopt;
    return *all - *rest;
  }

  struct ticks {
    unsigned long long busy = 0;
    unsigned long long all = 0;
  };
  /// The first line of /proc/stat: user nice system idle iowait irq softirq steal; the guests' are in the first two.
  std::optional<ticks> read_ticks() const {
    std::string const text = text_of_system_file(root_ + "/proc/stat").value_or("");
    std::string_view line = text;
    line = take_until(line, '\n');
    if (take_until(line, ' ') != "cpu") return std::nullopt;
    line = trimmed(line);
    ticks now;
    for (int column = 0; column < 8 && !line.empty(); ++column) {
      auto const number = number_in(take_until(line, ' '));
      if (!number) return std::nullopt;
      now.all += *number;
      bool const idle = column == 3 || column == 4;
      if (!idle) now.busy += *number;
    }
    return now;
  }

  std::optional<measured<"percent">> utilization() {
    auto const now = read_ticks();
    auto const before = std::exchange(before_, now);
    // iowait may go backwards (proc(5)).
    if (!now || !before || now->all <= before->all || now->busy < before->busy) return std::nullopt;
    double const all = static_cast<double>(now->all - before->all);
    double const share = 100 * static_cast<double>(now->busy - before->busy) / all;
    return measured<"percent">{share < 100 ? share : 100};
  }

  std::optional<measured<"hertz">> mean_clock() const {
    auto const online = list_of_system_file(root_ + "/sys/devices/system/cpu/online");
    double sum = 0;
    int count = 0;
    for (int const processor : online.value_or(std::vector<int>{})) {
      auto const kilohertz = number_of_system_file(root_ + "/sys/devices/system/cpu/cpu" + std::to_string(processor) +
                                                   "/cpufreq/scaling_cur_freq");
      if (!kilohertz) continue;
      sum += 1e3 * static_cast<double>(*kilohertz);
      ++count;
    }
    return count == 0 ? std::nullopt : std::optional<measured<"hertz">>{measured<"hertz">{sum / count}};
  }

  std::string root_;
  std::optional<ticks> before_;
};

}  // namespace detail

/// The figures of a device now; of a slice its own figures. Initializes NVML for this one sample; `monitor` does so
/// once for many.
/// \throws gpu_statistics::error if the device is lost or the driver does not answer in time
[[nodiscard]] inline gpu_statistics statistics_of(found_device const& device, probe_options const& options = {}) {
  std::optional<device_uuid> const board = device.slice != nullptr ? device.board->uuid : std::nullopt;
  auto const sample =
      detail::within_time_limit(options.time_limit, [library = options.nvml_library, uuid = device.uuid(), board] {
        return detail::gpu_sampler(library, uuid, board).sample();
      });
  if (!sample) throw gpu_statistics::error(sample.reason());
  return *sample;
}

/// The figures of the host processor. Its use is measured over `interval`, and the call waits for that time.
[[nodiscard]] inline processor_statistics statistics_of(
    cpu, std::chrono::nanoseconds interval = std::chrono::milliseconds(100), probe_options const& options = {}) {
  detail::processor_sampler sampler(options.root);
  (void)sampler.sample();
  std::this_thread::sleep_for(interval);
  return sampler.sample();
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
