// SPDX-License-Identifier: BSL-1.0
// A compiler without an option for the standard, or with one before C++20.
// standard: c++17
// expect: allotype needs C++20.
// expect(gcc): In CMake, link allotype::allotype; else pass -std=c++20 to the compiler
// expect(clang): In CMake, link allotype::allotype; else pass -std=c++20 to the compiler
// expect(nvcc): In CMake, link allotype::cuda to what has .cu files; else pass -std=c++20 --extended-lambda to nvcc
#include <allotype/allotype.hpp>  // here
#ifdef TWIN
// -std=c++20
#else
// -std=c++17
#endif

int main() {
  allotype::queue<allotype::cpu> queue;
  allotype::for_each(queue, allotype::extents{1}, [](int) {});
}
