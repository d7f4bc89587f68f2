// SPDX-License-Identifier: BSL-1.0
// The code of doc/share_a_gpu.md says and does what the page says.
#include "share_a_gpu.md.hpp"

#include <type_traits>

#include "../../../example/share_a_gpu/plan.hpp"

// The page's needs are those of the example, and the table says which partitions they get.
static_assert(std::is_same_v<transcoder::needs, example::transcoder::needs>);
static_assert(std::is_same_v<digit_reader::needs, example::digit_reader::needs>);
static_assert(std::is_same_v<searcher::needs, example::searcher::needs>);
static_assert(std::is_same_v<clustering::needs, example::clustering::needs>);
static_assert(std::is_same_v<partition_for<transcoder>, at::A100::partition<"1g.5gb+me">>);
static_assert(std::is_same_v<partition_for<digit_reader>, at::A100::partition<"2g.10gb">>);
static_assert(std::is_same_v<partition_for<searcher>, at::A100::partition<"3g.20gb">>);
static_assert(std::is_same_v<partition_for<clustering>, at::A100::partition<"1g.5gb">>);
static_assert(plan::gpus == 1);

int main() { return transcode_video.name() == transcoder::name ? 0 : 1; }
