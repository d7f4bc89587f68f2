// SPDX-License-Identifier: BSL-1.0
#include "fat_binary.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>

#include "ptx_parser.hpp"

namespace allotype::device_tests {

namespace {

// NVIDIA describes neither; this is what nvcc 13 writes, with the fields that are needed.
struct wrapper_layout {
  std::uint32_t magic, version;
  unsigned char const* data;
  unsigned char const* const* linked;  ///< of version 2: the data of each file of nvcc -rdc=true, and null behind them
};
struct header_layout {
  std::uint32_t magic;
  std::uint16_t version, header_bytes;
  std::uint64_t bytes;
};
struct entry_layout {
  std::uint16_t kind, version;
  std::uint32_t header_bytes;
  std::uint64_t bytes;
  std::uint32_t compressed_bytes, unknown;
  std::uint16_t minor, major;
  std::uint32_t architecture;
};
constexpr std::uint32_t wrapper_magic = 0x466243b1, header_magic = 0xba55ed50;
constexpr std::uint32_t version_of_linked = 2;
constexpr std::uint16_t kind_of_ptx = 1;

template <class T>
T read(unsigned char const* at) {
  T value;
  std::memcpy(&value, at, sizeof(T));
  return value;
}

std::vector<ptx_image> images_of(unsigned char const* data) {
  auto const header = read<header_layout>(data);
  if (header.magic != header_magic) throw ptx_error("a fat binary of an unknown kind");
  std::vector<ptx_image> images;
  unsigned char const* at = data + header.header_bytes;
  unsigned char const* const end = at + header.bytes;
  while (at < end) {
    auto const entry = read<entry_layout>(at);
    at += entry.header_bytes;
    if (entry.kind == kind_of_ptx) {
      std::string text(reinterpret_cast<char const*>(at), entry.bytes);
      text.resize(std::min(text.find('\0'), text.size()));
      if (text.find(".version") == text.npos) throw ptx_error("the PTX is compressed: compile with nvcc --no-compress");
      std::size_t const target = text.find(".target");
      std::string const word = text.substr(target, text.find('\n', target) - target);
      bool const alone =
          !word.empty() && (word.find("a,") != word.npos || word.back() == 'a' || word.find("a ") != word.npos);
      images.push_back({static_cast<int>(entry.architecture), alone, std::move(text)});
    }
    at += entry.bytes;
  }
  return images;
}

/// Names that each file gives its own constants, such as texts, get the file's number.
void number_own_names(std::string& text, std::size_t file) {
  for (std::string_view const own : {"$str", "__unnamed_"}) {
    std::string const numbered = "$file" + std::to_string(file) + std::string(own);
    for (std::size_t at = 0; (at = text.find(own, at)) != text.npos; at += numbered.size()) {
      text.replace(at, own.size(), numbered);
    }
  }
}

/// The files of a program are compiled for the same architectures.
std::vector<ptx_image> joined_images(unsigned char const* const* files) {
  std::vector<ptx_image> all;
  for (std::size_t file = 0; files[file] != nullptr; ++file) {
    for (ptx_image& image : images_of(files[file])) {
      number_own_names(image.text, file);
      auto const same = std::find_if(all.begin(), all.end(), [&](ptx_image const& earlier) {
        return earlier.architecture == image.architecture && earlier.is_for_it_alone == image.is_for_it_alone;
      });
      if (same == all.end()) {
        all.push_back(std::move(image));
      } else {
        same->text += image.text;  // the parser takes each file's head, and declarations beside definitions
      }
    }
  }
  return all;
}

}  // namespace

std::vector<ptx_image> ptx_of_fat_binary(void const* wrapper) {
  auto const outer = read<wrapper_layout>(static_cast<unsigned char const*>(wrapper));
  if (outer.magic != wrapper_magic) throw ptx_error("a fat binary of an unknown kind");
  return outer.version == version_of_linked ? joined_images(outer.linked) : images_of(outer.data);
}

ptx_image const* image_for(std::vector<ptx_image> const& images, int major, int minor) {
  int const device = 10 * major + minor;
  ptx_image const* best = nullptr;
  for (ptx_image const& image : images) {
    bool const runs = image.is_for_it_alone ? image.architecture == device : image.architecture <= device;
    if (runs && (best == nullptr || image.architecture >= best->architecture)) best = &image;
  }
  return best;
}

}  // namespace allotype::device_tests
