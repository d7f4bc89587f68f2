// SPDX-License-Identifier: BSL-1.0
// A partition of a device of your own that has no name.
// only: gcc clang
// expect(gcc): it has one without static constexpr char name[]
// expect(clang): it has one without static
#include <allotype/allotype.hpp>
namespace at = allotype;

#ifdef TWIN
struct half {
  static constexpr char name[] = "half";
};
#else
struct half {};
#endif
struct board : at::partitionable_device<board> {
  static constexpr char name[] = "board";
  using partitions = at::list<half>;
};
using part = board::partition<"half">;  // here
part* one = nullptr;
