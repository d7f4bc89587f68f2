// SPDX-License-Identifier: BSL-1.0
// Elements that own memory of the host.
// expect: an accelerator's memory holds what is copied as bytes, and this type is neither trivially copyable nor said to be
// expect: specialise at::is_device_copyable
#include <allotype/allotype.hpp>

#include <string>
namespace at = allotype;

#ifdef TWIN
using name = char[16];
#else
using name = std::string;
#endif

void go(at::queue<at::cpu>& on) {
  at::buffer<name, at::cpu> const names{on, at::extents{8}};  // here
}
