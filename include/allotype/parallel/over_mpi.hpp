// SPDX-License-Identifier: BSL-1.0
/// \file
/// The transport `over_mpi`, for example `data_parallel<over_mpi>`. Link `allotype::mpi`. Start the program once for
/// each device, with `mpirun -n` or `srun -n`.
#pragma once

#include <string>

#include <allotype/parallel/executor/executor.hpp>
#include <allotype/parallel/transport/detail/slurm_step.hpp>
#include <allotype/parallel/transport/mpi_communicator.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

/// \throws error if srun started other numbers of nodes, or of processes on each
inline void check_slurm_step(ranks_wanted const& wanted) {
  char const* const started = slurm_tasks_per_node();
  auto const needed = in_slurm_words(wanted.devices, wanted.num_nodes);
  if (started == nullptr || std::string(started) == needed.text()) return;
  throw error(message<2000>{} << wanted.strategy << " runs a process a device: " << wanted.devices << " devices on "
                              << wanted.num_nodes << " nodes are " << needed.text()
                              << " processes a node, and srun started " << started << "; start it with srun --nodes="
                              << wanted.num_nodes << " --ntasks-per-node=" << wanted.devices);
}

}  // namespace detail

/// Processes of this job.
inline int over_mpi::processes(ranks_wanted const& wanted) { return mpi_group(wanted.time_limit).size(); }

inline void over_mpi::check(ranks_wanted const& wanted) {
  detail::refuse_cluster_environment(wanted, name);
  mpi_group const job(wanted.time_limit);
  if (job.size() != wanted.all()) {
    throw error(message<2000>{} << wanted.strategy << " runs a process a device: " << wanted.devices << " devices on "
                                << wanted.num_nodes << " nodes are " << wanted.all() << " processes, and this job has "
                                << job.size() << "; start it with mpirun -n " << wanted.all());
  }
  detail::check_slurm_step(wanted);
}

inline void over_mpi::run_ranks(ranks_wanted const& wanted, detail::function_of_rank<communicator_type> function) {
  check(wanted);
  mpi_group const job(wanted.time_limit);
  int const local = detail::mpi_environment::need(wanted.time_limit).local_rank();
  // More processes on a node than devices were asked for: mpirun has all the nodes on one machine, as in a test.
  job.run([&](communicator_type& group) { function(group, local % wanted.devices); });
}

static_assert(transport<over_mpi>);

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
