// SPDX-License-Identifier: BSL-1.0
// MPI comes with a header of its own.
// expect: nothing here carries this strategy out: over_processes needs allotype/parallel/strategy_over_mpi.hpp
#include <allotype/allotype.hpp>
#include <allotype/parallel/executor.hpp>
namespace at = allotype;

#ifdef TWIN
at::executor<at::cpu, at::data_parallel<at::over_threads>, at::fp32_true> const train{};
#else
at::executor<at::cpu, at::data_parallel<at::over_processes>, at::fp32_true> const train{};  // here
// Used, it gives no second error.
void use() { train.run([](auto& here) { here.queue(); }); }
#endif
