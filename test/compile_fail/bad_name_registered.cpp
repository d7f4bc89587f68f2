// SPDX-License-Identifier: BSL-1.0
// A name to register under that choices could not be written with, where it is registered.
// only: gcc clang
// expect: names_begin_with_a_letter__have_no_comma_colon_or_quote__and_are_not_auto
// expect: "xpu,2"
#include <allotype/registry/registry.hpp>
namespace at = allotype;

#ifdef TWIN
auto const registered = at::register_accelerator<at::A100>("xpu-2", "a GPU");
#else
auto const registered = at::register_accelerator<at::A100>("xpu,2", "a GPU");  // here
#endif
