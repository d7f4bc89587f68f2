// SPDX-License-Identifier: BSL-1.0
// The accelerators of the tables in test/data, by the words of a C++ program: A100::partition<"2g.10gb">.
#pragma once

#include <allotype/cluster/request/request.hpp>
#include <allotype/names/accelerator_names.hpp>

#include <map>
#include <optional>
#include <string>

#include "golden_table.hpp"

namespace golden {

namespace at = allotype;

template <class... A>
std::map<std::string, at::accelerator_data const*> by_words(at::list<A...>) {
  std::map<std::string, at::accelerator_data const*> found;
  for (at::accelerator_data const* each : {&at::detail::data_of<A>...}) {
    std::string words = each->device;
    if (each->is_partition()) {
      words += std::string{each->chips != 0 ? "::slice<\"" : "::partition<\""} + each->partition + "\">";
    } else if (each->state == at::accelerator_data::partitioning::whole) {
      words += "::unpartitioned";
    }
    found[words] = each;
  }
  return found;
}

/// All accelerators of the catalogue.
inline std::map<std::string, at::accelerator_data const*> const& all_accelerators() {
  static auto const all = by_words(at::detail::accelerator_names<>::types{});
  return all;
}

/// \return a null pointer for what is no type of the catalogue
inline at::accelerator_data const* find(std::string const& words) {
  auto const found = all_accelerators().find(words);
  return found == all_accelerators().end() ? nullptr : found->second;
}

/// `X`, `X + Y`, `any_of<X,Y>`, `layout<X,"2g.10gb","1g.5gb">`; of each so many.
/// \return nothing where a part is no type of the catalogue
inline std::optional<at::detail::request_items> items_named(std::string text, int count) {
  at::detail::request_items wanted;
  std::string separator = " + ", device;
  if (text.rfind("any_of<", 0) == 0) {
    wanted.alternatives = true;
    separator = ",";
    text = text.substr(7, text.size() - 8);
  } else if (text.rfind("layout<", 0) == 0 && text.back() == '>') {
    auto const comma = text.find(',');
    if (comma == text.npos) return {};
    wanted.one_device = true;
    separator = ",";
    device = text.substr(7, comma - 7);
    text = text.substr(comma + 1, text.size() - comma - 2);
  }
  for (std::string const& words : split(text, separator)) {
    auto const* const what = find(device.empty() ? words : device + "::partition<" + words + ">");
    if (what == nullptr || !wanted.add(*what, count)) return {};
  }
  return wanted;
}

}  // namespace golden
