// SPDX-License-Identifier: BSL-1.0
// All GPUs of one kind on this machine train together by name, over NCCL and over the host; for machines that have
// some.

#include <cmath>
#include <string>

#include <allotype/allotype.hpp>
#include <allotype/parallel/executor/make_executor.hpp>
#include <allotype/parallel/over_nccl.hpp>

#include "catch.hpp"
#include "parallel/training/training.hpp"

namespace at = allotype;

using accelerator = at::device_named<ALLOTYPE_TEST_GPU>;

namespace {

auto made(char const* strategy, char const* backend, at::device_choice const& devices) {
  return at::make_executor<at::list<accelerator>, at::list<at::over_nccl<>, at::over_threads>, at::list<at::fp32_true>>(
      {.devices = devices,
       .strategy = strategy,
       .process_group_backend = backend,
       .time_limit = std::chrono::seconds{60}});
}

/// Every rank's parameters, which are the same.
template <class Executor>
std::vector<double> trained(Executor const& executor) {
  std::vector<std::vector<double>> of_ranks(static_cast<std::size_t>(executor.settings().devices));
  executor.run([&](auto& here) {
    of_ranks[static_cast<std::size_t>(here.rank())] = training::train(here, at::sgd{.rate = 0.1f}, 10);
  });
  for (auto const& each : of_ranks) CHECK(each == of_ranks[0]);
  return of_ranks[0];
}

void compare(std::vector<double> const& seen, std::vector<double> const& expected) {
  REQUIRE(seen.size() == expected.size());
  for (std::size_t i = 0; i < seen.size(); ++i) {
    CAPTURE(i);
    CHECK(std::abs(seen[i] - expected[i]) < 1e-5);  // NCCL adds in an order of its own
  }
}

}  // namespace

TEST_CASE("all GPUs train over NCCL by name, and come to what they come to over the host") {
  auto const over_nccl = made("dp", "auto", "all");
  CHECK(std::string(over_nccl.process_group_backend()) == "nccl");
  WARN(over_nccl.settings().devices << " of " << over_nccl.accelerator());
  auto const over_host = made("dp", "host", "all");
  CHECK(std::string(over_host.process_group_backend()) == "threads");
  auto const expected = trained(over_host);
  compare(trained(over_nccl), expected);
  compare(trained(made("sharded", "nccl", "all")), expected);
  compare(trained(made("fsdp", "nccl", "all")), expected);
  compare(trained(made("auto", "host", 1)), expected);
}

TEST_CASE("a rank that fails ends the job over NCCL, and is named") {
  auto const executor = made("dp", "nccl", "all");
  int const odd = executor.settings().devices - 1;
  CHECK_THROWS_WITH(executor.run([&](auto& here) {
    if (here.rank() == odd) throw std::runtime_error("out of cheese");
    at::barrier(here.group());
  }),
                    contains("rank " + std::to_string(odd)) && contains("out of cheese"));
}
