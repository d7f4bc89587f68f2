// SPDX-License-Identifier: BSL-1.0
// What verbs read and write in one memory, in a checked build, on an accelerator, whichever.
#pragma once

#define ALLOTYPE_CHECKED

#include <allotype/allotype.hpp>

#include <utility>
#include <vector>

#include "catch.hpp"

namespace overlaps {

namespace at = allotype;

struct is_any {
  ALLOTYPE_FN bool operator()(int) const { return true; }
};

/// Copies and scans within one buffer of 100 numbers.
template <class A>
struct one_buffer {
  at::queue<A>& on;
  at::buffer<int, A> buffer{on, std::vector<int>(100, 1)};

  auto part(int begin, int end) { return buffer.view(on).part(at::box{{begin, end}}); }
  auto column(at::extents<2> over, int which) {
    return buffer.view(on, over).part(at::box{{0, over[0]}, {which, which + 1}});
  }
};

template <class A>
void of_copies(at::queue<A>& on) {
  one_buffer<A> in{on};
  CHECK_THROWS_WITH(at::copy(on, in.part(0, 50), in.part(49, 99)),
                    "copy: the elements to copy from and those to copy to overlap; each must be memory of its own");
  CHECK_THROWS_AS(at::copy(on, in.part(0, 50), in.part(49, 99)), at::overlap_error);
  CHECK_THROWS_AS(at::copy(on, in.part(49, 99), in.part(0, 50)), at::overlap_error);
  CHECK_THROWS_AS(at::copy(on, in.buffer, in.buffer), at::overlap_error);
  CHECK_THROWS_AS(at::copy(on, in.buffer, in.part(0, 100)), at::overlap_error);
  CHECK_THROWS_WITH((void)at::copy_async(on, in.part(0, 50), in.part(49, 99)), starts_with("copy_async: "));
  at::queue<A> other = on.another();
  CHECK_THROWS_AS(at::copy(on, in.part(0, 50), other, in.part(49, 99)), at::overlap_error);
  auto same = at::borrowed_buffer(on, in.buffer.data(), at::extents{100});
  CHECK_THROWS_AS(at::copy(on, in.buffer, same), at::overlap_error);
  CHECK_NOTHROW(at::copy(on, in.part(0, 50), in.part(50, 100)));
  CHECK_NOTHROW(at::copy(on, in.part(50, 100), in.part(0, 50)));
  CHECK_NOTHROW(at::copy(on, in.part(10, 10), in.part(5, 5)));
  // Columns lie between each other; of two shapes, too.
  CHECK_NOTHROW(at::copy(on, in.column({10, 10}, 0), in.column({10, 10}, 9)));
  CHECK_THROWS_AS(at::copy(on, in.column({10, 10}, 3), in.column({10, 10}, 3)), at::overlap_error);
  auto const every_20th = [&](int from) { return in.column({5, 20}, from); };
  auto const five_of_every_5th = [&](int from) {
    return in.buffer.view(on, at::extents{20, 5}).part(at::box{{from / 5, from / 5 + 5}, {from % 5, from % 5 + 1}});
  };
  CHECK_NOTHROW(at::copy(on, every_20th(1), five_of_every_5th(0)));
  CHECK_NOTHROW(at::copy(on, every_20th(5), five_of_every_5th(31)));
  CHECK_THROWS_AS(at::copy(on, every_20th(10), five_of_every_5th(0)), at::overlap_error);
  CHECK_THROWS_AS(at::copy(on, five_of_every_5th(0), every_20th(10)), at::overlap_error);
}

template <class A>
void of_scans(at::queue<A>& on) {
  one_buffer<A> in{on};
  CHECK_THROWS_WITH(
      at::inclusive_scan(on, in.part(0, 50), in.part(1, 51)),
      "inclusive_scan: what is read and what is written overlap; each must be memory of its own, or both begin "
      "at the same address with elements of the same size");
  CHECK_THROWS_AS(at::exclusive_scan(on, in.part(1, 51), in.part(0, 50), 0), at::overlap_error);
  // Smaller elements begin at the same address.
  auto const of_short = at::view_of(on, reinterpret_cast<short*>(in.buffer.data()), at::extents{100});
  CHECK_THROWS_AS(at::inclusive_scan(on, of_short, in.part(0, 100)), at::overlap_error);
  CHECK_NOTHROW(at::inclusive_scan(on, in.buffer, in.buffer));
  CHECK_NOTHROW(at::exclusive_scan(on, std::as_const(in.buffer), in.part(0, 100), 0));
  CHECK_NOTHROW(at::inclusive_scan(on, in.part(0, 50), in.part(50, 100)));
  CHECK_NOTHROW(at::inclusive_scan(on, in.part(0, 0), in.part(0, 0)));

  CHECK_THROWS_WITH(at::copy_if(on, in.buffer, in.buffer, is_any{}),
                    "copy_if: what is read and what is written overlap; each must be memory of its own");
  CHECK_THROWS_AS(at::copy_if(on, in.part(1, 50), in.part(0, 49), is_any{}), at::overlap_error);
  CHECK_NOTHROW(at::copy_if(on, in.part(50, 100), in.part(0, 100), is_any{}));  // writes 50 at the most
}

}  // namespace overlaps
