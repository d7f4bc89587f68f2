// SPDX-License-Identifier: BSL-1.0
/// \file
/// How the ranks of a job find each other: all connect to rank 0, which tells each where the others listen; then each
/// connects to those before it. A process that is no rank of the job is turned away, and the others are waited for.
/// Nothing waits longer than the job's time limit.
#pragma once

#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <future>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ip/v6_only.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>

#include <allotype/parallel/transport/cluster_environment.hpp>
#include <allotype/parallel/transport/rank_error.hpp>

#include "handshake.hpp"
#include "job_secret.hpp"
#include "socket_frame.hpp"

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

class rendezvous {
 public:
  using tcp = boost::asio::ip::tcp;
  using error_code = boost::system::error_code;
  using clock = std::chrono::steady_clock;

  rendezvous(boost::asio::io_context& io, place_in_job const& place, std::chrono::milliseconds time_limit)
      : io_(io),
        place_(place),
        time_limit_(time_limit),
        limit_(clock::now() + time_limit),
        secret_(place.secret.empty() ? job_secret() : place.secret),
        job_(code_of_job(place.job)) {
    for (int rank = 0; rank < place.size; ++rank) sockets_.emplace_back(io_);
  }

  /// A connection to each other rank. \throws rank_error, error
  std::vector<tcp::socket> connect_all() {
    rank() == 0 ? gather() : join();
    for (int other = 0; other < size(); ++other) {
      if (other != rank()) at(other).set_option(tcp::no_delay(true));
    }
    return std::move(sockets_);
  }

 private:
  static constexpr std::chrono::seconds longest_greeting{5};
  static constexpr std::chrono::milliseconds pause{20};
  static constexpr std::size_t most_strangers = 64;

  int rank() const { return place_.rank; }
  int size() const { return place_.size; }
  tcp::socket& at(int rank) { return sockets_[static_cast<std::size_t>(rank)]; }

  [[noreturn]] static void fail(rank_error::kind failure, int rank, message<2000> const& text) {
    throw rank_error(failure, rank, text);
  }
  message<100> within() const {
    return message<100>{} << " within " << static_cast<long long>(time_limit_.count()) << " ms";
  }
  message<400> main() const {
    message<400> text;
    text << terminal_text(place_.main_address).c_str() << " port " << place_.main_port;
    if (place_.other_ports > 0) text << " to " << place_.main_port + place_.other_ports;
    return text;
  }

  // One operation on one connection, until a time.

  template <class Begin>
  error_code run(tcp::socket& socket, clock::time_point until, Begin const& begin) {
    std::optional<error_code> result;
    begin([&result](error_code const& code, auto const&) { result = code; });
    io_.restart();
    while (!result && io_.run_one_until(until) != 0) {
    }
    if (result) return *result;
    error_code ignored;
    socket.close(ignored);
    io_.restart();
    while (!result && io_.run_one() != 0) {
    }
    return boost::asio::error::timed_out;
  }
  template <class Message>
  error_code read_from(tcp::socket& socket, Message& message, clock::time_point until) {
    return run(socket, until, [&](auto over) {
      boost::asio::async_read(socket, boost::asio::buffer(&message, sizeof message), over);
    });
  }
  error_code write_to(tcp::socket& socket, void const* data, std::size_t size, clock::time_point until) {
    return run(socket, until,
               [&](auto over) { boost::asio::async_write(socket, boost::asio::buffer(data, size), over); });
  }
  void rest() const { std::this_thread::sleep_until(std::min(limit_, clock::now() + pause)); }

  // Addresses.

  using endpoints = std::vector<tcp::endpoint>;

  bool is_of_this_machine_alone() const {
    error_code code;
    auto const literal = boost::asio::ip::make_address(place_.main_address, code);
    return code ? place_.main_address == "localhost" : literal.is_loopback();
  }

  /// Names may be looked up for long: by a thread that is left behind where it does not return in time.
  endpoints resolve() const {
    std::packaged_task<std::pair<error_code, endpoints>()> look_up(
        [address = place_.main_address, port = place_.main_port] {
          std::pair<error_code, endpoints> found;
          boost::asio::io_context io;
          for (auto const& each : tcp::resolver(io).resolve(address, std::to_string(port), found.first)) {
            found.second.push_back(each.endpoint());
          }
          return found;
        });
    auto result = look_up.get_future();
    std::thread(std::move(look_up)).detach();
    bool const in_time = result.wait_until(limit_) == std::future_status::ready;
    auto const [code, found] =
        in_time ? result.get() : std::pair{error_code(boost::asio::error::timed_out), endpoints{}};
    if (code || found.empty()) {
      throw error(message<2000>{} << "the address of rank 0, " << main().text()
                                  << ", is not known: " << code.message().c_str());
    }
    check_not_own(found.front());
    return found;
  }
  /// Debian has the machine's own name as 127.0.1.1, which says nothing to other machines. Other loopback addresses are
  /// what somebody wrote who has all "machines" on one.
  void check_not_own(tcp::endpoint const& main_rank) const {
    bool const elsewhere = place_.local_rank >= 0 && place_.local_rank != rank();
    if (!elsewhere || main_rank.address() != boost::asio::ip::address_v4(0x7f000101)) return;
    throw error(
        message<2000>{} << "rank " << rank() << " of " << size() << " is not on the machine of rank 0, whose address, "
                        << main().text() << ", is " << main_rank.address().to_string().c_str()
                        << " here: this machine itself (/etc/hosts). Valid: an address that all machines reach, in "
                           "MASTER_ADDR");
  }

  /// Where a rank listens: at an interface that was chosen, at a loopback address for a job of one machine, or at all.
  tcp::endpoint listening_address(tcp::endpoint const& like, unsigned short port) const {
    if (char const* const name = std::getenv("ALLOTYPE_SOCKET_INTERFACE"); name != nullptr && *name != '\0') {
      return {address_of_interface(name, like.protocol() == tcp::v6()), port};
    }
    if (is_of_this_machine_alone()) return {like.address(), port};
    return {tcp::v6(), port};
  }
  static boost::asio::ip::address address_of_interface(std::string const& wanted, bool v6) {
    ifaddrs* all = nullptr;
    std::string known;
    std::optional<boost::asio::ip::address> found;
    if (getifaddrs(&all) != 0) all = nullptr;
    for (ifaddrs const* each = all; each != nullptr; each = each->ifa_next) {
      if (each->ifa_addr == nullptr || (each->ifa_flags & IFF_UP) == 0) continue;
      if (each->ifa_addr->sa_family == AF_INET) known += (known.empty() ? "" : ", ") + std::string(each->ifa_name);
      if (found || wanted != each->ifa_name || each->ifa_addr->sa_family != (v6 ? AF_INET6 : AF_INET)) continue;
      if (v6) {
        sockaddr_in6 address;
        std::memcpy(&address, each->ifa_addr, sizeof address);
        boost::asio::ip::address_v6::bytes_type bytes;
        std::memcpy(bytes.data(), &address.sin6_addr, bytes.size());
        found = boost::asio::ip::address_v6(bytes, address.sin6_scope_id);
      } else {
        sockaddr_in address;
        std::memcpy(&address, each->ifa_addr, sizeof address);
        found = boost::asio::ip::address_v4(ntohl(address.sin_addr.s_addr));
      }
    }
    freeifaddrs(all);
    if (found) return *found;
    throw error(message<2000>{} << "ALLOTYPE_SOCKET_INTERFACE=" << terminal_text(wanted).c_str()
                                << ": no such interface with an " << (v6 ? "IPv6" : "IPv4")
                                << " address is up here; up are " << known.c_str());
  }

  error_code try_to_listen(tcp::acceptor& acceptor, tcp::endpoint where) {
    error_code code, ignored;
    acceptor.close(ignored);
    acceptor.open(where.protocol(), code);
    if (code && where.address().is_unspecified()) {  // a machine without IPv6
      where = {tcp::v4(), where.port()};
      acceptor.open(where.protocol(), code);
    }
    if (!code && where.protocol() == tcp::v6() && where.address().is_unspecified()) {
      acceptor.set_option(boost::asio::ip::v6_only(false), ignored);
    }
    if (!code) acceptor.set_option(tcp::acceptor::reuse_address(true), code);
    if (!code) acceptor.bind(where, code);
    if (!code) acceptor.listen(boost::asio::socket_base::max_listen_connections, code);
    return code;
  }
  [[noreturn]] void cannot_listen(tcp::endpoint const& where, error_code const& code) const {
    throw error(message<2000>{} << "rank " << rank() << " of " << size() << " cannot listen at "
                                << where.address().to_string().c_str() << " port " << static_cast<int>(where.port())
                                << ": " << code.message().c_str() << "; MASTER_PORT names another port");
  }
  /// Rank 0 takes the first port that is free. Where a rank 0 of this very job listens already, both are told.
  void listen_as_main(tcp::acceptor& acceptor) {
    tcp::endpoint const address = resolve().front();
    for (int further = 0;; ++further) {
      auto const port = static_cast<unsigned short>(place_.main_port + further);
      tcp::endpoint const where = listening_address(address, port);
      error_code const code = try_to_listen(acceptor, where);
      if (!code) return;
      if (code != boost::asio::error::address_in_use) cannot_listen(where, code);
      greet(0, {tcp::endpoint(address.address(), port)}, hello_from(0));
      if (further >= place_.other_ports) cannot_listen(where, code);
    }
  }

  // Who came here.

  struct caller {
    explicit caller(boost::asio::io_context& io) : socket(io) {}
    tcp::socket socket;
    clock::time_point since = clock::now();
    socket_challenge challenge;
    socket_hello hello;
    socket_welcome welcome;
    bool over = false;
  };

  /// Takes connections until `count` ranks came.
  class reception {
   public:
    reception(rendezvous& of, tcp::acceptor& acceptor)
        : of_(of), acceptor_(acceptor), retry_(of.io_), ports_(of.sockets_.size()), welcomed_(of.sockets_.size()) {}

    /// The ports at which the ranks listen.
    std::vector<std::uint32_t> take(int count) {
      accept_next();
      of_.io_.restart();
      while (here_ + told_ < count && clock::now() < of_.limit_) {
        of_.io_.run_one_until(std::min(of_.limit_, clock::now() + std::chrono::milliseconds{100}));
        of_.io_.restart();
        drop_slow();
      }
      stop();
      if (!wrong_.empty()) fail(rank_error::kind::disagrees, wrong_rank_, wrong_);
      if (here_ < count) missing();
      return std::move(ports_);
    }

   private:
    void stop() {
      error_code ignored;
      acceptor_.close(ignored);
      retry_.cancel();
      for (auto& each : callers_) each->socket.close(ignored);
      of_.io_.restart();
      of_.io_.run();  // what was cancelled
    }

    void accept_next() {
      auto const next = std::make_shared<caller>(of_.io_);
      acceptor_.async_accept(next->socket, [this, next](error_code const& code) {
        if (code == boost::asio::error::operation_aborted) return;
        if (code) return accept_later(code);
        if (callers_.size() >= most_strangers + static_cast<std::size_t>(of_.size())) drop_oldest();
        callers_.push_back(next);
        next->since = clock::now();
        challenge(next);
        accept_next();
      });
    }
    /// A connection that is gone already, or no descriptors are left: what hinders goes, and accepting goes on.
    void accept_later(error_code const& code) {
      if (code == boost::asio::error::no_descriptors || code == boost::system::errc::too_many_files_open_in_system) {
        drop_oldest();
      }
      retry_.expires_after(pause);
      retry_.async_wait([this](error_code const& cancelled) {
        if (!cancelled) accept_next();
      });
    }
    void drop(caller& one) {
      error_code ignored;
      one.socket.close(ignored);
      one.over = true;
    }
    void drop_oldest() {
      if (callers_.empty()) return;
      drop(*callers_.front());
      callers_.pop_front();
    }
    void drop_slow() {
      for (auto& each : callers_) {
        if (!each->over && clock::now() - each->since > longest_greeting) drop(*each);
      }
      callers_.remove_if([](auto const& each) { return each->over; });
    }

    void challenge(std::shared_ptr<caller> const& one) {
      one->challenge.rank = of_.rank();
      one->challenge.job = of_.job_;
      one->challenge.nonce = random_bytes();
      boost::asio::async_write(one->socket, boost::asio::buffer(&one->challenge, sizeof one->challenge),
                               [this, one](error_code const& code, std::size_t) { code ? drop(*one) : hear(one); });
    }
    void hear(std::shared_ptr<caller> const& one) {
      boost::asio::async_read(one->socket, boost::asio::buffer(&one->hello, sizeof one->hello),
                              [this, one](error_code const& code, std::size_t) { code ? drop(*one) : judge(one); });
    }
    void judge(std::shared_ptr<caller> const& one) {
      socket_hello const& hello = one->hello;
      if (hello.magic != handshake_magic) return drop(*one);
      if (!same_digest(hello.code, handshake_code(of_.secret_, one->challenge, hello))) {
        ++other_secrets_;
        return answer(one, socket_welcome::answer::other_secret, "");
      }
      auto const why = what_is_wrong_with(hello);
      if (why.empty()) {
        welcomed_[static_cast<std::size_t>(hello.rank)] = true;
        return answer(one, socket_welcome::answer::welcome, "");
      }
      answer(one, socket_welcome::answer::refused, why.text());
    }
    message<2000> what_is_wrong_with(socket_hello const& hello) const {
      message<2000> why = wrong_.text();
      if (!why.empty()) return why;  // what is wrong already ends the job
      if (hello.version != ALLOTYPE_VERSION) {
        why << "rank " << hello.rank << " has version " << describe_version(static_cast<int>(hello.version)).text()
            << " of the library, rank " << of_.rank() << " version " << ALLOTYPE_VERSION_TEXT;
      } else if (hello.size != of_.size() || hello.rank < 0 || hello.rank >= of_.size() || hello.rank == of_.rank() ||
                 of_.at(hello.rank).is_open() || welcomed_[static_cast<std::size_t>(hello.rank)]) {
        why << "a process came to rank " << of_.rank() << " as rank " << hello.rank << " of " << hello.size
            << ", and this job has ranks 0 to " << of_.size() - 1 << ", each once";
      }
      return why;
    }
    void answer(std::shared_ptr<caller> const& one, socket_welcome::answer what, char const* why) {
      one->welcome.what = what;
      std::strncpy(one->welcome.text, why, sizeof one->welcome.text - 1);
      one->welcome.code = handshake_code(of_.secret_, one->challenge, one->hello, one->welcome);
      boost::asio::async_write(one->socket, boost::asio::buffer(&one->welcome, sizeof one->welcome),
                               [this, one, what](error_code const& code, std::size_t) {
                                 if (what == socket_welcome::answer::refused) refuse(*one);
                                 if (what == socket_welcome::answer::welcome) {
                                   welcomed_[static_cast<std::size_t>(one->hello.rank)] = false;
                                   if (!code) return take_in(*one);
                                 }
                                 drop(*one);
                               });
    }
    /// The job fails. All its processes are told, so it waits for as many as there are ranks, for a minute.
    void refuse(caller const& one) {
      ++told_;
      if (!wrong_.empty()) return;
      wrong_ = one.welcome.text;
      wrong_rank_ = std::clamp(one.hello.rank, 0, of_.size() - 1);
      of_.limit_ = std::min(of_.limit_, clock::now() + std::chrono::minutes{1});
    }
    void take_in(caller& one) {
      auto const index = static_cast<std::size_t>(one.hello.rank);
      of_.sockets_[index] = std::move(one.socket);
      ports_[index] = one.hello.port;
      one.over = true;
      ++here_;
    }

    [[noreturn]] void missing() {
      message<2000> text;
      int first = -1;
      for (int other = 0; other < of_.size(); ++other) {
        bool const is_wanted = of_.rank() == 0 ? other != 0 : other > of_.rank();
        if (!is_wanted || of_.at(other).is_open()) continue;
        text << (first < 0 ? "rank " : ", rank ") << other;
        if (first < 0) first = other;
      }
      text << " of " << of_.size() << " did not come to rank " << of_.rank() << " at " << of_.main().text()
           << of_.within().text();
      if (other_secrets_ > 0) text << "; processes with another secret came " << other_secrets_ << " times";
      fail(rank_error::kind::missing, first, text);
    }

    rendezvous& of_;
    tcp::acceptor& acceptor_;
    boost::asio::steady_timer retry_;
    std::vector<std::uint32_t> ports_;
    std::vector<bool> welcomed_;  ///< by rank: it is being told, and its socket is not taken in yet
    std::list<std::shared_ptr<caller>> callers_;
    message<2000> wrong_;
    int wrong_rank_ = 0;
    int here_ = 0;
    int told_ = 0;  ///< that the job fails
    int other_secrets_ = 0;
  };

  // Where this rank comes.

  socket_hello hello_from(std::uint32_t port) const {
    socket_hello hello;
    hello.rank = rank(), hello.size = size(), hello.port = port;
    return hello;
  }

  /// Null: rank `other` of this job is connected. Otherwise who was found there. \throws what the rank says, where it
  /// knows the secret
  char const* greet(int other, endpoints const& where, socket_hello hello) {
    auto const until = std::min(limit_, clock::now() + longest_greeting);
    tcp::socket& socket = at(other);
    error_code code;
    socket.close(code);
    code = run(socket, until, [&](auto over) { boost::asio::async_connect(socket, where, over); });
    socket_challenge challenge;
    if (!code) code = read_from(socket, challenge, until);
    if (!code && (challenge.magic != handshake_magic || challenge.rank != other))
      return close(other), "something else listens there";
    if (!code && challenge.job != job_) return close(other), "another job listens there";
    hello.nonce = random_bytes();
    hello.code = handshake_code(secret_, challenge, hello);
    socket_welcome welcome;
    if (!code) code = write_to(socket, &hello, sizeof hello, until);
    if (!code) code = read_from(socket, welcome, until);
    if (code) {
      last_problem_ = code.message();
      return close(other), last_problem_.c_str();
    }
    if (welcome.magic != handshake_magic) return close(other), "something else listens there";
    bool const knows_secret = same_digest(welcome.code, handshake_code(secret_, challenge, hello, welcome));
    if (welcome.what == socket_welcome::answer::other_secret || !knows_secret) {
      close(other);
      throw error(
          message<2000>{} << "rank " << rank() << " of " << size() << " and rank " << other << " at " << main().text()
                          << " have different secrets; ALLOTYPE_JOB_SECRET is to be the same in all processes, or the "
                             "file of the user on all machines");
    }
    if (welcome.what == socket_welcome::answer::welcome) return nullptr;
    close(other);
    std::string const text(welcome.text, strnlen(welcome.text, sizeof welcome.text));
    fail(rank_error::kind::disagrees, rank(), message<2000>{} << terminal_text(text).c_str());
  }
  void close(int other) {
    error_code ignored;
    at(other).close(ignored);
  }

  /// Comes again until the rank is there: it may not listen yet.
  void reach(int other, std::vector<endpoints> const& places, std::uint32_t own_port) {
    char const* found = "nobody";
    do {
      for (endpoints const& where : places) {
        found = greet(other, where, hello_from(own_port));
        if (found == nullptr) return;
      }
      rest();
    } while (clock::now() < limit_);
    fail(rank_error::kind::missing, other,
         message<2000>{} << "rank " << rank() << " of " << size() << " did not reach rank " << other
                         << (other == 0 ? " at " : "") << (other == 0 ? main().text() : "") << within().text() << ": "
                         << found);
  }

  std::vector<endpoints> places_of_main() const {
    endpoints const found = resolve();
    std::vector<endpoints> places;
    for (int further = 0; further <= place_.other_ports; ++further) {
      endpoints& there = places.emplace_back(found);
      for (auto& each : there) each.port(static_cast<unsigned short>(place_.main_port + further));
    }
    return places;
  }

  // The ways of rank 0 and of the others.

  void gather() {
    tcp::acceptor acceptor(io_);
    listen_as_main(acceptor);
    socket_frame said;
    std::vector<socket_address> addresses(sockets_.size());
    std::exception_ptr wrong;
    try {
      auto const ports = reception(*this, acceptor).take(size() - 1);
      for (int other = 1; other < size(); ++other)
        addresses[static_cast<std::size_t>(other)] = address_of(other, ports);
    } catch (rank_error const& found) {
      said = failure_frame(found.failure(), found.rank(), found.what());
      wrong = std::current_exception();
    }
    auto const until = wrong ? std::max(limit_, clock::now() + std::chrono::seconds{1}) : limit_;
    for (int other = 1; other < size(); ++other) {
      if (!at(other).is_open()) continue;
      error_code code = write_to(at(other), &said, sizeof said, until);
      if (!code && !wrong) code = write_to(at(other), addresses.data(), bytes_of(addresses), until);
      if (code && !wrong) lost(other, code);
    }
    if (wrong) std::rethrow_exception(wrong);
  }
  socket_address address_of(int other, std::vector<std::uint32_t> const& ports) {
    socket_address address;
    address.port = ports[static_cast<std::size_t>(other)];
    error_code code;
    auto const remote = at(other).remote_endpoint(code).address();
    if (code) lost(other, code);
    if (remote.is_loopback()) return address;  // a rank on rank 0's machine, whose address the others know
    std::string const text = remote.to_string();
    std::memcpy(address.address, text.data(), std::min(text.size(), sizeof address.address - 1));
    return address;
  }
  static std::size_t bytes_of(std::vector<socket_address> const& addresses) {
    return addresses.size() * sizeof addresses[0];
  }
  [[noreturn]] void lost(int other, error_code const& code) {
    fail(rank_error::kind::lost, other,
         message<2000>{} << "rank " << other << " of " << size()
                         << " is lost: its connection ended while the ranks met (" << code.message().c_str() << ")");
  }

  void join() {
    auto const places = places_of_main();
    tcp::acceptor acceptor(io_);
    tcp::endpoint const where = listening_address(places.front().front(), 0);
    if (error_code const code = try_to_listen(acceptor, where)) cannot_listen(where, code);
    std::uint32_t const port = acceptor.local_endpoint().port();
    reach(0, places, port);
    socket_frame said;
    if (error_code const code = read_from(at(0), said, limit_ + longest_greeting)) lost(0, code);
    if (said.what == socket_frame::kind::failure && what_is_wrong(said, size()) == nullptr) throw failure_in(said);
    std::vector<socket_address> addresses(sockets_.size());
    error_code const code = run(at(0), limit_ + longest_greeting, [&](auto over) {
      boost::asio::async_read(at(0), boost::asio::buffer(addresses.data(), bytes_of(addresses)), over);
    });
    if (code) lost(0, code);
    auto const main_address = at(0).remote_endpoint().address();
    for (int other = 1; other < rank(); ++other) {
      reach(other, {{endpoint_of(other, addresses[static_cast<std::size_t>(other)], main_address)}}, port);
    }
    if (rank() + 1 < size()) reception(*this, acceptor).take(size() - 1 - rank());
  }
  tcp::endpoint endpoint_of(int other, socket_address const& told, boost::asio::ip::address const& main_address) {
    error_code code;
    std::string const text(told.address, strnlen(told.address, sizeof told.address));
    auto const address = text.empty() ? main_address : boost::asio::ip::make_address(text, code);
    if (code || told.port == 0 || told.port > 65535) {
      fail(rank_error::kind::lost, 0,
           message<2000>{} << "rank 0 of " << size() << " told an address of rank " << other << " that is none");
    }
    return {address, static_cast<unsigned short>(told.port)};
  }

  boost::asio::io_context& io_;
  place_in_job const& place_;
  std::chrono::milliseconds time_limit_;
  clock::time_point limit_;
  std::string secret_;
  handshake_bytes job_;
  std::vector<tcp::socket> sockets_;
  std::string last_problem_;
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
