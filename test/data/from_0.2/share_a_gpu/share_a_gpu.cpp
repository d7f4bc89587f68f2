// SPDX-License-Identifier: BSL-1.0
// Four services share one GPU. Which partition each gets and where it lies was decided while this was compiled; the
// program prints it, and runs the services.
#include <cstdio>
#include <exception>

#include "configuration.hpp"
#include "options.hpp"
#include "plan.hpp"
#include "services.hpp"
#include "svg_picture.hpp"
#include "text_picture.hpp"
#include "../whole_file.hpp"

namespace example {

namespace {

bool run(options const& asked) {
  seating const gpu = seating_of_plan();
  std::string const command = nvidia_smi_command(gpu);
  if (!asked.svg.empty()) write_whole(asked.svg, svg_picture(gpu, command));
  std::printf(
      "%s%s\nThis makes the partitions of GPU 0, once MIG is on (nvidia-smi -i 0 -mig 1):\n  %s\nThe same for "
      "nvidia-mig-parted:\n%s",
      text_picture(gpu).c_str(), waste_in_words(gpu).c_str(), command.c_str(),
      mig_parted_configuration(gpu, "four-services").c_str());
  if (!asked.svg.empty()) std::printf("\nwrote %s\n", asked.svg.c_str());
  if (asked.plan_only) return true;
  std::printf("\n");
  return run_services();
}

}  // namespace

}  // namespace example

int main(int count, char** arguments) {
  try {
    return example::run(example::parse(count, arguments)) ? 0 : 1;
  } catch (example::bad_file const& error) {
    std::fprintf(stderr, "share_a_gpu: %s\n", error.what());
    return 2;
  } catch (std::exception const& error) {
    std::fprintf(stderr, "share_a_gpu: %s\n", error.what());
    return 1;
  }
}
