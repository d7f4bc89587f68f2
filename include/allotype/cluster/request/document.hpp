// SPDX-License-Identifier: BSL-1.0
/// \file
/// A document that a request is printed as: objects, arrays, texts, numbers and truth values, printed as JSON or as
/// YAML.
#pragma once

#include <allotype/core/detail/character.hpp>
#include <allotype/core/detail/language.hpp>

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// Members of an object keep their order. `document{}` is an empty object.
///
/// \code
/// at::document pod{{"apiVersion", "v1"}, {"kind", "Pod"}};
/// std::string const text = to_yaml(pod);
/// \endcode
class document {
 public:
  using member = std::pair<std::string, document>;

  document() = default;
  document(std::initializer_list<member> members) : members_(members) {}
  document(char const* text) : kind_(kind::text), scalar_(text) {}
  document(std::string text) : kind_(kind::text), scalar_(std::move(text)) {}
  document(long long number) : kind_(kind::word), scalar_(std::to_string(number)) {}
  document(int number) : document(static_cast<long long>(number)) {}
  document(bool yes) : kind_(kind::word), scalar_(yes ? "true" : "false") {}

  /// An array of these elements.
  [[nodiscard]] static document array(std::vector<document> elements = {}) {
    document made;
    made.kind_ = kind::array;
    for (document& each : elements) made.members_.emplace_back("", std::move(each));
    return made;
  }

  /// Whether an object or array has no members, or a text no characters.
  [[nodiscard]] bool empty() const noexcept { return members_.empty() && scalar_.empty(); }
  /// The member of that name, which is added if it is missing.
  document& operator[](std::string const& name) {
    for (member& each : members_) {
      if (each.first == name) return each.second;
    }
    members_.emplace_back(name, document{});
    return members_.back().second;
  }
  /// Adds an element to an array.
  document& push_back(document element) {
    kind_ = kind::array;
    members_.emplace_back("", std::move(element));
    return members_.back().second;
  }
  /// The members of an object in their order, or the elements of an array, which have no names.
  [[nodiscard]] std::vector<member> const& members() const noexcept { return members_; }

  /// JSON in one line.
  [[nodiscard]] friend std::string to_json(document const& from) {
    std::string text;
    from.write_json(text);
    return text;
  }
  /// YAML in blocks, and a line break at the end. Texts that YAML could take for something else are quoted,
  /// and texts of several lines are printed as such.
  [[nodiscard]] friend std::string to_yaml(document const& from) {
    std::string text;
    from.write_yaml(text, 0, false);
    return text;
  }

 private:
  enum class kind { object, array, text, word };

  bool has_parts() const { return kind_ == kind::object || kind_ == kind::array; }

  static void write_quoted(std::string& to, std::string const& text) {
    to += '"';
    for (char const c : text) {
      if (c == '"' || c == '\\') {
        to += '\\';
        to += c;
      } else if (c == '\n') {
        to += "\\n";
      } else if (static_cast<unsigned char>(c) < 0x20) {
        to += "\\u00";
        to += detail::hexadecimal_digits[c >> 4];
        to += detail::hexadecimal_digits[c & 15];
      } else {
        to += c;
      }
    }
    to += '"';
  }

  void write_json(std::string& to) const {
    if (kind_ == kind::text) return write_quoted(to, scalar_);
    if (kind_ == kind::word) {
      to += scalar_;
      return;
    }
    to += kind_ == kind::array ? '[' : '{';
    bool first = true;
    for (member const& each : members_) {
      if (!first) to += ',';
      first = false;
      if (kind_ == kind::object) {
        write_quoted(to, each.first);
        to += ':';
      }
      each.second.write_json(to);
    }
    to += kind_ == kind::array ? ']' : '}';
  }

  /// YAML reads it as a text, and it needs no quotes for its characters.
  static bool is_plain(std::string const& text) {
    constexpr char const* words[] = {"true", "false", "null", "yes", "no", "on", "off", "y", "n", "~"};
    bool letter = false;
    for (char const c : text) {
      letter = letter || (detail::is_letter(c) && c != 'e' && c != 'E' && c != 'x' && c != 'o' && c != 'b' &&
                          c != 'i' && c != 'n');
      if (!detail::is_alphanumeric(c) && c != '-' && c != '_' && c != '.' && c != '/') return false;
    }
    std::string lower = text;
    for (char& c : lower) c = detail::lower(c);
    for (char const* word : words) {
      if (lower == word) return false;
    }
    return letter && text[0] != '-' && text[0] != '.';
  }
  /// Lines that YAML reads as they stand behind a `|`.
  static bool is_block(std::string const& text) {
    for (char const c : text) {
      if (static_cast<unsigned char>(c) < 0x20 && c != '\n') return false;
    }
    return text.size() > 1 && text[0] != ' ' && text[0] != '\n' && text.back() == '\n' && text[text.size() - 2] != '\n';
  }
  void write_block(std::string& to, std::size_t indent) const {
    to += "|\n";
    for (std::size_t begin = 0; begin < scalar_.size();) {
      std::size_t const end = scalar_.find('\n', begin) + 1;
      if (end - begin > 1) to.append(indent, ' ');
      to.append(scalar_, begin, end - begin);
      begin = end;
    }
  }
  static void write_scalar(std::string& to, std::string const& text) {
    if (is_plain(text)) {
      to += text;
    } else {
      write_quoted(to, text);
    }
  }

  void write_yaml(std::string& to, std::size_t indent, bool inside_a_line) const {
    if (!has_parts() || members_.empty()) {
      if (inside_a_line) to += ' ';
      if (inside_a_line && kind_ == kind::text && is_block(scalar_)) return write_block(to, indent);
      if (kind_ == kind::text) {
        write_scalar(to, scalar_);
      } else {
        to += kind_ == kind::word ? scalar_ : kind_ == kind::array ? "[]" : "{}";
      }
      to += '\n';
      return;
    }
    if (inside_a_line) to += '\n';
    for (member const& each : members_) write_yaml_member(to, indent, each);
  }
  void write_yaml_member(std::string& to, std::size_t indent, member const& each) const {
    to.append(indent, ' ');
    if (kind_ == kind::object) {
      write_scalar(to, each.first);
      to += ':';
      // An array stands under its name without further indentation, as Kubernetes' tools write it.
      each.second.write_yaml(to, each.second.kind_ == kind::array ? indent : indent + 2, true);
      return;
    }
    to += '-';
    if (each.second.kind_ == kind::object && !each.second.members_.empty()) {
      std::string inner;
      each.second.write_yaml(inner, indent + 2, false);
      to += ' ';
      to += inner.substr(indent + 2);
    } else {
      each.second.write_yaml(to, indent + 2, true);
    }
  }

  kind kind_ = kind::object;
  std::string scalar_;
  std::vector<member> members_;
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
