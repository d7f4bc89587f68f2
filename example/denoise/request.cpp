// SPDX-License-Identifier: BSL-1.0
#include "request.hpp"

#include <allotype/cluster/request/flyte_json.hpp>

#include "denoise.hpp"

namespace example {

namespace {

template <class First, class... Rest>
std::string names_of(at::list<First, Rest...>) {
  std::string names = at::name_of<First>;
  ((names += std::string(", else ") + at::name_of<Rest>), ...);
  return names;
}

}  // namespace

std::string wanted_accelerators() { return names_of(at::alternatives_of<wanted>{}); }

std::string flyte_request() { return at::flyte::json(clean_picture, 2); }

}  // namespace example
