// SPDX-License-Identifier: BSL-1.0
// The same in a class template of a user, instantiated elsewhere.
// expect(clang): A100 has no partition
// expect(clang): \"2g.40gb\"; it has 1g.5gb,
// expect(clang): 1g.5gb+me, 1g.10gb, 2g.10gb,
// expect(clang): 3g.20gb, 4g.20gb, 7g.40gb
// expect(nvcc): this device has no such partition; the error lists those it has
// expect(nvcc): A100
// expect(nvcc): "2g.40gb"
// expect(nvcc): mig::_1g_5gb
// expect(nvcc): mig::_7g_40gb
// only: clang nvcc
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
