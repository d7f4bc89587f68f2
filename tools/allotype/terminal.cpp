// SPDX-License-Identifier: BSL-1.0
#include "terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <utility>

namespace program {

namespace {

std::string chosen = "auto";

constexpr char const* colours[] = {"1", "36", "31", "2"};  // bold, cyan, red, faint

std::string variable(char const* name) {
  char const* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

/// It understands escape sequences.
bool is_capable() { return variable("TERM") != "" && variable("TERM") != "dumb"; }

bool has_colours(int file) {
  if (chosen != "auto") return chosen == "always";
  return isatty(file) == 1 && variable("NO_COLOR").empty() && is_capable();
}

std::string in_colour(int file, char const* colour, std::string const& text) {
  return has_colours(file) && !text.empty() ? std::string{"\x1b["} + colour + "m" + text + "\x1b[0m" : text;
}

/// The width in characters; 0: no terminal, so lines are as long as they are.
int width() {
  if (isatty(STDOUT_FILENO) != 1) return 0;
  std::string const stated = variable("COLUMNS");
  int columns = 0;
  auto const [end, wrong] = std::from_chars(stated.data(), stated.data() + stated.size(), columns);
  if (wrong == std::errc{} && end == stated.data() + stated.size() && columns > 0 && columns <= 100000) return columns;
  winsize size{};
  return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

/// The position behind the first `columns` columns of the line. Escape sequences and what continues a character of
/// UTF-8 take none.
std::size_t behind_columns(std::string const& line, int columns) {
  std::size_t at = 0;
  for (int column = 0; at < line.size(); ++at) {
    if (line[at] == '\x1b') {
      at = std::min(line.find('m', at), line.size() - 1);
    } else if ((static_cast<unsigned char>(line[at]) & 0xC0u) != 0x80u && ++column > columns) {
      break;
    }
  }
  return at;
}

/// The blank at which a line is broken that goes on behind `end`: of several blanks between two columns if they are
/// behind `late`, and never between a number and its unit. Where the first word is too long, the next blank behind it.
std::size_t blank_to_break(std::string const& line, std::size_t text, std::size_t late, std::size_t end) {
  std::size_t const wide = line.rfind("  ", end);
  if (wide != line.npos && wide > text && wide >= late) return wide;
  for (std::size_t blank = line.rfind(' ', end); blank != line.npos && blank > text;
       blank = line.rfind(' ', blank - 1)) {
    bool const behind_number = std::isdigit(static_cast<unsigned char>(line[blank - 1])) != 0;
    if (!behind_number || blank + 1 == line.size() || !std::isalpha(static_cast<unsigned char>(line[blank + 1])))
      return blank;
  }
  return line.find(' ', end);
}

void add_fitted_line(std::string& to, std::string line, int columns, int indentation) {
  for (;;) {
    std::size_t const end = behind_columns(line, columns);
    std::size_t const text = line.find_first_not_of(' ');
    if (end == line.size() || text == line.npos) break;
    int const late = std::max(columns / 2, indentation + columns / 4);  // the next line has room for more
    std::size_t const blank = blank_to_break(line, text, behind_columns(line, late), end);
    std::size_t const next = blank == line.npos ? blank : line.find_first_not_of(' ', blank);
    if (next == line.npos) break;
    to += line.substr(0, line.find_last_not_of(' ', blank) + 1) + "\n";
    line = std::string(static_cast<std::size_t>(indentation), ' ') + line.substr(next);
  }
  to += line;
}

}  // namespace

void choose_colours(std::string const& when) { chosen = when; }

std::string styled(style as, std::string const& text) {
  return in_colour(STDOUT_FILENO, colours[static_cast<int>(as)], text);
}

std::size_t length_of_style(std::string_view text) {
  if (text.empty() || text[0] != '\x1b' || !has_colours(STDOUT_FILENO)) return 0;
  for (std::string const number : {"0", colours[0], colours[1], colours[2], colours[3]}) {
    std::string const sequence = "\x1b[" + number + "m";
    if (text.substr(0, sequence.size()) == sequence) return sequence.size();
  }
  return 0;
}

std::string complaint() { return in_colour(STDERR_FILENO, "31", "allotype:") + " "; }

std::string fitted(std::string const& text, int indentation) {
  int const columns = width();
  if (columns == 0) return text;
  std::string result;
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t const end = std::min(text.find('\n', begin), text.size());
    add_fitted_line(result, text.substr(begin, end - begin), columns, std::min(indentation, columns / 2));
    if (end < text.size()) result += '\n';
    begin = end + 1;
  }
  return result;
}

std::string cut(std::string const& line) {
  int const columns = width();
  if (columns < 4 || behind_columns(line, columns) == line.size()) return line;
  return line.substr(0, behind_columns(line, columns - 3)) + "...";
}

progress::progress(std::string what) : what_(std::move(what)) {
  if (isatty(STDERR_FILENO) != 1 || !is_capable()) return;
  clock_ = std::thread([this] {
    using clock = std::chrono::steady_clock;
    constexpr char erase[] = "\r\x1b[K";
    auto const begin = clock::now();
    std::unique_lock<std::mutex> lock(guard_);
    int seconds = 0;
    while (!ended_.wait_until(lock, begin + std::chrono::seconds(seconds + 1), [this] { return over_; })) {
      std::fprintf(stderr, "%sallotype: %s: %d s", erase, what_.c_str(), ++seconds);
    }
    if (seconds > 0) std::fputs(erase, stderr);
  });
}

progress::~progress() {
  if (!clock_.joinable()) return;
  {
    std::lock_guard<std::mutex> const lock(guard_);
    over_ = true;
  }
  ended_.notify_one();
  clock_.join();
}

}  // namespace program
