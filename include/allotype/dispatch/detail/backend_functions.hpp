// SPDX-License-Identifier: BSL-1.0
/// \file
/// The functions that every backend has: whether a tag has them, and what an error says of one that it lacks.
#pragma once

#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

#include <allotype/core/mode.hpp>
#include <allotype/dispatch/extents.hpp>
#include <allotype/dispatch/opened.hpp>

// The functions in the order in which a queue uses them. They are macros because an assertion takes a literal.
#define ALLOTYPE_SIGNATURE_open_queue "opened<State> open_queue(Tag, device_request const&)"
#define ALLOTYPE_SIGNATURE_describe_queue "fixed_text<240> describe_queue(Tag, State const&)"
#define ALLOTYPE_SIGNATURE_allocate "void* allocate(Tag, State&, std::size_t bytes)"
#define ALLOTYPE_SIGNATURE_deallocate "void deallocate(Tag, void* memory) noexcept"
#define ALLOTYPE_SIGNATURE_copy_bytes \
  "void copy_bytes(Tag, State&, void* to, void const* from, std::size_t bytes, direction)"
#define ALLOTYPE_SIGNATURE_run_for_each \
  "template <class Index, class F> void run_for_each(Tag, State&, extents<1, Index> const&, F const&)"
#define ALLOTYPE_SIGNATURE_wait_for "void wait_for(Tag, State&)"
#define ALLOTYPE_SIGNATURE_begin_range "void begin_range(Tag, char const* name)"
#define ALLOTYPE_SIGNATURE_end_range "void end_range(Tag)"
#define ALLOTYPE_LACKS(signature)                                                                        \
  "the backend of this accelerator lacks a function, or has it with another signature: write " signature \
  " beside the tag, in its namespace, before the first use of a queue"

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

struct device_request;
enum class direction : int;

namespace detail {

enum class backend_function {
  open_queue,
  describe_queue,
  allocate,
  deallocate,
  copy_bytes,
  run_for_each,
  wait_for,
  begin_range,
  end_range
};

struct backend_function_row {
  char const* name;
  char const* signature;
};
inline constexpr backend_function_row backend_functions[] = {
    {"open_queue", ALLOTYPE_SIGNATURE_open_queue}, {"describe_queue", ALLOTYPE_SIGNATURE_describe_queue},
    {"allocate", ALLOTYPE_SIGNATURE_allocate},     {"deallocate", ALLOTYPE_SIGNATURE_deallocate},
    {"copy_bytes", ALLOTYPE_SIGNATURE_copy_bytes}, {"run_for_each", ALLOTYPE_SIGNATURE_run_for_each},
    {"wait_for", ALLOTYPE_SIGNATURE_wait_for},     {"begin_range", ALLOTYPE_SIGNATURE_begin_range},
    {"end_range", ALLOTYPE_SIGNATURE_end_range},
};
inline constexpr int backend_function_count = static_cast<int>(sizeof backend_functions / sizeof backend_functions[0]);

template <class Result>
concept opened_state =
    requires { typename Result::value_type; } && std::same_as<Result, opened<typename Result::value_type>> &&
    std::is_move_constructible_v<typename Result::value_type>;

/// Stands for a number of bytes: it converts to integers of 64 bits alone, so a narrower parameter is found.
struct number_of_bytes {
  template <class Integer>
    requires(std::is_integral_v<Integer> && sizeof(Integer) >= sizeof(std::size_t))
  operator Integer() const;
};

/// Stands for a tag, and not for a base of it.
template <class Tag>
struct this_tag_alone {
  template <std::same_as<Tag> T>
  operator T() const;
};

}  // namespace detail

inline namespace ALLOTYPE_MODE {

namespace mode_detail {

/// Kernels that a backend's loop is asked with.
struct any_kernel {
  ALLOTYPE_FN void operator()(long long) const {}
};
struct any_kernel_of_indices {
  template <class... Index>
  ALLOTYPE_FN void operator()(Index...) const {}
};

template <class Tag>
concept has_open_queue = requires(Tag tag, device_request const& asked) {
  Tag{};
  { open_queue(tag, asked) } -> detail::opened_state;
} && (requires(detail::this_tag_alone<Tag> tag, device_request const& asked) { open_queue(tag, asked); } ||
      // one of the tag's own without a request, in whose place its base's is called
      !requires(detail::this_tag_alone<Tag> tag) { open_queue(tag); });
template <class Tag>
using state_of_tag =
    typename decltype(open_queue(std::declval<Tag>(), std::declval<device_request const&>()))::value_type;

template <class Tag, class State>
concept has_describe_queue = requires(Tag tag, State const& state) {
  { describe_queue(tag, state) } -> std::convertible_to<fixed_text<240>>;
};
template <class Tag, class State>
concept has_allocate = requires(Tag tag, State& state, detail::number_of_bytes bytes) {
  { allocate(tag, state, bytes) } -> std::convertible_to<void*>;
};
template <class Tag>
concept has_deallocate = requires(Tag tag, void* memory) {
  { deallocate(tag, memory) } noexcept;
};
template <class Tag, class State>
concept has_copy_bytes = requires(Tag tag, State& state, void* to, void const* from, detail::number_of_bytes bytes,
                                  direction way) { copy_bytes(tag, state, to, from, bytes, way); };
template <class Tag, class State>
concept has_run_for_each = requires(Tag tag, State& state, extents<1> const& over, extents<1, long long> const& more,
                                    any_kernel const& kernel) {
  run_for_each(tag, state, over, kernel);
  run_for_each(tag, state, more, kernel);
};
template <class Tag, class State>
concept has_wait_for = requires(Tag tag, State& state) { wait_for(tag, state); };
template <class Tag>
concept has_begin_range = requires(Tag tag, char const* name) { begin_range(tag, name); };
template <class Tag>
concept has_end_range = requires(Tag tag) { end_range(tag); };

/// Which functions a tag has. Those that take a state are not looked for where none can be opened.
struct functions_of_backend {
  bool there[detail::backend_function_count]{};

  /// The number of functions if none is missing.
  constexpr int first_missing() const {
    int i = 0;
    while (i < detail::backend_function_count && there[i]) ++i;
    return i;
  }
};
template <class Tag>
consteval functions_of_backend functions_of() {
  if constexpr (has_open_queue<Tag>) {
    using state = state_of_tag<Tag>;
    return {{true, has_describe_queue<Tag, state>, has_allocate<Tag, state>, has_deallocate<Tag>,
             has_copy_bytes<Tag, state>, has_run_for_each<Tag, state>, has_wait_for<Tag, state>, has_begin_range<Tag>,
             has_end_range<Tag>}};
  } else {
    return {{false, true, true, has_deallocate<Tag>, true, true, true, has_begin_range<Tag>, has_end_range<Tag>}};
  }
}

/// An error about the first function that the backend lacks.
template <class Tag, class A>
struct checked_backend {
  using function = detail::backend_function;
  static constexpr function missing = static_cast<function>(functions_of<Tag>().first_missing());
  static constexpr bool has_open_queue = missing != function::open_queue;
  static_assert(has_open_queue, ALLOTYPE_LACKS(ALLOTYPE_SIGNATURE_open_queue));
  static constexpr bool has_describe_queue = missing != function::describe_queue;
  static_assert(has_describe_queue, ALLOTYPE_LACKS(ALLOTYPE_SIGNATURE_describe_queue));
  static constexpr bool has_allocate = missing != function::allocate;
  static_assert(has_allocate, ALLOTYPE_LACKS(ALLOTYPE_SIGNATURE_allocate));
  static constexpr bool has_deallocate = missing != function::deallocate;
  static_assert(has_deallocate, ALLOTYPE_LACKS(ALLOTYPE_SIGNATURE_deallocate));
  static constexpr bool has_copy_bytes = missing != function::copy_bytes;
  static_assert(has_copy_bytes, ALLOTYPE_LACKS(ALLOTYPE_SIGNATURE_copy_bytes));
  static constexpr bool has_run_for_each = missing != function::run_for_each;
  static_assert(has_run_for_each, ALLOTYPE_LACKS(ALLOTYPE_SIGNATURE_run_for_each));
  static constexpr bool has_wait_for = missing != function::wait_for;
  static_assert(has_wait_for, ALLOTYPE_LACKS(ALLOTYPE_SIGNATURE_wait_for));
  static constexpr bool has_begin_range = missing != function::begin_range;
  static_assert(has_begin_range, ALLOTYPE_LACKS(ALLOTYPE_SIGNATURE_begin_range));
  static constexpr bool has_end_range = missing != function::end_range;
  static_assert(has_end_range, ALLOTYPE_LACKS(ALLOTYPE_SIGNATURE_end_range));
};

}  // namespace mode_detail

}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

#undef ALLOTYPE_SIGNATURE_open_queue
#undef ALLOTYPE_SIGNATURE_describe_queue
#undef ALLOTYPE_SIGNATURE_allocate
#undef ALLOTYPE_SIGNATURE_deallocate
#undef ALLOTYPE_SIGNATURE_copy_bytes
#undef ALLOTYPE_SIGNATURE_run_for_each
#undef ALLOTYPE_SIGNATURE_wait_for
#undef ALLOTYPE_SIGNATURE_begin_range
#undef ALLOTYPE_SIGNATURE_end_range
#undef ALLOTYPE_LACKS
