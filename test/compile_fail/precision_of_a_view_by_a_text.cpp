// SPDX-License-Identifier: BSL-1.0
// The name that an executor of names takes, in place of the type.
// expect: with_precision: a text is no precision: name it by its type, with_precision<bf16_mixed>(x.view(on))
#include <allotype/allotype.hpp>
#include <allotype/dispatch/precision_view.hpp>
#include <allotype/parallel/executor.hpp>
namespace at = allotype;

template <class View>
struct ones {
  View numbers;
  ALLOTYPE_FN void operator()(int i) const { numbers(i) = 1.f; }
};
void go(at::queue<at::cpu>& on, at::buffer<float, at::cpu>& held) {
#ifdef TWIN
  auto const numbers = at::with_precision<at::fp32_true>(held.view(on));
#else
  auto const numbers = at::with_precision<"bf16-mixed">(held.view(on));  // here
#endif
  at::for_each(on, at::extents{100}, ones<decltype(numbers)>{numbers});
}
