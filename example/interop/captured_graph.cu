// SPDX-License-Identifier: BSL-1.0
// Loops of a queue, recorded once as a CUDA graph and then started together. On the CPU the loops run one by one.
#include <allotype/allotype.hpp>

#include <cmath>
#include <cstdio>
#include <utility>
#include <vector>

namespace at = allotype;

namespace {

using here = at::any_of<at::H200, at::H100, at::cpu>;
using rod = std::vector<float>;

/// Heat flows between neighbours on a ring.
template <class A>
void step(at::queue<A>& on, at::view<float const, 1, A> from, at::view<float, 1, A> to) {
  at::for_each(on, to.extents, [=] ALLOTYPE_FN(int i) {
    int const last = to.extents[0] - 1;
    to(i) = from(i) / 2 + (from(i == 0 ? last : i - 1) + from(i == last ? 0 : i + 1)) / 4;
  });
}

template <class A>
void two_steps(at::queue<A>& on, at::buffer<float, A>& one, at::buffer<float, A>& other) {
  at::extents const over{static_cast<int>(one.size())};
  step(on, std::as_const(one).view(on, over), other.view(on, over));
  step(on, std::as_const(other).view(on, over), one.view(on, over));
}

void check(cudaError_t code, char const* accelerator) {
  if (code != cudaSuccess)
    throw at::device_error("a call of the graph", cudaGetErrorName(code), cudaGetErrorString(code), accelerator);
}

template <class A>
void repeat(at::queue<A>& on, at::buffer<float, A>& one, at::buffer<float, A>& other, int times) {
  if constexpr (!std::is_same_v<A, at::cpu>) {
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t ready = nullptr;
    check(cudaStreamBeginCapture(on.native(), cudaStreamCaptureModeThreadLocal), at::name_of<A>);
    two_steps(on, one, other);  // noted, not run
    check(cudaStreamEndCapture(on.native(), &graph), at::name_of<A>);
    check(cudaGraphInstantiateWithFlags(&ready, graph, 0), at::name_of<A>);
    for (int i = 0; i < times; ++i) check(cudaGraphLaunch(ready, on.native()), at::name_of<A>);
    on.wait();
    check(cudaGraphExecDestroy(ready), at::name_of<A>);
    check(cudaGraphDestroy(graph), at::name_of<A>);
  } else {
    for (int i = 0; i < times; ++i) two_steps(on, one, other);
  }
}

constexpr auto warm = at::task<here>("warm", []<class A>(at::queue<A>& on, rod heat) {
  at::buffer<float, A> one{on, heat}, other{on, at::extents{heat.size()}};
  repeat(on, one, other, 1000);
  at::copy(on, one, heat);
  return heat;
});

}  // namespace

int main() {
  rod heat(32, 0.0f);
  heat[7] = 32.0f;
  auto const result = warm(heat);
  float farthest = 0;  // each element becomes the mean, which is 1
  for (float const value : result.value()) farthest = std::fmax(farthest, std::fabs(value - 1.0f));
  std::printf("%s: after 2000 steps every element is 1, within %.1e\n", result.where(), static_cast<double>(farthest));
  return farthest < 1e-5f ? 0 : 1;
}
