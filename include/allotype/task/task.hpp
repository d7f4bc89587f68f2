// SPDX-License-Identifier: BSL-1.0
/// \file
/// A task: a function that is a template over its queue, with the accelerators on which it may run in its type. A call
/// runs it on this machine; request/ turns the same type into a request to a scheduler.
#pragma once

#include <initializer_list>
#include <type_traits>
#include <utility>

#include <allotype/core/detail/any_result.hpp>
#include <allotype/dispatch/detail/wrong_arguments.hpp>
#include <allotype/dispatch/queue.hpp>
#include <allotype/plan/needs.hpp>
#include <allotype/task/limits.hpp>
#include <allotype/task/result.hpp>
#include <allotype/task/task_name.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

/// A template argument where a type is meant.
struct text_or_variable {
  bool is_text;

  template <class Given>
  consteval text_or_variable(Given const&) : is_text(std::is_array_v<Given>) {}
};

template <class Option>
inline constexpr bool is_limits = false;
template <class... Entries>
inline constexpr bool is_limits<limits<Entries...>> = true;

template <class Wanted>
inline constexpr bool can_be_wanted = accelerator<Wanted>;
template <class... A>
inline constexpr bool can_be_wanted<any_of<A...>> = true;

/// The options of a task in any order. The defaults have no limits and no needs.
template <class... Options>
struct task_options {
  using limits = allotype::limits<>;
  using needs = allotype::needs<>;
};
template <class... Entries, class... Rest>
struct task_options<limits<Entries...>, Rest...> : task_options<Rest...> {
  using limits = allotype::limits<Entries...>;
};
template <class... Entries, class... Rest>
struct task_options<needs<Entries...>, Rest...> : task_options<Rest...> {
  using needs = allotype::needs<Entries...>;
};

}  // namespace detail

inline namespace ALLOTYPE_MODE {

namespace mode_detail {

template <class A>
using is_dispatchable = std::bool_constant<dispatchable<A>>;

/// The alternatives on which code of this file can run.
template <class Wanted>
using alternatives_here = detail::filtered<alternatives_of<Wanted>, is_dispatchable>;

/// What a task's function returns for the queue of `A` and these arguments.
template <class F, class A, class... Arguments>
using returned_on = decltype(std::declval<F const&>()(std::declval<queue<A>&>(), std::declval<Arguments>()...));

/// Whether a first parameter can be the queue of one of a task's accelerators: no number, pointer or enumerator, and
/// no queue of another accelerator. Of other classes the call asks, where all that they need is complete.
template <class Wanted, class... Parameters>
inline constexpr bool begins_as_a_task = false;
template <class Wanted, class First, class... Rest>
inline constexpr bool begins_as_a_task<Wanted, First, Rest...> =
    std::is_class_v<std::remove_cvref_t<First>> || std::is_union_v<std::remove_cvref_t<First>>;
template <class Wanted, class A, class... Rest>
inline constexpr bool begins_as_a_task<Wanted, queue<A>&, Rest...> = detail::listed_in<A, alternatives_of<Wanted>>;

/// The same of the only signature of a function; one that has several, or is a template, is asked by the call.
template <class Wanted, class Signature>
inline constexpr bool has_a_tasks_signature = true;
template <class Wanted, class R, class F, class... Parameters>
inline constexpr bool has_a_tasks_signature<Wanted, R (F::*)(Parameters...) const> =
    begins_as_a_task<Wanted, Parameters...>;
template <class Wanted, class R, class F, class... Parameters>
inline constexpr bool has_a_tasks_signature<Wanted, R (F::*)(Parameters...) const noexcept> =
    begins_as_a_task<Wanted, Parameters...>;
template <class Wanted, class R, class... Parameters>
inline constexpr bool has_a_tasks_signature<Wanted, R (*)(Parameters...)> = begins_as_a_task<Wanted, Parameters...>;
template <class Wanted, class R, class... Parameters>
inline constexpr bool has_a_tasks_signature<Wanted, R (*)(Parameters...) noexcept> =
    begins_as_a_task<Wanted, Parameters...>;

template <class Wanted, class F>
inline constexpr bool is_a_tasks_function = has_a_tasks_signature<Wanted, F>;
template <class Wanted, class F>
  requires requires { &F::operator(); }
inline constexpr bool is_a_tasks_function<Wanted, F> = has_a_tasks_signature<Wanted, decltype(&F::operator())>;

/// A function with the queue of another accelerator is not tried: g++ 14 then looks into the class `queue` of the
/// other, which is an error by itself where that cannot be dispatched to. So does a search by argument: hence the
/// qualified name.
template <class F, class A, class... Arguments>
concept takes_queue_of =
    mode_detail::is_a_tasks_function<A, F> && requires { typename returned_on<F, A, Arguments...>; };

/// The first of `A...` whose queue the function refuses together with these arguments; -1 if it accepts all.
template <class F, class... Arguments, class... A>
consteval int first_refused(list<A...>) {
  bool const taken[] = {takes_queue_of<F, A, Arguments...>...};
  for (int i = 0; i < static_cast<int>(sizeof...(A)); ++i) {
    if (!taken[i]) return i;
  }
  return -1;
}

template <class First, class... Rest>
consteval bool all_same(list<First, Rest...>) {
  return (std::is_same_v<First, Rest> && ...);
}

/// Calls the task's function with a queue: what runs tasks is compiled once for all functions that return the same.
/// \param function an `F const`; without const, as g++ warns where an empty object is handed on that could be read
template <class Value, class... Arguments>
using function_of_task = Value (*)(void* function, void* queue, Arguments&&... arguments);

template <class F, class A, class Value, class... Arguments>
Value call_function(void* function, void* on, Arguments&&... arguments) {
  return (*static_cast<F const*>(function))(*static_cast<queue<A>*>(on), static_cast<Arguments&&>(arguments)...);
}

/// Whether a task's function can be called on all of `A...`, and how.
template <class F, class Alternatives, class... Arguments>
struct calls_on {
  static constexpr bool possible = false;
};
template <class F, class First, class... Rest, class... Arguments>
  requires takes_queue_of<F, First, Arguments...> && (takes_queue_of<F, Rest, Arguments...> && ...)
struct calls_on<F, list<First, Rest...>, Arguments...> {
  static constexpr bool possible = true;
  using value = returned_on<F, First, Arguments...>;
  using results = list<value, returned_on<F, Rest, Arguments...>...>;
  static constexpr bool return_the_same = all_same(results{});
  static constexpr function_of_task<value, Arguments...> functions[] = {
      &call_function<F, First, value, Arguments...>, &call_function<F, Rest, value, Arguments...>...};
};

template <class Function, class Alternative, class... Arguments>
struct task_call {
  static constexpr bool possible = takes_queue_of<Function, Alternative, Arguments...>;
  static constexpr bool changes_itself =
      std::conjunction_v<std::bool_constant<!possible && is_a_tasks_function<Alternative, Function>>,
                         std::is_invocable<Function&, queue<Alternative>&, Arguments...>>;
  static_assert(possible || !changes_itself,
                "the task's function changes itself, as a mutable lambda does: a task is a constant, and several "
                "threads may call it: leave mutable out");
  static_assert(
      possible || changes_itself,
      "the task's function cannot be called on this alternative with these arguments. It takes the alternative's "
      "queue first, (queue<A>& on, ...) or (auto& on, ...), and then the arguments of the task's call");
};

/// What `choose` returns.
template <class Argument>
inline constexpr bool are_chosen_devices = requires(Argument const& devices) {
  typename std::remove_cvref_t<Argument>::wanted;
  devices.selected();
};

template <class A, class Wanted>
struct queue_for_task {
  static constexpr bool listed = detail::listed_in<A, alternatives_of<Wanted>>;
  static_assert(
      listed,
      "the task does not list the accelerator of this queue or of these devices: it runs only on what is named in "
      "task<Wanted, ...>; add the accelerator there, or choose devices for the task, choose(task, ...)");
};

/// A view, or a pair, tuple, vector or optional with one: what a task returns without the memory behind it.
template <class T>
inline constexpr bool holds_view = requires {
  typename T::accelerator;
  typename T::layout_type;
};
template <template <class...> class Holder, class... Parts>
inline constexpr bool holds_view<Holder<Parts...>> = (holds_view<Parts> || ...);
template <class Value>
struct task_value {
  static constexpr bool owns_its_memory = !holds_view<Value>;
  static_assert(
      owns_its_memory,
      "the task's function returns a view, whose buffer is gone when the task has ended: return the buffer, or "
      "a std::vector that copy has filled");
};

template <class Results>
struct task_results {
  static constexpr bool same = all_same(Results{});
  static_assert(same, "the task's function must return the same type on each alternative, and it does not");
};

// Behind an error: what the function says that it returns, so that uses of it bring no second error. Qualified names
// keep the compiler from completing the parameters' types, and with them a queue that has an error of its own.
template <class F, class Value, class... Parameters>
std::type_identity<Value> result_said_by(Value (F::*)(Parameters...) const);
template <class F, class Value, class... Parameters>
std::type_identity<Value> result_said_by(Value (F::*)(Parameters...));
template <class F, class A>
auto declared_result() {
  if constexpr (requires { mode_detail::result_said_by(&F::operator()); }) {
    return decltype(mode_detail::result_said_by(&F::operator())){};
  } else if constexpr (requires { mode_detail::result_said_by(&F::template operator()<queue<A>>); }) {
    return decltype(mode_detail::result_said_by(&F::template operator()<queue<A>>)) {};
  } else if constexpr (requires { mode_detail::result_said_by(&F::template operator()<A>); }) {
    return decltype(mode_detail::result_said_by(&F::template operator()<A>)) {};
  } else {
    return std::type_identity<nothing>{};
  }
}
/// A class: in place of an alias of a `decltype`, nvcc 12.4 writes some other alias for the host's compiler.
template <class F, class A>
struct said_result : decltype(mode_detail::declared_result<F, A>()) {};

/// A task on each of the devices that were chosen for it; defined with them, in parallel/registry/choose.hpp.
template <class Devices>
struct each_device {
  template <class... Arguments>
  static auto run(Arguments const&...) {  // auto: nvcc then names the user's line
    constexpr bool are_devices = sizeof(Devices) == 0;
    static_assert(are_devices,
                  "on_each: the devices come first, which choose makes (allotype/parallel/registry.hpp): "
                  "task.on_each(at::choose(task, argc, argv), arguments...)");
    return detail::any_result{};
  }
};
template <>
struct each_device<detail::any_result> {  // behind the error of choose
  static detail::any_result run(auto const&...) { return {}; }
};

/// Ends the profiler's range on every way out.
template <class Backend>
class named_range {
 public:
  explicit named_range(char const* name) { begin_range(Backend{}, name); }
  ~named_range() { end_range(Backend{}); }
  named_range(named_range const&) = delete;
};

// What depends on the alternatives alone is no part of the task: a program with many tasks compiles it once.

/// The first alternative from `index` on that code can run on; their number where there is none.
template <class Alternatives>
consteval int next_dispatchable(int index) {
  return []<class... A>(list<A...>, int from) {
    bool const can[] = {dispatchable<A>...};
    while (from < static_cast<int>(sizeof...(A)) && !can[from]) ++from;
    return from;
  }(Alternatives{}, index);
}

template <class Alternatives, int First, int Last, class Report>
void skip_undispatchable(Report& passed) {
  if constexpr (First < Last) {
    using alternative = type_at<First, Alternatives>;
    // A text that is made while running takes longer than to copy one.
    static constexpr answer::skipped_accelerator skipped{name_of<alternative>, why_nothing_runs<alternative>()};
    passed.skip(skipped);
    skip_undispatchable<Alternatives, First + 1, Last>(passed);
  }
}

template <class Report>
[[noreturn, gnu::cold, gnu::noinline]] void none_available(char const* task, Report const& passed) {
  message<2000> text;
  text << "task " << task << ": none of its accelerators is available";
  for (auto const& [accelerator, why] : passed) text << "; " << accelerator.text() << ": " << why.text();
  throw not_available(text);
}

/// Calls a task's function with an open queue and waits for it.
template <class Value, class A, int Most, class... Arguments>
Value run_on(queue<A>& on, char const* task, placement_report<Most>& passed, function_of_task<Value, Arguments...> call,
             void* function, Arguments&&... arguments) {
  passed.take(name_of<A>, to_string(on));
  named_range<backend_of<A>> const range(task);
  if constexpr (std::is_void_v<Value>) {
    call(function, &on, static_cast<Arguments&&>(arguments)...);
    on.wait();
  } else {
    Value value = call(function, &on, static_cast<Arguments&&>(arguments)...);
    on.wait();
    return value;
  }
}

/// Opens the first alternative from the one at `First` on that is present, and calls the task's function with its
/// queue.
/// \param calls the task's function for each alternative from there on that code can run on; there is at least one
template <class Alternatives, int First, class Value, class... Arguments>
Value run_on_first_available(char const* task, placement_report<size_of_list<Alternatives>>& passed,
                             function_of_task<Value, Arguments...> const* calls, void* function,
                             Arguments&&... arguments) {
  constexpr int tried = next_dispatchable<Alternatives>(First);
  constexpr int next = next_dispatchable<Alternatives>(tried + 1);
  using alternative = type_at<tried, Alternatives>;
  skip_undispatchable<Alternatives, First, tried>(passed);
  auto on = queue<alternative>::open();
  if (on) {
    return run_on<Value, alternative, size_of_list<Alternatives>, Arguments...>(*on, task, passed, *calls, function,
                                                                                static_cast<Arguments&&>(arguments)...);
  }
  passed.skip(name_of<alternative>, on.reason());
  if constexpr (next < size_of_list<Alternatives>) {
    return run_on_first_available<Alternatives, tried + 1, Value, Arguments...>(task, passed, calls + 1, function,
                                                                                static_cast<Arguments&&>(arguments)...);
  } else {
    skip_undispatchable<Alternatives, tried + 1, next>(passed);
    none_available(task, passed);
  }
}

template <class Alternatives, class Value, class... Arguments>
result<Value, size_of_list<Alternatives>> run_task(char const* task, function_of_task<Value, Arguments...> const* calls,
                                                   void* function, Arguments&&... arguments) {
  constexpr int most = size_of_list<Alternatives>;
  return detail::made_while_running::by<result<Value, most>>([&](placement_report<most>& passed) -> Value {
    return run_on_first_available<Alternatives, 0, Value, Arguments...>(task, passed, calls, function,
                                                                        static_cast<Arguments&&>(arguments)...);
  });
}

/// The result of `task<Wanted, …>(name, function)`. Its members have no more than what differs from function to
/// function: a program with many tasks compiles each of them.
template <class Wanted, class Limits, class Needs, class F>
class task_on {
  using alternatives = alternatives_of<Wanted>;

 public:
  using wanted = Wanted;
  using limits = Limits;
  using needs = Needs;
  using function = F;

  constexpr task_on(task_name name, F called) : name_(name.text()), function_(called) {}

  [[nodiscard]] constexpr char const* name() const noexcept { return name_; }

  /// Opens the first alternative that is present, calls the function with its queue, and waits for the queue. The
  /// result has the value, where it ran, and why earlier alternatives were skipped.
  /// \throws not_available with every reason if no alternative can be used; and what the function or its work throws
  template <class... Arguments>
  auto operator()(Arguments&&... arguments) const {
    using here = mode_detail::alternatives_here<Wanted>;
    if constexpr (size_of_list<here> == 0) {
      // Code can run on none of the alternatives here: the first one's queue says why.
      (void)sizeof(queue<type_at<0, alternatives>>);
      return detail::any_result{};
    } else {
#if defined(__clang__) && !defined(__NVCC__)
      // Asked here first: clang then needs fewer lines for what is wrong inside of the function.
      (void)mode_detail::takes_queue_of<F, type_at<0, here>, Arguments...>;
#endif
      using calls = mode_detail::calls_on<F, here, Arguments...>;
      if constexpr ((mode_detail::are_chosen_devices<Arguments> || ...) && !calls::possible) {
        constexpr bool is_called_on_each = sizeof...(Arguments) > 99;
        static_assert(
            is_called_on_each,
            "task: devices that were chosen are no argument of its call: task.on_each(devices, arguments...)");
        using value = typename mode_detail::said_result<F, type_at<0, here>>::type;
        return detail::behind_an_error<std::initializer_list<result<value, size_of_list<alternatives>>>>();
      } else if constexpr (!calls::possible) {
        using alternative = type_at<mode_detail::first_refused<F, Arguments...>(here{}), here>;
        if constexpr (mode_detail::is_a_tasks_function<Wanted, F>) {  // or `task` has said so
          (void)sizeof(mode_detail::task_call<F, alternative, Arguments...>);
        }
        using value = typename mode_detail::said_result<F, alternative>::type;
        return detail::behind_an_error<result<value, size_of_list<alternatives>>>();
      } else if constexpr (!calls::return_the_same) {
        (void)sizeof(mode_detail::task_results<typename calls::results>);
        return detail::behind_an_error<result<typename calls::value, size_of_list<alternatives>>>();
      } else if constexpr (mode_detail::holds_view<typename calls::value>) {
        (void)sizeof(mode_detail::task_value<typename calls::value>);
        return detail::behind_an_error<result<typename calls::value, size_of_list<alternatives>>>();
      } else {
        return mode_detail::run_task<alternatives, typename calls::value, Arguments...>(
            name_, calls::functions, const_cast<F*>(&function_), static_cast<Arguments&&>(arguments)...);
      }
    }
  }

  /// Calls the function with this open queue and waits for it. The machine is not examined. The task must list the
  /// queue's accelerator.
  /// \throws what the function or its work throws
  template <class A, class... Arguments>
  auto on(queue<A>& device, Arguments&&... arguments) const {
    constexpr bool listed = detail::listed_in<A, alternatives_of<Wanted>>;
    (void)sizeof(mode_detail::queue_for_task<A, Wanted>);
    if constexpr (!listed || !mode_detail::takes_queue_of<F, A, Arguments...>) {
      if constexpr (listed && mode_detail::is_a_tasks_function<Wanted, F>) {
        (void)sizeof(mode_detail::task_call<F, A, Arguments...>);
      }
      using value = typename mode_detail::said_result<F, A>::type;
      return detail::behind_an_error<result<value, size_of_list<alternatives>>>();
    } else {
      using calls = mode_detail::calls_on<F, list<A>, Arguments...>;
      using value = typename calls::value;
      constexpr int most = size_of_list<alternatives>;
      return detail::made_while_running::by<result<value, most>>([&](placement_report<most>& none_skipped) -> value {
        return mode_detail::run_on<value, A, most, Arguments...>(device, name_, none_skipped, calls::functions[0],
                                                                 const_cast<F*>(&function_),
                                                                 static_cast<Arguments&&>(arguments)...);
      });
    }
  }

  /// Does not compile; it says how the accelerator is named.
  template <allotype::accelerator A, class... Arguments>
    requires(!mode_detail::begins_with_a_queue<Arguments...>)
  auto on(Arguments&&...) const {
    constexpr bool has_a_queue = sizeof...(Arguments) > 99;
    static_assert(has_a_queue,
                  "on: the accelerator is told by its queue, the first argument: at::queue<at::cpu> on; "
                  "task.on(on, numbers)");
    return detail::any_result{};
  }
  /// Does not compile; it says where the queue stands.
  template <class First, class... Arguments>
    requires(!mode_detail::takes_work<First&>)
  auto on(First&&, Arguments&&...) const {
    constexpr bool begins_with_a_queue = sizeof...(Arguments) > 99;
    static_assert(begins_with_a_queue,
                  "on: a queue comes first, a variable that is not const, and behind it the other arguments: "
                  "task.on(queue, numbers)");
    return detail::any_result{};
  }

  /// Calls the function on all devices at the same time, with a thread for each and the same arguments as constants.
  /// Returns a `std::vector` of results in the order of the devices. `choose` in allotype/parallel/registry/choose.hpp
  /// makes the devices.
  /// \throws task_error, which names each device that failed
  template <class Devices, class... Arguments>
  auto on_each(Devices const& devices, Arguments const&... arguments) const {
    return mode_detail::each_device<Devices>::run(devices, *this, arguments...);
  }
  /// Does not compile; it says what devices are.
  template <class Number, class... Arguments>
  auto on_each(std::initializer_list<Number> devices, Arguments const&... arguments) const {
    return mode_detail::each_device<std::initializer_list<Number>>::run(devices, *this, arguments...);
  }

 private:
  char const* name_;
  F function_;
};

template <class Task, class... Arguments>
consteval bool can_call() {
  using function = typename Task::function;
  using here = alternatives_here<typename Task::wanted>;
  if constexpr (size_of_list<here> == 0) {
    return false;
  } else if constexpr (calls_on<function, here, Arguments...>::possible) {
    return calls_on<function, here, Arguments...>::return_the_same;
  } else {
    return false;
  }
}

/// What `task` is called with. One question of a right call.
template <class... Arguments>
inline constexpr bool name_and_function = false;
template <class Name, class F>
inline constexpr bool name_and_function<Name, F> = std::is_convertible_v<Name, task_name>;
template <std::size_t Size, class F>
inline constexpr bool name_and_function<char const (&)[Size], F> = true;
template <class Pointer, class F>
inline constexpr bool name_and_function<Pointer*, F> = true;
template <class Pointer, class F>
inline constexpr bool name_and_function<Pointer*&, F> = true;
template <class Pointer, class F>
inline constexpr bool name_and_function<Pointer* const&, F> = true;

template <class Task, class... Arguments>
concept the_task_takes_such_arguments_behind_its_queue = mode_detail::can_call<Task, Arguments...>();

}  // namespace mode_detail

/// Asks whether `Task` can be called in this file with arguments of these types: `can_call<decltype(denoise), image
/// const&>`.
template <class Task, class... Arguments>
concept can_call = mode_detail::the_task_takes_such_arguments_behind_its_queue<std::remove_cvref_t<Task>, Arguments...>;

/// `task<any_of<A100::partition<"2g.10gb">, cpu>, limits<cpus<4>>, needs<memory<8_GiB>, bf16>>("denoise", function)`.
/// Options are in any order. Every accelerator that is listed must meet the needs; the host processor is exempt. The
/// function takes the queue first: `[](auto& on, image const& noisy) { … }`. The name is a literal, or a `std::string`,
/// which is copied.
template <class Wanted, class... Options, class F>
[[nodiscard]] constexpr auto task(task_name name, F function) {
  static_assert(sizeof(Wanted) > 0);  // any_of checks itself; here the error is shortest
  constexpr bool wanted_known = detail::can_be_wanted<Wanted>;
  constexpr bool is_identity = !wanted_known && detail::is_asked_about<Wanted>;
  if constexpr (is_identity) (void)sizeof(detail::identity_check<wanted_known>);
  static_assert(wanted_known || is_identity,
                "task<Wanted>: what a task runs on is an accelerator, such as at::A100 or at::cpu, or several in "
                "at::any_of<...>");
  constexpr int limits_given = (0 + ... + detail::is_limits<Options>);
  constexpr int needs_given = (0 + ... + detail::is_needs<Options>);
  constexpr bool options_known = limits_given + needs_given == sizeof...(Options);
  constexpr bool each_once = limits_given <= 1 && needs_given <= 1;
  static_assert(options_known || !wanted_known,
                "task<Wanted, Options...>: the options are limits<...> and needs<...>; several accelerators stand in "
                "any_of<...>");
  static_assert(each_once, "task<Wanted, Options...>: limits<...> and needs<...> at most once each");

  if constexpr (!wanted_known || !options_known) {
    return detail::any_task{};
  } else {
    using options = detail::task_options<Options...>;
    constexpr bool counts_agree = detail::counts_agree<typename options::limits, Wanted>();
    static_assert(
        counts_agree,
        "the number of accelerators contradicts what the task wants: gpus<0> with an accelerator, or gpus<N> with "
        "allotype::cpu alone; leave gpus<...> out, or make it fit");
    using alternatives = alternatives_of<Wanted>;
    constexpr bool takes_a_queue = mode_detail::is_a_tasks_function<Wanted, F>;
    static_assert(takes_a_queue,
                  "the task's function takes the queue of one of the task's accelerators first: [](auto& on, int n) "
                  "{ ... }, or [](at::queue<A>& on, int n) { ... }");
    constexpr bool met = detail::all_meet<typename options::needs>(alternatives{});
    static_assert(options::needs::reported &&
                  detail::checked_task_needs<met, typename options::needs, alternatives>::type::reported);
    return mode_detail::task_on<Wanted, typename options::limits, typename options::needs, F>{name, function};
  }
}

/// Does not compile; it says what the arguments are, or what is missing. One function: compilers list each.
template <class... Types, class... Arguments>
  requires(sizeof...(Types) == 0 || !mode_detail::name_and_function<Arguments...>)
[[nodiscard]] constexpr auto task(Arguments&&...) {
  constexpr bool named = mode_detail::name_and_function<Arguments...>;
  constexpr bool wanted_known = !named || sizeof...(Types) > 0;
  static_assert(named,
                "task: the arguments are a name and a function; limits and needs stand among the types: "
                "task<at::cpu, at::limits<at::cpus<2>>>(\"denoise\", [](auto& on) { ... })");
  static_assert(wanted_known,
                "task<Wanted>: what the task runs on is missing: write task<at::cpu>, or task<at::any_of<at::A100, "
                "at::cpu>>");
  return detail::any_task{};
}
/// Does not compile; it says what stands in the accelerator's place.
template <detail::text_or_variable Given, class... Options, class... Arguments>
[[nodiscard]] constexpr auto task(Arguments&&...) {
  constexpr bool is_no_variable = Given.is_text, is_no_text = !Given.is_text;
  static_assert(is_no_variable,
                "task<Wanted>: an accelerator is a type, and no variable: write task<at::A100>, task<at::cpu>");
  static_assert(is_no_text,
                "task<Wanted>: an accelerator is a type, and no text: write task<at::A100> or task<at::cpu>");
  return detail::any_task{};
}
/// Does not compile; it says where a partition's name stands.
template <class Device, detail::text_or_variable Partition, class... Options, class... Arguments>
[[nodiscard]] constexpr auto task(Arguments&&...) {
  constexpr bool is_no_text = !Partition.is_text, is_no_variable = Partition.is_text;
  static_assert(is_no_text,
                "task<Wanted, Options...>: a partition has its name behind its device: write "
                "task<at::A100::partition<\"2g.10gb\">>");
  static_assert(is_no_variable,
                "task<Wanted, Options...>: the options are types, limits<...> and needs<...>, and no variables");
  return detail::any_task{};
}
/// Does not compile; it says what the name lacks. A class that names itself in its own body is a type first.
template <template <auto...> class a_task_on_a_partition_names_which_between_brackets, class... Options>
detail::any_task task(detail::any_value, detail::any_value) = delete;

}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
