// SPDX-License-Identifier: BSL-1.0
// The code of doc/agreement.md compiles, and its checks hold.
#include "agreement.md.hpp"

int main() {}
