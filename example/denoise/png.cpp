// SPDX-License-Identifier: BSL-1.0
#include "png.hpp"

#include <png.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <csetjmp>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>

// libpng leaves a function that failed by longjmp, which runs no destructors. So the functions that call setjmp have no
// objects that need one; the objects live with their callers.

namespace example {

namespace {

struct failure {
  char text[200] = "";
};

[[noreturn]] void on_error(png_structp png, char const* text) {
  auto* const failed = static_cast<failure*>(png_get_error_ptr(png));
  std::snprintf(failed->text, sizeof failed->text, "%s", text);
  png_longjmp(png, 1);
}
void on_warning(png_structp, char const*) {}

/// A file's bytes, and how many libpng took.
struct source {
  std::vector<unsigned char> bytes;
  std::size_t position = 0;
};

void take_bytes(png_structp png, png_bytep to, std::size_t count) {
  auto* const from = static_cast<source*>(png_get_io_ptr(png));
  if (count > from->bytes.size() - from->position) png_error(png, "the file ends before the picture does");
  std::memcpy(to, from->bytes.data() + from->position, count);
  from->position += count;
}

void give_bytes(png_structp png, png_bytep from, std::size_t count) {
  auto* const to = static_cast<std::vector<unsigned char>*>(png_get_io_ptr(png));
  try {
    to->insert(to->end(), from, from + count);
  } catch (...) {
    to->clear();
  }
  if (to->empty()) png_error(png, "out of memory");
}

struct reader {
  failure failed;
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &failed, on_error, on_warning);
  png_infop info = png == nullptr ? nullptr : png_create_info_struct(png);
  reader() = default;
  reader(reader const&) = delete;
  ~reader() { png_destroy_read_struct(&png, &info, nullptr); }
};

struct writer {
  failure failed;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &failed, on_error, on_warning);
  png_infop info = png == nullptr ? nullptr : png_create_info_struct(png);
  writer() = default;
  writer(writer const&) = delete;
  ~writer() { png_destroy_write_struct(&png, &info); }
};

/// What the rows that libpng hands out look like.
struct layout {
  png_uint_32 rows, columns;
  int bits, channels;
  std::size_t row_bytes;
};

bool read_header(reader& in, source& from, layout& found) {
  if (setjmp(png_jmpbuf(in.png))) return false;
  png_set_read_fn(in.png, &from, take_bytes);
  png_read_info(in.png, in.info);
  png_set_expand(in.png);  // palettes to RGB, fewer bits to 8, a transparent colour to an alpha channel
  png_set_interlace_handling(in.png);
  png_read_update_info(in.png, in.info);
  found = {png_get_image_height(in.png, in.info), png_get_image_width(in.png, in.info),
           png_get_bit_depth(in.png, in.info), png_get_channels(in.png, in.info), png_get_rowbytes(in.png, in.info)};
  return true;
}

bool read_rows(reader& in, png_bytep* rows) {
  if (setjmp(png_jmpbuf(in.png))) return false;
  png_read_image(in.png, rows);
  png_read_end(in.png, nullptr);
  return true;
}

bool write_rows(writer& out, std::vector<unsigned char>* to, layout const& what, int colour_type, png_bytep* rows) {
  if (setjmp(png_jmpbuf(out.png))) return false;
  png_set_write_fn(out.png, to, give_bytes, nullptr);
  png_set_IHDR(out.png, out.info, what.columns, what.rows, what.bits, colour_type, PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_write_info(out.png, out.info);
  png_write_image(out.png, rows);
  png_write_end(out.png, nullptr);
  return true;
}

std::vector<png_bytep> rows_of(std::vector<unsigned char>& bytes, layout const& of) {
  std::vector<png_bytep> rows(of.rows);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = bytes.data() + i * of.row_bytes;
  return rows;
}

/// 16 bits stand big end first.
float sample_at(unsigned char const* bytes, int index, int bits) {
  if (bits == 16) return static_cast<float>(bytes[2 * index] << 8 | bytes[2 * index + 1]) / 257.f;
  return bytes[index];
}
void put_sample(unsigned char* bytes, int index, int bits, float sample) {
  float const kept = std::clamp(sample, 0.f, 255.f);
  if (bits == 16) {
    auto const value = std::lround(kept * 257.f);
    bytes[2 * index] = static_cast<unsigned char>(value >> 8);
    bytes[2 * index + 1] = static_cast<unsigned char>(value & 255);
  } else {
    bytes[index] = static_cast<unsigned char>(std::lround(kept));
  }
}

[[noreturn]] void refuse(std::filesystem::path const& file, std::string const& why) {
  throw bad_file(file.string() + ": " + why);
}

std::vector<unsigned char> bytes_of(std::filesystem::path const& file) {
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored)) refuse(file, "is a folder; a PNG file is wanted");
  if (std::filesystem::exists(file, ignored) && !std::filesystem::is_regular_file(file, ignored)) {
    refuse(file, "is not a regular file; a PNG file is wanted");
  }
  errno = 0;
  std::ifstream in(file, std::ios::binary);
  if (!in) refuse(file, std::string("cannot be opened: ") + std::strerror(errno));
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

}  // namespace

picture read_png(std::filesystem::path const& file) {
  source from{bytes_of(file)};
  if (from.bytes.empty()) refuse(file, "is empty");
  if (png_sig_cmp(from.bytes.data(), 0, std::min<std::size_t>(8, from.bytes.size())) != 0 || from.bytes.size() < 8) {
    refuse(file, "is not a PNG file; convert the picture to PNG (grey, RGB or palette, with or without transparency)");
  }
  reader in;
  if (in.info == nullptr) throw std::bad_alloc();
  layout found{};
  if (!read_header(in, from, found)) refuse(file, std::string("is a damaged PNG file: ") + in.failed.text);
  std::string const size = std::to_string(found.columns) + " x " + std::to_string(found.rows);
  if (static_cast<long long>(found.columns) * found.rows > max_pixels) {
    refuse(file, "claims " + size + " pixels; at most " + std::to_string(max_pixels) + " are read");
  }
  std::vector<unsigned char> bytes(found.rows * found.row_bytes);
  auto rows = rows_of(bytes, found);
  if (!read_rows(in, rows.data())) refuse(file, std::string("is a damaged PNG file: ") + in.failed.text);

  picture result;
  result.bits = found.bits;
  result.grey = found.channels <= 2;
  result.colours = {static_cast<int>(found.rows), static_cast<int>(found.columns), {}};
  result.colours.pixels.reserve(static_cast<std::size_t>(found.rows) * found.columns);
  bool const transparent = found.channels == 2 || found.channels == 4;
  int const green = result.grey ? 0 : 1, blue = result.grey ? 0 : 2;
  for (unsigned char const* row : rows) {
    for (int column = 0; column < result.colours.columns; ++column) {
      int const first = column * found.channels;
      result.colours.pixels.push_back({sample_at(row, first, found.bits), sample_at(row, first + green, found.bits),
                                       sample_at(row, first + blue, found.bits)});
      if (transparent) result.opacity.push_back(sample_at(row, first + found.channels - 1, found.bits));
    }
  }
  return result;
}

void write_png(std::filesystem::path const& file, picture const& what) {
  int const colours = what.grey ? 1 : 3;
  int const channels = colours + (what.opacity.empty() ? 0 : 1);
  layout const shape{static_cast<png_uint_32>(what.colours.rows), static_cast<png_uint_32>(what.colours.columns),
                     what.bits, channels,
                     static_cast<std::size_t>(what.colours.columns) * static_cast<std::size_t>(channels) *
                         static_cast<std::size_t>(what.bits / 8)};
  std::vector<unsigned char> bytes(shape.rows * shape.row_bytes);
  auto rows = rows_of(bytes, shape);
  std::size_t next = 0;
  for (unsigned char* row : rows) {
    for (int column = 0; column < what.colours.columns; ++column, ++next) {
      pixel const& p = what.colours.pixels[next];
      int const first = column * channels;
      put_sample(row, first, what.bits, p.red);
      if (!what.grey) {
        put_sample(row, first + 1, what.bits, p.green);
        put_sample(row, first + 2, what.bits, p.blue);
      }
      if (!what.opacity.empty()) put_sample(row, first + colours, what.bits, what.opacity[next]);
    }
  }

  writer out;
  if (out.info == nullptr) throw std::bad_alloc();
  std::vector<unsigned char> encoded;
  int const colour_type =
      (what.grey ? PNG_COLOR_TYPE_GRAY : PNG_COLOR_TYPE_RGB) | (what.opacity.empty() ? 0 : PNG_COLOR_MASK_ALPHA);
  if (!write_rows(out, &encoded, shape, colour_type, rows.data())) {
    refuse(file, std::string("cannot be written: ") + out.failed.text);
  }
  write_whole(file, {reinterpret_cast<char const*>(encoded.data()), encoded.size()});
}

}  // namespace example
