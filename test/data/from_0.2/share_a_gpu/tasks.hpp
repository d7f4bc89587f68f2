// SPDX-License-Identifier: BSL-1.0
/// \file
/// The four services as tasks: each in the partition that the plan gives it, else on the CPU.
#pragma once

#include <string>
#include <vector>

#include "plan.hpp"

namespace example {

// [tasks]
/// Where a service runs: in its partition, else on the CPU.
template <class Service>
using place_of = at::any_of<partition_for<Service>, at::cpu>;

inline constexpr auto transcode_video = at::task<place_of<transcoder>, transcoder::needs>(
    transcoder::name, [](auto& on, std::string const& y4m, int step) { return transcode(on, y4m, step); });
// [tasks]
inline constexpr auto read_pictures = at::task<place_of<digit_reader>, digit_reader::needs>(
    digit_reader::name, [](auto& on, std::vector<float> const& pictures) { return read_digits(on, pictures); });
inline constexpr auto find_documents = at::task<place_of<searcher>, searcher::needs>(
    searcher::name, [](auto& on, matrix const& documents, matrix const& weights, matrix const& queries) {
      return search(on, documents, weights, queries);
    });
inline constexpr auto group_points = at::task<place_of<clustering>, clustering::needs>(
    clustering::name, [](auto& on, std::vector<point> const& points, int groups, int rounds) {
      return cluster(on, points, groups, rounds);
    });

}  // namespace example
