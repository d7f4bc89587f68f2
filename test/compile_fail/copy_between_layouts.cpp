// SPDX-License-Identifier: BSL-1.0
// Lines of a row-major view to one that is column-major: a copy moves bytes and transposes nothing.
// expect: one is row-major and one column-major
// expect: copy the elements by a for_each
// expect(gcc): allotype::column_major
// expect(clang): allotype::column_major
#include <allotype/allotype.hpp>
namespace at = allotype;

void go(at::queue<at::cpu>& on, at::buffer<float, at::cpu>& in, at::buffer<float, at::cpu>& out) {
  at::extents const size{4, 5};
#ifdef TWIN
  at::copy(on, in.view(on, size), out.view(on, size));
#else
  at::copy(on, in.view(on, size), out.view(on, size, at::column_major{}));  // here
#endif
}
