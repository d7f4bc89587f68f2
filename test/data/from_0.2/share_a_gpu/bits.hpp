// SPDX-License-Identifier: BSL-1.0
/// \file
/// Small numbers in few bits: exponential Golomb codes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace example {

class bit_writer {
 public:
  /// 0 takes one bit, 1 and 2 three, 3 to 6 five, and so on.
  void write(unsigned number) {
    ++number;
    int length = 0;
    while (number >> (length + 1) != 0) ++length;
    for (int i = 0; i < length; ++i) write_bit(false);
    for (int i = length; i >= 0; --i) write_bit((number >> i & 1) != 0);
  }

  /// 0, 1, -1, 2, -2 and so on, as those codes count.
  void write_signed(int number) {
    write(number > 0 ? 2 * static_cast<unsigned>(number) - 1 : 2 * static_cast<unsigned>(-number));
  }

  std::vector<std::uint8_t> bytes() && { return std::move(bytes_); }

 private:
  void write_bit(bool bit) {
    if (used_ == 0) bytes_.push_back(0);
    if (bit) bytes_.back() = static_cast<std::uint8_t>(bytes_.back() | 128 >> used_);
    used_ = (used_ + 1) % 8;
  }

  std::vector<std::uint8_t> bytes_;
  int used_ = 0;
};

/// How many zeros, then a level that is none; the same again, up to the end. Zeros at the end have no level behind
/// them.
inline void write_levels(bit_writer& to, std::vector<std::int16_t> const& levels) {
  unsigned zeros = 0;
  for (std::int16_t const level : levels) {
    if (level == 0) {
      ++zeros;
    } else {
      to.write(zeros);
      to.write_signed(level);
      zeros = 0;
    }
  }
  if (zeros > 0) to.write(zeros);
}

}  // namespace example
