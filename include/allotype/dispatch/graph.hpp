// SPDX-License-Identifier: BSL-1.0
/// \file
/// A graph: verbs that are recorded once, and replayed often.
///
/// A recorder is no queue: what cannot be recorded does not compile with it. It keeps the arguments of each verb. A
/// replay gives them to the verbs. A backend that does better has two functions: `Recorded record_work(Tag, State& own,
/// Give const& give)`, which records what `give()` gives `own`, a state that nobody else uses, and runs none of it; it
/// may call it several times. And `void replay_work(Tag, Recorded const&, State& own, State& on)`.
#pragma once

#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <allotype/core/detail/any_result.hpp>
#include <allotype/core/detail/header_is_read.hpp>
#include <allotype/dispatch/copy.hpp>
#include <allotype/dispatch/copy_async.hpp>
#include <allotype/dispatch/copy_if.hpp>
#include <allotype/dispatch/event.hpp>
#include <allotype/dispatch/for_each.hpp>
#include <allotype/dispatch/launch.hpp>
#include <allotype/dispatch/min_element.hpp>
#include <allotype/dispatch/multi_reduce.hpp>
#include <allotype/dispatch/reduce.hpp>
#include <allotype/dispatch/scan.hpp>
#include <allotype/dispatch/segmented_reduce.hpp>
#include <allotype/dispatch/segmented_scan.hpp>
#include <allotype/dispatch/transfer.hpp>

#include <allotype/core/detail/begin_macros.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

template <class... Arguments>
inline constexpr bool is_read<header_of_graph, Arguments...> = true;

}  // namespace detail

inline namespace ALLOTYPE_MODE {

namespace mode_detail {

/// A verb and what it was called with; or what a checked build looks at before a replay.
template <class A>
struct recorded_step {
  recorded_step() = default;
  recorded_step(recorded_step const&) = delete;
  virtual ~recorded_step() = default;
  virtual void run(queue<A>& on) = 0;
};
template <class A>
using recorded_steps = std::vector<std::unique_ptr<recorded_step<A>>>;

template <class A>
void run_all(recorded_steps<A> const& steps, queue<A>& on) {
  for (auto const& step : steps) step->run(on);
}

template <class A, class Verb, class... Kept>
struct recorded_call final : recorded_step<A> {
  std::tuple<Kept...> kept;
  explicit recorded_call(Kept const&... arguments) : kept(arguments...) {}
  void run(queue<A>& on) override {
    std::apply([&on](auto&... arguments) { Verb::call(on, arguments...); }, kept);
  }
};

template <class A, class View>
struct recorded_use final : recorded_step<A> {
  View of;
  explicit recorded_use(View const& used) : of(used) {}
  void run(queue<A>& on) override { record_use(on, of, !std::is_const_v<typename View::element_type>, "replay"); }
};

/// Memory of the accelerator, or no memory at all.
template <class Argument, class A>
consteval bool can_be_kept() {
  if constexpr (is_buffer<Argument> || is_view<Argument>) {
    return std::is_same_v<typename Argument::accelerator, A>;
  } else {
    return !detail::host_range<Argument>;
  }
}

/// Replays by calling the verbs again.
template <class A>
struct replayed_verbs {
  replayed_verbs(queue<A>&, recorded_steps<A> const&) {}
  void replay(queue<A>& on, recorded_steps<A> const& verbs) const { run_all(verbs, on); }
};

/// What makes graphs.
struct recording {
  template <class Graph, class A, class F>
  static Graph of(queue<A>& on, F const& function) {
    return Graph(on, function);
  }
};

struct any_give {
  void operator()() const;
};
template <class A>
concept records_work =
    requires(typename queue<A>::state_type& state, any_give const& give) { record_work(backend_of<A>{}, state, give); };

/// Replays what the backend has recorded.
template <class A>
  requires records_work<A>
struct replayed_verbs<A> {
  mutable queue<A> own;  ///< of which a replay uses the memory
  decltype(record_work(backend_of<A>{}, std::declval<typename queue<A>::state_type&>(), any_give{})) work;

  replayed_verbs(queue<A>& on, recorded_steps<A> const& verbs)
      : own(on.another()), work(record_work(backend_of<A>{}, own.state(), [&] { run_all(verbs, own); })) {
    own.wait();
  }
  void replay(queue<A>& on, recorded_steps<A> const&) const {
    replay_work(backend_of<A>{}, work, waiting::state_of(own), on.state());
  }
};

}  // namespace mode_detail

/// What a recorded function takes in place of a queue. Verbs that are given a recorder are recorded and not run.
template <accelerator A>
class ALLOTYPE_TAGGED_BY_MODE recorder {
 public:
  using accelerator = A;
  static constexpr bool records = true;  ///< which a queue does not

  recorder(recorder const&) = delete;
  recorder& operator=(recorder const&) = delete;

  /// What `buffer.view(recorder)` returns.
  template <class Buffer, class... Shape>
  [[nodiscard]] auto view_of(Buffer& of, Shape const&... shape) {
    auto made = of.view(on_, shape...);
    note_use(made);
    return made;
  }

  /// Keeps a verb and its arguments: views of buffers, and copies of all else.
  template <class Verb, class... Arguments>
  void add(Arguments&... arguments) {
    constexpr bool all_kept = (mode_detail::can_be_kept<std::remove_const_t<Arguments>, A>() && ...);
    static_assert(all_kept,
                  "a graph uses memory of its accelerator alone, and no memory of the host: copy from and to the host "
                  "outside of the recorded function, with the queue");
    if constexpr (all_kept) add_step<Verb>(kept(arguments)...);
  }

  /// Does not compile; it says where a program waits.
  template <class... Nothing>
  void wait(Nothing...) {
    constexpr bool runs = sizeof...(Nothing) > 100;
    static_assert(runs, "wait: a recorder has no work to wait for: wait for the queue, behind replay(queue, graph)");
  }

 private:
  template <allotype::accelerator>
  friend class graph;

  template <class F>
  recorder(queue<A>& on, F const& function) : on_(on) {
    [[maybe_unused]] mode_detail::while_recorded const until_its_end(&on);
    function(*this);
  }

  template <class View>
  void note_use([[maybe_unused]] View const& of) {
#ifdef ALLOTYPE_CHECKED
    if (of.uses != nullptr) uses_.push_back(std::make_unique<mode_detail::recorded_use<A, View>>(of));
#endif
  }

  template <class Argument>
  auto kept(Argument& argument) {
    if constexpr (mode_detail::is_buffer<std::remove_const_t<Argument>>) {
      return view_of(argument, extents<1, long long>{argument.size()});
    } else {
      if constexpr (mode_detail::is_view<std::remove_const_t<Argument>>) note_use(argument);
      return argument;
    }
  }

  template <class Verb, class... Kept>
  void add_step(Kept const&... all) {
    verbs_.push_back(std::make_unique<mode_detail::recorded_call<A, Verb, Kept...>>(all...));
  }

  queue<A>& on_;
  mode_detail::recorded_steps<A> verbs_, uses_;
};

namespace mode_detail {

/// The error of a copy has this name.
struct a_graph_is_not_copied_but_moved_or_passed_by_reference {};
/// And that of a graph without verbs this one.
struct a_graph_is_made_by_record {};

}  // namespace mode_detail

/// Verbs that were recorded by `record`, for `replay`. It can be moved. It ends before the queue that it was recorded
/// on, and before the memory that its verbs use.
template <accelerator A>
class ALLOTYPE_TAGGED_BY_MODE graph {
 public:
  using accelerator = A;

  graph(mode_detail::a_graph_is_made_by_record = {}) = delete;
  graph(graph&&) = default;
  graph(graph const&, mode_detail::a_graph_is_not_copied_but_moved_or_passed_by_reference = {}) = delete;
  graph& operator=(graph&&) = default;

  /// The number of verbs.
  [[nodiscard]] int size() const noexcept { return static_cast<int>(verbs_.size()); }

  /// As `replay` does.
  void replay_on(queue<A>& on) const {
    mode_detail::run_all(uses_, on);
    replayed_.replay(on, verbs_);
  }

 private:
  friend mode_detail::recording;

  template <class F>
  graph(queue<A>& on, F const& function) : graph(on, recorded(on, function)) {}
  graph(queue<A>& on, recorder<A>&& from)
      : verbs_(std::move(from.verbs_)), uses_(std::move(from.uses_)), replayed_(on, verbs_) {}

  template <class F>
  static recorder<A> recorded(queue<A>& on, F const& function) {
    on.wait();
    return recorder<A>(on, function);
  }

  mode_detail::recorded_steps<A> verbs_, uses_;
  mode_detail::replayed_verbs<A> replayed_;
};

namespace mode_detail {

template <class F, class A>
concept takes_recorder = requires(F const& function, recorder<A>& on) { function(on); };

}  // namespace mode_detail

/// Calls the function once with a recorder, and keeps the verbs that it calls. None of them is run. Before that it
/// waits for the work of the queue.
/// \param function takes a `recorder<A>&`, and gives it to verbs as a queue
/// \throws what the function throws; device_error if CUDA refuses to record; size_error as the verbs: on CUDA here, on
/// the CPU in `replay`; order_error in checked builds if the function gives work to the queue
template <class A, class F>
[[nodiscard]] graph<A> record(queue<A>& on, F const& function) {
  constexpr bool callable = mode_detail::takes_recorder<F, A>;
  static_assert(callable,
                "record: the second argument is a function that takes a recorder where verbs take a queue: "
                "[&](at::recorder<A>& on) { at::for_each(on, ...); }");
  if constexpr (callable) {
    return mode_detail::recording::of<graph<A>>(on, function);
  } else {
    return mode_detail::recording::of<graph<A>>(on, [](recorder<A>&) {});
  }
}

/// Gives the queue all verbs of the graph, in their order. On CUDA it is one call, and returns at once; on the CPU it
/// costs an indirect call for each verb. Complexity: that of the verbs.
/// \param on a queue of the device that the graph was recorded on
/// \throws error if the queue is of another device; device_error if CUDA refuses it; in checked builds access_error if
/// a buffer is gone, order_error as the verbs, and index_error at once
template <class A>
void replay(queue<A>& on, graph<A> const& recorded) {
  recorded.replay_on(on);
}

/// Does not compile; it says what the arguments are.
template <class... Arguments>
  requires(mode_detail::wrong_arguments<2, 2, Arguments...> || sizeof...(Arguments) == 1)
[[nodiscard]] auto record(Arguments&&...) {
  constexpr bool in_order = sizeof...(Arguments) > 99;
  static_assert(in_order,
                "record: the queue comes first, a variable that is not const, then a function that takes a recorder: "
                "record(queue, [&](at::recorder<A>& on) { ... })");
  return detail::any_result{};
}
/// Does not compile; it says what the arguments are.
template <class... Arguments>
  requires mode_detail::wrong_arguments<2, 2, Arguments...>
void replay(Arguments&&...) {
  constexpr bool in_order = mode_detail::in_order<2, 2, Arguments...>;
  static_assert(in_order, "replay: the queue comes first, a variable that is not const: replay(queue, graph)");
}

// A verb whose header is read has its function by then.
#define ALLOTYPE_RECORDED(verb)                                  \
  namespace mode_detail {                                        \
  struct recorded_##verb {                                       \
    template <class A, class... Arguments>                       \
    static void call(queue<A>& on, Arguments&... arguments) {    \
      verb(on, arguments...);                                    \
    }                                                            \
  };                                                             \
  }                                                              \
  /** Is recorded. */                                            \
  template <class A, class... Arguments>                         \
  void verb(recorder<A>& on, Arguments&&... arguments) {         \
    on.template add<mode_detail::recorded_##verb>(arguments...); \
  }
ALLOTYPE_RECORDED(for_each)
ALLOTYPE_RECORDED(fill)
ALLOTYPE_RECORDED(copy)
ALLOTYPE_RECORDED(launch)
ALLOTYPE_RECORDED(inclusive_scan)
ALLOTYPE_RECORDED(exclusive_scan)
ALLOTYPE_RECORDED(sort)
ALLOTYPE_RECORDED(sort_by_key)
ALLOTYPE_RECORDED(multi_reduce)
ALLOTYPE_RECORDED(segmented_reduce)
ALLOTYPE_RECORDED(segmented_inclusive_scan)
ALLOTYPE_RECORDED(segmented_exclusive_scan)
ALLOTYPE_RECORDED(segmented_sort)
ALLOTYPE_RECORDED(segmented_sort_by_key)
#undef ALLOTYPE_RECORDED

namespace mode_detail {

struct recorded_reduce {
  template <class A, class... Arguments>
  static void call(queue<A>& on, Arguments&... arguments) {
    reduce(on, arguments...);
  }
};

}  // namespace mode_detail

/// Is recorded, with memory of the accelerator for the result as the last argument.
template <class A, class... Arguments>
auto reduce(recorder<A>& on, Arguments&&... arguments) {
  constexpr bool has_memory = sizeof...(Arguments) != 4;
  static_assert(has_memory,
                "reduce: nothing runs while a graph is recorded, so there is no result yet: name a buffer or a view of "
                "one element for it, reduce(on, over, init, op, f, result), and copy it behind replay");
  if constexpr (has_memory) {
    on.template add<mode_detail::recorded_reduce>(arguments...);
  } else {
    return detail::any_result{};
  }
}

// Verbs that return what they find, or wait.
#define ALLOTYPE_NOT_RECORDED(verb)                                                                                    \
  (recorder<A>&, Arguments && ...) {                                                                                   \
    constexpr bool is_recorded = std::is_void_v<A>;                                                                    \
    static_assert(is_recorded, verb                                                                                    \
                  ": it returns what it finds, or waits, and nothing runs while a graph is recorded: call it outside " \
                  "of the recorded function, with the queue");                                                         \
    return detail::any_result{};                                                                                       \
  }
// clang-format off: each is a head, and the body above
/// Does not compile; it says why.
template <class A, class... Arguments>
[[nodiscard]] auto copy_if ALLOTYPE_NOT_RECORDED("copy_if")
/// Does not compile; it says why.
template <class A, class... Arguments>
[[nodiscard]] auto count_if ALLOTYPE_NOT_RECORDED("count_if")
/// Does not compile; it says why.
template <class A, class... Arguments>
[[nodiscard]] auto min_element ALLOTYPE_NOT_RECORDED("min_element")
/// Does not compile; it says why.
template <class A, class... Arguments>
[[nodiscard]] auto max_element ALLOTYPE_NOT_RECORDED("max_element")
/// Does not compile; it says why.
template <class A, class... Arguments>
[[nodiscard]] auto copy_async ALLOTYPE_NOT_RECORDED("copy_async")
/// Does not compile; it says why.
template <class A, class... Arguments>
[[nodiscard]] auto transfer ALLOTYPE_NOT_RECORDED("transfer")
// clang-format on
#undef ALLOTYPE_NOT_RECORDED

}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

#include <allotype/core/detail/end_macros.hpp>
