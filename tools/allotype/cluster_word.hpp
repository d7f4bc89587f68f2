// SPDX-License-Identifier: BSL-1.0
/// \file
/// A word of the command line that is a cluster's file: `lab.json`, or `lab.json:train` for one of its pools.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "library/pools.hpp"

namespace program {

struct cluster_word {
  std::string file;
  std::string pool{};  ///< empty: all
};

/// A word is a file where it ends in .json, .yaml or .yml, or has a `/`; behind a colon may stand a pool's name.
std::optional<cluster_word> cluster_of(std::string const& word);

/// The pools of the file, or the one that is named.
/// \throws input_error for what is wrong with the file, or with the pools that there are
std::vector<library::named_pool> read_pools(cluster_word const& from);

/// The pool that is named, among those of the file. \throws input_error with the pools that there are
library::named_pool& pool_of(std::vector<library::named_pool>& all, cluster_word const& from);

}  // namespace program
