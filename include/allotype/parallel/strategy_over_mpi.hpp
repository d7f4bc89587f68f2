// SPDX-License-Identifier: BSL-1.0
/// \file
/// Strategies over processes: `data_parallel<over_processes>` and its relatives, on MPI. Link `allotype::mpi`. The
/// program is started once a device, by `mpirun -n`, `srun -n`, ….
#pragma once

#include <allotype/parallel/mpi_communicator.hpp>
#include <allotype/parallel/executor.hpp>
#include <allotype/parallel/slurm_step.hpp>

namespace allotype::detail {

template <>
struct transport_engine<over_processes> {
  using communicator_type = mpi_communicator;

  /// Processes of this job.
  static int processes(std::chrono::milliseconds time_limit = default_time_limit) {
    return mpi_group(time_limit).size();
  }

  template <class F>
  static void run(executor_settings const& settings, char const* strategy, F const& function) {
    long long const wanted = static_cast<long long>(settings.devices) * settings.num_nodes;
    mpi_group const job(settings.time_limit);
    if (job.size() != wanted) {
      throw error(message<2000>{} << strategy << " runs a process a device: " << settings.devices << " devices on "
                                  << settings.num_nodes << " nodes are " << wanted << " processes, and this job has "
                                  << job.size() << "; start it with mpirun -n " << wanted);
    }
    check_slurm_step(settings, strategy);
    int const local = mpi_environment::need(settings.time_limit).local_rank();
    // More processes on a node than devices were asked for: mpirun has all the nodes on one machine, as in a test.
    job.run([&](mpi_communicator& group) { function(group, device_index(settings, local % settings.devices)); });
  }

 private:
  /// Slurm knows which nodes there are: so many, with a process a device on each.
  static void check_slurm_step(executor_settings const& settings, char const* strategy) {
    char const* const started = slurm_tasks_per_node();
    auto const wanted = in_slurm_words(settings.devices, settings.num_nodes);
    if (started == nullptr || std::string(started) == wanted.text()) return;
    throw error(message<2000>{} << strategy << " runs a process a device: " << settings.devices << " devices on "
                                << settings.num_nodes << " nodes are " << wanted.text()
                                << " processes a node, and srun started " << started << "; start it with srun --nodes="
                                << settings.num_nodes << " --ntasks-per-node=" << settings.devices);
  }
};

}  // namespace allotype::detail
