// SPDX-License-Identifier: BSL-1.0
#include "html_page.hpp"

namespace example {

namespace {

constexpr char style[] = R"(
:root { color-scheme: light dark; --line: #ccd; --back: #f6f7fa; }
@media (prefers-color-scheme: dark) { :root { --line: #445; --back: #1c1e26; } }
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 84rem; padding: 0 1rem; }
h2 { margin-top: 2.5rem; }
.side { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(24rem, 1fr)); }
.card { border: 1px solid var(--line); border-radius: .5rem; min-width: 0; padding: .25rem 1rem 1rem; }
pre { background: var(--back); border-radius: .25rem; overflow-x: auto; padding: .75rem; font-size: 13px; margin: .25rem 0; }
.error { white-space: pre-wrap; overflow-wrap: anywhere; max-height: 28rem; overflow-y: auto; }
h3 { margin: .75rem 0 .25rem; } h4 { margin: .75rem 0 0; font-weight: 600; }
)";

std::string escaped(std::string const& text) {
  std::string made;
  for (char const c : text) {
    if (c == '<') made += "&lt;";
    else if (c == '>') made += "&gt;";
    else if (c == '&') made += "&amp;";
    else made += c;
  }
  return made;
}

std::string block(shown_text const& shown) {
  return "<h4>" + escaped(shown.title) + "</h4>\n<pre tabindex=\"0\">" + escaped(shown.text) + "</pre>\n";
}

}  // namespace

std::string page_of(shown_lab const& lab) {
  std::string page =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width\">\n<title>A cluster and its services</title>\n<style>" +
      std::string{style} + "</style>\n</head>\n<body>\n<h1>A cluster and its services</h1>\n" +
      "<p>Tasks and cluster are types of one C++ program. It prints what each system is asked for and what its administrator "
      "sets up, and its compiler compares the two.</p>\n";
  page += "<h2>The cluster</h2>\n<div class=\"side\">\n";
  for (shown_pool const& pool : lab.pools) {
    page += "<section class=\"card\">\n<h3>" + escaped(pool.name) + ": " + escaped(pool.system) + "</h3>\n<p>" +
            std::to_string(pool.nodes) + " nodes, each with</p>\n<ul>\n";
    for (std::string const& each : pool.on_a_node) page += "<li>" + escaped(each) + "</li>\n";
    page += "</ul>\n";
    for (shown_text const& step : pool.steps) page += block(step);
    page += "</section>\n";
  }
  page += "</div>\n<h2>What each service asks for</h2>\n";
  for (shown_task const& task : lab.tasks) {
    page += "<h3>" + escaped(task.name) + ": " + escaped(task.accelerator) + "</h3>\n<div class=\"side\">\n";
    for (shown_text const& request : task.requests) {
      page += "<section class=\"card\">\n" + block({"pool " + request.title, request.text}) + "</section>\n";
    }
    page += "</div>\n";
  }
  page += "<h2>They agree</h2>\n<ul>\n";
  for (std::string const& each : lab.agreement) page += "<li>" + escaped(each) + "</li>\n";
  page += "</ul>\n";
  if (!lab.mistake.empty()) {
    page += "<h2>A mistake, and what the compiler says</h2>\n<pre tabindex=\"0\">" + escaped(lab.mistake) +
            "</pre>\n<pre tabindex=\"0\" class=\"error\">" + escaped(lab.error) + "</pre>\n";
  }
  return page + "</body>\n</html>\n";
}

}  // namespace example
