// SPDX-License-Identifier: BSL-1.0
/// \file
/// Watches devices while a task runs: a thread takes samples at an interval, and the report summarizes them.
#pragma once

#include <time.h>

#include <type_traits>
#include <vector>

#include <allotype/parallel/statistics/statistics.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// Watches from its construction until `stop()`. The first sample is taken at once and the last at the end, so short
/// tasks have figures, too.
class monitor {
 public:
  /// What is watched, and how often.
  struct options {
    std::chrono::nanoseconds interval = std::chrono::milliseconds(100);  ///< at least 1 ms
    bool processor = true;                                               ///< watch the host processor, too
    std::chrono::nanoseconds stop_limit = std::chrono::seconds(2);  ///< how long `stop` waits for a driver that hangs
    std::string nvml_library = detail::nvml::default_library;       ///< the file name of NVML
    std::string root{};                                             ///< a prefix for /proc and /sys
  };

  /// The least, mean and largest value of each figure over some samples. A figure without samples is empty.
  template <class Statistics>
  class summary {
   public:
    /// One more sample.
    void add(Statistics const& sample) {
      ++samples_;
      int field = 0;
      detail::for_each_field<Statistics>([&](char const*, auto get) {
        int const at = field++;
        auto const& value = get(sample);
        if (!value) return;
        using figure = std::remove_cvref_t<decltype(*value)>;
        auto& least = get(minimum_);
        auto& most = get(maximum_);
        if (!least || *value < *least) least = *value;
        if (!most || *value > *most) most = *value;
        sums_[at] += detail::measure<figure>::number(*value);
        ++counts_[at];
        get(mean_) = detail::measure<figure>::quantity(sums_[at] / static_cast<double>(counts_[at]));
      });
    }

    /// How many there were.
    [[nodiscard]] long samples() const noexcept { return samples_; }
    /// The least value of each figure.
    [[nodiscard]] Statistics const& minimum() const noexcept { return minimum_; }
    /// The mean of the samples that have the figure. Samples are not weighted by the time between them.
    [[nodiscard]] Statistics const& mean() const noexcept { return mean_; }
    /// The largest value of each figure.
    [[nodiscard]] Statistics const& maximum() const noexcept { return maximum_; }

   private:
    static constexpr int max_fields = 16;
    static_assert(decltype(boost::hana::length(boost::hana::accessors<Statistics>()))::value <= max_fields);

    long samples_ = 0;
    Statistics minimum_, mean_, maximum_;
    double sums_[max_fields]{};
    long counts_[max_fields]{};
  };

  /// A device over the time that it was watched.
  struct watched_device {
    std::optional<device_uuid> uuid;           ///< absent where the driver did not tell it
    std::string name;                          ///< the product's, or the profile's
    monitor::summary<gpu_statistics> summary;  ///< of all samples
    answer complete;  ///< yes, or why sampling ended early: the device is lost, or the driver hangs
  };

  /// What was measured.
  struct report {
    std::vector<watched_device> devices;      ///< in the order of the constructor's
    summary<processor_statistics> processor;  ///< of the machine
    double seconds = 0;                       ///< the time of watching
    double processor_seconds = 0;             ///< the processor time of the watching itself
  };
  /// What was measured while a task ran, and the value of the task.
  template <class T>
  struct result {
    T value;                 ///< what the task returned
    monitor::report report;  ///< what was measured
  };

  explicit monitor(std::vector<found_device> const& devices) : monitor(devices, options{}) {}
  monitor(std::vector<found_device> const& devices, options const& how) : state_(std::make_shared<state>()) {
    state_->how = how;
    if (state_->how.interval < std::chrono::milliseconds(1)) state_->how.interval = std::chrono::milliseconds(1);
    for (found_device const& device : devices) {
      state_->boards.push_back(device.slice != nullptr ? device.board->uuid : std::nullopt);
      state_->report.devices.push_back({device.uuid(), device.name(), {}, {}});
    }
    detail::start_detached([state = state_] { watch(*state); });
  }
  monitor(monitor const&) = delete;
  monitor& operator=(monitor const&) = delete;
  ~monitor() { stop(); }

  /// Runs `task()` and watches the devices meanwhile. Returns the report, with the task's value if it has one.
  /// Exceptions of the task pass through.
  template <class F>
  static auto during(std::vector<found_device> const& devices, options const& how, F&& task) {
    monitor watching(devices, how);
    if constexpr (std::is_void_v<decltype(task())>) {
      task();
      return watching.stop();
    } else {
      auto value = task();
      return result<decltype(value)>{std::move(value), watching.stop()};
    }
  }

  /// Ends the watching and returns the report. A second call returns the same report.
  report stop() {
    std::unique_lock lock(state_->mutex);
    state_->stopping = true;
    state_->changed.notify_all();
    auto const ended = [&] { return state_->returned || state_->left_behind; };
    if (!state_->changed.wait_for(lock, state_->how.stop_limit, ended)) {
      state_->left_behind = true;
      detail::leave_behind(state_);
      for (watched_device& device : state_->report.devices) {
        if (device.complete) device.complete = detail::overdue(*state_);
      }
    }
    return state_->report;
  }

 private:
  struct state : detail::work_in_progress {
    std::mutex mutex;
    std::condition_variable changed;
    options how;
    std::vector<std::optional<device_uuid>> boards;
    monitor::report report;
    bool stopping = false;
    bool left_behind = false;
    std::chrono::steady_clock::time_point const since = std::chrono::steady_clock::now();
  };

  /// A device that is read as long as it can be.
  struct source {
    std::unique_ptr<detail::gpu_sampler> sampler;
    answer complete;
  };

  template <class F>
  static void attempt(source& device, F read) {
    try {
      read();
    } catch (gpu_statistics::error const& gone) {
      device.complete = gone.why();
      device.sampler.reset();
    }
  }

  static double processor_seconds_of_this_thread() {
    timespec used{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    return static_cast<double>(used.tv_sec) + 1e-9 * static_cast<double>(used.tv_nsec);
  }

  static void watch(state& own) {
    detail::work_of_this_thread = &own;
    std::vector<source> devices(own.boards.size());
    for (std::size_t i = 0; i < devices.size(); ++i) {
      // The UUIDs do not change once the thread runs.
      attempt(devices[i], [&] {
        devices[i].sampler =
            std::make_unique<detail::gpu_sampler>(own.how.nvml_library, own.report.devices[i].uuid, own.boards[i]);
      });
    }
    detail::processor_sampler processor(own.how.root);
    for (bool last = false;;) {
      auto const next = std::chrono::steady_clock::now() + own.how.interval;
      sample(own, devices, processor);
      if (last) break;
      std::unique_lock lock(own.mutex);
      last = own.changed.wait_until(lock, next, [&] { return own.stopping; });
    }
    devices.clear();
    std::lock_guard const lock(own.mutex);
    detail::work_of_this_thread = nullptr;
    own.returned = true;
    own.changed.notify_all();
  }

  static void sample(state& own, std::vector<source>& devices, detail::processor_sampler& processor) {
    std::vector<std::optional<gpu_statistics>> now(devices.size());
    for (std::size_t i = 0; i < devices.size(); ++i) {
      if (devices[i].sampler != nullptr) attempt(devices[i], [&] { now[i] = devices[i].sampler->sample(); });
    }
    std::optional<processor_statistics> host;
    if (own.how.processor) host = processor.sample();
    std::lock_guard const lock(own.mutex);
    for (std::size_t i = 0; i < devices.size(); ++i) {
      if (now[i]) own.report.devices[i].summary.add(*now[i]);
      if (!devices[i].complete) own.report.devices[i].complete = devices[i].complete;
    }
    if (host) own.report.processor.add(*host);
    own.report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - own.since).count();
    own.report.processor_seconds = processor_seconds_of_this_thread();
  }

  std::shared_ptr<state> state_;
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
