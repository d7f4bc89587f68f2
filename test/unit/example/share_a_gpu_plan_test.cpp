// SPDX-License-Identifier: BSL-1.0
// What example/share_a_gpu prints about a GPU: pictures, waste, commands, files.
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

#include "../../../example/whole_file.hpp"
#include "catch.hpp"
#include "configuration.hpp"
#include "plan.hpp"
#include "svg_picture.hpp"
#include "text_picture.hpp"

namespace {

using namespace example;

/// Slices 0, 2 and 4 to 7 are free.
seating with_holes() {
  return {"A100", 8,     7,
          108,    40960, {{"a", "1g.5gb", 19, 1, 1, 1, 14, 4864, 4864}, {"b & c", "1g.5gb", 19, 3, 1, 1, 14, 4864, 1}}};
}
seating full() { return {"A100", 8, 7, 108, 40960, {{"all", "7g.40gb", 0, 0, 8, 7, 98, 40192, 20096}}}; }

int count(std::string const& text, std::string const& part) {
  int found = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

std::string read(std::filesystem::path const& file) {
  std::ifstream from(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(from), {}};
}

struct grown_clustering {
  using needs = at::needs<at::memory<8_GiB>>;
};
static_assert(at::can_pack_on<1, at::A100, transcoder, digit_reader, searcher, clustering>);
static_assert(at::can_pack_on<1, at::A100, transcoder, digit_reader, searcher>);
// Any three of the four fit, with the grown one, too.
static_assert(at::can_pack_on<1, at::A100, grown_clustering, digit_reader, searcher>);
static_assert(at::can_pack_on<1, at::A100, transcoder, grown_clustering, searcher>);
static_assert(at::can_pack_on<1, at::A100, transcoder, digit_reader, grown_clustering>);
static_assert(!at::can_pack_on<1, at::A100, transcoder, digit_reader, searcher, grown_clustering>);
static_assert(at::can_pack_on<2, at::A100, transcoder, digit_reader, searcher, grown_clustering>);

}  // namespace

TEST_CASE("share_a_gpu: the plan has all services, side by side, each with what it needs") {
  seating const gpu = seating_of_plan();
  CHECK(gpu.device == "A100");
  CHECK(gpu.memory_slices == 8);
  CHECK(gpu.compute_slices == 7);
  CHECK(gpu.sm_count == 108);
  std::map<std::string, std::string> found;
  int next = 0;
  for (seat const& taken : gpu.seats) {
    CAPTURE(taken.service);
    found[taken.service] = taken.profile;
    CHECK(taken.start >= next);
    CHECK(taken.needed_mebibytes <= taken.mebibytes);
    next = taken.start + taken.size;
  }
  CHECK(next <= gpu.memory_slices);
  CHECK(found == std::map<std::string, std::string>{{"transcoder", "1g.5gb+me"},
                                                    {"digit reader", "2g.10gb"},
                                                    {"searcher", "3g.20gb"},
                                                    {"clustering", "1g.5gb"}});
}

TEST_CASE("share_a_gpu: the picture of a GPU has a line for each slice, and says which are free") {
  CHECK(text_picture(with_holes()) ==
        " slice  A100\n"
        "      +--------------+-----------+--------+------------------------------------+\n"
        "   0  |              | free      |        |                                    |\n"
        "      +--------------+-----------+--------+------------------------------------+\n"
        "   1  | a            | 1g.5gb    | 14 SMs | ###############  4864 of  4864 MiB |\n"
        "      +--------------+-----------+--------+------------------------------------+\n"
        "   2  |              | free      |        |                                    |\n"
        "      +--------------+-----------+--------+------------------------------------+\n"
        "   3  | b & c        | 1g.5gb    | 14 SMs | ...............     1 of  4864 MiB |\n"
        "      +--------------+-----------+--------+------------------------------------+\n"
        "   4  |              | free      |        |                                    |\n"
        "   5  |              |           |        |                                    |\n"
        "   6  |              |           |        |                                    |\n"
        "   7  |              |           |        |                                    |\n"
        "      +--------------+-----------+--------+------------------------------------+\n");
  std::string const whole = text_picture(full());
  CHECK_THAT(whole,
             contains("   0  | all          | 7g.40gb   | 98 SMs | #######........ 20096 of 40192 MiB |\n   1  |"));
  CHECK(count(whole, "\n") == 11);
}

TEST_CASE("share_a_gpu: what is wasted") {
  CHECK(waste_in_words(with_holes()) ==
        "wasted  6 of 8 memory slices, 5 of 7 compute slices\n"
        "        36095 of 40960 MiB: 4863 beyond the needs, 31232 in no partition\n"
        "        80 of 108 SMs, in no partition\n");
  waste const of_full = waste_of(full());
  CHECK(of_full.memory_slices == 0);
  CHECK(of_full.mebibytes_beyond_needs == 20096);
  CHECK(of_full.mebibytes_outside == 768);
  CHECK(of_full.sms_outside == 10);
}

TEST_CASE("share_a_gpu: the command says where each profile starts, the largest first; the configuration counts them") {
  CHECK(nvidia_smi_command(full()) == "nvidia-smi mig -cgi 0:0 -C -i 0");
  seating gpu = with_holes();
  gpu.seats.push_back({"d", "3g.20gb", 9, 4, 4, 3, 42, 19968, 1});
  CHECK(nvidia_smi_command(gpu) == "nvidia-smi mig -cgi 9:4,19:1,19:3 -C -i 0");
  CHECK(mig_parted_configuration(gpu, "here") ==
        "version: v1\n"
        "mig-configs:\n"
        "  here:\n"
        "  - devices: [0]\n"
        "    mig-enabled: true\n"
        "    mig-devices:\n"
        "      \"3g.20gb\": 1\n"
        "      \"1g.5gb\": 2\n");
}

TEST_CASE("share_a_gpu: the picture in SVG is in proportion") {
  std::string const svg = svg_picture(with_holes(), "create <all>");
  CHECK_THAT(svg, starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
  CHECK(count(svg, ">b &amp; c</text>") == 2);
  CHECK(count(svg, ">create &lt;all&gt;</text>") == 1);
  // Slices of 110 pixels from 40 on; 14 of 108 SMs of 880 pixels.
  CHECK_THAT(svg, contains("<rect x=\"150\" y=\"92\" width=\"110\" height=\"120\""));
  CHECK_THAT(svg, contains("<rect x=\"370\" y=\"92\" width=\"110\" height=\"120\""));
  CHECK_THAT(svg, contains("<rect x=\"40\" y=\"280\" width=\"114\" height=\"64\""));
  CHECK_THAT(svg, contains(">80 SMs</text>"));
}

TEST_CASE("share_a_gpu: a file is written whole or not at all") {
  auto const folder = std::filesystem::temp_directory_path() / ("share_a_gpu_test_" + std::to_string(getpid()));
  std::filesystem::create_directory(folder);
  auto const file = folder / "file";
  write_whole(file, "first, which is longer");
  write_whole(file, "second");
  CHECK(read(file) == "second");
  CHECK_THROWS_WITH(write_whole(folder, "x"), contains("is a folder"));
  CHECK_THROWS_WITH(write_whole(folder / "absent" / "file", "x"), contains("No such file or directory"));
  auto const entries = [&] {
    std::filesystem::directory_iterator const all(folder);
    return std::distance(begin(all), end(all));
  };
  CHECK(entries() == 1);
  if (std::filesystem::exists("/dev/full")) {  // takes nothing
    std::filesystem::create_symlink("/dev/full", folder / "other.part");
    CHECK_THROWS_WITH(write_whole(folder / "other", "x"), contains("No space left on device"));
    CHECK(entries() == 1);
    CHECK_FALSE(std::filesystem::exists(folder / "other"));
  }
  std::filesystem::remove_all(folder);
}
