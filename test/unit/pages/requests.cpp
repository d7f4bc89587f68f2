// SPDX-License-Identifier: BSL-1.0
// The code of doc/requests.md says and does what the page says.
#include "requests.md.hpp"

int main() { print_requests(); }
