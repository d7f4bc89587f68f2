// SPDX-License-Identifier: BSL-1.0
// Random programs for blocks on the CPU.
#include "blocks.hpp"

using namespace fuzz_blocks;
using on_cpu = tester<allotype::cpu, shapes<shape<1>, shape<33>, shape<64>, shape<256>, shape<3, 20>, shape<2, 3, 8>>,
                      lanes<1, 2, 4, 8, 16, 32>>;

int main(int argc, char** argv) { return fuzz::run_cases("the CPU", on_cpu{}, argc, argv, 2'000); }
