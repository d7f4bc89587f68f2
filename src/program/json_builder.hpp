// SPDX-License-Identifier: BSL-1.0
/// \file
/// JSON from what another one wrote, as text or as MessagePack: in linear time, and with a limit of levels that is
/// looked at before the next one is begun. nlohmann's own reader looks through an object for each of its names, and
/// calls itself for each level of MessagePack.
#pragma once

#include <cstddef>
#include <functional>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <allotype/core/error.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

using nlohmann::ordered_json;

/// An object that grows by names; of one that comes twice, the last counts.
class object_builder {
 public:
  /// False: the name was there.
  bool put(std::string name, ordered_json each) {
    auto const [at, is_new] = positions_.try_emplace(name, members().size());
    if (is_new)
      members().emplace_back(std::move(name), std::move(each));
    else
      std::next(members().begin(), static_cast<std::ptrdiff_t>(at->second))->second = std::move(each);
    return is_new;
  }
  ordered_json take() { return std::move(object_); }

 private:
  ordered_json::object_t& members() { return object_.get_ref<ordered_json::object_t&>(); }

  ordered_json object_ = ordered_json::object();
  std::unordered_map<std::string, std::size_t> positions_;
};

/// An object's member that is not there yet, behind the others, without a look for it.
inline void append_member(ordered_json& object, std::string const& name, ordered_json each) {
  object.get_ref<ordered_json::object_t&>().emplace_back(name, std::move(each));
}

/// Builds the JSON of a reader's events.
class json_builder final : public nlohmann::json_sax<ordered_json> {
 public:
  static constexpr std::size_t most_levels = 64;

  /// \param refuse is called with what is wrong: more levels, a name that an object has twice; it throws
  json_builder(std::function<void(std::string const&)> refuse, bool names_differ)
      : refuse_(std::move(refuse)), names_differ_(names_differ) {}

  ordered_json take() { return std::move(*root_); }
  bool is_whole() const { return root_.has_value() && open_.empty(); }
  /// The byte at which the reader stopped.
  std::size_t mistake() const { return mistake_; }

  bool null() override { return add(nullptr); }
  bool boolean(bool one) override { return add(one); }
  bool number_integer(number_integer_t one) override { return add(one); }
  bool number_unsigned(number_unsigned_t one) override { return add(one); }
  bool number_float(number_float_t one, string_t const&) override { return add(one); }
  bool string(string_t& one) override { return add(std::move(one)); }
  bool binary(binary_t& one) override { return add(ordered_json::binary(std::move(one))); }
  bool start_object(std::size_t) override {
    begin().object.emplace();
    return true;
  }
  bool key(string_t& name) override {
    open_.back().name = std::move(name);
    return true;
  }
  bool end_object() override { return end(open_.back().object->take()); }
  bool start_array(std::size_t) override {
    begin();
    return true;
  }
  bool end_array() override { return end(std::move(open_.back().array)); }
  bool parse_error(std::size_t at, std::string const&, nlohmann::detail::exception const&) override {
    mistake_ = at;
    return false;
  }

 private:
  struct level {
    std::optional<object_builder> object;  ///< none: an array
    ordered_json array = ordered_json::array();
    std::string name;  ///< of the object's next member
  };

  level& begin() {
    if (open_.size() == most_levels) refuse_("has more than " + std::to_string(most_levels) + " levels");
    return open_.emplace_back();
  }
  bool end(ordered_json whole) {
    open_.pop_back();
    return add(std::move(whole));
  }
  bool add(ordered_json one) {
    if (open_.empty()) {
      root_ = std::move(one);
      return true;
    }
    level& at = open_.back();
    if (!at.object) {
      at.array.push_back(std::move(one));
    } else if (!at.object->put(at.name, std::move(one)) && names_differ_) {
      refuse_("an object has \"" + at.name + "\" twice");
    }
    return true;
  }

  std::function<void(std::string const&)> refuse_;
  bool names_differ_;
  std::vector<level> open_;
  std::optional<ordered_json> root_;
  std::size_t mistake_ = 0;
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
