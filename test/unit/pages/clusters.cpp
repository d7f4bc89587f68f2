// SPDX-License-Identifier: BSL-1.0
// The code of doc/clusters.md says and does what the page says.
#include "clusters.md.hpp"

int main() { print_setup(); }
