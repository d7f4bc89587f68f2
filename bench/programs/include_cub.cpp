// SPDX-License-Identifier: BSL-1.0
#include <cub/device/device_merge_sort.cuh>
#include <cub/device/device_radix_sort.cuh>
