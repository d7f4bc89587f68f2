// SPDX-License-Identifier: BSL-1.0
/// \file
/// How training went: one result an epoch.
#pragma once

#include <string>
#include <vector>

namespace example {

struct epoch_result {
  double loss;      ///< mean over the training pictures, each as it was when it was learnt from
  double accuracy;  ///< of the test pictures, at the end of the epoch: 0 to 1
};
using curve = std::vector<epoch_result>;

/// Lines `epoch,loss,accuracy`, with all digits that tell two numbers apart.
std::string csv_text(curve const& results);

/// What `csv_text` wrote; empty where it did not write that.
curve curve_in(std::string const& csv);

/// Both as lines over the epochs, in SVG.
std::string svg_picture(curve const& results, std::string const& title);

}  // namespace example
