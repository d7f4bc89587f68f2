// SPDX-License-Identifier: BSL-1.0
// Random calls of the verbs that take a function of the index, on a GPU, or on the interpreter of device code.
#include "../this_gpu.hpp"
#include "indices.hpp"

int main(int argc, char** argv) {
  return fuzz::run_cases("the GPU", fuzz_indices::tester<fuzz::this_gpu>{3'000}, argc, argv, 60);
}
