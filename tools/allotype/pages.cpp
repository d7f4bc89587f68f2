// SPDX-License-Identifier: BSL-1.0
#include "pages.hpp"

#include <algorithm>

#include "drawing/html.hpp"
#include "drawings.hpp"
#include "layout_picture.hpp"
#include "library/texts.hpp"
#include "output.hpp"

namespace program {

namespace {

namespace at = allotype;
namespace html = drawing::html;
using nlohmann::ordered_json;

std::string joined(ordered_json const& texts) {
  std::string text;
  for (ordered_json const& each : texts) library::add_to_list(text, each.get<std::string>());
  return text;
}

std::string slices_of(at::placement const& each) {
  return each.size == 1 ? std::to_string(each.start)
                        : std::to_string(each.start) + " to " + std::to_string(each.start + each.size - 1);
}

std::string instances_table(at::planned_layout const& layout) {
  std::vector<at::placement> placements(layout.placements.begin(), layout.placements.end());
  std::sort(placements.begin(), placements.end(), [](auto const& a, auto const& b) { return a.start < b.start; });
  std::vector<std::vector<std::string>> rows;
  for (at::placement const& each : placements) {
    rows.push_back({each.profile, slices_of(each), number_or_unpublished(each.sm_count, ""),
                    number_or_unpublished(each.memory_mib, " MiB"),
                    std::string{layout.device->device} + "::partition<\"" + each.profile + "\">"});
  }
  return html::table({"instance", "memory slices", "SMs", "memory", "type in C++"}, rows);
}

/// The GPUs of a pool in words, and a picture of each layout. \param pictures on this page until now
std::string gpus_of(library::named_pool const& pool, int& pictures) {
  struct alike {
    std::string words, picture;
    int count;
  };
  std::vector<alike> kinds;
  for (library::named_gpus const& gpu : pool.gpus) {
    std::string profiles;
    for (at::placement const& each : gpu.layout.placements) library::add_to_list(profiles, each.profile);
    std::string const words = gpu.what->name + (profiles.empty() ? "" : ": " + profiles);
    std::string const picture = profiles.empty() ? "" : plan_drawing(gpu.layout, "");
    auto const known = std::find_if(kinds.begin(), kinds.end(),
                                    [&](alike const& each) { return each.words == words && each.picture == picture; });
    if (known != kinds.end()) {
      known->count += gpu.count;
    } else {
      kinds.push_back({words, picture, gpu.count});
    }
  }
  std::vector<std::string> items;
  std::string drawn;
  for (alike const& each : kinds) {
    items.push_back(std::to_string(each.count) + " x " + each.words);
    if (!each.picture.empty()) drawn += html::picture(each.picture, pictures++);
  }
  return html::list(items) + drawn;
}

std::string pools_section(std::vector<library::named_pool> const& pools) {
  std::string page = html::heading("The cluster");
  int pictures = 0;
  for (library::named_pool const& pool : pools) {
    page += "<section class=\"card\">\n<h3>" + html::escaped(pool.name + ": " + pool.system_name) + "</h3>\n" +
            html::paragraph(std::to_string(pool.content.nodes) +
                            (pool.content.nodes == 1 ? " node, with" : " nodes, each with")) +
            gpus_of(pool, pictures) + "</section>\n";
  }
  return page;
}

std::string tasks_section(ordered_json const& answers) {
  std::string page = html::heading("The tasks, each by itself");
  std::vector<std::vector<std::string>> rows;
  for (ordered_json const& task : answers["tasks"]) {
    std::string lacks;
    for (auto const& [pool, reason] : task["lacks"].items()) {
      lacks += (lacks.empty() ? "" : "; ") + pool + " " + reason.get<std::string>();
    }
    rows.push_back({task["name"].get<std::string>(), task["served"].get<bool>() ? "yes" : "no", lacks,
                    joined(task["also_met_by"])});
  }
  return page + html::table({"task", "is served", "pools that do not serve it", "would also be met by"}, rows);
}

std::string placement_table(ordered_json const& placement) {
  std::vector<std::vector<std::string>> rows;
  for (ordered_json const& each : placement) {
    std::string const first = each["first_node"].dump(), last = each["last_node"].dump();
    rows.push_back({each["task"].get<std::string>(), each["pool"].get<std::string>(),
                    first == last ? first : first + " to " + last, each["runs"].dump(),
                    each["accelerator"].get<std::string>()});
  }
  return html::table({"task", "pool", "nodes", "runs", "accelerator"}, rows);
}

}  // namespace

std::string plan_page(at::planned_layout const& layout, std::string const& command,
                      std::vector<labelled_words> const& words) {
  std::vector<std::vector<std::string>> rows;
  for (auto const& [label, text] : words) rows.push_back({label, text});
  std::string const title =
      std::string{layout.device->device} + (layout.placements.empty() ? ": no instances" : " and its instances");
  return html::document(title, html::picture(plan_drawing(layout, "")) +
                                   (layout.placements.empty() ? "" : instances_table(layout)) +
                                   (command.empty() ? "" : html::heading("What makes them") + html::block(command)) +
                                   html::heading("What is left") + html::table({"what", "answer"}, rows));
}

std::string layouts_page(at::accelerator_data const& device, board_layouts const& all) {
  std::string page = html::paragraph(in_words(all) + ".");
  for (int section = 0; section < layout_sections; ++section) {
    std::vector<std::vector<std::string>> rows;
    for (layout_set const& set : all.sets) {
      if (section_of(set) == section)
        rows.push_back({set_in_words(*device.board, set.profiles), std::to_string(set.layouts.size())});
    }
    if (!rows.empty()) page += html::heading(section_heading(section)) + html::table({"instances", "layouts"}, rows);
  }
  return html::document("Layouts of " + std::string{device.device},
                        page + html::heading("Each layout") + html::picture(layouts_drawing(device, all)));
}

std::string modes_page(device_modes const& all) {
  std::vector<std::vector<std::string>> rows;
  for (device_mode const& each : all.modes) rows.push_back({each.name, in_words(each)});
  return html::document("Modes of " + all.device, html::paragraph(in_words(all) + ".") +
                                                      html::picture(modes_drawing(all)) +
                                                      html::table({"mode", "partitions"}, rows));
}

std::string together_in_words(ordered_json const& answers) {
  if (answers["together"].get<bool>()) {
    if (answers["any_order"].get<bool>())
      return "all run at the same time, in any order and on any nodes that have room";
    return answers["order"].empty()
               ? "all run at the same time on these nodes; where the system chooses others, some may wait"
               : "all run at the same time if they start in this order, on any nodes that have room: " +
                     joined(answers["order"]);
  }
  if (answers["search_cut_off"].get<bool>()) {
    return "no way was found in which all run at the same time; the search was cut off after " +
           std::to_string(library::places::max_steps) + " steps";
  }
  bool all = true;
  for (ordered_json const& task : answers["tasks"]) all = all && task["served"].get<bool>();
  return all ? "they do not fit on the cluster at the same time" : "not each task is served";
}

std::string check_page(std::vector<library::named_pool> const& pools, ordered_json const& answers) {
  std::string page = html::paragraph(sentence(together_in_words(answers))) + tasks_section(answers);
  if (answers.contains("placement") && !answers["placement"].empty()) {
    page += html::heading("Where they run, for example") + placement_table(answers["placement"]);
  }
  if (answers.contains("on_demand")) {
    for (ordered_json const& each : answers["on_demand"]) {
      page += html::paragraph(each["pool"].get<std::string>() + ": create the layout of " +
                              each["device"].get<std::string>() +
                              " beforehand. Where the driver makes partitions on demand, " + joined(each["strands"]) +
                              " in this order strand the last" +
                              (each["first"].empty() ? "." : "; start " + joined(each["first"]) + " first."));
    }
  }
  return html::document("A cluster and its tasks", page + pools_section(pools));
}

}  // namespace program
