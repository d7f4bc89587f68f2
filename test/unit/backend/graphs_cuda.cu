// SPDX-License-Identifier: BSL-1.0
// What graphs ask of CUDA, against a runtime that only pretends.
#include <allotype/allotype.hpp>
#include <allotype/graph.hpp>

#include <stdexcept>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "pretend_cuda_runtime.hpp"

namespace at = allotype;

namespace {

void machine_with_two_gpus() {
  pretend::reset();
  pretend::here().devices = {{"NVIDIA L4", 22563, 58, 8, 9, "GPU-11111111-0000-0000-0000-00000000000a"},
                             {"NVIDIA L4", 22563, 58, 8, 9, "GPU-11111111-0000-0000-0000-00000000000b"}};
}

void check_nothing_is_left() {
  auto const& machine = pretend::here();
  CHECK(machine.device_allocations == 0);
  CHECK(machine.streams == 0);
  CHECK(machine.events == 0);
  CHECK(machine.graphs == 0);
  CHECK(machine.instantiated_graphs == 0);
}

struct increment {
  at::view<int, 1, at::L4> of;
  ALLOTYPE_FN void operator()(int i) const { of(i) += 1; }
};

}  // namespace

TEST_CASE("a replay is one call of CUDA, whatever was recorded") {
  machine_with_two_gpus();
  {
    at::queue<at::L4> on;
    at::buffer<int, at::L4> from{on, std::vector<int>{1, 2, 3}}, to{on, std::vector<int>{0, 0, 0}};
    auto const both = at::record(on, [&](auto& recorder) {
      at::for_each(recorder, at::extents{3}, increment{to.view(recorder)});
      at::copy(recorder, from, to);
      at::for_each(recorder, at::extents{1000}, increment{to.view(recorder)});
    });
    auto& machine = pretend::here();
    CHECK(machine.launches.empty());
    CHECK(machine.graphs == 0);
    CHECK(machine.instantiated_graphs == 1);
    int const allocations = machine.device_allocations;
    for (int i = 0; i < 3; ++i) at::replay(on, both);
    CHECK(machine.graph_launches == 3);
    on.wait();
    CHECK(machine.launches.size() == 6);
    CHECK(machine.launches[5].stream == on.native());
    CHECK(machine.device_allocations == allocations);
    std::vector<int> found(3);
    at::copy(on, to, found);
    CHECK(found == std::vector<int>{1, 2, 3});
  }
  check_nothing_is_left();
}

TEST_CASE("a graph that ends waits for its last replay") {
  machine_with_two_gpus();
  {
    at::queue<at::L4> on;
    at::buffer<int, at::L4> from{on, std::vector<int>{1, 2, 3}}, to{on, std::vector<int>{0, 0, 0}};
    at::replay(on, at::record(on, [&](auto& recorder) { at::copy(recorder, from, to); }));
    CHECK(to.data()[2] == 3);  // memory of the pretended device is the host's
  }
  check_nothing_is_left();
}

TEST_CASE("a graph of one GPU is not replayed on another") {
  machine_with_two_gpus();
  {
    at::queue<at::L4> first, second(1);
    auto const none = at::record(first, [](auto&) {});
    CHECK_THROWS_WITH(at::replay(second, none),
                      contains("the graph was recorded on CUDA device 0, and the queue is of CUDA device 1"));
    CHECK(pretend::here().graph_launches == 0);
  }
  check_nothing_is_left();
}

TEST_CASE("a graph that was moved from has no work") {
  machine_with_two_gpus();
  {
    at::queue<at::L4> on;
    auto one = at::record(on, [](auto&) {});
    auto other = std::move(one);
    at::replay(on, one);
    CHECK(pretend::here().graph_launches == 0);
    one = std::move(other);
    at::replay(on, one);
    CHECK(pretend::here().graph_launches == 1);
  }
  check_nothing_is_left();
}

TEST_CASE("nothing is left of a recording that fails") {
  machine_with_two_gpus();
  {
    at::queue<at::L4> on;
    at::buffer<int, at::L4> few{on, at::extents{3}}, many{on, at::extents{4}};
    CHECK_THROWS_AS((void)at::record(on, [&](auto& recorder) { at::copy(recorder, few, many); }), at::size_error);
    CHECK_THROWS_AS((void)at::record(on, [](auto&) { throw std::runtime_error("not today"); }), std::runtime_error);
    pretend::here().instantiate_fails = cudaErrorMemoryAllocation;
    CHECK_THROWS_WITH((void)at::record(on, [](auto&) {}), contains("cudaGraphInstantiateWithFlags"));
    CHECK(pretend::here().graphs == 0);
    at::fill(on, few, 2);
    on.wait();
  }
  check_nothing_is_left();
}
