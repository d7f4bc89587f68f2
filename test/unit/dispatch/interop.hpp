// SPDX-License-Identifier: BSL-1.0
// Memory that somebody else owns, on an accelerator, whichever.
#pragma once

#include <allotype/allotype.hpp>

#include <vector>

#include "catch.hpp"

namespace verbs {

namespace at = allotype;

template <class A>
void borrows_memory(at::queue<A>& on) {
  at::buffer<int, A> owner{on, std::vector<int>(12, 7)};
  std::vector<int> numbers(12);
  {
    at::buffer<int, A> borrowed = at::borrowed_buffer(on, owner.data(), at::extents{3, 4});
    CHECK(borrowed.size() == 12);
    CHECK(borrowed.data() == owner.data());
    at::copy(on, borrowed, numbers);
    CHECK(numbers == std::vector<int>(12, 7));
    at::fill(on, borrowed, 8);
    at::buffer<int, A> other;
    other = std::move(borrowed);
    CHECK(other.data() == owner.data());
    CHECK(borrowed.size() == 0);
  }
  at::copy(on, owner, numbers);  // its memory is still there
  CHECK(numbers == std::vector<int>(12, 8));

  auto const rows = at::view_of(on, owner.data(), at::extents{3, 4});
  CHECK(rows.data() == owner.data());
  CHECK(rows.extents == at::extents{3, 4});
  at::for_each(on, rows.extents, [=] ALLOTYPE_FN(int row, int column) { rows(row, column) = 10 * row + column; });
  auto const line = at::view_of(on, static_cast<int const*>(owner.data()), at::extents{12LL});
  at::buffer<int, A> copied{on, at::extents{12}};
  auto const to = copied.view(on);
  at::for_each(on, line.extents, [=] ALLOTYPE_FN(long long i) { to(i) = line(i); });
  at::copy(on, copied, numbers);
  CHECK(numbers == std::vector<int>{0, 1, 2, 3, 10, 11, 12, 13, 20, 21, 22, 23});

  CHECK_THROWS_AS(at::view_of(on, owner.data(), at::extents{-1}), at::size_error);
  CHECK_THROWS_AS(at::borrowed_buffer(on, owner.data(), at::extents{2, -1}), at::size_error);
  CHECK_THROWS_WITH(at::view_of(on, owner.data(), at::extents{1 << 16, 1 << 16}),
                    contains("give the extents in 64 bits"));
}

/// Where kernels read the host's memory.
template <class A>
void borrows_ranges_of_the_host(at::queue<A>& on) {
  std::vector<int> numbers(1000, 1);
  auto const borrowed = at::borrowed_buffer(on, numbers);
  auto const values = borrowed.view(on);
  CHECK(values.data() == numbers.data());
  auto writable = at::borrowed_buffer(on, numbers);
  at::fill(on, writable, 2);
  on.wait();
  CHECK(numbers == std::vector<int>(1000, 2));
  std::vector<int> empty;
  CHECK(at::borrowed_buffer(on, empty).size() == 0);
}

template <class A>
void has_empty_buffers(at::queue<A>& on) {
  at::buffer<int, A> parts[2];
  CHECK(parts[0].size() == 0);
  std::vector<int> nothing;
  at::copy(on, parts[0], nothing);
  at::fill(on, parts[0], 1);
  for (int i = 0; i < 2; ++i) parts[i] = at::buffer<int, A>{on, std::vector<int>(5, i)};
  parts[0] = std::move(parts[1]);
  CHECK(parts[1].size() == 0);
  std::vector<int> numbers(5);
  at::copy(on, parts[0], numbers);
  CHECK(numbers == std::vector<int>(5, 1));
}

}  // namespace verbs
