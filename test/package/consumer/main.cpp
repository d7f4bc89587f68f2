// SPDX-License-Identifier: BSL-1.0
// What a consumer does: one task, a partition wanted, the CPU as the alternative. Also compiled as CUDA.
#include <allotype/allotype.hpp>
#ifdef WITH_JSON
#  include <allotype/cluster/request/flyte_json.hpp>
#endif
#ifdef WITH_MPI
#  include <allotype/parallel/transport/mpi_communicator.hpp>
#endif
#ifdef WITH_POOLS
#  include <allotype/cluster/pools/detail/named_pool.hpp>
#endif
#ifdef WITH_PROGRAM
#  include <allotype/program.hpp>
#endif
#ifdef WITH_RUNTIME
#  include <allotype/machine/availability.hpp>
#endif
#ifdef WITH_SOCKETS
#  include <allotype/parallel/over_sockets.hpp>
#  ifdef BOOST_ASIO_VERSION
#    error a program over sockets includes Boost.Asio
#  endif
#endif
#if defined(WITH_OPENMP) && !defined(_OPENMP)
#  error allotype::openmp did not turn OpenMP on
#endif
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

namespace at = allotype;
using namespace at::literals;

using wanted = at::any_of<at::A100::partition<"2g.10gb">, at::cpu>;
static_assert(at::fact_of<at::A100::partition<"2g.10gb">, at::fact::memory> < at::fact_of<at::A100, at::fact::memory>);

template <class Numbers>
struct set_to_index {
  Numbers numbers;
  ALLOTYPE_FN void operator()(int i) const { numbers(i) = i; }
};

struct count_up {
  template <at::accelerator A>
  std::vector<int> operator()(at::queue<A>& on, int count) const {
    at::extents const all{count};
    at::buffer<int, A> numbers{on, all};
    at::for_each(on, all, set_to_index{numbers.view(on)});
    std::vector<int> result(count);
    at::copy(on, numbers, result);
    return result;
  }
};

#ifdef WITH_PROGRAM
struct inputs {
  BOOST_HANA_DEFINE_STRUCT(inputs, (int, count));
};
constexpr auto doubled = at::task<at::cpu>("doubled", [](auto&, inputs const& in) { return inputs{2 * in.count}; });
#endif

int main() {
#ifdef EXPECTED_VERSION
  if (std::string(ALLOTYPE_VERSION_TEXT) != EXPECTED_VERSION) return 1;
#endif
  constexpr auto task = at::task<wanted, at::limits<at::cpus<1>>>("count_up", count_up{});
  auto const result = task(1000);
  std::cout << "ran on " << result.where() << " (" << result.device() << ")\n";
#ifdef WITH_JSON
  std::cout << at::flyte::json<at::A100::partition<"2g.10gb">>() << '\n';
#endif
#ifdef WITH_RUNTIME
  std::cout << "an A100: " << at::is_present<at::A100>(at::probe()).why() << '\n';
#endif
#ifdef WITH_POOLS
  // What a shared library throws is caught by its type.
  try {
    (void)at::detail::make_system("slurn");
    return 1;
  } catch (at::input_error const& wrong) {
    if (std::string(wrong.what()).find("slurm") == std::string::npos) return 1;
  }
#endif
#ifdef WITH_PROGRAM
  char const* arguments[] = {"consumer", "run", "doubled", "--count", "21"};
  if (at::program<"consumer", doubled>::main(5, const_cast<char**>(arguments)) != 0) return 1;
  arguments[4] = "many";
  if (at::program<"consumer", doubled>::main(5, const_cast<char**>(arguments)) != 2) return 1;
#  if defined(INCLUDE_NLOHMANN_JSON_HPP_) || defined(CLI11_VERSION)
#    error a program of tasks includes JSON or CLI11
#  endif
#endif
#ifdef WITH_SOCKETS
  // One process is a job; the other one of this job of two never comes.
  int ranks = 0;
  at::over_sockets::run({}, [&](auto& group, int) { ranks += group.size(); });
  if (ranks != 1) return 1;
  for (char const* variable : {"WORLD_SIZE=2", "RANK=1", "MASTER_ADDR=127.0.0.1", "MASTER_PORT=9",
                               "ALLOTYPE_JOB_SECRET=the secret of this test"}) {
    putenv(const_cast<char*>(variable));
  }
  try {
    at::over_sockets::run({.time_limit = std::chrono::milliseconds{100}}, [](auto&, int) {});
    return 1;
  } catch (at::rank_error const& missing) {
    if (missing.rank() != 0) return 1;
  }
#endif
#ifdef WITH_OPENMP
  if (std::string(result.where()) == "cpu" && std::string(result.device()).rfind("OpenMP", 0) != 0) return 1;
#endif
  return result.value().size() == 1000 && result.value().back() == 999 ? 0 : 1;
}
