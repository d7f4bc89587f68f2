// SPDX-License-Identifier: BSL-1.0
// PNG files: what was written is read again, and what cannot be read is refused by name.
#include <png.h>
#include <unistd.h>

#include <cstring>
#include <fstream>
#include <functional>
#include <iterator>

#include "catch.hpp"
#include "png.hpp"

namespace {

using namespace example;
namespace fs = std::filesystem;
using bytes = std::string;

/// A folder that goes away with the test.
struct folder {
  fs::path path = fs::temp_directory_path() / ("allotype_png_test_" + std::to_string(getpid()));
  folder() { fs::create_directories(path); }
  ~folder() { fs::remove_all(path); }
  fs::path operator/(char const* name) const { return path / name; }
};

void write(fs::path const& file, bytes const& what) { std::ofstream(file, std::ios::binary) << what; }
bytes read(fs::path const& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

std::string refusal(fs::path const& file) {
  try {
    read_png(file);
  } catch (bad_file const& error) {
    return error.what();
  }
  return "";
}

/// Rising values in each channel, all that so many bits can hold near both ends.
picture sample(bool grey, bool transparent, int bits) {
  picture p;
  p.grey = grey;
  p.bits = bits;
  p.colours = {11, 13, {}};
  float const step = bits == 16 ? 1 / 257.f : 1;
  for (int i = 0; i < 11 * 13; ++i) {
    auto const low = static_cast<float>(i) * step, high = 255 - static_cast<float>(i) * step;
    p.colours.pixels.push_back(grey ? pixel{low, low, low} : pixel{low, high, static_cast<float>(i)});
    if (transparent) p.opacity.push_back(high);
  }
  return p;
}

bytes big_endian(std::uint32_t n) {
  return {static_cast<char>(n >> 24), static_cast<char>(n >> 16), static_cast<char>(n >> 8), static_cast<char>(n)};
}
bytes chunk(bytes const& type, bytes const& data) {
  bytes const body = type + data;
  std::uint32_t crc = 0xffffffff;
  for (char const c : body) {
    crc ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return big_endian(static_cast<std::uint32_t>(data.size())) + body + big_endian(~crc);
}
/// A file that claims so many columns and rows, with hardly any data. `type` is the PNG standard's colour type.
bytes claiming(std::uint32_t columns, std::uint32_t rows, int bits = 8, int type = 2, bytes const& more = "") {
  bytes const header =
      big_endian(columns) + big_endian(rows) + bytes{static_cast<char>(bits), static_cast<char>(type), 0, 0, 0};
  bytes const no_data("\x78\x9c\x03\x00\x00\x00\x00\x01", 8);
  return bytes("\x89PNG\r\n\x1a\n", 8) + chunk("IHDR", header) + more + chunk("IDAT", no_data) + chunk("IEND", "");
}

}  // namespace

TEST_CASE("what is written is read again, exactly") {
  folder const here;
  for (bool const grey : {false, true}) {
    for (bool const transparent : {false, true}) {
      for (int const bits : {8, 16}) {
        CAPTURE(grey, transparent, bits);
        picture const written = sample(grey, transparent, bits);
        write_png(here / "p.png", written);
        picture const found = read_png(here / "p.png");
        CHECK(found.grey == grey);
        CHECK(found.bits == bits);
        REQUIRE(found.colours.rows == 11);
        REQUIRE(found.colours.columns == 13);
        REQUIRE(found.colours.pixels.size() == written.colours.pixels.size());
        CHECK(psnr(found.colours, rounded(written.colours, bits)) > 150);  // equal but for the float's last bits
        REQUIRE(found.opacity.size() == written.opacity.size());
        for (std::size_t i = 0; i < found.opacity.size(); ++i) {
          REQUIRE(std::abs(found.opacity[i] - written.opacity[i]) < 1e-4f);
        }
        write_png(here / "again.png", found);
        CHECK(read(here / "again.png") == read(here / "p.png"));
        CHECK_FALSE(fs::exists(here / "p.png.part"));
      }
    }
  }
}

TEST_CASE("palettes and one-bit pictures are read as what they mean") {
  folder const here;
  png_image file{};
  file.version = PNG_IMAGE_VERSION;
  file.width = 16, file.height = 16, file.format = PNG_FORMAT_RGB_COLORMAP, file.colormap_entries = 3;
  png_byte const colours[] = {10, 20, 30, 200, 100, 50, 0, 0, 255};
  std::vector<png_byte> indices(256);
  for (std::size_t i = 0; i < indices.size(); ++i) indices[i] = static_cast<png_byte>(i % 3);
  REQUIRE(png_image_write_to_file(&file, (here / "palette.png").c_str(), 0, indices.data(), 0, colours) == 1);
  picture const found = read_png(here / "palette.png");
  CHECK_FALSE(found.grey);
  CHECK(found.bits == 8);
  for (std::size_t i = 0; i < 256; ++i) {
    REQUIRE(found.colours.pixels[i].red == colours[3 * (i % 3)]);
    REQUIRE(found.colours.pixels[i].green == colours[3 * (i % 3) + 1]);
    REQUIRE(found.colours.pixels[i].blue == colours[3 * (i % 3) + 2]);
  }
}

TEST_CASE("samples outside 0 to 255 are kept inside when written") {
  folder const here;
  picture p = sample(false, false, 8);
  p.colours.pixels[0] = {-5, 300, 12.6f};
  write_png(here / "p.png", p);
  pixel const found = read_png(here / "p.png").colours.pixels[0];
  CHECK(found.red == 0);
  CHECK(found.green == 255);
  CHECK(found.blue == 13);
}

TEST_CASE("what cannot be read is refused, with the file's name and the reason") {
  folder const here;
  auto const file = here / "bad.png";
  auto const refused_because = [&](bytes const& what, char const* reason) {
    write(file, what);
    std::string const text = refusal(file);
    CAPTURE(text, reason);
    CHECK(text.rfind(file.string() + ": ", 0) == 0);
    CHECK(text.find(reason) != std::string::npos);
  };
  CHECK(refusal(here / "absent.png").find("cannot be opened: No such file") != std::string::npos);
  CHECK(refusal(here.path).find("is a folder") != std::string::npos);
  refused_because("", "is empty");
  refused_because("\x89PNG", "is not a PNG file");
  refused_because("JFIF, not a PNG at all", "is not a PNG file");
  refused_because(bytes("\x89PNG\r\n\x1a\n", 8), "ends before the picture does");
  refused_because(claiming(10, 0), "damaged");
  refused_because(claiming(0, 10), "damaged");
  refused_because(claiming(20000, 20000), "claims 20000 x 20000 pixels; at most 50000000 are read");
  refused_because(claiming(0x7fffffff, 0x7fffffff), "damaged");
  refused_because(claiming(10, 10), "damaged");
  refused_because(claiming(10, 10, 7), "damaged");
  refused_because(claiming(10, 10, 8, 3), "damaged");  // a palette picture without a palette

  bytes const whole = read(EXAMPLE_PICTURE);
  refused_because(whole.substr(0, 10000), "ends before the picture does");
  refused_because(whole.substr(0, whole.size() - 1), "ends before the picture does");
  bytes damaged = whole;
  damaged[20000] = static_cast<char>(damaged[20000] ^ 0x40);
  refused_because(damaged, "damaged");
}

TEST_CASE("a file that cannot be written leaves what was there") {
  folder const here;
  auto const file = here / "kept.png";
  fs::create_directories(file);
  CHECK_THROWS_AS(write_png(file, sample(false, false, 8)), bad_file);
  CHECK(fs::is_directory(file));
  CHECK_FALSE(fs::exists(here / "kept.png.part"));
  CHECK_THROWS_AS(write_png(here / "no_such_folder/p.png", sample(false, false, 8)), bad_file);
}
