// SPDX-License-Identifier: BSL-1.0
// YAML of a request, in place of what is made of it.
// expect: yaml_is_written_of_a_manifest_as_of_kubernetes_pod
#include <allotype/cluster.hpp>
namespace at = allotype;

inline constexpr auto asked = at::request<at::system<"kubernetes-mixed">, at::A100>();
#ifdef TWIN
std::string print() { return to_yaml(at::kubernetes::pod(asked, {.name = "train"})); }
#else
std::string print() { return to_yaml(asked); }  // here
#endif
