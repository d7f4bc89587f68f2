// SPDX-License-Identifier: BSL-1.0
// The code of doc/composed_accelerator.md says and does what the page says.
#include "composed_accelerator.md.hpp"

int main() { return trained_in_two_plugins() == std::vector<float>{0.75f, 1.75f, 2.75f} ? 0 : 1; }
