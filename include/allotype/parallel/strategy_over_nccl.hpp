// SPDX-License-Identifier: BSL-1.0
/// \file
/// Strategies whose GPUs exchange data through NCCL: `data_parallel<over_nccl<>>` with a thread a GPU,
/// `data_parallel<over_nccl<over_processes>>` with a process a GPU (include strategy_over_mpi.hpp, too). For files that
/// nvcc compiles; link NCCL. By name: `over_nccl<>` among the transports of `make_executor`.
#pragma once

#include <allotype/parallel/nccl_communicator.hpp>
#include <allotype/parallel/executor.hpp>

namespace allotype::detail {

template <class Ranks>
  requires requires { sizeof(transport_engine<Ranks>); }
struct transport_engine<over_nccl<Ranks>> {
  using host_engine = transport_engine<Ranks>;
  using communicator_type = nccl_communicator<typename host_engine::communicator_type>;

  template <class F>
  static void run(executor_settings const& settings, char const* strategy, F const& function) {
    host_engine::run(settings, strategy, [&](typename host_engine::communicator_type& host, int index) {
      communicator_type group(host, settings.time_limit);
      function(group, index);
    });
  }
};

}  // namespace allotype::detail
