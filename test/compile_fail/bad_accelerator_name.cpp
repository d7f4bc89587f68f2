// SPDX-License-Identifier: BSL-1.0
// A name to register under that choices could not be written with.
// expect: names_begin_with_a_letter__have_no_comma_colon_or_quote__and_are_not_auto
// expect: "xpu,2"
#include <allotype/registry/registry.hpp>
namespace at = allotype;

#ifdef TWIN
at::accelerator_name wanted() { return "xpu-2"; }
#else
at::accelerator_name wanted() { return "xpu,2"; }  // here
#endif
