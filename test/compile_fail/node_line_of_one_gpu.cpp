// SPDX-License-Identifier: BSL-1.0
// The setup of the only GPU without braces.
// expect: slurm::node_line: the setups of a node's GPUs are a list, also that of a single one
#include <allotype/allotype.hpp>
#include <allotype/cluster/provision.hpp>
#include <allotype/cluster/request/system.hpp>
namespace at = allotype;

using halves = at::layout<at::A100, "3g.20gb", "3g.20gb">;
#ifdef TWIN
std::string print() { return at::slurm::node_line<at::system<"slurm">>("tux1", {at::gpu_setup::of<halves>()}); }
#else
std::string print() { return at::slurm::node_line<at::system<"slurm">>("tux1", at::gpu_setup::of<halves>()); }  // here
#endif
