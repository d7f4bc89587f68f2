// SPDX-License-Identifier: BSL-1.0
// One rank of an MPI job, for test/unit/mpi_job.py. What it does is its first argument.

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>
#include <thread>

#include <allotype/parallel/transport/mpi_communicator.hpp>
#include <allotype/parallel/transport/thread_communicator.hpp>

#include "collectives.hpp"
#include "mpi_odd_one.hpp"

using namespace std::chrono_literals;

namespace {

/// The same collectives in this job and between as many threads of this process: every rank's bytes are compared.
void compare_with_threads(at::mpi_group const& job) {
  std::vector<std::uint64_t> sums(static_cast<std::size_t>(job.size()));
  at::thread_group(job.size(), 60s).run([&](auto& group) {
    sums[static_cast<std::size_t>(group.rank())] = exercise_all(group);
  });
  job.run([&](auto& group) {
    std::uint64_t const mine = exercise_all(group);
    require(mine == sums[static_cast<std::size_t>(group.rank())], "comparison with threads");
    // More than one piece, of 4 MiB of elements and one, and uneven shares of both pieces.
    no_byte_sum none;
    exercise<float>(group, (std::size_t{4} << 20) + 8, none);
    std::printf("rank %d of %d: %016" PRIx64 "\n", group.rank(), group.size(), mine);
  });
}

}  // namespace

int main(int argc, char** argv) {
  std::string const what = argc > 1 ? argv[1] : "";
  if (what == "absent") stay_away_where_last();
  at::mpi_group const job(limit_of_job(argc, argv));
  if (what == "compare") {
    compare_with_threads(job);
    return 0;
  }
  job.run([&](auto& group) {
    at::barrier(group);
    sum_with_an_odd_one(group, what);
  });
  std::puts("the job went on");
}
