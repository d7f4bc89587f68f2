// SPDX-License-Identifier: BSL-1.0
// Any bytes as what another rank sent: a frame that is taken has fields that can be used, and what is said of it is
// shown whole by a terminal.
#include <cstdlib>
#include <cstring>

#include "sockets/handshake.hpp"
#include "sockets/socket_frame.hpp"

namespace detail = allotype::detail;

namespace {

void require(bool good) {
  if (!good) std::abort();
}

bool is_shown(char const* text) { return detail::terminal_text(text) == text; }

constexpr int ranks = 4;

void use(detail::socket_frame const& frame) {
  if (detail::what_is_wrong(frame, ranks) != nullptr) return;
  if (frame.what == detail::socket_frame::kind::failure) {
    auto const error = detail::failure_in(frame);
    require(error.rank() >= 0 && error.rank() < ranks && is_shown(error.what()));
    return;
  }
  detail::collective_call const calls[] = {detail::call_of<float, allotype::plus>(detail::collective::all_reduce, 4),
                                           frame.call};
  int const different = detail::first_different(calls, 2);
  if (different >= 0) require(is_shown(detail::describe_difference(calls, different).text()));
  require(is_shown(detail::describe(frame.call).text()));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(unsigned char const* bytes, std::size_t size) {
  detail::socket_frame frame;
  std::memcpy(static_cast<void*>(&frame), bytes, size < sizeof frame ? size : sizeof frame);
  use(frame);
  frame.what = detail::socket_frame::kind::call;
  frame.call.version = ALLOTYPE_VERSION;
  use(frame);
  frame.what = detail::socket_frame::kind::failure;
  frame.failed_rank &= ranks - 1;
  frame.failure &= 3;
  use(frame);
  return 0;
}
