// SPDX-License-Identifier: BSL-1.0
/// \file
/// Whether a cluster has what tasks ask for: each by itself, `serves<Cluster, Tasks...>`, or all at the same time,
/// `serves_together<Cluster, Tasks...>`; and whether they get nothing else, `selects_only<Cluster, Tasks...>`. A task is a task's type or an accelerator; `replicas<Task, 7>` are seven of it. What
/// such a question is about are types, so the answer is known while compiling.
#pragma once

#include <allotype/cluster/detail/selection.hpp>
#include <allotype/cluster/pool.hpp>

namespace allotype {

/// So many of a task at the same time.
template <class Task, int Count>
struct replicas {
  static_assert(Count > 0, "replicas<Task, N>: at least one");
};

namespace detail {

template <class Pool, class Task>
inline constexpr lack lack_in = [] {
  lack const found = lack_of(Pool::content, all_wanted<Task>(with_limits<Task>({}).count, false), 1);
  return found == lack::nothing && !can_request_for<Pool, Task> ? lack::request : found;
}();

template <class Cluster>
struct pools_of {
  using type = list<Cluster>;
};
template <class... Pools>
struct pools_of<cluster<Pools...>> {
  using type = list<Pools...>;
};

template <class Pools, class Task>
inline constexpr bool is_served = false;
template <class... Pools, class Task>
inline constexpr bool is_served<list<Pools...>, Task> = ((lack_in<Pools, Task> == lack::nothing) || ...);

/// An error prints it: the pool's name, and what it lacks.
template <text Pool, lack What>
struct pool_lacks;

template <class Task, class... Lacks>
struct unserved {
  static constexpr bool served = sizeof(Task) == 0;
  static_assert(served, "no pool of the cluster serves this task; pool_lacks<Pool, What> has for each pool what it lacks");
};
template <class Task, class Pools, bool Served = is_served<Pools, Task>>
struct service {
  static constexpr bool value = true;
};
template <class Task, class... Pools>
struct service<Task, list<Pools...>, false> : unserved<Task, pool_lacks<Pools::label, lack_in<Pools, Task>>...> {
  static constexpr bool value = true;  // the error stands above
};

// ---- at the same time ----------------------------------------------------------------------------------------------

/// So many of one task, which are to run together with others.
struct demand {
  wanted asked;
  int count = 0;
  unsigned pools = 0;  ///< those that serve one of it, a bit each
};

inline constexpr int most_pools = 16;
inline constexpr int most_demands = 64;

/// Whether demands find places on pools at the same time.
class places {
 public:
  static constexpr int most_steps = 20000;

  constexpr void add(pool_content const& pool) { pools_[pool_count_++] = &pool; }
  constexpr void add(demand const& of) { demands_[demand_count_++] = &of; }

  constexpr bool suffice() {
    if (!suffice_in_sum()) return false;
    bool each_is_one = true;
    for (int i = 0; i < demand_count_; ++i) {
      for (wanted_count const& part : demands_[i]->asked.all) each_is_one = each_is_one && part.count == 1;
      each_is_one = each_is_one && (demands_[i]->asked.alternatives || demands_[i]->asked.one_kind());
    }
    return each_is_one || found_on_nodes();
  }

 private:
  static constexpr int most_kinds = 24;

  /// What a demand can take of one kind of one pool.
  constexpr bool can_take(int row, int pool, int kind) const {
    wanted_accelerator const& had = *pools_[pool]->on_a_node[kind].what;
    return (demands_[row_of_[row]]->pools >> pool & 1) != 0 && serves_row(row, had);
  }
  constexpr bool serves_row(int row, wanted_accelerator const& had) const {
    wanted const& asked = demands_[row_of_[row]]->asked;
    if (part_of_[row] >= 0) return is_served_by(*asked.all[part_of_[row]].what, had);
    for (wanted_count const& each : asked.all) {
      if (is_served_by(*each.what, had)) return true;
    }
    return false;
  }

  /// The numbers alone, whichever node they are on: a flow from demands to kinds of pools. If it does not suffice, nothing does;
  /// where each task takes one thing, it decides. Complexity: demands times kinds, for each path that is found.
  constexpr bool suffice_in_sum() {
    for (int i = 0; i < demand_count_; ++i) {
      wanted const& asked = demands_[i]->asked;
      for (int part = 0; part < (asked.alternatives ? 1 : asked.all.size()); ++part) {
        row_of_[rows_] = i;
        part_of_[rows_] = asked.alternatives ? -1 : part;
        // Of alternatives the one that takes least: more than there is then never seems to be too little.
        int least = asked.all[part].count;
        for (wanted_count const& each : asked.all) {
          if (asked.alternatives && each.count < least) least = each.count;
        }
        missing_[rows_++] = least * demands_[i]->count;
      }
    }
    for (int pool = 0; pool < pool_count_; ++pool) {
      for (int kind = 0; kind < pools_[pool]->on_a_node.size(); ++kind) {
        free_[pool][kind] = pools_[pool]->on_a_node[kind].count * pools_[pool]->nodes;
      }
    }
    for (int row = 0; row < rows_; ++row) {
      while (missing_[row] > 0) {
        for (auto& pool : seen_) {
          for (bool& kind : pool) kind = false;
        }
        int const moved = push(row, missing_[row]);
        if (moved == 0) return false;
        missing_[row] -= moved;
      }
    }
    return true;
  }
  /// Gives a row up to so many, where needed by moving other rows elsewhere. \return how many it got
  constexpr int push(int row, int most) {
    for (int pool = 0; pool < pool_count_; ++pool) {
      for (int kind = 0; kind < pools_[pool]->on_a_node.size(); ++kind) {
        if (seen_[pool][kind] || !can_take(row, pool, kind)) continue;
        seen_[pool][kind] = true;
        if (free_[pool][kind] > 0) {
          int const moved = free_[pool][kind] < most ? free_[pool][kind] : most;
          free_[pool][kind] -= moved;
          taken_[row][pool][kind] += moved;
          return moved;
        }
        for (int other = 0; other < rows_; ++other) {
          int const held = taken_[other][pool][kind];
          if (other == row || held == 0) continue;
          int const moved = push(other, held < most ? held : most);
          if (moved == 0) continue;
          taken_[other][pool][kind] -= moved;
          taken_[row][pool][kind] += moved;
          return moved;
        }
      }
    }
    return 0;
  }

  // ---- on nodes: each task has all that it takes on one of them

  struct node {
    int pool = 0;
    int left[most_kinds]{};

    constexpr bool operator==(node const&) const = default;
  };
  static constexpr int most_nodes = 128;

  constexpr bool found_on_nodes() {
    for (int pool = 0; pool < pool_count_; ++pool) {
      for (int i = 0; i < pools_[pool]->nodes && nodes_ < most_nodes; ++i) {
        node_[nodes_].pool = pool;
        for (int kind = 0; kind < pools_[pool]->on_a_node.size(); ++kind) {
          node_[nodes_].left[kind] = pools_[pool]->on_a_node[kind].count;
        }
        ++nodes_;
      }
    }
    // Those that take most first.
    for (int i = 0; i < demand_count_; ++i) {
      int at = i;
      for (; at > 0 && size_of(*demands_[order_[at - 1]]) < size_of(*demands_[i]); --at) order_[at] = order_[at - 1];
      order_[at] = i;
    }
    return placed_from(0, 0);
  }
  static constexpr int size_of(demand const& of) {
    int size = 0;
    for (wanted_count const& each : of.asked.all) size = each.count > size ? each.count : size;
    return size;
  }
  constexpr bool placed_from(int at, int done) {
    if (at == demand_count_) return true;
    demand const& next = *demands_[order_[at]];
    if (done == next.count) return placed_from(at + 1, 0);
    if (++steps_ > most_steps) return false;
    int const choices = next.asked.alternatives ? next.asked.all.size() : 1;
    for (int choice = 0; choice < choices; ++choice) {
      for (int i = 0; i < nodes_; ++i) {
        if ((next.pools >> node_[i].pool & 1) == 0 || is_like_an_earlier_one(i)) continue;
        node const before = node_[i];
        if (takes(node_[i], next.asked, choice) && placed_from(at, done + 1)) return true;
        node_[i] = before;
      }
    }
    return false;
  }
  constexpr bool is_like_an_earlier_one(int which) const {
    for (int i = 0; i < which; ++i) {
      if (node_[i] == node_[which]) return true;
    }
    return false;
  }
  constexpr bool takes(node& from, wanted const& asked, int choice) const {
    for (int part = 0; part < asked.all.size(); ++part) {
      if (asked.alternatives && part != choice) continue;
      int missing = asked.all[part].count;
      node_content const& kinds = pools_[from.pool]->on_a_node;
      for (int kind = 0; kind < kinds.size() && missing > 0; ++kind) {
        if (!is_served_by(*asked.all[part].what, *kinds[kind].what)) continue;
        int const taken = from.left[kind] < missing ? from.left[kind] : missing;
        from.left[kind] -= taken;
        missing -= taken;
      }
      if (missing > 0) return false;
    }
    return true;
  }

  pool_content const* pools_[most_pools]{};
  demand const* demands_[most_demands]{};
  int pool_count_ = 0, demand_count_ = 0, rows_ = 0, nodes_ = 0, steps_ = 0;
  int row_of_[most_demands]{}, part_of_[most_demands]{}, missing_[most_demands]{}, order_[most_demands]{};
  int free_[most_pools][most_kinds]{};
  int taken_[most_demands][most_pools][most_kinds]{};
  bool seen_[most_pools][most_kinds]{};
  node node_[most_nodes]{};
};

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

template <class Repeated, class... Pools>
constexpr demand demand_of(list<Pools...>) {
  using task = typename Repeated::task;
  demand made{all_wanted<task>(with_limits<task>({}).count, false), Repeated::count};
  unsigned bit = 1;
  ((made.pools |= lack_in<Pools, task> == lack::nothing ? bit : 0, bit <<= 1), ...);
  return made;
}

/// The first of the tasks that finds no place beside those before it; -1 if all find one.
template <class... Tasks, class... Pools>
consteval int first_without_a_place(list<Pools...> pools) {
  static_assert(sizeof...(Pools) <= most_pools, "serves_together<...> takes at most 16 pools");
  static_assert(sizeof...(Tasks) <= most_demands, "serves_together<...> takes at most 64 tasks: write replicas<Task, N>");
  demand const all[] = {demand_of<repeated<Tasks>>(pools)...};
  auto const fit = [&](int count) {
    places on;
    (on.add(Pools::content), ...);
    for (int i = 0; i < count; ++i) on.add(all[i]);
    return on.suffice();
  };
  constexpr int tasks = static_cast<int>(sizeof...(Tasks));
  if (fit(tasks)) return -1;
  int first = 1;
  while (first < tasks && fit(first)) ++first;
  return first - 1;
}

template <class Cluster, class... Tasks>
inline constexpr int task_left_over = first_without_a_place<Tasks...>(typename pools_of<Cluster>::type{});

template <class Left, class Cluster>
struct without_a_place {
  static constexpr bool placed = sizeof(Left) == 0;
  static_assert(placed,
                "these tasks do not fit on the cluster at the same time: without_a_place<Task, Cluster> has the first that "
                "finds no place beside those before it");
};

template <int Left, class Cluster, class... Tasks>
struct service_together : without_a_place<type_at<Left, list<Tasks...>>, Cluster> {
  static constexpr bool value = true;
};
template <class Cluster, class... Tasks>
struct service_together<-1, Cluster, Tasks...> {
  static constexpr bool value = true;
};

// ---- nothing else ----------------------------------------------------------------------------------------------------

/// What nodes of `Other` have that the request of `Pool` for the task would take as well.
template <class Pool, class Other, class Task>
consteval mistaken_for mistaken_in() {
  using settings = std::remove_cvref_t<decltype(Pool::settings)>;
  if constexpr (lack_in<Pool, Task> != lack::nothing ||
                !std::is_same_v<settings, std::remove_cvref_t<decltype(Other::settings)>>) {
    return {};
  } else {
    auto const request = request_for<Pool, Task>({}, false);
    return also_met_by(request, all_wanted<Task>(1, false), Other::settings, Other::content.on_a_node);
  }
}

/// The first that the task would take as well.
struct mistake {
  int pool = -1, other = -1;
  wanted_accelerator const* what = nullptr;
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

/// A device's name as an error prints it.
template <class Cluster, class Task>
consteval auto name_of_mistake() {
  constexpr char const* name = mistake_of<Cluster, Task>.what->name;
  constexpr int size = [] {
    int count = 0;
    while (name[count] != '\0') ++count;
    return count + 1;
  }();
  char copy[size]{};
  for (int i = 0; i < size; ++i) copy[i] = name[i];
  return text<size>(copy);
}

template <class Task, text Pool, text Device, text OfPool>
struct also_met {
  static constexpr bool selects_only = sizeof(Task) == 0;
  static_assert(selects_only,
                "the request to a pool of the cluster would also be met by another device: also_met<Task, Pool, Device, OfPool> "
                "has both pools; select the board, or give the nodes names that differ");
};
template <class Cluster, class Task, bool Only = mistake_of<Cluster, Task>.what == nullptr>
struct selection {
  static constexpr bool value = true;
};
template <class Cluster, class Task>
struct selection<Cluster, Task, false>
    : also_met<Task, type_at<mistake_of<Cluster, Task>.pool, typename pools_of<Cluster>::type>::label,
               name_of_mistake<Cluster, Task>(), type_at<mistake_of<Cluster, Task>.other, typename pools_of<Cluster>::type>::label> {
  static constexpr bool value = true;  // the error stands above
};

}  // namespace detail

/// Each task, alone on the cluster, finds a pool that has what it asks for, and whose system can be asked for it. A pool is a
/// cluster, too.
template <class Cluster, class... Tasks>
concept serves = (detail::is_served<typename detail::pools_of<Cluster>::type, Tasks> && ...);

/// True, or the error: the first task that no pool serves, and what each pool lacks.
template <class Cluster, class... Tasks>
inline constexpr bool check_serves = (detail::service<Tasks, typename detail::pools_of<Cluster>::type>::value && ...);

/// The requests of the tasks are met by what they name alone. Without it a pod for a `1g.10gb` of an A100, on nodes that are not
/// selected by their board, may start on an H100. The requests are those to the pools that serve the task; the other devices are
/// all of the cluster's that are asked for in the same way. Systems: Kubernetes and its clouds, DRA, Slurm.
template <class Cluster, class... Tasks>
concept selects_only = ((detail::mistake_of<Cluster, Tasks>.what == nullptr) && ...);

/// True, or the error: the first task, the pool that is asked, and the device of another pool that would do.
template <class Cluster, class... Tasks>
inline constexpr bool check_selects_only = (detail::selection<Cluster, Tasks>::value && ...);

/// All tasks run at the same time. Where each takes one device or partition, the answer is exact for any number. Where some
/// take several on one node, a search decides on the first 128 nodes; it gives up after 20,000 steps, and the answer is then no.
template <class Cluster, class... Tasks>
concept serves_together = detail::task_left_over<Cluster, Tasks...> == -1;

/// True, or the error: the first task that finds no place beside those before it.
template <class Cluster, class... Tasks>
inline constexpr bool check_serves_together =
    check_serves<Cluster, typename detail::repeated<Tasks>::task...> &&
    detail::service_together<detail::task_left_over<Cluster, Tasks...>, Cluster, Tasks...>::value;

}  // namespace allotype
