// SPDX-License-Identifier: BSL-1.0
/// \file
/// What HTCondor is asked for where any GPUs will do that are large and new enough. For named devices see
/// `system<"htcondor">`.
///
/// Source: HTCondor's manual, condor_submit (gpus_minimum_capability, gpus_minimum_memory).
#pragma once

#include <allotype/core/error.hpp>
#include <allotype/core/units.hpp>

#include <string>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::htcondor {

/// Lines of a submit file for any GPUs with at least this compute capability and this memory, whatever board they are
/// of.
/// \throws input_error for a count below 1
[[nodiscard]] inline std::string devices_by_memory(compute_capability<> least, bytes memory, int count = 1) {
  if (count < 1) throw input_error(message<2000>{} << "the count of GPUs begins at 1, and it is " << count);
  constexpr bytes mib{1 << 20}, gib{1 << 30};
  std::string const size =
      memory % gib == bytes{} ? std::to_string(memory / gib) + "GB" : std::to_string(detail::units_of(mib, memory));
  return "request_gpus = " + std::to_string(count) + "\ngpus_minimum_capability = " + std::to_string(least.major) +
         "." + std::to_string(least.minor) + "\ngpus_minimum_memory = " + size;
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::htcondor
