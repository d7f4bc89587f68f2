// SPDX-License-Identifier: BSL-1.0
// NCCL on the CPU; it connects GPUs.
// expect: NCCL connects CUDA GPUs alone
// expect: use over_threads or over_mpi
#include <allotype/allotype.hpp>
#include <allotype/parallel/executor/executor.hpp>
namespace at = allotype;

#ifdef TWIN
static_assert(at::compatible<at::A100, at::data_parallel<at::over_nccl<>>, at::fp32_true>);
#else
at::executor<at::cpu, at::data_parallel<at::over_nccl<>>, at::fp32_true> const train{};  // here
#endif
