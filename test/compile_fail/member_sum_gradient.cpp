// SPDX-License-Identifier: BSL-1.0
// A strategy's member with a letter too few.
// expect: the member sum_gradient is not one that the library uses, and would be ignored: write, as a public member, in its place, static void sum_gradients(auto const& here, auto& gradients)
#include <allotype/allotype.hpp>
#include <allotype/parallel/training.hpp>
namespace at = allotype;

struct own {
#ifdef TWIN
  static void sum_gradients(auto const&, auto&) {}
#else
  static void sum_gradient(auto const&, auto&) {}
#endif
};
struct execution {
  using strategy = own;
};
static_assert(at::detail::strategy_members<execution, int>::checked);  // here
