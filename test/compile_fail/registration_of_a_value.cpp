// SPDX-License-Identifier: BSL-1.0
// An accelerator is a type, and no value.
// expect: register_accelerator: its type is one accelerator, and the arguments are a name, a description and a place in auto
#include <allotype/allotype.hpp>
#include <allotype/parallel/registry.hpp>
namespace at = allotype;
#ifdef TWIN
auto const is_registered = at::register_accelerator<at::A100>("a", "an A100");
#else
auto const is_registered = at::register_accelerator(at::A100{}, "a", "an A100");  // here
#endif
