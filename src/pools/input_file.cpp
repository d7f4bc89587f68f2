// SPDX-License-Identifier: BSL-1.0
// Files that a person wrote: a part of the library allotype::pools.
#include <allotype/cluster/pools/detail/file_builder.hpp>
#include <allotype/cluster/pools/detail/input_file.hpp>
#include <allotype/cluster/pools/detail/opened_file.hpp>
#include <allotype/cluster/quoting/terminal.hpp>
#include <allotype/core/detail/list_text.hpp>
#include <allotype/core/detail/nearest_name.hpp>
#include <allotype/core/detail/number_text.hpp>
#include <iterator>
#include <nlohmann/json.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

namespace {

/// Reads a text, and counts its lines.
class counting_iterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = char const*;
  using reference = char const&;

  counting_iterator(char const* at, int* line) : at_(at), line_(line) {}
  char const& operator*() const { return *at_; }
  counting_iterator& operator++() {
    if (*at_ == '\n') ++*line_;
    ++at_;
    return *this;
  }
  counting_iterator operator++(int) {
    counting_iterator const before = *this;
    ++*this;
    return before;
  }
  bool operator==(counting_iterator const& other) const { return at_ == other.at_; }
  bool operator!=(counting_iterator const& other) const { return at_ != other.at_; }

 private:
  char const* at_;
  int* line_;
};

/// What nlohmann's parser finds.
class json_events : public nlohmann::json_sax<nlohmann::json> {
 public:
  explicit json_events(file_builder& to) : to_(to) {}

  bool null() override { return add(value_kind::null, "null"); }
  bool boolean(bool yes) override { return add(value_kind::boolean, yes ? "true" : "false"); }
  bool number_integer(number_integer_t number) override { return add(value_kind::number, std::to_string(number)); }
  bool number_unsigned(number_unsigned_t number) override { return add(value_kind::number, std::to_string(number)); }
  bool number_float(number_float_t, string_t const& text) override { return add(value_kind::number, text); }
  bool string(string_t& text) override { return add(value_kind::string, text); }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(value_kind::object); }
  bool start_array(std::size_t) override { return open(value_kind::array); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(string_t& name) override {
    to_.key(name);
    return true;
  }
  bool parse_error(std::size_t, std::string const&, nlohmann::json::exception const& wrong) override {
    std::string why = wrong.what();
    if (auto const text = why.find(": "); text != why.npos && why.find("column") < text) why = why.substr(text + 2);
    to_.refuse("is no JSON: " + terminal_text(why.substr(0, 300)));
  }

 private:
  bool add(value_kind kind, std::string const& text) {
    to_.add(kind, text);
    return true;
  }
  bool open(value_kind kind) {
    to_.open(kind);
    return true;
  }
  bool close() {
    to_.close();
    return true;
  }

  file_builder& to_;
};

char const* kind_in_words(value_kind kind) {
  switch (kind) {
    case value_kind::null:
      return "null";
    case value_kind::boolean:
      return "a truth value";
    case value_kind::number:
      return "a number";
    case value_kind::string:
      return "a text";
    case value_kind::array:
      return "an array";
    case value_kind::object:
      break;
  }
  return "an object";
}

}  // namespace

file_value read_json_text(std::string const& text, std::string const& name, file_bounds const& bounds) {
  file_value root;
  file_builder builder(name, bounds, root);
  json_events events(builder);
  nlohmann::json::sax_parse(counting_iterator(text.data(), &builder.line),
                            counting_iterator(text.data() + text.size(), &builder.line), &events);
  return root;
}

file_value read_json(std::string const& file, file_bounds const& bounds) {
  return read_json_text(read_file(file, bounds.bytes), file, bounds);
}

void file_place::refuse(std::string const& why) const {
  refuse_file(*file_ + ":" + std::to_string(value_->line), (words_.empty() ? "" : words_ + ": ") + why);
}

file_place file_place::called(std::string const& words) const {
  file_place made = *this;
  made.words_ += (words_.empty() ? "" : ": ") + words;
  made.name_.clear();
  return made;
}

file_value const* file_place::find(std::string const& name) const {
  if (value_->kind != value_kind::object) return nullptr;
  for (file_value const& each : value_->members) {
    if (each.name == name) return &each;
  }
  return nullptr;
}

file_place file_place::member(std::string const& name) const {
  file_value const* const found = find(name);
  if (found == nullptr) refuse(in_error(name) + " is missing");
  file_place made = *this;
  made.value_ = found;
  made.name_ = name;
  return made;
}

std::vector<file_place> file_place::elements(std::string const& example) const {
  if (value_->kind != value_kind::array) refuse_kind("an array of " + example);
  std::vector<file_place> made;
  for (file_value const& each : value_->members) {
    made.push_back(*this);
    made.back().value_ = &each;
  }
  return made;
}

std::vector<file_place> file_place::members(std::string const& example) const {
  if (value_->kind != value_kind::object) refuse_kind("an object, as " + example);
  std::vector<file_place> made;
  for (file_value const& each : value_->members) {
    made.push_back(*this);
    made.back().value_ = &each;
    made.back().name_ = each.name;
  }
  return made;
}

void file_place::only(std::vector<std::string> const& known) const {
  if (value_->kind != value_kind::object) refuse_kind("an object with " + joined(known));
  for (file_value const& each : value_->members) {
    nearest_names<std::string> nearest(text_range(each.name), static_cast<int>(each.name.size()) / 2 + 1);
    bool is_known = false;
    for (std::string const& name : known) {
      is_known = is_known || name == each.name;
      nearest.offer(text_range(name), name);
    }
    if (is_known) continue;
    file_place there = *this;
    there.value_ = &each;
    std::string const nearest_name = nearest.size() == 0 ? "" : "; the nearest is " + in_error(nearest.best());
    there.refuse(in_error(each.name) + " is not known here" + nearest_name + "; there are " + joined(known));
  }
}

void file_place::refuse_kind(std::string const& valid) const {
  std::string const what = name_.empty() ? "what stands here" : in_error(name_);
  refuse(what + " must be " + valid + ", and is " +
         (value_->kind == value_kind::number || value_->kind == value_kind::boolean ? value_->text
                                                                                    : kind_in_words(value_->kind)));
}

std::string file_place::text() const {
  if (value_->kind != value_kind::string) refuse_kind("a text");
  if (value_->text.empty())
    refuse((name_.empty() ? "what stands here" : in_error(name_)) + " must be a text, and is empty");
  return value_->text;
}

int file_place::number(int least, int most) const {
  auto const read = read_number(text_range(value_->text), static_cast<unsigned long long>(most));
  if (value_->kind != value_kind::number || !read || read.value < static_cast<unsigned long long>(least))
    refuse_kind("a number from " + std::to_string(least) + " to " + std::to_string(most));
  return static_cast<int>(read.value);
}

std::string file_place::word() const {
  if (value_->kind == value_kind::null || !value_->members.empty() || value_->kind == value_kind::array ||
      value_->kind == value_kind::object)
    refuse_kind("a text, a number or a truth value");
  return value_->text;
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
