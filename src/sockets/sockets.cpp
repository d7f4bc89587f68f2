// SPDX-License-Identifier: BSL-1.0
// What allotype/parallel/transport/detail/socket_communicator.hpp declares.

#include <cstdint>
#include <cstring>
#include <exception>
#include <span>
#include <vector>

#include <allotype/core/detail/exception_text.hpp>
#include <allotype/parallel/transport/detail/socket_communicator.hpp>

#include "socket_mesh.hpp"

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

/// One process of the job: frames go before all elements, so that ranks which do different things are found.
class socket_rank {
 public:
  explicit socket_rank(socket_mesh& mesh) : mesh_(&mesh), frames_(index(mesh.size())) {}

  void enter(collective_call const& call) {
    within_ = true;
    mine_ = {};
    mine_.call = call;
    send_frames(frame::kind::call, [](int) { return true; }, [](int) { return true; });
    std::vector<collective_call> calls;
    for (int other = 0; other < size(); ++other)
      calls.push_back(other == rank() ? mine_.call : frames_[index(other)].call);
    int const different = first_different(calls.data(), size());
    if (different < 0) return;
    for (int other = 0; other < size(); ++other) {
      if (calls[index(other)].which != collective::end) continue;
      int waits = 0;
      while (calls[index(waits)].which == collective::end) ++waits;
      throw rank_error(rank_error::kind::left, other,
                       message<2000>{} << "rank " << other << " of " << size() << " ended, and rank " << waits
                                       << " waits for it in " << describe(calls[index(waits)]).text());
    }
    throw rank_error(rank_error::kind::disagrees, different, describe_difference(calls.data(), different));
  }

  void done() { within_ = false; }

  void exchange(std::span<socket_parcel const> parcels) {
    auto const sends = [&](int other) { return !parcels[index(other)].sent.empty(); };
    auto const receives = [&](int other) { return !parcels[index(other)].received.empty(); };
    send_frames(frame::kind::elements, sends, receives);
    mesh_->begin();
    for (int other = 0; other < size(); ++other) {
      if (other == rank()) continue;
      socket_parcel const& parcel = parcels[index(other)];
      if (receives(other)) mesh_->receive(other, parcel.received.data(), parcel.received.size());
      if (sends(other)) mesh_->send(other, parcel.sent.data(), parcel.sent.size());
    }
    mesh_->wait(mine_.call);
    within_ = false;
  }

  /// The others are told why this rank ends, where they understand it: between two collectives.
  void tell(rank_error::kind failure, int failed_rank, char const* text) {
    frame const said = failure_frame(failure, failed_rank, text);
    mesh_->part(within_ ? nullptr : &said);
  }

 private:
  using frame = socket_frame;
  static std::size_t index(int rank) { return static_cast<std::size_t>(rank); }
  int rank() const { return mesh_->rank(); }
  int size() const { return mesh_->size(); }

  /// A frame to each rank that `to` takes, and one from each that `from` takes. \throws what a rank says that failed
  template <class To, class From>
  void send_frames(frame::kind what, To const& to, From const& from) {
    mine_.what = what;
    mesh_->begin();
    for (auto& each : frames_) each.what = {};  // nothing has come yet
    for (int other = 0; other < size(); ++other) {
      if (other == rank()) continue;
      if (from(other)) mesh_->receive(other, &frames_[index(other)], sizeof(frame));
      if (to(other)) mesh_->send(other, &mine_, sizeof(frame));
    }
    wait([&](int other) { return other != rank() && from(other); });
    for (int other = 0; other < size(); ++other) {
      if (other != rank() && from(other)) check(other, what);
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
  void rethrow_failure(frame const& of) const {
    if (of.what == frame::kind::failure && what_is_wrong(of, size()) == nullptr) throw failure_in(of);
  }
  /// A rank sent what it may send here.
  void check(int other, frame::kind awaited) const {
    frame const& found = frames_[index(other)];
    rethrow_failure(found);
    char const* wrong = what_is_wrong(found, size());
    if (wrong == nullptr && found.what != awaited) wrong = "a message that has no place here";
    if (wrong == nullptr && awaited == frame::kind::elements && !(found.call == mine_.call))
      wrong = "elements of another collective";
    if (wrong == nullptr) return;
    throw rank_error(rank_error::kind::lost, other,
                     message<2000>{} << "rank " << other << " of " << size() << " is lost: it sent " << wrong << " in "
                                     << describe(mine_.call).text());
  }

  socket_mesh* mesh_;
  std::vector<frame> frames_;  ///< from each rank
  frame mine_;
  bool within_ = false;  ///< a collective, where the others await elements and not words
};

void socket_communicator::enter(collective_call const& call) { connected_->enter(call); }
void socket_communicator::done() { connected_->done(); }

void socket_communicator::exchange() { connected_->exchange(parcels_); }

void run_over_sockets(place_in_job const& place, std::chrono::milliseconds time_limit,
                      function_reference<socket_communicator&> function) {
  if (place.size < 1 || place.rank < 0 || place.rank >= place.size) {
    throw size_error(message<2000>{} << "over_sockets: rank " << place.rank << " of " << place.size
                                     << " ranks; valid: at least one rank, counted from 0");
  }
  socket_mesh mesh(place, time_limit);
  socket_rank connected(mesh);
  try {
    socket_communicator mine(connected, place.rank, place.size);
    function(mine);
    // The last meeting: a rank that is still in a collective is told that this one has ended.
    connected.enter(call_without_elements(collective::end));
    mesh.part(nullptr);
  } catch (rank_error const& found) {
    connected.tell(found.failure(), found.rank(), found.what());
    throw;
  } catch (...) {
    auto const cause = std::current_exception();
    message<2000> const text = message<2000>{} << "rank " << place.rank << " of " << place.size
                                               << " failed: " << message_of(cause).text();
    connected.tell(rank_error::kind::threw, place.rank, text.text());
    throw rank_error(rank_error::kind::threw, place.rank, text, cause);
  }
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
