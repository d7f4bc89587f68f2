// SPDX-License-Identifier: BSL-1.0
// The parts of example/train: the pictures, the derivative, the order, checkpoints, the curve.
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <set>

#include "../../../example/train/progress.hpp"
#include "../../../example/train/training.hpp"  // test/unit has one, too
#include "../../../example/whole_file.hpp"
#include "catch.hpp"

namespace {

using namespace example;

/// A folder that goes when the test does.
struct folder {
  std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("allotype_train_test_" + std::to_string(getpid()));
  folder() { std::filesystem::create_directories(path); }
  ~folder() { std::filesystem::remove_all(path); }
};

data_set all_digits() { return read_digits(std::filesystem::path(EXAMPLE_TRAIN_DATA)); }

notes some_notes() { return notes_of(options{}, "32-true", 42); }
notes some_notes_with_results() { return with_results(some_notes(), {{2.5, 0.25}, {1.25, 0.1}}); }

/// The loss of a few pictures, and its derivative by each parameter, in 64 bits.
struct network {
  at::queue<at::cpu> on{0};
  data_set data = all_digits();
  int pictures = 3;
  at::buffer<double, at::cpu> weights{on, at::extents{parameter_count}}, gradients{on, at::extents{parameter_count}};
  at::buffer<double, at::cpu> activations{on, at::extents{pictures * hidden_units}};
  at::buffer<double, at::cpu> hidden_deltas{on, at::extents{pictures * hidden_units}};
  at::buffer<double, at::cpu> scores{on, at::extents{pictures * classes}}, deltas{on, at::extents{pictures * classes}};
  at::buffer<double, at::cpu> losses{on, at::extents{pictures}};
  at::buffer<float, at::cpu> pixels{on, data.training.pixels};
  at::buffer<int, at::cpu> labels{on, data.training.labels};
  at::buffer<int, at::cpu> order{on, std::vector<int>{1400, 0, 700, 2, 5}};
  int first = 1;  // in the order

  double loss(std::vector<double> const& parameters) {
    at::copy(on, parameters, weights);
    auto const hidden = activations.view(on, at::extents{pictures, hidden_units});
    auto const score = scores.view(on, at::extents{pictures, classes});
    at::for_each(on, at::extents{pictures, hidden_units},
                 hidden_layer{weights.view(on), pixels.view(on, at::extents{data.training.count(), picture_pixels}),
                              order.view(on), hidden, first});
    at::for_each(on, at::extents{pictures, classes}, class_layer{weights.view(on), hidden, score});
    at::for_each(on, at::extents{pictures},
                 loss_and_derivative{score, order.view(on), labels.view(on), losses.view(on),
                                     deltas.view(on, at::extents{pictures, classes}), first, 1.0});
    return at::reduce(on, at::extents{pictures}, 0.0, at::plus{}, loss_of{losses.view(on)});
  }
  std::vector<double> derivative() {
    auto const hidden = activations.view(on, at::extents{pictures, hidden_units});
    auto const delta = deltas.view(on, at::extents{pictures, classes});
    auto const hidden_delta = hidden_deltas.view(on, at::extents{pictures, hidden_units});
    at::for_each(on, at::extents{pictures, hidden_units},
                 hidden_derivative{weights.view(on), hidden, delta, hidden_delta});
    at::for_each(
        on, at::extents<1, long long>{parameter_count},
        parameter_derivative{pixels.view(on, at::extents{data.training.count(), picture_pixels}), order.view(on),
                             hidden, delta, hidden_delta, gradients.view(on), first, pictures});
    std::vector<double> result(parameter_count);
    at::copy(on, gradients, result);
    return result;
  }
};

}  // namespace

TEST_CASE("train: the pictures are those of the file, and the test's are not among those to learn from") {
  data_set const data = all_digits();
  CHECK(data.training.count() == 1438);
  CHECK(data.test.count() == 359);
  for (digits const* part : {&data.training, &data.test}) {
    CHECK(part->pixels.size() == part->labels.size() * picture_pixels);
    CHECK(std::set<int>(part->labels.begin(), part->labels.end()).size() == classes);
    CHECK(*std::min_element(part->pixels.begin(), part->pixels.end()) == 0);
    CHECK(*std::max_element(part->pixels.begin(), part->pixels.end()) == 1);
  }
  CHECK(data.training.labels[0] == 0);
  CHECK(data.training.pixels[2] == 5.f / 16);
  CHECK(data.test.labels[0] == 4);  // line 5
}

TEST_CASE("train: the derivative is the loss's") {
  network net;
  auto const parameters = [] {
    auto const floats = first_parameters(3);
    return std::vector<double>(floats.begin(), floats.end());
  }();
  net.loss(parameters);
  auto const derivative = net.derivative();
  constexpr double step = 1e-5;
  double largest = 0, worst = 0;
  for (int i = 0; i < parameter_count; i += i < class_weights ? 7 : 1) {
    auto const place = static_cast<std::size_t>(i);
    auto moved = parameters;
    moved[place] += step;
    double const above = net.loss(moved);
    moved[place] -= 2 * step;
    double const difference = (above - net.loss(moved)) / (2 * step);
    worst = std::max(worst, std::abs(difference - derivative[place]));
    largest = std::max(largest, std::abs(difference));
  }
  CHECK(largest > 0.1);
  CHECK(worst < 1e-8);
}

TEST_CASE("train: every epoch sees every picture, in an order of its own") {
  auto const first = order_of(1000, 1, 0);
  auto sorted = first;
  std::sort(sorted.begin(), sorted.end());
  for (int i = 0; i < 1000; ++i) REQUIRE(sorted[static_cast<std::size_t>(i)] == i);
  CHECK(first != sorted);
  CHECK(order_of(1000, 1, 0) == first);
  CHECK(order_of(1000, 1, 1) != first);
  CHECK(order_of(1000, 2, 0) != first);
}

TEST_CASE("train: the notes of a checkpoint have the epochs that are done") {
  curve const results = results_in("state", some_notes_with_results(), some_notes(), 2);
  REQUIRE(results.size() == 2);
  CHECK(results[0].loss == 2.5);
  CHECK(results[1].accuracy == 0.1);
}

TEST_CASE("train: a checkpoint of another run is refused") {
  auto const said = [&](notes const& found, notes const& of_run, int epochs = 10) -> std::string {
    try {
      results_in("state", found, of_run, epochs);
      return {};
    } catch (bad_file const& error) {
      return error.what();
    }
  };
  auto const wanted = [&](auto const& change) {
    options asked;
    change(asked);
    return said(some_notes_with_results(), notes_of(asked, "32-true", 42));
  };
  CHECK(wanted([](options&) {}).empty());
  CHECK_THAT(said(some_notes_with_results(), notes_of(options{}, "bf16-mixed", 42)),
             contains("state: is of another run: it has --precision 32-true, not bf16-mixed"));
  CHECK_THAT(wanted([](options& asked) { asked.batch = 32, asked.seed = 9; }),
             contains("--batch 64, not 32, --seed 1, not 9"));
  CHECK_THAT(wanted([](options& asked) { asked.rate = 0.5f; }), contains("--rate 0.1, not 0.5"));
  CHECK_THAT(said(some_notes_with_results(), notes_of(options{}, "32-true", 43)), contains("another --data"));
  CHECK_THAT(said(some_notes_with_results(), some_notes(), 1), contains("has 2 epochs already, and 1 are asked for"));
  CHECK_THAT(said({}, some_notes()), contains("--batch nothing, not 64"));
  CHECK_THAT(said(some_notes(), some_notes()), contains("has no epochs of this program"));
}

TEST_CASE("train: a file is written whole or not at all") {
  folder here;
  auto const file = here.path / "file";
  write_whole(file, "first");
  write_whole(file, "second");
  CHECK(read_whole(file) == "second");
  CHECK_THROWS_AS(write_whole(here.path / "absent" / "file", "x"), bad_file);
  std::filesystem::create_directory(here.path / "file.part");  // so that it cannot be written
  CHECK_THROWS_AS(write_whole(file, "third"), bad_file);
  CHECK_THROWS_AS(check_can_be_written(file), bad_file);
  CHECK(read_whole(file) == "second");
  check_can_be_written(here.path / "new");
  CHECK(!std::filesystem::exists(here.path / "new"));
  CHECK(!std::filesystem::exists(here.path / "new.part"));
}

TEST_CASE("train: the curve shows what is a number") {
  double const infinity = std::numeric_limits<double>::infinity();
  for (curve const& results : {curve{}, curve{{0.5, 0.9}}, curve{{1, 0.1}, {infinity, 0.1}, {infinity - infinity, 0.1}},
                               curve{{0, 1}, {0, 1}}, curve{{1e-30, 1}, {1e30, 0}}}) {
    std::string const svg = svg_picture(results, "a <title>");
    CHECK_THAT(svg, contains("a &lt;title&gt;"));
    CHECK(svg.find("nan") == svg.npos);
    CHECK(svg.find("inf") == svg.npos);
    CHECK(svg.size() < 100'000);
  }
  CHECK(csv_text({{0.1, 0.5}}) == "epoch,loss,accuracy\n1,0.10000000000000001,0.5\n");
}

TEST_CASE("on a terminal the progress is a bar") {
  std::FILE* const terminal = std::tmpfile();
  REQUIRE(terminal != nullptr);
  {
    progress bar(1, 4, 100, terminal);
    bar.show({0.5, 0.9});
    bar.show({0.25, 0.95});
    bar.show({0.125, 0.96});
  }
  std::rewind(terminal);
  char shown[1000]{};
  std::size_t const size = std::fread(shown, 1, sizeof shown - 1, terminal);
  std::fclose(terminal);
  std::string const text(shown, size);
  CHECK_THAT(text, starts_with("\repoch 2 of 4 [============            ] loss 0.5000  accuracy 90.00 %  "));
  CHECK_THAT(text, contains("\repoch 3 of 4 [==================      ] loss 0.2500  accuracy 95.00 %  "));
  CHECK_THAT(text, contains("\repoch 4 of 4 [========================] loss 0.1250  accuracy 96.00 %  "));
  CHECK(text.back() == '\n');
}
