// SPDX-License-Identifier: BSL-1.0
#include "options.hpp"

#include <CLI/CLI.hpp>

namespace example {

options parse(int count, char** arguments) {
  options asked;
  CLI::App app{"Removes noise from a photograph, on the first accelerator of a list that is there."};
  app.add_option("picture", asked.picture, "a PNG file; without one, a photograph of a cat is made noisy and cleaned");
  auto* const noise = app.add_option("--noise", asked.noise,
                                     "standard deviation of the noise that is added first, where samples go to 255 (25 for "
                                     "the cat, else 0)");
  noise->check(CLI::Range(0.f, 255.f));
  app.add_option("--seed", asked.seed, "of that noise")->capture_default_str();
  app.add_option("--strength", asked.strength, "more removes more noise, and more fine texture with it")
      ->check(CLI::Range(0.f, 10.f))
      ->capture_default_str();
  app.add_option("--output", asked.output, "the folder for clean.png and noisy_and_clean.png")->capture_default_str();
  try {
    app.parse(count, arguments);
  } catch (CLI::ParseError const& error) {
    std::exit(app.exit(error) == 0 ? 0 : 2);
  }
  if (asked.picture.empty() && noise->count() == 0) asked.noise = 25;
  return asked;
}

}  // namespace example
