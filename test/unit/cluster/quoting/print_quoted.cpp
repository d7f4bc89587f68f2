// SPDX-License-Identifier: BSL-1.0
// Reads lines LANGUAGE HEX, and prints for each the quoted text in hexadecimal digits, or `refused: ` and why.
#include <allotype/cluster/quoting.hpp>
#include <allotype/cluster/request/document.hpp>
#include <iostream>

namespace at = allotype::detail;

namespace {

std::string text_of_hex(std::string const& digits) {
  std::string text;
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2) {
    text += static_cast<char>(at::hexadecimal_value(digits[i]) * 16 + at::hexadecimal_value(digits[i + 1]));
  }
  return text;
}

std::string quoted(std::string const& language, std::string const& text) {
  if (language == "shell") return at::shell_word(text);
  if (language == "sbatch") return at::sbatch_value(text);
  if (language == "json") return at::json_string(text);
  if (language == "yaml") return at::yaml_scalar(text);
  // The text where documents have it: as a member of an object, in an array, as a name, and below another.
  if (language == "yaml-document") {
    return to_yaml(allotype::document{{"text", text},
                                      {"all", allotype::document::array({text, allotype::document{{text, text}}})},
                                      {"below", {{text, {{"text", text}}}}}});
  }
  if (language == "cel") return at::cel_string(text);
  if (language == "classad") return at::classad_string(text);
  if (language == "hcl") return at::hcl_string(text);
  if (language == "xml") return at::xml_text(text);
  if (language == "terminal") return at::terminal_text(text);
  if (language == "pod") return at::allowed_name("a pod", at::rule::dns_label, text);
  if (language == "label") return at::allowed_name("a label", at::rule::label_value, text);
  if (language == "batch") return at::allowed_name("a type", at::rule::batch_word, text);
  throw allotype::input_error("no such language");
}

}  // namespace

int main() {
  for (std::string language, digits; std::cin >> language >> digits;) {
    try {
      std::string hex;
      for (char const c : quoted(language, text_of_hex(digits.substr(1)))) {
        hex += at::hexadecimal(static_cast<unsigned char>(c), 2);
      }
      std::cout << hex << '\n';
    } catch (allotype::error const& refused) {
      std::cout << "refused: " << refused.what() << '\n';
    }
  }
}
