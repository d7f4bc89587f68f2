// SPDX-License-Identifier: BSL-1.0
// The code of doc/precision.md.
#include <allotype/dispatch/precision_view.hpp>
#include <allotype/reduce.hpp>
#include <allotype/runtime/gradient_scaler.hpp>
#include <allotype/runtime/precision.hpp>
#include <cstdio>
#include <type_traits>
#include <vector>

namespace at = allotype;

namespace {

// [names]
using kept_in_float = at::precision<"bf16-mixed">;  // at::bf16_mixed
static_assert(std::is_same_v<kept_in_float::storage, float> && std::is_same_v<kept_in_float::compute, at::bfloat16>);

/// What a run's command line says: the position in the list at::precisions; throws with the list of names.
int chosen(char const* name) { return at::index_of_precision(name); }
// [names]

// [numbers]
void numbers() {
  at::float16 const third(1.f / 3);       // rounded to nearest; narrowing is spelt out
  float const wide = third;               // widening is exact, and needs no spelling
  at::float16 const sum = third + third;  // computed as float, rounded to float16
  at::bfloat16 const other(wide);
  std::printf("%.7f %.7f %.7f, largest %g\n", double(wide), double(float(sum)), double(float(other)),
              double(float(at::float16::largest())));
}
// [numbers]

// [kernel]
/// y = a·x + y in whatever the views compute in.
template <class X, class Y>
struct axpy {
  X x;
  Y y;
  float a;
  ALLOTYPE_FN void operator()(long long i) const {
    using wide = typename Y::accumulate;
    y(i) = static_cast<wide>(a) * static_cast<wide>(x(i)) + y(i);  // loads round to compute, the store to storage
  }
};

template <class P, at::accelerator A>
void add_scaled(at::queue<A>& on, at::buffer<typename P::storage, A> const& x, at::buffer<typename P::storage, A>& y,
                float a) {
  auto const in = at::with_precision<P>(x.view(on));
  auto const out = at::with_precision<P>(y.view(on));
  at::for_each(on, at::extents{x.size()},
               axpy<std::remove_const_t<decltype(in)>, std::remove_const_t<decltype(out)>>{in, out, a});
}
// [kernel]

// [scaling]
/// One step in 16-bit mixed precision: the loss, and with it every gradient, is multiplied by the scale on the way
/// back.
template <at::accelerator A, class Backward, class Update>
bool step(at::queue<A>& on, at::gradient_scaler& scaler, at::buffer<float, A>& gradients, Backward backward,
          Update update) {
  backward(scaler.scale());
  bool const finite = scaler.unscale(on, gradients);
  if (finite) update();
  scaler.update(finite);  // backs off after a step that was left out, grows after enough that were not
  return finite;
}
// [scaling]

}  // namespace

int main() {
  numbers();
  at::queue<at::cpu> on;
  std::vector<float> const ones(4, 1.00390625f);
  at::buffer<float, at::cpu> const x{on, ones};
  at::buffer<float, at::cpu> y{on, ones};
  add_scaled<kept_in_float>(on, x, y, 2.f);
  std::vector<float> result(4);
  at::copy(on, y, result);
  at::gradient_scaler scaler;
  at::buffer<float, at::cpu> gradients{on, ones};
  int updates = 0;
  step(on, scaler, gradients, [&](float scale) { at::fill(on, gradients, scale); }, [&] { ++updates; });
  step(on, scaler, gradients, [&](float scale) { at::fill(on, gradients, scale * 1e38f); }, [&] { ++updates; });
  std::printf("%g, %d updates, scale %g, precision %d\n", double(result[0]), updates, double(scaler.scale()),
              chosen("bf16"));
  return result[0] == 3.f && updates == 1 && scaler.scale() == 32768 && chosen("bf16") == 5 ? 0 : 1;
}
