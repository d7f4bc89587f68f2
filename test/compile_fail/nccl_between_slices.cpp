// SPDX-License-Identifier: BSL-1.0
// NCCL between two slices of one board.
// expect: NCCL does not connect slices of one GPU
// expect: use over_threads or over_mpi
#include <allotype/allotype.hpp>
#include <allotype/parallel/executor/executor.hpp>
namespace at = allotype;

#ifdef TWIN
static_assert(at::compatible<at::A100::partition<"2g.10gb">, at::data_parallel<>, at::fp32_true>);
#else
at::executor<at::A100::partition<"2g.10gb">, at::data_parallel<at::over_nccl<>>, at::fp32_true> const train{};  // here
#endif
