// SPDX-License-Identifier: BSL-1.0
/// \file
/// On the device that the type names? Before work is put on a device, it is compared with the accelerator's type: board,
/// slice, memory, multiprocessors, compute capability.
#pragma once

#include <string>

#include <allotype/dispatch/error.hpp>
#include <allotype/runtime/matching.hpp>

namespace allotype {

/// The device is not the one that the accelerator's type names; `what()` describes both.
class wrong_device : public error {
 public:
  using error::error;
};

/// Says that a device other than the type's will do.
struct accept_mismatch_t {};
inline constexpr accept_mismatch_t accept_mismatch{};

/// An accelerator that devices can be compared with.
template <class A>
concept checkable_device = nvidia_gpu<A> && !request_only<A>;

namespace core {

inline std::string in_mebibytes(bytes memory) { return std::to_string(memory.in_mebibytes()) + " MiB"; }
inline std::string in_words_of_capability(compute_capability<> capability) {
  return "compute capability " + std::to_string(capability.major) + "." + std::to_string(capability.minor);
}

inline std::string describe_wanted(wanted_device const& wanted) {
  std::string text = wanted.request.name;
  if (wanted.memory.count != 0) text += ", " + in_mebibytes(wanted.memory);
  if (wanted.request.partition != nullptr && wanted.sm_count != 0) {
    text += ", " + std::to_string(wanted.sm_count) + " multiprocessors";
  }
  if (wanted.request.capability.major != 0) text += ", " + in_words_of_capability(wanted.request.capability);
  return text;
}

inline std::string describe_found(found_device const& found) {
  std::string text = found.name().empty() ? "a device without a name" : found.name();
  if (!found.uuid().empty()) text += " (" + found.uuid() + ")";
  if (found.memory()) text += ", " + in_mebibytes(*found.memory());
  if (found.slice != nullptr && found.slice->sm_count) {
    text += ", " + std::to_string(*found.slice->sm_count) + " multiprocessors";
  }
  if (found.board->compute_capability) text += ", " + in_words_of_capability(*found.board->compute_capability);
  return text;
}

inline void add_difference(std::string& differences, std::string const& difference) {
  differences += (differences.empty() ? "" : ", ") + difference;
}

/// What differs; empty where nothing does.
inline std::string differences_between(wanted_device const& wanted, found_device const& found) {
  std::string differences;
  if (!is_board(wanted, *found.board)) add_difference(differences, "another board");
  bool const partition = wanted.request.partition != nullptr;
  if (partition && found.slice == nullptr) {
    add_difference(differences, "not a slice of one");
  } else if (partition && !is_partition(wanted, *found.slice)) {
    add_difference(differences, "another slice");
  } else if (wanted.request.whole && (found.slice != nullptr || found.board->partitioned())) {
    add_difference(differences, "not the whole of one");
  }
  // A type that leaves the partitioning open describes the whole board; a slice of it has less.
  bool const same_extent = partition == (found.slice != nullptr);
  if (same_extent && wanted.memory.count != 0 && found.memory() && !is_about(*found.memory(), wanted.memory)) {
    add_difference(differences, "another amount of memory");
  }
  if (partition && found.slice != nullptr && wanted.sm_count != 0 && found.slice->sm_count &&
      *found.slice->sm_count != wanted.sm_count) {
    add_difference(differences, "another number of multiprocessors");
  }
  if (wanted.request.capability.major != 0 && found.board->compute_capability &&
      *found.board->compute_capability != wanted.request.capability) {
    add_difference(differences, "another compute capability");
  }
  return differences;
}

/// Says what cannot be compared.
template <class A>
struct device_check {
  static constexpr bool checkable = checkable_device<A>;
  static_assert(checkable,
                "check_device<A> compares NVIDIA GPUs that the catalogue, or a type of yours, describes with what was found; "
                "this accelerator is none");
};

}  // namespace core

/// How the device differs from what `A` names, in a sentence that describes both; empty where it does not.
template <class A>
  requires checkable_device<A>
std::string mismatch_of(found_device const& device) {
  auto const wanted = core::wanted_device_of<A>();
  std::string const differences = core::differences_between(wanted, device);
  if (differences.empty()) return {};
  return "asked for " + core::describe_wanted(wanted) + "; found " + core::describe_found(device) + ": " + differences;
}

/// Compares the device with the type.
/// \throws wrong_device where they differ
template <class A>
void check_device([[maybe_unused]] found_device const& device) {
  (void)sizeof(core::device_check<A>);
  if constexpr (checkable_device<A>) {
    std::string const mismatch = mismatch_of<A>(device);
    if (!mismatch.empty()) throw wrong_device(mismatch.c_str());
  }
}

/// The same for those who take the device as it is: what differs is returned, not thrown.
template <class A>
std::string check_device([[maybe_unused]] found_device const& device, accept_mismatch_t) {
  (void)sizeof(core::device_check<A>);
  if constexpr (checkable_device<A>) {
    return mismatch_of<A>(device);
  } else {
    return {};
  }
}

}  // namespace allotype
