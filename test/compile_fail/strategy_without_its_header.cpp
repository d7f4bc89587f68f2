// SPDX-License-Identifier: BSL-1.0
// A strategy over MPI without its header.
// expect: nothing here carries this strategy out: over_mpi needs allotype/parallel/over_mpi.hpp
#include <allotype/allotype.hpp>
#include <allotype/parallel/executor/executor.hpp>
namespace at = allotype;

#ifdef TWIN
at::executor<at::cpu, at::data_parallel<at::over_threads>, at::fp32_true> const train{};
#else
at::executor<at::cpu, at::data_parallel<at::over_mpi>, at::fp32_true> const train{};  // here
// Uses of it bring no second error.
void use() {
  train.run([](auto& here) { (void)here.queue(); });
}
#endif
