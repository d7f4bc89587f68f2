// SPDX-License-Identifier: BSL-1.0
// The host side of what nvcc compiles.
#include "every_backend.cpp"
#include "sorts.cpp"
#include "verbs.cpp"
