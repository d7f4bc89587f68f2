// SPDX-License-Identifier: BSL-1.0
// A name to register under that choices could not be written with.
// expect: a name begins with a letter, has no comma, colon, quote or =, and is not auto
// expect: "xpu,2"
#include <allotype/registry/registry.hpp>
namespace at = allotype;

#ifdef TWIN
at::accelerator_name wanted() { return "xpu-2"; }
#else
at::accelerator_name wanted() { return "xpu,2"; }  // here
#endif
