// SPDX-License-Identifier: BSL-1.0
#include <allotype/cluster/fleet/planned_arrivals.hpp>
#include <allotype/cluster/provision/nvidia_smi.hpp>
#include <allotype/cluster/request/flyte_json.hpp>
#include <allotype/names/accelerator_names.hpp>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "catalogue.hpp"
#include "commands.hpp"
#include "drawings.hpp"
#include "layout_picture.hpp"
#include "library/texts.hpp"
#include "output.hpp"
#include "pages.hpp"
#include "terminal.hpp"

namespace program {

namespace {

namespace at = allotype;
using nlohmann::ordered_json;

std::string memory_of(library::accelerator_description const& about) {
  std::string memory;
  library::for_each_fact(about, [&](std::string const& label, std::string const& words) {
    if (label == "memory") memory = words;
  });
  return memory;
}

std::vector<std::string> partitions_of(library::accelerator_description const& about) {
  std::vector<std::string> names;
  for (char const* const* name = about.partitions; name != nullptr && *name != nullptr; ++name)
    names.emplace_back(*name);
  return names;
}

std::string padded(std::string const& text, std::size_t width) {
  return text + std::string(text.size() < width ? width - text.size() : 1, ' ');
}

ordered_json number(int value) { return value == at::unknown ? ordered_json{} : ordered_json(value); }

}  // namespace

void list(std::string const& device, bool names_only, bool json) {
  ordered_json document = ordered_json::array();
  std::string const wanted = device.empty() ? "" : find(device).what->device;
  int listed = 0;
  for (catalogue_entry const& entry : catalogue()) {
    at::accelerator_data const& what = *entry.what;
    library::accelerator_description const& about = *entry.about;
    if (wanted.empty() ? !is_device(what) : wanted != what.device || is_device(what)) continue;
    char const* const maker = library::in_words(what.maker);
    ++listed;
    if (json && names_only) {
      document.push_back(own_name(what));
    } else if (json) {
      ordered_json one = {{"name", own_name(what)}};
      if (wanted.empty()) {
        one["vendor"] = maker == nullptr ? ordered_json{} : ordered_json(maker);
        one["partitions"] = partitions_of(about);
      }
      if (auto const memory = memory_of(about); !memory.empty()) one["memory"] = memory;
      document.push_back(one);
    } else if (names_only) {
      print(own_name(what) + "\n");
    } else {
      auto const partitions = partitions_of(about);
      std::string const offered = partitions.empty()       ? ""
                                  : partitions.size() > 12 ? std::to_string(partitions.size()) + " partitions"
                                                           : library::joined(partitions);
      std::string const made_by = wanted.empty() ? padded(maker == nullptr ? "" : maker, 8) : std::string{" "};
      std::string const line = padded(own_name(what), 24) + made_by + padded(memory_of(about), 13) + offered;
      std::string const shown = line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
      std::size_t const name = own_name(what).size();
      print(fitted(styled(style::heading, shown.substr(0, name)) + shown.substr(name),
                   static_cast<int>(line.size() - offered.size())));
    }
  }
  if (json) return print(document);
  if (listed == 0 && !names_only) print(wanted + " has no partitions\n");
}

void show(std::string const& device, std::string const& partition, bool json) {
  catalogue_entry const& entry = find(device, partition);
  at::accelerator_data const& what = *entry.what;
  library::accelerator_description const& about = *entry.about;
  if (!json) return print(fitted(library::to_string(about), 4));
  char const* const maker = library::in_words(what.maker);
  constexpr char const* states[] = {"indivisible", "partitioning open", "whole", "partition"};
  ordered_json document = {{"name", what.name},
                           {"device", what.device},
                           {"vendor", maker == nullptr ? ordered_json{} : ordered_json(maker)},
                           {"state", states[static_cast<int>(what.state)]},
                           {"requests_only", what.requests_only}};
  if (about.partitions != nullptr) document["partitions"] = partitions_of(about);
  if (what.gpu_instance != nullptr) document["part_of"] = what.gpu_instance;
  if (what.mode_status != nullptr) document["status_of_the_mode"] = library::in_words(*what.mode_status);
  ordered_json& facts = document["facts"] = ordered_json::object();
  library::for_each_fact(about, [&](char const* label, std::string const& words) { facts[label] = words; });
  ordered_json& sources = document["sources"] = ordered_json::object();
  if (what.source != nullptr) sources["device"] = what.source;
  if (what.row != nullptr && !what.is_compute_instance()) {
    document["placements"] = library::placements_of(*what.row);
    sources["partition"] = what.board->source;
    sources["memory"] = what.row->memory_basis;
    sources["placements"] = what.row->placements_basis;
  }
  print(document);
}

void plan(std::string const& device, std::vector<std::string> const& partitions, wanted_picture const& picture,
          bool json) {
  at::planned_layout const layout = layout_of(device, partitions);
  at::planned_arrivals const arrivals = at::plan_arrivals(layout);
  auto const& left = layout.left;
  struct part {
    char const* name;
    int amount;
  };
  part const parts[] = {{"memory slices", left.memory_slices},
                        {"compute slices", left.compute_slices},
                        {"SMs", left.sm_count},
                        {"MiB", left.memory_mib},
                        {"copy engines", left.copy_engines},
                        {"video decoders", left.nvdec},
                        {"video encoders", left.nvenc},
                        {"JPEG decoders", left.jpeg},
                        {"optical flow accelerators", left.ofa}};
  if (json) {
    ordered_json instances = ordered_json::array();
    for (at::placement const& each : layout.placements) {
      instances.push_back({{"profile", each.profile},
                           {"start", each.start},
                           {"size", each.size},
                           {"compute_slices", each.compute_slices},
                           {"sm_count", number(each.sm_count)},
                           {"memory_mib", number(each.memory_mib)},
                           {"nvml_profile_id", number(each.nvml_profile_id)},
                           {"smi_profile_id", number(each.smi_profile_id)}});
    }
    ordered_json unused = ordered_json::object();
    for (part const& each : parts) unused[each.name] = number(each.amount);
    return print(ordered_json{{"device", layout.device->device},
                              {"memory_slices", layout.memory_slices},
                              {"compute_slices", layout.compute_slices},
                              {"instances", instances},
                              {"creation_order", layout.creation_order},
                              {"order_suffices", layout.order_suffices},
                              {"left", unused},
                              {"could_add", layout.could_add},
                              {"arrival_safe", arrivals.safe},
                              {"stranding_order", arrivals.stranding},
                              {"safe_after", arrivals.first}});
  }
  std::string command;
  if (!layout.placements.empty()) {
    using form = at::nvidia_smi::instance_form;
    auto const shortest = layout.order_suffices ? form::id : form::id_and_start;
    command = at::nvidia_smi::create_command(at::gpu_setup::of(layout), {shortest, at::unknown});
  }
  std::vector<labelled_words> words;
  std::vector<std::string> unused;
  for (part const& each : parts) {
    if (each.amount == at::unknown || each.amount == 0) continue;
    std::string name = each.name;
    if (each.amount == 1 && name.back() == 's') name.pop_back();
    unused.push_back(std::to_string(each.amount) + " " + name);
  }
  words.emplace_back("left", unused.empty() ? "nothing" : library::joined(unused));
  std::vector<std::string> const more(layout.could_add.begin(), layout.could_add.end());
  words.emplace_back("room", more.empty() ? "for nothing more" : "for one of " + library::joined(more));
  if (arrivals.safe) {
    words.emplace_back("arrival", "safe in any order");
  } else {
    std::vector<std::string> const order(arrivals.stranding.begin(), arrivals.stranding.end());
    std::vector<std::string> const first(arrivals.first.begin(), arrivals.first.end());
    words.emplace_back("arrival",
                       library::joined(order) + " in this order strands the last" +
                           (arrivals.can_be_made_safe ? "; safe with " + library::joined(first) + " first" : ""));
  }
  std::string const drawn = !picture.file     ? ""
                            : picture.as_page ? plan_page(layout, command, words)
                                              : plan_drawing(layout, command);
  if (picture.file && on_standard_output(*picture.file)) return write_drawing(*picture.file, drawn);
  print(text_picture(layout));
  if (!layout.placements.empty()) {
    std::vector<std::string> in_order;
    for (int const i : layout.creation_order)
      in_order.push_back(layout.placements[static_cast<std::size_t>(i)].profile);
    print(styled(style::heading, "order") + "   " + library::joined(in_order) + "\n        " + command + "\n");
  }
  for (auto const& [label, text] : words) {
    print(fitted(styled(style::heading, label) + std::string(8 - label.size(), ' ') + text + "\n", 8));
  }
  if (picture.file) write_drawing(*picture.file, drawn);
}

namespace {

std::string hex(std::string const& bytes) {
  std::string text;
  for (char const c : bytes) {
    char digits[3];
    std::snprintf(digits, sizeof digits, "%02x", static_cast<unsigned>(static_cast<unsigned char>(c)));
    text += digits;
  }
  return text;
}

std::string base64(std::string const& bytes) {
  constexpr char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    unsigned group = 0;
    for (std::size_t j = i; j < i + 3; ++j) {
      group = group << 8 | (j < bytes.size() ? static_cast<unsigned char>(bytes[j]) : 0u);
    }
    for (std::size_t j = 0; j < 4; ++j) {
      text += i + j <= bytes.size() ? digits[group >> (18 - 6 * j) & 63u] : '=';
    }
  }
  return text;
}

}  // namespace

void flyte(std::string const& device, std::string const& partition, bool json) {
  catalogue_entry const& entry = find(device, partition);
  if (entry.request == nullptr) {
    throw at::input_error(at::message<2000>{} << "Flyte has no name for " << entry.what->name
                                              << ", so it cannot be requested there");
  }
  std::string bytes(static_cast<std::size_t>(library::encoded_size(*entry.request)), '\0');
  library::writer to{reinterpret_cast<unsigned char*>(bytes.data())};
  library::write_fields(to, *entry.request);
  ordered_json const message = at::flyte::to_json(*entry.request);
  if (json) {
    return print(ordered_json{{"accelerator", entry.what->name},
                              {"gpuAccelerator", message},
                              {"hex", hex(bytes)},
                              {"base64", base64(bytes)}});
  }
  print("json    " + message.dump() + "\nhex     " + hex(bytes) + "\nbase64  " + base64(bytes) + "\n");
}

}  // namespace program
