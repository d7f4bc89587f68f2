// SPDX-License-Identifier: BSL-1.0
// More than 2^31 indices, most often over extents of int: positions have 64 bits. With optimisation, because it counts
// them all.
#include <allotype/allotype.hpp>

#include <climits>
#include <vector>

#include "../../memory_alone.hpp"
#include "catch.hpp"

namespace at = allotype;

/// A backend that has memory and loops alone. It calls a kernel for the first indices, for the last ones, and around
/// 2^31.
namespace here_and_there {

struct backend : memory_alone::backend {};
struct machine : at::device<machine> {
  static constexpr char name[] = "here and there";
  using backend = here_and_there::backend;
};

template <class Visit>
void some_of(long long size, Visit const& visit) {
  constexpr long long middle = 1LL << 31;
  for (long long i = 0; i < size; ++i) {
    if (i == 3 && size > middle + 3) i = middle - 3;
    if (i == middle + 3 && size > middle + 6) i = size - 3;
    visit(i);
  }
}
template <int Dimensions, class Index, class Kernel>
  requires(Dimensions <= 3)
void run_for_each(backend, memory_alone::state&, at::extents<Dimensions, Index> const& over, Kernel const& kernel) {
  some_of(over[0], [&](long long first) {
    if constexpr (Dimensions == 1) {
      kernel(static_cast<Index>(first));
    } else {
      some_of(over[1], [&](long long second) {
        if constexpr (Dimensions == 2) {
          kernel(static_cast<Index>(first), static_cast<Index>(second));
        } else {
          some_of(over[2], [&](long long third) {
            kernel(static_cast<Index>(first), static_cast<Index>(second), static_cast<Index>(third));
          });
        }
      });
    }
  });
}

}  // namespace here_and_there

namespace {

constexpr int rows = 65536, columns = 32769;

/// One for an index outside: where positions were cut to 32 bits, there are some below zero.
struct outside {
  long long operator()(int row, int column) const { return (row | column) < 0 || row >= rows || column >= columns; }
};

/// Notes the lines of which it sees the last index.
struct ends_of_lines {
  std::vector<signed char>* seen;
  void operator()(int row, int column) const {
    if ((row | column) < 0) std::abort();
    if (column == columns - 1) ++(*seen)[static_cast<std::size_t>(row)];
  }
  void operator()(int a, int b, int c, int d, int row, int column) const {
    if ((a | b | c | d | row | column) < 0) std::abort();
    if (column == columns - 1) ++(*seen)[static_cast<std::size_t>((((a * 2 + b) * 2 + c) * 2 + d) * 4096 + row)];
  }
};

template <int Dimensions, class... Schedule>
void sees_each_line(at::queue<at::cpu>& on, at::extents<Dimensions> const& over, Schedule... schedule) {
  REQUIRE(over.size() > 1LL << 31);
  std::vector<signed char> seen(rows);
  at::for_each(on, over, ends_of_lines{&seen}, schedule...);
  CHECK(seen == std::vector<signed char>(rows, 1));
}

}  // namespace

TEST_CASE("more than 2^31 indices of extents of int") {
  at::queue<at::cpu> on;
  sees_each_line(on, at::extents{rows, columns});
  sees_each_line(on, at::extents{2, 2, 2, 2, 4096, columns});
  CHECK(at::reduce(on, at::extents{rows, columns}, 0LL, at::plus{}, outside{}) == 0);
  CHECK(at::reduce(on, at::extents{2, 2, 2, 2, 4096, columns}, 0LL, at::plus{},
                   [](int a, int, int, int, int, int column) -> long long { return (a | column) >= 0; }) ==
        1LL * rows * columns);
#ifdef _OPENMP
  sees_each_line(on, at::extents{rows, columns}, at::dynamic{1 << 20});
#endif
}

TEST_CASE("a reduction counts more than 2^31 indices") {
  at::queue<at::cpu> on;
  long long const count = 3'000'000'000;
  CHECK(at::reduce(on, at::extents{count}, 0LL, at::plus{}, [](long long i) -> long long { return i >= 0; }) == count);
  CHECK(at::reduce(on, at::extents{count}, 0LL, at::maximum{}, [](unsigned i) -> long long { return i; }) == count - 1);
  at::box const below{{-rows, 0}, {-columns, 0}};
  CHECK(at::reduce(on, below, 0LL, at::plus{},
                   [](int row, int column) -> long long { return row < 0 && column < 0; }) == 1LL * rows * columns);
}

#ifdef _OPENMP  // once
TEST_CASE("a backend without a reduction has 64-bit positions") {
  at::queue<here_and_there::machine> on;  // of the 1,024 shares it leaves none out
  CHECK(at::reduce(on, at::extents{rows, columns}, 0LL, at::plus{}, outside{}) == 0);
}
#endif

TEST_CASE("a backend of three dimensions folds more than 2^31 slow indices") {
  at::queue<here_and_there::machine> on;
  std::vector<std::vector<int>> seen;
  auto const note = [&seen](int a, int b, int c, int d) { seen.push_back({a, b, c, d}); };
  struct by_reference {
    decltype(note)* inner;
    void operator()(int a, int b, int c, int d) const { (*inner)(a, b, c, d); }
  };
  at::for_each(on, at::extents{65536, 40000, 1, 1}, by_reference{&note});
  REQUIRE(seen.size() == 12);
  CHECK(seen[2] == std::vector{0, 2, 0, 0});
  CHECK(seen[3] == std::vector{53687, 3645, 0, 0});  // at 2^31 - 3
  CHECK(seen[8] == std::vector{53687, 3650, 0, 0});
  CHECK(seen[11] == std::vector{65535, 39999, 0, 0});
}

TEST_CASE("the index at a position") {
  namespace detail = at::detail;
  int index[3];
  detail::index_at(at::extents{65536, 40000, 8}, 65536LL * 40000 * 8 - 1, index);
  CHECK((index[0] == 65535 && index[1] == 39999 && index[2] == 7));
  detail::index_at(at::extents{65536, 40000, 8}, 1LL << 32, index);
  CHECK((index[0] == 13421 && index[1] == 30912 && index[2] == 0));
  long long far[2];
  detail::index_at(at::extents{1LL << 40, 3LL}, 3LL << 39, far);
  CHECK((far[0] == 1LL << 39 && far[1] == 0));
}

TEST_CASE("shares of more than 2^31 positions, which scans, copies and sorts go over") {
  using share = at::ALLOTYPE_MODE::mode_detail::share;
  for (long long const n : {(1LL << 31) + 5, 1LL << 40, LLONG_MAX}) {
    for (long long const shares : {1, 7, 256, 2048}) {
      long long end = 0;
      for (long long which = 0; which < shares; ++which) {
        share const mine(n, which, shares);
        CHECK(mine.begin == end);
        CHECK((mine.size() == n / shares || mine.size() - 1 == n / shares));
        end = mine.end;
      }
      CHECK(end == n);
    }
  }
  // Of a plane in boxes.
  at::extents const over{65536, 40000};
  share mine(over.size(), 6, 7);
  long long left = mine.size();
  while (mine.size() > 0) {
    auto const taken = at::ALLOTYPE_MODE::mode_detail::take_box(over, mine);
    CHECK((taken.begin[0] >= 0 && taken.begin[1] >= 0 && taken.end[0] <= 65536 && taken.end[1] <= 40000));
    left -= taken.size();
  }
  CHECK(left == 0);
}

TEST_CASE("views without elements keep their sizes, or are refused") {
  at::queue<at::cpu> on;
  at::buffer<float, at::cpu> none{on, at::extents{0}};
  auto const wide = none.view(on, at::extents{3'000'000'000, 0LL});
  CHECK_THROWS_WITH((at::view<float, 2, at::cpu>(wide)),
                    "view: a size needs 64-bit indices: give the extents in 64 bits; the number is 3000000000");
  at::view<float, 2, at::cpu> const narrow = none.view(on, at::extents{3'000'000LL, 0LL});
  CHECK(narrow.extents == at::extents{3'000'000, 0});

  auto const rows = none.view(on, at::extents{0, 65536, 65536});
  CHECK(rows.part(at::box{{0, 0}, {0, 65536}, {1, 65536}}).extents == at::extents{0, 65536, 65535});
  CHECK(rows.part(at::box{{0, 0}, {65536, 65536}, {1, 65536}}).data() == rows.data());
  auto const columns = none.view(on, at::extents{65536, 65536, 0}, at::column_major{});
  CHECK(columns.part(at::box{{0, 65536}, {65535, 65536}, {0, 0}}).extents == at::extents{65536, 1, 0});
  CHECK((columns.stride(1) == 65536 && columns.stride(2) == 0));
  CHECK_THROWS_AS(rows.subview(INT_MAX), at::size_error);
}

TEST_CASE("the kernel's parameter says the width of the index") {
  at::queue<at::cpu> on;
  long long const count = 5;
  at::buffer<long long, at::cpu> to{on, at::extents{count}};
  auto const view = to.view(on);
  auto const values = [&] {
    std::vector<long long> result(5);
    at::copy(on, to, result);
    return result;
  };
  std::vector<long long> const expected{0, 1, 2, 3, 4};
  at::for_each(on, at::extents{count}, [=](int i) { view(i) = i; });
  CHECK(values() == expected);
  at::for_each(on, at::extents{5}, [=](unsigned long long i) { view(i) = static_cast<long long>(i); });
  CHECK(values() == expected);
  at::for_each(on, at::box{{1LL, 5LL}}, [=](unsigned i) { view(i) = i + 1; });
  CHECK(values() == std::vector<long long>{0, 2, 3, 4, 5});
  at::for_each(on, at::extents{count, 1LL}, [=](long long const& row, int column) { view(row) = row + column; });
  CHECK(values() == expected);
  at::for_each(on, at::extents{count}, [=](auto i) {
    static_assert(std::is_same_v<decltype(i), long long>);
    view(i) = 2 * i;
  });
  CHECK(values() == std::vector<long long>{0, 2, 4, 6, 8});
  CHECK(at::reduce(on, at::extents{count}, 0LL, at::plus{}, [](int i) -> long long { return i; }) == 10);
  CHECK(at::reduce(on, at::extents{2LL, count}, 0LL, at::plus{},
                   [](int row, unsigned column) -> long long { return row * 10 + static_cast<int>(column); }) == 70);
}

TEST_CASE("indices that do not fit the kernel's parameter are refused before it is called") {
  at::queue<at::cpu> on;
  auto const by_int = [](int) { std::abort(); };
  auto const by_unsigned = [](unsigned) { std::abort(); };
  CHECK_THROWS_WITH(
      at::for_each(on, at::extents{3'000'000'000}, by_int),
      "for_each: dimension 0 has 3000000000 indices, and the kernel takes a signed integer of 32 bits, which does not "
      "hold them: give it one of 64 bits, long long");
  CHECK_THROWS_AS(at::for_each(on, at::extents{1LL << 31}, by_int), at::size_error);
  CHECK_THROWS_WITH(
      at::for_each(on, at::extents{5'000'000'000}, by_unsigned),
      "for_each: dimension 0 has 5000000000 indices, and the kernel takes an unsigned integer of 32 bits, which does "
      "not hold them: give it one of 64 bits, long long");
  CHECK_THROWS_WITH(
      at::for_each(on, at::box{{-2, 4}}, by_unsigned),
      "for_each: dimension 0 goes from -2 to 4, and the kernel takes an unsigned integer of 32 bits, which does not "
      "hold them: give it a signed one, int or long long");
  CHECK_THROWS_AS(at::for_each(on, at::box{{-2'000'000'000LL, 2'000'000'000LL}}, by_int), at::size_error);
  CHECK_THROWS_AS(at::for_each(on, at::extents{4LL, 3'000'000'000}, [](long long, int) { std::abort(); }),
                  at::size_error);
  CHECK_THROWS_WITH(
      at::reduce(on, at::extents{3'000'000'000}, 0, at::plus{}, [](int i) { return i; }),
      "reduce: dimension 0 has 3000000000 indices, and the kernel takes a signed integer of 32 bits, which does not "
      "hold them: give it one of 64 bits, long long");
}
