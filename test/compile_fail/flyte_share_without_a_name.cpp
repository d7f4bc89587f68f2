// SPDX-License-Identifier: BSL-1.0
// A share of a GPU that Flyte 2 does not offer.
// expect: Flyte 2 has shares of T4, L4, A10, A10G and L40S, and none of this device
// expect(gcc): shared_gpu<allotype::v0_3::A100>
// expect(clang): A100
// expect(nvcc): A100
#include <allotype/allotype.hpp>
#include <allotype/cluster/request/flyte.hpp>
namespace at = allotype;

#ifdef TWIN
using asked = at::flyte::shared<at::T4>;
#else
using asked = at::flyte::shared<at::A100>;  // here
#endif
