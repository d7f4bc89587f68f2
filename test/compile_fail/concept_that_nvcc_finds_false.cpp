// SPDX-License-Identifier: BSL-1.0
// nvcc does not say why a concept is false; g++ and clang name the one that is.
// only: nvcc
// expect: static assertion failed
template <class T>
inline constexpr bool has_partitions = false;
template <class T>
concept it_has_partitions_of_its_own = has_partitions<T>;

#ifdef TWIN
static_assert(!it_has_partitions_of_its_own<int>);
#else
static_assert(it_has_partitions_of_its_own<int>);  // here
#endif
