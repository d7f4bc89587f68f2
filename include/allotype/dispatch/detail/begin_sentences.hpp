// SPDX-License-Identifier: BSL-1.0
/// \file
/// Why no queue runs on an accelerator. It has no guard: a header that uses these includes end_sentences.hpp at its
/// end.

#include <allotype/core/detail/language.hpp>

// What a queue<A> says, of all reasons at once: a function that is made for each accelerator of a list has one error.
// One literal each: nvcc quotes the source.
// clang-format off
#ifdef __CUDACC__
#define ALLOTYPE_NOTHING_RUNS "nothing in this file runs code on this accelerator: code runs on allotype::cpu, on accelerators with a backend (using backend = ...), and on NVIDIA GPUs of a known compute capability, by -arch=sm_XX (CMAKE_CUDA_ARCHITECTURES) of that one or a lower one; all others can only be requested from a scheduler. CUDA 13 begins with 7.5 (T4), and V100 needs CUDA 12. For any accelerator, ask if constexpr (allotype::dispatchable<A>)"
#else
#define ALLOTYPE_NOTHING_RUNS "nothing in this file runs code on this accelerator: code runs on allotype::cpu, on accelerators with a backend (using backend = ...), and where nvcc compiles the file (.cu) on NVIDIA GPUs of a known compute capability; all others can only be requested from a scheduler. For any accelerator, ask if constexpr (allotype::dispatchable<A>)"
#endif
// What compilers quote of dispatchable<A>.
#define ALLOTYPE_NO_BACKEND "no backend runs code on this accelerator: it can be requested from a scheduler, not dispatched to. Dispatch to allotype::cpu, to an NVIDIA GPU that the catalogue describes, or give your accelerator a backend (using backend = ...)"
#define ALLOTYPE_WITHOUT_CUDA "this file is compiled without CUDA, so nothing in it can run on an NVIDIA GPU: compile it with nvcc (a .cu file), or dispatch to allotype::cpu"
#define ALLOTYPE_TOOLKIT_TOO_NEW "this version of CUDA generates no code for that GPU: CUDA 13 begins with compute capability 7.5 (T4); V100 and older need CUDA 12"
#define ALLOTYPE_NO_CODE "this binary gets no code for that GPU: every architecture in __CUDA_ARCH_LIST__ is newer than the GPU; compile with -arch=sm_XX of its compute capability (CMAKE_CUDA_ARCHITECTURES)"
// clang-format on
