// SPDX-License-Identifier: BSL-1.0
// A stream of CUDA as a queue of the CPU.
// expect: queue::from: this backend makes no queue from a value of that type: CUDA's takes a cudaStream_t
#include <allotype/allotype.hpp>
namespace at = allotype;

struct CUstream_st;

at::queue<at::cpu> made(CUstream_st* stream) {
#ifdef TWIN
  return stream == nullptr ? at::queue<at::cpu>() : at::queue<at::cpu>(0);
#else
  return at::queue<at::cpu>::from(stream);  // here
#endif
}
