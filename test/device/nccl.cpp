// SPDX-License-Identifier: BSL-1.0
// A stand-in for NCCL between ranks that are threads of one program: the calls that the library makes, as NCCL's manual
// has them. A call returns before the other ranks have made theirs (ncclInProgress). The work is done in the order of
// the ranks' streams, by copies through memory of the host. Sums are taken from the last rank to the first, so that
// their last digits differ from those of other groups, as NCCL's may.
#include <cuda_runtime_api.h>
#include <nccl.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace {

enum class operation { connect, finalize, broadcast, all_reduce, all_gather, reduce_scatter };

/// What a rank asked for. All ranks have to ask for the same, but for where their memory is.
struct request {
  operation what = operation::connect;
  std::size_t count = 0;
  ncclDataType_t type = ncclUint8;
  ncclRedOp_t combines = ncclSum;
  int root = 0;
  void const* from = nullptr;
  void* to = nullptr;
  cudaStream_t stream = nullptr;

  bool agrees_with(request const& other) const {
    return what == other.what && count == other.count && type == other.type && combines == other.combines &&
           root == other.root;
  }
};

std::size_t size_of(ncclDataType_t type) {
  switch (type) {
    case ncclInt8:
    case ncclUint8:
      return 1;
    case ncclInt32:
    case ncclUint32:
    case ncclFloat32:
      return 4;
    case ncclInt64:
    case ncclUint64:
    case ncclFloat64:
      return 8;
    default:
      return 0;  // unknown to this stand-in
  }
}

template <class T>
void combine_as(ncclRedOp_t how, unsigned char* into, unsigned char const* more, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    T a, b;
    std::memcpy(&a, into + i * sizeof(T), sizeof(T));
    std::memcpy(&b, more + i * sizeof(T), sizeof(T));
    a = how == ncclSum ? static_cast<T>(a + b) : how == ncclMax ? std::max(a, b) : std::min(a, b);
    std::memcpy(into + i * sizeof(T), &a, sizeof(T));
  }
}
void combine(ncclDataType_t type, ncclRedOp_t how, unsigned char* into, unsigned char const* more, std::size_t count) {
  switch (type) {
    case ncclInt8:
      return combine_as<std::int8_t>(how, into, more, count);
    case ncclUint8:
      return combine_as<std::uint8_t>(how, into, more, count);
    case ncclInt32:
      return combine_as<std::int32_t>(how, into, more, count);
    case ncclUint32:
      return combine_as<std::uint32_t>(how, into, more, count);
    case ncclInt64:
      return combine_as<std::int64_t>(how, into, more, count);
    case ncclUint64:
      return combine_as<std::uint64_t>(how, into, more, count);
    case ncclFloat32:
      return combine_as<float>(how, into, more, count);
    case ncclFloat64:
      return combine_as<double>(how, into, more, count);
    default:
      return;
  }
}

/// Ranks that meet for each call.
struct group {
  explicit group(int ranks) : requests(static_cast<std::size_t>(ranks)) {}
  group(group const&) = delete;
  ~group() {
    for (auto const& each : work_) cudaFreeHost(each->memory);
    for (cudaEvent_t const each : events_) cudaEventDestroy(each);
  }

  std::mutex mutex;
  std::vector<request> requests;
  std::size_t arrived = 0;
  std::uint64_t rounds = 0;  ///< that all ranks have come to
  ncclResult_t state = ncclSuccess;

  /// The rank's next request; the last rank to come gives the work to the streams. Returns the round that it is done
  /// in.
  std::uint64_t enter(int rank, request const& wanted) {
    std::lock_guard const lock(mutex);
    requests[static_cast<std::size_t>(rank)] = wanted;
    std::uint64_t const round = rounds + 1;
    if (++arrived < requests.size()) return round;
    arrived = 0;
    rounds = round;
    bool const all_agree =
        std::all_of(requests.begin(), requests.end(), [&](request const& one) { return one.agrees_with(wanted); });
    if (!all_agree) {
      state = ncclInvalidUsage;
    } else if (wanted.what != operation::connect && wanted.what != operation::finalize && submit() != cudaSuccess) {
      state = ncclUnhandledCudaError;
    }
    return round;
  }

 private:
  /// One piece of work, in the host's memory: what each rank gives, then what each rank gets.
  struct exchange {
    request what;
    std::size_t ranks, given, taken;  ///< bytes of a rank
    unsigned char* memory = nullptr;

    unsigned char* given_by(std::size_t rank) const { return memory + rank * given; }
    unsigned char* taken_by(std::size_t rank) const { return memory + ranks * given + rank * taken; }

    void run() const {
      if (what.what == operation::broadcast) {
        for (std::size_t rank = 0; rank < ranks; ++rank)
          std::memcpy(taken_by(rank), given_by(static_cast<std::size_t>(what.root)), taken);
        return;
      }
      if (what.what == operation::all_gather) {
        for (std::size_t rank = 0; rank < ranks; ++rank) std::memcpy(taken_by(rank), memory, taken);
        return;
      }
      unsigned char* const sum = given_by(ranks - 1);
      for (std::size_t rank = ranks - 1; rank-- > 0;)
        combine(what.type, what.combines, sum, given_by(rank), given / size_of(what.type));
      bool const shares = what.what == operation::reduce_scatter;
      for (std::size_t rank = 0; rank < ranks; ++rank)
        std::memcpy(taken_by(rank), sum + (shares ? rank * taken : 0), taken);
    }
  };

  /// All of it on the first rank's stream, behind the work that the others' streams have, and those wait for it.
  cudaError_t submit() {
    request const& first = requests[0];
    std::size_t const ranks = requests.size(), bytes = first.count * size_of(first.type);
    bool const gathers = first.what == operation::all_gather, shares = first.what == operation::reduce_scatter;
    auto const& work = work_.emplace_back(std::make_unique<exchange>());
    *work = {first, ranks, shares ? ranks * bytes : bytes, gathers ? ranks * bytes : bytes};
    cudaError_t code = cudaSuccess;
    auto const then = [&code](cudaError_t next) { code = code == cudaSuccess ? next : code; };
    then(cudaMallocHost(reinterpret_cast<void**>(&work->memory),
                        std::max<std::size_t>(1, ranks * (work->given + work->taken))));
    auto const wait = [&](cudaStream_t waiting, cudaStream_t other) {
      if (waiting == other) return;
      cudaEvent_t event = nullptr;
      then(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
      then(cudaEventRecord(event, other));
      then(cudaStreamWaitEvent(waiting, event, 0));
      events_.push_back(event);
    };
    for (std::size_t rank = 0; rank < ranks; ++rank) {
      wait(first.stream, requests[rank].stream);
      bool const gives = first.what != operation::broadcast || static_cast<int>(rank) == first.root;
      if (gives)
        then(cudaMemcpyAsync(work->given_by(rank), requests[rank].from, work->given, cudaMemcpyDeviceToHost,
                             first.stream));
    }
    then(cudaLaunchHostFunc(first.stream, [](void* of) { static_cast<exchange const*>(of)->run(); }, work.get()));
    for (std::size_t rank = 0; rank < ranks; ++rank) {
      then(cudaMemcpyAsync(requests[rank].to, work->taken_by(rank), work->taken, cudaMemcpyHostToDevice, first.stream));
    }
    for (request const& each : requests) wait(each.stream, first.stream);
    return code;
  }

  // Kept while there is a rank: to give them back would do the work that waits.
  std::vector<std::unique_ptr<exchange>> work_;
  std::vector<cudaEvent_t> events_;
};

std::mutex of_groups;
std::map<std::uint64_t, std::shared_ptr<group>> groups;  // by what their unique id says
std::uint64_t ids_given = 0;

}  // namespace

struct ncclComm {
  std::shared_ptr<group> of;
  int rank = 0;
  std::uint64_t round = 0;  // of its last request
};

namespace {

ncclResult_t enter(ncclComm_t comm, request const& wanted) {
  if (size_of(wanted.type) == 0 ||
      (wanted.combines != ncclSum && wanted.combines != ncclMax && wanted.combines != ncclMin)) {
    return ncclInvalidArgument;
  }
  comm->round = comm->of->enter(comm->rank, wanted);
  return ncclInProgress;
}

}  // namespace

extern "C" {

ncclResult_t ncclGetVersion(int* version) { return *version = NCCL_VERSION_CODE, ncclSuccess; }

ncclResult_t ncclGetUniqueId(ncclUniqueId* id) {
  std::lock_guard const lock(of_groups);
  *id = {};
  ++ids_given;
  std::memcpy(id->internal, &ids_given, sizeof(ids_given));
  return ncclSuccess;
}

ncclResult_t ncclCommInitRankConfig(ncclComm_t* comm, int ranks, ncclUniqueId id, int rank, ncclConfig_t*) {
  if (rank < 0 || rank >= ranks) return ncclInvalidArgument;
  std::uint64_t number = 0;
  std::memcpy(&number, id.internal, sizeof(number));
  std::shared_ptr<group> of;
  {
    std::lock_guard const lock(of_groups);
    std::shared_ptr<group>& there = groups[number];
    if (there == nullptr) there = std::make_shared<group>(ranks);
    of = there;
    if (of.use_count() == ranks + 1) groups.erase(number);  // the last one has come
  }
  if (of->requests.size() != static_cast<std::size_t>(ranks)) return ncclInvalidArgument;
  *comm = new ncclComm{of, rank};
  return enter(*comm, {});
}

ncclResult_t ncclCommGetAsyncError(ncclComm_t comm, ncclResult_t* state) {
  std::lock_guard const lock(comm->of->mutex);
  *state = comm->of->state != ncclSuccess   ? comm->of->state
           : comm->of->rounds < comm->round ? ncclInProgress
                                            : ncclSuccess;
  return ncclSuccess;
}

ncclResult_t ncclCommFinalize(ncclComm_t comm) {
  request last;
  last.what = operation::finalize;
  return enter(comm, last);
}
ncclResult_t ncclCommDestroy(ncclComm_t comm) { return delete comm, ncclSuccess; }
ncclResult_t ncclCommAbort(ncclComm_t comm) { return delete comm, ncclSuccess; }

ncclResult_t ncclBroadcast(void const* from, void* to, std::size_t count, ncclDataType_t type, int root,
                           ncclComm_t comm, cudaStream_t stream) {
  return enter(comm, {operation::broadcast, count, type, ncclSum, root, from, to, stream});
}
ncclResult_t ncclAllReduce(void const* from, void* to, std::size_t count, ncclDataType_t type, ncclRedOp_t combines,
                           ncclComm_t comm, cudaStream_t stream) {
  return enter(comm, {operation::all_reduce, count, type, combines, 0, from, to, stream});
}
ncclResult_t ncclAllGather(void const* from, void* to, std::size_t count, ncclDataType_t type, ncclComm_t comm,
                           cudaStream_t stream) {
  return enter(comm, {operation::all_gather, count, type, ncclSum, 0, from, to, stream});
}
ncclResult_t ncclReduceScatter(void const* from, void* to, std::size_t count, ncclDataType_t type, ncclRedOp_t combines,
                               ncclComm_t comm, cudaStream_t stream) {
  return enter(comm, {operation::reduce_scatter, count, type, combines, 0, from, to, stream});
}

char const* ncclGetErrorString(ncclResult_t code) {
  switch (code) {
    case ncclInvalidArgument:
      return "invalid argument, or one that the stand-in for NCCL does not know";
    case ncclInvalidUsage:
      return "the ranks asked for different work";
    case ncclUnhandledCudaError:
      return "unhandled cuda error";
    default:
      return "another code";
  }
}

}  // extern "C"
