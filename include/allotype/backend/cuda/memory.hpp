// SPDX-License-Identifier: BSL-1.0
/// \file
/// Memory of a GPU. Pageable host memory is copied through two halves of pinned memory: the host fills one while the
/// device reads the other.
#pragma once

#include <cstring>

#include <allotype/backend/cuda/queue.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {
inline namespace ALLOTYPE_MODE {

namespace mode_detail {

[[noreturn, gnu::cold]] inline void larger_than_the_device(char const* accelerator, bytes asked, bytes there) {
  throw size_error(message<2000>{} << accelerator << ": a buffer of " << static_cast<long long>(asked.count)
                                   << " bytes; the accelerator has " << static_cast<long long>(there.count));
}

/// Atomic operations on a byte take its word along.
inline std::size_t whole_words(std::size_t bytes) { return (bytes + 3) / 4 * 4; }

/// What `call` allocates, one of CUDA's functions: `allocate` calls it. Null for no bytes. `State` is a queue's, or a
/// pool.
template <class State, class Allocate>
void* allocated(State& state, std::size_t bytes, char const* call, Allocate const& allocate) {
  if (bytes == 0) return nullptr;
  state.activate();
  void* memory = nullptr;
  cudaError_t const code = allocate(&memory);
  if (code == cudaSuccess) return memory;
  cudaGetLastError();
  throw device_error(call, static_cast<long long>(bytes), cudaGetErrorName(code), cudaGetErrorString(code),
                     state.accelerator());
}

}  // namespace mode_detail

inline void* allocate(cuda_backend, cuda_state& state, std::size_t bytes) {
  if (bytes > state.memory().count) mode_detail::larger_than_the_device(state.accelerator(), {bytes}, state.memory());
  std::size_t const words = mode_detail::whole_words(bytes);
  return mode_detail::allocated(state, bytes, "cudaMalloc", [&](void** memory) { return cudaMalloc(memory, words); });
}
inline void* allocate_pinned(cuda_backend, cuda_state& state, std::size_t bytes) {
  return mode_detail::allocated(state, bytes, "cudaMallocHost",
                                [&](void** memory) { return cudaMallocHost(memory, bytes); });
}
/// May be larger than the device's memory: the driver keeps in the host's what does not fit.
inline void* allocate_unified(cuda_backend, cuda_state& state, std::size_t bytes) {
  return mode_detail::allocated(state, bytes, "cudaMallocManaged",
                                [&](void** memory) { return cudaMallocManaged(memory, bytes, cudaMemAttachGlobal); });
}

inline void deallocate(cuda_backend, void* memory) noexcept {
  mode_detail::report_cuda(cudaFree(memory), "cudaFree", "a buffer");
}
inline void deallocate_pinned(cuda_backend, void* memory) noexcept {
  mode_detail::report_cuda(cudaFreeHost(memory), "cudaFreeHost", "pinned memory");
}

namespace mode_detail {

/// The driver knows the memory, so the device reads and writes it without staging.
inline bool is_pinned(void const* memory) {
  cudaPointerAttributes attributes;
  if (cudaPointerGetAttributes(&attributes, memory) != cudaSuccess) {
    cudaGetLastError();
    return false;
  }
  return attributes.type != cudaMemoryTypeUnregistered;
}

inline void upload(cuda_state& state, char* to, char const* from, std::size_t bytes) {
  int which = 0;
  while (bytes != 0) {
    std::size_t const part = bytes < cuda_state::half_bytes ? bytes : cuda_state::half_bytes;
    auto& staging = state.staging(which);
    state.check(cudaEventSynchronize(staging.free), "cudaEventSynchronize");
    std::memcpy(staging.memory, from, part);
    state.check(cudaMemcpyAsync(to, staging.memory, part, cudaMemcpyHostToDevice, state.stream()), "cudaMemcpyAsync");
    state.check(cudaEventRecord(staging.free, state.stream()), "cudaEventRecord");
    to += part, from += part, bytes -= part, which = 1 - which;
  }
}

inline void download(cuda_state& state, char* to, char const* from, std::size_t bytes) {
  constexpr std::size_t half = cuda_state::half_bytes;
  std::size_t const parts = (bytes + half - 1) / half;
  auto const size_of = [&](std::size_t part) { return part + 1 < parts ? half : bytes - part * half; };
  auto const request = [&](std::size_t part) {
    auto& staging = state.staging(static_cast<int>(part % 2));
    state.check(
        cudaMemcpyAsync(staging.memory, from + part * half, size_of(part), cudaMemcpyDeviceToHost, state.stream()),
        "cudaMemcpyAsync");
    state.check(cudaEventRecord(staging.free, state.stream()), "cudaEventRecord");
  };
  for (std::size_t part = 0; part < parts && part < 2; ++part) request(part);
  for (std::size_t part = 0; part < parts; ++part) {
    auto& staging = state.staging(static_cast<int>(part % 2));
    state.check(cudaEventSynchronize(staging.free), "cudaEventSynchronize");
    std::memcpy(to + part * half, staging.memory, size_of(part));
    if (part + 2 < parts) request(part + 2);
  }
}

}  // namespace mode_detail

inline void copy_bytes(cuda_backend, cuda_state& state, void* to, void const* from, std::size_t bytes,
                       direction which) {
  if (bytes == 0) return;
  state.activate();
  if (which == direction::on_device) {
    state.check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, state.stream()), "cudaMemcpyAsync");
    return;
  }
  void const* const host = which == direction::to_device ? from : to;
  if (mode_detail::is_pinned(host)) {
    state.check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, state.stream()), "cudaMemcpyAsync");
    wait_for(cuda_backend{}, state);
  } else if (which == direction::to_device) {
    mode_detail::upload(state, static_cast<char*>(to), static_cast<char const*>(from), bytes);
  } else {
    mode_detail::download(state, static_cast<char*>(to), static_cast<char const*>(from), bytes);
    state.check_indices();
  }
}

namespace mode_detail {

constexpr cudaMemcpyKind kind_of(direction which) {
  return which == direction::to_device     ? cudaMemcpyHostToDevice
         : which == direction::from_device ? cudaMemcpyDeviceToHost
                                           : cudaMemcpyDeviceToDevice;
}

/// What `cudaMemcpy3DAsync` and `cudaMemcpy3DPeerAsync` are told of lines: `Parameters` with both ends and the size.
template <class Parameters>
Parameters pitched(pitched_copy const& block) {
  auto const size = [](long long number) { return static_cast<std::size_t>(number); };
  // Where there is one plane, the distance to the next one is not used.
  auto const lines_between = [&](long long plane, long long line) {
    return size(block.planes > 1 ? plane / line : block.lines);
  };
  Parameters all{};
  all.srcPtr = {const_cast<void*>(block.from), size(block.from_line), block.bytes,
                lines_between(block.from_plane, block.from_line)};
  all.dstPtr = {block.to, size(block.to_line), block.bytes, lines_between(block.to_plane, block.to_line)};
  all.extent = {block.bytes, size(block.lines), size(block.planes)};
  return all;
}

/// Calls `copy` with what one call of CUDA copies: all planes if the distance between planes is a number of lines at
/// both ends, else each plane.
template <class Copy>
void each_pitched(pitched_copy const& block, Copy const& copy) {
  if (block.planes == 1 || (block.to_plane % block.to_line == 0 && block.from_plane % block.from_line == 0)) {
    copy(block);
    return;
  }
  pitched_copy plane = block;
  plane.planes = 1;
  for (long long i = 0; i < block.planes; ++i) {
    plane.to = static_cast<char*>(block.to) + i * block.to_plane;
    plane.from = static_cast<char const*>(block.from) + i * block.from_plane;
    copy(plane);
  }
}

}  // namespace mode_detail

inline void copy_lines_async(cuda_backend, cuda_state& state, pitched_copy const& block, direction which) {
  state.activate();
  mode_detail::each_pitched(block, [&](pitched_copy const& part) {
    auto all = mode_detail::pitched<cudaMemcpy3DParms>(part);
    all.kind = mode_detail::kind_of(which);
    state.check(cudaMemcpy3DAsync(&all, state.stream()), "cudaMemcpy3DAsync");
  });
}
inline void copy_lines(cuda_backend, cuda_state& state, pitched_copy const& block, direction which) {
  copy_lines_async(cuda_backend{}, state, block, which);
  if (which != direction::on_device) wait_for(cuda_backend{}, state);
}

/// The host's side is pinned.
inline void copy_bytes_async(cuda_backend, cuda_state& state, void* to, void const* from, std::size_t bytes,
                             direction which) {
  if (bytes == 0) return;
  state.activate();
  state.check(cudaMemcpyAsync(to, from, bytes, mode_detail::kind_of(which), state.stream()), "cudaMemcpyAsync");
}

inline void copy_across(cuda_backend, cuda_state& here, cuda_state& there, void* to, void const* from,
                        std::size_t bytes) {
  if (bytes == 0) return;
  there.activate();
  there.check(cudaMemcpyPeerAsync(to, there.device(), from, here.device(), bytes, there.stream()),
              "cudaMemcpyPeerAsync");
}
inline void copy_lines_across(cuda_backend, cuda_state& here, cuda_state& there, pitched_copy const& block) {
  there.activate();
  mode_detail::each_pitched(block, [&](pitched_copy const& part) {
    auto all = mode_detail::pitched<cudaMemcpy3DPeerParms>(part);
    all.srcDevice = here.device();
    all.dstDevice = there.device();
    there.check(cudaMemcpy3DPeerAsync(&all, there.stream()), "cudaMemcpy3DPeerAsync");
  });
}

}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
