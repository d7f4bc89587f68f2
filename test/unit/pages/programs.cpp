// SPDX-License-Identifier: BSL-1.0
// The program of doc/programs.md does and prints what the page says.
#define main main_of_page  // the member of at::program, too
#include "programs.md.hpp"
#undef main
#include <cstdio>

#include "command_line.hpp"

namespace {

int run_with(std::vector<std::string> const& words) { return command_line(words).given_to(main_of_page); }

}  // namespace

int main() {
  std::filesystem::path const folder = std::filesystem::temp_directory_path() / "allotype_page_programs";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  std::string const numbers = folder / "three_four.txt";
  std::ofstream(numbers) << "3 4\n";
  if (run_with({"vectors", "list"}) != 0 || run_with({"vectors", "describe", "norm"}) != 0) return 1;
  if (run_with({"vectors", "run", "norm", "--numbers", numbers, "--scale", "2"}) != 0) return 1;
  if (run_with({"vectors", "request", "kubernetes-mixed", "norm", "--image", "registry.example/vectors:3"}) != 0)
    return 1;
  std::string const made = folder / "made";
  if (run_with({"vectors", "run", "scaled", "--numbers", numbers, "--scale", "2", "--output-dir", made}) != 0) return 1;
  if (numbers_in(folder / "made" / "scaled.txt") != std::vector<double>{6, 8}) return 1;
  // Its outputs are the inputs of the other.
  if (run_with({"vectors", "run", "norm", "--inputs", folder / "made" / "outputs.json"}) != 0) return 1;
  if (run_with({"vectors", "run", "norm", "--numbers", numbers, "--scale", "two"}) != 2) return 1;
  if (run_with({"vectors", "request", "slurm", "norm", "--", "--numbers", "three_four.txt", "--output-dir", "made"}) !=
      0)
    return 1;
  std::filesystem::remove_all(folder);
  return 0;
}
