// SPDX-License-Identifier: BSL-1.0
// The second is never reached.
// expect: any_of<...> lists the same accelerator twice
// expect: A100
// expect: H200
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
at::any_of<at::A100, at::H200, at::cpu> wanted;
#else
at::any_of<at::A100, at::H200, at::A100, at::cpu> wanted;  // here
#endif
