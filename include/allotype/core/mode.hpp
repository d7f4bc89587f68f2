// SPDX-License-Identifier: BSL-1.0
/// \file
/// How this file is being compiled. What depends on it (which backends exist, for which GPUs there is code) lives in
/// the inline namespace `ALLOTYPE_MODE`, whose name spells the mode: `host`, `host_openmp`, `cuda_800_900`, …. A `.cpp`
/// and a `.cu` of one program may therefore both use everything: the linker never takes the body of one for the other.
#pragma once

#include <allotype/core/detail/language.hpp>

#ifdef __NVCC__
// nvcc warns of a kernel that calls a function of the host, and the kernel then does nothing and reports nothing.
#  pragma nv_diag_error 20011, 20012, 20013, 20014, 20015
#endif

#ifdef __CUDACC__
/// Marks functions that kernels call: callable on the CPU and, in files compiled by nvcc, on the GPU.
#  define ALLOTYPE_FN __host__ __device__
#else
#  define ALLOTYPE_FN
#endif

// The elements of a macro list, joined by underscores; at most 16, more than any nvcc generates code for.
#define ALLOTYPE_MODE_JOIN_1(joined, last) joined##_##last
#define ALLOTYPE_MODE_JOIN_2(joined, first, ...) ALLOTYPE_MODE_JOIN_1(joined##_##first, __VA_ARGS__)
#define ALLOTYPE_MODE_JOIN_3(joined, first, ...) ALLOTYPE_MODE_JOIN_2(joined##_##first, __VA_ARGS__)
#define ALLOTYPE_MODE_JOIN_4(joined, first, ...) ALLOTYPE_MODE_JOIN_3(joined##_##first, __VA_ARGS__)
#define ALLOTYPE_MODE_JOIN_5(joined, first, ...) ALLOTYPE_MODE_JOIN_4(joined##_##first, __VA_ARGS__)
#define ALLOTYPE_MODE_JOIN_6(joined, first, ...) ALLOTYPE_MODE_JOIN_5(joined##_##first, __VA_ARGS__)
#define ALLOTYPE_MODE_JOIN_7(joined, first, ...) ALLOTYPE_MODE_JOIN_6(joined##_##first, __VA_ARGS__)
#define ALLOTYPE_MODE_JOIN_8(joined, first, ...) ALLOTYPE_MODE_JOIN_7(joined##_##first, __VA_ARGS__)
#define ALLOTYPE_MODE_JOIN_9(joined, first, ...) ALLOTYPE_MODE_JOIN_8(joined##_##first, __VA_ARGS__)
#define ALLOTYPE_MODE_JOIN_10(joined, first, ...) ALLOTYPE_MODE_JOIN_9(joined##_##first, __VA_ARGS__)
#define ALLOTYPE_MODE_JOIN_11(joined, first, ...) ALLOTYPE_MODE_JOIN_10(joined##_##first, __VA_ARGS__)
#define ALLOTYPE_MODE_JOIN_12(joined, first, ...) ALLOTYPE_MODE_JOIN_11(joined##_##first, __VA_ARGS__)
#define ALLOTYPE_MODE_JOIN_13(joined, first, ...) ALLOTYPE_MODE_JOIN_12(joined##_##first, __VA_ARGS__)
#define ALLOTYPE_MODE_JOIN_14(joined, first, ...) ALLOTYPE_MODE_JOIN_13(joined##_##first, __VA_ARGS__)
#define ALLOTYPE_MODE_JOIN_15(joined, first, ...) ALLOTYPE_MODE_JOIN_14(joined##_##first, __VA_ARGS__)
#define ALLOTYPE_MODE_JOIN_16(joined, first, ...) ALLOTYPE_MODE_JOIN_15(joined##_##first, __VA_ARGS__)
#define ALLOTYPE_MODE_COUNTED(_1, _2, _3, _4, _5, _6, _7, _8, _9, _10, _11, _12, _13, _14, _15, _16, count, ...) count
#define ALLOTYPE_MODE_COUNT(...) \
  ALLOTYPE_MODE_COUNTED(__VA_ARGS__, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
#define ALLOTYPE_MODE_PASTE(a, b) a##b
#define ALLOTYPE_MODE_PASTE_EXPANDED(a, b) ALLOTYPE_MODE_PASTE(a, b)
#define ALLOTYPE_MODE_JOIN(prefix, ...) \
  ALLOTYPE_MODE_PASTE_EXPANDED(ALLOTYPE_MODE_JOIN_, ALLOTYPE_MODE_COUNT(__VA_ARGS__))(prefix, __VA_ARGS__)

#ifdef __CUDACC__
#  if defined(__clang__) && !defined(__CUDA_ARCH_LIST__)
// Older clang tells its passes for devices alone what they are for, and all passes need one name. 0: code for any GPU,
// perhaps.
#    define __CUDA_ARCH_LIST__ 0
#  endif
#  ifdef __CUDA_ARCH_LIST__
#    define ALLOTYPE_MODE_TARGET ALLOTYPE_MODE_JOIN(cuda, __CUDA_ARCH_LIST__)
#  else
#    error "allotype needs an nvcc that defines __CUDA_ARCH_LIST__ (CUDA 11.5 or newer)"
#  endif
#else
#  define ALLOTYPE_MODE_TARGET host
#endif

#ifdef _OPENMP
#  define ALLOTYPE_MODE_THREADS ALLOTYPE_MODE_PASTE_EXPANDED(ALLOTYPE_MODE_TARGET, _openmp)
#else
#  define ALLOTYPE_MODE_THREADS ALLOTYPE_MODE_TARGET
#endif

// A checked build keeps more in queues, events and buffers.
#ifdef ALLOTYPE_CHECKED
#  define ALLOTYPE_MODE ALLOTYPE_MODE_PASTE_EXPANDED(ALLOTYPE_MODE_THREADS, _checked)
#else
#  define ALLOTYPE_MODE ALLOTYPE_MODE_THREADS
#endif
