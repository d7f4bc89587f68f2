// SPDX-License-Identifier: BSL-1.0
// One alternative more than a claim may have.
// expect: a claim has at most 8 alternatives
#include <allotype/allotype.hpp>
#include <allotype/cluster/request/dra.hpp>
#include <allotype/cluster/request/system.hpp>
namespace at = allotype;

#ifdef TWIN
using first_of = at::any_of<at::B200, at::H200, at::H100_80GB, at::A100_80GB, at::A100, at::L40S, at::L4, at::T4>;
#else
using first_of =
    at::any_of<at::B200, at::H200, at::H100_80GB, at::A100_80GB, at::A100, at::L40S, at::L40, at::L4, at::T4>;
#endif
inline constexpr auto request = at::request<at::system<"dra">, first_of>();  // here
