// SPDX-License-Identifier: BSL-1.0
// A compiler that is told to do without exceptions.
// option(gcc): -fno-exceptions
// option(clang): -fno-exceptions
// option(nvcc): -Xcompiler=-fno-exceptions
// expect: allotype reports errors by exceptions: compile without -fno-exceptions
#include <allotype/allotype.hpp>  // here
#ifdef TWIN
// with exceptions
#else
// -fno-exceptions
#endif

int main() {
  allotype::queue<allotype::cpu> queue;
  allotype::for_each(queue, allotype::extents{1}, [](int) {});
}
