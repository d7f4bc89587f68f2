// SPDX-License-Identifier: BSL-1.0
/// \file
/// Ranks that are processes and talk over TCP, by Boost.Asio: for processes that something else starts, without MPI.
/// Each rank has a connection to each other one. Nothing is encrypted, and whoever reaches the port may pretend to be a
/// rank: for networks that are trusted. All machines have the same byte order. Not for .cu files: nvcc does not compile
/// Boost.Asio.
#pragma once

#ifdef __CUDACC__
#  error "allotype/parallel/over_sockets.hpp: nvcc does not compile Boost.Asio; in .cu files use the transport over_mpi"
#endif

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>

#include <allotype/core/detail/exception_text.hpp>
#include <allotype/parallel/transport/cluster_environment.hpp>
#include <allotype/parallel/transport/collectives.hpp>
#include <allotype/parallel/transport/detail/collective_call.hpp>
#include <allotype/parallel/transport/detail/combine.hpp>
#include <allotype/parallel/transport/detail/function_reference.hpp>
#include <allotype/parallel/transport/detail/time_limit.hpp>
#include <allotype/parallel/transport/rank_error.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

/// What stands before everything that a rank sends to another.
struct socket_frame {
  enum class kind : std::uint32_t { call = 0x616c6c01, elements, failure };
  kind what = kind::call;
  std::int32_t failed_rank = 0;  ///< of a failure, as what follows
  std::int32_t failure = 0;
  collective_call call;
  char text[600]{};
};

/// What a rank says when it connects.
struct socket_hello {
  static constexpr std::uint64_t magic_number = 0x616c6c6f74797065;
  std::uint64_t magic = magic_number;
  std::int32_t rank = 0;
  std::int32_t size = 0;
  std::uint32_t port = 0;  ///< at which the rank listens
};

/// Where a rank is reached, as rank 0 tells the others.
struct socket_address {
  std::uint32_t port = 0;
  char address[60]{};
};

/// The connections of one rank. Everything is begun, and then waited for with a time limit.
class socket_mesh {
  using tcp = boost::asio::ip::tcp;
  using error_code = boost::system::error_code;
  using clock = std::chrono::steady_clock;

 public:
  socket_mesh(place_in_job const& place, std::chrono::milliseconds time_limit)
      : place_(place), time_limit_(time_limit), limit_(clock::now() + time_limit) {
    for (int rank = 0; rank < place.size; ++rank) peers_.emplace_back(io_);
    if (place.size == 1) return;
    place.rank == 0 ? gather() : join();
  }

  int rank() const { return place_.rank; }
  int size() const { return place_.size; }
  std::chrono::milliseconds time_limit() const { return time_limit_; }

  /// What is begun from now on is to be over within the time limit.
  void begin() {
    limit_ = clock::now() + time_limit_;
    for (peer& each : peers_) each.waits = false, each.problem.clear();
    pending_ = 0;
  }
  void send(int to, void const* data, std::size_t size) {
    ++pending_;
    boost::asio::async_write(at(to).socket, boost::asio::buffer(data, size),
                             [this, to](error_code const& code, std::size_t) {
                               --pending_;
                               if (code) at(to).problem = code;
                             });
  }
  void receive(int from, void* data, std::size_t size) {
    ++pending_;
    at(from).waits = true;
    boost::asio::async_read(at(from).socket, boost::asio::buffer(data, size),
                            [this, from](error_code const& code, std::size_t) {
                              --pending_;
                              if (code) at(from).problem = code;
                              if (!code) at(from).waits = false;
                            });
  }
  /// Until all that was begun is over, one rank is lost, or the time is.
  void wait(collective_call const& call) {
    io_.restart();
    while (pending_ > 0 && lost() < 0) {
      if (io_.run_one_until(limit_) == 0) throw missing(call);
    }
    if (int const rank = lost(); rank >= 0) {
      throw rank_error(rank_error::kind::lost, rank,
                       message<2000>{} << "rank " << rank << " of " << size() << " is lost: its connection ended in "
                                       << describe(call).text() << " (" << at(rank).problem.message().c_str() << ")");
    }
  }

  /// Says why this rank ends, and waits for the others to hear it, a second at most.
  void part(socket_frame const* failure) noexcept {
    try {
      error_code ignored;
      for (int other = 0; other < size(); ++other) {
        if (other == rank() || !at(other).socket.is_open()) continue;
        if (failure != nullptr)
          boost::asio::write(at(other).socket, boost::asio::buffer(failure, sizeof *failure), ignored);
        at(other).socket.shutdown(tcp::socket::shutdown_send, ignored);
      }
      auto const until = clock::now() + std::min<clock::duration>(time_limit_, std::chrono::seconds{1});
      std::vector<char> unread(4096);
      for (int other = 0; other < size(); ++other) {
        if (other != rank() && at(other).socket.is_open()) drain(other, unread);
      }
      io_.restart();
      io_.run_until(until);
      for (peer& each : peers_) each.socket.close(ignored);
      io_.restart();
      io_.run();     // what was cancelled
    } catch (...) {  // the rank ends with an error of its own
    }
  }

 private:
  struct peer {
    explicit peer(boost::asio::io_context& io) : socket(io) {}
    tcp::socket socket;
    bool waits = false;  ///< something of it has not come yet
    error_code problem;
  };
  peer& at(int rank) { return peers_[static_cast<std::size_t>(rank)]; }

  void drain(int other, std::vector<char>& unread) {
    at(other).socket.async_read_some(boost::asio::buffer(unread),
                                     [this, other, &unread](error_code const& code, std::size_t) {
                                       if (!code) drain(other, unread);
                                     });
  }

  /// A rank whose connection ended; first one that something was to come from.
  int lost() {
    for (bool const waited_for : {true, false}) {
      for (int other = 0; other < size(); ++other) {
        if (at(other).problem && (at(other).waits || !waited_for)) return other;
      }
    }
    return -1;
  }

  rank_error missing(collective_call const& call) {
    message<2000> text;
    int first = -1;
    for (int other = 0; other < size(); ++other) {
      if (!at(other).waits) continue;
      text << (first < 0 ? "rank " : ", rank ") << other;
      if (first < 0) first = other;
    }
    if (first < 0) text << "no rank is missing, but room for data at one of them";
    text << " of " << size() << " did not arrive at " << describe(call).text() << " within "
         << static_cast<long long>(time_limit_.count()) << " ms";
    return {rank_error::kind::missing, first, text};
  }

  // How ranks find each other: all connect to rank 0, which tells each where the others listen; then each connects to
  // those before it.

  message<400> main() const { return message<400>{} << place_.main_address.c_str() << " port " << place_.main_port; }
  [[noreturn]] void fail(rank_error::kind failure, int rank, message<2000> const& text) {
    throw rank_error(failure, rank, text);
  }
  message<100> within() const {
    return message<100>{} << " within " << static_cast<long long>(time_limit_.count()) << " ms";
  }

  tcp::resolver::results_type resolve() {
    error_code code;
    auto const found = tcp::resolver(io_).resolve(place_.main_address, std::to_string(place_.main_port), code);
    if (code || found.empty()) {
      throw error(message<2000>{} << "the address of rank 0, " << main().text()
                                  << ", is not known: " << code.message().c_str());
    }
    return found;
  }

  /// Only this machine's processes reach an address of its own.
  static tcp::endpoint listening_address(tcp::endpoint const& main) {
    if (main.address().is_loopback()) return main;
    return {main.protocol(), main.port()};
  }
  void listen(tcp::acceptor& acceptor, tcp::endpoint const& where) {
    acceptor.open(where.protocol());
    acceptor.set_option(tcp::acceptor::reuse_address(true));
    error_code code;
    acceptor.bind(where, code);
    if (!code) acceptor.listen(boost::asio::socket_base::max_listen_connections, code);
    if (code) {
      throw error(message<2000>{} << "rank " << rank() << " of " << size() << " cannot listen at "
                                  << where.address().to_string().c_str() << " port " << static_cast<int>(where.port())
                                  << ": " << code.message().c_str() << "; MASTER_PORT names another port");
    }
  }

  /// Takes connections until `count` ranks said who they are. Strangers are turned away.
  void accept_ranks(tcp::acceptor& acceptor, int count, std::vector<socket_hello>& hellos) {
    struct caller {
      explicit caller(boost::asio::io_context& io) : socket(io) {}
      tcp::socket socket;
      socket_hello hello;
    };
    int here = 0;
    std::vector<std::unique_ptr<caller>> callers;
    std::exception_ptr wrong;
    auto const take = [&](caller& from) {
      auto const& hello = from.hello;
      if (hello.magic != socket_hello::magic_number) return from.socket.close();
      if (hello.size != size() || hello.rank < 0 || hello.rank >= size() || at(hello.rank).socket.is_open() ||
          hello.rank == rank()) {
        wrong = std::make_exception_ptr(rank_error(
            rank_error::kind::disagrees, hello.rank,
            message<2000>{} << "a process came to rank " << rank() << " as rank " << hello.rank << " of " << hello.size
                            << ", and this job has ranks 0 to " << size() - 1 << ", each once"));
        return;
      }
      at(hello.rank).socket = std::move(from.socket);
      hellos[static_cast<std::size_t>(hello.rank)] = hello;
      ++here;
    };
    auto const accept_next = [&](auto const& again) -> void {
      callers.push_back(std::make_unique<caller>(io_));
      caller& next = *callers.back();
      acceptor.async_accept(next.socket, [&, again](error_code const& code) {
        if (code) return;
        boost::asio::async_read(next.socket, boost::asio::buffer(&next.hello, sizeof next.hello),
                                [&](error_code const& unread, std::size_t) {
                                  if (!unread) take(next);
                                });
        again(again);
      });
    };
    io_.restart();
    accept_next(accept_next);
    bool in_time = true;
    while (here < count && !wrong && in_time) in_time = io_.run_one_until(limit_) != 0;
    error_code ignored;
    acceptor.close(ignored);
    for (auto& each : callers) each->socket.close(ignored);
    io_.restart();
    io_.run();  // what was cancelled
    if (wrong) std::rethrow_exception(wrong);
    if (in_time) return;
    int first = -1;
    message<2000> text;
    for (int other = 0; other < size(); ++other) {
      bool const is_wanted = rank() == 0 ? other != 0 : other > rank();
      if (!is_wanted || at(other).socket.is_open()) continue;
      text << (first < 0 ? "rank " : ", rank ") << other;
      if (first < 0) first = other;
    }
    fail(rank_error::kind::missing, first,
         text << " of " << size() << " did not come to rank " << rank() << " at " << main().text() << within().text());
  }

  void connect(int other, tcp::resolver::results_type const& where) {
    error_code code = boost::asio::error::timed_out;
    std::optional<error_code> last;
    for (;;) {  // the other may not listen yet
      bool over = false;
      at(other).socket.close(code);
      boost::asio::async_connect(at(other).socket, where,
                                 [&](error_code const& result, tcp::endpoint const&) { over = true, last = result; });
      io_.restart();
      while (!over && io_.run_one_until(limit_) != 0) {
      }
      if (over && !*last) return;
      at(other).socket.close(code);
      io_.restart();
      io_.run();
      if (clock::now() >= limit_) break;
      boost::asio::steady_timer pause(io_, std::min(limit_, clock::now() + std::chrono::milliseconds{20}));
      pause.wait();
    }
    fail(rank_error::kind::missing, other,
         message<2000>{} << "rank " << rank() << " of " << size() << " did not reach rank " << other
                         << (other == 0 ? " at " : "") << (other == 0 ? main().text() : "") << within().text() << ": "
                         << last->message().c_str());
  }
  void no_delay() {
    for (int other = 0; other < size(); ++other) {
      if (other != rank()) at(other).socket.set_option(tcp::no_delay(true));
    }
  }

  void gather() {
    tcp::acceptor acceptor(io_);
    listen(acceptor, listening_address(resolve().begin()->endpoint()));
    std::vector<socket_hello> hellos(peers_.size());
    accept_ranks(acceptor, size() - 1, hellos);
    std::vector<socket_address> addresses(peers_.size());
    for (int other = 1; other < size(); ++other) {
      socket_address& address = addresses[static_cast<std::size_t>(other)];
      address.port = hellos[static_cast<std::size_t>(other)].port;
      std::string const text = at(other).socket.remote_endpoint().address().to_string();
      std::memcpy(address.address, text.data(), std::min(text.size(), sizeof address.address - 1));
    }
    for (int other = 1; other < size(); ++other) send(other, addresses.data(), addresses.size() * sizeof addresses[0]);
    wait({collective::barrier});
    no_delay();
  }

  void join() {
    connect(0, resolve());
    tcp::acceptor acceptor(io_);
    listen(acceptor, {at(0).socket.local_endpoint().address(), 0});
    socket_hello hello;
    hello.rank = rank(), hello.size = size(), hello.port = acceptor.local_endpoint().port();
    send(0, &hello, sizeof hello);
    std::vector<socket_address> addresses(peers_.size());
    receive(0, addresses.data(), addresses.size() * sizeof addresses[0]);
    wait({collective::barrier});
    for (int other = 1; other < rank(); ++other) {
      socket_address const& to = addresses[static_cast<std::size_t>(other)];
      auto const address = boost::asio::ip::make_address(to.address);
      connect(other, tcp::resolver::results_type::create(tcp::endpoint(address, static_cast<unsigned short>(to.port)),
                                                         "", ""));
      send(other, &hello, sizeof hello);
    }
    wait({collective::barrier});
    std::vector<socket_hello> hellos(peers_.size());
    if (rank() + 1 < size()) accept_ranks(acceptor, size() - 1 - rank(), hellos);
    no_delay();
  }

  boost::asio::io_context io_;
  place_in_job place_;
  std::chrono::milliseconds time_limit_;
  clock::time_point limit_;
  std::vector<peer> peers_;
  int pending_ = 0;
};

/// One process's end of a `socket_group`. For one thread at a time. A rank sends to each other one, whatever the
/// collective; results are those of the other host transports, bit for bit.
class socket_communicator {
 public:
  explicit socket_communicator(detail::socket_mesh& mesh) : mesh_(&mesh), frames_(index(mesh.size())) {}

  int rank() const { return mesh_->rank(); }
  int size() const { return mesh_->size(); }

  void barrier() { enter(detail::collective::barrier, 0, 0, 0); }

  template <class T>
  void broadcast(T* elements, std::size_t count, int root) {
    enter(detail::collective::broadcast, sizeof(T), count, root);
    auto const all = std::span<T>(elements, count);
    exchange([&](int) { return rank() == root ? std::as_bytes(all) : nothing; },
             [&](int other) { return other == root ? std::as_writable_bytes(all) : std::span<std::byte>{}; });
  }

  template <class T, class Op>
  void all_reduce(T* elements, std::size_t count, Op const& op) {
    enter(detail::collective::all_reduce, sizeof(T), count, 0);
    auto const share = [&](int of) {
      std::size_t const begin = detail::share_begin(count, size(), of);
      return std::span<T>(elements + begin, detail::share_begin(count, size(), of + 1) - begin);
    };
    take_and_combine<T>(share, share(rank()), op);
    exchange([&](int) { return std::as_bytes(share(rank())); },
             [&](int other) { return std::as_writable_bytes(share(other)); });
  }

  template <class T>
  void all_gather(T const* mine, std::size_t count, T* all) {
    enter(detail::collective::all_gather, sizeof(T), count, 0);
    exchange([&](int) { return std::as_bytes(std::span<T const>(mine, count)); },
             [&](int other) { return std::as_writable_bytes(std::span<T>(all + index(other) * count, count)); });
    if (count != 0) std::memmove(all + index(rank()) * count, mine, count * sizeof(T));
  }

  template <class T, class Op>
  void reduce_scatter(T const* all, std::size_t count, T* mine, Op const& op) {
    enter(detail::collective::reduce_scatter, sizeof(T), count, 0);
    take_and_combine<T>([&](int of) { return std::span<T const>(all + index(of) * count, count); },
                        std::span<T>(mine, count), op);
  }

  /// The last meeting: a rank that is still in a collective is told that this one has ended.
  void end() { enter(detail::collective::end, 0, 0, 0); }
  /// Whether it stands between two collectives: the others then understand what it says.
  bool between_collectives() const { return !within_; }

 private:
  using frame = detail::socket_frame;
  static constexpr std::span<std::byte const> nothing{};
  static std::size_t index(int rank) { return static_cast<std::size_t>(rank); }

  /// All ranks are here, and with the same call.
  void enter(detail::collective which, std::size_t element_bytes, std::size_t count, int root) {
    within_ = true;
    mine_ = {};
    mine_.call = {which, static_cast<int>(element_bytes), static_cast<long long>(count), root};
    send_frames(frame::kind::call, [](int) { return true; }, [](int) { return true; });
    std::vector<detail::collective_call> calls;
    for (int other = 0; other < size(); ++other)
      calls.push_back(other == rank() ? mine_.call : frames_[index(other)].call);
    int const different = detail::first_different(calls.data(), size());
    within_ = different >= 0 || which == detail::collective::broadcast || which >= detail::collective::all_reduce;
    if (which == detail::collective::end) within_ = false;
    if (different < 0) return;
    for (int other = 0; other < size(); ++other) {
      if (calls[index(other)].which != detail::collective::end) continue;
      int waits = 0;
      while (calls[index(waits)].which == detail::collective::end) ++waits;
      throw rank_error(rank_error::kind::left, other,
                       message<2000>{} << "rank " << other << " of " << size() << " ended, and rank " << waits
                                       << " waits for it in " << detail::describe(calls[index(waits)]).text());
    }
    throw rank_error(rank_error::kind::disagrees, different, detail::describe_difference(calls.data(), different));
  }

  /// A frame to each rank that `to` takes, and one from each that `from` takes. \throws what a rank says that failed
  template <class To, class From>
  void send_frames(frame::kind what, To const& to, From const& from) {
    mine_.what = what;
    mesh_->begin();
    for (int other = 0; other < size(); ++other) {
      if (other == rank()) continue;
      if (from(other)) mesh_->receive(other, &frames_[index(other)], sizeof(frame));
      if (to(other)) mesh_->send(other, &mine_, sizeof(frame));
    }
    wait([&](int other) { return other != rank() && from(other); });
    for (int other = 0; other < size(); ++other) {
      if (other != rank() && from(other)) rethrow_failure(frames_[index(other)]);
    }
  }
  /// What a rank said before its connection ended says more than that it ended.
  template <class Awaited>
  void wait(Awaited const& awaited) {
    try {
      mesh_->wait(mine_.call);
    } catch (rank_error const&) {
      for (int other = 0; other < size(); ++other) {
        if (awaited(other)) rethrow_failure(frames_[index(other)]);
      }
      throw;
    }
  }
  static void rethrow_failure(frame& of) {
    if (of.what != frame::kind::failure) return;
    of.text[sizeof of.text - 1] = '\0';
    throw rank_error(static_cast<rank_error::kind>(of.failure), of.failed_rank, message<2000>{} << of.text);
  }

  /// Every rank sends `for_rank(other)` to each other one, which has it in `from_rank(rank)` then.
  template <class ForRank, class FromRank>
  void exchange(ForRank const& for_rank, FromRank const& from_rank) {
    for (auto& each : frames_) each.what = frame::kind::elements;
    send_frames(
        frame::kind::elements, [&](int other) { return !for_rank(other).empty(); },
        [&](int other) { return !from_rank(other).empty(); });
    mesh_->begin();
    for (int other = 0; other < size(); ++other) {
      if (other == rank()) continue;
      if (!from_rank(other).empty()) mesh_->receive(other, from_rank(other).data(), from_rank(other).size());
      if (!for_rank(other).empty()) mesh_->send(other, for_rank(other).data(), for_rank(other).size());
    }
    mesh_->wait(mine_.call);
    within_ = false;
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
    detail::combine_in_rank_order([&](int other) -> T const* { return other == rank() ? own : from(other).data(); },
                                  size(), mine.size(), mine.data(), op);
  }

  detail::socket_mesh* mesh_;
  std::vector<frame> frames_;  ///< from each rank
  frame mine_;
  std::vector<std::byte> staging_;
  bool within_ = false;
};

/// The ranks of a job whose processes something else started.
class socket_group {
 public:
  using communicator_type = socket_communicator;

  explicit socket_group(place_in_job place, std::chrono::milliseconds time_limit = default_time_limit)
      : place_(std::move(place)), time_limit_(time_limit) {
    if (place_.size < 1 || place_.rank < 0 || place_.rank >= place_.size) {
      throw size_error(message<2000>{} << "socket_group: rank " << place_.rank << " of " << place_.size
                                       << " ranks; valid: at least one rank, counted from 0");
    }
  }

  int rank() const { return place_.rank; }
  int size() const { return place_.size; }

  /// Connects the ranks, calls `function(communicator)` in this process, as every process of the job does, and returns
  /// when all have returned. Every process has the error of the rank that failed first: what it threw, that it did not
  /// come within the time limit, that its process or connection is lost, left early or does something else than the
  /// others.
  /// \throws rank_error which names the rank; error where the address of rank 0 is not known or cannot be listened at
  void run(function_reference<communicator_type&> function) const {
    detail::socket_mesh mesh(place_, time_limit_);
    socket_communicator mine(mesh);
    try {
      function(mine);
      mine.end();
      mesh.part(nullptr);
    } catch (rank_error const& found) {
      tell(mesh, mine, found.failure(), found.rank(), found.what());
      throw;
    } catch (...) {
      auto const cause = std::current_exception();
      message<2000> const text = message<2000>{} << "rank " << rank() << " of " << size()
                                                 << " failed: " << detail::text_of(cause).text();
      tell(mesh, mine, rank_error::kind::threw, rank(), text.text());
      throw rank_error(rank_error::kind::threw, rank(), text, cause);
    }
  }

 private:
  static void tell(detail::socket_mesh& mesh, socket_communicator const& mine, rank_error::kind failure, int rank,
                   char const* text) {
    detail::socket_frame said;
    said.what = detail::socket_frame::kind::failure;
    said.failed_rank = rank;
    said.failure = static_cast<std::int32_t>(failure);
    std::strncpy(said.text, text, sizeof said.text - 1);
    mesh.part(mine.between_collectives() ? &said : nullptr);
  }

  place_in_job place_;
  std::chrono::milliseconds time_limit_;
};

}  // namespace detail

static_assert(communicator<detail::socket_communicator>);

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
