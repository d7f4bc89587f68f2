// SPDX-License-Identifier: BSL-1.0
// The services of example/share_a_gpu on the GPU of this machine give what they give on the CPU.
#include "catch.hpp"
#include "dispatch/this_gpu.hpp"
#include "share_a_gpu_modes.hpp"
#include "video.hpp"

using namespace example;

TEST_CASE("share_a_gpu: the services give the same on the GPU as on the CPU") {
  at::queue<this_gpu> on = open_this_gpu();
  services_on_cpu const cpu = services_serially();

  SECTION("the transcoder, bit for bit") {
    std::string const film = to_y4m(moving_disc(3, 32, 48));
    auto const gpu = transcode(on, film, 8);
    CHECK(gpu.stream == cpu.transcode(film, 8, 1).stream);
  }
  SECTION("the digit reader") {
    digit_pictures const noisy = draw_digits(20, 0.4f, 2);
    CHECK(read_digits(on, noisy.pixels) == cpu.read_digits(noisy.pixels, 1));
  }
  SECTION("the searcher") {
    matrix const documents = random_matrix(60, 24, 1), weights = random_matrix(20, 24, 2);
    matrix const queries = queries_like(documents, 10, 0.2f, 3);
    CHECK(search(on, documents, weights, queries) == cpu.search(documents, weights, queries, 1));
  }
  SECTION("clustering") {
    std::vector<point> const points = points_around({{0, 0}, {10, 1}, {-3, 12}}, 60, 4, 1);
    grouped const gpu = cluster(on, points, 3, 3), expected = cpu.cluster(points, 3, 3, 1);
    CHECK(gpu.sizes == expected.sizes);
    for (std::size_t group = 0; group < 3; ++group) {
      CHECK(gpu.means[group].x == Approx(expected.means[group].x).margin(1e-12));
      CHECK(gpu.means[group].y == Approx(expected.means[group].y).margin(1e-12));
    }
  }
}
