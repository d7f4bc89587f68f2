// SPDX-License-Identifier: BSL-1.0
/// \file
/// The options of `make_executor`, under PyTorch Lightning's names. The program, the environment and the command line
/// set them: `--accelerator xpu --devices 2 --strategy dp --precision bf16-mixed`. Errors name the place that set an
/// option.
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <allotype/core/detail/number_text.hpp>
#include <allotype/devices/device_choice.hpp>
#include <allotype/parallel/executor/life_cycle.hpp>
#include <allotype/parallel/registry/accelerator_options.hpp>
#include <allotype/parallel/transport/detail/time_limit.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

/// Who said an option.
class option_sources {
 public:
  void set(std::string_view option, std::string from) { said_.emplace_back(option, std::move(from)); }
  [[nodiscard]] std::string of(std::string_view option) const {
    for (auto at = said_.rbegin(); at != said_.rend(); ++at) {
      if (at->first == option) return at->second;
    }
    return detail::source_program;
  }

 private:
  std::vector<std::pair<std::string, std::string>> said_;
};

}  // namespace detail

/// What an executor is made for; the members have the names of PyTorch Lightning's arguments.
struct executor_options {
  /// The name of a precision, or its short name as a number: 16 is "16", which means 16-mixed. Truth values, characters
  /// and fractions do not compile.
  class precision_name {
   public:
    precision_name(std::string name) : name_(std::move(name)) {}
    precision_name(std::string_view name) : name_(name) {}
    precision_name(char const* name) : name_(name) {}
    template <class N>
      requires detail::device_number<N>
    precision_name(N number) : name_(std::to_string(number)) {}
    /// Does not compile; it says what names a precision. Takes precisions, which have a name.
    template <class Other>
      requires requires { Other::name; }
    precision_name(Other const&) {
      constexpr bool is_a_name = sizeof(Other*) == 0;
      static_assert(is_a_name, "a precision is chosen by its name, or by 64, 32 or 16: {.precision = \"bf16-mixed\"}");
    }

    /// The name, as it was given.
    [[nodiscard]] std::string const& name() const noexcept { return name_; }

   private:
    std::string name_;
  };

  using text = accelerator_options::text;

  /// A registered name, `auto`, or several with commas between; see doc/registry.md.
  text accelerator = "auto";
  device_choice devices{};               ///< how many, or which: 2, "0,1", all; see device_choice.hpp
  text strategy = "auto";                ///< a strategy's name, `auto`, `ddp`, `fsdp`
  precision_name precision = "32-true";  ///< a precision's name
  int num_nodes = 1;                     ///< machines of the job
  /// What moves the data: `nccl`; `host`: threads or MPI; `auto`: the first of the transports that goes with the
  /// accelerator.
  text process_group_backend = "auto";
  std::chrono::milliseconds time_limit = detail::default_time_limit;  ///< for each collective
  detail::life_cycle_observer observe{};                              ///< told of each step
  /// What started the processes of the job: `torchrun`, `slurm`, a registered one.
  text cluster_environment = "auto";

  std::string devices_text{};  ///< the devices as text of the running program, which the accelerator reads; wins if any
  detail::option_sources from{};  ///< for errors

  /// Sets the option with that name: `set("num-nodes", "2", "the file train.toml")`. `said_by` is for errors.
  /// \throws input_error if there is no such option, or if the number of nodes is not a whole number from 1
  void set(std::string_view option, std::string value, std::string said_by);

  /// The given options; the environment replaces them, and the command line replaces both: `--accelerator NAME`,
  /// `--devices=0,1`, `--strategy`, `--precision`, `--num-nodes`, `--process-group-backend`, `--cluster-environment`.
  /// The options that are read are removed from `argv`, and `argc` is reduced.
  /// \throws input_error
  [[nodiscard]] static executor_options of_command_line(int& argc, char** argv, executor_options options);
  [[nodiscard]] static executor_options of_command_line(int& argc, char** argv);
};

namespace detail {

inline constexpr std::string_view executor_option_names[] = {
    "accelerator", "devices", "strategy", "precision", "num-nodes", "process-group-backend", "cluster-environment"};

inline int read_num_nodes(std::string const& text, std::string const& said_by) {
  auto const nodes = read_number(text, 2147483647);
  if (!nodes || nodes.value < 1) {
    throw input_error(message<2000>{} << said_by.c_str() << ": \"" << text.c_str()
                                      << "\" is no number of nodes; it is a whole number from 1");
  }
  return static_cast<int>(nodes.value);
}

}  // namespace detail

inline void executor_options::set(std::string_view option, std::string value, std::string said_by) {
  if (option == "accelerator") {
    accelerator = std::move(value);
  } else if (option == "devices") {
    devices_text = std::move(value);
  } else if (option == "strategy") {
    strategy = std::move(value);
  } else if (option == "precision") {
    precision = std::move(value);
  } else if (option == "num-nodes") {
    num_nodes = detail::read_num_nodes(value, said_by);
  } else if (option == "process-group-backend") {
    process_group_backend = std::move(value);
  } else if (option == "cluster-environment") {
    cluster_environment = std::move(value);
  } else {
    message<2000> refusal;
    refusal << said_by.c_str() << ": there is no option \"" << std::string{option}.c_str() << "\"; there are";
    char const* between = " ";
    for (std::string_view const known : detail::executor_option_names) {
      refusal << between << std::string{known}.c_str();
      between = ", ";
    }
    throw input_error(refusal);
  }
  from.set(option, std::move(said_by));
}

namespace detail {

/// The options, replaced by what ALLOTYPE_ACCELERATOR, ALLOTYPE_DEVICES, ALLOTYPE_STRATEGY, ALLOTYPE_PRECISION,
/// ALLOTYPE_NUM_NODES and ALLOTYPE_PROCESS_GROUP_BACKEND say. Variables that are not set or empty change nothing.
/// \throws input_error
inline executor_options with_environment(executor_options options) {
  return detail::with_environment(std::move(options), detail::executor_option_names);
}

}  // namespace detail

inline executor_options executor_options::of_command_line(int& argc, char** argv, executor_options options) {
  return detail::take_options(argc, argv, std::move(options), detail::executor_option_names);
}
inline executor_options executor_options::of_command_line(int& argc, char** argv) {
  return of_command_line(argc, argv, {});
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
