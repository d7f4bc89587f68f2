// SPDX-License-Identifier: BSL-1.0
#include "options.hpp"

#include <CLI/CLI.hpp>
#include <cmath>

namespace example {

options parse(int count, char** arguments) {
  options asked;
  asked.executor = at::executor_options::of_command_line(count, arguments, {.accelerator = "auto,cpu"});
  asked.data = EXAMPLE_DATA;
  CLI::App app{
      "Trains a classifier of handwritten digits, on one device or several. Start it once a device with mpirun or srun "
      "where the devices belong to processes."};
  app.footer(R"(Where it runs:
  --accelerator NAME          auto,cpu where nothing is said: a GPU that is here, else the CPU
  --devices WHICH             of each node: how many, or which: 2, 0,1, all, auto
  --strategy NAME             auto, single_device, dp (threads), ddp (processes), sharded, fsdp
  --precision NAME            64-true, 32-true (where nothing is said), 16-mixed, bf16-mixed
  --num-nodes N               nodes, each with so many devices
or, in the environment, ALLOTYPE_ACCELERATOR, ALLOTYPE_DEVICES and so on.)");
  app.add_option("--data", asked.data, "a file of lines of 64 pixels, 0 to 16, and a digit");
  app.add_option("--epochs", asked.epochs, "how often all pictures are seen")
      ->check(CLI::Range(1, 100'000))
      ->capture_default_str();
  app.add_option("--batch", asked.batch, "pictures a step, of all devices together")
      ->check(CLI::Range(1, 100'000))
      ->capture_default_str();
  app.add_option("--rate", asked.rate, "learning rate")->check(CLI::Range(0.f, 10.f))->capture_default_str();
  app.add_option("--seed", asked.seed, "of the first weights, and of the order of the pictures")->capture_default_str();
  auto* const checkpoint = app.add_option("--checkpoint", asked.checkpoint,
                                          "a file for the state after each epoch; one that is there is kept");
  app.add_flag("--resume", asked.resume, "go on from that file where it is there")->needs(checkpoint);
  app.add_option("--curve", asked.curve, "a file for a picture of loss and accuracy (SVG)");
  app.add_option("--losses", asked.losses, "a file for loss and accuracy of each epoch (CSV)");
  try {
    app.parse(count, arguments);
    if (std::isnan(asked.rate)) throw CLI::ValidationError("--rate", "is no number");  // no range refuses it
  } catch (CLI::ParseError const& error) {
    std::exit(app.exit(error) == 0 ? 0 : 2);
  }
  return asked;
}

}  // namespace example
