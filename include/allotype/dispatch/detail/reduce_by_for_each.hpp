// SPDX-License-Identifier: BSL-1.0
/// \file
/// `reduce` for backends that have no reduction of their own: `run_for_each` and memory are enough.
#pragma once

#include <allotype/dispatch/backend.hpp>
#include <allotype/dispatch/detail/at_position.hpp>
#include <allotype/dispatch/detail/element_memory.hpp>
#include <allotype/dispatch/detail/share.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {
inline namespace ALLOTYPE_MODE {
namespace mode_detail {

template <class Backend, class State>
concept has_for_each = requires(State& state, extents<1, long long> const& over, any_kernel const& kernel) {
  run_for_each(Backend{}, state, over, kernel);
  allocate(Backend{}, state, std::size_t{});
};

/// Results of shares are copied to the host in one piece of 64 KiB at most, and of 1,024 results. 0: one result is too
/// large.
template <class T>
inline constexpr int max_shares_of = sizeof(T) > 64 ? static_cast<int>(std::size_t{64 * 1024} / sizeof(T)) : 1024;
/// Results are not on the stack, of which a thread may have little.
template <class T>
using results_on_host = room_for_values<T, max_shares_of<T>, false>;

/// Reduces the share of positions with a number, at least one of them.
template <class Extents, class T, class Op, class F>
struct reduce_share {
  Extents over;
  long long count, shares;
  Op op;
  F f;
  T* results;

#ifdef __NVCC__
#  pragma nv_exec_check_disable
#endif
  ALLOTYPE_FN void operator()(long long which) const {
    share const mine(count, which, shares);
    T result = detail::value_at(over, mine.begin, f);
    for (long long i = mine.begin + 1; i < mine.end; ++i) {
      result = op(result, T(detail::value_at(over, i, f)));
    }
    results[which] = result;
  }
};

/// The shares' results are combined on the host, in the order of the shares: the same number of indices, the same bits.
template <class Backend, class State, class Extents, class T, class Op, class F>
T reduce_by_for_each(State& state, Extents const& over, T const& init, Op const& op, F const& f) {
  static_assert(sizeof(checked_element<T, Backend>) != 0);
  static_assert(max_shares_of<T> > 0,
                "reduce: this backend has no run_reduce of its own: the initial value has at most 65,536 bytes");
  long long const count = over.size(), most = max_shares_of<T>, shares = count < most ? count : most;
  if (count <= 0) return init;
  lent_elements<Backend, T> const on_device(state, shares);
  reduce_share<Extents, T, Op, F> const kernel{over, count, shares, op, f, on_device.first()};
  run_for_each(Backend{}, state, extents<1, long long>{shares}, kernel);
  results_on_host<T> results(static_cast<int>(shares));
  copy_bytes(Backend{}, state, results.first(), on_device.first(), static_cast<std::size_t>(shares) * sizeof(T),
             direction::from_device);
  T result = init;
  for (long long share = 0; share < shares; ++share) result = op(result, results.first()[share]);
  return result;
}

}  // namespace mode_detail
}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
