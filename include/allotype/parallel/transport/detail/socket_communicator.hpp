// SPDX-License-Identifier: BSL-1.0
/// \file
/// Ranks that are processes and talk over TCP: for processes that something else starts, without MPI. The compiled
/// library allotype::sockets has the connections. Ranks prove to each other that they know the job's secret; what they
/// send then is neither encrypted nor signed, so the network between them is trusted.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstring>
#include <span>
#include <vector>

#include <allotype/parallel/transport/cluster_environment.hpp>
#include <allotype/parallel/transport/collectives.hpp>
#include <allotype/parallel/transport/detail/collective_call.hpp>
#include <allotype/parallel/transport/detail/combine.hpp>
#include <allotype/parallel/transport/detail/function_reference.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

/// The connections of one rank to all others, and what each of them does; src/sockets has it.
class socket_rank;

/// What one rank sends to another one in an exchange, and what it gets from it; an empty span is not sent.
struct socket_parcel {
  std::span<std::byte const> sent;
  std::span<std::byte> received;
};

/// One process's end of a job over sockets. For one thread at a time. A rank sends to each other one, whatever the
/// collective; results are those of the other host transports, bit for bit.
class socket_communicator {
 public:
  socket_communicator(socket_rank& connected, int rank, int size)
      : connected_(&connected), rank_(rank), size_(size), parcels_(index(size)) {}

  int rank() const { return rank_; }
  int size() const { return size_; }

  void barrier() { meet(call_without_elements(collective::barrier)); }
  /// A barrier of ranks that are about to do `call` elsewhere.
  void meet(collective_call const& call) {
    enter(call);
    done();
  }

  template <class T>
  void broadcast(T* elements, std::size_t count, int root) {
    enter(call_of<T>(collective::broadcast, count, root));
    auto const all = std::span<T>(elements, count);
    exchange([&](int) { return rank() == root ? std::as_bytes(all) : std::span<std::byte const>{}; },
             [&](int other) { return other == root ? std::as_writable_bytes(all) : std::span<std::byte>{}; });
  }

  template <class T, class Op>
  void all_reduce(T* elements, std::size_t count, Op const& op) {
    enter(call_of<T, Op>(collective::all_reduce, count));
    auto const share = [&](int of) {
      std::size_t const begin = share_begin(count, size(), of);
      return std::span<T>(elements + begin, share_begin(count, size(), of + 1) - begin);
    };
    take_and_combine<T>(share, share(rank()), op);
    exchange([&](int) { return std::as_bytes(share(rank())); },
             [&](int other) { return std::as_writable_bytes(share(other)); });
  }

  template <class T>
  void all_gather(T const* mine, std::size_t count, T* all) {
    enter(call_of<T>(collective::all_gather, count));
    exchange([&](int) { return std::as_bytes(std::span<T const>(mine, count)); },
             [&](int other) { return std::as_writable_bytes(std::span<T>(all + index(other) * count, count)); });
    if (count != 0) std::memmove(all + index(rank()) * count, mine, count * sizeof(T));
  }

  template <class T, class Op>
  void reduce_scatter(T const* all, std::size_t count, T* mine, Op const& op) {
    enter(call_of<T, Op>(collective::reduce_scatter, count));
    take_and_combine<T>([&](int of) { return std::span<T const>(all + index(of) * count, count); },
                        std::span<T>(mine, count), op);
  }

 private:
  static std::size_t index(int rank) { return static_cast<std::size_t>(rank); }

  /// All ranks are here, and with the same call. \throws rank_error
  [[gnu::visibility("default")]] void enter(collective_call const& call);
  /// The collective has no more to send.
  [[gnu::visibility("default")]] void done();
  /// Sends and receives `parcels_`, one for each rank. \throws rank_error
  [[gnu::visibility("default")]] void exchange();

  /// Every rank sends `for_rank(other)` to each other one, which has it in `from_rank(rank)` then.
  template <class ForRank, class FromRank>
  void exchange(ForRank const& for_rank, FromRank const& from_rank) {
    for (int other = 0; other < size(); ++other) {
      if (other != rank()) parcels_[index(other)] = {for_rank(other), from_rank(other)};
    }
    exchange();
  }

  /// Every rank sends `for_rank(other)` to each other one, and combines what it got into `mine`.
  template <class T, class ForRank, class Op>
  void take_and_combine(ForRank const& for_rank, std::span<T> mine, Op const& op) {
    std::size_t const bytes = mine.size_bytes() * index(size());
    if (staging_.size() < bytes) staging_.resize(bytes);
    T* const others = reinterpret_cast<T*>(staging_.data());  // aligned for every type, as operator new does
    auto const from = [&](int other) { return std::span<T>(others + mine.size() * index(other), mine.size()); };
    exchange([&](int other) { return std::as_bytes(for_rank(other)); },
             [&](int other) { return std::as_writable_bytes(from(other)); });
    T const* const own = for_rank(rank()).data();
    combine_in_rank_order([&](int other) -> T const* { return other == rank() ? own : from(other).data(); }, size(),
                          mine.size(), mine.data(), op);
  }

  socket_rank* connected_;
  int rank_;
  int size_;
  std::vector<socket_parcel> parcels_;  ///< to and from each rank
  std::vector<std::byte> staging_;
};

static_assert(communicator<socket_communicator>);

/// Connects the ranks of a job whose processes something else started, calls `function(communicator)` in this process,
/// as every process of the job does, and returns when all have returned. Every process has the error of the rank that
/// failed first: what it threw, that it did not come within the time limit, that its process or connection is lost,
/// left early or does something else than the others.
/// \throws rank_error which names the rank; size_error if the job has no such rank; error where the address of rank 0
/// is not known or cannot be listened at
[[gnu::visibility("default")]] void run_over_sockets(place_in_job const& place, std::chrono::milliseconds time_limit,
                                                     function_reference<socket_communicator&> function);

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
