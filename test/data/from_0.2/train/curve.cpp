// SPDX-License-Identifier: BSL-1.0
#include "curve.hpp"

#include <cstdio>

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

}  // namespace example
