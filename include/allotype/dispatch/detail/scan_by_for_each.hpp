// SPDX-License-Identifier: BSL-1.0
/// \file
/// Scans for backends that have none of their own: `run_for_each` and memory are enough. Each share is combined, the
/// combinations are scanned on the host, and each share is scanned with what precedes it.
#pragma once

#include <type_traits>

#include <allotype/dispatch/backend.hpp>
#include <allotype/dispatch/detail/reduce_by_for_each.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {
inline namespace ALLOTYPE_MODE {
namespace mode_detail {

/// How a scan begins: with a value, and then nothing counts its own value; or with the first value.
template <class T>
struct start_with {
  using type = T;
  static constexpr bool exclusive = true;
  T value;
};
template <class T>
struct start_with_first {
  using type = T;
  static constexpr bool exclusive = false;
};

/// Scans the indices of a share that is not empty. `before` is null where nothing precedes it.
#ifdef __NVCC__
#  pragma nv_exec_check_disable
#endif
template <class Start, class T, class Op, class In, class Out>
ALLOTYPE_FN void scan_share(Start const&, share mine, T const* before, Op const& op, In const& in, Out const& out) {
  if constexpr (Start::exclusive) {
    T so_far = *before;
    for (long long i = mine.begin; i < mine.end; ++i) {
      T const value = in(i);
      out(i, so_far);
      so_far = op(so_far, value);
    }
  } else {
    T so_far = in(mine.begin);
    if (before != nullptr) so_far = op(*before, so_far);
    out(mine.begin, so_far);
    for (long long i = mine.begin + 1; i < mine.end; ++i) {
      so_far = op(so_far, in(i));
      out(i, so_far);
    }
  }
}

template <class Start, class T, class Op, class In, class Out>
struct scan_shares {
  Start start;
  long long count, shares;
  T const* before;
  Op op;
  In in;
  Out out;
  ALLOTYPE_FN void operator()(long long which) const {
    bool const first = !Start::exclusive && which == 0;
    scan_share(start, share(count, which, shares), first ? nullptr : before + which, op, in, out);
  }
};

template <class Backend, class State, class Start, class Op, class In, class Out>
void scan_by_for_each(State& state, long long count, Start const& start, Op const& op, In const& in, Out const& out) {
  using T = typename Start::type;
  static_assert(sizeof(checked_element<T, Backend>) != 0);
  static_assert(max_shares_of<T> > 0,
                "scan: this backend has no run_scan of its own: the values have at most 65,536 bytes");
  long long const most = max_shares_of<T>, shares = count < most ? count : most;
  std::size_t const bytes = static_cast<std::size_t>(shares) * sizeof(T);
  lent_elements<Backend, T> const on_device(state, shares);
  T* const sums = on_device.first();
  using all = extents<1, long long>;
  reduce_share<all, T, Op, In> const sum_up{all{count}, count, shares, op, in, sums};
  run_for_each(Backend{}, state, all{shares}, sum_up);
  results_on_host<T> on_host(static_cast<int>(shares));
  T* const before = on_host.first();
  copy_bytes(Backend{}, state, before, sums, bytes, direction::from_device);
  // What precedes each share takes the place of its sum.
  T so_far = before[0];
  if constexpr (Start::exclusive) {
    so_far = op(start.value, so_far);
    before[0] = start.value;
  }
  for (long long i = 1; i < shares; ++i) {
    T const sum = before[i];
    before[i] = so_far;
    so_far = op(so_far, sum);
  }
  copy_bytes(Backend{}, state, sums, before, bytes, direction::to_device);
  run_for_each(Backend{}, state, all{shares},
               scan_shares<Start, T, Op, In, Out>{start, count, shares, sums, op, in, out});
  wait_for(Backend{}, state);  // before the memory is given back
}

}  // namespace mode_detail
}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
