// SPDX-License-Identifier: BSL-1.0
// The code of doc/strategies.md.
#include <allotype/reduce.hpp>
#include <allotype/runtime/composed_accelerator.hpp>
#include <allotype/runtime/make_executor.hpp>
#include <allotype/runtime/optimizer.hpp>
#include <allotype/runtime/trained_parameters.hpp>
#include <cstdio>
#include <string>
#include <type_traits>
#include <vector>

namespace at = allotype;

namespace {

// [training]
/// The derivative of (p - target)² / 2, summed over this rank's targets.
template <class Parameters, class Gradients, class Targets>
struct pull {
  Parameters parameters;
  Gradients gradients;
  Targets targets;
  ALLOTYPE_FN void operator()(long long i) const { gradients(i) = parameters(i) - targets(i); }
};

/// Trains on one rank: the same text for every accelerator, strategy and precision of 32 bits of storage.
template <class Execution>
std::vector<float> train(Execution& here, std::vector<std::vector<float>> const& targets_of_ranks) {
  auto& on = here.on();
  using A = typename Execution::accelerator;
  at::buffer<float, A> const targets{on, targets_of_ranks[static_cast<std::size_t>(here.rank())]};
  at::trained_parameters parameters{here, std::vector<float>(static_cast<std::size_t>(targets.size())),
                                    at::sgd{.rate = 0.5f}};
  for (int step = 0; step < 30; ++step) {
    auto const values = parameters.gather();        // sharded: from all ranks
    auto const gradients = parameters.gradients();  // this rank's
    auto const wanted = targets.view(on);
    using kernel = pull<std::remove_const_t<decltype(values)>, std::remove_const_t<decltype(gradients)>,
                        std::remove_const_t<decltype(wanted)>>;
    at::for_each(on, at::extents{parameters.size()}, kernel{values, gradients, wanted});
    parameters.step();  // their mean moves the parameters, on all ranks alike
  }
  return parameters.values();
}
// [training]

// [types]
std::vector<float> by_types(std::vector<std::vector<float>> const& targets) {
  std::vector<float> result;
  at::executor<at::cpu, at::sharded_data_parallel<>, at::bf16_mixed> const executor({.devices = 2});
  executor.run([&](auto& here) {
    auto const values = train(here, targets);
    if (here.is_global_zero()) result = values;
  });
  return result;
}
// [types]

// [names]
std::vector<float> by_names(std::vector<std::vector<float>> const& targets, char const* strategy) {
  std::vector<float> result;
  using accelerators = at::list<at::A100, at::cpu>;  // what it is compiled for
  using precisions = at::list<at::fp32_true, at::bf16_mixed>;
  auto const executor = at::make_executor<accelerators, at::list<at::over_threads>, precisions>(
      {.accelerator = "cpu", .devices = 2, .strategy = strategy, .precision = "bf16-mixed"});
  executor.run([&](auto& here) {
    auto const values = train(here, targets);
    if (here.is_global_zero()) result = values;
  });
  return result;
}
// [names]

// [outside]
/// What the program leaves open, the command line and the environment say.
std::string chosen_outside(int argc, char** argv) {
  at::executor_options const asked = at::take_executor_options(argc, argv, {.accelerator = "auto,cpu"});
  auto const executor = at::make_executor<at::list<at::A100, at::cpu>>(asked);
  for (at::passed_over_accelerator const& each : executor.passed_over()) {
    std::printf("not on %s: %s\n", each.name.c_str(), each.text.c_str());
  }
  return executor.accelerator();
}
// [outside]

// [ask]
static_assert(at::compatible<at::A100, at::data_parallel<>, at::bf16_mixed>);
static_assert(!at::compatible<at::T4, at::data_parallel<>, at::bf16_mixed>);
static_assert(at::incompatibility_of<at::T4, at::data_parallel<>, at::bf16_mixed> == at::incompatibility::no_bf16_here);
// [ask]

// [collectives]
float largest_of_all(int ranks) {
  std::vector<float> seen(static_cast<std::size_t>(ranks));
  at::thread_group(ranks, std::chrono::seconds{10}).run([&](at::thread_communicator& group) {
    std::vector<float> mine{static_cast<float>(group.rank() * group.rank())};
    at::all_reduce(group, std::span(mine), at::maximum{});
    seen[static_cast<std::size_t>(group.rank())] = mine[0];
  });
  return seen[0];
}
// [collectives]

// [model]
/// A model with some of the steps of the life cycle.
struct regression {
  std::vector<std::vector<float>> const* targets;
  std::vector<float> values;

  template <class Execution>
  void run(Execution& here) {
    values = train(here, *targets);
  }
  template <class Execution>
  void to_host(Execution& here) {
    if (here.is_global_zero()) std::printf("trained on %s: %g\n", here.on().description().text(), double(values[0]));
  }
};

void fit(std::vector<std::vector<float>> const& targets) {
  at::executor<at::cpu, at::data_parallel<>> const executor({.devices = 2});
  executor.fit([&](auto&) { return regression{&targets, {}}; });
}
// [model]

// [older]
void older(std::vector<std::vector<float>> const& targets) {
  auto const accelerator = at::compose_accelerator<at::cpu>(
      at::precision_plugin<at::bf16_mixed>{}, at::training_type_plugin<at::data_parallel<>>({.devices = 2}));
  accelerator.start_training([&](auto& here, auto& /*precision*/, auto const& training_type) {
    train(here, targets);
    training_type.barrier(here);
  });
}
// [older]

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::vector<float>> const targets{{1, 2, 3}, {3, 4, 5}};
  auto const sharded = by_types(targets);
  bool const good =
      sharded == by_names(targets, "sharded") && sharded == by_names(targets, "dp") && largest_of_all(4) == 9;
  fit(targets);
  older(targets);
  std::string refused;
  try {
    by_names(targets, "fsdp");
  } catch (at::incompatible const& error) {
    refused = error.what();
  }
  std::printf("%s\n", refused.c_str());
  return good && sharded[0] > 1.99f && sharded[0] < 2.01f && !refused.empty() && chosen_outside(argc, argv) == "cpu" ? 0 : 1;
}
