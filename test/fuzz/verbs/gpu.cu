// SPDX-License-Identifier: BSL-1.0
// Random calls of the verbs on a GPU, or on the interpreter of device code, which is why they are small.
#include "../this_gpu.hpp"
#include "verbs.hpp"

using fuzz_verbs::element;
using fuzz_verbs::sort_of;
// nvcc takes seconds for each sort.
using sorts = fuzz_verbs::sorts<sort_of<int, allotype::ascending>, sort_of<element<12>, fuzz_verbs::by_low_bits>>;
using on_gpu = fuzz_verbs::tester<fuzz::this_gpu, true, fuzz_verbs::element_sizes<1, 12, 256>, sorts>;

int main(int argc, char** argv) { return fuzz::run_cases("the GPU", on_gpu{2'000, 64 << 10}, argc, argv, 40); }
