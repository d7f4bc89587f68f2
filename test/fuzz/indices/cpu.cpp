// SPDX-License-Identifier: BSL-1.0
// Random calls of the verbs that take a function of the index, on the CPU.
#include "indices.hpp"

int main(int argc, char** argv) {
  return fuzz::run_cases("the CPU", fuzz_indices::tester<allotype::cpu>{200'000}, argc, argv, 600);
}
