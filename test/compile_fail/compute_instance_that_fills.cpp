// SPDX-License-Identifier: BSL-1.0
// A compute instance with all compute slices of its GPU instance: this is the GPU instance, which has one name.
// expect(gcc): fills its GPU instance and has that
// expect(gcc): \"3c.3g.20gb\" fills its GPU instance and has that one\'s name: write \"3g.20gb\"
// expect(clang): fills its GPU
// expect(clang): \"3c.3g.20gb\" fills its GPU
// expect(clang): instance and has that one\'s
// expect(clang): name: write \"3g.20gb\"
// expect(nvcc): a compute instance that fills its GPU instance has the GPU instance's name
// expect(nvcc): A100
// expect(nvcc): mig::_3g_20gb
// expect(nvcc): "3c.3g.20gb"
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
using wanted = at::A100::partition<"3g.20gb">;
#else
using wanted = at::A100::partition<"3c.3g.20gb">;  // here
#endif
