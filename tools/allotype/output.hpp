// SPDX-License-Identifier: BSL-1.0
/// \file
/// How commands write to standard output.
#pragma once

#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>

namespace program {

inline void print(std::string const& text) { std::fwrite(text.data(), 1, text.size(), stdout); }
inline void print(nlohmann::ordered_json const& json) { print(json.dump(2) + "\n"); }

}  // namespace program
