// SPDX-License-Identifier: BSL-1.0
// The same name, in the call that registers it.
// only: gcc clang
// expect: a name begins with a letter, has no comma, colon, quote or =, and is not auto
// expect: "xpu,2"
#include <allotype/parallel/registry/registry.hpp>
namespace at = allotype;

#ifdef TWIN
auto const registered = at::register_accelerator<at::A100>("xpu-2", "a GPU");
#else
auto const registered = at::register_accelerator<at::A100>("xpu,2", "a GPU");  // here
#endif
