// SPDX-License-Identifier: BSL-1.0
/// \file
/// Pools of nodes and what is asked of them, by names that the program reads.
#pragma once

#include <allotype/cluster/pools/agreement.hpp>
#include <allotype/cluster/pools/detail/file_builder.hpp>
#include <allotype/cluster/pools/detail/file_members.hpp>
#include <allotype/cluster/pools/detail/named_pool.hpp>

namespace program::library {

using allotype::detail::arrival;
using allotype::detail::demand;
using allotype::detail::file_bounds;
using allotype::detail::file_builder;
using allotype::detail::file_place;
using allotype::detail::file_value;
using allotype::detail::lack_in_words;
using allotype::detail::make_system;
using allotype::detail::max_bytes;
using allotype::detail::max_pools;
using allotype::detail::members_of_limits;
using allotype::detail::members_of_task;
using allotype::detail::named_gpus;
using allotype::detail::named_pool;
using allotype::detail::nodes_of_a_run;
using allotype::detail::placed_runs;
using allotype::detail::placement_list;
using allotype::detail::places;
using allotype::detail::pool_content;
using allotype::detail::printed_request;
using allotype::detail::provision;
using allotype::detail::read_cluster;
using allotype::detail::read_json;
using allotype::detail::request_item;
using allotype::detail::request_items;
using allotype::detail::schema_of_cluster;
using allotype::detail::schema_of_tasks;
using allotype::detail::system_names;
using allotype::detail::value_kind;

}  // namespace program::library
