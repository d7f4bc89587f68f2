// SPDX-License-Identifier: BSL-1.0
/// \file
/// What a scheduler is asked for. `request<Pool>(task)` is computed from the types of the task and of the pool while
/// compiling. What the system cannot say does not compile, and the error has the reason. Each system has a header of
/// its own beside this one, with the pools' systems and the value that a request is.
#pragma once

#include <concepts>
#include <cstddef>

#include <allotype/cluster/request/detail/content.hpp>
#include <allotype/cluster/request/detail/request_items.hpp>
#include <allotype/core/detail/any_result.hpp>
#include <allotype/core/detail/header_is_read.hpp>
#include <allotype/core/error.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

/// Does not compile; it says how the count is called.
struct count_by_another_name {
  constexpr count_by_another_name() = default;
  template <class Count>
  constexpr count_by_another_name(Count) {
    constexpr bool is_count = sizeof(Count) == 0;
    static_assert(is_count, "request: how many devices are asked for on each node is .count: ({.count = 2})");
  }
};

/// An amount of memory. A text does not compile.
struct amount_of_memory : bytes {
  constexpr amount_of_memory(bytes amount = {}) : bytes(amount) {}
  template <std::integral Number>
  constexpr amount_of_memory(Number number) : bytes{static_cast<unsigned long long>(number)} {
    if (number < Number{}) refuse_bytes("an amount of memory is negative");
  }
  template <std::size_t Size>
  constexpr amount_of_memory(char const (&)[Size]) {
    constexpr bool is_an_amount = Size == 0;
    static_assert(is_an_amount,
                  "request: an amount of memory is a number with its unit, and no text: {.memory = 64_GiB}");
  }
};

}  // namespace detail

/// How much is asked for of what a type names. 0: as the limits of the task say.
struct request_options {
  int count = 0;                                    ///< devices or partitions on each node; without limits 1
  int nodes = 1;                                    ///< machines, each with as much
  int cpus = 0;                                     ///< cores of the host on each node
  detail::amount_of_memory memory = {};             ///< `bytes` of the host, on each node
  detail::amount_of_memory ephemeral_storage = {};  ///< `bytes` of the host, on each node
  detail::count_by_another_name gpus{};             ///< does not compile: it is `count`
  detail::count_by_another_name number{};           ///< does not compile: it is `count`
  detail::count_by_another_name devices{};          ///< does not compile: it is `count`
  detail::count_by_another_name accelerators{};     ///< does not compile: it is `count`
  bool has_an_error = false;                        ///< no option: the compiler has said why the call is refused
};

namespace detail {

template <class A>
struct one_kind {
  static constexpr bool alternatives = false;
  static constexpr bool one_device = false;
  template <class F>
  static constexpr void each(F const& f) {
    f(data_of<A>);
  }
};
template <class... A>
struct one_kind<any_of<A...>> {
  static constexpr bool alternatives = true;
  static constexpr bool one_device = false;
  template <class F>
  static constexpr void each(F const& f) {
    (f(data_of<A>), ...);
  }
};
template <class F, class... A>
constexpr void for_each_wanted(F const& f, list<A...>) {
  (f(data_of<A>), ...);
}
/// A layout: its partitions, on one device.
template <class Layout>
  requires(!accelerator<Layout> &&
           requires {
             typename Layout::device;
             typename Layout::partitions;
           })
struct one_kind<Layout> {
  static constexpr bool alternatives = false;
  static constexpr bool one_device = true;
  template <class F>
  static constexpr void each(F const& f) {
    for_each_wanted(f, typename Layout::partitions{});
  }
};
template <class Task>
struct accelerators_of_task {
  using type = Task;
};
template <class Task>
  requires requires { typename Task::wanted; }
struct accelerators_of_task<Task> {
  using type = typename Task::wanted;
};

/// The host processor is on every node: it is asked for nowhere, and an alternative behind which it stands is a wish.
template <class... Wanted>
constexpr request_items request_items_of(int count, bool stops) {
  request_items together;
  together.refused = refusal{stops};
  auto const add = [&](accelerator_data const& what) {
    if (what.maker == vendor::none) return;
    if (!together.add(what, count)) together.refused("a request is for at most 9 kinds of accelerators");
  };
  (one_kind<typename accelerators_of_task<Wanted>::type>::each(add), ...);
  together.alternatives =
      together.all.size() > 1 && (one_kind<typename accelerators_of_task<Wanted>::type>::alternatives && ...);
  together.one_device = (one_kind<typename accelerators_of_task<Wanted>::type>::one_device || ...);
  if (together.one_device && sizeof...(Wanted) > 1)
    together.refused("a layout is one device: request the others by themselves");
  return together;
}

/// The same, unless the pool cannot say it: most systems hand out partitions of whichever device has them.
template <class Settings>
constexpr request_items unless_inexpressible(request_items all) {
  constexpr bool says_one_device = requires { Settings::says_one_device; };
  if (all.one_device && !says_one_device) {
    // clang-format off: the sentence stays in the line of the call, which compilers quote
    all.refused("only DRA can say that partitions are to be of one device: ask for them one by one, or use system<\"dra\">");
    // clang-format on
  }
  return all;
}

/// What every system wants of the counts and of the amounts.
constexpr void refuse_counts(refusal& refused, request_options const& options) {
  if (options.count < 1 || options.nodes < 1) refused("the counts of devices and of nodes begin at 1");
  constexpr bytes least{1 << 20};  // a number without its unit is bytes, too
  if (options.memory != bytes{} && options.memory < least)
    refused("less than 1 MiB of memory is asked for: an amount has its unit, {.memory = 16_GiB}");
  if (options.ephemeral_storage != bytes{} && options.ephemeral_storage < least)
    refused("less than 1 MiB of disk is asked for: an amount has its unit, {.ephemeral_storage = 20_GiB}");
}

/// A request with what every system is told.
template <class Request>
constexpr Request begin_request(request_items const& all, request_options const& options) {
  Request to;
  to.refused = all.refused;
  to.nodes = options.nodes;
  if constexpr (requires { to.cpus; }) {
    to.cpus = options.cpus;
    to.memory = options.memory;
  }
  refuse_counts(to.refused, options);
  return to;
}

/// The options with what the limits of a task say where they are silent.
template <class Task>
constexpr void add_limits(request_options& to) {
  if constexpr (requires { typename Task::limits; }) {
    using limits = typename Task::limits;
    if constexpr (requires { limits::gpus::value; }) to.count = to.count == 0 ? limits::gpus::value : to.count;
    if constexpr (requires { limits::cpus::value; }) to.cpus = to.cpus == 0 ? limits::cpus::value : to.cpus;
    if constexpr (requires { limits::memory::value; })
      to.memory = to.memory == bytes{} ? limits::memory::value : to.memory;
    if constexpr (requires { limits::ephemeral_storage::value; }) {
      if (to.ephemeral_storage == bytes{}) to.ephemeral_storage = limits::ephemeral_storage::value;
    }
  }
}

template <class... Wanted>
constexpr request_options with_limits(request_options options) {
  (add_limits<Wanted>(options), ...);
  if (options.count == 0) options.count = 1;
  return options;
}

/// A pool whose nodes are described is asked for what they have. Where its system knows no alternatives, for the first
/// of those that the nodes have.
template <class Settings>
constexpr auto ask_described(Settings const& settings, pool_content const& content, request_items all,
                             request_options options) {
  if constexpr (requires { spread_over_nodes(settings, all, options); }) spread_over_nodes(settings, all, options);
  // Some systems cannot show all that nodes could have.
  if constexpr (requires { refuse_nodes(settings, content.on_a_node, all.refused); }) {
    refuse_nodes(settings, content.on_a_node, all.refused);
  }
  narrow_to(content, all, options.nodes);
  if (all.alternatives && !all.refused) {
    request_items quietly = all;
    quietly.refused = {};
    auto const together = ask(settings, quietly, options);
    if (!together.refused) return together;
    all.all = {all.all[0]};
    all.alternatives = false;
  }
  return ask(settings, all, options);
}

/// Whether the request to a pool is for one of the alternatives that it has, and not for whichever is free.
template <class Settings>
constexpr bool is_asked_for_one(Settings const& settings, pool_content const& content, request_items all,
                                request_options const& options) {
  narrow_to(content, all, options.nodes);
  if (!all.alternatives || all.refused) return false;
  return static_cast<bool>(ask(settings, all, options).refused);
}

}  // namespace detail

namespace detail {

/// What a pool or a system is asked for that was refused, lest a second error follow.
struct any_request : any_result {
  static constexpr bool refused = false;
  static constexpr any_number nodes{}, pods{};
  constexpr any_number limit(char const*) const { return {}; }
};

/// No accelerator, which would be what is asked for. A system or a pool that has been refused shows nothing on clang.
template <class Asked>
concept can_be_asked = requires { Asked::settings; } || !requires { typename Asked::accelerator_type; };

/// Was refused, and has an error.
template <class Pool>
inline constexpr bool is_refused_pool =
    std::is_same_v<Pool, any_result> || (requires { typename Pool::parts; } && !requires { Pool::content; });

template <class Pool, class... Wanted>
constexpr auto requested(request_options options, bool stops) {
  if constexpr (!can_be_asked<Pool> || is_refused_pool<Pool>) {
    return any_request{};
  } else {
    options = with_limits<Wanted...>(options);
    auto const all = unless_inexpressible<std::remove_cvref_t<decltype(Pool::settings)>>(
        request_items_of<Wanted...>(options.count, stops));
    if constexpr (requires { Pool::content; }) {
      return ask_described(Pool::settings, Pool::content, all, options);
    } else {
      return ask(Pool::settings, all, options);
    }
  }
}

template <class Pool, class... Wanted>
inline constexpr auto request_in_error = requested<Pool, Wanted...>({}, true);

/// The options of a call without any. Clang reports a refused call twice where a constant begins as its result: here
/// it reports it once, and the call is not refused again.
template <class Pool, class... Wanted>
consteval request_options options_of_a_call() {
#ifdef __clang__
  constexpr bool refused = static_cast<bool>(requested<Pool, Wanted...>({}, false).refused);
  if constexpr (refused) (void)sizeof(request_in_error<Pool, Wanted...>);
  return {.has_an_error = refused};
#else
  return {};
#endif
}

}  // namespace detail

/// The request to a pool, or to a system, for accelerators:
/// `request<system<"kubernetes-mixed">, A100::partition<"2g.10gb">>({.count = 2})`. Of several types all are asked for
/// together; one `any_of<...>` is one of its alternatives, and one `layout<...>` is its partitions on one device.
template <class Pool, class... Wanted>
  requires(sizeof...(Wanted) > 0)
[[nodiscard]] consteval auto request(request_options options = detail::options_of_a_call<Pool, Wanted...>()) {
  constexpr bool who_is_asked_comes_first = detail::can_be_asked<Pool>;
  static_assert(
      who_is_asked_comes_first,
      "request: who is asked comes first, and behind it what is asked for: request<system<\"slurm\">, A100>()");
  return detail::requested<Pool, Wanted...>(options, !options.has_an_error);
}

/// The request to the pool for what the task's type names.
template <class Pool, class Task>
[[nodiscard]] consteval auto request(Task const&, request_options options = detail::options_of_a_call<Pool, Task>()) {
  return request<Pool, Task>(options);
}

namespace detail {

/// What can be asked: a system, or a pool with one.
template <class Asked>
concept has_settings = requires { Asked::settings; };

/// Who is asked is named, and in place of an option stands a number.
template <class First, class... Options>
concept a_number = sizeof...(Options) == 0 && std::is_arithmetic_v<First>;
template <class First, class... Options>
concept a_task_and_a_number =
    requires { typename First::wanted; } && (std::is_arithmetic_v<Options> && ... && (sizeof...(Options) == 1));

template <class... Named>
struct wrong_request<list<Named...>> {
  static constexpr bool value = false;
};
template <class... Named, class First, class... Options>
struct wrong_request<list<Named...>, First, Options...> {
  static constexpr bool read = true;
  static constexpr bool of_a_pool = sizeof...(Named) > 1 || (has_settings<Named> || ...), named = !of_a_pool;
  static constexpr bool value = sizeof...(Named) > 1           ? a_number<First, Options...>
                                : (has_settings<Named> || ...) ? a_task_and_a_number<First, Options...>
                                                               : !has_settings<First> || sizeof...(Options) > 0;
};

}  // namespace detail

/// Does not compile; it says how a system is named.
template <detail::asked_name<detail::systems_by_name<>> Name, class... Arguments>
[[nodiscard]] constexpr auto request(Arguments const&...) {
  constexpr bool is_a_system = sizeof(list<Arguments...>*) == 0;
  static_assert(is_a_system, "request: a text is no system: name it by its type, request<system<\"slurm\">>(task)");
  return detail::any_result{};
}
/// Does not compile; it says what a task's type is.
template <class Asked, auto const&... Tasks>
  requires(sizeof...(Tasks) > 0)
[[nodiscard]] constexpr auto request(request_options = {}) {
  constexpr bool are_types = sizeof...(Tasks) == 0;
  static_assert(are_types,
                "request: a task stands between the brackets of the call, request<lab>(task), and its type "
                "between those of the template, request<lab, decltype(task)>()");
  return detail::any_result{};
}

namespace detail {

template <class Pool, class...>
concept who_is_asked_comes_first_and_behind_it_what_is_asked_for = can_be_asked<Pool>;
template <class Pool, class... Wanted>
concept this_system_can_be_asked_for_it = !requested<Pool, Wanted...>(request_options{}, false).refused;

}  // namespace detail

/// `request` with one of each compiles.
template <class Pool, class... Wanted>
concept can_request = detail::who_is_asked_comes_first_and_behind_it_what_is_asked_for<Pool, Wanted...> &&
                      detail::this_system_can_be_asked_for_it<Pool, Wanted...>;

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
