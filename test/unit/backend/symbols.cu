// SPDX-License-Identifier: BSL-1.0
// A kernel for one partition. What a profiler or nm prints for it names the partition.
#include <allotype/allotype.hpp>

namespace at = allotype;

template <class View>
struct twice {
  View values;
  ALLOTYPE_FN void operator()(int i) const { values(i) *= 2; }
};

template <at::accelerator A>
void work(at::queue<A>& on, at::buffer<float, A>& numbers) {
  at::for_each(on, at::extents{16}, twice{numbers.view(on)});
}
template void work(at::queue<at::A100::partition<"2g.10gb">>&, at::buffer<float, at::A100::partition<"2g.10gb">>&);
