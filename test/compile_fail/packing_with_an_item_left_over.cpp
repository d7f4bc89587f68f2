// SPDX-License-Identifier: BSL-1.0
// More than so many GPUs take.
// expect: the items do not fit on so many GPUs
// expect: gpus_of<1,
// expect: A100
// expect: left_over
// expect: indexing
#include <allotype/allotype.hpp>
namespace at = allotype;

struct training {
  using wanted = at::A100::partition<"4g.20gb">;
};
struct serving {
  using wanted = at::any_of<at::A100::partition<"3g.20gb">, at::cpu>;
};
struct indexing {
  using wanted = at::A100::partition<"1g.5gb">;
};
#ifdef TWIN
using together = at::pack_on<2, at::A100, training, serving, indexing>;
#else
using together = at::pack_on<1, at::A100, training, serving, indexing>;  // here
#endif
