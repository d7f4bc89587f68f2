// SPDX-License-Identifier: BSL-1.0
// YAML by yaml-cpp.
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <array>
#include <sstream>
#include <vector>

#include "data_file.hpp"
#include "library/quoting.hpp"

namespace program {

namespace {

template <std::size_t Count>
bool is_one_of(std::string const& text, std::array<char const*, Count> const& words) {
  for (char const* const each : words) {
    if (text == each) return true;
  }
  return false;
}

constexpr std::array nulls{"", "~", "null", "Null", "NULL"};
constexpr std::array truths{"true", "True", "TRUE"};
constexpr std::array falsehoods{"false", "False", "FALSE"};
/// Truth values in YAML 1.1, and texts in 1.2.
constexpr std::array truths_of_1_1{"y",  "Y",  "yes", "Yes", "YES", "n",   "N",   "no",
                                   "No", "NO", "on",  "On",  "ON",  "off", "Off", "OFF"};

bool has_only(std::string const& text, std::size_t from, char const* characters) {
  return from < text.size() && text.find_first_not_of(characters, from) == text.npos;
}
constexpr char digits[] = "0123456789";

bool is_whole(std::string const& text) { return has_only(text, text[0] == '-' || text[0] == '+' ? 1 : 0, digits); }

/// A number in YAML 1.2: 12, -3, 0.5, 1e3, .inf
bool is_number(std::string const& text) {
  if (is_whole(text)) return true;
  std::size_t const from = text[0] == '-' || text[0] == '+' ? 1 : 0;
  std::string const rest = text.substr(from);
  if (rest == ".inf" || rest == ".Inf" || rest == ".INF" || text == ".nan" || text == ".NaN" || text == ".NAN")
    return true;
  std::size_t at = 0;
  std::size_t seen = 0;
  auto const skip_digits = [&] {
    for (; at < rest.size() && rest[at] >= '0' && rest[at] <= '9'; ++at) ++seen;
  };
  skip_digits();
  if (at < rest.size() && rest[at] == '.') ++at;
  skip_digits();
  if (seen == 0) return false;
  if (at < rest.size() && (rest[at] == 'e' || rest[at] == 'E')) {
    ++at;
    if (at < rest.size() && (rest[at] == '-' || rest[at] == '+')) ++at;
    if (!has_only(rest, at, digits)) return false;
    at = rest.size();
  }
  return at == rest.size();
}

/// A number in one version of YAML, and another one or a text in the other: 0x1F, 0o17, 017, 1_000, 1:30.
bool is_number_in_one_version(std::string const& text) {
  std::size_t const from = text[0] == '-' || text[0] == '+' ? 1 : 0;
  if (text.size() <= from || text[from] < '0' || text[from] > '9') return false;
  if (text.compare(from, 2, "0x") == 0) return has_only(text, from + 2, "0123456789abcdefABCDEF_");
  if (text.compare(from, 2, "0o") == 0) return has_only(text, from + 2, "01234567");
  if (text.compare(from, 2, "0b") == 0) return has_only(text, from + 2, "01_");
  bool const is_octal = text[from] == '0' && text.size() > from + 1 && has_only(text, from, digits);
  return is_octal ||
         ((text.find('_') != text.npos || text.find(':') != text.npos) && has_only(text, from, "0123456789_:."));
}

/// What yaml-cpp finds.
class yaml_events : public YAML::EventHandler {
 public:
  explicit yaml_events(library::file_builder& to) : to_(to) {}

  void OnDocumentStart(YAML::Mark const& at) override {
    to_.line = at.line + 1;
    if (documents_++ > 0) to_.refuse("has a second document; valid is one");
  }
  void OnDocumentEnd() override {}
  void OnNull(YAML::Mark const& at, YAML::anchor_t anchor) override { OnScalar(at, "?", anchor, ""); }
  void OnAlias(YAML::Mark const& at, YAML::anchor_t) override {
    to_.line = at.line + 1;
    to_.refuse("has an alias, which is not read: write its value out");
  }
  void OnScalar(YAML::Mark const& at, std::string const& tag, YAML::anchor_t anchor, std::string const& text) override {
    begin(at, tag, anchor);
    if (is_key()) {
      to_.key(text);
      has_key_.back() = true;
      return;
    }
    to_.add(kind_of(tag, text), truth_of(tag, text));
    end_value();
  }
  void OnSequenceStart(YAML::Mark const& at, std::string const& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open(at, tag, anchor, library::value_kind::array);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(YAML::Mark const& at, std::string const& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open(at, tag, anchor, library::value_kind::object);
  }
  void OnMapEnd() override { close(); }

  [[nodiscard]] bool is_empty() const { return documents_ == 0; }

 private:
  void begin(YAML::Mark const& at, std::string const& tag, YAML::anchor_t anchor) {
    to_.line = at.line + 1;
    if (anchor != YAML::NullAnchor)
      to_.refuse("has an anchor, which is not read: write the value out where it is used");
    if (!tag.empty() && tag != "?" && tag != "!")
      to_.refuse("has the tag " + library::in_error(tag) + ", and no tag is read");
  }
  [[nodiscard]] bool is_key() const { return !has_key_.empty() && is_object_.back() && !has_key_.back(); }
  void end_value() {
    if (!has_key_.empty()) has_key_.back() = false;
  }
  void open(YAML::Mark const& at, std::string const& tag, YAML::anchor_t anchor, library::value_kind kind) {
    begin(at, tag, anchor);
    if (is_key()) to_.refuse("an object or array is the name of a member; valid is a text");
    to_.open(kind);
    is_object_.push_back(kind == library::value_kind::object);
    has_key_.push_back(false);
  }
  void close() {
    to_.close();
    is_object_.pop_back();
    has_key_.pop_back();
    end_value();
  }

  /// A plain scalar is what YAML 1.2 makes of it. \throws input_error for what other versions read otherwise
  library::value_kind kind_of(std::string const& tag, std::string const& text) const {
    using kind = library::value_kind;
    if (tag != "?") return kind::string;
    if (is_one_of(text, nulls)) return kind::null;
    if (is_one_of(text, truths) || is_one_of(text, falsehoods)) return kind::boolean;
    if (is_one_of(text, truths_of_1_1))
      to_.refuse(text + " is a truth value in YAML 1.1 and a text in 1.2: write true, false, or \"" + text + "\"");
    if (is_number_in_one_version(text))
      to_.refuse(text + " is not the same number in YAML 1.1 and 1.2: write it in digits, or as \"" + text + "\"");
    return is_number(text) ? kind::number : kind::string;
  }
  static std::string truth_of(std::string const& tag, std::string const& text) {
    if (tag == "?" && is_one_of(text, truths)) return "true";
    if (tag == "?" && is_one_of(text, falsehoods)) return "false";
    return text;
  }

  library::file_builder& to_;
  std::vector<bool> is_object_{}, has_key_{};
  int documents_ = 0;
};

}  // namespace

library::file_value read_yaml_text(std::string const& text, std::string const& name,
                                   library::file_bounds const& bounds) {
  library::file_value root;
  library::file_builder builder(name, bounds, root);
  if (!library::is_utf8(text)) builder.refuse("is no YAML: it has bytes that are not UTF-8");
  yaml_events events(builder);
  try {
    std::istringstream in(text);
    YAML::Parser parser(in);
    while (parser.HandleNextDocument(events)) continue;
  } catch (YAML::Exception const& wrong) {
    builder.line = wrong.mark.line + 1;
    builder.refuse("is no YAML: " + library::terminal_text(wrong.msg.substr(0, 300)));
  }
  if (events.is_empty()) builder.refuse("is no YAML: it has nothing");
  return root;
}

}  // namespace program
