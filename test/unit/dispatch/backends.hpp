// SPDX-License-Identifier: BSL-1.0
/// \file
/// The backends that tests of the verbs run on, as a list of accelerators for Catch2's TEMPLATE_LIST_TEST_CASE: a
/// further backend is a row here. How a file is compiled decides what the list has, so every_backend.cpp is compiled in
/// each way.
#pragma once

#include <allotype/allotype.hpp>

#include <cstring>
#include <tuple>

#include "catch.hpp"

#ifdef _OPENMP
#  include <omp.h>
#endif

#include "../../memory_alone.hpp"

/// A backend that has memory and loops, from the last index to the first, and nothing more; it derives from none of the
/// library's.
namespace loops_alone {

struct backend : memory_alone::backend {};
struct machine : allotype::device<machine> {
  static constexpr char name[] = "loops alone";
  using backend = loops_alone::backend;
};
inline int calls = 0;

template <class Index, class Kernel>
void run_for_each(backend, memory_alone::state&, allotype::extents<1, Index> const& over, Kernel const& kernel) {
  ++calls;
  for (Index i = over[0]; i > 0; --i) kernel(i - 1);
}

}  // namespace loops_alone

namespace backends {

#ifdef ALLOTYPE_TEST_GPU_MAJOR
/// Whichever it is: known by its compute capability, which the build found out.
struct this_gpu : allotype::nvidia_device<this_gpu> {
  static constexpr char name[] = "the GPU of this machine";
  static constexpr allotype::compute_capability compute_capability{ALLOTYPE_TEST_GPU_MAJOR, ALLOTYPE_TEST_GPU_MINOR};
};
static_assert(std::is_same_v<allotype::mode_detail::backend_of<this_gpu>, allotype::cuda_backend>);
using every = std::tuple<this_gpu>;
#else
using every = std::tuple<allotype::cpu, loops_alone::machine>;
#endif

/// It runs blocks and grids, and has memory of each kind.
template <class A>
inline constexpr bool has_blocks = !std::is_same_v<A, loops_alone::machine>;

/// On OpenMP a test case runs on so many threads, one number after the other.
inline void on_each_number_of_threads() {
#ifdef _OPENMP
  omp_set_num_threads(GENERATE(1, 2, 3, 7));
#endif
}

}  // namespace backends
