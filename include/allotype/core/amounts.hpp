// SPDX-License-Identifier: BSL-1.0
/// \file
/// Amounts and abilities as types: `memory<8_GiB>`, `sms<28>`, `bf16`. One template for one amount, whoever asks for
/// it: `limits<…>` of the host, `grid<…>` of a block of threads, `needs<…>` of an accelerator. An amount that was refused is
/// not `valid`, and what contains it leaves it out, so that no second error follows.
#pragma once

#include <allotype/core/units.hpp>

namespace allotype {

namespace detail {

/// What accelerators are compared in. The number of a quantity is its position in `amounts`.
enum class quantity {
  memory,
  sms,
  compute_slices,
  memory_slices,
  copy_engines,
  nvdec,
  nvenc,
  jpeg,
  ofa,
  memory_bandwidth,
  chips,
  tensorcores,
  compute_units,
  xcds,
  compute_capability,
  threads_per_block,
  threads_per_sm,
  shared_memory_per_block,
  warp_size,
  bf16,
  fp8,
  fp64_tensor,
  peer_to_peer,
  ipc,
  graphics,
};
inline constexpr int quantities = static_cast<int>(quantity::graphics) + 1;

/// No amount: not asked for, or not published.
inline constexpr long long no_amount = -1;

/// One number a quantity: bytes, GB/s, counts, 0 or 1, and 89 for compute capability 8.9.
struct amounts {
  long long of[quantities]{};

  constexpr amounts() {
    for (long long& amount : of) amount = no_amount;
  }
  constexpr long long& operator[](quantity which) { return of[static_cast<int>(which)]; }
  constexpr long long operator[](quantity which) const { return of[static_cast<int>(which)]; }
};

constexpr long long number_of(long long count) { return count; }
constexpr long long number_of(bytes amount) { return static_cast<long long>(amount.count); }
constexpr long long number_of(compute_capability<> version) { return version.major * 10 + version.minor; }

/// The type that stands for so much of a quantity; what `memory<N>` is to its number.
template <quantity Which, long long Number>
struct amount_type;

/// Answers for types that were refused, too: it looks at no member.
template <class Entry>
inline constexpr bool is_amount = false;

// The assertions stand in functions: clang has no members in a class in which one failed.
template <bool Valid>
consteval bool memory_is_some() {
  static_assert(Valid, "memory<N>: a task needs some memory; write for example memory<8_GiB>");
  return true;
}
template <bool Valid>
consteval bool threads_are_some() {
  static_assert(Valid, "threads_per_block<N>: a block has at least one thread");
  return true;
}
template <bool Valid, int Count>
consteval bool count_is_not_negative() {
  static_assert(Valid, "a count such as sms<N> cannot be negative");
  return true;
}

}  // namespace detail

/// Memory: of the accelerator in `needs`, of the host in `limits`.
template <bytes Amount>
struct memory {
  static constexpr bytes value = Amount;
  static constexpr detail::quantity quantity = detail::quantity::memory;
  static constexpr bool valid = Amount > bytes{0};
  static_assert(detail::memory_is_some<valid>());
};

/// Shared memory of one block of threads: in `needs` all of it; in `grid` what is told at the launch, which opts in for
/// more than 48 KiB.
template <bytes Amount>
struct shared_memory_per_block {
  static constexpr bytes value = Amount;
  static constexpr detail::quantity quantity = detail::quantity::shared_memory_per_block;
  static constexpr bool valid = true;
};

template <int Count>
struct threads_per_block {
  static constexpr int value = Count;
  static constexpr detail::quantity quantity = detail::quantity::threads_per_block;
  static constexpr bool valid = Count > 0;
  static_assert(detail::threads_are_some<valid>());
};

/// NVIDIA's compute capability at least.
template <int Major, int Minor>
struct compute_capability<Major, Minor> {
  static constexpr compute_capability<> value{Major, Minor};
  static constexpr bool valid = true;
  static constexpr detail::quantity quantity = detail::quantity::compute_capability;
};

#define ALLOTYPE_COUNT_OF(name)                                            \
  template <int Count>                                                     \
  struct name {                                                            \
    static constexpr int value = Count;                                    \
    static constexpr detail::quantity quantity = detail::quantity::name;       \
    static constexpr bool valid = Count >= 0;                              \
    static_assert(detail::count_is_not_negative<valid, Count>());          \
  };                                                                       \
  template <int Count>                                                     \
  inline constexpr bool detail::is_amount<name<Count>> = true;             \
  template <long long Number>                                              \
  struct detail::amount_type<detail::quantity::name, Number> {                 \
    using type = allotype::name<static_cast<int>(Number)>;                 \
  }

/// Streaming multiprocessors.
ALLOTYPE_COUNT_OF(sms);
/// Slices of a MIG GPU instance.
ALLOTYPE_COUNT_OF(compute_slices);
ALLOTYPE_COUNT_OF(memory_slices);
/// Engines that work beside the multiprocessors: copies, video decoding and encoding, JPEG decoding, optical flow.
ALLOTYPE_COUNT_OF(copy_engines);
ALLOTYPE_COUNT_OF(nvdec);
ALLOTYPE_COUNT_OF(nvenc);
ALLOTYPE_COUNT_OF(jpeg);
ALLOTYPE_COUNT_OF(ofa);
/// Bandwidth of the memory in decimal GB/s, as on data sheets.
ALLOTYPE_COUNT_OF(memory_bandwidth);
/// Chips and TensorCores of a TPU slice.
ALLOTYPE_COUNT_OF(chips);
ALLOTYPE_COUNT_OF(tensorcores);
/// Compute units and chiplets of an AMD accelerator or a partition of it.
ALLOTYPE_COUNT_OF(compute_units);
ALLOTYPE_COUNT_OF(xcds);
/// Threads that one multiprocessor keeps at a time.
ALLOTYPE_COUNT_OF(threads_per_sm);
/// Threads of a warp: exactly so many, where all else is "at least".
ALLOTYPE_COUNT_OF(warp_size);
#undef ALLOTYPE_COUNT_OF

#define ALLOTYPE_ABILITY(name)                                       \
  struct name {                                                      \
    static constexpr int value = 1;                                  \
    static constexpr bool valid = true;                              \
    static constexpr detail::quantity quantity = detail::quantity::name; \
  };                                                                 \
  template <>                                                        \
  inline constexpr bool detail::is_amount<name> = true;              \
  template <long long Number>                                        \
  struct detail::amount_type<detail::quantity::name, Number> {           \
    using type = allotype::name;                                     \
  }

/// Arithmetic in hardware: bfloat16, eight-bit floats, double precision on tensor cores.
ALLOTYPE_ABILITY(bf16);
ALLOTYPE_ABILITY(fp8);
ALLOTYPE_ABILITY(fp64_tensor);
/// Direct access to another accelerator's memory (`cudaDeviceEnablePeerAccess`); see plan/communication.hpp.
ALLOTYPE_ABILITY(peer_to_peer);
/// Memory shared with another accelerator's process by CUDA IPC; see plan/communication.hpp.
ALLOTYPE_ABILITY(ipc);
/// OpenGL and Vulkan.
ALLOTYPE_ABILITY(graphics);
#undef ALLOTYPE_ABILITY

namespace detail {

template <bytes Amount>
inline constexpr bool is_amount<memory<Amount>> = true;
template <bytes Amount>
inline constexpr bool is_amount<shared_memory_per_block<Amount>> = true;
template <int Count>
inline constexpr bool is_amount<threads_per_block<Count>> = true;
template <int Major, int Minor>
inline constexpr bool is_amount<compute_capability<Major, Minor>> = true;

template <long long Number>
struct amount_type<quantity::memory, Number> {
  using type = memory<bytes{static_cast<unsigned long long>(Number)}>;
};
template <long long Number>
struct amount_type<quantity::shared_memory_per_block, Number> {
  using type = shared_memory_per_block<bytes{static_cast<unsigned long long>(Number)}>;
};
template <long long Number>
struct amount_type<quantity::threads_per_block, Number> {
  using type = threads_per_block<static_cast<int>(Number)>;
};
template <long long Number>
struct amount_type<quantity::compute_capability, Number> {
  using type = compute_capability<static_cast<int>(Number / 10), static_cast<int>(Number % 10)>;
};

}  // namespace detail
}  // namespace allotype
