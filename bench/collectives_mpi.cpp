// SPDX-License-Identifier: BSL-1.0
/// \file
/// `all_reduce` between two processes against the same sums by hand: `MPI_Alltoallv` brings every rank its share of all
/// numbers, `MPI_Allgatherv` the sums to everybody. `MPI_Allreduce` stands beside them; its order of adding is its own.
///
/// Rank 0 measures; the other does what rank 0 tells it.
#include <allotype/parallel/transport/mpi_communicator.hpp>

#include <cstdio>

#include "collectives.hpp"

namespace at = allotype;

namespace {

void by_hand(at::mpi_group::communicator_type& group, std::vector<float>& numbers) {
  static std::vector<float> received;
  int counts[ranks], places[ranks], same[ranks], blocks[ranks];
  auto const mine = share_of(numbers.size(), group.rank());
  for (int rank = 0; rank < ranks; ++rank) {
    auto const [begin, size] = share_of(numbers.size(), rank);
    counts[rank] = static_cast<int>(size), places[rank] = static_cast<int>(begin);
    same[rank] = static_cast<int>(mine.size), blocks[rank] = rank * same[rank];
  }
  received.resize(mine.size * ranks);
  MPI_Alltoallv(numbers.data(), counts, places, MPI_FLOAT, received.data(), same, blocks, MPI_FLOAT, MPI_COMM_WORLD);
  add(received.data(), received.data() + mine.size, mine.size, numbers.data() + mine.begin);
  MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, numbers.data(), counts, places, MPI_FLOAT, MPI_COMM_WORLD);
}

void through_library(at::mpi_group::communicator_type& group, std::vector<float>& numbers) {
  at::all_reduce(group, std::span(numbers), at::plus{});
}

void by_mpi(at::mpi_group::communicator_type&, std::vector<float>& numbers) {
  MPI_Allreduce(MPI_IN_PLACE, numbers.data(), static_cast<int>(numbers.size()), MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
}

struct contender {
  char const* name;
  void (*work)(at::mpi_group::communicator_type&, std::vector<float>&);
};
constexpr contender contenders[] = {{"raw MPI", by_hand}, {"allotype", through_library}, {"MPI_Allreduce", by_mpi}};

/// What all ranks do next; no turns: it is over.
struct order {
  long long contender, size, turns, is_check;
};
order told(order const& mine) {
  order same = mine;
  MPI_Bcast(&same, 4, MPI_LONG_LONG, 0, MPI_COMM_WORLD);
  return same;
}

struct outcome {
  double seconds;
  bool right;
};
outcome obey(at::mpi_group::communicator_type& group, order const& what) {
  auto const work = contenders[what.contender].work;
  std::vector<float> numbers(static_cast<std::size_t>(what.size));  // zeros, whose sums stay small
  if (what.is_check != 0) set_numbers(numbers, group.rank());
  MPI_Barrier(MPI_COMM_WORLD);
  auto const start = bench_clock::now();
  for (long long turn = 0; turn < what.turns; ++turn) work(group, numbers);
  double const seconds = seconds_since(start);
  int right = what.is_check == 0 || sums_are_right(numbers);
  MPI_Allreduce(MPI_IN_PLACE, &right, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  return {seconds, right != 0};
}

void measure(at::mpi_group::communicator_type& group, int count, char** arguments) {
  for (long long const size : sizes) {
    for (contender const& one : contenders) {
      auto const do_now = [&group, index = static_cast<long long>(&one - contenders)](long long n, long long turns,
                                                                                      bool check) {
        return obey(group, told({index, n, turns, check}));
      };
      enter(
          "sum of two processes", size, one.name,
          [=](long long n, long long turns) { return do_now(n, turns, false).seconds; },
          [=](long long n) { return do_now(n, 1, true).right; });
    }
  }
  benchmark::Initialize(&count, arguments);
  if (!benchmark::ReportUnrecognizedArguments(count, arguments)) benchmark::RunSpecifiedBenchmarks();
  told({});
}

}  // namespace

int main(int count, char** arguments) {
  at::mpi_group const job;
  if (job.size() != ranks) {
    std::fprintf(stderr, "collectives_mpi: %d ranks; start it with mpirun -n %d\n", job.size(), ranks);
    return 2;
  }
  job.run([&](at::mpi_group::communicator_type& group) {
    if (group.rank() == 0) return measure(group, count, arguments);
    for (order next = told({}); next.turns != 0; next = told({})) obey(group, next);
  });
}
