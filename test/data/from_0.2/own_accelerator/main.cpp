// SPDX-License-Identifier: BSL-1.0
// Runs a task on the accelerator of xpu.hpp, which the library knows nothing of. Exit status 1 if something is wrong.
#include <cstdio>
#include <cstring>

#include "xpu.hpp"

namespace at = allotype;
using namespace at::literals;

namespace {

template <class In, class Out>
struct square {
  In in;
  Out out;
  ALLOTYPE_FN void operator()(long long i) const { out(i) = in(i) * in(i); }
};

template <class In>
struct element {
  In in;
  ALLOTYPE_FN long long operator()(long long i) const { return in(i); }
};

template <at::accelerator A>
long long sum_of_squares(at::queue<A>& on, std::vector<long long> const& numbers) {
  at::buffer<long long, A> in{on, numbers}, out{on, at::extents{numbers.size()}};
  at::for_each(on, at::extents{numbers.size()}, square{in.view(on), out.view(on)});
  return at::reduce(on, at::extents{numbers.size()}, 0LL, at::plus{}, element{out.view(on)});
}

// What the type knows, as for any device of the catalogue.
static_assert(at::dispatchable<acme::xpu> && at::dispatchable<acme::xpu::partition<"half">>);
static_assert(at::offers<acme::xpu, "half"> && !at::offers<acme::xpu, "third">);
static_assert(at::fact_of<acme::xpu::partition<"half">, at::fact::memory> == 8_GiB &&
              at::fact_of<acme::xpu::unpartitioned, at::fact::memory> == 16_GiB);
static_assert(at::takes_blocks_of<acme::xpu, at::grid<at::threads_per_block<512>>>);
static_assert(!at::takes_blocks_of<acme::xpu, at::grid<at::threads_per_block<513>>>);
static_assert(!at::publishes<acme::xpu, at::fact::sm_count>);

using wanted = at::any_of<acme::xpu::partition<"half">, at::cpu>;
constexpr auto task =
    at::task<wanted>("sum of squares", [](auto& on, auto const& numbers) { return sum_of_squares(on, numbers); });

bool check(char const* where) {
  auto const result = task(std::vector<long long>{1, 2, 3, 4, 5, 6, 7});
  std::printf("%lld on %s (%s)\n", result.value(), result.where(), result.device());
  for (auto const& [accelerator, because] : result.skipped()) {
    std::printf("not on %s: %s\n", accelerator.text(), because.text());
  }
  return result.value() == 140 && std::strcmp(result.where(), where) == 0;
}

}  // namespace

int main() {
  bool const on_xpu = check("acme-xpu half");
  setenv("ACME_XPU_OFF", "1", 1);
  bool const on_cpu = check("cpu");
  return on_xpu && on_cpu ? 0 : 1;
}
