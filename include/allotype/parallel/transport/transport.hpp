// SPDX-License-Identifier: BSL-1.0
/// \file
/// Transports: what the ranks of a job are, and how they exchange data. `over_threads` is in this header. The others
/// need a header of their own, and a library:
///
/// | transport      | ranks are                        | include              | link                          |
/// |----------------|----------------------------------|----------------------|-------------------------------|
/// | `over_threads` | threads of this process          | parallel/executor/executor.hpp| `allotype::runtime`           |
/// | `over_mpi`     | processes of an MPI job          | parallel/over_mpi.hpp| `allotype::mpi`               |
/// | `over_sockets` | processes started by torchrun, Slurm, … | parallel/over_sockets.hpp | `allotype::sockets`   |
/// | `over_nccl<T>` | those of `T`; data: GPU to GPU   | parallel/over_nccl.hpp| NCCL                         |
///
/// A transport of your own is a struct with these members:
///
/// | member                                                        | says                                            |
/// |---------------------------------------------------------------|-------------------------------------------------|
/// | `static constexpr char name[]`                                | its name, for `make_executor` and for errors    |
/// | `using communicator_type`                                     | one rank's end: a `communicator`                |
/// | `static void run(ranks_wanted const&, function)`              | calls `function(communicator, local_rank)` once for each rank of this process |
/// | `static constexpr bool ranks_are_processes` (optional)        | each process of the job is one rank             |
/// | `static int processes(ranks_wanted const&)` (optional)        | how many processes this job has; by default 1   |
/// | `static void check(ranks_wanted const&)` (optional)           | throws if it cannot make so many ranks; called when an executor is made |
///
/// `local_rank` counts the ranks of one node from 0; it is the position of the rank's device among those chosen.
#pragma once

#include <chrono>
#include <concepts>
#include <type_traits>

#include <allotype/core/detail/compare_text.hpp>
#include <allotype/core/error.hpp>
#include <allotype/parallel/transport/detail/function_reference.hpp>
#include <allotype/parallel/transport/detail/lone_communicator.hpp>
#include <allotype/parallel/transport/thread_communicator.hpp>

#include <allotype/core/detail/begin_macros.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// How many ranks a transport is to make: one for each device of each node.
struct ranks_wanted {
  char const* strategy = "";                                          ///< who asks, for errors
  int devices = 1;                                                    ///< ranks of each node
  int num_nodes = 1;                                                  ///< machines of the job
  std::chrono::milliseconds time_limit = detail::default_time_limit;  ///< for each collective
  char const* cluster_environment = "auto";  ///< what started the processes, by name; see cluster_environment.hpp

  /// Ranks of the whole job.
  [[nodiscard]] long long all() const { return static_cast<long long>(devices) * num_nodes; }
};

namespace detail {

/// The function that a transport calls, with the communicator and the local rank.
template <class Communicator>
using function_of_rank = function_reference<Communicator&, int>;

template <class T>
constexpr bool has_process_ranks() {
  if constexpr (requires { T::ranks_are_processes; }) {
    return T::ranks_are_processes;
  } else {
    return false;
  }
}
template <class T>
inline constexpr bool ranks_are_processes = has_process_ranks<T>();

ALLOTYPE_KNOWN_MEMBER(check);

template <class T>
concept checks_ranks = requires(ranks_wanted const& wanted) { T::check(wanted); };
template <class T>
struct transport_members {
  static constexpr bool checked = true;
  ALLOTYPE_USABLE_MEMBER(check, T, "static void check(allotype::ranks_wanted const&)", checks_ranks<T>);
};

/// Says that this transport of the library asks no cluster environment, where one was named.
inline void refuse_cluster_environment(ranks_wanted const& wanted, char const* transport) {
  if (equal_in_any_case(wanted.cluster_environment, "auto")) return;
  throw error(message<2000>{} << wanted.strategy << " over " << transport << " asks no cluster environment, and \""
                              << wanted.cluster_environment
                              << "\" was named: leave it out; over_sockets asks what started its processes");
}

/// Calls the transport's `check`, if it has one.
template <class T>
void check_transport(ranks_wanted const& wanted) {
  static_assert(transport_members<T>::checked);
  if constexpr (checks_ranks<T>) T::check(wanted);
}

}  // namespace detail

/// A transport: a struct with the members above. False for a transport of the library whose header is not included.
template <class T>
concept transport =
    requires(ranks_wanted const& wanted, detail::function_of_rank<typename T::communicator_type> const& function) {
      { T::name } -> std::convertible_to<char const*>;
      requires communicator<typename T::communicator_type>;
      T::run(wanted, function);
    };

/// Ranks are threads of this process, with one device each.
struct over_threads {
  static constexpr char name[] = "threads";
  using communicator_type = detail::thread_communicator;

  /// \throws error if several nodes are wanted, or a cluster environment is named
  static void check(ranks_wanted const& wanted) {
    detail::refuse_cluster_environment(wanted, name);
    if (wanted.num_nodes != 1) {
      throw error(message<2000>{} << wanted.strategy << " over threads uses one node; " << wanted.num_nodes
                                  << " were asked for: processes reach further (ddp)");
    }
  }
  /// \throws as `check`; rank_error as `thread_group::run`
  template <class F>
  static void run(ranks_wanted const& wanted, F const& function) {
    run_ranks(wanted, function);
  }

 private:
  static void run_ranks(ranks_wanted const& wanted, detail::function_of_rank<communicator_type> function) {
    check(wanted);
    thread_group(wanted.devices, wanted.time_limit).run([&](communicator_type& group) {
      function(group, group.rank());
    });
  }
};

namespace detail {

class mpi_communicator;

}  // namespace detail

/// Ranks are processes of an MPI job, with one device each. Include `parallel/over_mpi.hpp`.
struct over_mpi {
  static constexpr char name[] = "mpi";
  static constexpr bool ranks_are_processes = true;
  using communicator_type = detail::mpi_communicator;

  [[nodiscard]] static int processes(ranks_wanted const& wanted = {});
  /// \throws error if the job has another number of processes
  static void check(ranks_wanted const& wanted);
  /// \throws as `check`
  template <class F>
  static void run(ranks_wanted const& wanted, F const& function) {
    run_ranks(wanted, function);
  }

 private:
  static void run_ranks(ranks_wanted const& wanted, detail::function_of_rank<communicator_type> function);
};

namespace detail {

class socket_communicator;

}  // namespace detail

/// Ranks are processes that torchrun, Slurm or a launcher of your own started, without MPI (see
/// cluster_environment.hpp). They exchange data over TCP. Include `parallel/over_sockets.hpp`.
struct over_sockets {
  static constexpr char name[] = "sockets";
  static constexpr bool ranks_are_processes = true;
  using communicator_type = detail::socket_communicator;

  [[nodiscard]] static int processes(ranks_wanted const& wanted = {});
  /// \throws error if the job has another number of processes
  static void check(ranks_wanted const& wanted);
  /// \throws rank_error if a rank failed, did not come, is lost, left early or does something else than the others
  template <class F>
  static void run(ranks_wanted const& wanted, F const& function) {
    run_ranks(wanted, function);
  }

 private:
  static void run_ranks(ranks_wanted const& wanted, detail::function_of_rank<communicator_type> function);
};

namespace detail {

template <class Host>
class nccl_communicator;

}  // namespace detail

/// Ranks exchange data through NCCL, from GPU to GPU. They are the threads or processes of the transport `Ranks`.
/// Include `parallel/over_nccl.hpp`.
template <class Ranks = over_threads>
struct over_nccl {
  static constexpr char name[] = "nccl";
  static constexpr bool ranks_are_processes = detail::ranks_are_processes<Ranks>;
  using communicator_type = detail::nccl_communicator<typename Ranks::communicator_type>;

  [[nodiscard]] static int processes(ranks_wanted const& wanted)
    requires requires { Ranks::processes(wanted); }
  {
    return Ranks::processes(wanted);
  }
  static void check(ranks_wanted const& wanted) { detail::check_transport<Ranks>(wanted); }
  template <class F>
  static void run(ranks_wanted const& wanted, F const& function)
    requires transport<Ranks>
  {
    run_ranks(wanted, function);
  }

 private:
  static void run_ranks(ranks_wanted const& wanted, detail::function_of_rank<communicator_type> function);
};

namespace detail {

/// One device: the calling thread is the one rank.
struct calling_thread {
  static constexpr char name[] = "none";
  using communicator_type = lone_communicator;

  static void check(ranks_wanted const& wanted) {
    refuse_cluster_environment(wanted, "one device");
    if (wanted.all() != 1) {
      throw error(message<2000>{} << wanted.strategy << " uses one device; " << wanted.devices << " on "
                                  << wanted.num_nodes << " nodes were asked for");
    }
  }
  static void run(ranks_wanted const& wanted, function_of_rank<communicator_type> function) {
    check(wanted);
    lone_communicator alone;
    function(alone, 0);
  }
};

/// What `process_group_backend` may be without a transport of one's own: `host` is any that is not NCCL.
inline constexpr char const* transport_names[] = {
    "auto", "host", over_threads::name, over_mpi::name, over_sockets::name, over_nccl<>::name};

template <class T>
inline constexpr bool is_nccl = false;
template <class Ranks>
inline constexpr bool is_nccl<over_nccl<Ranks>> = true;

template <class T>
inline constexpr bool is_of_library =
    std::is_same_v<T, over_threads> || std::is_same_v<T, over_mpi> || std::is_same_v<T, over_sockets> || is_nccl<T>;

}  // namespace detail

static_assert(transport<over_threads>);

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

#include <allotype/core/detail/end_macros.hpp>
