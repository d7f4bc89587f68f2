// SPDX-License-Identifier: BSL-1.0
// Any bytes as a file of JSON, and as a text that is printed: what is read is what another reader of JSON reads, what
// is refused is refused with words, and what is printed is shown.
#include <allotype/cluster/pools/detail/input_file.hpp>
#include <allotype/cluster/quoting.hpp>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>

namespace detail = allotype::detail;

namespace {

bool same(detail::file_value const& read, nlohmann::json const& other) {
  switch (read.kind) {
    case detail::value_kind::null:
      return other.is_null();
    case detail::value_kind::boolean:
      return other.is_boolean() && read.text == (other.get<bool>() ? "true" : "false");
    case detail::value_kind::number:
      return other.is_number();
    case detail::value_kind::string:
      return other.is_string() && read.text == other.get<std::string>();
    case detail::value_kind::array:
      if (!other.is_array() || other.size() != read.members.size()) return false;
      for (std::size_t i = 0; i < other.size(); ++i) {
        if (!same(read.members[i], other[i])) return false;
      }
      return true;
    case detail::value_kind::object:
      if (!other.is_object() || other.size() != read.members.size()) return false;
      for (detail::file_value const& each : read.members) {
        if (!other.contains(each.name) || !same(each, other[each.name])) return false;
      }
      return true;
  }
  return false;
}

void require(bool good) {
  if (!good) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(unsigned char const* bytes, std::size_t size) {
  std::string const text(reinterpret_cast<char const*>(bytes), size);
  try {
    detail::file_value const read = detail::read_json_text(text, "file", {.values = 1000, .depth = 8});
    require(same(read, nlohmann::json::parse(text)));
  } catch (allotype::input_error const& refused) {
    require(detail::terminal_text(refused.what()) == refused.what());
  }
  std::string const shown = detail::terminal_text(text);
  require(detail::terminal_text(shown) == shown && detail::is_utf8(shown));
  if (detail::is_utf8(text)) {
    require(nlohmann::json::parse(detail::json_string(text)).get<std::string>() == text);
    std::string const document = nlohmann::json{text, {{text, 1}}}.dump();
    require(nlohmann::json::parse(detail::shown_json(document)) == nlohmann::json::parse(document));
  }
  return 0;
}
