// SPDX-License-Identifier: BSL-1.0
/// \file
/// The kernels of bench/peers.cpp by Kokkos as Debian builds it: its serial backend alone. All work on memory that is
/// given.
#pragma once

#include <array>

namespace by_kokkos {
void begin();
void copy(int n, double* to, double const* from);
void triad(int n, double* to, double const* b, double const* c);
double dot(int n, double const* b, double const* c);
std::array<double, 3> three(int n, double const* from);
int place_of_least(int n, double const* from);
void inclusive_scan(int n, int const* from, int* to);
void stencil(int edge, double* to, double const* from);
void transposition(int edge, double* to, double const* from);
}  // namespace by_kokkos
