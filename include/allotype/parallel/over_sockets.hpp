// SPDX-License-Identifier: BSL-1.0
/// \file
/// The transport `over_sockets`, for example `data_parallel<over_sockets>`: processes that torchrun, Slurm or a
/// launcher of your own starts, one for each device. Link `allotype::sockets`.
#pragma once

#include <allotype/parallel/executor/executor.hpp>
#include <allotype/parallel/executor/named_parts.hpp>
#include <allotype/parallel/transport/detail/socket_communicator.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

/// The place of this process, from the cluster environment with that name; `auto` is the first that detects itself.
/// Empty if it is `auto` and none does. \throws error if no environment has that name
inline std::optional<place_in_job> place_of_this_process(char const* name) {
  auto const environments = part_registry::of_this_program().cluster_environments();
  bool const is_auto = equal_in_any_case(name, "auto");
  for (named_cluster_environment const& each : environments) {
    if (is_auto ? each.detect() : equal_in_any_case(name, each.name.c_str())) return each.place();
  }
  if (is_auto) return std::nullopt;
  message<2000> text;
  text << "cluster environment \"" << name << "\" is not known; known are: auto";
  for (named_cluster_environment const& each : environments) text << ", " << each.name.c_str();
  throw error(text);
}

}  // namespace detail

/// Processes of this job; 1 if no launcher started this process.
inline int over_sockets::processes(ranks_wanted const& wanted) {
  auto const place = detail::place_of_this_process(wanted.cluster_environment);
  return place ? place->size : 1;
}

inline void over_sockets::check(ranks_wanted const& wanted) {
  auto const place = detail::place_of_this_process(wanted.cluster_environment);
  if (!place && wanted.all() != 1) {
    throw error(
        message<2000>{}
        << wanted.strategy
        << " over sockets runs in processes that something else starts, and this one "
           "was started alone: start it with allotype run, torchrun or srun, or set RANK, WORLD_SIZE, MASTER_ADDR and "
           "MASTER_PORT in each of "
        << wanted.all() << " processes");
  }
  int const here = place ? place->size : 1;
  if (here != wanted.all()) {
    throw error(message<2000>{} << wanted.strategy << " runs a process a device: " << wanted.devices << " devices on "
                                << wanted.num_nodes << " nodes are " << wanted.all() << " processes, and this job has "
                                << here << "; start " << wanted.all() << ", " << wanted.devices << " on each node");
  }
}

inline void over_sockets::run_ranks(ranks_wanted const& wanted, detail::function_of_rank<communicator_type> function) {
  auto const here = detail::place_of_this_process(wanted.cluster_environment).value_or(place_in_job{});
  int const local = here.local_rank >= 0 ? here.local_rank : here.rank;
  detail::run_over_sockets(here, wanted.time_limit,
                           [&](communicator_type& group) { function(group, local % wanted.devices); });
}

static_assert(transport<over_sockets>);

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
