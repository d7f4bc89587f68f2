// SPDX-License-Identifier: BSL-1.0
#include "html.hpp"

#include "../library/quoting.hpp"

namespace drawing::html {

namespace {

constexpr char style[] = R"(
:root { color-scheme: light dark; --line: #ccd; --back: #f6f7fa; }
@media (prefers-color-scheme: dark) { :root { --line: #445; --back: #1c1e26; } }
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 84rem; padding: 0 1rem; }
h2 { margin-top: 2.5rem; }
.side { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(24rem, 100%), 1fr)); }
.card { border: 1px solid var(--line); border-radius: .5rem; min-width: 0; padding: .25rem 1rem 1rem; }
pre { background: var(--back); border-radius: .25rem; overflow-x: auto; padding: .75rem; font-size: 13px; margin: .25rem 0; }
.error { white-space: pre-wrap; overflow-wrap: anywhere; max-height: 28rem; overflow-y: auto; }
h3 { margin: .75rem 0 .25rem; } h4 { margin: .75rem 0 0; font-weight: 600; }
.wide { margin: 1rem 0; overflow-x: auto; }
table { border-collapse: collapse; }
th, td { border-bottom: 1px solid var(--line); padding: .25rem 1rem .25rem 0; text-align: left; vertical-align: top; }
)";

std::string row(char const* first, char const* others, std::vector<std::string> const& cells) {
  std::string made = "<tr>";
  for (std::size_t i = 0; i < cells.size(); ++i) {
    char const* const opening = i == 0 ? first : others;
    made += std::string{"<"} + opening + ">" + escaped(cells[i]) + "</" + std::string(opening).substr(0, 2) + ">";
  }
  return made + "</tr>\n";
}

void replace_all(std::string& text, std::string const& from, std::string const& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

}  // namespace

std::string escaped(std::string const& text) { return program::library::xml_text(text); }

std::string document(std::string const& title, std::string const& body) {
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
         "<meta name=\"viewport\" content=\"width=device-width\">\n<title>" +
         escaped(title) + "</title>\n<style>" + style + "</style>\n</head>\n<body>\n<main>\n<h1>" + escaped(title) +
         "</h1>\n" + body + "</main>\n</body>\n</html>\n";
}

std::string paragraph(std::string const& text) { return "<p>" + escaped(text) + "</p>\n"; }
std::string heading(std::string const& text) { return "<h2>" + escaped(text) + "</h2>\n"; }

std::string list(std::vector<std::string> const& items) {
  std::string made = "<ul>\n";
  for (std::string const& each : items) made += "<li>" + escaped(each) + "</li>\n";
  return made + "</ul>\n";
}

std::string block(std::string const& text, std::string const& kind) {
  return "<pre tabindex=\"0\"" + (kind.empty() ? "" : " class=\"" + kind + "\"") + ">" + escaped(text) + "</pre>\n";
}

std::string table(std::vector<std::string> const& headings, std::vector<std::vector<std::string>> const& rows) {
  std::string made = "<div class=\"wide\" tabindex=\"0\">\n<table>\n<thead>" +
                     row("th scope=\"col\"", "th scope=\"col\"", headings) + "</thead>\n<tbody>\n";
  for (auto const& each : rows) made += row("th scope=\"row\"", "td", each);
  return made + "</tbody>\n</table>\n</div>\n";
}

std::string picture(std::string svg, int number) {
  if (number > 0) {  // a name stands once on a page
    std::string const own = std::to_string(number);
    replace_all(svg, "\"title description\"", "\"title" + own + " description" + own + "\"");
    replace_all(svg, "id=\"title\"", "id=\"title" + own + "\"");
    replace_all(svg, "id=\"description\"", "id=\"description" + own + "\"");
    replace_all(svg, "hatched", "hatched" + own);
  }
  return "<div class=\"wide\" tabindex=\"0\">\n" + svg + "</div>\n";
}

}  // namespace drawing::html
