// SPDX-License-Identifier: BSL-1.0
/// \file
/// The program. train.cpp and train.cu both are this, compiled for the CPU alone and for the CPU and NVIDIA GPUs.
#pragma once

#include <allotype/runtime/make_executor.hpp>
#ifdef EXAMPLE_OVER_PROCESSES
#include <allotype/runtime/strategy_over_mpi.hpp>
#endif
#include <cstdio>
#include <exception>
#include <string>

#include "../whole_file.hpp"
#include "curve.hpp"
#include "digits.hpp"
#include "options.hpp"
#include "progress.hpp"
#include "training.hpp"

namespace example {

/// What this program is compiled for, in the order that `auto` looks.
using accelerators = at::list<at::H200, at::A100, at::cpu>;
using precisions = at::list<at::fp64_true, at::fp32_true, at::fp16_mixed, at::bf16_mixed>;
#ifdef EXAMPLE_OVER_PROCESSES
using transports = at::list<at::over_threads, at::over_processes>;
#else
using transports = at::list<at::over_threads>;
#endif

/// One rank; rank 0 says how it goes.
template <class Execution>
curve train(Execution& here, data_set const& data, options const& asked) {
  trainer<Execution> training(here, data, asked);
  curve results;
  std::optional<progress> bar;
  if (here.is_global_zero()) bar.emplace(0, asked.epochs, data.training.count());
  while (static_cast<int>(results.size()) < asked.epochs) {
    results.push_back(training.epoch(static_cast<int>(results.size())));
    if (bar) bar->show(results.back());
  }
  return results;
}

inline void run(options const& asked) {
  auto const executor = at::make_executor<accelerators, transports, precisions>(
      {.accelerator = asked.accelerator.c_str(),
       .devices = at::parse_devices(asked.devices),
       .strategy = asked.strategy.c_str(),
       .precision = asked.precision.c_str(),
       .num_nodes = asked.num_nodes});
  data_set const data = read_digits(asked.data);
  if (!asked.curve.empty()) check_can_be_written(asked.curve);
  if (!asked.losses.empty()) check_can_be_written(asked.losses);

  executor.run([&](auto& here) {
    if (here.is_global_zero()) {
      std::printf("runs on  %s (%s), %d devices, %s, %s\n", executor.accelerator(), here.on().description().text(),
                  here.size(), executor.strategy(), executor.precision());
      for (std::string const& each : executor.passed_over()) std::printf("         not on %s\n", each.c_str());
    }
    curve const results = train(here, data, asked);
    if (!here.is_global_zero()) return;
    std::printf("accuracy %.2f %% of %d pictures that were not learnt from\n", 100 * results.back().accuracy,
                data.test.count());
    if (!asked.losses.empty()) write_whole(asked.losses, csv_text(results));
  });
}

}  // namespace example

int main(int count, char** arguments) {
  auto const fail = [](char const* what, int status) {
    std::fprintf(stderr, "train: %s\n", what);
    return status;
  };
  try {
    example::run(example::parse(count, arguments));
    return 0;
  } catch (example::bad_file const& error) {
    return fail(error.what(), 2);
  } catch (example::at::rank_error const& error) {
    return fail(error.what(), 1);
  } catch (example::at::error const& error) {
    return fail(error.what(), 2);
  } catch (std::exception const& error) {
    return fail(error.what(), 1);
  }
}
