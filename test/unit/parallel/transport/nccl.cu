// SPDX-License-Identifier: BSL-1.0
// NCCL's transport, compiled and linked. Where there are GPUs it trains on all of one kind; where there is none, that
// is said. What the host does is the same as in the tests of the other transports.

#include <string>

#include <allotype/allotype.hpp>
#include <allotype/parallel/executor/make_executor.hpp>
#include <allotype/parallel/over_nccl.hpp>

#include "catch.hpp"
#include "parallel/training/training.hpp"

namespace at = allotype;

using accelerator = at::device_named<ALLOTYPE_TEST_GPU>;

static_assert(at::communicator<at::detail::nccl_communicator<at::detail::thread_communicator>>);
static_assert(at::executable<accelerator, at::data_parallel<at::over_nccl<>>, at::fp16_mixed>);
static_assert(at::executable<accelerator, at::sharded_data_parallel<at::over_nccl<>>, at::fp32_true>);

static_assert(at::executable<at::cpu, at::data_parallel<>, at::fp32_true>);
static_assert(!at::executable<at::cpu, at::data_parallel<at::over_nccl<>>, at::fp32_true>);
static_assert(!at::executable<accelerator, at::data_parallel<at::over_nccl<at::over_mpi>>, at::fp32_true>);

template <class Executor>
std::vector<double> trained_by(Executor const& executor) {
  std::vector<double> result;
  executor.run([&](auto& here) {
    auto mine = training::train(here, at::sgd{.rate = 0.1f}, 10);
    if (here.is_global_zero()) result = mine;
  });
  return result;
}

template <class S, class P>
std::vector<double> trained(int devices) {
  return trained_by(at::executor<accelerator, S, P>({.devices = devices, .time_limit = std::chrono::seconds{60}}));
}

TEST_CASE("GPUs train over NCCL, or it is said that there are none") {
  if (at::answer const there = at::queue<accelerator>::open().reason(); !there) {
    WARN("not run on a GPU: " << there.text());
    CHECK_THROWS_WITH((trained<at::data_parallel<at::over_nccl<>>, at::fp16_mixed>(1)), contains(there.text()));
    CHECK_THROWS_WITH((trained<at::sharded_data_parallel<at::over_nccl<>>, at::fp32_true>(1)), contains(there.text()));
    return;
  }
  auto const one = trained<at::single_device<accelerator>, at::fp32_true>(1);
  auto const nccl = trained<at::data_parallel<at::over_nccl<>>, at::fp32_true>(1);
  CHECK(one == nccl);
  CHECK(trained<at::sharded_data_parallel<at::over_nccl<>>, at::fp32_true>(1) == nccl);
}

namespace {

using slice = at::H200::partition<"1g.18gb">;
using transports = at::list<at::over_nccl<>, at::over_threads>;

auto made(at::executor_options const& options) {
  return at::make_executor<at::list<accelerator, slice, at::cpu>, transports, at::list<at::fp32_true>>(options);
}

}  // namespace

TEST_CASE("by name NCCL carries the data of whole CUDA GPUs alone, and threads that of the others") {
  auto const host = made({.accelerator = "cpu", .devices = 2, .strategy = "dp"});
  CHECK(std::string(host.process_group_backend()) == "threads");
  CHECK(trained_by(host) == trained_by(at::executor<at::cpu, at::data_parallel<>>({.devices = 2})));

  auto const refusal = [](char const* name) {
    try {
      made({.accelerator = name, .devices = 2, .strategy = "dp", .process_group_backend = "nccl"});
    } catch (at::input_error const& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  auto const says = [](at::detail::incompatibility reason) { return contains(at::detail::sentence_of(reason)); };
  CHECK_THAT(refusal("cpu"), says(at::detail::incompatibility::nccl_needs_cuda));
  CHECK_THAT(refusal(at::name_of<slice>), says(at::detail::incompatibility::nccl_not_between_slices));
  static_assert(at::detail::incompatibility_of<slice, at::data_parallel<at::over_nccl<>>, at::fp32_true> ==
                at::detail::incompatibility::nccl_not_between_slices);

  at::executor_options const wanted{
      .accelerator = at::name_of<accelerator>, .devices = "all", .strategy = "dp", .process_group_backend = "nccl"};
  auto const there = at::is_available<accelerator>();
  if (there) {
    CHECK(std::string(made(wanted).process_group_backend()) == "nccl");
  } else {
    CHECK_THROWS_AS(made(wanted), at::not_available);
    CHECK_THROWS_WITH(made(wanted), contains(there.text()));
  }
}

TEST_CASE("NCCL is linked") {
  int version = 0;
  REQUIRE(ncclGetVersion(&version) == ncclSuccess);
  CHECK(version / 10000 == NCCL_VERSION_CODE / 10000);
}
