// SPDX-License-Identifier: BSL-1.0
// The code of doc/train.md says and does what the page says.
#include "train.md.hpp"

// The network's size; what the code does, the program's own tests say.
static_assert(picture_pixels == 64 && hidden_units == 64 && classes == 10 && parameter_count == 4810);

int main() {}
