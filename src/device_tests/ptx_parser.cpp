// SPDX-License-Identifier: BSL-1.0
#include "ptx_parser.hpp"

#include <cctype>
#include <charconv>
#include <set>

namespace allotype::device_tests {

unsigned size_of_type(std::string_view type) {
  if (type == "b128") return 16;
  if (type == "pred") return 1;
  unsigned bits = 0;
  std::size_t const digits = type.find_first_of("123456789");
  if (digits != type.npos) std::from_chars(type.data() + digits, type.data() + type.size(), bits);
  bool const known =
      !type.empty() && std::string_view("bfsu").find(type[0]) != std::string_view::npos && bits % 8 == 0 && bits != 0;
  if (!known) throw ptx_error("a type of PTX was expected, and is \"" + std::string(type) + "\"");
  return bits / 8;
}

namespace {

/// No memory of any space is there.
constexpr std::uint64_t first_code_address = 0x0800'0000'0000;

class parser {
 public:
  explicit parser(ptx_module& into) : into_(into), text_(into.text) {}

  void module() {
    bool is_external = false;
    for (skip(); at_ < text_.size(); skip()) {
      std::string_view const word = take_word();
      if (word == ".version" || word == ".target" || word == ".address_size") {
        rest_of_line();
      } else if (word == ".file") {
        unsigned const number = take_number();
        skip();
        std::string_view const rest = rest_of_line();
        into_.files[number] = rest.substr(1, rest.find('"', 1) - 1);
      } else if (word == ".section") {
        take_until('{');
        take_until('}');
      } else if (word == ".extern") {
        is_external = true;
      } else if (word == ".visible" || word == ".weak" || word == ".common") {
      } else if (word == ".entry" || word == ".func") {
        one_function(word == ".entry");
        is_external = false;
      } else if (word == ".global" || word == ".const" || word == ".shared") {
        variables(word.substr(1), into_.variables, is_external);
        is_external = false;
      } else if (word == ".pragma" || word == ".alias") {
        take_until(';');
      } else {
        fail("a directive was expected, and is \"" + std::string(word) + "\"");
      }
    }
    remove_declarations_of_defined_variables();
  }

 private:
  [[noreturn]] void fail(std::string const& what) const {
    throw ptx_error("PTX line " + std::to_string(line_) + ": " + what);
  }

  /// White space and comments.
  void skip() {
    while (at_ < text_.size()) {
      char const c = text_[at_];
      if (c == '\n') {
        ++line_, ++at_;
      } else if (std::isspace(static_cast<unsigned char>(c)) != 0) {
        ++at_;
      } else if (text_.compare(at_, 2, "//") == 0) {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (text_.compare(at_, 2, "/*") == 0) {
        std::size_t const end = text_.find("*/", at_);
        if (end == text_.npos) fail("a comment has no end");
        for (; at_ < end + 2; ++at_) line_ += text_[at_] == '\n';
      } else {
        return;
      }
    }
  }
  char peek() {
    skip();
    if (at_ >= text_.size()) fail("the text ends too early");
    return text_[at_];
  }
  bool take(char wanted) {
    if (peek() != wanted) return false;
    ++at_;
    return true;
  }
  void expect(char wanted) {
    if (!take(wanted))
      fail(std::string("'") + wanted + "' was expected before \"" + std::string(text_.substr(at_, 20)) + "\"");
  }
  static bool of_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' || c == '%' || c == '.' || c == ':';
  }
  /// A name, a directive or an opcode. A colon belongs to it if another follows, as in `shared::cluster`.
  std::string_view take_word() {
    skip();
    std::size_t const begin = at_;
    while (at_ < text_.size() && of_word(text_[at_])) {
      if (text_[at_] == ':') {
        if (text_.compare(at_, 2, "::") != 0) break;
        ++at_;
      }
      ++at_;
    }
    if (at_ == begin) fail("a word was expected before \"" + std::string(text_.substr(at_, 20)) + "\"");
    return text_.substr(begin, at_ - begin);
  }
  unsigned take_number() {
    std::string_view const word = take_word();
    unsigned number = 0;
    std::from_chars(word.data(), word.data() + word.size(), number);
    return number;
  }
  std::string_view rest_of_line() {
    std::size_t const begin = at_;
    at_ = std::min(text_.find('\n', at_), text_.size());
    return text_.substr(begin, at_ - begin);
  }
  std::string_view take_until(char end) {
    std::size_t const begin = at_;
    std::size_t const found = text_.find(end, at_);
    if (found == text_.npos) fail(std::string("no '") + end + "' follows");
    for (; at_ < found; ++at_) line_ += text_[at_] == '\n';
    ++at_;
    return text_.substr(begin, found - begin);
  }
  static std::string_view trimmed(std::string_view text) {
    while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())) != 0) text.remove_prefix(1);
    while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0) text.remove_suffix(1);
    return text;
  }
  /// Parts between commas that are outside of any brackets.
  static std::vector<std::string_view> parts(std::string_view text) {
    std::vector<std::string_view> found;
    std::size_t begin = 0;
    int depth = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
      char const c = text[i];
      depth += c == '(' || c == '{' || c == '[';
      depth -= c == ')' || c == '}' || c == ']';
      if (c == ',' && depth == 0) {
        found.push_back(trimmed(text.substr(begin, i - begin)));
        begin = i + 1;
      }
    }
    if (std::string_view const last = trimmed(text.substr(begin)); !last.empty()) found.push_back(last);
    return found;
  }

  /// After its space: `.align 8 .b8 name[16] = {…}`, up to what is behind it.
  variable one_variable(std::string_view space) {
    variable made;
    made.space = space;
    for (;;) {
      std::string_view const word = take_word();
      if (word == ".align") {
        made.alignment = take_number();
      } else if (word == ".v2" || word == ".v4") {
        made.count *= word == ".v2" ? 2 : 4;
      } else if (word == ".ptr" || word == ".global" || word == ".shared" || word == ".local" || word == ".const") {
        // of a parameter: what it points to
      } else if (word[0] == '.') {
        made.type = word.substr(1);
        size_of_type(made.type);
      } else {
        made.name = word;
        break;
      }
    }
    if (made.type.empty()) fail("the variable " + std::string(made.name) + " has no type");
    if (made.alignment == 0) made.alignment = size_of_type(made.type);
    while (take('[')) {
      if (peek() == ']') {
        made.count = 0;
      } else {
        made.count *= take_number();
      }
      expect(']');
    }
    if (take('<')) {
      made.count = take_number();
      made.is_range = true;
      expect('>');
    }
    if (take('=')) {
      if (take('{')) {
        std::string_view const all = take_until('}');
        if (all.find('{') != all.npos) fail("an initializer in an initializer");
        made.values = parts(all);
      } else {
        std::size_t const begin = at_;
        while (peek() != ';' && peek() != ',') ++at_;
        made.values = {trimmed(text_.substr(begin, at_ - begin))};
      }
    }
    return made;
  }
  /// A variable that one file defines, others declare.
  void remove_declarations_of_defined_variables() {
    std::set<std::string_view> defined;
    for (variable const& one : into_.variables) {
      if (!one.is_external) defined.insert(one.name);
    }
    std::erase_if(into_.variables, [&](variable const& one) { return one.is_external && defined.contains(one.name); });
  }
  void variables(std::string_view space, std::vector<variable>& into, bool is_external) {
    variable first = one_variable(space);
    first.is_external = is_external;
    into.push_back(first);
    while (take(',')) {
      // Only registers come as `.reg .b32 a, b`.
      variable next = first;
      next.name = take_word();
      next.is_range = false;
      next.count = 1;
      if (take('<')) {
        next.count = take_number();
        next.is_range = true;
        expect('>');
      }
      into.push_back(next);
    }
    expect(';');
  }
  std::vector<variable> list_of_parameters() {
    std::vector<variable> found;
    if (!take('(')) return found;
    while (!take(')')) {
      std::string_view const space = take_word();
      found.push_back(one_variable(space.substr(1)));
      take(',');
    }
    return found;
  }

  void one_function(bool is_entry) {
    function made;
    made.is_entry = is_entry;
    made.results = list_of_parameters();
    made.name = take_word();
    made.parameters = list_of_parameters();
    for (;;) {
      if (take(';')) break;
      if (take('{')) {
        made.has_body = true;
        body(made);
        break;
      }
      std::string_view const word = take_word();
      unsigned threads = 1;
      if (word == ".maxntid" || word == ".reqntid" || word == ".reqnctapercluster") {
        do threads *= take_number();
        while (take(','));
        if (word == ".maxntid") made.most_threads = threads;
        if (word == ".reqntid") made.threads_required = threads;
      } else if (word == ".maxnreg") {
        made.registers = take_number();
      } else if (word == ".minnctapersm" || word == ".maxclusterrank") {
        take_number();
      } else if (word == ".pragma") {
        take_until(';');
      } else if (word != ".noreturn" && word != ".explicitcluster" && word != ".blocksareclusters") {
        fail("a directive of a function was expected, and is \"" + std::string(word) + "\"");
      }
    }
    auto const [there, is_new] = into_.functions.try_emplace(made.name);
    made.address = is_new ? first_code_address + 16 * into_.functions.size() : there->second.address;
    if (made.has_body || !there->second.has_body) there->second = std::move(made);
  }

  void place() {
    source_place now;
    now.file = take_number(), now.line = take_number();
    std::string_view const rest = rest_of_line();
    if (std::size_t const inlined = rest.find("inlined_at "); inlined != rest.npos) {
      char const* at = rest.data() + inlined + 11;
      at = std::from_chars(at, rest.data() + rest.size(), now.outer_file).ptr;
      while (*at == ' ') ++at;
      std::from_chars(at, rest.data() + rest.size(), now.outer_line);
      // What was inlined there may have been inlined itself: the outermost place is the user's.
      if (auto const known = outermost_.find({now.outer_file, now.outer_line}); known != outermost_.end()) {
        now.outer_file = known->second.first, now.outer_line = known->second.second;
      }
      outermost_[{now.file, now.line}] = {now.outer_file, now.outer_line};
    } else {
      outermost_.erase({now.file, now.line});
    }
    into_.places.push_back(now);
  }

  void body(function& into) {
    outermost_.clear();
    for (int depth = 1; depth > 0;) {
      statement made{};
      made.place = static_cast<unsigned>(into_.places.size() - 1);
      if (take('{')) {
        made.what = statement::kind::scope_begin;
        ++depth;
      } else if (take('}')) {
        made.what = statement::kind::scope_end;
        if (--depth == 0) break;
      } else if (take(';')) {
        continue;
      } else if (take('@')) {
        made.guard_negated = take('!');
        made.guard = take_word();
        one_instruction(made, take_word());
      } else {
        made.line = line_;
        std::string_view word = take_word();
        if (word == ".loc") {
          place();
          continue;
        }
        if (word == ".pragma") {
          take_until(';');
          continue;
        }
        if (word == ".branchtargets") {
          if (into.body.empty() || into.body.back().what != statement::kind::label)
            fail("a table of branch targets has no name");
          into.body.back().what = statement::kind::branch_targets;
          into.body.back().operands = parts(take_until(';'));
          continue;
        }
        if (word == ".callprototype") {
          if (into.body.empty() || into.body.back().what != statement::kind::label)
            fail("a prototype of calls has no name");
          into.body.pop_back();
          take_until(';');
          continue;
        }
        if (word.starts_with(".reg.")) {  // written by hand: `.reg.b32 name`
          at_ -= word.size() - 4;
          word = word.substr(0, 4);
        }
        if (word == ".reg" || word == ".local" || word == ".shared" || word == ".param") {
          std::vector<variable> declared;
          variables(word.substr(1), declared, false);
          for (variable& one : declared) {
            made.what = statement::kind::declaration;
            made.declared = std::move(one);
            into.body.push_back(made);
          }
          continue;
        }
        if (word[0] == '.') fail("the directive " + std::string(word) + " is unknown to this interpreter");
        if (take(':')) {
          made.what = statement::kind::label;
          made.name = word;
        } else {
          one_instruction(made, word);
        }
      }
      if (made.line == 0) made.line = line_;
      into.body.push_back(std::move(made));
    }
  }
  void one_instruction(statement& made, std::string_view opcode) {
    made.what = statement::kind::instruction;
    made.line = line_;
    made.name = opcode;
    skip();
    made.operands = parts(take_until(';'));
  }

  ptx_module& into_;
  std::string_view text_;
  std::size_t at_ = 0;
  unsigned line_ = 1;
  std::map<std::pair<unsigned, unsigned>, std::pair<unsigned, unsigned>> outermost_;
};

}  // namespace

ptx_module::ptx_module(std::string ptx) : text(std::move(ptx)) { parser(*this).module(); }

}  // namespace allotype::device_tests
