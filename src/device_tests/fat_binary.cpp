// SPDX-License-Identifier: BSL-1.0
#include "fat_binary.hpp"

#include <cstdint>
#include <cstring>

#include "ptx_parser.hpp"

namespace allotype::device_tests {

namespace {

// NVIDIA describes neither; this is what nvcc 13 writes, with the fields that are needed.
struct wrapper_layout {
  std::uint32_t magic, version;
  unsigned char const* data;
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
constexpr std::uint16_t kind_of_ptx = 1;

template <class T>
T read(unsigned char const* at) {
  T value;
  std::memcpy(&value, at, sizeof(T));
  return value;
}

}  // namespace

std::vector<ptx_image> ptx_of_fat_binary(void const* wrapper) {
  auto const outer = read<wrapper_layout>(static_cast<unsigned char const*>(wrapper));
  if (outer.magic != wrapper_magic) throw ptx_error("a fat binary of an unknown kind");
  auto const header = read<header_layout>(outer.data);
  if (header.magic != header_magic) throw ptx_error("a fat binary of an unknown kind");
  std::vector<ptx_image> images;
  unsigned char const* at = outer.data + header.header_bytes;
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
