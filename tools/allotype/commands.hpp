// SPDX-License-Identifier: BSL-1.0
/// \file
/// What the program can be told to do. Each command prints to standard output, as text or as one JSON document (of
/// `stats`: one a line), and throws allotype::error for what it cannot do.
#pragma once

#include <allotype/cluster/request/request.hpp>
#include <allotype/core/driver.hpp>
#include <optional>
#include <string>
#include <vector>

#include "errors_command.hpp"

namespace program {

/// What the configurations say besides the instances; empty: the tool's usual.
struct provision_options {
  bool without_starts = false;  ///< nvidia-smi: the driver chooses them
  bool by_name = false;         ///< nvidia-smi: 3g.20gb:0 instead of 9:0
  bool filter = false;          ///< mig-parted, gpu-operator: only boards with the device's PCI ids
  std::string name{};           ///< of the configuration
  std::string node = "NODE";
  int driver = static_cast<int>(allotype::driver::newest);  ///< mig-parted, gpu-operator: its branch, as 535
  bool short_names = false;  ///< slurm: a100_3g.20gb, as sites write it, instead of the types that Slurm detects
  bool slurm_22_05 = false;  ///< slurm: the types that releases before 23.02.6 detect

  /// Whether one of them is not as it begins.
  [[nodiscard]] bool is_given() const { return *this != provision_options{}; }
  friend bool operator==(provision_options const&, provision_options const&) = default;
};

/// Where a transition begins.
struct transition_options {
  bool from_machine = false;
  int gpu = -1;                     ///< its index; -1: the only one in MIG mode
  std::string device{};             ///< of stated instances
  std::vector<std::string> from{};  ///< each as 3g.20gb\@4:1, with its start and its id
  std::vector<int> in_use{};        ///< ids of GPU instances, besides those on which processes run
};

/// A picture that is asked for.
struct wanted_picture {
  std::optional<std::string> file{};  ///< `-` is standard output; none: nothing is drawn
  bool as_page = false;               ///< in HTML, with the same in words, instead of SVG alone
};

/// Devices, or the partitions of one. \param names_only a name a line, for the shell's completion
void list(std::string const& device, bool names_only, bool json);
/// What is published about a device or a partition, with the sources.
void show(std::string const& device, std::string const& partition, bool json);
/// Where partitions lie on a GPU, in which order to create them, and what is left.
void plan(std::string const& device, std::vector<std::string> const& partitions, wanted_picture const& picture,
          bool json);
/// All layouts of a board. \param profiles one of `profile_sets` \param maximal_only those to which nothing can be
/// added
void layouts(std::string const& device, std::string const& profiles, bool maximal_only, wanted_picture const& picture,
             bool json);
std::vector<std::string> profile_sets();
/// Where many tasks go. \param file a task a line, `-`: standard input \param gpus as A100, A100:16,
/// A100:4=3g.20gb,2g.10gb
/// \param cluster a file whose GPUs are there, too, as they are set up; empty: none
void plan_fleet(std::string const& file, std::vector<std::string> const& gpus, std::string const& cluster, bool json);
/// What sets up the GPUs of a node like that. \param tool as nvidia-smi \param words instances, each group of them
/// behind the GPUs that it is for, as `0-3:`. With a cluster's file in the place of the tool, what sets up its pools;
/// in the place of the device a tool then, or nothing
void provision(std::string const& tool, std::string const& device, std::vector<std::string> const& words,
               provision_options const& how, bool json);
/// The tools that `provision` knows.
std::vector<std::string> provision_tools();
/// What brings a GPU from the instances that it has to the wanted ones.
void transition(transition_options const& how, std::vector<std::string> const& wanted, bool json);
/// What requests it of Flyte: the GPUAccelerator message.
void flyte(std::string const& device, std::string const& partition, bool json);
/// What `request` asks for.
struct asked_accelerators {
  std::string device, partition;
  std::vector<std::string> together_with, or_else;
  bool of_one_gpu = false;  ///< all partitions are on one GPU
  allotype::request_options options{};
};
struct work_options {
  std::string name = "task", image = "example/task:1", memory, ephemeral_storage;
  std::vector<std::string> command;
  bool script = false;
};
/// What a system is asked for. \param pool a system, `all` of them, or FILE:POOL \param settings NAME=VALUE
void request(std::string const& pool, asked_accelerators asked, std::vector<std::string> const& settings,
             work_options const& work, bool json);
/// The JSON Schema of the files that `cluster` and others read, or of those of tasks.
void print_schema(bool of_tasks);
/// The pools of a cluster's file.
void cluster(std::string const& file, bool json);
/// Whether a cluster serves the tasks of a program, each and all together.
/// \param page a file for the same in HTML
bool check(std::string const& cluster_file, std::string const& tasks_file, std::optional<std::string> const& page,
           bool json);
/// What `allotype` alone prints: this machine, three commands that work on it, and where help is.
void first_screen();
/// This machine.
void probe(double time_limit_in_seconds, bool json);
/// What the devices of this machine are doing. \param times 0: until stopped
void stats(double seconds_between, int times, bool json);

}  // namespace program
