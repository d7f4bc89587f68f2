// SPDX-License-Identifier: BSL-1.0
/// \file
/// The cluster and its services as one page of HTML, which needs nothing from elsewhere.
#pragma once

#include <string>
#include <vector>

namespace example {

struct shown_text {
  std::string title, text;
};
struct shown_pool {
  std::string name, system;
  int nodes = 1;
  std::vector<std::string> on_a_node;
  std::vector<shown_text> steps;
};
struct shown_task {
  std::string name, accelerator;
  std::vector<shown_text> requests;  ///< one a pool
};
struct shown_lab {
  std::vector<shown_pool> pools;
  std::vector<shown_task> tasks;
  std::vector<std::string> agreement;
  std::string mistake, error;  ///< empty: none is shown
};

std::string page_of(shown_lab const& lab);

}  // namespace example
