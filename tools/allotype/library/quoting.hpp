// SPDX-License-Identifier: BSL-1.0
/// \file
/// How the library writes texts in the languages of others; the program does it alike.
#pragma once

#include <allotype/cluster/quoting.hpp>

namespace program::library {

using allotype::detail::allowed_name;
using allotype::detail::in_error;
using allotype::detail::is_utf8;
using allotype::detail::shown_json;
using allotype::detail::terminal_text;
using allotype::detail::xml_text;
namespace rule = allotype::detail::rule;

}  // namespace program::library
