// SPDX-License-Identifier: BSL-1.0
/// \file
/// Whether a cluster has what tasks ask for: each by itself, `serves<Cluster, Tasks...>`, or all at the same time,
/// `serves_together<Cluster, Tasks...>`, in whatever order they come, `serves_in_any_order<Cluster, Tasks...>`; and
/// whether they get nothing else, `selects_only<Cluster, Tasks...>`. A task
/// is a task's type or an accelerator; `replicas<Task, 7>` are seven of it. What such a question is about are types, so
/// the answer is known while compiling.
#pragma once

#include <allotype/cluster/pools/detail/places.hpp>
#include <allotype/cluster/pools/detail/selection.hpp>
#include <allotype/cluster/pools/pool.hpp>
#include <allotype/core/detail/sentence.hpp>

#include <cstddef>

#include <allotype/core/detail/begin_macros.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

/// Always met: where the arguments are swapped, compilers print the parameter, and its name is the sentence.
template <class Task>
concept the_task_comes_first_and_how_many_second = true;

}  // namespace detail

/// A number of runs of one task at the same time.
template <detail::the_task_comes_first_and_how_many_second Task, int Count>
struct replicas {
  static_assert(Count > 0, "replicas<Task, N>: at least one");
};

namespace detail {

/// What is asked for, whichever task asks: the same for all tasks that ask for the same, so it is found once for all of
/// them.
template <class Wanted, request_options Options>
inline constexpr request_items items_of_request = request_items_of<Wanted>(Options.count, false);

template <class Pool, class Wanted, request_options Options>
consteval lack find_lack() {
  constexpr lack found = lack_of(Pool::content, items_of_request<Wanted, Options>, 1);
  if constexpr (found != lack::nothing) {
    return found;
  } else {
    return requested<Pool, Wanted>(Options, false).refused ? lack::request : lack::nothing;
  }
}
template <class Pool, class Wanted, request_options Options>
inline constexpr lack lack_of_wanted = find_lack<Pool, Wanted, Options>();

template <class Task>
inline constexpr request_options options_of_task = with_limits<Task>({});
template <class Task>
using accelerators_of = typename accelerators_of_task<Task>::type;
template <class Pool, class Task>
inline constexpr lack lack_in = lack_of_wanted<Pool, accelerators_of<Task>, options_of_task<Task>>;
template <class Task>
inline constexpr lack lack_in<refused_pool, Task> = lack::nothing;

template <class Cluster>
struct pools_of {
  using type = list<Cluster>;
};
template <class... Pools>
struct pools_of<cluster_of<Pools...>> {
  using type = list<Pools...>;
};

template <class Pools, class Task>
inline constexpr bool is_served = false;
template <class... Pools, class Task>
inline constexpr bool is_served<list<Pools...>, Task> = ((lack_in<Pools, Task> == lack::nothing) || ...);

/// An error prints it: the pool's name, and what it lacks.
template <fixed_text Pool, lack What>
struct pool_lacks;

/// `pool 'lab' has 2 of A100 2g.10gb a node, and 4 nodes`
template <class Pool, class Task>
constexpr void add_lack(error_sentence& to) {
  to << "; pool '" << Pool::name << "' ";
  if constexpr (lack_in<Pool, Task> == lack::request) {
    to << "cannot be asked for it: "
       << requested<Pool, accelerators_of<Task>>(options_of_task<Task>, false).refused.sentence();
  } else {
    to << "has ";
    add_kinds(to, Pool::content.on_a_node, ", ");
    to << " on a node";
    if (lack_in<Pool, Task> == lack::nodes)
      to << ", and " << Pool::content.nodes << (Pool::content.nodes == 1 ? " node" : " nodes");
  }
}
template <class Task>
constexpr void add_task(error_sentence& to) {
  request_items const& asked = items_of_request<accelerators_of<Task>, options_of_task<Task>>;
  add_kinds(to, asked.all, asked.alternatives ? " or " : " and ");
}
template <class Task, class Pools>
struct unserved_sentence {
  static constexpr error_sentence text() { return {}; }
};
template <class Task, class... Pools>
struct unserved_sentence<Task, list<Pools...>> {
  static constexpr error_sentence text() {
    error_sentence text("no pool of the cluster serves what wants ");
    add_task<Task>(text);
    (add_lack<Pools, Task>(text), ...);
    return text;
  }
};

template <class Task, class Pools, class... Lacks>
struct unserved {
  static constexpr bool served = sizeof(Task) == 0;
  static_assert(served,
                ALLOTYPE_SENTENCE(
                    "no pool of the cluster serves this task; pool_lacks<Pool, What> has for each pool what it lacks",
                    unserved_sentence<Task, Pools>::text()));
};
template <class Task, class Pools, bool Served = is_served<Pools, Task>>
struct service {
  static constexpr bool value = true;
};
template <class Task, class... Pools>
struct service<Task, list<Pools...>, false>
    : unserved<Task, list<Pools...>, pool_lacks<Pools::label, lack_in<Pools, Task>>...> {
  static constexpr bool value = true;  // the error stands above
};

// ---- at the same time ----------------------------------------------------------------------------------------------

template <class Task>
struct repeated {
  using task = Task;
  static constexpr int count = 1;
};
template <class Task, int Count>
struct repeated<replicas<Task, Count>> {
  using task = Task;
  static constexpr int count = Count;
};

/// The pool serves the task, and is asked for one of its alternatives.
template <class Pool, class Task>
consteval bool are_alternatives_apart() {
  if constexpr (items_of_request<accelerators_of<Task>, options_of_task<Task>>.alternatives &&
                lack_in<Pool, Task> == lack::nothing) {
    return is_asked_for_one(Pool::settings, Pool::content,
                            items_of_request<accelerators_of<Task>, options_of_task<Task>>, options_of_task<Task>);
  } else {
    return false;
  }
}

template <class Repeated, class... Pools>
constexpr demand demand_of(list<Pools...>) {
  using task = typename Repeated::task;
  demand made{items_of_request<accelerators_of<task>, options_of_task<task>>, Repeated::count};
  unsigned long long bit = 1;
  ((made.pools |= lack_in<Pools, task> == lack::nothing ? bit : 0, bit <<= 1), ...);
  ((made.alternatives_apart |= are_alternatives_apart<Pools, task>()), ...);
  return made;
}

/// The first of the tasks that finds no place beside those before it; -1 if all find one.
template <class... Tasks, class... Pools>
consteval int first_without_a_place(list<Pools...> pools) {
  static_assert(sizeof...(Pools) <= max_pools, "serves_together<...> takes at most 64 pools");
  demand const all[] = {demand_of<repeated<Tasks>>(pools)...};
  pool_content const* const contents[] = {&Pools::content...};
  auto const fit = [&](int count) { return places(contents, sizeof...(Pools), all, count).suffice(); };
  constexpr int tasks = static_cast<int>(sizeof...(Tasks));
  if (fit(tasks)) return -1;
  int first = 1;
  while (first < tasks && fit(first)) ++first;
  return first - 1;
}

/// The search for places was cut off, so that there may be some.
template <class... Tasks, class... Pools>
consteval bool is_cut_off(list<Pools...> pools) {
  demand const all[] = {demand_of<repeated<Tasks>>(pools)...};
  pool_content const* const contents[] = {&Pools::content...};
  return places(contents, sizeof...(Pools), all, sizeof...(Tasks)).find() == places::answer::undecided;
}

template <class Cluster, class... Tasks>
inline constexpr int task_left_over = first_without_a_place<Tasks...>(typename pools_of<Cluster>::type{});
template <class... Tasks>
inline constexpr int task_left_over<refused_pool, Tasks...> = -1;

/// What serves a task, and what wants it before the one without a place.
template <int Left, class... Tasks, class... Pools>
constexpr error_sentence no_place_at_the_same_time(list<Pools...>) {
  using left = repeated<type_at<Left, list<Tasks...>>>;
  using task = typename left::task;
  error_sentence text("these tasks do not fit on the cluster at the same time: ");
  if (left::count > 1) text << left::count << " times ";
  add_task<task>(text);
  text << " finds no place";
  char const* before = " beside ";
  int index = 0;
  auto const add = [&]<class Task>(std::type_identity<Task>) {
    if (index++ >= Left) return;
    text << before;
    if (repeated<Task>::count > 1) text << repeated<Task>::count << " times ";
    add_task<typename repeated<Task>::task>(text);
    before = ", ";
  };
  (add(std::type_identity<Tasks>{}), ...);
  before = "; what could serve it: ";
  auto const add_pool = [&]<class Pool>(std::type_identity<Pool>) {
    if (lack_in<Pool, task> != lack::nothing) return;
    text << before << "pool '" << Pool::name << "' with ";
    add_kinds(text, Pool::content.on_a_node, ", ");
    text << " on each of " << Pool::content.nodes << (Pool::content.nodes == 1 ? " node" : " nodes");
    before = ", ";
  };
  (add_pool(std::type_identity<Pools>{}), ...);
  if (is_cut_off<Tasks...>(list<Pools...>{})) text << "; the search was cut off, so there may be places for all";
  return text;
}

template <class Task, class Cluster, int Left, class... Tasks>
struct without_a_place {
  static constexpr bool placed = sizeof(Task) == 0;
  static_assert(
      placed,
      ALLOTYPE_SENTENCE(
          "these tasks do not fit on the cluster at the same time: without_a_place<Task, Cluster, ...> has the first "
          "that finds no place beside those before it",
          no_place_at_the_same_time<Left, Tasks...>(typename pools_of<Cluster>::type{})));
};

template <int Left, class Cluster, class... Tasks>
struct service_together : without_a_place<type_at<Left, list<Tasks...>>, Cluster, Left, Tasks...> {
  static constexpr bool value = true;
};
template <class Cluster, class... Tasks>
struct service_together<-1, Cluster, Tasks...> {
  static constexpr bool value = true;
};

// ---- in any order --------------------------------------------------------------------------------------------------

/// In which order tasks find places where a system takes them one at a time and puts each on any node that has room.
template <int Tasks>
struct found_order {
  arrival is = arrival::any_order;
  int first[static_cast<std::size_t>(Tasks)]{};  ///< of tasks that are alike the first: they come in this order
  int size = 0;
};
template <class... Tasks, class... Pools>
consteval auto order_for(list<Pools...> pools) {
  demand const all[] = {demand_of<repeated<Tasks>>(pools)...};
  pool_content const* const contents[] = {&Pools::content...};
  constexpr int tasks = static_cast<int>(sizeof...(Tasks));
  places places(contents, sizeof...(Pools), all, tasks);
  found_order<tasks> found;
  if (places.find() != places::answer::fit) return found;  // that is another error
  found.is = places.find_order();
  for (; found.size < places.order_size(); ++found.size) found.first[found.size] = places.order(found.size);
  return found;
}
template <class Cluster, class... Tasks>
inline constexpr auto order_of = order_for<Tasks...>(typename pools_of<Cluster>::type{});
template <class... Tasks>
inline constexpr found_order<1> order_of<refused_pool, Tasks...>{};

template <class Cluster, class... Tasks>
constexpr error_sentence waiting_in_some_order() {
  constexpr auto const& found = order_of<Cluster, Tasks...>;
  error_sentence text(
      "these tasks fit on the cluster at the same time, but in some order of arrival one finds no node ");
  if (found.is == arrival::not_promised) return text << "with enough left: say which nodes they run on, or add nodes";
  text << "with enough left; in this order all find one: ";
  char const* before = "";
  for (int i = 0; i < found.size; ++i) {
    int index = 0;
    auto const add = [&]<class Task>(std::type_identity<Task>) {
      if (index++ != found.first[i]) return;
      text << before;
      if (repeated<Task>::count > 1) text << repeated<Task>::count << " times ";
      add_task<typename repeated<Task>::task>(text);
      before = ", ";
    };
    (add(std::type_identity<Tasks>{}), ...);
  }
  return text;
}

template <class Cluster, class... Tasks>
struct waits_in_some_order {
  static constexpr bool any_order = sizeof(Cluster) == 0;
  static_assert(any_order,
                ALLOTYPE_SENTENCE("these tasks fit on the cluster at the same time, but in some order of arrival one "
                                  "finds no node with enough left: start those first that take most",
                                  waiting_in_some_order<Cluster, Tasks...>()));
};
template <arrival Is, class Cluster, class... Tasks>
struct service_in_any_order : waits_in_some_order<Cluster, Tasks...> {
  static constexpr bool value = true;  // the error stands above
};
template <class Cluster, class... Tasks>
struct service_in_any_order<arrival::any_order, Cluster, Tasks...> {
  static constexpr bool value = true;
};

// ---- nothing else --------------------------------------------------------------------------------------------------

/// What nodes of `Other` have that the request of `Pool` for the task would take as well.
template <class Pool, class Other, class Task>
consteval mistaken_for mistaken_in() {
  using settings = std::remove_cvref_t<decltype(Pool::settings)>;
  if constexpr (lack_in<Pool, Task> != lack::nothing ||
                !std::is_same_v<settings, std::remove_cvref_t<decltype(Other::settings)>>) {
    return {};
  } else {
    auto const asked = requested<Pool, Task>(request_options{}, false);
    return also_met_by(asked, request_items_of<Task>(1, false), Other::settings, Other::content.on_a_node);
  }
}

/// The first that the task would take as well.
struct mistake {
  int pool = -1, other = -1;
  accelerator_data const* what = nullptr;
};
template <class Task, class Pool, class... Others>
consteval mistake first_mistake_of_pool(int pool) {
  mistake first;
  int other = 0;
  auto const look = [&](mistaken_for const& found) {
    if (first.what == nullptr && found.what != nullptr) first = {pool, other, found.what};
    ++other;
  };
  (look(mistaken_in<Pool, Others, Task>()), ...);
  return first;
}
template <class Task, class... Pools>
consteval mistake first_mistake(list<Pools...>) {
  mistake first;
  int pool = 0;
  auto const look = [&](mistake const& found) {
    if (first.what == nullptr) first = found;
  };
  (look(first_mistake_of_pool<Task, Pools, Pools...>(pool++)), ...);
  return first;
}
template <class Cluster, class Task>
inline constexpr mistake mistake_of = first_mistake<Task>(typename pools_of<Cluster>::type{});
template <class Task>
inline constexpr mistake mistake_of<refused_pool, Task> = {};

/// A device's name as an error prints it.
template <class Cluster, class Task>
consteval auto name_of_mistake() {
  constexpr char const* name = mistake_of<Cluster, Task>.what->name;
  return fixed_text<allotype::detail::length(name)>(name);
}

template <class Task>
constexpr error_sentence also_met_in_words(char const* pool, char const* device, char const* of_pool) {
  error_sentence text("the request to pool '");
  text << pool << "' for ";
  add_task<Task>(text);
  return text << " would also be met by " << device << " of pool '" << of_pool
              << "': select the board, or give the nodes names that differ";
}

template <class Task, fixed_text Pool, fixed_text Device, fixed_text OfPool>
struct also_met {
  static constexpr bool selects_only = sizeof(Task) == 0;
  static_assert(selects_only, ALLOTYPE_SENTENCE("the request to a pool of the cluster would also be met by another "
                                                "device: also_met<Task, Pool, Device, OfPool> "
                                                "has both pools; select the board, or give the nodes names that differ",
                                                also_met_in_words<Task>(Pool.text(), Device.text(), OfPool.text())));
};
template <class Cluster, class Task, bool Only = mistake_of<Cluster, Task>.what == nullptr>
struct selection {
  static constexpr bool value = true;
};
template <class Cluster, class Task>
struct selection<Cluster, Task, false>
    : also_met<Task, type_at<mistake_of<Cluster, Task>.pool, typename pools_of<Cluster>::type>::label,
               name_of_mistake<Cluster, Task>(),
               type_at<mistake_of<Cluster, Task>.other, typename pools_of<Cluster>::type>::label> {
  static constexpr bool value = true;  // the error stands above
};

// ---- what is asked -------------------------------------------------------------------------------------------------

/// What a pool can be asked for: an accelerator, alternatives, a layout.
template <class T>
inline constexpr bool can_be_asked_for = accelerator<T> || requires {
  typename T::device;
  typename T::partitions;
};
template <class... A>
inline constexpr bool can_be_asked_for<any_of<A...>> = (accelerator<A> && ...);

template <class Task>
concept task_or_accelerator =
    !is_cluster<typename repeated<Task>::task> && can_be_asked_for<accelerators_of<typename repeated<Task>::task>>;

template <bool ClusterFirst, bool TasksFollow, class Cluster, class... Tasks>
struct question {
  static_assert(ClusterFirst,
                "the first argument is a cluster or a pool, and what is asked for follows: check_serves<lab, "
                "A100::partition<\"2g.10gb\">>");
  static_assert(TasksFollow,
                "what a cluster is asked for are accelerators, layouts and the types of tasks: decltype(detect) where "
                "detect is a task");
};

/// A concept that is asked for something else says so by its name.
template <class Cluster>
concept the_first_argument_is_a_pool_or_a_cluster_of_pools = is_cluster<Cluster>;
template <class Task>
concept a_cluster_is_asked_for_types_of_tasks_and_accelerators = task_or_accelerator<Task>;

/// Whether the arguments of a question have their places.
template <class Cluster, class... Tasks>
concept is_question = the_first_argument_is_a_pool_or_a_cluster_of_pools<Cluster> &&
                      (a_cluster_is_asked_for_types_of_tasks_and_accelerators<Tasks> && ...);

template <class Cluster, class... Tasks>
using question_of =
    question<is_cluster<Cluster>, !is_cluster<Cluster> || (task_or_accelerator<Tasks> && ...), Cluster, Tasks...>;

template <class Task, class Cluster>
concept a_pool_of_the_cluster_serves_it = is_served<typename pools_of<Cluster>::type, Task>;
template <class Task, class Cluster>
concept its_request_is_met_by_nothing_else = mistake_of<Cluster, Task>.what == nullptr;
template <class Cluster, class... Tasks>
concept each_task_has_its_place_beside_the_others = task_left_over<Cluster, Tasks...> == -1;
template <class Cluster, class... Tasks>
concept no_order_of_arrival_leaves_one_waiting = order_of<Cluster, Tasks...>.is == arrival::any_order;

// Behind the error of a question that is none there is nothing to check.
template <bool IsQuestion, class Cluster, class... Tasks>
inline constexpr bool checked_serves = true;
template <class Cluster, class... Tasks>
inline constexpr bool checked_serves<true, Cluster, Tasks...> =
    (service<Tasks, typename pools_of<Cluster>::type>::value && ...);

template <bool IsQuestion, class Cluster, class... Tasks>
inline constexpr bool checked_selects_only = true;
template <class Cluster, class... Tasks>
inline constexpr bool checked_selects_only<true, Cluster, Tasks...> = (selection<Cluster, Tasks>::value && ...);

template <bool IsQuestion, class Cluster, class... Tasks>
inline constexpr bool checked_serves_together = true;
template <class Cluster, class... Tasks>
inline constexpr bool checked_serves_together<true, Cluster, Tasks...> =
    checked_serves<true, Cluster, typename repeated<Tasks>::task...> &&
    service_together<task_left_over<Cluster, Tasks...>, Cluster, Tasks...>::value;

template <bool IsQuestion, class Cluster, class... Tasks>
inline constexpr bool checked_serves_in_any_order = true;
template <class Cluster, class... Tasks>
inline constexpr bool checked_serves_in_any_order<true, Cluster, Tasks...> =
    checked_serves_together<true, Cluster, Tasks...> &&
    service_in_any_order<order_of<Cluster, Tasks...>.is, Cluster, Tasks...>::value;

}  // namespace detail

/// Each task, alone on the cluster, finds a pool that has what it asks for, and whose system can be asked for it. A
/// pool is a cluster, too.
template <class Cluster, class... Tasks>
concept serves =
    detail::is_question<Cluster, Tasks...> && (detail::a_pool_of_the_cluster_serves_it<Tasks, Cluster> && ...);

/// True, or the error: the first task that no pool serves, and what each pool lacks.
template <class Cluster, class... Tasks>
inline constexpr bool check_serves = sizeof(detail::question_of<Cluster, Tasks...>) > 0 &&
                                     detail::checked_serves<detail::is_question<Cluster, Tasks...>, Cluster, Tasks...>;

/// The requests of the tasks are met by what they name alone. Without it a pod for a `1g.10gb` of an A100, on nodes
/// that are not selected by their board, may start on an H100. The requests are those to the pools that serve the task;
/// the other devices are all of the cluster's that are asked for in the same way. Systems: Kubernetes and its clouds,
/// DRA, Slurm.
template <class Cluster, class... Tasks>
concept selects_only =
    detail::is_question<Cluster, Tasks...> && (detail::its_request_is_met_by_nothing_else<Tasks, Cluster> && ...);

/// True, or the error: the first task, the pool that is asked, and the device of another pool that would do.
template <class Cluster, class... Tasks>
inline constexpr bool check_selects_only =
    sizeof(detail::question_of<Cluster, Tasks...>) > 0 &&
    detail::checked_selects_only<detail::is_question<Cluster, Tasks...>, Cluster, Tasks...>;

/// All tasks run at the same time. Where each takes one device or partition, the answer is exact for any number. Where
/// some take several on one node, runs go to nodes in order; if some are left over, a search decides. It is cut off
/// after 300 steps, in programs after 20,000: the answer is then no, and the error says so.
template <class Cluster, class... types_of_tasks_such_as_decltype_of_one>  // compilers print it where a task stands
concept serves_together =
    detail::is_question<Cluster, types_of_tasks_such_as_decltype_of_one...> &&
    detail::each_task_has_its_place_beside_the_others<Cluster, types_of_tasks_such_as_decltype_of_one...>;

/// True, or the error: the first task that finds no place beside those before it.
template <class Cluster, class... Tasks>
inline constexpr bool check_serves_together =
    sizeof(detail::question_of<Cluster, Tasks...>) > 0 &&
    detail::checked_serves_together<detail::is_question<Cluster, Tasks...>, Cluster, Tasks...>;

/// All tasks run at the same time, in whatever order they come: a scheduler that takes them one at a time, puts each on
/// any node that has room for it and moves none leaves none waiting. A yes is certain. The answer is no where it is
/// not: what others can take at most is compared with what they have to take, so that no node has enough left.
template <class Cluster, class... Tasks>
concept serves_in_any_order =
    serves_together<Cluster, Tasks...> && detail::no_order_of_arrival_leaves_one_waiting<Cluster, Tasks...>;

/// True, or the error: the order in which all find a place, if one is known.
template <class Cluster, class... Tasks>
inline constexpr bool check_serves_in_any_order =
    sizeof(detail::question_of<Cluster, Tasks...>) > 0 &&
    detail::checked_serves_in_any_order<detail::is_question<Cluster, Tasks...>, Cluster, Tasks...>;

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

#include <allotype/core/detail/end_macros.hpp>
