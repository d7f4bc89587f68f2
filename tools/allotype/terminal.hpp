// SPDX-License-Identifier: BSL-1.0
/// \file
/// What the program knows of the terminal that it writes to: whether it has colours, how wide it is, and a line that
/// says what takes long. Output that goes elsewhere has no colours, and lines as long as they are.
#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

namespace program {

enum class style { heading, place, problem, quiet };

/// `auto`, `always` or `never`. Until it is called: auto, which means on terminals, unless NO_COLOR is set or TERM is
/// dumb.
void choose_colours(std::string const& when);

/// The text in that style, for standard output; as it is where that has no colours.
std::string styled(style as, std::string const& text);
/// So many characters at the beginning of the text are a sequence that `styled` writes; 0: none are.
std::size_t length_of_style(std::string_view text);
/// `allotype: ` in front of a message on standard error.
std::string complaint();

/// The text with its long lines broken at blanks, so that none is wider than the terminal; what a line is continued
/// with begins with so many blanks. As it is where standard output is no terminal.
std::string fitted(std::string const& text, int indentation);
/// The line, cut at the terminal's width; for what must not be broken.
std::string cut(std::string const& line);

/// While this lives, and from its second second on, a terminal on standard error has a line that says what is done
/// and for how long. The line is gone before other output.
class progress {
 public:
  explicit progress(std::string what);
  ~progress();
  progress(progress const&) = delete;
  progress& operator=(progress const&) = delete;

 private:
  std::string what_;
  std::mutex guard_{};
  std::condition_variable ended_{};
  bool over_ = false;
  std::thread clock_{};
};

}  // namespace program
