// SPDX-License-Identifier: BSL-1.0
/// \file
/// Strategies over processes: `data_parallel<over_processes>` and its relatives, on MPI. Link `allotype::mpi`. The
/// program is started once a device, by `mpirun -n`, `srun -n`, ….
#pragma once

#include <allotype/runtime/collective/mpi.hpp>
#include <allotype/runtime/executor.hpp>

namespace allotype::core {

template <>
struct transport_engine<over_processes> {
  using communicator_type = mpi_communicator;

  /// Processes of this job.
  static int processes() {
    mpi_environment::need();
    int size = 1;
    check_mpi(MPI_Comm_size(MPI_COMM_WORLD, &size), "MPI_Comm_size");
    return size;
  }

  /// Which of the processes on this node this one is.
  static int local_rank() {
    MPI_Comm node = MPI_COMM_NULL;
    check_mpi(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node),
              "MPI_Comm_split_type");
    int rank = 0;
    MPI_Comm_rank(node, &rank);
    MPI_Comm_free(&node);
    return rank;
  }

  template <class F>
  static void run(executor_settings const& settings, char const* strategy, F const& function) {
    int const wanted = settings.devices * settings.num_nodes;
    mpi_group const job(settings.time_limit);
    if (job.size() != wanted) {
      throw error(message<2000>{} << strategy << " runs a process a device: " << settings.devices << " devices on "
                                  << settings.num_nodes << " nodes are " << wanted << " processes, and this job has "
                                  << job.size() << "; start it with mpirun -n " << wanted);
    }
    int const local = local_rank();
    // More processes on a node than devices were asked for: all the nodes are one machine, as in a test.
    job.run([&](mpi_communicator& group) { function(group, device_index(settings, local % settings.devices)); });
  }
};

}  // namespace allotype::core
