// SPDX-License-Identifier: BSL-1.0
/// \file
/// Files that a person wrote, read with care: what is wrong names the file, the line, the place in it and what would be
/// valid, and nothing is taken that has no bound. The compiled library allotype::pools defines what is declared here.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <allotype/core/detail/language.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

/// What a file of JSON may have. Nothing is read beyond.
struct file_bounds {
  std::size_t bytes = std::size_t{16} << 20;
  int values = 500000;
  int depth = 32;  ///< of arrays and objects in one another
};

enum class value_kind { null, boolean, number, string, array, object };

/// A value in a file, and the line on which it begins.
struct file_value {
  value_kind kind = value_kind::null;
  int line = 1;
  std::string name{};                 ///< of a member of an object
  std::string text{};                 ///< of a text; of a number and a truth value as the file has it
  std::vector<file_value> members{};  ///< of an object, and without names the elements of an array
};

/// A member that an object may have.
struct member_rule {
  char const* name;
  value_kind kind;  ///< null: any
  bool required;
  char const* words;   ///< what it is
  int least = 0;       ///< of a number; of an array its elements
  long long most = 0;  ///< of a number
};

/// A file of JSON (RFC 8259).
/// \throws input_error with the line if it is none: also if an object has a name twice, if something has no UTF-8 or a
/// NUL, or if it exceeds the bounds
[[gnu::visibility("default")]] file_value read_json(std::string const& file, file_bounds const& bounds = {});
/// The same of a text that is here. \param name for errors
[[gnu::visibility("default")]] file_value read_json_text(std::string const& text, std::string const& name,
                                                         file_bounds const& bounds = {});

/// A value in its file, for errors.
class [[gnu::visibility("default")]] file_place {
 public:
  /// \param file which outlives the place, as the value does
  file_place(std::string const& file, file_value const& value) : file_(&file), value_(&value) {}

  /// `lab.json:3: pool 1 "x": why`. \throws input_error
  [[noreturn]] void refuse(std::string const& why) const;

  /// The same value; errors say more of where it is.
  [[nodiscard]] file_place called(std::string const& words) const;
  [[nodiscard]] bool has(std::string const& name) const { return find(name) != nullptr; }
  /// A member of an object. \throws input_error where it is missing
  [[nodiscard]] file_place member(std::string const& name) const;
  /// The elements of an array, or the members of an object, each with its name.
  /// \param example what would be valid, for errors
  [[nodiscard]] std::vector<file_place> elements(std::string const& example) const;
  [[nodiscard]] std::vector<file_place> members(std::string const& example) const;
  [[nodiscard]] std::string const& name() const { return name_; }  ///< of a member
  [[nodiscard]] value_kind kind() const { return value_->kind; }

  /// \throws input_error where it is no object, or has another member
  void only(std::vector<std::string> const& known) const;
  template <std::size_t Count>
  void only(member_rule const (&known)[Count]) const {
    std::vector<std::string> names;
    for (member_rule const& each : known) names.emplace_back(each.name);
    only(names);
  }

  /// A text. \throws input_error for anything else, also for an empty one
  [[nodiscard]] std::string text() const;
  /// A whole number. \throws input_error for anything else
  [[nodiscard]] int number(int least, int most) const;
  /// The number of a member, within the bounds of its rule; `otherwise` where the member is missing.
  template <std::size_t Count>
  [[nodiscard]] int number_of(member_rule const (&known)[Count], char const* name, int otherwise) const {
    if (!has(name)) return otherwise;
    for (member_rule const& each : known) {
      if (std::string_view{each.name} == name) return member(name).number(each.least, static_cast<int>(each.most));
    }
    return otherwise;
  }
  /// A text, a number or a truth value, as the file has it. \throws input_error
  [[nodiscard]] std::string word() const;

 private:
  [[nodiscard]] file_value const* find(std::string const& name) const;
  [[noreturn]] void refuse_kind(std::string const& valid) const;

  std::string const* file_;
  file_value const* value_;
  std::string words_{};
  std::string name_{};
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
