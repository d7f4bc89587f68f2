// SPDX-License-Identifier: BSL-1.0
// What runs stands before the request.
// expect: slurm::script: its first argument is a request to Slurm
#include <allotype/allotype.hpp>
#include <allotype/cluster/request.hpp>
#include <allotype/cluster/request/system.hpp>
namespace at = allotype;

constexpr auto asked = at::request<at::system<"slurm">, at::H100_80GB>();
#ifdef TWIN
std::string print(at::work const& what) { return at::slurm::script(asked, what); }
#else
std::string print(at::work const& what) { return at::slurm::script(what, asked); }  // here
#endif
