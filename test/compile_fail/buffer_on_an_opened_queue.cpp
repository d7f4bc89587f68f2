// SPDX-License-Identifier: BSL-1.0
// What `open` returns in place of the queue in it.
// expect: buffer: the queue comes first, a variable that is not const, then extents or a range of the host: buffer<float, cpu>{queue, at::extents{n}}. *opened is the queue of an opened one, here.queue() that of a rank
#include <allotype/allotype.hpp>
namespace at = allotype;

auto opened = at::queue<at::cpu>::open();
#ifdef TWIN
at::buffer<float, at::cpu> numbers{*opened, at::extents{8}};
#else
at::buffer<float, at::cpu> numbers{opened, at::extents{8}};  // here
#endif
