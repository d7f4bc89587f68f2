// SPDX-License-Identifier: BSL-1.0
#include "progress.hpp"

#include <unistd.h>

#include <string>

namespace example {

progress::progress(int done, int epochs, int pictures, std::FILE* terminal)
    : done_(done), epochs_(epochs), pictures_(pictures), terminal_(terminal) {}

progress::~progress() {
  if (terminal_ != nullptr) std::fprintf(terminal_, "\n");
}

void progress::show(epoch_result const& result) {
  ++done_;
  auto const now = std::chrono::steady_clock::now();
  std::chrono::duration<double> const time = now - last_;
  last_ = now;
  char numbers[100];
  std::snprintf(numbers, sizeof numbers, "loss %.4f  accuracy %5.2f %%  %.0f samples/s", result.loss,
                100 * result.accuracy, pictures_ / time.count());
  if (terminal_ != nullptr) {
    constexpr int width = 24;
    auto const full = static_cast<std::size_t>(static_cast<long long>(width) * done_ / epochs_);
    std::string const bar = std::string(full, '=') + std::string(width - full, ' ');
    std::fprintf(terminal_, "\repoch %d of %d [%s] %s\033[K", done_, epochs_, bar.c_str(), numbers);
  } else {
    std::printf("epoch %3d of %d  %s\n", done_, epochs_, numbers);
    std::fflush(stdout);
  }
}

std::FILE* terminal_here() { return isatty(STDERR_FILENO) != 0 ? stderr : nullptr; }

}  // namespace example
