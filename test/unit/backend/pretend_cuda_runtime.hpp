// SPDX-License-Identifier: BSL-1.0
// A CUDA runtime without a GPU, for what the library does on the host: which device it opens, how it moves data, what
// it launches, what it does about errors. Device memory is host memory. A stream does nothing until somebody waits for
// it, which is as late as a real one may be; data that is taken too early or overwritten too soon shows. Kernels are
// noted, not run.
#pragma once

#include <cuda_runtime_api.h>

#include <string>
#include <vector>

namespace pretend {

struct launch {
  int device;
  dim3 blocks, threads;
  std::size_t shared_memory;
  unsigned cluster = 1;  ///< blocks of a cluster
  bool cooperative = false;
  bool non_portable = false;       ///< the function has opted in for clusters of more than 8 blocks
  std::size_t shared_allowed = 0;  ///< what the function has opted in for; 0: it has not
  cudaStream_t stream = nullptr;
};

/// A device as cudaGetDeviceProperties describes it.
struct device {
  std::string name;
  unsigned long long memory_mib;
  int sm_count;
  int major, minor;
  std::string uuid{};  ///< as NVML prints it, `GPU-…` or `MIG-…`; CUDA has its 32 digits. Empty: all are 0
  cudaError_t answer = cudaSuccess;  ///< of cudaGetDeviceProperties
};

struct machine {
  std::vector<device> devices;             ///< the visible ones
  std::vector<int> properties_calls;       ///< of cudaGetDeviceProperties, of each device
  int driver_version = CUDART_VERSION;     ///< 0: no driver
  bool has_code = true;                    ///< the binary has code for the devices
  cudaError_t malloc_fails = cudaSuccess;  ///< what cudaMalloc returns
  cudaError_t stream_fails = cudaSuccess;  ///< what waiting for a stream returns
  int blocks_of_an_sm = 8, sms = 28;       ///< how many blocks a cooperative grid may have
  std::size_t static_shared_memory = 0;  ///< of the functions that are launched; it is in their code, which is not read
  std::vector<launch> launches;
  int device_allocations = 0, pinned_allocations = 0, streams = 0, events = 0;  ///< alive
  cudaError_t instantiate_fails = cudaSuccess;  ///< what cudaGraphInstantiateWithFlags returns
  int graphs = 0, instantiated_graphs = 0;      ///< alive
  int graph_launches = 0;                       ///< calls of cudaGraphLaunch
  int pool_allocations = 0;                     ///< calls of cudaMallocAsync
  std::vector<int> priorities;                  ///< of the streams that were made with one
  int peer_copies = 0;                          ///< between two devices
  int staged_copies = 0;                        ///< copies from or to pinned memory
  int copies_of_planes = 0;                     ///< calls that copy lines with gaps
};

/// The machine of this test. Starts anew with each call of `reset`. While several threads call the runtime, nobody
/// reads it.
machine& here();
void reset();

}  // namespace pretend
