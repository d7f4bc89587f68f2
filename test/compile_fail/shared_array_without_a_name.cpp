// SPDX-License-Identifier: BSL-1.0
// A grid states an array by its type.
// expect: grid<...>: shared_arrays<...> takes names of arrays, each once: struct tile : at::shared_array<float[16][16]> {};
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
struct counts : at::shared_array<int[64]> {};
inline constexpr at::grid<at::threads_per_block<64>, at::shared_arrays<counts>> blocks{4};
#else
inline constexpr at::grid<at::threads_per_block<64>, at::shared_arrays<int[64]>> blocks{4};  // here
#endif
