// SPDX-License-Identifier: BSL-1.0
#include "html_page.hpp"

#include "../../tools/allotype/drawing/html.hpp"

namespace example {

namespace html = drawing::html;
using html::escaped;

namespace {

std::string block(shown_text const& shown) {
  return "<h4>" + escaped(shown.title) + "</h4>\n" + html::block(shown.text);
}

}  // namespace

std::string page_of(shown_lab const& lab) {
  std::string page = html::paragraph(
      "Tasks and cluster are types of one C++ program. It prints what each system is asked for and what its "
      "administrator sets up, and its compiler compares the two.");
  page += "<h2>The cluster</h2>\n<div class=\"side\">\n";
  for (shown_pool const& pool : lab.pools) {
    page += "<section class=\"card\">\n<h3>" + escaped(pool.name) + ": " + escaped(pool.system) + "</h3>\n<p>" +
            std::to_string(pool.nodes) + " nodes, each with</p>\n" + html::list(pool.on_a_node);
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
  page += html::heading("They agree") + html::list(lab.agreement);
  if (!lab.mistake.empty()) {
    page += html::heading("A mistake, and what the compiler says") + html::block(lab.mistake) +
            html::block(lab.error, "error");
  }
  return html::document("A cluster and its services", page);
}

}  // namespace example
