// SPDX-License-Identifier: BSL-1.0
/// \file
/// Which accelerator a registration is of, in all files and shared libraries of a process.
#pragma once

#include <allotype/accelerator/concepts.hpp>
#include <allotype/core/detail/compare_text.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

/// One object for each type, so that its address tells types apart.
template <class A>
inline constexpr char address_for_type = 0;

/// Equal for the same accelerator in two modes, whose types have two names for the linker, and in two shared libraries,
/// which may each have an address of their own for one type.
class accelerator_identity {
 public:
  constexpr accelerator_identity() = default;
  template <class A>
  static constexpr accelerator_identity of() {
    accelerator_identity identity;
    identity.address_ = &address_for_type<A>;
    identity.name_ = name_of_type<A>();
    // Two files may have a type of this name each.
    for (char const* at = identity.name_; *at != '\0'; ++at) {
      if (begins_with(at, "{anonymous}") || begins_with(at, "(anonymous") || begins_with(at, "<unnamed>"))
        identity.name_ = "";
    }
    return identity;
  }

  friend constexpr bool operator==(accelerator_identity const& a, accelerator_identity const& b) {
    return a.address_ == b.address_ || (*a.name_ != '\0' && equal(a.name_, b.name_));
  }

 private:
  /// The catalogue's types by their own names: compilers write a type in different ways.
  template <class A>
  static constexpr char const* name_of_type() {
    if constexpr (host_processor<A> || requires { device_of<A>::source; }) {
      return name_of<A>;
    } else {
      return __PRETTY_FUNCTION__;
    }
  }

  void const* address_ = nullptr;
  char const* name_ = "";
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
