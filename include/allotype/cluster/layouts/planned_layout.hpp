// SPDX-License-Identifier: BSL-1.0
/// \file
/// A layout of names that the program reads: `plan_layout<A100>({"3g.20gb", "2g.10gb@4"})`. The same rules and the
/// same search as `layout<A100, …>` of plan/layout.hpp, which needs its names while compiling.
#pragma once

#include <concepts>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <allotype/accelerator/accelerator_data.hpp>
#include <allotype/core/detail/list_text.hpp>
#include <allotype/core/detail/nearest_name.hpp>
#include <allotype/core/detail/number_text.hpp>
#include <allotype/core/error.hpp>
#include <allotype/plan/layout.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// Instances on one GPU, each with its place.
struct planned_layout {
  accelerator_data const* device = &detail::no_accelerator;  ///< the GPU
  int memory_slices = 0;                                     ///< of the GPU
  int compute_slices = 0;                                    ///< of the GPU
  std::vector<placement> placements;                         ///< in the order in which they were asked for
  std::vector<int> creation_order;                           ///< indices into `placements`
  bool order_suffices = true;          ///< true: created in this order, all find a place without stating starts
  placement::unused_share left{};      ///< what no instance holds
  std::vector<char const*> could_add;  ///< profiles of which one more could be created beside these, where these stand
};

namespace detail {

/// `3g.20gb`, or `3g.20gb@4` for an instance that starts at the memory slice 4.
inline instance_spec parse_instance_spec(accelerator_data const& device, std::string const& text) {
  mig_board const& board = *device.board;
  auto const sign = text.find('@');
  std::string const name = text.substr(0, sign);
  instance_spec wanted{find_row(board, name.c_str()), unknown};
  if (wanted.profile < 0) {
    nearest_names<char const*> alike(name);
    std::string all;
    for (int row = 0; row < board.row_count; ++row) {
      alike.offer(board.rows[row].profile, board.rows[row].profile);
      add_to_list(all, board.rows[row].profile);
    }
    throw input_error(message<2000>{} << device.device << " has no partition \"" << name.c_str()
                                      << "\"; the nearest is " << alike.best() << "; it has " << all.c_str());
  }
  if (sign == std::string::npos) return wanted;
  std::string const start = text.substr(sign + 1);
  auto const number = read_number(start, 99);
  mig_row const& row = board.rows[wanted.profile];
  if (number) wanted.start = static_cast<int>(number.value);
  if (!number || !lists_start(row, wanted.start)) {
    std::string all;
    for (int i = 0; i < row.start_count(); ++i) add_to_list(all, std::to_string(row.starts[i]));
    throw input_error(message<2000>{} << "no " << row.profile << " starts at \"" << start.c_str() << "\" on "
                                      << device.device << "; the starts are " << all.c_str());
  }
  return wanted;
}

[[noreturn]] inline void refuse_layout(accelerator_data const& device, std::vector<instance_spec> const& wanted) {
  mig_board const& board = *device.board;
  auto const count = static_cast<int>(wanted.size());
  misfit_report const report = report_misfit(places_on(board), board.rows, wanted.data(), count);
  names_and_starts beside;
  names_and_starts fitting;
  for (int i = 0; i < count; ++i) {
    char const* const name = board.rows[wanted[static_cast<std::size_t>(i)].profile].profile;
    if (i < report.left_over) beside.add(name, report.beside[i]);
    if (report.fits[i]) fitting.add(name);
  }
  // Where no places are published, nothing may have been asked for.
  char const* left_over = "";
  if (report.why != misfit::places_unpublished) {
    left_over = board.rows[wanted[static_cast<std::size_t>(report.left_over)].profile].profile;
  }
  throw input_error(misfit_in_words(device.device, report.why, left_over, beside, fitting).data());
}

inline planned_layout plan_layout_on(accelerator_data const& device, std::vector<std::string> const& instances) {
  mig_board const& board = *device.board;
  board_places const places = places_on(board);
  std::vector<instance_spec> wanted;
  wanted.reserve(instances.size());
  for (std::string const& text : instances) wanted.push_back(parse_instance_spec(device, text));
  auto const count = static_cast<int>(wanted.size());
  if (count > max_entries) {
    throw input_error(message<2000>{} << count << " instances are more than any GPU has");
  }
  found_places const found = find_places(places, wanted.data(), count);
  if (!found.found) refuse_layout(device, wanted);
  planned_layout plan;
  plan.device = &device;
  plan.memory_slices = places.units;
  plan.compute_slices = board.compute_slices;
  for (int i = 0; i < count; ++i) {
    auto& one = wanted[static_cast<std::size_t>(i)];
    one.start = found.start[i];
    plan.placements.push_back(placement_of(places, board.rows, one));
  }
  found_places const creation = find_creation_order(places, wanted.data(), count);
  plan.order_suffices = creation.either_way;
  plan.creation_order.assign(creation.order, creation.order + count);
  plan.left = unused_of(places, board.rows, wanted.data(), count);
  unsigned const addable = profiles_with_a_place(places, held_by(places, wanted.data(), count));
  for (int row = 0; row < board.row_count; ++row) {
    if ((addable >> row & 1u) != 0) plan.could_add.push_back(board.rows[row].profile);
  }
  return plan;
}

}  // namespace detail

/// A place on a GPU of `Model`, such as `A100`, for each of the instances: `"3g.20gb"`, or `"3g.20gb@4"` for one that
/// must start at the memory slice 4.
/// \throws input_error
/// Complexity: exponential in the number of instances at worst; a GPU takes at most seven (some 14).
template <class Model>
  requires detail::has_rows<Model>
[[nodiscard]] planned_layout plan_layout(std::vector<std::string> const& instances) {
  return detail::plan_layout_on(detail::data_of<Model>, instances);
}
/// Does not compile; it says that the names are one list.
template <class Model, class... Names>
  requires(sizeof...(Names) > 0 && (std::is_convertible_v<Names const&, std::string> && ...))
[[nodiscard]] planned_layout plan_layout(Names const&...) {
  constexpr bool are_a_list = sizeof...(Names) == 0;
  static_assert(are_a_list, "plan_layout: the names are one list: plan_layout<A100>({\"3g.20gb\", \"2g.10gb\"})");
  return {};
}
/// Does not compile; it says that the device is a type.
template <std::convertible_to<std::string> Device>
[[nodiscard]] planned_layout plan_layout(Device const&, std::vector<std::string> const&) {
  constexpr bool is_a_type = sizeof(Device) == 0;
  static_assert(
      is_a_type,
      "plan_layout: the device is a type: plan_layout<A100>({\"3g.20gb\"}); with_accelerator calls a function "
      "with the type that a text names");
  return {};
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
