// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>

#include "../../tools/allotype/drawing/svg.hpp"
#include "curve.hpp"

namespace example {

namespace svg = drawing::svg;

namespace {

constexpr int width = 960, height = 440;
constexpr int top = 104, bottom = height - 64;           // of both axes
constexpr int panel_width = 390, left_of[] = {64, 536};  // of each panel

/// What a panel shows: a number for each epoch, finite or not, on an axis from `lowest` to `highest`.
struct panel {
  std::string heading;
  char const* colour;
  std::vector<double> values;
  double lowest, highest;
  std::vector<double> ticks;
  bool logarithmic;
  std::function<std::string(double)> text;

  double position(double value) const {
    auto const on_axis = [&](double number) { return logarithmic ? std::log(number) : number; };
    return (on_axis(value) - on_axis(lowest)) / (on_axis(highest) - on_axis(lowest));
  }
};

std::string formatted(char const* format, double value) {
  char text[60];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

/// 1, 2 or 5 times a power of ten, at least `least`.
double round_step(double least) {
  double const power = std::pow(10, std::floor(std::log10(least)));
  for (double const step : {1., 2., 5.}) {
    if (step * power >= least * (1 - 1e-9)) return step * power;
  }
  return 10 * power;
}

panel loss_panel(curve const& results) {
  panel made{"training loss (cross-entropy, logarithmic)", "#0072b2", {}, 0.1, 1, {}, true, {}};
  std::vector<double> positive;
  for (epoch_result const& each : results) {
    made.values.push_back(each.loss);
    if (std::isfinite(each.loss) && each.loss > 0) positive.push_back(each.loss);
  }
  if (!positive.empty()) {
    auto const [least, most] = std::minmax_element(positive.begin(), positive.end());
    made.lowest = 1 / round_step(1 / *least);
    made.highest = std::max(round_step(*most), made.lowest * 2);
  }
  for (double power = std::pow(10, std::floor(std::log10(made.lowest))); power < made.highest * 1.1; power *= 10) {
    for (double const step : {1., 2., 5.}) {
      double const tick = step * power;
      if (tick > made.lowest / 1.1 && tick < made.highest * 1.1) made.ticks.push_back(tick);
    }
  }
  made.text = [](double value) { return formatted(value < 1000 ? "%.3g" : "%.0f", value); };
  return made;
}

panel accuracy_panel(curve const& results) {
  panel made{"accuracy on the test pictures", "#d55e00", {}, 100, 100, {}, false, {}};
  for (epoch_result const& each : results) {
    made.values.push_back(100 * each.accuracy);
    made.lowest = std::min(made.lowest, 100 * each.accuracy);
  }
  double const step = round_step(std::max(100 - made.lowest, 1.) / 6);
  made.lowest = step * std::floor(std::min(made.lowest, 99.) / step);
  for (double tick = made.lowest; tick <= 100 + step / 2; tick += step) made.ticks.push_back(tick);
  made.text = [](double value) { return formatted("%.4g %%", value); };
  return made;
}

std::string line(double x1, double y1, double x2, double y2, char const* kind) {
  return "  <line" + svg::attribute("x1", formatted("%.1f", x1)) + svg::attribute("y1", formatted("%.1f", y1)) +
         svg::attribute("x2", formatted("%.1f", x2)) + svg::attribute("y2", formatted("%.1f", y2)) +
         svg::attribute("class", kind) + "/>\n";
}

std::string drawn(panel const& shown, int left) {
  auto const epochs = static_cast<double>(shown.values.size());
  auto const x_of = [&](double epoch) { return left + panel_width * (epochs > 1 ? (epoch - 1) / (epochs - 1) : 0.5); };
  auto const y_of = [&](double value) { return bottom - (bottom - top) * shown.position(value); };

  std::string svg = svg::words(left, top - 20, "heading", shown.heading);
  for (double const tick : shown.ticks) {
    svg += line(left, y_of(tick), left + panel_width, y_of(tick), "grid");
    svg += svg::words(left - 8, static_cast<int>(y_of(tick)) + 4, "value", shown.text(tick));
  }
  double const step = std::max(1., round_step(epochs / 8));
  for (double epoch = step; epoch <= epochs; epoch += step) {
    svg += line(x_of(epoch), bottom, x_of(epoch), bottom + 5, "axis");
    svg += svg::words(static_cast<int>(x_of(epoch)), bottom + 20, "centred", formatted("%.0f", epoch));
  }
  svg += line(left, bottom, left + panel_width, bottom, "axis");
  svg += svg::words(left + panel_width / 2, bottom + 42, "centred", "epoch");

  std::string points;
  double last = 0;
  for (std::size_t i = 0; i < shown.values.size(); ++i) {
    double const value = shown.values[i], epoch = static_cast<double>(i + 1);
    if (!std::isfinite(value) || (shown.logarithmic && !(value > 0))) continue;
    points += formatted("%.1f", x_of(epoch)) + "," + formatted("%.1f ", y_of(value));
    svg += "  <circle" + svg::attribute("cx", formatted("%.1f", x_of(epoch))) +
           svg::attribute("cy", formatted("%.1f", y_of(value))) + svg::attribute("r", epochs > 60 ? "0.5" : "2.5") +
           svg::attribute("fill", shown.colour) + "/>\n";
    last = value;
  }
  if (points.empty()) return svg;
  svg += "  <polyline" + svg::attribute("points", points) + svg::attribute("stroke", shown.colour) +
         svg::attribute("fill", "none") + svg::attribute("stroke-width", 2) + "/>\n";
  return svg + svg::words(left + panel_width, top - 20, "last", shown.text(last));
}

}  // namespace

std::string svg_picture(curve const& results, std::string const& title) {
  constexpr char style[] = R"svg(    text { font-size: 13px }
    .title { font-size: 20px; font-weight: bold }
    .heading { font-size: 14px }
    .value { text-anchor: end }
    .last { font-size: 14px; font-weight: bold; text-anchor: end }
    .centred { text-anchor: middle }
)svg";
  panel const loss = loss_panel(results), accuracy = accuracy_panel(results);
  return svg::document(
      {width, height, title, "Two curves over the epochs: " + loss.heading + "; " + accuracy.heading, style, "",
       svg::words(left_of[0], 44, "title", title) + drawn(loss, left_of[0]) + drawn(accuracy, left_of[1])});
}

}  // namespace example
