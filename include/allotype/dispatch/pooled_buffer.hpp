// SPDX-License-Identifier: BSL-1.0
/// \file
/// A buffer whose memory is taken and given back in the order of a queue's work, from a pool that keeps it.
///
/// A backend has such memory if it has a function `Pool pool_of(Tag, State&, …)`. A `Pool` can be copied, and has
/// `void* allocate(std::size_t bytes)` and `void deallocate(void*, std::size_t bytes) noexcept`. Further arguments of
/// the function are those of the buffer's constructor.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include <allotype/dispatch/copy.hpp>

#include <allotype/core/detail/begin_macros.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {
inline namespace ALLOTYPE_MODE {

namespace mode_detail {

template <class A, class... From>
concept has_pool =
    requires(typename queue<A>::state_type& state, From&... from) { pool_of(backend_of<A>{}, state, from...); };

/// Where there is no pool: enough that no second error follows.
struct no_pool {
  void* allocate(std::size_t) const { return nullptr; }
  void deallocate(void*, std::size_t) const noexcept {}
};

template <class A>
struct pool_type {
  using type = no_pool;
};
template <class A>
  requires has_pool<A>
struct pool_type<A> {
  using type = decltype(pool_of(backend_of<A>{}, std::declval<typename queue<A>::state_type&>()));
};

template <class A, class... From>
auto pool_for(queue<A>& on, From&... from) {
  if constexpr (has_pool<A, From...>) {
    return pool_of(backend_of<A>{}, waiting::state_of(on), from...);
  } else {
    return typename pool_type<A>::type{};
  }
}

/// What was taken from a pool. A base, in front of the buffer: nvcc 13 cannot lay out members behind it.
template <class Pool>
struct pooled_memory {
  Pool source{};
  void* address = nullptr;
  std::size_t bytes = 0;
};

}  // namespace mode_detail

/// A buffer whose memory comes from a pool: `cudaMallocAsync` on CUDA, a `std::pmr::memory_resource` on the CPU. Its
/// destructor does not wait: on CUDA the memory goes back behind the work that the queue has by then. It ends before
/// its queue. Work of other queues that uses it is waited for, by the host or by its queue, before it ends. Verbs take
/// it as a buffer; it is not moved into a `buffer`, which would keep the memory for ever. Memory resources of the CPU
/// are no temporaries and not const, and CUDA takes none: else it does not compile. doc/kinds_of_memory.md compares the
/// kinds.
template <class T, class A>
class ALLOTYPE_TAGGED_BY_MODE pooled_buffer
    : private mode_detail::pooled_memory<typename mode_detail::pool_type<A>::type>,
      public buffer<T, A> {
  using pool = typename mode_detail::pool_type<A>::type;
  using pooled = mode_detail::pooled_memory<pool>;
  static constexpr bool is_there = mode_detail::has_pool<A>;
  static_assert(is_there || !dispatchable<A>,
                "pooled_buffer<T, A>: this backend has no memory in the order of a queue: use a buffer, or give the "
                "backend a function Pool pool_of(Tag, State&)");

 public:
  pooled_buffer() = default;

  /// Uninitialised elements, one for each index of the extents.
  /// \param from where the memory comes from: on the CPU a `std::pmr::memory_resource`, which outlives the buffer, and
  ///   the default one without the argument; on CUDA nothing
  /// \throws size_error as `buffer`; device_error if the memory is not free, with the call that failed:
  /// `cudaMallocAsync` or `memory_resource::allocate`
  template <int Dimensions, class Index, class... From>
  pooled_buffer(queue<A>& on, extents<Dimensions, Index> const& over, From&&... from)
      : pooled_buffer(mode_detail::pool_for(on, from...), detail::check(over)) {
    constexpr bool has_such_pool =
        !is_there || (mode_detail::has_pool<A, From...> && (std::is_lvalue_reference_v<From> && ...));
    static_assert(has_such_pool,
                  "pooled_buffer: behind the extents stands at most one argument, on the CPU a "
                  "std::pmr::memory_resource, a variable that is not const, on CUDA none");
  }

  /// Does not compile; it says what comes first.
  template <class From, int Dimensions, class Index>
    requires(!detail::index_range<std::remove_cvref_t<From>>)
  pooled_buffer(queue<A>&, From&&, extents<Dimensions, Index> const&) {
    constexpr bool extents_come_first = sizeof(From) == 0;
    static_assert(extents_come_first,
                  "pooled_buffer: the extents stand behind the queue, and behind them where the memory comes from: "
                  "pooled_buffer<float, cpu> x{on, extents{n}, resource}");
  }

  pooled_buffer(pooled_buffer&& other) noexcept
      : pooled(std::exchange(static_cast<pooled&>(other), {})), buffer<T, A>(std::move(other)) {}
  pooled_buffer& operator=(pooled_buffer&& other) noexcept {
    if (this == &other) return *this;
    give_back();
    pooled::operator=(std::exchange(static_cast<pooled&>(other), {}));
    buffer<T, A>::operator=(std::move(other));
    return *this;
  }
  ~pooled_buffer() { give_back(); }

 private:
  using elements = mode_detail::element_memory<T, mode_detail::alignment_of_memory<mode_detail::backend_of<A>>>;

  pooled_buffer(pool const& from, long long count)
      : pooled{from}, buffer<T, A>(mode_detail::given_memory<T>{taken(detail::bytes_of<T>(count)), count}) {}

  T* taken(std::size_t least) {
    return elements::of(least,
                        [this](std::size_t count) {
                          this->bytes = count;
                          return this->address = this->source.allocate(count);
                        })
        .elements;
  }
  void give_back() noexcept {
    if (this->address != nullptr && this->data() != nullptr) this->source.deallocate(this->address, this->bytes);
  }
};

namespace mode_detail {

template <class T, class A>
inline constexpr bool is_buffer<pooled_buffer<T, A>> = true;
template <class T, class Owner, class A>
inline constexpr bool lies_on<pooled_buffer<T, Owner>, A> = std::is_same_v<Owner, A>;

}  // namespace mode_detail
}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

#include <allotype/core/detail/end_macros.hpp>
