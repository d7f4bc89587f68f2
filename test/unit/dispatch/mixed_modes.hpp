// SPDX-License-Identifier: BSL-1.0
// A library's class over accelerators, by an author who does not think of modes.
#pragma once

#include <allotype/allotype.hpp>
#include <cstddef>
#include <optional>
#include <string>

namespace mixed {

namespace at = allotype;

#define MIXED_TEXT(text) #text
#define MIXED_EXPANDED(text) MIXED_TEXT(text)

template <class A>
  requires at::dispatchable<A>
class filter {
 public:
  std::string mode() const { return MIXED_EXPANDED(ALLOTYPE_MODE); }
  std::size_t size() const { return sizeof *this; }
  /// As the queue describes itself.
  std::string where() {
    on_.emplace();
    return to_string(*on_).text();
  }

 private:
  std::optional<at::queue<A>> on_;
};

/// Defined by one file and called by the other.
std::size_t shared(at::view<float, 1, ACCELERATOR> values);

}  // namespace mixed
