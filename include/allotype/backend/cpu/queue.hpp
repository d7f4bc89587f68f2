// SPDX-License-Identifier: BSL-1.0
/// \file
/// The host processor's queue: work is done when the call returns, so there is nothing to wait for.
#pragma once

#include <allotype/backend/cpu/parallel_region.hpp>
#include <allotype/dispatch/backend.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {
inline namespace ALLOTYPE_MODE {

/// What a queue of the host processor keeps, for backends: its queues need no more than this.
struct host_state {
  int threads = 1;                       ///< that verbs use; 1 without OpenMP
  char const* accelerator = "the host";  ///< the accelerator's name, for errors
};

namespace mode_detail {

inline opened<host_state> open_queue(serial, device_request const& request) {
  if (request.by_uuid)
    return answer{"nothing here has a UUID, and "} << to_string(request.uuid).text() << " was asked for";
  return host_state{1, request.name};
}
inline fixed_text<240> describe_queue(serial, host_state const&) { return "serial"; }
inline void wait_for(serial, host_state&) {}
inline void begin_range(serial, char const*) {}
inline void end_range(serial) {}

#ifdef _OPENMP
inline opened<host_state> open_queue(openmp, device_request const& request) {
  if (request.by_uuid) return open_queue(serial{}, request);
  return host_state{max_threads(), request.name};
}
inline fixed_text<240> describe_queue(openmp, host_state const& state) {
  return fixed_text<240>{} << "OpenMP, " << state.threads << (state.threads == 1 ? " thread" : " threads");
}
#endif

}  // namespace mode_detail
}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
