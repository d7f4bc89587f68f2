// SPDX-License-Identifier: BSL-1.0
/// \file
/// Chooses devices for a task from a command line, the environment or a configuration file, and runs the task on each
/// of them:
///
/// \code
/// auto devices = at::choose(doubled, argc, argv);      // --accelerator, --devices, the environment
/// auto results = doubled.on_each(devices, numbers);    // one result a device, in their order
/// \endcode
///
/// The type of chosen devices names their accelerator. Only accelerators that the task lists are used, so the CPU is
/// used only if it is listed.
#pragma once

#include <exception>
#include <optional>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include <allotype/accelerator/alternatives.hpp>
#include <allotype/core/detail/exception_text.hpp>
#include <allotype/core/detail/header_is_read.hpp>
#include <allotype/core/detail/list.hpp>
#include <allotype/parallel/registry/accelerator_options.hpp>
#include <allotype/parallel/registry/detail/accelerator_choice.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

template <class... Arguments>
inline constexpr bool is_read<header_of_choose, Arguments...> = true;

}  // namespace detail

/// A task failed on at least one device. `what()` names the task, and each device that failed with the reason.
class task_error : public error {
 public:
  task_error(int device, message<2000> const& text, std::exception_ptr cause)
      : error(text), device_(device), cause_(std::move(cause)) {}

  /// The position of the first device that failed, from 0.
  [[nodiscard]] int device() const noexcept { return device_; }
  /// The exception that was thrown there.
  [[nodiscard]] std::exception_ptr const& cause() const noexcept { return cause_; }

 private:
  int device_;
  std::exception_ptr cause_;
};

namespace detail {

/// The members that devices of every accelerator have.
class untyped_devices {
 public:
  explicit untyped_devices(accelerator_choice choice) : choice_(std::move(choice)) {}

  /// The registered name of the accelerator: `"xpu"`, `"A100 2g.10gb"`.
  [[nodiscard]] std::string const& name() const noexcept { return choice_.accelerator.name; }
  [[nodiscard]] int size() const noexcept { return choice_.devices.size(); }
  /// The index of the `i`-th device among those that this program sees.
  int operator[](int i) const { return choice_.devices[i]; }
  /// The accelerators that were tried before, in order, each with the reason why it was skipped.
  [[nodiscard]] std::vector<answer::skipped_accelerator> const& skipped() const noexcept { return choice_.skipped; }
  /// The devices without their type, for the settings of an executor.
  [[nodiscard]] visible_devices::selection const& selected() const noexcept { return choice_.devices; }

 protected:
  accelerator_choice choice_;
};

/// Calls `work(i)` for each `i` below `count` at the same time, and returns when all have returned. If the system has
/// too few threads, the last ones are not called. `work` does not throw.
template <class Work>
void at_the_same_time(int count, Work const& work) {
  if (count == 1) return work(0);
  std::vector<std::thread> threads;
  threads.reserve(static_cast<std::size_t>(count));
  try {
    for (int i = 0; i < count; ++i) threads.emplace_back([&work, i] { work(i); });
  } catch (std::system_error const&) {
    // Devices that got no thread have no outcome.
  }
  for (std::thread& thread : threads) thread.join();
}

/// The outcome of the task on one device.
template <class Result>
struct outcome {
  std::optional<Result> result{};
  std::exception_ptr thrown{};
  fixed_text<240> device{};  ///< empty if no queue could be opened
};

/// \throws task_error if one of them failed
template <class Result>
std::vector<Result> results_of(std::vector<outcome<Result>>& outcomes, char const* task) {
  std::vector<Result> results;
  results.reserve(outcomes.size());
  message<2000> text;
  text << "task " << task;
  int first = -1;
  for (int i = 0; i < static_cast<int>(outcomes.size()); ++i) {
    outcome<Result>& each = outcomes[static_cast<std::size_t>(i)];
    if (each.result) {
      results.push_back(std::move(*each.result));
      continue;
    }
    text << (first < 0 ? ": devices[" : "; devices[") << i << "]";
    if (!each.device.empty()) text << " (" << each.device.text() << ")";
    text << ": " << (each.thrown != nullptr ? message_of(each.thrown).text() : "the system has no thread for it");
    if (first < 0) first = i;
  }
  if (first >= 0) throw task_error(first, text, outcomes[static_cast<std::size_t>(first)].thrown);
  return results;
}

template <class Task>
concept has_alternatives = requires(Task const& task) {
  typename Task::wanted;
  task.name();
};

}  // namespace detail

inline namespace ALLOTYPE_MODE {

/// Devices of this machine that are an `A`. Copies are cheap; no queue is open.
template <class A>
class devices : public detail::untyped_devices {
 public:
  using wanted = A;
  using accelerator = A;
  using untyped_devices::untyped_devices;

  /// Opens a queue on the `i`-th device.
  /// \throws not_available if it can no longer be used
  [[nodiscard]] queue<A> open(int i) const { return queue<A>(choice_.devices.which(i)); }

  /// Calls `f(*this)`, so that generic code works with devices of one or several accelerators.
  template <class F>
  decltype(auto) visit(F&& f) const {
    return f(*this);
  }
};

namespace mode_detail {

template <class A>
using runs_here = std::bool_constant<dispatchable<A>>;

/// One function for each alternative that code of this file runs on.
template <class Devices, class Alternatives>
struct visits;
template <class Devices, class First, class... Rest>
struct visits<Devices, list<First, Rest...>> {
  template <class F>
  using result = decltype(std::declval<F&>()(std::declval<devices<First> const&>()));
  template <class A, class F>
  static result<F> call(detail::accelerator_choice const& choice, F& f) {
    static_assert(std::is_same_v<decltype(f(std::declval<devices<A> const&>())), result<F>>,
                  "the function that visit calls must return the same type for each alternative, and it does not");
    return f(devices<A>(choice));
  }
  template <class F>
  static result<F> of_chosen(detail::accelerator_choice const& choice, F& f) {
    static constexpr result<F> (*functions[])(detail::accelerator_choice const&, F&) = {&call<First, F>,
                                                                                        &call<Rest, F>...};
    detail::accelerator_identity const type_ids[] = {detail::accelerator_identity::of<First>(),
                                                     detail::accelerator_identity::of<Rest>()...};
    int position = 0;
    while (type_ids[position] != choice.accelerator.type_id) ++position;
    return functions[position](choice, f);
  }
};

}  // namespace mode_detail

/// Devices of one of several accelerators, the alternative that was taken.
template <class... A>
class devices<any_of<A...>> : public detail::untyped_devices {
 public:
  using wanted = any_of<A...>;
  using untyped_devices::untyped_devices;

  /// Calls `f` with the devices as `devices<A>`, where `A` is the alternative that was taken. `f` is instantiated only
  /// for alternatives on which code of this file can run, and returns the same type for each.
  template <class F>
  decltype(auto) visit(F&& f) const {
    using here = detail::filtered<list<A...>, mode_detail::runs_here>;
    return mode_detail::visits<devices, here>::of_chosen(choice_, f);
  }
};

namespace mode_detail {

/// Asked where a program calls, for a short way from there to the error.
template <class Wanted>
inline constexpr bool members_checked = detail::device_members<device_of<Wanted>>::checked;
template <class... A>
inline constexpr bool members_checked<any_of<A...>> = (members_checked<A> && ...);

template <class Wanted>
devices<Wanted> choose_on(accelerator_options const& options, detail::machine_on_demand& machine) {
  using alternatives = alternatives_of<Wanted>;
  if constexpr (size_of_list<detail::filtered<alternatives, runs_here>> == 0) {
    (void)sizeof(queue<type_at<0, alternatives>>);  // says why code runs on none of them
  }
  auto const types = types_compiled_here(alternatives{}, true);
  return devices<Wanted>(
      detail::choose_from(accelerator_registry::of_this_program(), detail::asked_by(options), machine, &types));
}

}  // namespace mode_detail

/// Chooses devices of an accelerator, or of the first alternative of an `any_of` that is present: `choose<A100>()`.
/// Without options it uses ALLOTYPE_ACCELERATOR and ALLOTYPE_DEVICES, or `auto` if they are not set: the alternatives
/// in their order, and all devices of the one that is taken (one for the CPU). The machine is probed if an alternative
/// needs it.
/// \throws input_error, not_available with every reason, device_selection_error, error
template <class Wanted>
[[nodiscard]] devices<Wanted> choose(accelerator_options const& options = detail::with_environment(),
                                     probe_options const& probing = {}) {
  (void)mode_detail::members_checked<Wanted>;
  detail::machine_on_demand machine(probing);
  return mode_detail::choose_on<Wanted>(options, machine);
}
/// The same for a machine that was probed before.
template <class Wanted>
[[nodiscard]] devices<Wanted> choose(accelerator_options const& options, machine const& here) {
  detail::machine_on_demand machine(here);
  return mode_detail::choose_on<Wanted>(options, machine);
}
/// The same with the options `--accelerator` and `--devices`, which are removed from the arguments. The environment is
/// used for an option that is missing.
/// \throws input_error, too, if an option has no value or is given twice
template <class Wanted>
[[nodiscard]] devices<Wanted> choose(int& argc, char** argv) {
  (void)mode_detail::members_checked<Wanted>;
  return choose<Wanted>(detail::take_accelerator_options(argc, argv));
}

/// Chooses devices for a task, of the first accelerator that it lists and that is present:
/// `choose(task, {.accelerator = "cpu", .devices = "2"})`.
template <detail::has_alternatives Task>
[[nodiscard]] devices<typename Task::wanted> choose(Task const&, accelerator_options const& options) {
  return choose<typename Task::wanted>(options);
}
/// The same for a machine that was probed before.
template <detail::has_alternatives Task>
[[nodiscard]] devices<typename Task::wanted> choose(Task const&, accelerator_options const& options,
                                                    machine const& here) {
  return choose<typename Task::wanted>(options, here);
}
/// The same for `how` as `choose<Wanted>` takes it: `(argc, argv)`, nothing, or options outside braces with what is
/// behind them.
template <detail::has_alternatives Task, class... How>
[[nodiscard]] devices<typename Task::wanted> choose(Task const&, How&&... how) {
  using wanted = typename Task::wanted;
  constexpr bool says_how = (!std::is_convertible_v<How, std::string_view> && ...);
  static_assert(says_how,
                "choose: behind the task stand (argc, argv), or accelerator_options with or without a machine, or "
                "nothing: choose(task, {.accelerator = \"cpu\"})");
  if constexpr (says_how) {
    return choose<wanted>(std::forward<How>(how)...);
  } else {
    return choose<wanted>();
  }
}

/// Does not compile; it says what is missing. Of a program's own types it takes none: a program may have a `choose`.
template <class First, class... How>
  requires(!std::is_class_v<First>)
[[nodiscard]] auto choose(First const&, How&&...) {
  constexpr bool names_a_task = sizeof(First) == 0;
  static_assert(names_a_task,
                "choose: what will run is missing: choose(task, argc, argv), or choose<A100>(argc, argv)");
  return detail::any_result{};
}
/// Does not compile; it says where a task stands.
template <auto const& Task, class... How>
[[nodiscard]] auto choose(How&&...) {
  constexpr bool is_a_type = sizeof...(How) > 99;
  static_assert(is_a_type, "choose: a task stands between the brackets of the call: choose(task, argc, argv)");
  return detail::any_result{};
}

namespace mode_detail {

template <class Devices>
struct each_device;

/// The implementation of `task.on_each(devices, arguments...)`.
template <class Wanted>
struct each_device<devices<Wanted>> {
  template <class Task, class... Arguments>
  static auto run(devices<Wanted> const& all, Task const& task, Arguments const&... arguments) {
    return all.visit([&]<class A>(devices<A> const& there) {
      auto const call = [&](queue<A>& on) { return task.on(on, arguments...); };
      using result = decltype(call(std::declval<queue<A>&>()));
      std::vector<detail::outcome<result>> outcomes(static_cast<std::size_t>(there.size()));
      detail::at_the_same_time(there.size(), [&](int i) {
        detail::outcome<result>& mine = outcomes[static_cast<std::size_t>(i)];
        try {
          queue<A> on = there.open(i);
          mine.device = to_string(on);
          mine.result.emplace(call(on));
        } catch (...) {
          mine.thrown = std::current_exception();
        }
      });
      return detail::results_of(outcomes, task.name());
    });
  }
};

}  // namespace mode_detail
}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
