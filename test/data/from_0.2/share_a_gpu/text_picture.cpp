// SPDX-License-Identifier: BSL-1.0
#include "text_picture.hpp"

#include <algorithm>
#include <cstdlib>

namespace example {

namespace {

/// The text with blanks behind it (or before it, where `width` is negative).
std::string padded(std::string const& text, int width) {
  auto const blanks = static_cast<std::size_t>(std::max(0, std::abs(width) - static_cast<int>(text.size())));
  return width < 0 ? std::string(blanks, ' ') + text : text + std::string(blanks, ' ');
}

/// `########..`: so much of it is needed.
std::string bar(int needed, int all, int width) {
  int const marks = needed * width / all;
  return std::string(static_cast<std::size_t>(marks), '#') + std::string(static_cast<std::size_t>(width - marks), '.');
}

constexpr int service_width = 14, profile_width = 11, sms_width = 8, memory_width = 36;

std::string line_between() {
  std::string line = "      ";
  for (int const width : {service_width, profile_width, sms_width, memory_width}) {
    line += "+" + std::string(static_cast<std::size_t>(width), '-');
  }
  return line + "+\n";
}

std::string line_of(int slice, std::string const& service, std::string const& profile, std::string const& sms,
                    std::string const& memory) {
  return padded(std::to_string(slice), -4) + "  | " + padded(service, service_width - 1) + "| " +
         padded(profile, profile_width - 1) + "|" + padded(sms, 1 - sms_width) + " | " +
         padded(memory, memory_width - 1) + "|\n";
}

}  // namespace

std::string text_picture(seating const& gpu) {
  std::string picture = " slice  " + gpu.device + "\n" + line_between();
  int slice = 0;
  auto const add = [&](int end, std::string const& service, std::string const& profile, std::string const& sms,
                       std::string const& memory) {
    if (slice == end) return;
    picture += line_of(slice++, service, profile, sms, memory);
    for (; slice < end; ++slice) picture += line_of(slice, "", "", "", "");
    picture += line_between();
  };
  for (seat const& taken : gpu.seats) {
    add(taken.start, "", "free", "", "");
    add(taken.start + taken.size, taken.service, taken.profile, std::to_string(taken.sm_count) + " SMs",
        bar(taken.needed_mebibytes, taken.mebibytes, 15) + padded(std::to_string(taken.needed_mebibytes), -6) + " of " +
            padded(std::to_string(taken.mebibytes), -5) + " MiB");
  }
  add(gpu.memory_slices, "", "free", "", "");
  return picture;
}

std::string waste_in_words(seating const& gpu) {
  waste const all = waste_of(gpu);
  auto const of = [](int wasted, int whole, std::string const& what) {
    return std::to_string(wasted) + " of " + std::to_string(whole) + " " + what;
  };
  return "wasted  " + of(all.memory_slices, gpu.memory_slices, "memory slices, ") +
         of(all.compute_slices, gpu.compute_slices, "compute slices\n        ") +
         of(all.mebibytes_beyond_needs + all.mebibytes_outside, gpu.mebibytes, "MiB: ") +
         std::to_string(all.mebibytes_beyond_needs) + " beyond the needs, " + std::to_string(all.mebibytes_outside) +
         " in no partition\n        " + of(all.sms_outside, gpu.sm_count, "SMs, in no partition\n");
}

}  // namespace example
