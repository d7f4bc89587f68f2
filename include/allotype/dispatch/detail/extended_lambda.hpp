// SPDX-License-Identifier: BSL-1.0
/// \file
/// Lambdas as kernels in files that nvcc compiles. nvcc puts a class of its own in the place of a lambda that is marked
/// `ALLOTYPE_FN` or `__device__`, in the part of the file that the host's compiler gets. That class differs from the
/// lambda: it is copied by a constructor, or it cannot be called on the host.
#pragma once

#include <type_traits>

#include <allotype/dispatch/element.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {
namespace detail {

#ifdef __CUDACC_EXTENDED_LAMBDA__
/// A lambda marked `__device__` alone: only a GPU can call it, and the host's compiler does not know its result type.
template <class F>
inline constexpr bool is_device_lambda = __nv_is_extended_device_lambda_closure_type(F);
template <class F>
inline constexpr bool is_host_device_lambda = __nv_is_extended_host_device_lambda_closure_type(F);
#else
template <class F>
inline constexpr bool is_device_lambda = false;
template <class F>
inline constexpr bool is_host_device_lambda = false;
#endif

/// `F` as kernels are called: const. For the host's compiler a lambda marked `__device__` alone is not callable as
/// const.
template <class F>
using as_called = std::conditional_t<is_device_lambda<F>, F&, F const&>;

template <class F>
inline constexpr bool has_trivial_copies =
    std::is_trivially_copy_constructible_v<F> && std::is_trivially_destructible_v<F>;
/// The second is asked where the first is false.
template <class F>
concept copied_and_destroyed_as_bytes = is_device_copyable<F> || has_trivial_copies<F>;

/// It can be copied to a device byte by byte. Assignment is not asked for: a kernel with a const member, or with a
/// `std::tuple`, has none that is trivial.
template <class F>
inline constexpr bool is_copied_as_bytes = copied_and_destroyed_as_bytes<F>;
template <class F>
inline constexpr bool is_copied_as_bytes<F const> = is_copied_as_bytes<F>;
/// nvcc's class for a lambda that is marked for both. The GPU gets its captures, among which may be further lambdas;
/// the host's copy of the lambda stays here.
template <template <bool, bool, bool, class, class, class...> class Wrapper, bool IsMutable, bool IsFunction,
          bool IsNoexcept, class Tag, class Signature, class... Captures>
  requires is_host_device_lambda<Wrapper<IsMutable, IsFunction, IsNoexcept, Tag, Signature, Captures...>>
inline constexpr bool is_copied_as_bytes<Wrapper<IsMutable, IsFunction, IsNoexcept, Tag, Signature, Captures...>> =
    (is_copied_as_bytes<Captures> && ...);
#ifdef __CUDACC_EXTENDED_LAMBDA__
/// A class template over such a lambda, which it has as a member.
template <class F>
inline constexpr bool holds_lambda = is_host_device_lambda<F>;
template <template <class...> class Kernel, class... Parts>
inline constexpr bool holds_lambda<Kernel<Parts...>> = (holds_lambda<Parts> || ...);
/// This is nvcc's class for a lambda that is marked `__device__`: its parts are a tag and the captures.
template <template <class...> class Kernel, class... Parts>
  requires(holds_lambda<Kernel<Parts...>> || is_device_lambda<Kernel<Parts...>>)
inline constexpr bool is_copied_as_bytes<Kernel<Parts...>> = (is_copied_as_bytes<Parts> && ...);
/// nvcc itself sees the lambda and not its captures: those of `__half2` make it look as if a constructor copied it. The
/// host's compiler looks at each.
template <class F>
  requires(is_host_device_lambda<F> || is_device_lambda<F>)
inline constexpr bool is_copied_as_bytes<F> = std::is_trivially_destructible_v<F>;
#endif

/// A lambda in a member function holds the address of its object: the host's, which a GPU cannot read. nvcc's class
/// for the lambda names the member function, and the types of the captures.
template <class F>
inline constexpr bool holds_this = false;
#ifdef __CUDACC_EXTENDED_LAMBDA__
template <class Tag>
struct class_of_tag {
  using type = void;
};
template <template <class U, U, unsigned> class Tag, class R, class C, R C::* Function, unsigned Id>
struct class_of_tag<Tag<R C::*, Function, Id>> {
  using type = C;
};
template <class Tag, class... Captures>
inline constexpr bool has_this_among =
    (std::is_same_v<std::remove_const_t<Captures>, typename class_of_tag<Tag>::type*> || ...) ||
    (std::is_same_v<std::remove_const_t<Captures>, typename class_of_tag<Tag>::type const*> || ...);
template <template <bool, bool, bool, class, class, class...> class Wrapper, bool IsMutable, bool IsFunction,
          bool IsNoexcept, class Tag, class Signature, class... Captures>
  requires is_host_device_lambda<Wrapper<IsMutable, IsFunction, IsNoexcept, Tag, Signature, Captures...>>
inline constexpr bool holds_this<Wrapper<IsMutable, IsFunction, IsNoexcept, Tag, Signature, Captures...>> =
    has_this_among<Tag, Captures...>;
template <template <class...> class Wrapper, class Tag, class... Captures>
  requires is_device_lambda<Wrapper<Tag, Captures...>>
inline constexpr bool holds_this<Wrapper<Tag, Captures...>> = has_this_among<Tag, Captures...>;
#endif

/// A lambda without a mark, of which nvcc makes no code for a GPU. Only its front end says what is a lambda: by its
/// name.
#ifdef __CUDACC_EXTENDED_LAMBDA__
template <class F>
consteval bool is_unmarked_lambda() {
  if (is_host_device_lambda<F> || is_device_lambda<F>) return false;
  constexpr char start[] = "[with F = lambda ";
  for (char const* text = __PRETTY_FUNCTION__; *text != '\0'; ++text) {
    int same = 0;
    while (start[same] != '\0' && text[same] == start[same]) ++same;
    if (start[same] == '\0') return true;
  }
  return false;
}
#else
template <class F>
consteval bool is_unmarked_lambda() {
  return false;
}
#endif

}  // namespace detail

inline namespace ALLOTYPE_MODE {
namespace mode_detail {

/// `F` can be called on `A`: a lambda marked `__device__` alone can be called only on CUDA's GPUs.
template <class F, class A>
inline constexpr bool runs_where_called = !detail::is_device_lambda<F> || std::is_same_v<backend_of<A>, cuda_backend>;

/// Its captures can be read on `A`: a GPU of CUDA cannot follow the address of a host's object.
template <class F, class A>
inline constexpr bool reads_no_object = !detail::holds_this<F> || !std::is_same_v<backend_of<A>, cuda_backend>;

/// A GPU of CUDA calls it: it is no lambda that lacks the mark.
template <class F, class A>
inline constexpr bool is_marked_for = true;
template <class F, class A>
  requires std::is_same_v<backend_of<A>, cuda_backend>
inline constexpr bool is_marked_for<F, A> = !detail::is_unmarked_lambda<F>();

}  // namespace mode_detail
}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
