// SPDX-License-Identifier: BSL-1.0
// A scan of segments whose initial value is a fraction, and its results integers.
// expect: a verb on segments: the initial value does not convert to the results' type, or would lose its fraction
#include <allotype/segmented_scan.hpp>
namespace at = allotype;

#ifdef TWIN
constexpr auto first = 1;
#else
constexpr auto first = 1.5;
#endif
struct same {
  ALLOTYPE_FN int operator()(int i) const { return i; }
};
inline void scan(at::queue<at::cpu>& on, at::buffer<int, at::cpu> const& begins, at::buffer<int, at::cpu>& sums) {
  at::segmented_inclusive_scan(on, begins, sums, first, at::plus{}, same{});  // here
}
