// SPDX-License-Identifier: BSL-1.0
// Instructions that read and write registers alone.
#pragma once

#include <string_view>
#include <vector>

#include "program.hpp"

namespace allotype::device_tests {

/// What carries out `opcode`, as "add", with `modifiers`, as {"rn", "f32"}; null: it is none of these instructions, or
/// has a modifier that is not known.
///
/// `detail` is what the instruction's `offset` has to be, where it is not left alone.
///
/// Rows are: the result, then operands in the order of the text. setp: two results, then operands.
executor arithmetic_executor(std::string_view opcode, std::vector<std::string_view> const& modifiers,
                             std::int64_t& detail);

/// The instruction reads or writes the carry of the one before: `add.cc`, `addc`, `madc.hi.cc`.
bool uses_carry(std::string_view opcode, std::vector<std::string_view> const& modifiers);

/// Results of `.approx` differ from the nearest number by up to what NVIDIA states: the last bit is flipped for some
/// operands.
inline bool approximations_differ = true;

}  // namespace allotype::device_tests
