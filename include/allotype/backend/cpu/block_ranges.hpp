// SPDX-License-Identifier: BSL-1.0
/// \file
/// Ranges inside a block on the host processor: plain loops, which the compiler vectorises. In checked builds the
/// running block observes what each index does.
#pragma once

#include <allotype/backend/cpu/launch.hpp>
#include <allotype/backend/cpu/reduce.hpp>
#include <allotype/dispatch/detail/block_range_checks.hpp>
#include <allotype/dispatch/detail/observed_block.hpp>
#include <allotype/dispatch/detail/shifted.hpp>

#include <allotype/core/detail/begin_macros.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {
inline namespace ALLOTYPE_MODE {

namespace mode_detail {

/// `call(index…)` for the indices of a box, those of the last dimension in the innermost loop.
template <int Dimensions, class Index, class Call, class... Outer>
[[gnu::always_inline]] ALLOTYPE_FN inline void loop_over(box<Dimensions, Index> const over, Call const& call,
                                                         Outer const... outer) {
  constexpr int dimension = sizeof...(Outer);
  Index const end = over.end[dimension];
  if constexpr (dimension < Dimensions - 1) {
    for (Index i = over.begin[dimension]; i < end; ++i) loop_over(over, call, outer..., i);
  } else if constexpr (Dimensions == 1) {
    for (Index i = over.begin[0]; i < end; ++i) ALLOTYPE_INLINED_CALL call(i);
  } else {
    Index const begin = over.begin[dimension];
#if defined(__clang__) && !defined(__NVCC__)
    // In a long line clang unrolls the vectors, and computes once what they have in common with the lines before. The
    // question is answered before clang looks at loops. nvcc takes it for a function of the host.
    if (__builtin_constant_p(end - begin) && end - begin > 32) {
      for (Index i = begin; i < end; ++i) ALLOTYPE_INLINED_CALL call(outer..., i);
      return;
    }
#endif
    // Clang would unroll a short line before it sees that vectors can do it.
#ifdef __clang__
#  pragma clang loop unroll(disable)
#endif
    for (Index i = begin; i < end; ++i) ALLOTYPE_INLINED_CALL call(outer..., i);
  }
}

template <class Op>
inline constexpr bool is_reassociated = false;
template <class Op>
inline constexpr bool is_reassociated<reassociated<Op>> = true;

/// The ranges of a block, or of a subgroup: there one thread runs them, too.
template <bool OfSubgroup>
class host_ranges {
  using place = detail::range_place;

 public:
  template <class N, class F>
  [[gnu::always_inline]] ALLOTYPE_FN static void for_each(N const& n, F const& f, place at) {
    run("for_each", true, at, n, f);
  }
  template <class N, class F>
  [[gnu::always_inline]] ALLOTYPE_FN static void for_each_nowait(N const& n, F const& f, place at) {
    run("for_each_nowait", false, at, n, f);
  }
  template <class F>
  [[gnu::always_inline]] ALLOTYPE_FN static void single(F const& f, place at) {
    run("single", true, at, 1, [&](int) { f(); });
  }
  template <class F>
  [[gnu::always_inline]] ALLOTYPE_FN static void single_nowait(F const& f, place at) {
    run("single_nowait", false, at, 1, [&](int) { f(); });
  }
  template <class F>
  [[gnu::always_inline]] ALLOTYPE_FN static auto broadcast(F const& f, place at) {
    static_assert(sizeof(checked_element<decltype(f()), serial>) != 0);
    decltype(f()) result{};
    run("broadcast", true, at, 1, [&](int) { result = f(); });
    return result;
  }

  template <class N, class T, class Op, class F>
  [[gnu::always_inline]] ALLOTYPE_FN static T reduce(N const& n, T const& init, Op const& op, F const& f, place at) {
    T result = init;
    detail::report_no<detail::combination_question<T, Op, F, detail::range_of<N>>>();
    if constexpr (detail::combination_question<T, Op, F, detail::range_of<N>>::value) {
#if !defined(ALLOTYPE_CHECKED) && !defined(__CUDA_ARCH__)
      if constexpr (!std::is_same_v<decltype(as_combined<T>(op)), Op const&> || is_reassociated<Op>) {
        auto const over = detail::indices_of_range(n);
        return detail::counted_from_zero<T>(over, f, [&](auto const& extents, auto const& from_zero) {
          return reduced(extents, share(extents.size(), 0, 1), init, as_combined<T>(op), from_zero);
        });
      }
#endif
      run("reduce", true, at, n, [&](auto... i) { result = op(result, T(f(i...))); }, true);
    }
    return result;
  }
  template <class N, class F>
  [[gnu::always_inline]] ALLOTYPE_FN static auto count(N const& n, F const& f, place at) {
    typename detail::range_of<N>::index_type result = 0;
    detail::report_no<detail::range_question<F, detail::range_of<N>>>();
    if constexpr (detail::range_question<F, detail::range_of<N>>::value)
      run("count", true, at, n, [&](auto... i) { result += f(i...) ? 1 : 0; });
    return result;
  }
  template <class N, class F>
  [[gnu::always_inline]] ALLOTYPE_FN static bool any(N const& n, F const& f, place at) {
    bool found = false;
    detail::report_no<detail::range_question<F, detail::range_of<N>>>();
    if constexpr (detail::range_question<F, detail::range_of<N>>::value)
      run("any", true, at, n, [&](auto... i) { found = found || f(i...); });
    return found;
  }
  template <class N, class F>
  [[gnu::always_inline]] ALLOTYPE_FN static bool all(N const& n, F const& f, place at) {
    bool each = true;
    detail::report_no<detail::range_question<F, detail::range_of<N>>>();
    if constexpr (detail::range_question<F, detail::range_of<N>>::value)
      run("all", true, at, n, [&](auto... i) { each = each && f(i...); });
    return each;
  }
  template <bool Inclusive, class N, class T, class Op, class F, class Store>
  [[gnu::always_inline]] ALLOTYPE_FN static T scan(N const& n, T const& init, Op const& op, F const& f,
                                                   Store const& store, place at) {
    T sum = init;
    detail::report_no<detail::combination_question<T, Op, F, detail::range_of<N>>>();
    detail::report_no<detail::store_question<Store, T, detail::range_of<N>>>();
    if constexpr (detail::combination_question<T, Op, F, detail::range_of<N>>::value &&
                  detail::store_question<Store, T, detail::range_of<N>>::value) {
      run(
          Inclusive ? "inclusive_scan" : "exclusive_scan", true, at, n,
          [&](auto i) {
            T const before = sum;
            sum = op(before, T(f(i)));
            store(i, Inclusive ? sum : before);
          },
          true);
    }
    return sum;
  }

 private:
  template <class N, class F>
  [[gnu::always_inline]] ALLOTYPE_FN static void run([[maybe_unused]] char const* name,
                                                     [[maybe_unused]] bool ends_with_barrier, [[maybe_unused]] place at,
                                                     N const& n, F const& f, [[maybe_unused]] bool in_order = false) {
    detail::report_no<detail::range_question<F, detail::range_of<N>>>();
    if constexpr (detail::range_question<F, detail::range_of<N>>::value) {
#if defined(ALLOTYPE_CHECKED) && !defined(__CUDA_ARCH__)
      detail::running_block->run_range({name, at.file, at.line, OfSubgroup, ends_with_barrier, in_order},
                                       detail::indices_of_range(n), f);
#else
      loop_over(detail::indices_of_range(n), f);
#endif
    }
  }
};

template <int Lanes>
class host_subgroup : public detail::range_members<host_team<true>> {
 public:
  ALLOTYPE_FN static constexpr int lanes() { return Lanes; }
};

template <int Threads, int Lanes>
class host_subgroups {
  using place = detail::range_place;

 public:
  ALLOTYPE_FN static constexpr int count() { return Threads / Lanes; }
  ALLOTYPE_FN static constexpr int lanes() { return Lanes; }
  template <class N, class F>
  [[gnu::always_inline]] ALLOTYPE_FN void for_each(N n, F const& f, place at = {}) const {
    run(true, at, n, f);
  }
  template <class N, class F>
  [[gnu::always_inline]] ALLOTYPE_FN void for_each_nowait(N n, F const& f, place at = {}) const {
    run(false, at, n, f);
  }

 private:
  template <class N, class F>
  [[gnu::always_inline]] ALLOTYPE_FN static void run([[maybe_unused]] bool ends_with_barrier, [[maybe_unused]] place at,
                                                     N const& n, F const& f) {
    auto const over = detail::indices_of_range(n);
    auto const call = [&](auto... i) { f(host_subgroup<Lanes>{}, i...); };
    detail::report_no<detail::subgroup_question<F, detail::range_of<N>, host_subgroup<Lanes>>>();
    if constexpr (detail::subgroup_question<F, detail::range_of<N>, host_subgroup<Lanes>>::value) {
#if defined(ALLOTYPE_CHECKED) && !defined(__CUDA_ARCH__)
      detail::running_block->run_subgroups({"subgroups(block).for_each", at.file, at.line, false, ends_with_barrier},
                                           over, call);
#else
      loop_over(over, call);
#endif
    }
  }
};

template <int Threads, bool Shared, bool StaticShared, class Arrays, int Lanes>
ALLOTYPE_FN host_subgroups<Threads, detail::lanes_question<Threads, Lanes>::lanes> subgroups_of(
    host_block<Threads, Shared, StaticShared, Arrays> const&, std::integral_constant<int, Lanes>) {
  return {};
}

}  // namespace mode_detail
}  // namespace ALLOTYPE_MODE

template <bool OfSubgroup, class Range>
struct detail::ranges_in_a_block_need_include_allotype_block_ranges_hpp<mode_detail::host_team<OfSubgroup>, Range>
    : mode_detail::host_ranges<OfSubgroup> {};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

#include <allotype/core/detail/end_macros.hpp>
