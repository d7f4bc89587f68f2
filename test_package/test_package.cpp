// SPDX-License-Identifier: BSL-1.0
// What a package must have: a partition as a type, and a loop that runs on the CPU. With its compiled libraries: a
// program made of a task.
#include <allotype/allotype.hpp>
#ifdef WITH_PROGRAM
#  include <allotype/program.hpp>
#endif
#include <cstdio>
#include <vector>

namespace at = allotype;

static_assert(at::fact_of<at::A100::partition<"2g.10gb">, at::fact::memory> < at::fact_of<at::A100, at::fact::memory>);

#ifdef WITH_PROGRAM
struct number {
  BOOST_HANA_DEFINE_STRUCT(number, (int, value));
};
constexpr auto squared =
    at::task<at::cpu>("squared", [](auto&, number const& of) { return number{of.value * of.value}; });
#endif

int main() {
#ifdef WITH_PROGRAM
  char const* arguments[] = {"test_package", "run", "squared", "--value", "30"};
  if (at::program<"test_package", squared>::main(5, const_cast<char**>(arguments)) != 0) return 1;
#endif
  at::queue<at::cpu> on;
  std::vector<long long> numbers(1000);
  at::extents const size{numbers.size()};
  at::buffer<long long, at::cpu> squares{on, size};
  at::for_each(on, size, [to = squares.view(on)] ALLOTYPE_FN(long long i) { to(i) = i * i; });
  at::copy(on, squares, numbers);
  std::printf("allotype %s, the square of 30 is %lld\n", ALLOTYPE_VERSION_TEXT, numbers[30]);
  return numbers[30] == 900 ? 0 : 1;
}
