// SPDX-License-Identifier: BSL-1.0
// A number in place of a buffer.
// expect: broadcast: the arguments are a buffer that is not const, of the ranks' accelerator, and the rank that has the elements: here.broadcast(buffer, 0)
#include <allotype/allotype.hpp>
#include <allotype/parallel.hpp>
namespace at = allotype;

void go(at::executor<at::cpu> const& two) {
#ifdef TWIN
  two.run([](auto& here) {
    at::buffer<float, at::cpu> one{here.queue(), at::extents{1}};
    here.broadcast(one);
  });
#else
  two.run([](auto& here) { here.broadcast(3.0f); });  // here
#endif
}
