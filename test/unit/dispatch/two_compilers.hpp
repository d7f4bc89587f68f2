// SPDX-License-Identifier: BSL-1.0
// One task, used by a .cpp that g++ compiles and by a .cu that nvcc compiles, both in one program.
#pragma once

#include <allotype/allotype.hpp>

#include <string>
#include <vector>

namespace two_compilers {

namespace at = allotype;

template <class View>
struct square {
  View values;
  ALLOTYPE_FN double operator()(long long i) const { return values(i) * values(i); }
};

struct sum_of_squares {
  template <class A>
  double operator()(at::queue<A>& on, std::vector<double> const& numbers) const {
    at::buffer<double, A> const values{on, numbers};
    return at::reduce(on, at::extents{numbers.size()}, 0.0, at::plus{}, square{values.view(on)});
  }
};

using wanted = at::any_of<at::A100::partition<"2g.10gb">, at::cpu>;
inline constexpr auto sum = at::task<wanted>("sum of squares", sum_of_squares{});

struct report {
  double value;
  std::string where, on, why_not_on_the_gpu, mode;
};

#define TWO_COMPILERS_TEXT(text) #text
#define TWO_COMPILERS_EXPANDED(text) TWO_COMPILERS_TEXT(text)

/// Static: a function of the user's own is in no namespace of the library's, and the linker would keep one of two.
static report run() {
  auto const result = sum(std::vector<double>{1, 2, 3});
  std::string const why = result.skipped().size() == 0 ? "" : result.skipped().begin()->because.text();
  return {result.value(), result.where(), result.device(), why, TWO_COMPILERS_EXPANDED(ALLOTYPE_MODE)};
}

report as_cpp();
report as_cu();

}  // namespace two_compilers
