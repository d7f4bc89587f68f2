// SPDX-License-Identifier: BSL-1.0
#include "curve.hpp"

#include <cstdio>
#include <sstream>

namespace example {

std::string csv_text(curve const& results) {
  std::string text = "epoch,loss,accuracy\n";
  int epoch = 0;
  for (epoch_result const& each : results) {
    char line[100];
    std::snprintf(line, sizeof line, "%d,%.17g,%.17g\n", ++epoch, each.loss, each.accuracy);
    text += line;
  }
  return text;
}

curve curve_in(std::string const& csv) {
  std::istringstream lines(csv);
  std::string line;
  std::getline(lines, line);
  curve results;
  while (std::getline(lines, line)) {
    int epoch = 0;
    epoch_result& each = results.emplace_back();
    std::sscanf(line.c_str(), "%d,%lf,%lf", &epoch, &each.loss, &each.accuracy);
  }
  return csv_text(results) == csv ? results : curve{};
}

}  // namespace example
