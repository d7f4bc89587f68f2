// SPDX-License-Identifier: BSL-1.0
// The code of doc/layouts.md.
#include <allotype/allotype.hpp>
#include <cstdio>

namespace at = allotype;

namespace {

// [layout]
using balanced = at::layout<at::A100, "3g.20gb", "2g.10gb", "1g.5gb", "1g.5gb">;

void print() {
  std::printf("%s, %d instances\n", balanced::device_name, balanced::size);
  for (int i = 0; i < balanced::size; ++i) {
    at::placement const& it = balanced::placements[i];
    std::printf("%-8s slices %d to %d, %d SMs, %d MiB\n", it.profile, it.start, it.start + it.size - 1, it.sm_count,
                it.memory_mib);
  }
  std::printf("left: %d SMs, %d MiB\n", balanced::left.sm_count, balanced::left.memory_mib);
}
// [layout]

// [types]
using from_types = at::layout_of<at::A100, at::A100::partition<"4g.20gb">, at::A100::partition<"3g.20gb">>;
static_assert(from_types::maximal);
static_assert(from_types::placements[1].start == 4);
// [types]

// [starts]
using right = at::layout<at::A100, at::at<"3g.20gb", 4>>;
static_assert(!right::maximal);
static_assert(at::size_of_list<right::could_add> == 6);  // all but 7g
// [starts]

// [order]
using roomy = at::layout<at::A100, "1g.5gb", "3g.20gb", "2g.10gb">;
static_assert(roomy::order_suffices && roomy::creation_order[0] == 1);         // the 3g first
static_assert(!balanced::order_suffices && balanced::creation_order[0] == 0);  // it must come to lie at 4
static_assert(!right::order_suffices);                                         // alone, the 3g could start at 0
// [order]

// [concepts]
using one = at::A100::partition<"1g.5gb">;
using half = at::A100::partition<"3g.20gb">;
static_assert(at::share_one<at::A100, half, half>);
static_assert(!at::share_one<at::A100, half, half, one>);

using together = at::layout<at::A100, at::at<"1g.5gb", 0>, at::at<"1g.5gb", 1>, at::at<"1g.5gb", 2>>;
using apart = at::layout<at::A100, at::at<"1g.5gb", 0>, at::at<"1g.5gb", 2>, at::at<"1g.5gb", 4>>;
static_assert(at::takes_another<together, half>);
static_assert(!at::takes_another<apart, half>);  // as many slices are free, but not four in a row from 0 or 4
// [concepts]

// [all]
using all = at::layouts_of<at::A100>;
static_assert(all::size == 2318 && all::maximal == 239 && all::multisets == 127);
static_assert(at::layouts_of<at::A100, at::profile_set::base>::maximal == 19);

int largest() {
  int instances = 0;
  for (int i = 0; i < all::size; ++i) {
    if (all::at(i).size() > instances) instances = all::at(i).size();
  }
  return instances;
}
// [all]

// [rules]
constexpr at::placement_rules old{.version = at::driver::R470};
static_assert(at::layouts_of<at::A100, at::profile_set::base, old>::maximal == 18);

constexpr at::placement_rules documented{.media = at::media_rule::one_extension};
using with_all_engines = at::layout_under<documented, at::RTX_PRO_6000_BLACKWELL, "1g.24gb+me.all", "1g.24gb">;
static_assert(with_all_engines::size == 2);
// [rules]

}  // namespace

int main() {
  print();
  bool const right_numbers = largest() == 7 && balanced::left.memory_mib == 640;
  std::puts(right_numbers ? "right" : "wrong");
  return right_numbers ? 0 : 1;
}
