// SPDX-License-Identifier: BSL-1.0
// sum_of_squares [--accelerator NAME] [--devices WHICH] [--strategy NAME] [--list] [--stats] [COUNT]: adds up the
// squares of 1 to COUNT on the accelerator and devices of that name, a share on each device. Nothing here names the XPU
// but the list of types.
#include <allotype/parallel/executor/make_executor.hpp>
#include <allotype/parallel/statistics/statistics_text.hpp>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "xpu.hpp"

namespace at = allotype;

namespace {

template <class View>
struct square {
  View numbers;
  ALLOTYPE_FN void operator()(long long i) const { numbers(i) *= numbers(i); }
};
template <class View>
struct element {
  View numbers;
  ALLOTYPE_FN long long operator()(long long i) const { return numbers(i); }
};

template <at::accelerator A>
long long sum_of_squares(at::queue<A>& on, std::vector<long long> const& numbers) {
  at::buffer<long long, A> there{on, numbers};
  at::for_each(on, at::extents{numbers.size()}, square{there.view(on)});
  return at::reduce(on, at::extents{numbers.size()}, 0LL, at::plus{}, element{there.view(on)});
}

/// 1 to `count`, dealt out to so many.
std::vector<std::vector<long long>> shares_of(long long count, std::size_t devices) {
  std::vector<std::vector<long long>> shares(devices);
  for (long long i = 1; i <= count; ++i) shares[static_cast<std::size_t>(i - 1) % devices].push_back(i);
  return shares;
}

void print_list() {
  for (auto const& each : at::accelerator_registry::of_this_program().list(at::probe())) {
    std::string const there = each.available ? std::to_string(each.devices) + " devices"
                                             : std::string{"not available: "} + each.available.text();
    std::printf("%-10s %-40s %s\n", each.accelerator.name.c_str(), each.accelerator.description.c_str(),
                each.accelerator.is_host_processor ? "as many processes as asked for" : there.c_str());
  }
}

template <at::accelerator A>
void print_statistics(std::vector<int> const& devices) {
  if constexpr (requires { at::statistics_of<A>(0); }) {
    using statistics = decltype(at::statistics_of<A>(0));
    std::printf("%s\n", at::csv::header<statistics>().c_str());
    for (int const device : devices) std::printf("%s\n", at::csv::row(at::statistics_of<A>(device)).c_str());
  } else {
    std::printf("%s reports no statistics\n", at::name_of<A>);
  }
}

struct share {
  long long sum = 0;
  std::string where;
};

/// What each device came to, in the order of the ranks.
std::vector<share> run(at::executor_options const& asked, long long count, bool statistics) {
  auto const executor = at::make_executor<at::list<acme::xpu, at::cpu>>(asked);
  for (auto const& [accelerator, because] : executor.skipped()) {
    std::printf("not on %s: %s\n", accelerator.text(), because.text());
  }
  auto const shares = shares_of(count, static_cast<std::size_t>(executor.settings().devices));
  std::vector<share> results(shares.size());
  executor.run([&]<class Execution>(Execution& here) {
    if (statistics && here.is_global_zero()) {
      print_statistics<typename Execution::accelerator>(executor.settings().device_indices);
    }
    auto const rank = static_cast<std::size_t>(here.rank());
    results[rank] = {sum_of_squares(here.queue(), shares[rank]), to_string(here.queue()).text()};
  });
  return results;
}

}  // namespace

int main(int argc, char** argv) try {
  at::executor_options const asked = at::executor_options::of_command_line(argc, argv);
  long long count = 7;
  bool statistics = false;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--list") == 0) {
      print_list();
      return 0;
    }
    if (std::strcmp(argv[i], "--stats") == 0) {
      statistics = true;
    } else if (count = std::atoll(argv[i]); count < 1 || count > 1'000'000) {
      std::fprintf(stderr, "sum_of_squares: %s is no number from 1 to 1000000\n", argv[i]);
      return 2;
    }
  }

  auto const shares = run(asked, count, statistics);
  long long sum = 0;
  for (share const& each : shares) {
    std::printf("%lld on %s\n", each.sum, each.where.c_str());
    sum += each.sum;
  }
  std::printf("%lld\n", sum);
  return sum == count * (count + 1) * (2 * count + 1) / 6 ? 0 : 1;
} catch (at::error const& wrong) {
  std::fprintf(stderr, "sum_of_squares: %s\n", wrong.what());
  return 2;
}
