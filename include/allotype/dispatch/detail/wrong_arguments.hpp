// SPDX-License-Identifier: BSL-1.0
/// \file
/// A call of a verb whose arguments are in another order, too few or too many: the verb says what they are, where a
/// compiler would list its overloads. Each verb has one function for such calls, with the constraint below.
#pragma once

#include <type_traits>

#include <allotype/core/detail/any_result.hpp>
#include <allotype/dispatch/detail/shifted.hpp>
#include <allotype/dispatch/queue.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

inline namespace ALLOTYPE_MODE {
namespace mode_detail {

/// An argument that is a queue which a verb can give work to: a variable that is not const.
template <class Argument>
inline constexpr bool takes_work = false;
template <class A>
inline constexpr bool takes_work<queue<A>&> = true;

/// An argument that shows that this library's verb is meant: a queue or a pointer to one, extents, a box, or memory of
/// an accelerator.
template <class T>
inline constexpr bool is_of_verbs = detail::index_range<T> || requires { typename T::accelerator; };
template <class Argument>
inline constexpr bool shows_verb = is_of_verbs<std::remove_cv_t<std::remove_pointer_t<std::remove_cvref_t<Argument>>>>;

template <int Fewest, int Most, class First, class... Rest>
inline constexpr bool in_order =
    takes_work<First> && static_cast<int>(sizeof...(Rest)) + 1 >= Fewest && static_cast<int>(sizeof...(Rest)) < Most;

template <class... Arguments>
inline constexpr bool begins_with_a_queue = false;
template <class First, class... Rest>
inline constexpr bool begins_with_a_queue<First, Rest...> = takes_work<First>;

/// The first one is no queue, or their number is not between the two. One condition of a right call ends it.
template <int Fewest, int Most, class... Arguments>
concept wrong_arguments = (!in_order<Fewest, Most, Arguments...>) && (shows_verb<Arguments> || ...);

}  // namespace mode_detail
}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
