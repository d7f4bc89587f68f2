// SPDX-License-Identifier: BSL-1.0
/// \file
/// The services of example/share_a_gpu on the CPU, as two files of one program compile them.
#pragma once

#include <string>
#include <vector>

#include "clustering.hpp"
#include "digit_reader.hpp"
#include "searcher.hpp"
#include "transcoder.hpp"

/// What runs the services: serially, or with OpenMP on so many threads.
struct services_on_cpu {
  example::transcoded (*transcode)(std::string const& y4m, int step, int threads);
  std::vector<int> (*read_digits)(std::vector<float> const& pictures, int threads);
  std::vector<int> (*search)(example::matrix const& documents, example::matrix const& weights,
                             example::matrix const& queries, int threads);
  example::grouped (*cluster)(std::vector<example::point> const& points, int groups, int rounds, int threads);
};

services_on_cpu services_serially();
services_on_cpu services_with_openmp();
