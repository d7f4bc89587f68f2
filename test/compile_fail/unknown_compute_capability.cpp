// SPDX-License-Identifier: BSL-1.0
// A GPU of a compute capability that the catalogue does not know.
// expect: the catalogue has no row for this compute capability: state the facts as members of your device
// expect: compute_capability<8, 5>
#include <allotype/allotype.hpp>

namespace acme {
#ifdef TWIN
struct gpu : allotype::nvidia_device<gpu, allotype::compute_capability<8, 6>> {
#else
struct gpu : allotype::nvidia_device<gpu, allotype::compute_capability<8, 5>> {  // here
#endif
  static constexpr char name[] = "acme-gpu";
};
}  // namespace acme
