// SPDX-License-Identifier: BSL-1.0
// A log is read in two steps. First its lines become findings, each with its place: an error together with the lines
// before and behind it that say how the compiler came there. Then each error is looked at: which of these places is the
// user's, and whether one of these lines has a sentence of the library.
//
//   g++    says how it came there before the error (`required from`, `in 'constexpr' expansion of`), clang in notes
//   behind it,
//          nvcc in a list `detected during` behind it
//   place  a.cpp:3:14: error: ...   (g++, clang)      a.cu(3): error: ...   (nvcc)
#include "compiler_log.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace program {

namespace {

using std::size_t;
using std::string;
using std::string_view;
constexpr size_t none = string_view::npos;

bool has(string_view text, string_view part) { return text.find(part) != none; }
bool is_digit(char c) { return '0' <= c && c <= '9'; }
bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

string_view trimmed(string_view text) {
  size_t const begin = text.find_first_not_of(" \t");
  return begin == none ? string_view{} : text.substr(begin, text.find_last_not_of(" \t") + 1 - begin);
}

/// Takes the decimal number off the beginning; 0 where there is none.
int take_number(string_view& text) {
  int number = 0;
  while (!text.empty() && is_digit(text[0]) && number < 100000000) {
    number = 10 * number + (text[0] - '0');
    text.remove_prefix(1);
  }
  return number;
}

/// In linear time: lines of a log may have a megabyte.
void replace_all(string& in, string_view what, string_view by) {
  size_t from = 0, at = in.find(what);
  if (at == none) return;
  string made;
  for (; at != none; from = at + what.size(), at = in.find(what, from)) made.append(in, from, at - from).append(by);
  in = made.append(in, from);
}

/// `allotype::v0_3::cpu` becomes allotype::cpu: compilers write the inline namespace of the version.
void leave_out_version(string& text) {
  constexpr string_view library = "allotype::v";
  size_t from = 0, at = text.find(library);
  if (at == none) return;
  string made;
  for (; at != none; at = text.find(library, from)) {
    size_t const number = at + library.size(), end = text.find_first_not_of("0123456789_", number);
    bool const is_version = end != none && end > number && text.compare(end, 2, "::") == 0;
    made.append(text, from, number - (is_version ? 1 : 0) - from);
    from = is_version ? end + 2 : number;
  }
  text = made.append(text, from);
}

/// The line without escape sequences for colours and links and without the version, and with straight quotes.
string plain(string const& line) {
  string text;
  for (size_t at = 0; at < line.size(); ++at) {
    if (line[at] != '\x1b') {
      if (line[at] != '\r') text += line[at];
    } else if (at + 1 < line.size() && line[at + 1] == ']') {  // a link: up to BEL or ESC backslash
      size_t const end = line.find_first_of("\a\\", at);
      at = end == none ? line.size() : end;
    } else {  // ESC [ parameters letter
      at = line.find_first_of("ABCDEFGHJKSTfmnsu", at);
      if (at == none) break;
    }
  }
  replace_all(text, "‘", "'");
  replace_all(text, "’", "'");
  leave_out_version(text);
  return text;
}

// ---- the lines of a log
// ----------------------------------------------------------------------------------------------

enum class line_kind { other, error, warning, note, included, instantiation, required, expansion, detected };

struct finding {
  line_kind kind = line_kind::other;
  source_place place{};
  string text{};
  string code{};  ///< the line of the source that the compiler quotes behind it
};

struct diagnostic {
  std::vector<finding> before{};  ///< g++: how it came to the error
  finding error{};
  std::vector<finding> behind{};  ///< clang, nvcc: how it came to the error
};

/// What stands behind the place, as `error: ...`: the kind, and the text behind it.
line_kind take_kind(string_view& text) {
  struct known_word {
    string_view word;
    line_kind kind;
  };
  constexpr known_word words[] = {{"error", line_kind::error},
                                  {"fatal error", line_kind::error},
                                  {"catastrophic error", line_kind::error},
                                  {"internal error", line_kind::error},
                                  {"internal compiler error", line_kind::error},
                                  {"sorry, unimplemented", line_kind::error},
                                  {"warning", line_kind::warning},
                                  {"note", line_kind::note},
                                  {"remark", line_kind::note}};
  for (known_word const& each : words) {
    if (!text.starts_with(each.word)) continue;
    string_view rest = text.substr(each.word.size());
    if (rest.starts_with(" #")) rest = rest.substr(std::min(rest.find(':'), rest.size()));  // nvcc: error #20014-D:
    if (!rest.starts_with(":")) continue;
    text = trimmed(rest.substr(1));
    return each.kind;
  }
  return line_kind::other;
}

/// `FILE:LINE:COLUMN:` or `FILE:LINE:` at the beginning of the line, and what follows.
bool take_place(string_view& line, source_place& place) {
  for (size_t colon = line.find(':', 1); colon != none; colon = line.find(':', colon + 1)) {
    string_view rest = line.substr(colon + 1);
    if (rest.starts_with(" ")) return false;  // behind the file
    if (rest.empty() || !is_digit(rest[0])) continue;
    int const number = take_number(rest);
    if (!rest.starts_with(":") && !rest.starts_with(",") && !rest.empty()) continue;
    place = {string{line.substr(0, colon)}, number, 0};
    if (rest.starts_with(":")) rest.remove_prefix(1);
    string_view behind = rest;
    int const column = take_number(behind);
    if (column > 0 && (behind.empty() || behind[0] == ':' || behind[0] == ',')) {
      place.column = column;
      rest = behind.empty() ? behind : behind.substr(1);
    }
    line = rest;
    return true;
  }
  return false;
}

/// nvcc's `FILE(LINE): ` at the beginning of the line, and what follows.
bool take_place_of_nvcc(string_view& line, source_place& place) {
  size_t const end = line.find(": ");
  if (end == none || end < 4 || line[end - 1] != ')') return false;
  size_t const begin = line.rfind('(', end);
  if (begin == none || begin == 0) return false;
  string_view number = line.substr(begin + 1, end - begin - 2);
  place = {string{line.substr(0, begin)}, take_number(number), 0};
  if (place.line == 0 || !number.empty()) return false;
  line = line.substr(end + 2);
  return true;
}

/// A quoted line of g++ and clang, `   79 |   code`, and its number; 0: a line of carets, or a correction.
bool take_quoted(string_view& line, int& number) {
  size_t const bar = line.find('|');
  if (bar == none) return false;
  string_view before = trimmed(line.substr(0, bar));
  bool const correction = !before.empty() && before.find_first_not_of("+-") == none;
  number = take_number(before);
  if (!before.empty() && !correction) return false;
  if (line[0] != ' ' && !is_digit(line[0])) return false;
  line = trimmed(line.substr(bar + 1));
  return true;
}

bool is_caret(string_view line) { return has(line, "^") && line.find_first_not_of(" \t^~") == none; }

/// nvcc: `instantiation of class "..." at line 12 of a.cu`. Without a file it is that of the error.
bool take_detected(string_view line, finding& found, string const& file_of_error) {
  constexpr string_view at_line = " at line ";
  size_t const at = line.rfind(at_line);
  if (at == none || !(line.starts_with("  ") || has(line, "detected during"))) return false;
  string_view rest = line.substr(at + at_line.size());
  int const number = take_number(rest);
  if (number == 0 || !(rest.empty() || rest.starts_with(" of "))) return false;
  found = {line_kind::detected,
           {rest.empty() ? file_of_error : string{rest.substr(4)}, number, 0},
           string{trimmed(line.substr(0, at))},
           ""};
  return true;
}

/// What follows `In file included from` and `from`.
bool take_included(string_view line, finding& found) {
  line = trimmed(line);
  constexpr string_view first = "In file included from ", next = "from ";
  if (!line.starts_with(first) && !line.starts_with(next)) return false;
  line.remove_prefix(line.starts_with(first) ? first.size() : next.size());
  found = {line_kind::included, {}, "", ""};
  return take_place(line, found.place);
}

/// An error of a tool that names no line: `nvcc fatal   : ...`, `g++: error: ...`, `ld: ...: undefined reference to
/// ...`.
bool is_without_place(string_view line) {
  for (string_view const part :
       {": undefined reference to ", ": multiple definition of ", "ld: cannot find ", "CMake Error"}) {
    if (has(line, part)) return true;
  }
  if (line.starts_with("fatal error: ")) return true;
  for (string_view const part : {": error: ", ": fatal error: ", ": internal compiler error: "}) {
    size_t const at = line.find(part);
    if (at != none && line.find_first_of(" \t") > at) return true;  // the name of a program is in front of it
  }
  for (string_view const tool : {"nvcc", "ptxas", "nvlink", "fatbinary", "cicc"}) {
    if (!line.starts_with(tool)) continue;
    string_view rest = trimmed(line.substr(tool.size()));
    for (string_view const word : {"error", "fatal"}) {
      if (rest.starts_with(word) && trimmed(rest.substr(word.size())).starts_with(":")) return true;
    }
  }
  return false;
}

/// Says only that something has failed: counted where nothing else says what.
bool says_failed(string_view line) {
  return line.starts_with("FAILED: ") || line.starts_with("ninja: build stopped") ||
         (has(line, "make") && has(line, ": *** "));
}

class log_reader {
 public:
  void read(std::istream& log) {
    for (string line; std::getline(log, line);) add(plain(line));
  }

  std::vector<diagnostic> errors{};
  std::vector<string> failures{};

 private:
  /// The finding that a quoted line of source belongs to.
  finding* latest() {
    if (!pending_.empty()) return &pending_.back();
    if (!in_error_) return nullptr;
    diagnostic& now = errors.back();
    return now.behind.empty() ? &now.error : &now.behind.back();
  }

  void add(string const& line) {
    string const previous = std::exchange(previous_, line);
    finding found;
    string_view rest = line;
    int number = 0;
    if (take_included(line, found)) return pending_.push_back(found);
    if (take_quoted(rest, number)) {
      finding* const of = latest();
      if (of != nullptr && of->code.empty() && number == of->place.line && number > 0) of->code = rest;
      return;
    }
    if (is_caret(line)) {
      finding* const of = latest();
      if (of == nullptr || !of->code.empty() || of->place.line == 0 || previous == header_ || previous.empty()) return;
      of->code = trimmed(previous);
      // nvcc names no column and moves what it quotes to the right by two.
      if (of->place.column == 0 && line.find('^') >= 2) of->place.column = static_cast<int>(line.find('^')) - 1;
      return;
    }
    if (in_error_ && take_detected(line, found, errors.back().error.place.file))
      return errors.back().behind.push_back(found);
    if (line.empty()) return;
    if (line[0] == ' ' || line[0] == '\t') {
      if (std::exchange(continues_, false)) errors.back().error.text += " " + string{trimmed(line)};
      return;
    }
    if (says_failed(line)) return failures.push_back(line);
    if ((take_place(rest, found.place) || take_place_of_nvcc(rest, found.place)) &&
        add_located(line, found, trimmed(rest)))
      return;
    if (is_without_place(line)) {
      errors.push_back({{}, {line_kind::error, {}, line, ""}, {}});
      continues_ = line.starts_with("CMake Error");  // what is wrong stands below
      return end_error();
    }
    constexpr string_view in_instantiation = ": In instantiation of ";
    if (size_t const at = line.find(in_instantiation); at != none) {
      pending_.push_back({line_kind::instantiation, {}, line.substr(at + in_instantiation.size()), ""});
    }
  }

  /// False: the line is none of a compiler.
  bool add_located(string const& line, finding& found, string_view text) {
    found.kind = take_kind(text);
    found.text = text;
    header_ = line;
    switch (found.kind) {
      case line_kind::error:
        errors.push_back({std::exchange(pending_, {}), found, {}});
        in_error_ = true;
        return true;
      case line_kind::note:
        for (finding const& way : std::exchange(pending_, {})) {  // how the compiler came to what the note is about
          if (in_error_ && has(way.text, "satisfaction of ")) errors.back().behind.push_back(way);
        }
        if (in_error_) errors.back().behind.push_back(found);
        return true;
      case line_kind::warning:
        end_error();
        return true;
      default:
        break;
    }
    bool const expanded =
        text.starts_with("in 'constexpr' expansion of ") || text.starts_with("in 'consteval' expansion of ");
    if (text.starts_with("undefined reference to ") ||
        text.starts_with("multiple definition of ")) {  // the linker names the line
      errors.push_back({{}, found, {}});
      end_error();
      return true;
    }
    if (!expanded && !text.starts_with("required ") && !text.starts_with("recursively required ")) return false;
    found.kind = expanded ? line_kind::expansion : line_kind::required;
    pending_.push_back(found);
    return true;
  }

  void end_error() {
    pending_.clear();
    in_error_ = false;
  }

  std::vector<finding> pending_{};
  bool in_error_ = false, continues_ = false;
  string previous_{}, header_{};
};

// ---- what an error is about
// ------------------------------------------------------------------------------------------

constexpr string_view headers[] = {
#include "library_headers.inc"
};

bool is_of_library(string const& file) {
  constexpr string_view folder = "allotype/", single = "allotype.hpp";
  size_t const slash = file.rfind('/');
  if (string_view{file}.substr(slash == none ? 0 : slash + 1) == single) return true;
  return std::any_of(std::begin(headers), std::end(headers), [&](string_view header) {
    if (!file.ends_with(header)) return false;
    string_view const before = string_view{file}.substr(0, file.size() - header.size());
    return before.ends_with(folder) &&
           (before.size() == folder.size() || before[before.size() - folder.size() - 1] == '/');
  });
}

bool is_of_system(string_view file) {
  return file.starts_with("/usr/") || file.starts_with("<") || has(file, "/include/c++/") || has(file, "/bits/") ||
         has(file, "/cuda/include/") || has(file, "/targets/x86_64-linux/include/") || has(file, "/crt/");
}

bool is_of_user(source_place const& place) {
  return !place.file.empty() && !is_of_system(place.file) && !is_of_library(place.file);
}

/// The first string literal of a line of source, without its quotes; empty where it has none.
string literal_in(string_view code) {
  size_t const begin = code.find('"');
  string text;
  for (size_t at = begin; begin != none && ++at < code.size() && code[at] != '"'; text += code[at]) {
    if (code[at] == '\\' && at + 1 < code.size()) ++at;
  }
  return text;
}

/// What core/detail/asked_name.hpp makes of a sentence: template arguments that are texts, of something private.
string refused_sentence(string_view text) {
  size_t const begin = text.find("refused<");
  if (begin == none || !has(text, "private")) return "";
  string sentence;
  for (size_t at = text.find('"', begin); at != none; at = text.find('"', at + 1)) {
    if (!sentence.empty()) sentence += ' ';
    for (++at; at < text.size() && text[at] != '"'; ++at) {
      if (text[at] == '\\' && at + 1 < text.size()) ++at;
      sentence += text[at];
    }
    if (at >= text.size()) break;
  }
  return sentence;
}

/// The sentence of a static_assert or of an #error.
string asserted_sentence(string_view text) {
  constexpr string_view failed = "static assertion failed", directive = "#error ",
                        requirement = " due to requirement '";
  if (text.starts_with(directive)) return string{text.substr(directive.size())};
  if (!text.starts_with(failed)) return "";
  text.remove_prefix(failed.size());
  constexpr string_view of_nvcc = " with \"";  // which leaves quotes within as they are
  if (text.starts_with(of_nvcc)) {
    text.remove_prefix(of_nvcc.size());
    return string{text.substr(0, text.rfind('"'))};
  }
  if (text.starts_with(requirement)) text = text.substr(std::min(text.find("': "), text.size() - 1) + 1);
  return text.starts_with(": ") ? string{text.substr(2)} : "";
}

/// How the library stops a function that runs while compiling: a call to detail::refuse, which is not constexpr.
bool is_refusal(finding const& each) {
  return (each.kind == line_kind::error || each.kind == line_kind::note) && has(each.text, "refuse") &&
         has(each.text, "constexpr") && is_of_library(each.place.file);
}

/// The other way: a sentence that is thrown while compiling, as `throw input_error("...")`.
string thrown_sentence(finding const& each) {
  size_t const thrown = each.code.find("throw ");
  if (thrown == none || !is_of_library(each.place.file)) return "";
  string_view const behind = string_view{each.code}.substr(std::min(each.code.find('(', thrown), each.code.size()));
  return behind.starts_with("(\"") ? literal_in(behind) : "";
}

/// A concept's constraint says it by a call of mode_detail::holds, which compilers quote.
string quoted_constraint(finding const& each) {
  if (!is_of_library(each.place.file)) return "";
  for (string const* const line : {&each.text, &each.code}) {
    if (has(*line, "holds(") && has(*line, "\"")) return literal_in(*line);
  }
  return "";
}

/// The last: class refusal throws what it was called with.
bool is_throw(finding const& each) {
  return each.code.starts_with("if (stops_) throw ") && is_of_library(each.place.file);
}

/// The arguments in what a compiler says about a template: behind `with` where it says so, else the name and what
/// follows.
string arguments_in(string_view text) {
  if (size_t const with = text.find("[with "); with != none) {
    size_t const end = text.rfind(']');
    return string{text.substr(with + 6, end - with - 6)};
  }
  char const quote = has(text, "\"") && !has(text, "'") ? '"' : '\'';
  size_t const begin = text.find(quote), end = text.rfind(quote);
  return begin == none || end == begin ? "" : string{text.substr(begin + 1, end - begin - 1)};
}

/// `fixed_text<5>{{'s', 'm', '\000'}}` and `fixed_text<8>{"slices"}` become "sm" and "slices".
void spell_texts(string& text) {
  for (size_t at = 0; (at = text.find("fixed_text<", at)) != none; ++at) {
    size_t const open = text.find(">{", at);
    size_t const close = open == none ? open : text.find('}', open);
    if (close == none || (at > 0 && is_word(text[at - 1]))) continue;
    string_view const inside = string_view{text}.substr(open + 2, close - open - 2);
    string spelt = literal_in(inside);
    if (spelt.empty()) {
      for (size_t quote = inside.find('\''); quote != none && quote + 2 < inside.size();
           quote = inside.find('\'', quote + 3)) {
        if (inside[quote + 1] == '\\') break;
        spelt += inside[quote + 1];
      }
    }
    size_t const end = text.find_first_not_of('}', close);
    text.replace(at, (end == none ? text.size() : end) - at, "\"" + spelt + "\"");
  }
}

/// `mig::_1g_5gb_me` becomes 1g.5gb+me, `topology<2, 4, 0>` 2x4, `mig_partition<A100, 2g.10gb>` A100 2g.10gb.
void spell_names(string& text) {
  for (size_t at = 0; (at = text.find("mig::_", at)) != none;) {
    size_t end = at + 6;
    while (end < text.size() && is_word(text[end])) ++end;
    string name = text.substr(at + 6, end - at - 6);
    replace_all(name, "_no_me", "-me");
    replace_all(name, "_me", "+me");
    replace_all(name, "_", ".");
    text.replace(at, end - at, name);
  }
  for (size_t at = 0; (at = text.find("topology<", at)) != none; ++at) {
    size_t const end = text.find('>', at);
    if (end == none) break;
    string name = text.substr(at + 9, end - at - 9);
    if (name.ends_with(", 0")) name.resize(name.size() - 3);
    replace_all(name, ", ", "x");
    text.replace(at, end + 1 - at, name);
  }
  constexpr string_view partition = "mig_partition<";
  for (size_t at = 0; (at = text.find(partition, at)) != none; ++at) {
    size_t const end = text.find_first_of("<>", at + partition.size());
    if (end == none || text[end] == '<') continue;
    string name = text.substr(at + partition.size(), end - at - partition.size());
    replace_all(name, ", ", " ");
    text.replace(at, end + 1 - at, name);
  }
}

/// What is left of the arguments when the names of the library's namespaces are left out. Of a text that nobody reads
/// to its end, the beginning.
string in_short(string text) {
  constexpr size_t longest = 1 << 14;
  if (text.size() > longest) text.replace(longest, none, "...");
  for (string_view const word : {"struct ", "class ", "consteval ", "constexpr "}) {
    if (text.starts_with(word)) text.erase(0, word.size());
  }
  for (string_view const name : {"allotype::", "mode_detail::", "detail::", "host::", "openmp::"})
    replace_all(text, name, "");
  for (size_t at = 0; (at = text.find("cuda_", at)) != none;) {  // cuda_800::, cuda_800_openmp::
    size_t end = at + 5;
    while (end < text.size() && is_word(text[end])) ++end;
    if (text.compare(end, 2, "::") == 0) {
      text.erase(at, end + 2 - at);
    } else {
      at = end;
    }
  }
  replace_all(text, "> >", ">>");
  replace_all(text, "> >", ">>");
  spell_texts(text);
  spell_names(text);
  if (text.ends_with(" ")) text.pop_back();
  return text;
}

/// The arguments of detail::refuse, in all compilers' words: `refuse<A, B>`, `About = {A, B}`, `About = A; Valid =
/// {B}`, `About=<A, B>`, `About=A, Valid=<B>`.
string arguments_of_refuse(string text) {
  if (text.starts_with("refuse<")) return text.substr(7, text.size() - 8);
  for (string_view const name : {"About = ", "About=", "Valid = ", "Valid="}) {
    size_t const at = text.find(name);
    if (at == none) continue;
    size_t const begin = at + name.size();
    if (begin < text.size() && (text[begin] == '{' || text[begin] == '<')) {  // a list ends where the text does
      text.pop_back();
      text.erase(begin, 1);
    }
    text.erase(at, name.size());
  }
  replace_all(text, "; ", ", ");
  return text;
}

/// The name of a concept that is a sentence: a word of five parts or more. Empty where the text has none.
string rule_named_in(string_view text) {
  for (size_t at = 0; at < text.size();) {
    size_t end = at;
    while (end < text.size() && is_word(text[end])) ++end;
    string_view const word = text.substr(at, end - at);
    bool const begins_small = !word.empty() && 'a' <= word.front() && word.front() <= 'z';
    if (begins_small && std::count(word.begin(), word.end(), '_') >= 4) return string(word);
    at = end + 1;
  }
  return "";
}

string sentence_of(diagnostic const& each, string& about) {
  if (string refused = refused_sentence(each.error.text); !refused.empty()) return refused;
  if (is_of_library(each.error.place.file)) {
    string sentence = asserted_sentence(each.error.text);
    if (sentence.empty() && each.error.code.starts_with("#error ")) sentence = each.error.text;  // clang
    if (!sentence.empty()) {
      auto const names = [](finding const& it) {
        return it.kind == line_kind::instantiation || it.kind == line_kind::detected ||
               it.text.starts_with("in instantiation of ");
      };
      for (auto const* const findings : {&each.before, &each.behind}) {
        auto const found = std::find_if(findings->begin(), findings->end(), names);
        if (found != findings->end() && about.empty()) about = in_short(arguments_in(found->text));
      }
      return sentence;
    }
  }
  std::vector<finding const*> all = {&each.error};
  for (finding const& it : each.behind) all.push_back(&it);
  for (auto it = each.before.rbegin(); it != each.before.rend(); ++it) all.push_back(&*it);
  auto const refused = std::find_if(all.begin(), all.end(), [](finding const* it) { return is_refusal(*it); });
  if (refused != all.end()) {
    about = arguments_of_refuse(in_short(arguments_in((*refused)->text)));
    return literal_in((*refused)->code);
  }
  for (finding const* const it : all) {
    if (string sentence = thrown_sentence(*it); !sentence.empty()) return sentence;
    if (string sentence = quoted_constraint(*it); !sentence.empty()) return sentence;
  }
  auto const thrown = std::find_if(all.begin(), all.end(), [](finding const* it) { return is_throw(*it); });
  for (auto it = thrown; it != all.end(); ++it) {
    for (string const* const line : {&(*it)->code, &(*it)->text}) {
      if (string sentence = literal_in(*line); !sentence.empty() && it != thrown) return sentence;
    }
  }
  for (string finding::* const said : {&finding::text, &finding::code}) {
    for (finding const* const it : all) {
      if (!is_of_library(it->place.file)) continue;
      string_view const line = it->*said;
      for (char const* const before : {"requires ", "satisfy ", "satisfaction of "}) {
        if (size_t const at = line.find(before); at != none) {
          if (string rule = rule_named_in(line.substr(at)); !rule.empty()) return rule;
        }
      }
    }
  }
  // A deleted function's rule is the type of a parameter, which g++ and nvcc name and clang quotes, or a parameter of
  // its template or the argument of that, which clang names in the note.
  bool const deleted = has(each.error.text, "deleted ");
  for (finding const* const it : all) {
    if (!deleted ||
        (it != &each.error && !has(it->text, "explicitly marked deleted") && !has(it->text, "explicitly deleted")))
      continue;
    for (char const* const before : {"detail::", "[with "}) {
      if (size_t const at = it->text.find(before); at != none) {
        if (string rule = rule_named_in(string_view{it->text}.substr(at)); !rule.empty()) return rule;
      }
    }
  }
  if (deleted || each.error.text == "static assertion failed") {
    for (finding const* const it : all) {
      if (string rule = rule_named_in(it->code); is_of_library(it->place.file) && !rule.empty()) return rule;
    }
  }
  return "";
}

/// Where the user wrote what the error is about; null where the log does not say it.
finding const* of_user(diagnostic const& each) {
  if (is_of_user(each.error.place)) return &each.error;
  finding const* found = nullptr;
  for (finding const& it : each.before) {  // from the outside to the inside
    if (it.kind == line_kind::expansion && is_of_user(it.place)) found = &it;
  }
  for (finding const& it : each.before) {  // from the inside to the outside
    if (found == nullptr && it.kind == line_kind::required && is_of_user(it.place)) found = &it;
  }
  for (finding const& it : each.behind) {
    bool const on_the_way = it.kind == line_kind::detected || it.text.starts_with("in ") ||
                            it.text.starts_with("while ") || has(it.text, "requested here") ||
                            has(it.text, "required here");
    if (found == nullptr && on_the_way && is_of_user(it.place)) found = &it;
  }
  for (finding const& it : each.before) {
    if (found == nullptr && it.kind == line_kind::included && is_of_user(it.place)) found = &it;
  }
  return found;
}

/// What g++, clang and nvcc say besides when the library has refused something on that line.
bool says_no_constant(string_view text) {
  return has(text, "<expression error>") || has(text, "is not a constant expression") ||
         has(text, "must have a constant value") || text == "static assertion failed" ||
         has(text, "must be initialized by a constant expression") ||
         has(text, "did not produce a valid constant expression");
}

/// A text that is another one for another line.
string line_of(source_place const& place) { return place.file + '\n' + std::to_string(place.line) + '\n'; }

compiler_error shortened(diagnostic const& each) {
  compiler_error made;
  made.sentence = sentence_of(each, made.about);
  made.of_library = !made.sentence.empty();
  if (!made.of_library) made.sentence = each.error.text;
  finding const* const user = of_user(each);
  finding const& at = user == nullptr ? each.error : *user;
  made.place = at.place;
  made.code = at.code;
  if (!made.of_library && !(at.place == each.error.place)) made.reported = each.error.place;
  return made;
}

}  // namespace

string text_of(source_place const& place) {
  return place.file + (place.line == 0 ? "" : ":" + std::to_string(place.line)) +
         (place.column == 0 ? "" : ":" + std::to_string(place.column));
}

std::vector<compiler_error> errors_of(std::istream& log) {
  log_reader reader;
  reader.read(log);
  // g++ quotes the user's line only in the error that follows from the library's.
  std::unordered_map<string, string const*> quoted;  // by line
  for (diagnostic const& each : reader.errors) {
    if (!each.error.code.empty()) quoted.try_emplace(line_of(each.error.place), &each.error.code);
  }
  std::unordered_set<string> known, refused;  // lines with their sentences; lines where the library refused something
  std::vector<compiler_error> all;
  for (diagnostic const& each : reader.errors) {
    // How core/detail/language.hpp stops a compiler that goes on behind #error.
    if (is_of_library(each.error.place.file) && has(each.error.text, "see the error above")) continue;
    compiler_error made = shortened(each);
    string const line = line_of(made.place);
    if (auto const found = quoted.find(line); made.code.empty() && found != quoted.end()) made.code = *found->second;
    if (!known.insert(line + made.sentence).second) continue;
    if (made.of_library) refused.insert(line);
    all.push_back(std::move(made));
  }
  auto const follows = [&](compiler_error const& each) {
    return !each.of_library && says_no_constant(each.sentence) && refused.count(line_of(each.place)) > 0;
  };
  std::vector<compiler_error> left;
  for (compiler_error const& each : all) {
    if (!follows(each)) left.push_back(each);
  }
  if (left.empty()) {
    for (string const& failure : reader.failures) left.push_back({{}, failure});
  }
  return left;
}

}  // namespace program
