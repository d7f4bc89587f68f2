// SPDX-License-Identifier: BSL-1.0
// A name that cannot be written on a command line: it contains a character with another meaning there.
// expect: a name begins with a letter, has no comma, colon, quote or =, and is not auto
// expect: "xpu,2"
#include <allotype/parallel/registry/registry.hpp>
namespace at = allotype;

#ifdef TWIN
at::accelerator_name wanted() { return "xpu-2"; }
#else
at::accelerator_name wanted() { return "xpu,2"; }  // here
#endif
