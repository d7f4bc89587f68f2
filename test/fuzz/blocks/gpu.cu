// SPDX-License-Identifier: BSL-1.0
// Random programs for blocks on a GPU, or on the interpreter of device code.
#include "../this_gpu.hpp"
#include "blocks.hpp"

using namespace fuzz_blocks;
using on_gpu = tester<fuzz::this_gpu, shapes<shape<33>, shape<96>, shape<3, 20>, shape<2, 3, 8>>, lanes<4, 32>>;

int main(int argc, char** argv) { return fuzz::run_cases("the GPU", on_gpu{}, argc, argv, 60); }
