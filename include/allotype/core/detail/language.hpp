// SPDX-License-Identifier: BSL-1.0
/// \file
/// What every other header includes first: a compiler that reads C++20, or one error that says what to tell it; and the
/// version, whose name is the namespace's.
#pragma once

#include <allotype/version.hpp>

#if __cplusplus < 202002L
#  ifdef __CUDACC__
#    error allotype needs C++20. In CMake, link allotype::cuda to what has .cu files; else pass -std=c++20 --extended-lambda to nvcc
#  else
#    error allotype needs C++20. In CMake, link allotype::allotype; else pass -std=c++20 to the compiler
#  endif
// Compilers go on behind #error, and say hundreds of lines; they stop where a file is missing.
#  include <see the error above>
#endif

// A pass for a device has none.
#if !defined(__cpp_exceptions) && !defined(__CUDA_ARCH__)
#  error allotype reports errors by exceptions: compile without -fno-exceptions
#  include <see the error above>
#endif
