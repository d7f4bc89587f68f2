// SPDX-License-Identifier: BSL-1.0
/// \file
/// Reductions on the host processor.
#pragma once

#include <cstddef>
#include <new>
#include <utility>

#include <allotype/backend/cpu/for_each.hpp>
#include <allotype/dispatch/detail/at_position.hpp>
#include <allotype/dispatch/detail/element_memory.hpp>
#include <allotype/dispatch/operations.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {
inline namespace ALLOTYPE_MODE {

namespace mode_detail {

/// `op(start, value, value, …)` of the values of a share.
template <int Dimensions, class Index, class T, class Op, class F>
[[gnu::always_inline]] inline T reduced(extents<Dimensions, Index> over, share mine, T const& start, Op const op,
                                        F const f) {
  T result = start;
  each_index(over, mine, [&](auto... index) {
    T const& value = f(index...);
    result = op(result, value);
  });
  return result;
}

template <class Op, class T>
inline constexpr bool is_same_in_any_order = (std::is_same_v<T, float> || std::is_same_v<T, double>) &&
                                             (std::is_same_v<Op, minimum> || std::is_same_v<Op, maximum>);

/// 16 bytes of numbers, which every processor compares at once.
template <class T>
struct vector_of;
template <>
struct vector_of<float> {
  typedef float numbers __attribute__((vector_size(16)));
  typedef int bits __attribute__((vector_size(16)));
};
template <>
struct vector_of<double> {
  typedef double numbers __attribute__((vector_size(16)));
  typedef long long bits __attribute__((vector_size(16)));
};
/// The minimum or maximum of each of `count` pairs of numbers. The two that `<` finds differ where one number is a NaN,
/// and in the sign of a zero; together they have the bits of the right one.
template <class Op, std::size_t Count, class T>
[[gnu::always_inline]] inline void combine_in_vectors(T (&values)[Count], T const (&next)[Count]) {
  using numbers = typename vector_of<T>::numbers;
  using bits = typename vector_of<T>::bits;
  for (std::size_t i = 0; i < Count; i += 16 / sizeof(T)) {
    numbers a, b;
    __builtin_memcpy(&a, values + i, sizeof a);
    __builtin_memcpy(&b, next + i, sizeof b);
    if constexpr (std::is_same_v<Op, maximum>) a = -a, b = -b;
    bits const first = a < b, second = b < a, bits_a = (bits)a, bits_b = (bits)b;
    bits const least = (bits_a & first) | (bits_b & ~first) | (bits_b & second) | (bits_a & ~second);
    numbers result = (numbers)least;
    if constexpr (std::is_same_v<Op, maximum>) result = -result;
    __builtin_memcpy(values + i, &result, sizeof result);
  }
}

/// The operation as a reduction combines by it: in chains where no order changes the result.
template <class T, class Op>
Op const& as_combined(Op const& op) {
  return op;
}
template <class T, class Op>
  requires is_same_in_any_order<Op, T>
reassociated<Op> as_combined(Op const& op) {
  return {op};
}

/// A processor computes so many chains of additions at the same time.
inline constexpr int chains = 8;

/// Combines `f(begin)` to `f(end - 1)` in chains, and those one after another. There are at least `chains` values.
template <class T, class Op, class Index, class F, int... Chain>
[[gnu::always_inline]] inline T in_chains(Index begin, Index end, Op const& op, F const& f,
                                          std::integer_sequence<int, Chain...>) {
  T values[chains] = {T(f(begin + Chain))...};
  Index const count = end - begin, in_steps = count / chains * chains, whole = begin + in_steps;
  for (Index done = chains; done < in_steps; done += chains) {
    Index const i = begin + done;
    if constexpr (is_same_in_any_order<Op, T>) {
      T const next[chains] = {T(f(i + Chain))...};
      combine_in_vectors<Op>(values, next);
    } else {
      ((values[Chain] = op(values[Chain], T(f(i + Chain)))), ...);
    }
  }
  T result = values[0];
  for (int chain = 1; chain < chains; ++chain) result = op(result, values[chain]);
  for (Index i = whole; i < end; ++i) result = op(result, T(f(i)));
  return result;
}

/// What of the share is on the line where it begins.
template <int Dimensions, class Index>
[[gnu::always_inline]] inline share first_line(extents<Dimensions, Index> over, share mine) {
  long long const left = over[Dimensions - 1] - mine.begin % over[Dimensions - 1];
  if (mine.size() > left) mine.end = mine.begin + left;
  return mine;
}

/// The values of a line in chains, from its first on: an aligned beginning stays one.
template <class T, int Dimensions, class Index, class Op, class F>
[[gnu::always_inline]] inline T reduced_line(extents<Dimensions, Index> over, share line, Op const& op, F const& f) {
  Index index[std::size_t{Dimensions}];
  detail::index_at(over, line.begin, index);
  auto const value = [&](Index column) {
    Index here[std::size_t{Dimensions}];
    for (int dimension = 0; dimension + 1 < Dimensions; ++dimension) here[dimension] = index[dimension];
    here[Dimensions - 1] = column;
    return detail::call_with(here, f, std::make_integer_sequence<int, Dimensions>{});
  };
  Index const first = index[Dimensions - 1];
  Index const last = static_cast<Index>(first + line.size());
  constexpr bool small = sizeof(T) <= 256;  // a value of each chain is on the stack
  if (small && line.size() >= 2 * chains)
    return in_chains<T>(first, last, op, value, std::make_integer_sequence<int, chains>{});
  T result = T(value(first));
  for (Index column = first + 1; column < last; ++column) result = op(result, T(value(column)));
  return result;
}

/// The same in any order: each line of the share in chains. The order depends on the extents and on the share alone.
template <int Dimensions, class Index, class T, class Op, class F>
[[gnu::always_inline]] inline T reduced(extents<Dimensions, Index> over, share mine, T const& start,
                                        reassociated<Op> const op, F const f) {
  if constexpr (is_same_in_any_order<Op, T>) {
    if (over[Dimensions - 1] < 2 * chains) return reduced(over, mine, start, op.op, f);
  }
  T result = start;
  while (mine.size() > 0) {
    share const line = first_line(over, mine);
    result = op.op(result, reduced_line<T>(over, line, op.op, f));
    mine.begin = line.end;
  }
  return result;
}

/// The result of one thread, on a cache line of its own; there is none if the thread had no index.
template <class T>
struct alignas(own_line_of<T>) partial {
  bool any = false;
  union {
    T value;
  };
  partial() {}
  partial(partial const&) = delete;
  ~partial() {
    if (any) value.~T();
  }
  void set(T const& to) {
    ::new (static_cast<void*>(&value)) T(to);
    any = true;
  }
};

inline constexpr int max_shares = 256;

/// The shares of `count` threads. Memory for more of them is not touched.
template <class T>
class partials {
 public:
  explicit partials(int count) : count_(count), room_(count) {
    for (int i = 0; i < count_; ++i) ::new (static_cast<void*>(room_.first() + i)) partial<T>;
  }
  partials(partials const&) = delete;
  ~partials() {
    for (int i = 0; i < count_; ++i) room_.first()[i].~partial();
  }
  partial<T>& operator[](int thread) { return room_.first()[thread]; }

 private:
  int const count_;
  room_for_values<partial<T>, max_shares, max_shares * sizeof(partial<T>) <= std::size_t{64 * 1024}> room_;
};

template <int Dimensions, class Index, class T, class Op, class F>
T run_reduce(serial, host_state&, extents<Dimensions, Index> const& over, T const& init, Op const& op, F const& f) {
  return reduced(over, share(over.size(), 0, 1), init, as_combined<T>(op), f);
}

#ifdef _OPENMP

/// Whether a 0 changes no result. Of floating-point numbers it is -0.
template <class Op, class T>
inline constexpr bool has_zero = std::is_arithmetic_v<T> && std::is_same_v<Op, plus>;

/// The result of one share.
template <int Dimensions, class Index, class T, class Op, class F>
T reduced_share(extents<Dimensions, Index> const& over, share mine, Op const& op, F const& f) {
  // From the first value on vectors are aligned more often than from the second.
  if constexpr (has_zero<Op, T>) return reduced(over, mine, std::is_floating_point_v<T> ? T(-T(0)) : T(0), op, f);
  // Starts with the first value, so that no neutral element is needed.
  T const first = detail::value_at(over, mine.begin, f);
  ++mine.begin;
  return reduced(over, mine, first, op, f);
}

template <int Dimensions, class Index, class T, class Op, class F>
T reduced_share(extents<Dimensions, Index> const& over, share mine, reassociated<Op> const& op, F const& f) {
  share const line = first_line(over, mine);
  mine.begin = line.end;
  return reduced(over, mine, reduced_line<T>(over, line, op.op, f), op, f);
}

/// The values are reduced in as many shares as the queue has threads, and the results are combined in their order. So a
/// queue of the same number of threads gives the same result, whoever does the work.
template <int Dimensions, class Index, class T, class Op, class F>
T reduce_alone(int shares, extents<Dimensions, Index> const& over, T const& init, Op const& op, F const& f) {
  long long const count = over.size();
  T result = init;
  for (int which = 0; which < shares && which < count; ++which) {
    result = op(result, reduced_share<Dimensions, Index, T>(over, share(count, which, shares), op, f));
  }
  return result;
}
template <int Dimensions, class Index, class T, class Op, class F>
T run_reduce_as(loop_way way, loop_cost& cost, int shares, extents<Dimensions, Index> const over, T const& init,
                Op const& op, F const& f) {
  long long const count = over.size();
  partials<T> results(shares);
  thread_work_of const loop([count, shares, over, op, f, &results](int thread, int threads) {
    for (int which = thread; which < shares && which < count; which += threads) {
      results[which].set(reduced_share<Dimensions, Index, T>(over, share(count, which, shares), op, f));
    }
  });
  run_loop(way, cost, count, shares, loop);
  T result = init;
  for (int which = 0; which < shares && which < count; ++which) result = op(result, results[which].value);
  return result;
}
template <int Dimensions, class Index, class T, class Op, class F>
[[gnu::noinline]] T run_reduce_faster(loop_cost& cost, int shares, extents<Dimensions, Index> const over, T const& init,
                                      Op const op, F const f) {
  return run_reduce_as(next_way(cost, over.size(), max_threads()), cost, shares, over, init, op, f);
}
template <int Dimensions, class Index, class T, class Op, class F>
T run_reduce(openmp, host_state& state, extents<Dimensions, Index> const& over, T const& init, Op const& op,
             F const& f) {
  static constinit thread_local loop_cost cost;
  int const shares = state.threads < max_shares ? state.threads : max_shares;
  if (cost.below_threshold(over.size())) return reduce_alone(shares, over, init, as_combined<T>(op), f);
  return run_reduce_faster(cost, shares, over, init, as_combined<T>(op), f);
}

#endif

}  // namespace mode_detail
}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
