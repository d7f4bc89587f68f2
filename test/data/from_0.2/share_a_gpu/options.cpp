// SPDX-License-Identifier: BSL-1.0
#include "options.hpp"

#include <CLI/CLI.hpp>

namespace example {

options parse(int count, char** arguments) {
  options asked;
  CLI::App app{"Shows how four services share one GPU, as the compiler decided, and runs them."};
  app.add_option("--svg", asked.svg, "a file for the picture of the GPU");
  app.add_flag("--plan", asked.plan_only, "show the plan, and do not run the services");
  try {
    app.parse(count, arguments);
  } catch (CLI::ParseError const& error) {
    std::exit(app.exit(error) == 0 ? 0 : 2);
  }
  return asked;
}

}  // namespace example
