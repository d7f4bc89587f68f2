// SPDX-License-Identifier: BSL-1.0
/// \file
/// Makes a file_value of what a parser finds, as far as it is allowed: the same for JSON and YAML.
#pragma once

#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include <allotype/cluster/pools/detail/input_file.hpp>
#include <allotype/cluster/pools/detail/opened_file.hpp>
#include <allotype/cluster/quoting/terminal.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

class file_builder {
 public:
  /// All three outlive it. \param name for errors
  file_builder(std::string const& name, file_bounds const& bounds, file_value& root)
      : name_(name), bounds_(bounds), root_(root) {}

  int line = 1;  ///< of what comes next

  [[noreturn]] void refuse(std::string const& why) const { refuse_file(name_ + ":" + std::to_string(line), why); }

  /// The name of the member that comes next. \throws input_error if the object has it
  void key(std::string const& name) {
    check_text(name);
    if (!names_.back().insert(name).second) refuse("an object has " + in_error(name) + " twice");
    next_name_ = name;
  }
  /// A value without members. \throws input_error beyond the bounds, and for a text with a NUL
  void add(value_kind kind, std::string text) {
    if (kind == value_kind::string) check_text(text);
    file_value& made = place();
    made.kind = kind;
    made.line = line;
    made.text = std::move(text);
  }
  /// An array or an object, until `close`. \throws input_error beyond the bounds
  void open(value_kind kind) {
    file_value& made = place();
    made.kind = kind;
    made.line = line;
    open_.push_back(&made);
    names_.emplace_back();
    if (open_.size() > static_cast<std::size_t>(bounds_.depth))
      refuse("has arrays and objects inside one another to more than " + std::to_string(bounds_.depth) +
             " levels, the most that are read");
  }
  void close() {
    open_.pop_back();
    names_.pop_back();
  }

 private:
  void check_text(std::string const& text) const {
    if (text.find('\0') != text.npos) refuse(in_error(text) + " has a NUL, which no text here has");
  }
  file_value& place() {
    if (++values_ > bounds_.values)
      refuse("has more than " + std::to_string(bounds_.values) + " values, the most that are read");
    if (open_.empty()) return root_;
    file_value& made = open_.back()->members.emplace_back();
    made.name = std::move(next_name_);
    next_name_.clear();
    return made;
  }

  std::string const& name_;
  file_bounds const& bounds_;
  file_value& root_;
  // A value is not moved while something inside it is read: its array grows behind it.
  std::vector<file_value*> open_{};
  std::vector<std::unordered_set<std::string>> names_{};
  std::string next_name_{};
  int values_ = 0;
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
