// SPDX-License-Identifier: BSL-1.0
// NCCL's transport, compiled and linked. Where there are GPUs it trains on all of one kind; where there is none, that
// is said. What the host does is the same as in the tests of the other transports.

#include <string>

#include <allotype/reduce.hpp>
#include <allotype/runtime/strategy_over_nccl.hpp>

#include "catch.hpp"
#include "training.hpp"

namespace at = allotype;

using accelerator = at::ALLOTYPE_TEST_ACCELERATOR;

static_assert(at::communicator<at::nccl_communicator<at::thread_communicator>>);
static_assert(at::executable<accelerator, at::data_parallel<at::over_nccl<>>, at::bf16_mixed>);
static_assert(at::executable<accelerator, at::sharded_data_parallel<at::over_nccl<>>, at::fp32_true>);

template <class S, class P>
std::vector<double> trained(int devices) {
  std::vector<double> result;
  at::executor<accelerator, S, P>({.devices = devices, .time_limit = std::chrono::seconds{60}}).run([&](auto& here) {
    auto mine = training::train(here, at::sgd{.rate = 0.1f}, 10);
    if (here.is_global_zero()) result = mine;
  });
  return result;
}

TEST_CASE("GPUs train over NCCL, or it is said that there are none") {
  auto const why_not = at::unavailable_because<accelerator>();
  if (!why_not.empty()) {
    WARN("not run on a GPU: " << why_not.text());
    CHECK_THROWS_WITH((trained<at::data_parallel<at::over_nccl<>>, at::bf16_mixed>(1)), contains(why_not.text()));
    CHECK_THROWS_WITH((trained<at::sharded_data_parallel<at::over_nccl<>>, at::fp32_true>(1)),
                      contains(why_not.text()));
    return;
  }
  auto const one = trained<at::single_device<accelerator>, at::fp32_true>(1);
  auto const nccl = trained<at::data_parallel<at::over_nccl<>>, at::fp32_true>(1);
  CHECK(one == nccl);
  CHECK(trained<at::sharded_data_parallel<at::over_nccl<>>, at::fp32_true>(1) == nccl);
}

TEST_CASE("NCCL is linked") {
  int version = 0;
  REQUIRE(ncclGetVersion(&version) == ncclSuccess);
  CHECK(version / 10000 == NCCL_VERSION_CODE / 10000);
}
