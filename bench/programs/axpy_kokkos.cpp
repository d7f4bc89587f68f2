// SPDX-License-Identifier: BSL-1.0
#include <Kokkos_Core.hpp>
#include <vector>

void axpy(float a, std::vector<float> const& x, std::vector<float>& y) {
  using in = Kokkos::View<float const*, Kokkos::HostSpace>;
  using out = Kokkos::View<float*, Kokkos::HostSpace>;
  Kokkos::View<float*> on_x("x", x.size()), on_y("y", y.size());
  Kokkos::deep_copy(on_x, in(x.data(), x.size()));
  Kokkos::deep_copy(on_y, out(y.data(), y.size()));
  Kokkos::parallel_for("axpy", y.size(), KOKKOS_LAMBDA(std::size_t i) { on_y(i) += a * on_x(i); });
  Kokkos::deep_copy(out(y.data(), y.size()), on_y);
}
