// SPDX-License-Identifier: BSL-1.0
// `allotype errors --json -` alone, for check.py where the program allotype is not built.
#include "../../tools/allotype/errors_command.hpp"

int main() { return program::errors("-", true) ? 0 : 1; }
