// SPDX-License-Identifier: BSL-1.0
// The host side of what nvcc compiles.
#include "verbs.cpp"
