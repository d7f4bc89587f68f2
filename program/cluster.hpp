// SPDX-License-Identifier: BSL-1.0
/// \file
/// Pools and clusters by what a person wrote: a flavour's name, or a JSON file. The rules are those of cluster/ and request/.
#pragma once

#include <allotype/request/detail/content.hpp>
#include <allotype/request/document.hpp>
#include <allotype/request/request_for.hpp>
#include <allotype/request/work.hpp>
#include <memory>
#include <string>
#include <vector>

namespace program {

/// What a system is asked for, in the forms that it can be printed in. A form that a system lacks is empty.
struct printed_request {
  std::string refused{};           ///< why it cannot be asked for; empty where it can
  allotype::document part{};       ///< what the request decides
  std::vector<allotype::document> manifests{};
  std::string text{};              ///< options of a command
  std::string script{};
};

/// A flavour with settings.
class flavour {
 public:
  virtual ~flavour() = default;
  /// \throws allotype::request_error for a setting that it does not have
  virtual void set(std::string const& name, std::string const& value) = 0;
  virtual printed_request request(allotype::detail::wanted const&, allotype::detail::pool_content const* of,
                                  allotype::request_options const&, allotype::work const&) const = 0;
};

/// \throws allotype::request_error with the nearest name
std::unique_ptr<flavour> make_flavour(std::string const& name);
std::vector<std::string> flavour_names();

struct pool {
  std::string name;
  std::string flavour_name;
  std::unique_ptr<program::flavour> flavour;
  allotype::detail::pool_content content{};
};

/// \throws allotype::request_error with the file, the place in it and what would be valid
std::vector<pool> read_cluster(std::string const& file);

}  // namespace program
