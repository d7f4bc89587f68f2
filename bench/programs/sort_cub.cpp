// SPDX-License-Identifier: BSL-1.0
#include <cub/device/device_radix_sort.cuh>

void sort(cudaStream_t on, void* scratch, std::size_t bytes, cub::DoubleBuffer<int>& numbers, int count) {
  cub::DeviceRadixSort::SortKeys(scratch, bytes, numbers, count, 0, 8 * static_cast<int>(sizeof(int)), on);
}
