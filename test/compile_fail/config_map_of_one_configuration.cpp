// SPDX-License-Identifier: BSL-1.0
// One configuration without braces.
// expect: gpu_operator::config_map: configurations are a list, also a single one
#include <allotype/allotype.hpp>
#include <allotype/cluster/provision.hpp>
#include <allotype/cluster/request/system.hpp>
namespace at = allotype;

using halves = at::layout<at::A100, "3g.20gb", "3g.20gb">;
at::mig_parted::configuration const parted(at::gpu_setup::of<halves>());
#ifdef TWIN
std::string print() { return to_yaml(at::gpu_operator::config_map({parted})); }
#else
std::string print() { return to_yaml(at::gpu_operator::config_map(parted)); }  // here
#endif
