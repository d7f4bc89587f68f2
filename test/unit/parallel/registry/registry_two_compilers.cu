// SPDX-License-Identifier: BSL-1.0
#include "registry_two_compilers.hpp"

namespace test {

allotype::availability reason_as_cuda_sees_it() {
  allotype::machine empty;
  empty.nvidia.complete = {allotype::availability::no_driver, "none in this test"};
  return allotype::accelerator_registry::of_this_program().at("slice").available(empty).why();
}

}  // namespace test
