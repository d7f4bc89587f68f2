// SPDX-License-Identifier: BSL-1.0
/// \file
/// What systems are asked for that have no manifest of their own here: HTCondor, LSF, PBS, Nomad, SkyPilot, dstack. The
/// request is one type for all of them.
#pragma once

#include <allotype/cluster/request/document.hpp>
#include <allotype/cluster/request/request.hpp>
#include <allotype/cluster/request/short_text.hpp>
#include <allotype/cluster/request/static_vector.hpp>
#include <allotype/core/fixed_text.hpp>

#include <string>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

struct system_request;

namespace detail {

/// How a system reads its requests. A system has one of both.
struct form_of_request {
  std::string (*text)(system_request const&) = nullptr;
  document (*part)(system_request const&) = nullptr;  ///< of a task's YAML
  bool names_decide = false;                          ///< what has one of the names serves the request
};

}  // namespace detail

/// What a system is asked for by `system<"nomad">` and the like: a constexpr value.
struct system_request {
  refusal refused;    ///< the reason why the system cannot state the request; empty if it can
  int count = 0;      ///< devices on each node; 0: none
  int nodes = 1;      ///< machines, each with as many
  int cpus = 0;       ///< of each node; 0: not stated
  bytes memory = {};  ///< of each node; 0: not stated
  static_vector<short_text, detail::request_items::max_items>
      devices;                   ///< as the system says them; the first is preferred
  char const* resource = "";     ///< what names the devices, where the site calls it
  detail::form_of_request form;  ///< how `to_string` and `to_document` print it

  /// One more device; a word that is too long is refused.
  constexpr void add_device(short_text const& device) {
    if (device.size() > 126) refused("a system's word for a device has at most 126 characters");  // longer ones are cut
    devices.push_back(device);
  }
  /// Whether what serves the other request would serve this one, too: it has one of the names.
  [[nodiscard]] constexpr bool is_also_met_by(system_request const& other) const {
    if (!form.names_decide) return false;
    for (auto const& mine : devices) {
      for (auto const& had : other.devices) {
        if (is_same_name(mine.text(), had.text())) return true;
      }
    }
    return false;
  }

 private:
  /// Counts stand behind a colon.
  static constexpr bool is_same_name(char const* a, char const* b) {
    while (*a != '\0' && *a != ':' && *a == *b) ++a, ++b;
    return (*a == '\0' || *a == ':') && (*b == '\0' || *b == ':');
  }
};

/// The lines that the system reads; of a system that reads YAML its part of a task, as JSON.
[[nodiscard]] inline std::string to_string(system_request const& request) {
  return request.form.text != nullptr ? request.form.text(request) : to_json(request.form.part(request));
}

/// The part of a task's YAML; the text of a system that reads lines.
[[nodiscard]] inline document to_document(system_request const& request) {
  if (request.form.part != nullptr) return request.form.part(request);
  return {{"text", request.form.text(request)}};
}
// clang-format off: compilers quote one line
template <class yaml_is_written_of_a_document_which_to_document_makes = void, class... More> [[nodiscard]] std::string to_yaml(system_request const&, More const&...) = delete;
// clang-format on

namespace detail {

constexpr system_request begin_request(form_of_request const& form, request_items const& all,
                                       request_options const& options) {
  auto to = begin_request<system_request>(all, options);
  to.form = form;
  return to;
}

}  // namespace detail
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
