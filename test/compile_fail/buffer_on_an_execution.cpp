// SPDX-License-Identifier: BSL-1.0
// The execution of a rank in place of its queue.
// expect: buffer: the queue comes first, a variable that is not const, then extents or a range of the host: buffer<float, cpu>{queue, at::extents{n}}. *opened is the queue of an opened one, here.queue() that of a rank
#include <allotype/allotype.hpp>
#include <allotype/parallel.hpp>
namespace at = allotype;

void go(at::executor<at::cpu> const& two) {
#ifdef TWIN
  two.run([](auto& here) { at::buffer<float, at::cpu>{here.queue(), at::extents{8}}; });
#else
  two.run([](auto& here) { at::buffer<float, at::cpu>{here, at::extents{8}}; });  // here
#endif
}
