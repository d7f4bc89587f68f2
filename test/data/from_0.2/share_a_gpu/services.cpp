// SPDX-License-Identifier: BSL-1.0
#include "services.hpp"

#include <cstdio>
#include <string>

#include "plan.hpp"
#include "tasks.hpp"

namespace example {

namespace {

template <class Result>
void print(char const* service, std::string const& did, Result const& result) {
  std::printf("%-13s %s\n%-13s on %s (%s)\n", service, did.c_str(), "", result.where(), result.device());
  for (auto const& [accelerator, because] : result.skipped()) {
    std::printf("%-13s not on %s: %s\n", "", accelerator.text(), because.text());
  }
}

std::string of(int right, int all, char const* what) {
  return std::to_string(right) + " of " + std::to_string(all) + " " + what;
}

bool run_transcoder() {
  video const original = moving_disc(24, 240, 320);
  auto const result = transcode_video(to_y4m(original), 24);
  transcoded const& made = result.value();
  int const bytes = made.frames * made.rows * made.columns;
  char psnr[32];
  std::snprintf(psnr, sizeof psnr, "%.1f", made.psnr);
  print(transcoder::name,
        std::to_string(made.frames) + " frames of 320 x 240 pixels to " + std::to_string(made.columns) + " x " +
            std::to_string(made.rows) + ", " + of(static_cast<int>(made.stream.size()), bytes, "bytes, PSNR ") + psnr +
            " dB",
        result);
  return made.psnr > 35 && static_cast<int>(made.stream.size()) < bytes / 8;
}

bool run_digit_reader() {
  digit_pictures const drawn = draw_digits(400, 0.4f, 1);
  auto const result = read_pictures(drawn.pixels);
  int right = 0;
  for (std::size_t i = 0; i < drawn.digits.size(); ++i) right += result.value()[i] == drawn.digits[i] ? 1 : 0;
  print(digit_reader::name, of(right, 400, "noisy digits read right"), result);
  return right >= 390;
}

bool run_searcher() {
  matrix const documents = random_matrix(2000, 64, 1), weights = random_matrix(96, 64, 2);
  auto const result = find_documents(documents, weights, queries_like(documents, 100, 0.2f, 3));
  int right = 0;
  for (int query = 0; query < 100; ++query) {
    right += result.value()[static_cast<std::size_t>(query)] == 7 * query % documents.rows ? 1 : 0;
  }
  print(searcher::name, of(right, 100, "queries found their document among 2000"), result);
  return right >= 95;
}

bool run_clustering() {
  std::vector<point> const centres{{0, 0}, {10, 1}, {-3, 12}, {7, -9}, {20, 20}};
  int const groups = static_cast<int>(centres.size());
  auto const result = group_points(points_around(centres, 4000, 4, 1), groups, 5);
  int right = 0;
  for (point const& centre : centres) {
    for (point const& mean : result.value().means) right += squared_distance(centre, mean) < 0.01 ? 1 : 0;
  }
  print(clustering::name, of(right, groups, "centres of 20000 points found"), result);
  return right == groups;
}

}  // namespace

bool run_services() {
  bool const all[] = {run_transcoder(), run_digit_reader(), run_searcher(), run_clustering()};
  for (bool const right : all) {
    if (!right) return false;
  }
  return true;
}

}  // namespace example
