// SPDX-License-Identifier: BSL-1.0
/// \file
/// A block's memory by free functions, `shared<T>(block)`: a member would need the word `template` in a kernel whose
/// block is a template parameter.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include <allotype/core/mode.hpp>
#include <allotype/plan/block.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

/// Stands for the elements of memory that has several parts.
template <class... T>
struct parts_of_shared_memory {};

}  // namespace detail

/// The bytes of shared memory that parts take: `grid<…>{blocks, shared_bytes<float, int>(n, m)}` for a kernel that asks
/// for `shared<float, int>(block, n, m)`.
template <class... T, class... N>
  requires(sizeof...(T) == sizeof...(N) && (std::is_integral_v<N> && ...))
[[nodiscard]] constexpr bytes shared_bytes(N... counts) {
  return bytes{detail::begins_of_parts<T...>(counts...).of[sizeof...(T)]};
}

inline namespace ALLOTYPE_MODE {

namespace mode_detail {

/// The parts of a block's shared memory, for `auto [sums, counts] = shared<float, int>(block, n, m);`.
template <class... T>
class shared_parts;
template <>
class shared_parts<> {};
template <class First, class... Others>
class shared_parts<First, Others...> : shared_parts<Others...> {
 public:
  ALLOTYPE_FN shared_parts(First* first, Others*... others) : shared_parts<Others...>(others...), first_(first) {}
  template <std::size_t I>
  [[nodiscard]] ALLOTYPE_FN auto get() const {
    if constexpr (I == 0) {
      return first_;
    } else {
      return shared_parts<Others...>::template get<I - 1>();
    }
  }

 private:
  First* first_;
};

}  // namespace mode_detail

/// The block's shared memory as a `T*`, or the array of this name as a reference to it: `shared<tile>(block)` of
/// `struct tile : shared_array<float[16][16]> {};`. Not initialised.
template <class T, class Block>
[[nodiscard]] ALLOTYPE_FN decltype(auto) shared(Block const& block) {
  if constexpr (detail::name_of_array<T>) {
    constexpr bool stated = Block::template has_array<T>;
    static_assert(
        stated,
        "shared<Name>(block): the grid of this launch has no such array: add shared_arrays<Name> to its options");
    if constexpr (stated) {
      return block.template named_array<T>();
    } else {
      return (typename T::array&)(block);  // any reference, lest a second error follow
    }
  } else {
    if constexpr (requires { Block::has_shared_memory; }) {  // asked here, nvcc names the line of the kernel
      (void)sizeof(detail::shared_memory_of_block<Block::has_shared_memory>);
    }
    return block.template shared<T>();
  }
}
/// Does not compile; it says what is missing.
template <class Block>
[[nodiscard]] ALLOTYPE_FN int* shared(Block const&) {
  static_assert(sizeof(Block) == 0, "shared: what the memory holds stands between brackets: at::shared<float>(block)");
  return nullptr;
}
/// Parts of the block's shared memory, one behind the other, of so many elements: `T*` for one part, and for several
/// what `auto [sums, counts] = shared<float, int>(block, n, m);` takes apart.
template <class... T, class Block, class... N>
  requires(sizeof...(N) > 0 && sizeof...(T) == sizeof...(N) && (std::is_integral_v<N> && ...))
[[nodiscard]] ALLOTYPE_FN auto shared(Block const& block, N... counts) {
  if constexpr (sizeof...(T) == 1) {
    return (block.template shared<T>(), ...);
  } else {
    auto const begin = detail::begins_of_parts<T...>(counts...);
    auto* const memory =
        reinterpret_cast<unsigned char*>(block.template shared<detail::parts_of_shared_memory<T...>>());
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return mode_detail::shared_parts<T...>(reinterpret_cast<T*>(memory + begin.of[I])...);
    }(std::index_sequence_for<T...>{});
  }
}
/// The block's static shared memory, which the grid's option `static_shared_memory_per_block` states.
template <class T, class Block>
[[nodiscard]] ALLOTYPE_FN T* static_shared(Block const& block) {
  return block.template static_shared<T>();
}
/// The `shared<T>` of another block of the cluster.
template <class T, class Block>
[[nodiscard]] ALLOTYPE_FN T* shared_of(Block const& block, int index) {
  return block.template shared_of<T>(index);
}
/// Values that the threads of a block keep: `auto kept = per_thread<float>(block)` has `kept(thread)`.
template <class T, class Block>
[[nodiscard]] ALLOTYPE_FN auto per_thread(Block const& block) {
  return block.template per_thread<T>();
}

}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

template <class... T>
struct std::tuple_size<allotype::mode_detail::shared_parts<T...>> : std::integral_constant<std::size_t, sizeof...(T)> {
};
template <std::size_t I, class First, class... Others>
struct std::tuple_element<I, allotype::mode_detail::shared_parts<First, Others...>>
    : std::tuple_element<I - 1, allotype::mode_detail::shared_parts<Others...>> {};
template <class First, class... Others>
struct std::tuple_element<0, allotype::mode_detail::shared_parts<First, Others...>> {
  using type = First*;
};
