// SPDX-License-Identifier: BSL-1.0
/// \file
/// A function that somebody else keeps, with its type gone: what takes one is compiled once for all functions.
#pragma once

#include <memory>
#include <type_traits>

#include <allotype/core/detail/language.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

/// `function_reference<int>` refers to anything that can be called with an `int`; what it returns is dropped. Like any
/// reference, it lives no longer than the function.
template <class... Arguments>
class function_reference {
 public:
  template <class F>
    requires(!std::is_same_v<F, function_reference>)
  function_reference(F const& function) : function_(std::addressof(function)), call_(&call<F>) {}

  void operator()(Arguments... arguments) const { call_(function_, arguments...); }

 private:
  template <class F>
  static void call(void const* function, Arguments... arguments) {
    static_cast<void>((*static_cast<F const*>(function))(arguments...));
  }

  void const* function_;
  void (*call_)(void const*, Arguments...);
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
