// SPDX-License-Identifier: BSL-1.0
/// \file
/// Parts of a pool that several systems know: they say what the nodes are, and mean the same to each system.
///
/// \code
/// using pcie = at::pool<"pcie", at::kubernetes::mixed, at::gpus_of<at::A100, 8>, at::product<"NVIDIA
/// A100-PCIE-40GB">>; using site = at::pool<"site", at::slurm::detected<>, at::gpus_of<at::A100, 8>,
/// at::site_type<at::A100, "a100_big">>;
/// \endcode
///
/// A part that a system does not know does not compile.
#pragma once

#include <allotype/cluster/request/detail/wanted.hpp>
#include <allotype/core/driver.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// The board of the pool's nodes as NVIDIA's driver names it, where a device has several:
/// `product<"NVIDIA A100-PCIE-40GB">`. For DRA it may also be a board of AMD's as its driver publishes it; the
/// catalogue has no names of those.
template <fixed_text Name>
struct product {
  template <class Settings>
    requires requires(Settings& to) { to.product = Name.characters; }
  static constexpr void apply(Settings& to) {
    to.product = Name.characters;
  }
};

/// Requests do not select the board: all nodes that could serve them have the right one.
struct without_product {
  template <class Settings>
    requires requires(Settings& to) { to.selects_product = false; }
  static constexpr void apply(Settings& to) {
    to.selects_product = false;
  }
};

/// The driver of the nodes. It names profiles and boards.
template <allotype::driver Version>
struct with_driver {
  template <class Settings>
    requires requires(Settings& to) { to.driver = Version; }
  static constexpr void apply(Settings& to) {
    to.driver = Version;
  }
};

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

}  // namespace detail

/// The type of one accelerator, where the site has a name of its own: `site_type<H100_80GB, "h100sxm">`. A pool has at
/// most 16 of them.
template <class A, fixed_text Name>
struct site_type {
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
