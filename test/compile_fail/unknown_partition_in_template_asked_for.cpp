// SPDX-License-Identifier: BSL-1.0
// The same where g++ reports it: it names the line that asks for the class, and the sentence has the name.
// expect(gcc): A100 has no partition
// expect(gcc): A100 has no partition \"2g.40gb\"; it has 1g.5gb, 1g.5gb+me, 1g.10gb, 2g.10gb, 3g.20gb, 4g.20gb, 7g.40gb
// only: gcc
#include <allotype/allotype.hpp>
namespace at = allotype;

template <class Device>
struct worker {
#ifdef TWIN
  using wanted = typename Device::template partition<"2g.10gb">;
#else
  using wanted = typename Device::template partition<"2g.40gb">;
#endif
};
worker<at::A100> instance;  // here
