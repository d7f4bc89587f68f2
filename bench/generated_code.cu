// SPDX-License-Identifier: BSL-1.0
/// \file
/// Each kernel twice, through the library and by hand, for generated_code.py to count. Compiled for one architecture.
#include <allotype/allotype.hpp>

#include "../example/denoise/kernels.hpp"
#include "generated_code_gpu.hpp"
#include "kernels.hpp"
#include "kernels_by_hand.cuh"

namespace at = allotype;
using namespace at::literals;

/// The example's noise stencil, which the example hands to `reduce`.
template <class In, class Out>
struct noise_stencil {
  In in;
  Out out;
  ALLOTYPE_FN void operator()(int row, int column) const { out(row, column) = example::laplacian<In>{in}(row, column); }
};

template <class Index>
void triad_through_library(at::queue<gpu>& on, at::buffer<double, gpu>& a, at::buffer<double, gpu> const& b,
                           at::buffer<double, gpu> const& c, at::extents<1, Index> const& over) {
  at::for_each(on, over, triad{a.view(on, over), b.view(on, over), c.view(on, over), 3.0});
}
template void triad_through_library(at::queue<gpu>&, at::buffer<double, gpu>&, at::buffer<double, gpu> const&,
                                    at::buffer<double, gpu> const&, at::extents<1, int> const&);
template void triad_through_library(at::queue<gpu>&, at::buffer<double, gpu>&, at::buffer<double, gpu> const&,
                                    at::buffer<double, gpu> const&, at::extents<1, long long> const&);
template __global__ void by_hand::triad(int, double*, double const*, double const*, double);
template __global__ void by_hand::triad(long long, double*, double const*, double const*, double);

/// Four indices a thread, as the vendors' own benchmarks of memory have them.
using line = at::view<double, 1, gpu>;
using line_in = at::view<double const, 1, gpu>;
void four_indices_through_library(at::queue<gpu>& on, line a, line_in b, line_in c) {
  at::for_each(on, a.extents, triad{a, b, c, 3.0}, at::indices_per_thread<4>{});
  at::for_each(on, a.extents, copied{a, b}, at::indices_per_thread<4>{});
}

using whole_numbers = at::view<int, 1, gpu>;
void atomics_through_library(at::queue<gpu>& on, at::view<int const, 1, gpu> in, whole_numbers bins,
                             whole_numbers largest, at::view<long long, 1, gpu> sum) {
  at::for_each(on, in.extents, histogram{in, bins, largest, sum});
}

using doubles = at::view<double, 2, gpu>;
using doubles_in = at::view<double const, 2, gpu>;
void views_through_library(at::queue<gpu>& on, doubles_in in, doubles out, at::box<2> const& inside,
                           at::view<double const, 2, gpu, int, at::column_major> in_by_column,
                           at::view<double, 2, gpu, int, at::column_major> out_by_column,
                           at::view<double const, 4, gpu> in_of_four, at::view<double, 4, gpu> of_four) {
  at::for_each(on, inside, five_point{in, out});
  at::for_each(on, inside.extents(), doubled{in.part(inside), out.part(inside)});
  at::for_each(on, in_by_column.extents, doubled{in_by_column, out_by_column});
  at::for_each(on, of_four.extents, doubled{in_of_four, of_four});
}
void spaces_through_library(at::queue<gpu>& on, at::view<double const, 3, gpu> in, at::view<double, 3, gpu> out,
                            at::box<3> const& inside) {
  at::for_each(on, inside, seven_point{in, out});
}

using block_grid = at::grid<at::threads_per_block<by_hand::threads_per_block>, at::shared_memory_per_block<1_KiB>>;
void block_sum_through_library(at::queue<gpu>& on, int blocks, at::view<float const, 1, gpu> in,
                               at::view<float, 1, gpu> sums) {
  at::launch(on, block_grid{blocks}, block_sum{in, sums});
}
template __global__ void by_hand::block_sum<by_hand::threads_per_block>(by_hand::row_in, by_hand::row_out);

using picture = at::view<example::pixel const, 2, gpu>;
using clean_picture = at::view<example::pixel, 2, gpu>;
using noise = at::view<float, 2, gpu>;

void picture_kernels_through_library(at::queue<gpu>& on, at::extents<2> const& over, picture in, clean_picture clean,
                                     noise of_pixels) {
  at::for_each(on, over, noise_stencil{in, of_pixels});
  at::for_each(on, over, example::non_local_means{in, clean, 0, 1.f, 1.f});
}
template __global__ void by_hand::non_local_means<example::patch_radius, example::search_radius>(int, int,
                                                                                                 by_hand::picture_in,
                                                                                                 by_hand::picture_out,
                                                                                                 int, float, float);
