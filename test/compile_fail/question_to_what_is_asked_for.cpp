// SPDX-License-Identifier: BSL-1.0
// What is asked for in front of who is asked, in a question.
// expect(gcc): who_is_asked_comes_first_and_behind_it_what_is_asked_for
// expect(clang): who_is_asked_comes_first_and_behind_it_what_is_asked_for
// only: gcc clang
#include <allotype/allotype.hpp>
#include <allotype/cluster/request.hpp>
namespace at = allotype;

#ifdef TWIN
static_assert(at::can_request<at::system<"slurm">, at::A100::partition<"2g.10gb">>);
#else
static_assert(at::can_request<at::A100::partition<"2g.10gb">, at::system<"slurm">>);  // here
#endif
