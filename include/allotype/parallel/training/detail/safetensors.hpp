// SPDX-License-Identifier: BSL-1.0
/// \file
/// The header of a file in the format safetensors: 8 bytes with its length, JSON, then the tensors' bytes. The JSON has
/// an object for each tensor, and `__metadata__`, in which names have texts.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <allotype/core/detail/character.hpp>
#include <allotype/core/error.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

struct safetensors_header {
  struct tensor {
    std::string type;  ///< as `F32`
    std::vector<std::uint64_t> shape;
    std::uint64_t begin = 0, end = 0;  ///< bytes behind the header
  };
  std::map<std::string, tensor> tensors;
  std::map<std::string, std::string> metadata;
};

/// UTF-8 as JSON writes it.
inline std::string safetensors_string(std::string_view text) {
  std::string json = "\"";
  for (char const each : text) {
    auto const code = static_cast<unsigned char>(each);
    if (each == '"' || each == '\\') {
      json += {'\\', each};
    } else if (code < 0x20) {
      json += {'\\', 'u', '0', '0', "01"[code >> 4], "0123456789abcdef"[code & 15]};
    } else {
      json += each;
    }
  }
  return json + '"';
}

/// The header's JSON. Blanks fill it up, so that tensors begin at a multiple of 8 bytes.
inline std::string to_string(safetensors_header const& header) {
  std::string json = "{\"__metadata__\":{";
  char const* between = "";
  for (auto const& [name, text] : header.metadata) {
    json += between + safetensors_string(name) + ':' + safetensors_string(text);
    between = ",";
  }
  json += '}';
  for (auto const& [name, tensor] : header.tensors) {
    json += ',' + safetensors_string(name) + ":{\"dtype\":" + safetensors_string(tensor.type) + ",\"shape\":[";
    between = "";
    for (std::uint64_t const each : tensor.shape) json += between + std::to_string(each), between = ",";
    json += "],\"data_offsets\":[" + std::to_string(tensor.begin) + ',' + std::to_string(tensor.end) + "]}";
  }
  json += '}';
  while (json.size() % 8 != 0) json += ' ';
  return json;
}

/// Reads such JSON. It has two levels, so nothing here calls itself.
class safetensors_reader {
 public:
  /// \throws input_error which says where it is not a header
  static safetensors_header read(std::string_view json) { return safetensors_reader(json).header(); }

 private:
  explicit safetensors_reader(std::string_view json) : json_(json) {}

  safetensors_header header() {
    safetensors_header found;
    members([&](std::string name) {
      if (name == "__metadata__") {
        members([&](std::string key) { found.metadata[std::move(key)] = string(); });
      } else {
        found.tensors[std::move(name)] = tensor();
      }
    });
    skip_blanks();
    if (at_ != json_.size()) fail("the end");
    return found;
  }

  safetensors_header::tensor tensor() {
    safetensors_header::tensor found;
    members([&](std::string const& key) {
      if (key == "dtype") {
        found.type = string();
      } else if (key == "shape") {
        found.shape = numbers();
      } else if (key == "data_offsets") {
        auto const offsets = numbers();
        if (offsets.size() != 2) fail("the end of two offsets");
        found.begin = offsets[0];
        found.end = offsets[1];
      } else {
        fail("behind dtype, shape or data_offsets");
      }
    });
    return found;
  }

  /// `{"name": what member(name) reads, …}`
  template <class Member>
  void members(Member const& member) {
    expect('{', "'{'");
    if (takes('}')) return;
    do {
      std::string name = string();
      expect(':', "':'");
      member(std::move(name));
    } while (takes(','));
    expect('}', "'}'");
  }
  std::vector<std::uint64_t> numbers() {
    std::vector<std::uint64_t> found;
    expect('[', "'['");
    if (takes(']')) return found;
    do {
      found.push_back(number());
    } while (takes(','));
    expect(']', "']'");
    return found;
  }
  std::uint64_t number() {
    skip_blanks();
    std::uint64_t value = 0;
    std::size_t const begin = at_;
    for (; at_ < json_.size() && is_digit(json_[at_]); ++at_) {
      auto const digit = static_cast<std::uint64_t>(json_[at_] - '0');
      if (value > (~std::uint64_t{} - digit) / 10) fail("in a number below 2^64");
      value = 10 * value + digit;
    }
    if (at_ == begin) fail("a whole number");
    return value;
  }

  std::string string() {
    expect('"', "'\"'");
    std::string text;
    while (next() != '"') {
      if (static_cast<unsigned char>(next()) < 0x20) fail("a character");
      char const each = json_[at_++];
      each == '\\' ? append(text, escaped()) : text.push_back(each);
    }
    ++at_;
    return text;
  }
  /// The character that stands for itself behind a backslash, or for which four digits stand.
  unsigned escaped() {
    constexpr std::string_view letters = "\"\\/bfnrt", meant = "\"\\/\b\f\n\r\t";
    char const letter = next();
    std::size_t const known = letters.find(letter);
    if (known == letters.npos && letter != 'u') fail("an escaped character");
    ++at_;
    if (known != letters.npos) return static_cast<unsigned char>(meant[known]);
    unsigned const code = four_digits();
    if (code < 0xd800 || code > 0xdfff) return code;
    // Two halves of a character beyond 16 bits.
    if (code > 0xdbff || next() != '\\' || (++at_, next() != 'u')) fail("the first half of a character");
    ++at_;
    unsigned const low = four_digits();
    if (low < 0xdc00 || low > 0xdfff) fail("behind the second half of a character");
    return 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
  }
  unsigned four_digits() {
    unsigned code = 0;
    for (int i = 0; i < 4; ++i, ++at_) {
      constexpr std::string_view digits = "0123456789abcdef0123456789ABCDEF";
      std::size_t const value = digits.find(next());
      if (value == digits.npos) fail("a hexadecimal digit");
      code = code * 16 + static_cast<unsigned>(value % 16);
    }
    return code;
  }
  /// In UTF-8.
  static void append(std::string& text, unsigned code) {
    auto const more = [&](unsigned shift) { text.push_back(static_cast<char>(0x80 | (code >> shift & 0x3f))); };
    if (code < 0x80) return text.push_back(static_cast<char>(code));
    if (code < 0x800) return text.push_back(static_cast<char>(0xc0 | code >> 6)), more(0);
    if (code < 0x10000) return text.push_back(static_cast<char>(0xe0 | code >> 12)), more(6), more(0);
    text.push_back(static_cast<char>(0xf0 | code >> 18)), more(12), more(6), more(0);
  }

  char next() const {
    if (at_ >= json_.size()) fail("there");
    return json_[at_];
  }
  void skip_blanks() {
    constexpr std::string_view blanks = " \n\r\t";
    while (at_ < json_.size() && blanks.find(json_[at_]) != blanks.npos) ++at_;
  }
  bool takes(char wanted) {
    skip_blanks();
    bool const there = at_ < json_.size() && json_[at_] == wanted;
    if (there) ++at_;
    return there;
  }
  void expect(char wanted, char const* shown) {
    if (!takes(wanted)) fail(shown);
  }
  [[noreturn]] void fail(char const* awaited) const {
    throw input_error(message<2000>{} << "no file in the format safetensors: byte " << static_cast<long long>(at_)
                                      << " of its header is not " << awaited);
  }

  std::string_view json_;
  std::size_t at_ = 0;
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
