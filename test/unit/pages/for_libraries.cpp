// SPDX-License-Identifier: BSL-1.0
// doc/for_libraries.md.
#include "for_libraries.md.hpp"

int main() { return mylib::scaler<at::cpu>(3)({1, 2, 3}) == std::vector<float>{3, 6, 9} ? 0 : 1; }
