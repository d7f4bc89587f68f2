// SPDX-License-Identifier: BSL-1.0
/// \file
/// The connections of one rank to each other one, over TCP, by Boost.Asio: bytes that go to and fro within a time
/// limit. All machines have the same byte order.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <utility>
#include <vector>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>

#include <allotype/parallel/transport/cluster_environment.hpp>
#include <allotype/parallel/transport/detail/collective_call.hpp>
#include <allotype/parallel/transport/rank_error.hpp>

#include "rendezvous.hpp"
#include "socket_frame.hpp"

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

/// The connections of one rank. Everything is begun, and then waited for with a time limit.
class socket_mesh {
  using tcp = boost::asio::ip::tcp;
  using error_code = boost::system::error_code;
  using clock = std::chrono::steady_clock;

 public:
  socket_mesh(place_in_job const& place, std::chrono::milliseconds time_limit)
      : place_(place), time_limit_(time_limit), limit_(clock::now() + time_limit) {
    if (place.size == 1) {
      peers_.emplace_back(tcp::socket(io_));
      return;
    }
    for (auto& socket : rendezvous(io_, place, time_limit).connect_all()) peers_.emplace_back(std::move(socket));
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
                               if (!code) return;
                               at(to).problem = code;
                               at(to).takes_words = false;  // it may have got a part
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
      if (io_.run_one_until(limit_) != 0) continue;
      rank_error const found = missing(call);
      cancel();
      throw found;
    }
    if (int const rank = lost(); rank >= 0) {
      error_code const problem = at(rank).problem;
      cancel();
      throw rank_error(rank_error::kind::lost, rank,
                       message<2000>{} << "rank " << rank << " of " << size() << " is lost: its connection ended in "
                                       << describe(call).text() << " (" << problem.message().c_str() << ")");
    }
  }

  /// Says why this rank ends, and waits for the others to hear it, a second at most.
  void part(socket_frame const* failure) noexcept {
    try {
      error_code ignored;
      for (int other = 0; other < size(); ++other) {
        if (other == rank() || !at(other).socket.is_open()) continue;
        if (failure == nullptr || !at(other).takes_words) {
          at(other).socket.shutdown(tcp::socket::shutdown_send, ignored);
          continue;
        }
        boost::asio::async_write(at(other).socket, boost::asio::buffer(failure, sizeof *failure),
                                 [this, other](error_code const&, std::size_t) {
                                   error_code closed;
                                   at(other).socket.shutdown(tcp::socket::shutdown_send, closed);
                                 });
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
    explicit peer(tcp::socket connected) : socket(std::move(connected)) {}
    tcp::socket socket;
    bool waits = false;       ///< something of it has not come yet
    bool takes_words = true;  ///< nothing that it was sent was cut off
    error_code problem;
  };
  peer& at(int rank) { return peers_[static_cast<std::size_t>(rank)]; }

  void drain(int other, std::vector<char>& unread) {
    at(other).socket.async_read_some(boost::asio::buffer(unread),
                                     [this, other, &unread](error_code const& code, std::size_t) {
                                       if (!code) drain(other, unread);
                                     });
  }

  /// Ends all that was begun: the memory that is sent and received into may go now.
  void cancel() {
    error_code ignored;
    for (peer& each : peers_) {
      if (each.socket.is_open()) each.socket.cancel(ignored);
    }
    io_.restart();
    while (pending_ > 0 && io_.run_one() != 0) {
    }
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

  boost::asio::io_context io_;
  place_in_job place_;
  std::chrono::milliseconds time_limit_;
  clock::time_point limit_;
  std::vector<peer> peers_;
  int pending_ = 0;
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
