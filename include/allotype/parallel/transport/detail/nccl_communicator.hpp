// SPDX-License-Identifier: BSL-1.0
/// \file
/// Collectives between GPUs by NCCL, from device memory to device memory, in the order of each rank's queue. The ranks
/// are those of another group (threads, MPI processes). That group connects them, and each rank meets the others there
/// before each collective, so that a missing rank is found in time and named. Link NCCL.
///
/// NCCL adds in an order of its own: sums of floating-point numbers differ in the last digits from those of the other
/// groups. Operations are `plus`, `maximum` and `minimum`.
#pragma once

#include <cuda_runtime_api.h>
#include <nccl.h>

#include <chrono>
#include <thread>
#include <utility>

#include <allotype/core/number_format.hpp>
#include <allotype/dispatch/queue.hpp>
#include <allotype/parallel/transport/collectives.hpp>
#include <allotype/parallel/transport/detail/collective_call.hpp>
#include <allotype/parallel/transport/transport.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

template <class T>
struct nccl_type;
#define ALLOTYPE_NCCL_TYPE(type, name)            \
  template <>                                     \
  struct nccl_type<type> {                        \
    static constexpr ncclDataType_t value = name; \
  };
ALLOTYPE_NCCL_TYPE(float, ncclFloat32)
ALLOTYPE_NCCL_TYPE(double, ncclFloat64)
ALLOTYPE_NCCL_TYPE(float16, ncclFloat16)
ALLOTYPE_NCCL_TYPE(bfloat16, ncclBfloat16)
ALLOTYPE_NCCL_TYPE(signed char, ncclInt8)
ALLOTYPE_NCCL_TYPE(unsigned char, ncclUint8)
ALLOTYPE_NCCL_TYPE(int, ncclInt32)
ALLOTYPE_NCCL_TYPE(unsigned, ncclUint32)
ALLOTYPE_NCCL_TYPE(long long, ncclInt64)
ALLOTYPE_NCCL_TYPE(unsigned long long, ncclUint64)
#if NCCL_VERSION_CODE >= NCCL_VERSION(2, 24, 0)
ALLOTYPE_NCCL_TYPE(float8_e4m3, ncclFloat8e4m3)
ALLOTYPE_NCCL_TYPE(float8_e5m2, ncclFloat8e5m2)
#endif
#undef ALLOTYPE_NCCL_TYPE

template <class Op>
struct nccl_operation;
template <>
struct nccl_operation<plus> {
  static constexpr ncclRedOp_t value = ncclSum;
};
template <>
struct nccl_operation<maximum> {
  static constexpr ncclRedOp_t value = ncclMax;
};
template <>
struct nccl_operation<minimum> {
  static constexpr ncclRedOp_t value = ncclMin;
};

inline void check_nccl(ncclResult_t code, char const* call, int rank) {
  if (code == ncclSuccess || code == ncclInProgress) return;
  throw error(message<2000>{} << "rank " << rank << ": " << call << " failed: " << ncclGetErrorString(code));
}

/// One rank's end of NCCL, beside its end of a group of host ranks. Takes addresses of device memory.
template <class Host>
class nccl_communicator {
 public:
  static constexpr bool reaches_device_memory = true;

  nccl_communicator(Host& host, std::chrono::milliseconds time_limit) : host_(&host), time_limit_(time_limit) {}
  nccl_communicator(nccl_communicator const&) = delete;
  ~nccl_communicator() {
    if (ranks_ != nullptr) ncclCommAbort(ranks_);  // something failed; a regular end would wait for the others
  }

  int rank() const { return host_->rank(); }
  int size() const { return host_->size(); }
  Host& host() const { return *host_; }

  /// Brings the ranks together, each with its queue. Every rank calls it.
  template <class A>
  void connect(queue<A>& on) {
    stream_ = on.state().stream();
    on.state().activate();
    ncclUniqueId name{};
    if (rank() == 0) check_nccl(ncclGetUniqueId(&name), "ncclGetUniqueId", 0);
    host_->broadcast(&name, 1, 0);
    ncclConfig_t settings = NCCL_CONFIG_INITIALIZER;
    settings.blocking = 0;  // so that waiting has a limit
    check_nccl(ncclCommInitRankConfig(&ranks_, size(), name, rank(), &settings), "ncclCommInitRankConfig", rank());
    settle("ncclCommInitRankConfig");
  }
  /// Ends it, in agreement. Every rank calls it, with its queue's work done.
  void disconnect() {
    if (ranks_ == nullptr) return;
    check_nccl(ncclCommFinalize(ranks_), "ncclCommFinalize", rank());
    settle("ncclCommFinalize");
    check_nccl(ncclCommDestroy(std::exchange(ranks_, nullptr)), "ncclCommDestroy", rank());
  }

  void barrier() { host_->barrier(); }

  template <class T>
  void broadcast(T* elements, std::size_t count, int root) {
    check_in(call_of<T>(collective::broadcast, count, root));
    call(ncclBroadcast(elements, elements, count * sizeof(T), ncclUint8, root, ranks_, stream_), "ncclBroadcast");
  }
  template <class T, class Op>
  void all_reduce(T* elements, std::size_t count, Op const&) {
    check_in(call_of<T, Op>(collective::all_reduce, count));
    call(ncclAllReduce(elements, elements, count, nccl_type<T>::value, nccl_operation<Op>::value, ranks_, stream_),
         "ncclAllReduce");
  }
  template <class T>
  void all_gather(T const* mine, std::size_t count, T* all) {
    check_in(call_of<T>(collective::all_gather, count));
    call(ncclAllGather(mine, all, count * sizeof(T), ncclUint8, ranks_, stream_), "ncclAllGather");
  }
  template <class T, class Op>
  void reduce_scatter(T const* all, std::size_t count, T* mine, Op const&) {
    check_in(call_of<T, Op>(collective::reduce_scatter, count));
    call(ncclReduceScatter(all, mine, count, nccl_type<T>::value, nccl_operation<Op>::value, ranks_, stream_),
         "ncclReduceScatter");
  }

 private:
  /// All ranks are about to do the same. The host ranks of the library compare it.
  void check_in(collective_call const& call) {
    if constexpr (requires { host_->meet(call); }) {
      host_->meet(call);
    } else {
      host_->barrier();
    }
  }

  void call(ncclResult_t code, char const* what) {
    check_nccl(code, what, rank());
    settle(what);
  }

  /// Waits until NCCL has taken the call; the work itself is the queue's.
  void settle(char const* what) {
    auto const limit = std::chrono::steady_clock::now() + time_limit_;
    for (;;) {
      ncclResult_t state = ncclSuccess;
      check_nccl(ncclCommGetAsyncError(ranks_, &state), "ncclCommGetAsyncError", rank());
      check_nccl(state, what, rank());
      if (state == ncclSuccess) return;
      if (std::chrono::steady_clock::now() >= limit) {
        throw rank_error(rank_error::kind::missing, rank(),
                         message<2000>{} << "rank " << rank() << " of " << size() << ": " << what
                                         << " did not end within " << static_cast<long long>(time_limit_.count())
                                         << " ms");
      }
      std::this_thread::yield();
    }
  }

  Host* host_;
  std::chrono::milliseconds time_limit_;
  ncclComm_t ranks_ = nullptr;
  cudaStream_t stream_ = nullptr;
};

}  // namespace detail
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
