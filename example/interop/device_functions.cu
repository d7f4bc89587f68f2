// SPDX-License-Identifier: BSL-1.0
#include "device_functions.cuh"

__device__ int cubed(int number) { return number * number * number; }
