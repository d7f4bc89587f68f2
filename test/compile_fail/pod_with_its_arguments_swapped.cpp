// SPDX-License-Identifier: BSL-1.0
// What runs stands before the request.
// expect: kubernetes::pod: its first argument is a request to a system of Kubernetes
#include <allotype/allotype.hpp>
#include <allotype/cluster/request.hpp>
#include <allotype/cluster/request/system.hpp>
namespace at = allotype;

constexpr auto asked = at::request<at::system<"kubernetes-mixed">, at::H100_80GB>();
#ifdef TWIN
std::string print(at::work const& what) { return to_yaml(at::kubernetes::pod(asked, what)); }
#else
std::string print(at::work const& what) { return to_yaml(at::kubernetes::pod(what, asked)); }  // here
#endif
