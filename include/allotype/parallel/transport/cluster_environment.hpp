// SPDX-License-Identifier: BSL-1.0
/// \file
/// Cluster environments: what started the processes of a job, and which of them this process is. The library knows
/// torchrun and Slurm's `srun`; the transport `over_sockets` asks them. A launcher of your own is a struct with these
/// members, and is registered with `register_part`:
///
/// | member                            | says                                                             |
/// |-----------------------------------|------------------------------------------------------------------|
/// | `static constexpr char name[]`    | its name                                                         |
/// | `static bool detect()`            | true if it started this process                                  |
/// | `static place_in_job place()`     | the place of this process; throws `error` if a variable is wrong |
#pragma once

#include <unistd.h>

#include <concepts>
#include <cstdlib>
#include <initializer_list>
#include <string>
#include <string_view>

#include <allotype/core/detail/number_text.hpp>
#include <allotype/core/error.hpp>
#include <allotype/parallel/transport/detail/slurm_step.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// The place of a process in a job with one rank in each process.
struct place_in_job {
  int rank = 0;              ///< among all ranks of the job
  int size = 1;              ///< ranks of the job
  int local_rank = -1;       ///< among the ranks of its node; -1: unknown
  std::string main_address;  ///< the name or address of rank 0's machine
  int main_port = 0;         ///< at which port rank 0 listens: 1 to 65535
  int other_ports = 0;       ///< how many ports behind that one rank 0 may take instead, where another job has it
  std::string job;           ///< which job it is, the same in all its processes: those of other jobs are turned away
  std::string secret;        ///< by which the ranks know each other; empty: ALLOTYPE_JOB_SECRET, or the user's file
};

/// A cluster environment: a struct with the members above.
template <class E>
concept cluster_environment = requires {
  { E::name } -> std::convertible_to<char const*>;
  { E::detect() } -> std::convertible_to<bool>;
  { E::place() } -> std::convertible_to<place_in_job>;
};

namespace detail {

/// A whole number of the environment. \throws error which names the variable
inline int number_of_environment(char const* variable, int least, int most) {
  char const* const text = std::getenv(variable);
  if (text == nullptr || *text == '\0') {
    throw error(message<2000>{} << variable << " is not set; it is a whole number from " << least << " to " << most);
  }
  // Neither limit is negative.
  auto const read = read_number(text, static_cast<unsigned long long>(most));
  int const number = static_cast<int>(read.value);
  if (!read || number < least) {
    throw error(message<2000>{} << variable << "=" << text << " is not valid: it is a whole number from " << least
                                << " to " << most);
  }
  return number;
}

inline bool is_set(char const* variable) {
  char const* const text = std::getenv(variable);
  return text != nullptr && *text != '\0';
}

/// The values of these variables, of which any may be missing.
inline std::string job_name(char const* launcher, std::initializer_list<char const*> variables) {
  std::string name = launcher;
  for (char const* each : variables) {
    char const* const value = std::getenv(each);
    name += std::string(1, '\0') + (value == nullptr ? "" : value);
  }
  return name;
}

inline constexpr int max_ranks = 1 << 20;

inline place_in_job place_from(char const* rank, char const* size, char const* local_rank) {
  place_in_job place;
  place.size = number_of_environment(size, 1, max_ranks);
  place.rank = number_of_environment(rank, 0, place.size - 1);
  if (is_set(local_rank)) place.local_rank = number_of_environment(local_rank, 0, place.size - 1);
  return place;
}

/// The first host of a list as Slurm writes it: `node[003-006,9],other` is `node003`.
inline std::string first_host(std::string_view list) {
  std::string host;
  for (std::size_t at = 0; at < list.size() && list[at] != ',';) {
    if (list[at] != '[') {
      host += list[at++];
      continue;
    }
    for (++at; at < list.size() && is_digit(list[at]); ++at) host += list[at];
    while (at < list.size() && list[at++] != ']') {
    }
  }
  return host;
}

/// PyTorch's `torchrun`, or anything that sets the same variables: RANK, WORLD_SIZE, MASTER_ADDR, MASTER_PORT, and with
/// several nodes LOCAL_RANK.
struct torchrun_environment {
  static constexpr char name[] = "torchrun";

  [[nodiscard]] static bool detect() { return detail::is_set("RANK") && detail::is_set("WORLD_SIZE"); }
  /// \throws error which names the variable that is missing or wrong
  [[nodiscard]] static place_in_job place() {
    place_in_job place = detail::place_from("RANK", "WORLD_SIZE", "LOCAL_RANK");
    if (!detail::is_set("MASTER_ADDR"))
      throw error("MASTER_ADDR is not set; it is the name or address of rank 0's machine");
    place.main_address = std::getenv("MASTER_ADDR");
    place.main_port = detail::number_of_environment("MASTER_PORT", 1, 65534);
    // torchrun's own agent then listens at MASTER_PORT.
    char const* const agent = std::getenv("TORCHELASTIC_USE_AGENT_STORE");
    if (agent != nullptr && std::string_view(agent) == "True") ++place.main_port;
    place.job = detail::job_name("torchrun", {"TORCHELASTIC_RUN_ID", "TORCHELASTIC_RESTART_COUNT"});
    return place;
  }
};

/// Slurm's `srun`: SLURM_PROCID, SLURM_NTASKS, SLURM_LOCALID. Rank 0 is on the first node of SLURM_STEP_NODELIST, at a
/// port from 15000 to 29999 that follows from the numbers of job and step, or at one of the 15 behind it where another
/// job has that one. MASTER_ADDR and MASTER_PORT count before these.
struct slurm_environment {
  static constexpr char name[] = "slurm";

  /// What `mpirun` or a script starts inside a step inherits variables that are about others: they do not count.
  [[nodiscard]] static bool detect() {
    char const* const process = std::getenv("SLURM_TASK_PID");
    return detail::is_set("SLURM_PROCID") && process != nullptr && process == std::to_string(getpid());
  }
  /// \throws error which names the variable that is missing or wrong
  [[nodiscard]] static place_in_job place() {
    char const* const size = detail::is_set("SLURM_STEP_NUM_TASKS") ? "SLURM_STEP_NUM_TASKS" : "SLURM_NTASKS";
    place_in_job place = detail::place_from("SLURM_PROCID", size, "SLURM_LOCALID");
    if (detail::is_set("MASTER_ADDR")) {
      place.main_address = std::getenv("MASTER_ADDR");
    } else {
      char const* const nodes = detail::is_set("SLURM_STEP_NODELIST") ? "SLURM_STEP_NODELIST" : "SLURM_JOB_NODELIST";
      if (!detail::is_set(nodes))
        throw error("SLURM_STEP_NODELIST is not set, and MASTER_ADDR neither: rank 0's machine is not known");
      place.main_address = detail::first_host(std::getenv(nodes));
    }
    if (detail::is_set("MASTER_PORT")) {
      place.main_port = detail::number_of_environment("MASTER_PORT", 1, 65535);
    } else {
      int const job = detail::number_of_environment("SLURM_JOB_ID", 0, 0x7fffffff);
      int const step =
          detail::is_set("SLURM_STEP_ID") ? detail::number_of_environment("SLURM_STEP_ID", 0, 0x7fffffff) : 0;
      place.main_port = 15000 + (job % 15000 + 101 * (step % 15000)) % 15000;
      place.other_ports = 15;
    }
    place.job =
        detail::job_name("slurm", {"SLURM_CLUSTER_NAME", "SLURM_JOB_ID", "SLURM_STEP_ID", "SLURM_RESTART_COUNT"});
    return place;
  }
};

}  // namespace detail

static_assert(cluster_environment<detail::torchrun_environment> && cluster_environment<detail::slurm_environment>);

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
