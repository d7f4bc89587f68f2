// SPDX-License-Identifier: BSL-1.0
/// \file
/// What one rank works with: the queue of its device, the other ranks, and the chosen types.
#pragma once

#include <span>
#include <type_traits>
#include <vector>

#include <allotype/backend/cpu/queue.hpp>
#include <allotype/core/detail/any_result.hpp>
#include <allotype/core/detail/list.hpp>
#include <allotype/dispatch/buffer.hpp>
#include <allotype/dispatch/copy.hpp>
#include <allotype/dispatch/for_each.hpp>
#include <allotype/parallel/executor/compatibility.hpp>
#include <allotype/parallel/transport/collectives.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

/// Their arguments: one error for each wrong list of them, however many kinds of ranks call it.
template <class... Arguments>
struct all_reduce_arguments {
  static constexpr bool are_right = sizeof(list<Arguments...>) == 0;
  static_assert(are_right,
                "all_reduce: the arguments are (number, operation): here.all_reduce(loss, plus{}), or (buffer, "
                "operation), of a buffer that is not const");
};
template <class... Arguments>
struct average_arguments {
  static constexpr bool are_right = sizeof(list<Arguments...>) == 0;
  static_assert(are_right,
                "average: the argument is a buffer that is not const, of the ranks' accelerator; of one number: "
                "here.all_reduce(number, plus{}) / here.size()");
};
template <class... Arguments>
struct broadcast_arguments {
  static constexpr bool are_right = sizeof(list<Arguments...>) == 0;
  static_assert(are_right,
                "broadcast: the arguments are a buffer that is not const, of the ranks' accelerator, and the rank that "
                "has the elements: here.broadcast(buffer, 0)");
};

template <class... Arguments>
inline constexpr bool number_and_operation = false;
template <class T, class Op>
inline constexpr bool number_and_operation<T, Op> =
    std::is_arithmetic_v<T> && (std::is_class_v<Op> || std::is_function_v<std::remove_pointer_t<Op>>);

template <class T>
struct scale_kernel {
  T* elements;
  accumulation_t<T> factor;
  ALLOTYPE_FN void operator()(long long i) const {
    elements[i] = static_cast<T>(static_cast<accumulation_t<T>>(elements[i]) * factor);
  }
};

}  // namespace detail

inline namespace ALLOTYPE_MODE {

namespace mode_detail {

/// The communicator accepts addresses of the device's memory.
template <class C>
concept reaches_device_memory = requires { requires C::reaches_device_memory; };

/// The memory of `A` is the host's.
template <class A>
inline constexpr bool in_host_memory = std::is_base_of_v<serial, backend_of<A>>;

/// Calls `work` with a span of the buffer's elements that the communicator can reach; copies them to the host and back
/// if necessary. Waits for the queue.
template <class C, class A, class T, class Work>
void with_elements(queue<A>& on, buffer<T, A>& elements, Work const& work) {
  auto const size = static_cast<std::size_t>(elements.size());
  if constexpr (in_host_memory<A> || reaches_device_memory<C>) {
    if constexpr (in_host_memory<A>) on.wait();  // NCCL's work is ordered behind the queue's
    work(std::span<T>(elements.data(), size));
  } else {
    std::vector<T> copied(size);
    copy(on, elements, copied);
    work(std::span<T>(copied));
    copy(on, copied, elements);
  }
}

}  // namespace mode_detail

/// One rank of a running executor.
template <class A, class Strategy, class P, class Communicator>
class execution {
 public:
  using accelerator = A;
  using strategy = Strategy;
  using precision = P;
  using communicator_type = Communicator;

  execution(allotype::queue<A>& on, Communicator& group, int device_index)
      : queue_(&on), group_(&group), device_index_(device_index) {}

  /// The queue of this rank's device.
  [[nodiscard]] allotype::queue<A>& queue() const noexcept { return *queue_; }
  /// This rank's end of the group, for `all_reduce` and the other collectives.
  [[nodiscard]] Communicator& group() const noexcept { return *group_; }
  /// This rank, from 0.
  [[nodiscard]] int rank() const { return group_->rank(); }
  /// The number of ranks.
  [[nodiscard]] int size() const { return group_->size(); }
  /// True on rank 0, which writes what is written once: checkpoints, progress.
  [[nodiscard]] bool is_global_zero() const { return rank() == 0; }
  /// The index of the queue's device among several of its type.
  [[nodiscard]] int device_index() const noexcept { return device_index_; }

  /// Copies the elements of rank `root` to all ranks.
  template <class T>
  void broadcast(buffer<T, A>& elements, int root = 0) const {
    mode_detail::with_elements<Communicator>(*queue_, elements,
                                             [&](std::span<T> all) { allotype::broadcast(*group_, all, root); });
  }
  /// Combines element `i` of all ranks by `op`. All ranks get the result in place.
  template <class T, class Op>
  void all_reduce(buffer<T, A>& elements, Op const& op) const {
    mode_detail::with_elements<Communicator>(*queue_, elements,
                                             [&](std::span<T> all) { allotype::all_reduce(*group_, all, op); });
  }
  /// Computes the mean of element `i` over all ranks, in place. `trained_parameters` does this with gradients by
  /// itself.
  template <class T>
  void average(buffer<T, A>& elements) const {
    all_reduce(elements, plus{});
    if (size() > 1) {
      using wide = accumulation_t<T>;
      for_each(*queue_, extents<1, long long>{elements.size()},
               detail::scale_kernel<T>{elements.data(), wide{1} / static_cast<wide>(size())});
    }
  }
  /// Combines one number of each rank, and returns the result on all ranks: `here.all_reduce(loss, plus{})`.
  template <class T, class Op>
    requires detail::number_and_operation<T, Op>
  [[nodiscard]] T all_reduce(T mine, Op const& op) const {
    if constexpr (mode_detail::reaches_device_memory<Communicator>) {
      std::vector<T> number{mine};
      buffer<T, A> on_device{*queue_, number};
      all_reduce(on_device, op);
      copy(*queue_, on_device, number);
      return number[0];
    } else {
      allotype::all_reduce(*group_, std::span<T>(&mine, 1), op);
      return mine;
    }
  }
  /// Does not compile; it says what the arguments are.
  template <class... Arguments>
    requires(!detail::number_and_operation<Arguments...>)
  auto all_reduce(Arguments const&...) const {
    (void)sizeof(detail::all_reduce_arguments<Arguments...>);
    return detail::any_result{};
  }
  template <class... Arguments>
  void average(Arguments const&...) const {
    (void)sizeof(detail::average_arguments<Arguments...>);
  }
  template <class... Arguments>
  void broadcast(Arguments const&...) const {
    (void)sizeof(detail::broadcast_arguments<Arguments...>);
  }
  /// Whether `mine` is true on all ranks; all ranks get the same answer.
  [[nodiscard]] bool all_agree(bool mine) const { return all_reduce(mine ? 1 : 0, minimum{}) != 0; }

 private:
  allotype::queue<A>* queue_;
  Communicator* group_;
  int device_index_;
};

}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
