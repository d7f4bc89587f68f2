// SPDX-License-Identifier: BSL-1.0
#include <allotype/allotype.hpp>
#include <allotype/parallel/executor/check_accelerator.hpp>
#include <allotype/sort.hpp>

#include <cstdlib>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

#include "catch.hpp"
#include "patterns.hpp"

namespace at = allotype;

namespace acme {

/// The function that a backend lacks, or has with another signature; the others are right.
enum class wrong {
  nothing,
  open_queue,
  describe_queue,
  allocate,
  deallocate,
  copy_bytes,
  run_for_each,
  wait_for,
  begin_range,
  end_range,
  returns_no_opened,
  throws_in_deallocate,
  allocates_int_bytes,
  returns_a_number,
  waits_for_a_pointer,
  loops_over_int_alone,
};

template <wrong Which>
struct tag {};
struct state {
  int loops = 0;
};
template <wrong Which>
struct machine : at::device<machine<Which>> {
  static constexpr char name[] = "acme-machine";
  using backend = tag<Which>;
};

template <wrong W>
  requires(W != wrong::open_queue && W != wrong::returns_no_opened)
at::opened<state> open_queue(tag<W>, at::device_request const&) {
  return state{};
}
inline state open_queue(tag<wrong::returns_no_opened>, at::device_request const&) { return {}; }
template <wrong W>
  requires(W != wrong::describe_queue)
at::fixed_text<240> describe_queue(tag<W>, state const&) {
  return "acme";
}
template <wrong W>
  requires(W != wrong::allocate && W != wrong::allocates_int_bytes && W != wrong::returns_a_number)
void* allocate(tag<W>, state&, std::size_t bytes) {
  return std::malloc(bytes);
}
inline void* allocate(tag<wrong::allocates_int_bytes>, state&, int bytes) {
  return std::malloc(static_cast<std::size_t>(bytes));
}
inline long allocate(tag<wrong::returns_a_number>, state&, std::size_t) { return 0; }
template <wrong W>
  requires(W != wrong::deallocate && W != wrong::throws_in_deallocate)
void deallocate(tag<W>, void* memory) noexcept {
  std::free(memory);
}
inline void deallocate(tag<wrong::throws_in_deallocate>, void* memory) { std::free(memory); }
template <wrong W>
  requires(W != wrong::copy_bytes)
void copy_bytes(tag<W>, state&, void* to, void const* from, std::size_t bytes, at::direction) {
  if (bytes != 0) std::memcpy(to, from, bytes);
}
template <wrong W, class Index, class Kernel>
  requires(W != wrong::run_for_each && (W != wrong::loops_over_int_alone || std::is_same_v<Index, int>))
void run_for_each(tag<W>, state& on, at::extents<1, Index> const& over, Kernel const& kernel) {
  ++on.loops;
  for (Index i = 0; i < over[0]; ++i) kernel(i);
}
template <wrong W>
  requires(W != wrong::wait_for && W != wrong::waits_for_a_pointer)
void wait_for(tag<W>, state&) {}
inline void wait_for(tag<wrong::waits_for_a_pointer>, state*) {}
template <wrong W>
  requires(W != wrong::begin_range)
void begin_range(tag<W>, char const*) {}
template <wrong W>
  requires(W != wrong::end_range)
void end_range(tag<W>) {}

}  // namespace acme

using acme::wrong;

namespace {

using complete = acme::machine<wrong::nothing>;

/// What `check_accelerator` says of a backend that is wrong there.
template <wrong Which>
std::string said_of() {
  using machine = acme::machine<Which>;
  STATIC_REQUIRE(!at::dispatchable<machine>);
  STATIC_REQUIRE(!at::backend_for<acme::tag<Which>, machine>);
  constexpr auto check = at::check_accelerator<machine>;
  CHECK_FALSE(check);
  CHECK_FALSE(check.runs());
  return at::check_accelerator<machine>.text().text();
}

}  // namespace

TEST_CASE("a backend with all functions is complete") {
  STATIC_REQUIRE(at::dispatchable<complete> && at::backend_for<acme::tag<wrong::nothing>, complete>);
  STATIC_REQUIRE(at::check_accelerator<complete> && at::check_accelerator<complete>.runs());
  STATIC_REQUIRE(at::backend_for<at::serial, at::cpu> && at::backend_for<at::openmp, at::cpu>);
  CHECK_THAT(at::check_accelerator<complete>.text().text(), starts_with("acme-machine: tasks run on it"));
}

TEST_CASE("each function that a backend lacks is named, and each of another signature") {
  CHECK_THAT(said_of<wrong::open_queue>(), contains("opened<State> open_queue(Tag, device_request const&)\n"));
  CHECK_THAT(said_of<wrong::describe_queue>(), contains("fixed_text<240> describe_queue(Tag, State const&)\n"));
  CHECK_THAT(said_of<wrong::allocate>(), contains("void* allocate(Tag, State&, std::size_t bytes)\n"));
  CHECK_THAT(said_of<wrong::deallocate>(), contains("void deallocate(Tag, void* memory) noexcept\n"));
  CHECK_THAT(said_of<wrong::copy_bytes>(), contains("void copy_bytes(Tag, State&, void* to, void const* from, "));
  CHECK_THAT(said_of<wrong::run_for_each>(),
             contains("void run_for_each(Tag, State&, extents<1, Index> const&, F const&)\n"));
  CHECK_THAT(said_of<wrong::wait_for>(), contains("void wait_for(Tag, State&)\n"));
  CHECK_THAT(said_of<wrong::begin_range>(), contains("void begin_range(Tag, char const* name)\n"));
  CHECK_THAT(said_of<wrong::end_range>(), contains("void end_range(Tag)\n"));

  CHECK_THAT(said_of<wrong::returns_no_opened>(), contains("opened<State> open_queue("));
  CHECK_THAT(said_of<wrong::throws_in_deallocate>(), contains("deallocate(Tag, void* memory) noexcept"));
  CHECK_THAT(said_of<wrong::allocates_int_bytes>(), contains("void* allocate("));
  CHECK_THAT(said_of<wrong::returns_a_number>(), contains("void* allocate("));
  CHECK_THAT(said_of<wrong::waits_for_a_pointer>(), contains("void wait_for("));
  CHECK_THAT(said_of<wrong::loops_over_int_alone>(), contains("void run_for_each("));
}

TEST_CASE("a backend that loops over one dimension has up to six") {
  at::queue<complete> on;
  at::buffer<int, complete> numbers{on, at::extents{64}};
  auto all = numbers.view(on);
  at::fill(on, all, -1);

  auto plane = numbers.view(on, at::extents{8, 8});
  at::for_each(on, plane.extents, [=](int row, int column) { plane(row, column) = 10 * row + column; });
  CHECK(all(0) == 0);
  CHECK(all(8 * 7 + 3) == 73);
  auto space = numbers.view(on, at::extents{2LL, 4LL, 8LL});
  at::for_each(on, space.extents,
               [=](long long i, long long j, long long k) { space(i, j, k) = static_cast<int>(100 * i + 10 * j + k); });
  CHECK(all(32 + 8 * 3 + 7) == 137);
  auto six = numbers.view(on, at::extents{2, 2, 2, 2, 2, 2});
  at::for_each(on, six.extents, [=](int a, int b, int c, int d, int e, int f) {
    six(a, b, c, d, e, f) = ((((a * 2 + b) * 2 + c) * 2 + d) * 2 + e) * 2 + f;
  });
  for (int i = 0; i < 64; ++i) CHECK(all(i) == i);

  at::fill(on, plane, 0);
  at::for_each(on, at::box{{1, 3}, {2, 5}}, [=](int row, int column) { plane(row, column) = 1; });
  CHECK(at::reduce(on, plane.extents, 0, at::plus{}, [=](int row, int column) { return plane(row, column); }) == 6);
  CHECK(plane(2, 4) == 1);
  CHECK(plane(3, 4) == 0);

  at::for_each(on, at::extents{0, 8}, [=](int, int) { plane(0, 0) = 100; });
  CHECK(plane(0, 0) == 0);
  CHECK(on.state().loops > 0);
}
