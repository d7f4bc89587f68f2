// SPDX-License-Identifier: BSL-1.0
// Random calls of the verbs that take a function of the index, on a GPU, or on the interpreter of device code.
#include "indices.hpp"

namespace {

struct this_gpu : allotype::nvidia_device<this_gpu> {
  static constexpr char name[] = "the GPU of this machine";
  static constexpr allotype::compute_capability compute_capability{ALLOTYPE_TEST_GPU_MAJOR, ALLOTYPE_TEST_GPU_MINOR};
};

}  // namespace

int main(int argc, char** argv) {
  return fuzz::run_cases("the GPU", fuzz_indices::tester<this_gpu>{3'000}, argc, argv, 60);
}
