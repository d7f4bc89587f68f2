// SPDX-License-Identifier: BSL-1.0
#include "two_compilers.hpp"

#include "catch.hpp"

two_compilers::report two_compilers::as_cpp() { return run(); }

TEST_CASE("in one program each file behaves as it was compiled") {
  auto const cpp = two_compilers::as_cpp();
  auto const cu = two_compilers::as_cu();

  CHECK(cpp.value == 14);
  CHECK(cu.value == 14);
  CHECK(cpp.mode == "host_openmp");
  CHECK_THAT(cu.mode, starts_with("cuda_"));
  CHECK_THAT(cu.mode, ends_with("_openmp"));

  CHECK(cpp.where == "cpu");
  CHECK_THAT(cpp.on, starts_with("OpenMP"));
  CHECK(cpp.why_not_on_the_gpu == "not compiled in: this code was compiled without CUDA");

  if (cu.where == "cpu") {
    CHECK_THAT(cu.on, starts_with("OpenMP"));
    CHECK_THAT(cu.why_not_on_the_gpu, !contains("not compiled in"));
    CHECK_FALSE(cu.why_not_on_the_gpu.empty());
  } else {
    CHECK(cu.where == "A100 2g.10gb");
    CHECK_THAT(cu.on, contains("MIG 2g.10gb"));
  }
}
