// SPDX-License-Identifier: BSL-1.0
// The services of example/share_a_gpu against plain references, serially and with OpenMP.
#include <cmath>
#include <limits>
#include <map>
#include <stdexcept>

#include "catch.hpp"
#include "share_a_gpu_modes.hpp"

namespace {

using namespace example;

struct mode {
  char const* name;
  services_on_cpu services;
  int threads;
};

std::vector<mode> modes() {
  return {{"serial", services_serially(), 1},
          {"one thread", services_with_openmp(), 1},
          {"four threads", services_with_openmp(), 4}};
}

/// Reads what the transcoder writes, as somebody would who has only the description: exponential Golomb codes of how
/// many zeros and then of a level; 16 levels a block; a level times the step is a Hadamard coefficient of a difference.
class reader {
 public:
  explicit reader(std::vector<std::uint8_t> const& stream) : stream_(stream) {}

  video decode(int rows, int columns, int frames, int step) {
    video seen{rows, columns, {}};
    std::vector<std::uint8_t> before(static_cast<std::size_t>(rows * columns), 128);
    for (int frame = 0; frame < frames; ++frame) {
      std::vector<int> levels;
      while (static_cast<int>(levels.size()) < rows * columns) {
        unsigned const zeros = number();
        levels.insert(levels.end(), zeros, 0);
        if (static_cast<int>(levels.size()) < rows * columns) {
          unsigned const code = number();
          levels.push_back(code % 2 == 1 ? static_cast<int>(code / 2 + 1) : -static_cast<int>(code / 2));
        }
      }
      REQUIRE(static_cast<int>(levels.size()) == rows * columns);
      std::vector<std::uint8_t> now(before.size());
      for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column) {
          // Signs of the Hadamard matrix H of four numbers: H(i, j) = (-1)^(bits that i and j share).
          int const block = row / 4 * (columns / 4) + column / 4;
          int sum = 0;
          for (int i = 0; i < 4; ++i) {
            for (int j = 0; j < 4; ++j) {
              int const level = levels[static_cast<std::size_t>(16 * block + 4 * i + j)];
              int const shared = __builtin_popcount(static_cast<unsigned>(i & row % 4)) +
                                 __builtin_popcount(static_cast<unsigned>(j & column % 4));
              sum += (shared % 2 == 0 ? 1 : -1) * level * step;
            }
          }
          auto const at = static_cast<std::size_t>(row * columns + column);
          // Halves go away from 0.
          auto const difference = static_cast<int>(std::round(sum / 16.0));
          now[at] = static_cast<std::uint8_t>(std::min(255, std::max(0, before[at] + difference)));
        }
      }
      seen.frames.push_back(now);
      before = now;
    }
    return seen;
  }

  bool at_end() const { return (next_ + 7) / 8 == stream_.size(); }

 private:
  unsigned bit() {
    if (next_ / 8 >= stream_.size()) throw std::runtime_error("the stream ends too early");
    unsigned const value = stream_[next_ / 8] >> (7 - next_ % 8) & 1u;
    ++next_;
    return value;
  }
  unsigned number() {
    int zeros = 0;
    while (bit() == 0) ++zeros;
    unsigned value = 1;
    for (int i = 0; i < zeros; ++i) value = 2 * value + bit();
    return value - 1;
  }

  std::vector<std::uint8_t> const& stream_;
  std::size_t next_ = 0;
};

video halved(video const& large) {
  video small{large.rows / 2, large.columns / 2, {}};
  for (auto const& frame : large.frames) {
    std::vector<std::uint8_t> pixels;
    auto const at = [&](int row, int column) { return frame[static_cast<std::size_t>(row * large.columns + column)]; };
    for (int row = 0; row < large.rows; row += 2) {
      for (int column = 0; column < large.columns; column += 2) {
        double const mean =
            (at(row, column) + at(row, column + 1) + at(row + 1, column) + at(row + 1, column + 1)) / 4.0;
        pixels.push_back(static_cast<std::uint8_t>(std::floor(mean + 0.5)));
      }
    }
    small.frames.push_back(pixels);
  }
  return small;
}

double psnr(video const& a, video const& b) {
  double squares = 0, count = 0;
  for (std::size_t frame = 0; frame < a.frames.size(); ++frame) {
    for (std::size_t i = 0; i < a.frames[frame].size(); ++i, ++count) {
      squares += std::pow(a.frames[frame][i] - b.frames[frame][i], 2);
    }
  }
  return 10 * std::log10(255 * 255 / (squares / count));
}

}  // namespace

TEST_CASE("share_a_gpu: what the transcoder writes can be read, and looks as it says") {
  video const original = moving_disc(6, 96, 160);
  for (int const step : {1, 24, 200}) {
    for (auto const& [name, services, threads] : modes()) {
      CAPTURE(name, step);
      transcoded const made = services.transcode(to_y4m(original), step, threads);
      CHECK(made.rows == 48);
      CHECK(made.columns == 80);
      CHECK(made.frames == 6);
      reader stream(made.stream);
      video const seen = stream.decode(made.rows, made.columns, made.frames, step);
      CHECK(stream.at_end());
      double const found = psnr(halved(original), seen);
      CHECK((found == made.psnr || std::abs(found - made.psnr) < 1e-9));  // infinite where nothing was lost
    }
  }
}

TEST_CASE("share_a_gpu: the transcoder keeps what one sees and leaves out most bytes") {
  video const original = moving_disc(8, 240, 320);
  for (auto const& [name, services, threads] : modes()) {
    CAPTURE(name);
    transcoded const made = services.transcode(to_y4m(original), 24, threads);
    CHECK(made.psnr > 38);
    CHECK(made.stream.size() * 10 < static_cast<std::size_t>(8 * 120 * 160));
    CHECK(made.stream == services_serially().transcode(to_y4m(original), 24, 1).stream);
    // A step of 1 keeps all.
    CHECK(services.transcode(to_y4m(original), 1, threads).psnr == std::numeric_limits<double>::infinity());
    CHECK(services.transcode(to_y4m(original), 100, threads).psnr < made.psnr);
  }
}

TEST_CASE("share_a_gpu: videos are read as they were written, and what is none is refused") {
  video const original = moving_disc(2, 16, 24);
  std::string const stream = to_y4m(original);
  CHECK(from_y4m(stream) == original);
  auto const refused = [](std::string const& text, char const* why) {
    CAPTURE(text.substr(0, 40), why);
    CHECK_THROWS_WITH(from_y4m(text), contains(why));
  };
  refused("", "no YUV4MPEG2 header");
  refused("YUV4MPEG2 W8 H8 Cmono", "no YUV4MPEG2 header");
  refused("RIFF" + stream, "no YUV4MPEG2 header");
  refused("YUV4MPEG2 W8 Cmono\n", "no size");
  refused("YUV4MPEG2 W8 H0 Cmono\n", "no size");
  refused("YUV4MPEG2 W8 H-8 Cmono\n", "H-8 is not a size");
  refused("YUV4MPEG2 W99999999999 H8 Cmono\n", "too large");
  refused("YUV4MPEG2 W8 H8 Cmono\n", "no frame in it");
  refused("YUV4MPEG2 W8 H8\n", "only the colour space mono");
  refused("YUV4MPEG2 W8 H8 C420\n", "only the colour space mono");
  refused(stream.substr(0, stream.size() - 1), "not complete");
  refused(stream + "F", "does not begin with FRAME");
  refused(stream + "FRAME\n", "not complete");

  auto const services = services_serially();
  CHECK_THROWS_WITH(services.transcode(to_y4m(moving_disc(1, 16, 20)), 8, 1), contains("multiples of 8"));
  CHECK_THROWS_WITH(services.transcode(stream, 0, 1), contains("step"));
  CHECK_THROWS_WITH(services.transcode(stream, 256, 1), contains("step"));
}

TEST_CASE("share_a_gpu: digits are read as they were drawn") {
  for (auto const& [name, services, threads] : modes()) {
    CAPTURE(name);
    digit_pictures const clean = draw_digits(200, 0, 1);
    CHECK(services.read_digits(clean.pixels, threads) == clean.digits);
    digit_pictures const noisy = draw_digits(400, 0.4f, 2);
    auto const read = services.read_digits(noisy.pixels, threads);
    REQUIRE(read.size() == noisy.digits.size());
    int right = 0;
    for (std::size_t i = 0; i < read.size(); ++i) right += read[i] == noisy.digits[i] ? 1 : 0;
    CHECK(right >= 392);
    CHECK(read == services_serially().read_digits(noisy.pixels, 1));
    CHECK(services.read_digits({}, threads).empty());
  }
}

TEST_CASE("share_a_gpu: digits are read as the sum that defines a convolution says, in double") {
  digit_pictures const noisy = draw_digits(60, 1, 3);
  std::vector<float> const weights = digit_weights();
  auto const read = services_with_openmp().read_digits(noisy.pixels, 3);
  for (std::size_t picture = 0; picture < read.size(); ++picture) {
    std::map<int, double> best;
    for (int digit = 0; digit < digits; ++digit) {
      best[digit] = -1e9;
      for (int down = 0; down + digit_rows <= picture_side; ++down) {
        for (int right = 0; right + digit_columns <= picture_side; ++right) {
          double sum = 0;
          for (int i = 0; i < digit_rows * digit_columns; ++i) {
            auto const row = static_cast<std::size_t>(down + i / digit_columns),
                       column = static_cast<std::size_t>(right + i % digit_columns);
            sum +=
                static_cast<double>(weights[static_cast<std::size_t>(digit * digit_rows * digit_columns + i)]) *
                static_cast<double>(noisy.pixels[picture * picture_side * picture_side + row * picture_side + column]);
          }
          best[digit] = std::max(best[digit], sum);
        }
      }
    }
    for (auto const& [digit, answer] : best) CHECK(best[read[picture]] >= answer - 1e-5);
  }
}

TEST_CASE("share_a_gpu: the nearest document is found") {
  matrix const documents = random_matrix(300, 24, 1), weights = random_matrix(40, 24, 2);
  matrix const queries = queries_like(documents, 50, 0.2f, 3);
  // In double, and from the definition: the cosine between what the layer makes of the two.
  auto const neurons_of = [&](matrix const& rows, int row) {
    std::vector<double> out;
    for (int neuron = 0; neuron < weights.rows; ++neuron) {
      double sum = 0;
      for (int i = 0; i < rows.columns; ++i) {
        sum += static_cast<double>(rows.elements[static_cast<std::size_t>(row * rows.columns + i)]) *
               static_cast<double>(weights.elements[static_cast<std::size_t>(neuron * weights.columns + i)]);
      }
      out.push_back(std::max(0.0, sum));
    }
    return out;
  };
  auto const cosine = [](std::vector<double> const& a, std::vector<double> const& b) {
    double product = 0, squares_a = 0, squares_b = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
      product += a[i] * b[i];
      squares_a += a[i] * a[i];
      squares_b += b[i] * b[i];
    }
    return product / std::sqrt(squares_a * squares_b);
  };
  std::vector<std::vector<double>> index;
  for (int document = 0; document < documents.rows; ++document) index.push_back(neurons_of(documents, document));

  for (auto const& [name, services, threads] : modes()) {
    CAPTURE(name);
    auto const found = services.search(documents, weights, queries, threads);
    REQUIRE(found.size() == 50);
    for (int query = 0; query < queries.rows; ++query) {
      auto const asked = neurons_of(queries, query);
      auto const nearest = found[static_cast<std::size_t>(query)];
      CHECK(nearest == 7 * query % 300);
      double best = -1;
      for (auto const& document : index) best = std::max(best, cosine(asked, document));
      CHECK(cosine(asked, index[static_cast<std::size_t>(nearest)]) >= best - 1e-6);
    }
  }
}

TEST_CASE("share_a_gpu: clusters are found where they were made") {
  std::vector<point> const centres{{0, 0}, {10, 1}, {-3, 12}, {7, -9}, {20, 20}};
  std::vector<point> const points = points_around(centres, 500, 4, 1);
  for (auto const& [name, services, threads] : modes()) {
    CAPTURE(name);
    grouped const found = services.cluster(points, 5, 5, threads);
    // In the square around each centre are 500 points, and no other's: their means are what is to be found.
    for (std::size_t centre = 0; centre < centres.size(); ++centre) {
      point mean;
      for (std::size_t i = centre; i < points.size(); i += centres.size()) {
        mean.x += points[i].x / 500;
        mean.y += points[i].y / 500;
      }
      int hits = 0;
      for (std::size_t group = 0; group < 5; ++group) {
        if (squared_distance(found.means[group], mean) < 1e-18) hits += found.sizes[group] == 500 ? 1 : 100;
      }
      CHECK(hits == 1);
    }
  }
}

TEST_CASE("share_a_gpu: clusters of few points") {
  for (auto const& [name, services, threads] : modes()) {
    CAPTURE(name);
    grouped const same = services.cluster({{1, 2}, {1, 2}, {1, 2}}, 2, 3, threads);
    CHECK(same.sizes == std::vector<int>{3, 0});  // of two means alike, the first has the points
    CHECK(same.means[1].x == 1);
    CHECK_THROWS_WITH(services.cluster({{1, 2}}, 2, 3, threads), contains("fewer points than groups"));
    CHECK_THROWS_WITH(services.cluster({}, 0, 3, threads), contains("fewer points than groups"));
  }
}
