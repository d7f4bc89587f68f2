// SPDX-License-Identifier: BSL-1.0
#include <allotype/core/error.hpp>

#include <string>

#include "catch.hpp"

namespace at = allotype;

TEST_CASE("everything that is thrown has one base") {
  at::device_error const failure("cudaMalloc", "cudaErrorMemoryAllocation", "out of memory", "A100 2g.10gb");
  at::error const& base = failure;
  CHECK(std::string(base.what()) == "A100 2g.10gb: cudaMalloc failed with cudaErrorMemoryAllocation (out of memory)");
  CHECK(std::string(failure.call()) == "cudaMalloc");
  CHECK(std::string(failure.code_name()) == "cudaErrorMemoryAllocation");
  CHECK(std::string(failure.accelerator()) == "A100 2g.10gb");
  STATIC_REQUIRE(std::is_base_of_v<at::error, at::not_available>);
  STATIC_REQUIRE(std::is_base_of_v<at::error, at::size_error>);
  STATIC_REQUIRE(std::is_base_of_v<at::error, at::access_error>);
  STATIC_REQUIRE(std::is_base_of_v<std::exception, at::error>);
}

namespace {
std::string reported;
}

TEST_CASE("what a destructor cannot throw goes to the handler") {
  auto const before = at::error::set_unreported_handler([](char const* what) noexcept { reported = what; });
  at::detail::report_from_destructor("cudaFree failed");
  CHECK(reported == "cudaFree failed");
  at::error::set_unreported_handler(before);
}
