// SPDX-License-Identifier: BSL-1.0
// Transports whose ranks are processes. Each is in a header of its own, and needs its library:
// `<allotype/parallel/over_sockets.hpp>`, `over_mpi.hpp`, `over_nccl.hpp`. Without it a type can name the transport,
// and the rules hold; what runs ranks does not compile. Shows: over_mpi, over_nccl
#include <allotype/allotype.hpp>
#include <allotype/parallel.hpp>

#include <cstdio>
#include <string>
#include <vector>

namespace at = allotype;

using by_sockets = at::data_parallel<at::over_sockets>;
using by_mpi = at::data_parallel<at::over_mpi>;
using by_nccl = at::sharded_data_parallel<at::over_nccl<at::over_threads>>;  // from GPU to GPU; the ranks are threads
static_assert(at::compatible<at::cpu, by_sockets, at::fp32_true> &&
              at::compatible<at::H100_80GB, by_nccl, at::bf16_mixed>);
static_assert(!at::executable<at::cpu, by_mpi, at::fp32_true>);  // this file does not include parallel/over_mpi.hpp

int main() {
  std::printf("%s over %s, %s over %s, %s over %s\n", by_sockets::name, at::over_sockets::name, by_mpi::name,
              at::over_mpi::name, by_nccl::name, at::over_nccl<>::name);
}
