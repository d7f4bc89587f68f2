// SPDX-License-Identifier: BSL-1.0
/// \file
/// What a site calls its accelerators, for systems that know them by such names.
///
/// \code
/// using site = at::pool<"site", at::system<"slurm">, at::gpus_of<at::A100, 8>, at::site_type<at::A100, "a100_big">>;
/// \endcode
#pragma once

#include <allotype/cluster/quoting/names.hpp>
#include <allotype/cluster/request/detail/request_items.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

/// The site's name of one accelerator.
struct named_type {
  char const* accelerator = "";
  char const* type = "";
};
inline constexpr int max_named_types = 16;
using named_types = static_vector<named_type, max_named_types>;

/// A null pointer where the site has no name of its own.
constexpr char const* type_of_site(named_types const& types, accelerator_data const& what) {
  for (named_type const& each : types) {
    if (equal(each.accelerator, what.name)) return each.type;
  }
  return nullptr;
}

/// A part is no name of a site's, or is one that systems take.
template <class Part>
inline constexpr bool is_right_name = true;
template <class Part>
  requires requires { typename Part::of_accelerator; }
inline constexpr bool is_right_name<Part> = Part::is_name;

}  // namespace detail

/// The type of one accelerator, where the site has a name of its own: `site_type<H100_80GB, "h100sxm">`. A pool has at
/// most 16 of them.
template <class A, fixed_text Name>
struct site_type {
  using of_accelerator = A;  ///< that has the name
  /// What systems take as a name.
  static constexpr bool is_name = detail::obeys(detail::rule::batch_word, Name.characters);

  template <class Settings>
    requires requires(Settings& to) { to.types.push_back(detail::named_type{}); }
  static constexpr void apply(Settings& to) {
    detail::named_type named;  // nvcc 13.0 cannot print these names inside braces
    named.accelerator = name_of<A>;
    named.type = Name.characters;
    to.types.push_back(named);
  }
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
