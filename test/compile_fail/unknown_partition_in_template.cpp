// SPDX-License-Identifier: BSL-1.0
// The same in a class template of a user, instantiated elsewhere.
// expect: this device has no such partition; the error lists those it has
// expect: A100
// expect: "2g.40gb"
// expect: mig::_1g_5gb
// expect: mig::_7g_40gb
#include <allotype/allotype.hpp>
namespace at = allotype;

template <class Device>
struct worker {
#ifdef TWIN
  using wanted = typename Device::template partition<"2g.10gb">;
#else
  using wanted = typename Device::template partition<"2g.40gb">;  // here
#endif
};
worker<at::A100> instance;
