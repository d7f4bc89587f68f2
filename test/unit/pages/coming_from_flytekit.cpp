// SPDX-License-Identifier: BSL-1.0
// The program of doc/coming_from_flytekit.md. Without arguments it checks itself; `accelerators` prints their messages,
// one a line; other arguments are the program's.
#define main main_of_page  // the member of at::program, too
#include "coming_from_flytekit.md.hpp"
#undef main
#include <cstdio>
#include <cstring>
#include <string>

#include "command_line.hpp"

namespace {

template <class A>
void print_message(char const* name) {
  std::printf("%s ", name);
  for (auto const byte : at::flyte::to_flyte_idl<A>) std::printf("%02x", static_cast<unsigned>(byte));
  std::puts("");
}

int run_with(std::vector<std::string> const& words) { return command_line(words).given_to(main_of_page); }

int check() {
  path const file = std::filesystem::temp_directory_path() / "allotype_coming_from_flytekit.txt";
  std::ofstream(file) << "3 4\n";
  at::queue<at::cpu> on;
  auto const result = find_norm.on(on, norm_inputs{file, 2.0}).value();
  bool const right =
      result.norm == 10 && result.count == 2 && run_with({"vectors", "run", "norm", "--numbers", file}) == 0;
  std::filesystem::remove(file);
  return right ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return check();
  if (std::strcmp(argv[1], "accelerators") != 0) return main_of_page(argc, argv);
  print_message<named::slice>("slice");
  print_message<named::whole>("whole");
  print_message<named::left_open>("left_open");
  print_message<named::tpu>("tpu");
  print_message<named::other>("other");
  return 0;
}
