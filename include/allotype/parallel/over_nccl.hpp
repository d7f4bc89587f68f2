// SPDX-License-Identifier: BSL-1.0
/// \file
/// The transport `over_nccl`: `data_parallel<over_nccl<>>` has one thread for each GPU,
/// `data_parallel<over_nccl<over_mpi>>` one process for each GPU (then include parallel/over_mpi.hpp, too). For files
/// that nvcc compiles; link NCCL. To choose it by name, list `over_nccl<>` among the transports of `make_executor`.
#pragma once

#include <allotype/parallel/executor/executor.hpp>
#include <allotype/parallel/transport/detail/nccl_communicator.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

template <class Ranks>
void over_nccl<Ranks>::run_ranks(ranks_wanted const& wanted, detail::function_of_rank<communicator_type> function) {
  Ranks::run(wanted, [&](typename Ranks::communicator_type& host, int local_rank) {
    communicator_type group(host, wanted.time_limit);
    function(group, local_rank);
  });
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
