// SPDX-License-Identifier: BSL-1.0
/// \file
/// The connections of one rank to each other one, over TCP, by Boost.Asio: how ranks find each other, and bytes that go
/// to and fro within a time limit. All machines have the same byte order.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>

#include <allotype/parallel/transport/cluster_environment.hpp>
#include <allotype/parallel/transport/detail/collective_call.hpp>
#include <allotype/parallel/transport/rank_error.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

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
    wait(call_without_elements(collective::barrier));
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
    wait(call_without_elements(collective::barrier));
    for (int other = 1; other < rank(); ++other) {
      socket_address const& to = addresses[static_cast<std::size_t>(other)];
      auto const address = boost::asio::ip::make_address(to.address);
      connect(other, tcp::resolver::results_type::create(tcp::endpoint(address, static_cast<unsigned short>(to.port)),
                                                         "", ""));
      send(other, &hello, sizeof hello);
    }
    wait(call_without_elements(collective::barrier));
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

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
