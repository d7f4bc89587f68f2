// SPDX-License-Identifier: BSL-1.0
/// \file
/// A document that a request is printed as: objects, arrays, texts, numbers and truth values, printed as JSON or as
/// YAML.
#pragma once

#include <allotype/cluster/quoting/strings.hpp>
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
  /// \throws input_error if a text is not UTF-8
  [[nodiscard]] friend std::string to_json(document const& from) {
    std::string text;
    from.write_json(text);
    return text;
  }
  /// YAML in blocks, and a line break at the end. Texts that YAML could take for something else are quoted,
  /// and texts of several lines are printed as such.
  /// \throws input_error if a text is not UTF-8
  [[nodiscard]] friend std::string to_yaml(document const& from) {
    std::string text;
    from.write_yaml(text, 0, false);
    return text;
  }

 private:
  enum class kind { object, array, text, word };

  bool has_parts() const { return kind_ == kind::object || kind_ == kind::array; }

  void write_json(std::string& to) const {
    if (kind_ == kind::text) return void(to += detail::json_string(scalar_));
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
        to += detail::json_string(each.first);
        to += ':';
      }
      each.second.write_json(to);
    }
    to += kind_ == kind::array ? ']' : '}';
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
  void write_yaml(std::string& to, std::size_t indent, bool inside_a_line) const {
    if (!has_parts() || members_.empty()) {
      if (inside_a_line) to += ' ';
      if (inside_a_line && kind_ == kind::text && detail::is_block_in_yaml(scalar_)) return write_block(to, indent);
      if (kind_ == kind::text) {
        to += detail::yaml_scalar(scalar_);
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
      to += detail::yaml_scalar(each.first);
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
