// SPDX-License-Identifier: BSL-1.0
/// \file
/// A GPU whose MIG instances can be laid out, as plain data: for functions that know the GPU only while running, and
/// for values that hold a GPU without naming it in their types.
#pragma once

#include <allotype/plan/placement.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

struct board_for_layouts {
  char const* device = "";
  mig_row const* rows = nullptr;
  int row_count = 0;
  int compute_slices = 0;
  board_places const* places = nullptr;
  char const* const* product_names = nullptr;  ///< what NVIDIA's driver calls the device
  int products = 0;
};

template <class Model>
constexpr board_for_layouts as_board_for_layouts() {
  board_for_layouts board{Model::name,
                          Model::board::rows,
                          rows_of_board<typename Model::board>,
                          Model::board::compute_slices,
                          &places_of_board<typename Model::board, placement_rules{}>,
                          nullptr,
                          0};
  if constexpr (requires { Model::product_names; }) {
    board.product_names = Model::product_names;
    board.products = static_cast<int>(sizeof Model::product_names / sizeof *Model::product_names);
  }
  return board;
}

template <class Model>
  requires requires { Model::board::rows; }
inline constexpr board_for_layouts board_for_layouts_of = as_board_for_layouts<Model>();

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
