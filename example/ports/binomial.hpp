// SPDX-License-Identifier: BSL-1.0
// Prices of options by binomial trees, compared with the formula of Black and Scholes, to which they converge.
#include <cmath>
#include <cstdio>
#include <vector>

#include "binomial_kernel.hpp"

namespace {

#ifdef __CUDACC__
using wanted = at::any_of<at::H200, at::H100, at::cpu>;
#else
using wanted = at::any_of<at::cpu>;
#endif

constexpr int steps = 64;

std::vector<option> some_options() {
  std::vector<option> options;
  for (int i = 0; i < 5; ++i) options.push_back({31.0 + 2 * i, 35.0, 0.5 + 0.1 * i, 0.02, 0.2 + 0.02 * (i % 5)});
  return options;
}

constexpr auto binomial = at::task<wanted>("binomial", []<class A>(at::queue<A>& on, std::vector<option> const& of) {
  int const count = static_cast<int>(of.size());
  at::buffer const options{on, of};
  at::buffer<double, A> values{on, at::extents{count}};
  using tree = binomial_tree<steps, A>;
  at::launch(on, at::grid<at::threads_per_block<128>, at::shared_memory_per_block<tree::shared_memory>>{count},
             tree{options.view(on), values.view(on)});
  std::vector<double> result(of.size());
  at::copy(on, values, result);
  return result;
});

double normal_distribution(double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }
double black_scholes(option const& of) {
  double const deviation = of.volatility * std::sqrt(of.years);
  double const d = (std::log(of.price / of.strike) + of.rate * of.years) / deviation + deviation / 2;
  return of.price * normal_distribution(d) -
         of.strike * std::exp(-of.rate * of.years) * normal_distribution(d - deviation);
}

}  // namespace

int main() {
  auto const options = some_options();
  auto const run = binomial(options);
  double largest = 0;
  for (std::size_t i = 0; i < options.size(); ++i) {
    largest = std::fmax(largest, std::fabs(run.value()[i] - black_scholes(options[i])));
  }
  std::printf("%s: %zu options, %d steps: at most %.4f from the formula\n", run.where(), options.size(), steps,
              largest);
  return largest < 0.02 ? 0 : 1;  // NaN is not
}
