// SPDX-License-Identifier: BSL-1.0
// Of an accelerator that two files register, the registry has what the file says that has code for it.
#include "registry_two_compilers.hpp"

#include <allotype/allotype.hpp>
#include <allotype/parallel/executor/make_executor.hpp>

#include "catch.hpp"

namespace at = allotype;

TEST_CASE("the file with code for the accelerator counts, whichever comes first") {
  at::accelerator_registry::entry const slice = at::accelerator_registry::of_this_program().at("slice");
  CHECK(slice.devices.has_code);
  CHECK(slice.devices.needs_machine);
  static_assert(!at::dispatchable<at::A100::partition<"2g.10gb">>);
  // Not that this file was compiled without CUDA.
  at::machine empty;
  empty.nvidia.complete = {at::availability::no_driver, "none in this test"};
  CHECK(slice.available(empty).why() == at::availability::no_driver);
  CHECK(test::reason_as_cuda_sees_it() == at::availability::no_driver);
  CHECK(at::accelerator_registry::of_this_program().entries().size() == 2);
}

TEST_CASE("an executor runs in the file that makes it, which has no code for the accelerator") {
  using here = at::list<at::A100::partition<"2g.10gb">, at::cpu>;
  auto const made = [](char const* accelerator) {
    return at::make_executor<here, at::list<at::over_threads>, at::list<at::fp32_true>>({.accelerator = accelerator});
  };
  CHECK_THROWS_AS(made("slice"), at::not_available);
  CHECK_THROWS_WITH(made("slice"), contains("this code was compiled without CUDA"));
  auto const executor = made("auto,cpu");
  CHECK(std::string(executor.accelerator()) == "cpu");
  CHECK(executor.skipped().at(0).because.why() == at::availability::not_compiled_in);
}
