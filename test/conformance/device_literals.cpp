// SPDX-License-Identifier: BSL-1.0
#include "device_literals.hpp"

#include <iterator>

namespace {

template <std::size_t Size>
consteval compiled_text compiled(char const (&text)[Size]) {
  auto const parsed = allotype::detail::parse_devices(std::string_view(text, Size - 1));
  compiled_text result{text, static_cast<int>(Size) - 1, parsed.fault.problem, parsed.fault.position, {}};
  if (parsed.fault.problem == allotype::device_selection_error::kind::none) result.printed << parsed.choice;
  return result;
}

constexpr compiled_text texts[] = {
#include "device_literals.inc"  // compiled("0,1"), ...
};

}  // namespace

compiled_texts device_literals() { return {texts, static_cast<int>(std::size(texts))}; }
