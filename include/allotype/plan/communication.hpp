// SPDX-License-Identifier: BSL-1.0
/// \file
/// Which accelerators can talk to each other, and how. What follows from no rule is not published: `fact::peer_to_peer`,
/// `fact::ipc` and `fact::graphics` are asked like every other fact, `publishes<A, fact::ipc>`.
///
/// Sources: NVIDIA MIG User Guide (concepts, deployment considerations, device names); AMD SMI documentation.
#pragma once

#include <allotype/accelerator/facts.hpp>
#include <allotype/core/amounts.hpp>

namespace allotype {

namespace core {

/// A slice of an NVIDIA GPU: a MIG GPU instance or part of one.
template <class A>
concept mig_slice = nvidia_gpu<A> && partition<A>;

constexpr bool ends_in(char const* text, char const* end) {
  int const from = length(text) - length(end);
  return from >= 0 && equal(text + from, end);
}

/// Abilities of a whole NVIDIA GPU, which a slice lacks. A member of the type goes before the rule.
template <class A>
consteval long long whole_gpu_alone() {
  if constexpr (request_only<A>) {
    return no_amount;
  } else if constexpr (nvidia_gpu<A>) {
    return mig_slice<A> ? 0 : 1;
  } else {
    return no_amount;
  }
}

template <class A>
consteval long long peer_to_peer_of() {
  if constexpr (requires { A::peer_to_peer; }) {
    return A::peer_to_peer;
  } else if constexpr (amd_gpu<A> && partition<A>) {
    return 1;
  } else {
    return whole_gpu_alone<A>();
  }
}
template <class A>
consteval long long ipc_of() {
  if constexpr (requires { A::ipc; }) {
    return A::ipc;
  } else {
    return whole_gpu_alone<A>();
  }
}
template <class A>
consteval long long graphics_of() {
  if constexpr (requires { A::graphics; }) {
    return A::graphics;
  } else if constexpr (mig_slice<A> && !request_only<A>) {
    return ends_in(A::name, "+gfx");
  } else {
    return whole_gpu_alone<A>();
  }
}

}  // namespace core

namespace fact {

#define ALLOTYPE_RULE(rule)                                  \
  struct rule {                                              \
    template <class A>                                       \
    static consteval bool known() {                          \
      return core::rule##_of<A>() != core::no_amount;        \
    }                                                        \
    template <class A>                                       \
    static consteval bool of() {                             \
      return core::rule##_of<A>() != 0;                      \
    }                                                        \
  }
/// Direct access to the memory of others. A whole GPU: nothing rules it out, the machine's topology decides.
ALLOTYPE_RULE(peer_to_peer);
/// CUDA IPC with a process on another accelerator.
ALLOTYPE_RULE(ipc);
/// OpenGL and Vulkan: of the slices of an NVIDIA GPU those marked `+gfx`.
ALLOTYPE_RULE(graphics);
#undef ALLOTYPE_RULE

}  // namespace fact
}  // namespace allotype
