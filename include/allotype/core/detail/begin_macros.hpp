// SPDX-License-Identifier: BSL-1.0
/// \file
/// The macros that several headers of the library use, and no program. It has no guard: a header that uses one includes
/// this file behind its other includes, and end_macros.hpp at its end.

#include <allotype/core/mode.hpp>

/// This stands behind a member function: what it returns lives as long as its object. clang warns where the result is
/// kept and the object is a temporary; g++ has no such attribute.
#ifdef __clang__
#  define ALLOTYPE_LIFETIMEBOUND [[clang::lifetimebound]]
#else
#  define ALLOTYPE_LIFETIMEBOUND
#endif

/// This stands before a function template that each kernel has one of: clang inlines it before its optimiser begins,
/// which looks at each function that it finds many times. g++ is as fast without, and where it inlines more, it warns
/// of members of empty classes that no constructor has set.
#ifdef __clang__
#  define ALLOTYPE_OF_EACH_KERNEL [[gnu::always_inline]] inline
#else
#  define ALLOTYPE_OF_EACH_KERNEL
#endif

/// This stands before a call of a kernel, or of a range's function: clang counts what a body costs before it inlines
/// it, and a kernel's body costs much. One that is not inlined does not see what its captures are, nor that a block's
/// arrays are apart.
#ifdef __clang__
#  define ALLOTYPE_INLINED_CALL [[clang::always_inline]]
#else
#  define ALLOTYPE_INLINED_CALL
#endif

#define ALLOTYPE_TEXT(name) #name
#define ALLOTYPE_TEXT_EXPANDED(name) ALLOTYPE_TEXT(name)
/// This is for types that programs hold and return, and for the accelerators that code runs on. A namespace stands in
/// the symbol of a function with such a parameter alone; this tag also in those of functions that return the type and
/// of variables. Files of different modes that share one of them do not link, where they would call each other's code.
/// A class template over an accelerator is another one in each mode. g++ -Wabi-tag names other classes with such a
/// member.
#define ALLOTYPE_TAGGED_BY_MODE [[gnu::abi_tag(ALLOTYPE_TEXT_EXPANDED(ALLOTYPE_MODE))]]

#ifdef __CUDACC__
#  define ALLOTYPE_FIRST_OF(first, ...) first
#  define ALLOTYPE_FIRST_OF_EXPANDED(...) ALLOTYPE_FIRST_OF(__VA_ARGS__, )
/// This is for the parameter of a kernel that is read at an index known only while it runs, as a `constant_table` is:
/// without it nvcc copies the whole parameter to each thread's memory. It exists from compute capability 7.0 on, for
/// nvcc and clang 20.
#  if ALLOTYPE_FIRST_OF_EXPANDED(__CUDA_ARCH_LIST__) >= 700 && (defined(__NVCC__) || __has_attribute(grid_constant))
#    define ALLOTYPE_GRID_CONSTANT __grid_constant__
#  else
#    define ALLOTYPE_GRID_CONSTANT
#  endif
#endif

/// The message of a `static_assert`: the literal; or, where the compiler takes a computed text, what the other argument
/// computes, which is not done unless the check failed. g++ 14 and clang 21 take one in C++20 and warn that it is of
/// C++26.
#if !defined(__NVCC__) &&                                                \
    ((defined(__cpp_static_assert) && __cpp_static_assert >= 202306L) || \
     (defined(__clang__) ? __clang_major__ >= 21 && !defined(__apple_build_version__) : __GNUC__ >= 14))
#  define ALLOTYPE_SENTENCES_ARE_COMPUTED
#  define ALLOTYPE_SENTENCE(literal, ...) (__VA_ARGS__)
#  pragma GCC diagnostic push
#  pragma GCC diagnostic ignored "-Wc++26-extensions"
#else
#  define ALLOTYPE_SENTENCE(literal, ...) literal
#endif

// Optional members of a user's type. A member with a known name that the library cannot use (private, not static, other
// parameters) is an error that names the right signature. Without this check it would be ignored silently.

/// `ALLOTYPE_KNOWN_MEMBER(teardown);` in namespace `allotype::core` makes `has_member_teardown<T>`: `T` or a base of it
/// has a member of that name, be it private, a template or overloaded; of a final class, one that has an address. How
/// it is found: a name that two bases have is ambiguous, whatever the two are.
#define ALLOTYPE_KNOWN_MEMBER(name)                                                                       \
  struct with_##name {                                                                                    \
    int name;                                                                                             \
  };                                                                                                      \
  template <class T>                                                                                      \
  struct beside_##name : T, with_##name {};                                                               \
  template <class T>                                                                                      \
  inline constexpr bool has_member_##name = std::is_class_v<T> && !requires { &beside_##name<T>::name; }; \
  template <class T>                                                                                      \
    requires(std::is_final_v<T> || !std::is_class_v<T>)                                                   \
  inline constexpr bool has_member_##name<T> = requires { &T::name; }

/// Names that are likely misspellings of one that the library uses, beside that one:
/// `ALLOTYPE_NEAR_MISS(sum_gradient);` Without these a misspelt member would be ignored silently.
#define ALLOTYPE_NEAR_MISS(name) ALLOTYPE_KNOWN_MEMBER(name)

/// In a struct: `type` has no member of that name, which is a near miss of the one with this signature.
#define ALLOTYPE_NO_NEAR_MISS(name, type, signature) \
  ALLOTYPE_USABLE_MEMBER(name, type, "in its place, " signature, false)

/// What the error says; `usable || !has_member_teardown<T>` is asserted with it.
#define ALLOTYPE_PASSED_OVER(name, signature) \
  "the member " name " is not one that the library uses, and would be ignored: write, as a public member, " signature

/// In a struct: where `type` has a member of that name, it is usable, which the last argument says; or the error.
#define ALLOTYPE_USABLE_MEMBER(name, type, signature, ...)                         \
  static constexpr bool name##_usable = !has_member_##name<type> || (__VA_ARGS__); \
  static_assert(name##_usable, ALLOTYPE_PASSED_OVER(#name, signature))
