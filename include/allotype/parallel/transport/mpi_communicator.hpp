// SPDX-License-Identifier: BSL-1.0
/// \file
/// Ranks that are processes of an MPI job, started by `mpirun` or `srun`. Link `allotype::mpi`.
#pragma once

#include <mpi.h>

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

#include <allotype/parallel/transport/collectives.hpp>
#include <allotype/parallel/transport/detail/collective_call.hpp>
#include <allotype/parallel/transport/detail/combine.hpp>
#include <allotype/parallel/transport/detail/function_reference.hpp>
#include <allotype/parallel/transport/detail/time_limit.hpp>
#include <allotype/parallel/transport/rank_error.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

inline void check_mpi(int code, char const* call) {
  if (code == MPI_SUCCESS) return;
  char text[MPI_MAX_ERROR_STRING + 1]{};
  int length = 0;
  MPI_Error_string(code, text, &length);
  throw error(message<2000>{} << call << " failed: " << text);
}

/// Ends the process if something does not end in time. While MPI starts, none of its calls returns early, and it is not
/// yet known which rank is missing. A process that ends takes the job with it.
class start_limit {
 public:
  explicit start_limit(std::chrono::milliseconds time_limit)
      : watch_([this, time_limit] {
          std::unique_lock lock(mutex_);
          if (ended_.wait_for(lock, time_limit, [this] { return over_; })) return;
          std::fprintf(stderr, "allotype: MPI did not start within %lld ms: a process of the job did not come to it\n",
                       static_cast<long long>(time_limit.count()));
          std::fflush(stderr);
          std::_Exit(EXIT_FAILURE);
        }) {}
  ~start_limit() {
    {
      std::lock_guard const lock(mutex_);
      over_ = true;
    }
    ended_.notify_one();
    watch_.join();
  }
  start_limit(start_limit const&) = delete;

 private:
  std::mutex mutex_;
  std::condition_variable ended_;
  bool over_ = false;
  std::thread watch_;
};

/// MPI: initialised on first use, and finalised after `main` unless the program does. What all processes must do
/// together, once, is done here.
class mpi_environment {
 public:
  static mpi_environment const& need(std::chrono::milliseconds time_limit) {
    static mpi_environment const once(time_limit);
    return once;
  }

  /// All processes of the job, on a communicator of the library's own.
  MPI_Comm ranks() const { return ranks_; }
  /// Which of the processes on its node this one is.
  [[nodiscard]] int local_rank() const noexcept { return local_rank_; }

 private:
  explicit mpi_environment(std::chrono::milliseconds time_limit) {
    start_limit const limit(time_limit);
    int initialised = 0;
    MPI_Initialized(&initialised);
    if (initialised == 0) {
      int provided = 0;
      check_mpi(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided), "MPI_Init_thread");
      ours_ = true;
    }
    check_mpi(MPI_Comm_dup(MPI_COMM_WORLD, &ranks_), "MPI_Comm_dup");
    check_mpi(MPI_Comm_set_errhandler(ranks_, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
    MPI_Comm node = MPI_COMM_NULL;
    check_mpi(MPI_Comm_split_type(ranks_, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node), "MPI_Comm_split_type");
    check_mpi(MPI_Comm_rank(node, &local_rank_), "MPI_Comm_rank");
    check_mpi(MPI_Comm_free(&node), "MPI_Comm_free");
  }
  ~mpi_environment() {
    int finalised = 0;
    MPI_Finalized(&finalised);
    if (!ours_ || finalised != 0) return;
    MPI_Comm_free(&ranks_);
    MPI_Finalize();
  }

  MPI_Comm ranks_ = MPI_COMM_NULL;
  int local_rank_ = 0;
  bool ours_ = false;
};

/// Says the error, and ends all processes of the job.
[[noreturn]] inline void end_mpi_job(MPI_Comm ranks, int rank, int size, std::exception_ptr const& cause) {
  message<2000> text;
  text << "rank " << rank << " of " << size;
  try {
    std::rethrow_exception(cause);
  } catch (rank_error const& found) {
    text << " found: " << found.what();
  } catch (...) {
    text << " failed: " << message_of(cause).text();
  }
  std::fprintf(stderr, "allotype: %s\n", text.text());
  std::fflush(stderr);
  MPI_Abort(ranks, EXIT_FAILURE);
  std::_Exit(EXIT_FAILURE);
}

/// One process's end of an `mpi_group`. Each MPI call returns at once and is then waited for, with a time limit. One
/// thread at a time may use it.
///
/// On entering a collective each rank sends a frame to each other rank: which collective it is at, and its elements if
/// they are few. Small collectives then are complete. `all_reduce` of somewhat more elements takes one more message
/// from each rank to each. Complexity: in each collective a rank sends to each other rank.
class mpi_communicator {
 public:
  mpi_communicator(MPI_Comm ranks, std::chrono::milliseconds time_limit) : ranks_(ranks), time_limit_(time_limit) {
    check_mpi(MPI_Comm_rank(ranks_, &rank_), "MPI_Comm_rank");
    check_mpi(MPI_Comm_size(ranks_, &size_), "MPI_Comm_size");
    calls_.resize(static_cast<std::size_t>(size_));
    sent_.resize(calls_.size());
    received_.resize(calls_.size());
  }

  [[nodiscard]] int rank() const noexcept { return rank_; }
  [[nodiscard]] int size() const noexcept { return size_; }

  void barrier() { meet(call_without_elements(collective::barrier)); }
  /// A barrier of ranks that are about to do `call` elsewhere.
  void meet(collective_call const& call) {
    enter(call, [](int) { return no_bytes; });
  }
  /// The last meeting of a job: a rank that is still in a collective is told that this one has ended.
  void end() { meet(call_without_elements(collective::end)); }

  template <class T>
  void broadcast(T* elements, std::size_t count, int root) {
    bool const in_frame = fits<T>(count);
    enter(call_of<T>(collective::broadcast, count, root),
          [&](int) { return in_frame && rank_ == root ? bytes_of(elements, count) : no_bytes; });
    if (in_frame) {
      if (rank_ != root && count != 0) std::memcpy(elements, in_frame_of<T>(root), count * sizeof(T));
      return;
    }
    element_type<T> const type;
    wait([&](MPI_Request* request) { return MPI_Ibcast(elements, number(count), type.type, root, ranks_, request); },
         "MPI_Ibcast");
  }

  template <class T, class Op>
  void all_reduce(T* elements, std::size_t count, Op const& op) {
    if (fits<T>(count * static_cast<std::size_t>(size_ - 1))) return all_reduce_in_frame(elements, count, op);
    bool const in_frame = fits<T>(share_begin(count, size_, 1));  // the first share is the longest
    auto const share = [&](int of, std::size_t n) {
      std::size_t const begin = share_begin(n, size_, of);
      return std::span<T>(elements + begin, share_begin(n, size_, of + 1) - begin);
    };
    enter(call_of<T, Op>(collective::all_reduce, count),
          [&](int other) { return in_frame ? std::as_bytes(share(other, count)) : no_bytes; });
    if (in_frame) {
      auto const mine = share(rank_, count);
      combine([&](int other) { return other == rank_ ? mine.data() : in_frame_of<T>(other); }, mine, op);
      return give_to_all([&](int of) { return share(of, count); });
    }
    // The numbers go in pieces, so that what the other ranks send needs little memory.
    std::size_t const most = piece_bytes / sizeof(T) + 1;
    while (count != 0) {
      std::size_t const n = count < most ? count : most;
      auto const share_of_piece = [&](int of) { return share(of, n); };
      take_and_combine<T>(share_of_piece, share_of_piece(rank_), op);
      give_to_all(share_of_piece);
      elements += n, count -= n;
    }
  }

  template <class T>
  void all_gather(T const* mine, std::size_t count, T* all) {
    bool const in_frame = fits<T>(count);
    enter(call_of<T>(collective::all_gather, count), [&](int) { return in_frame ? bytes_of(mine, count) : no_bytes; });
    if (in_frame) {
      for (int other = 0; other < size_ && count != 0; ++other) {
        std::memmove(all + index(other) * count, other == rank_ ? mine : in_frame_of<T>(other), count * sizeof(T));
      }
      return;
    }
    element_type<T> const type;
    int const n = number(count);
    wait([&](MPI_Request* request) { return MPI_Iallgather(mine, n, type.type, all, n, type.type, ranks_, request); },
         "MPI_Iallgather");
  }

  template <class T, class Op>
  void reduce_scatter(T const* all, std::size_t count, T* mine, Op const& op) {
    bool const in_frame = fits<T>(count);
    auto const block = [&](int of) { return std::span<T const>(all + index(of) * count, count); };
    enter(call_of<T, Op>(collective::reduce_scatter, count),
          [&](int other) { return in_frame ? std::as_bytes(block(other)) : no_bytes; });
    if (in_frame) {
      return combine([&](int other) { return other == rank_ ? block(rank_).data() : in_frame_of<T>(other); },
                     std::span<T>(mine, count), op);
    }
    // The piece is a part of every block.
    std::size_t const most = piece_bytes / sizeof(T) / index(size_) + 1;
    for (std::size_t done = 0; done < count; done += most) {
      std::size_t const n = count - done < most ? count - done : most;
      take_and_combine<T>([&](int of) { return block(of).subspan(done, n); }, std::span<T>(mine + done, n), op);
    }
  }

 private:
  using clock = std::chrono::steady_clock;
  using byte_span = std::span<std::byte const>;
  static constexpr byte_span no_bytes{};
  static constexpr std::size_t piece_bytes = std::size_t{16} << 20;
  static constexpr int notice_tag = 1;
  static constexpr int reply_tag = 2;
  static constexpr int frame_tag = 3;
  static constexpr int elements_tag = 4;

  /// What a rank sends to another on entering a collective; of the elements, as many bytes as there are.
  struct frame {
    static constexpr std::size_t room = 4000;  // Open MPI sends 4 KiB between processes of a machine at once
    collective_call call;
    alignas(std::max_align_t) std::byte elements[room];
  };

  /// An element as MPI sees it: so many bytes. Counts and places are then in elements.
  template <class T>
  struct element_type {
    MPI_Datatype type = MPI_DATATYPE_NULL;
    element_type() {
      check_mpi(MPI_Type_contiguous(static_cast<int>(sizeof(T)), MPI_BYTE, &type), "MPI_Type_contiguous");
      check_mpi(MPI_Type_commit(&type), "MPI_Type_commit");
    }
    ~element_type() { MPI_Type_free(&type); }
    element_type(element_type const&) = delete;
  };

  static int number(std::size_t count) {
    if (count > 0x7fffffff) {
      throw size_error(message<2000>{} << "MPI: " << static_cast<long long>(count)
                                       << " elements; one call takes 2147483647");
    }
    return static_cast<int>(count);
  }
  static std::size_t index(int rank) { return static_cast<std::size_t>(rank); }

  template <class T>
  static bool fits(std::size_t count) {
    return count <= frame::room / sizeof(T) && alignof(T) <= alignof(std::max_align_t);
  }
  template <class T>
  static byte_span bytes_of(T const* elements, std::size_t count) {
    return std::as_bytes(std::span<T const>(elements, count));
  }
  template <class T>
  T const* in_frame_of(int rank) const {
    return reinterpret_cast<T const*>(received_[index(rank)].elements);
  }

  /// All ranks are here, and with the same call. Rank `other` gets `bytes_for(other)` with it, which fit in a frame.
  template <class BytesFor>
  void enter(collective_call const& call, BytesFor const& bytes_for) {
    ++entered_;
    current_ = call;
    for (int other = 0; other < size_; ++other) {
      if (other != rank_) receive(&received_[index(other)], sizeof(frame), other, frame_tag);
    }
    for (int other = 0; other < size_; ++other) {
      if (other == rank_) continue;
      frame& to_other = sent_[index(other)];
      byte_span const with_it = bytes_for(other);
      to_other.call = current_;
      if (!with_it.empty()) std::memcpy(to_other.elements, with_it.data(), with_it.size());
      send(&to_other, offsetof(frame, elements) + with_it.size(), other, frame_tag);
    }
    wait("MPI_Testall");
    for (int other = 0; other < size_; ++other) {
      calls_[index(other)] = other == rank_ ? current_ : received_[index(other)].call;
    }
    int const different = first_different(calls_.data(), size_);
    if (different < 0) return;
    for (int other = 0; other < size_; ++other) {
      if (calls_[index(other)].which == collective::end) throw left(other);
    }
    throw rank_error(rank_error::kind::disagrees, different, describe_difference(calls_.data(), different));
  }

  rank_error left(int ended) const {
    int waits = 0;
    while (calls_[index(waits)].which == collective::end) ++waits;
    return {rank_error::kind::left, ended,
            message<2000>{} << "rank " << ended << " of " << size_ << " ended, and rank " << waits
                            << " waits for it in " << describe(calls_[index(waits)]).text()};
  }

  /// Every rank gets all elements of every rank, and sums them itself.
  template <class T, class Op>
  void all_reduce_in_frame(T* elements, std::size_t count, Op const& op) {
    enter(call_of<T, Op>(collective::all_reduce, count), [&](int) { return bytes_of(elements, count); });
    combine([&](int other) { return other == rank_ ? elements : in_frame_of<T>(other); }, std::span<T>(elements, count),
            op);
  }

  /// Every rank sends `for_rank(other)` to each other one, and combines what it got into `mine`.
  template <class T, class ForRank, class Op>
  void take_and_combine(ForRank const& for_rank, std::span<T> mine, Op const& op) {
    T* const others = staging<T>(mine.size() * index(size_ - 1));
    auto const from = [&](int other) {
      return std::span<T>(others + mine.size() * index(other < rank_ ? other : other - 1), mine.size());
    };
    exchange(for_rank, from);
    T const* const own = for_rank(rank_).data();
    combine([&](int other) { return other == rank_ ? own : from(other).data(); }, mine, op);
  }

  /// Every rank's `share(rank)` becomes what that rank has there.
  template <class Share>
  void give_to_all(Share const& share) {
    exchange([&](int) { return share(rank_); }, share);
  }

  /// Every rank sends `for_rank(other)` to each other one, which has it in `from_rank(rank)` then.
  template <class ForRank, class FromRank>
  void exchange(ForRank const& for_rank, FromRank const& from_rank) {
    for (int other = 0; other < size_; ++other) {
      if (other != rank_) receive(from_rank(other).data(), from_rank(other).size_bytes(), other, elements_tag);
    }
    for (int other = 0; other < size_; ++other) {
      if (other != rank_) send(for_rank(other).data(), for_rank(other).size_bytes(), other, elements_tag);
    }
    wait("MPI_Testall");
  }

  template <class PartOf, class T, class Op>
  void combine(PartOf const& part_of, std::span<T> out, Op const& op) {
    auto const part = [&](int other) -> T const* { return part_of(other); };
    combine_in_rank_order(part, size_, out.size(), out.data(), op);
  }

  /// Aligned for every type, as `operator new` does; kept for the next call.
  template <class T>
  T* staging(std::size_t count) {
    if (staging_.size() < count * sizeof(T)) staging_.resize(count * sizeof(T));
    return reinterpret_cast<T*>(staging_.data());
  }

  // Begun here, and over behind `wait`.
  void send(void const* from, std::size_t size, int to, int tag) {
    check_mpi(MPI_Isend(from, number(size), MPI_BYTE, to, tag, ranks_, &requests_.emplace_back()), "MPI_Isend");
  }
  void receive(void* to, std::size_t size, int from, int tag) {
    check_mpi(MPI_Irecv(to, number(size), MPI_BYTE, from, tag, ranks_, &requests_.emplace_back()), "MPI_Irecv");
  }

  /// Starts an MPI call and waits for it.
  template <class Start>
  void wait(Start const& start, char const* call) {
    check_mpi(start(&requests_.emplace_back()), call);
    wait(call);
  }

  /// Waits for all that was begun, within the time limit.
  void wait(char const* call) {
    if (wait_briefly(call)) return requests_.clear();
    auto const limit = clock::now() + time_limit_;
    auto next_look = clock::now();
    while (!all_over(call)) {
      auto const now = clock::now();
      // Other processes may still read and write the memory of this one: it is not freed before the job ends.
      if (now >= limit) end_mpi_job(ranks_, rank_, size_, std::make_exception_ptr(missing()));
      if (now >= next_look) {
        answer_notices();
        next_look = now + std::chrono::milliseconds{2};
      }
      std::this_thread::yield();
    }
    requests_.clear();
  }
  bool wait_briefly(char const* call) {
    for (int turns = 0; turns < 1000; ++turns) {
      if (all_over(call)) return true;
    }
    return false;
  }
  bool all_over(char const* call) {
    int over = 0;
    check_mpi(MPI_Testall(static_cast<int>(requests_.size()), requests_.data(), &over, MPI_STATUSES_IGNORE), call);
    return over != 0;
  }

  // Which rank is missing is found out when it matters: a rank whose time is over asks, and those that are here answer.

  /// Tells every rank that asked that this one is here.
  void answer_notices() {
    int asked = 0;
    MPI_Status status;
    while (MPI_Iprobe(MPI_ANY_SOURCE, notice_tag, ranks_, &asked, &status) == MPI_SUCCESS && asked != 0) {
      long long its = 0;
      MPI_Recv(&its, 1, MPI_LONG_LONG, status.MPI_SOURCE, notice_tag, ranks_, MPI_STATUS_IGNORE);
      MPI_Request sent;
      MPI_Isend(&entered_, 1, MPI_LONG_LONG, status.MPI_SOURCE, reply_tag, ranks_, &sent);
      MPI_Request_free(&sent);
    }
  }

  rank_error missing() {
    std::vector<bool> here(static_cast<std::size_t>(size_));
    here[static_cast<std::size_t>(rank_)] = true;
    for (int other = 0; other < size_; ++other) {
      if (other == rank_) continue;
      MPI_Request sent;
      MPI_Isend(&entered_, 1, MPI_LONG_LONG, other, notice_tag, ranks_, &sent);
      MPI_Request_free(&sent);
    }
    auto const grace = time_limit_ < std::chrono::seconds{1} ? time_limit_ : std::chrono::milliseconds{1000};
    for (auto const limit = clock::now() + grace; clock::now() < limit;) {
      answer_notices();
      int replied = 0;
      MPI_Status status;
      if (MPI_Iprobe(MPI_ANY_SOURCE, reply_tag, ranks_, &replied, &status) == MPI_SUCCESS && replied != 0) {
        long long its = 0;
        MPI_Recv(&its, 1, MPI_LONG_LONG, status.MPI_SOURCE, reply_tag, ranks_, MPI_STATUS_IGNORE);
        here[static_cast<std::size_t>(status.MPI_SOURCE)] = its >= entered_;
      }
      std::this_thread::yield();
    }
    message<2000> text;
    int first = -1;
    for (int other = 0; other < size_; ++other) {
      if (here[static_cast<std::size_t>(other)]) continue;
      text << (first < 0 ? "rank " : ", rank ") << other;
      if (first < 0) first = other;
    }
    if (first < 0) text << "no rank is missing, but data";
    text << " of " << size_ << " did not arrive at " << describe(current_).text() << " within "
         << static_cast<long long>(time_limit_.count()) << " ms";
    return {rank_error::kind::missing, first, text};
  }

  MPI_Comm ranks_;
  std::chrono::milliseconds time_limit_;
  int rank_ = 0;
  int size_ = 1;
  long long entered_ = 0;  ///< collectives
  collective_call current_;
  std::vector<collective_call> calls_;
  std::vector<frame> sent_, received_;  ///< to and from each rank
  std::vector<MPI_Request> requests_;
  std::vector<unsigned char> staging_;
};

}  // namespace detail

/// The ranks of this MPI job. Initialises MPI if the program has not. If a process does not reach that point within the
/// time limit, the job ends with an error on standard error. All groups of a program have the same processes.
class mpi_group {
 public:
  using communicator_type = detail::mpi_communicator;

  explicit mpi_group(std::chrono::milliseconds time_limit = detail::default_time_limit) : time_limit_(time_limit) {
    ranks_ = detail::mpi_environment::need(time_limit).ranks();
    detail::check_mpi(MPI_Comm_rank(ranks_, &rank_), "MPI_Comm_rank");
    detail::check_mpi(MPI_Comm_size(ranks_, &size_), "MPI_Comm_size");
  }
  mpi_group(mpi_group const&) = delete;

  [[nodiscard]] int rank() const noexcept { return rank_; }
  [[nodiscard]] int size() const noexcept { return size_; }

  /// Calls `function(communicator)` in this process, as every process of the job does, and returns when all have
  /// returned. If the function throws, or if a rank is missing, left or disagrees, the whole job ends: the error goes
  /// to standard error with the rank's name, and `MPI_Abort` takes every process with it. With one rank the error is
  /// thrown.
  void run(detail::function_reference<communicator_type&> function) const {
    communicator_type mine(ranks_, time_limit_);
    try {
      function(mine);
      mine.end();
    } catch (...) {
      if (size_ == 1) throw_single(std::current_exception());
      detail::end_mpi_job(ranks_, rank_, size_, std::current_exception());
    }
  }

 private:
  [[noreturn]] static void throw_single(std::exception_ptr cause) {
    throw rank_error(rank_error::kind::threw, 0,
                     message<2000>{} << "rank 0 of 1 failed: " << detail::message_of(cause).text(), cause);
  }

  std::chrono::milliseconds time_limit_;
  MPI_Comm ranks_ = MPI_COMM_NULL;
  int rank_ = 0;
  int size_ = 1;
};

static_assert(communicator<detail::mpi_communicator>);

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
