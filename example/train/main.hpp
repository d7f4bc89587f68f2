// SPDX-License-Identifier: BSL-1.0
/// \file
/// The program. train.cpp and train.cu both are this, compiled for the CPU alone and for the CPU and NVIDIA GPUs.
#pragma once

#include <allotype/parallel/executor/make_executor.hpp>
#include <allotype/parallel/registry/registry.hpp>
#ifdef EXAMPLE_OVER_PROCESSES
#  include <allotype/parallel/over_mpi.hpp>
#endif
#include <cstdio>
#include <exception>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "../whole_file.hpp"
#include "checkpoint.hpp"
#include "curve.hpp"
#include "digits.hpp"
#include "options.hpp"
#include "progress.hpp"
#include "training.hpp"

namespace example {

// [lists]
/// What this program is compiled for.
using accelerators = at::list<at::H200, at::H100, at::cpu>;
/// What `auto` tries; the CPU is named by those who want it.
auto const h200_is_registered = at::register_accelerator<at::H200>("H200", "NVIDIA H200", 500);
auto const h100_is_registered = at::register_accelerator<at::H100>("H100", "NVIDIA H100", 400);
using precisions = at::list<at::fp64_true, at::fp32_true, at::fp16_mixed, at::bf16_mixed>;
#ifdef EXAMPLE_OVER_PROCESSES
using transports = at::list<at::over_threads, at::over_mpi>;
#else
using transports = at::list<at::over_threads>;
#endif
// [lists]

/// Refuses two names for one file, of which one would be lost.
inline void keep_apart(options const& asked) {
  std::pair<char const*, std::filesystem::path> const files[] = {
      {"--data", asked.data}, {"--checkpoint", asked.checkpoint}, {"--curve", asked.curve}, {"--losses", asked.losses}};
  for (auto const& [option, file] : files) {
    for (auto const& [other_option, other] : files) {
      if (option == other_option) break;
      std::error_code absent;
      bool const same =
          std::filesystem::weakly_canonical(file, absent) == std::filesystem::weakly_canonical(other, absent);
      if (!file.empty() && (same || std::filesystem::equivalent(file, other, absent))) {
        throw bad_file(file.string() + ": is named by " + other_option + " and by " + option);
      }
    }
  }
}

/// Whether there is a checkpoint to go on from. \throws bad_file where there is one and the options do not ask to go on
inline bool goes_on(options const& asked) {
  if (asked.checkpoint.empty()) return false;
  check_can_be_written(asked.checkpoint);
  check_is_regular(asked.checkpoint);  // it is read and replaced; reading a FIFO would wait for ever
  std::error_code failed;
  bool const is_there = std::filesystem::exists(asked.checkpoint, failed);
  if (is_there && !asked.resume) {
    throw bad_file(asked.checkpoint + ": is there already; --resume goes on from it, another name begins anew");
  }
  return is_there;
}

// [rank]
/// One rank. `results` are of the epochs that are done; `of_run` is what a checkpoint says of the run.
template <class Training>
curve train(Training& training, options const& asked, notes const& of_run, curve results, progress* bar) {
  while (static_cast<int>(results.size()) < asked.epochs) {
    results.push_back(training.epoch(static_cast<int>(results.size())));
    if (bar != nullptr) bar->show(results.back());
    if (!asked.checkpoint.empty()) training.save(asked.checkpoint, with_results(of_run, results));
  }
  return results;
}
// [rank]

/// Does nothing where no file was asked for.
inline void write(std::string const& file, std::string const& text) {
  if (file.empty()) return;
  write_whole(file, text);
  std::printf("wrote    %s\n", file.c_str());
}

inline void run(options const& asked) {
  auto const executor = at::make_executor<accelerators, transports, precisions>(asked.executor);
  keep_apart(asked);
  data_set const data = read_digits(asked.data);
  if (!asked.curve.empty()) check_can_be_written(asked.curve);
  if (!asked.losses.empty()) check_can_be_written(asked.losses);
  bool const resumes = goes_on(asked);
  notes const of_run = notes_of(asked, executor.precision(), data.checksum);

  executor.run([&](auto& here) {
    trainer training(here, data, asked);
    curve begin;
    if (resumes) begin = results_in(asked.checkpoint, training.load(asked.checkpoint), of_run, asked.epochs);
    std::optional<progress> bar;  // rank 0 says how it goes
    if (here.is_global_zero()) {
      std::printf("runs on  %s (%s), %s, %s, devices: %d\n", executor.accelerator(), to_string(here.queue()).text(),
                  executor.strategy(), executor.precision(), here.size());
      for (auto const& [accelerator, because] : executor.skipped())
        std::printf("         not on %s: %s\n", accelerator.text(), because.text());
      int const done = static_cast<int>(begin.size());
      if (resumes) std::printf("goes on  behind epoch %d of %s\n", done, asked.checkpoint.c_str());
      std::fflush(stdout);  // before the bar
      bar.emplace(done, asked.epochs, data.training.count(), terminal_here());
    }
    curve const results = train(training, asked, of_run, begin, bar ? &*bar : nullptr);
    bar.reset();
    if (!here.is_global_zero()) return;
    std::printf("accuracy %.2f %% of %d pictures that were not learnt from\n", 100 * results.back().accuracy,
                data.test.count());
    std::string const title =
        std::string("Training on ") + executor.accelerator() + ", " + executor.strategy() + ", " + executor.precision();
    write(asked.losses, csv_text(results));
    write(asked.curve, svg_picture(results, title));
  });
}

/// 2 where something else on the command line would help.
inline int status_of(std::exception_ptr const& failure) {
  try {
    std::rethrow_exception(failure);
  } catch (at::rank_error const& error) {
    return error.cause() ? status_of(error.cause()) : 1;
  } catch (bad_file const&) {
    return 2;
  } catch (at::device_error const&) {
    return 1;
  } catch (at::error const&) {
    return 2;
  } catch (...) {
    return 1;
  }
}

}  // namespace example

int main(int count, char** arguments) {
  try {
    example::run(example::parse(count, arguments));
    return 0;
  } catch (std::exception const& error) {
    std::fprintf(stderr, "train: %s\n", error.what());
    return example::status_of(std::current_exception());
  }
}
