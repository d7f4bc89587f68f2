// SPDX-License-Identifier: BSL-1.0
#include <omp.h>

int main() { return omp_get_max_threads() < 1; }
