// SPDX-License-Identifier: BSL-1.0
#include "svg_picture.hpp"

#include "../../tools/allotype/drawing/gpu_picture.hpp"

namespace example {

std::string svg_picture(seating const& gpu, std::string const& command) {
  drawing::drawn_gpu drawn{std::to_string(gpu.seats.size()) + " services on one " + gpu.device,
                           gpu.memory_slices,
                           gpu.compute_slices,
                           gpu.sm_count,
                           gpu.mebibytes,
                           {},
                           command};
  for (seat const& taken : gpu.seats) {
    drawn.instances.push_back({taken.service, taken.profile, taken.start, taken.size, taken.compute_slices,
                               taken.sm_count, taken.mebibytes, taken.needed_mebibytes});
  }
  return drawing::gpu_picture(drawn);
}

}  // namespace example
