// SPDX-License-Identifier: BSL-1.0
// The code of doc/flyte.md says and does what the page says.
#include "flyte.md.hpp"

namespace {

/// The bytes, written as hex.
template <class Bytes>
constexpr bool reads(Bytes const& bytes, char const* hex) {
  for (unsigned char byte : bytes) {
    if (hex[0] != "0123456789abcdef"[byte >> 4] || hex[1] != "0123456789abcdef"[byte & 15]) return false;
    hex += 2;
  }
  return *hex == '\0';
}

static_assert(reads(accelerator_bytes, "0a116e76696469612d7465736c612d613130301a0732672e31306762"));
static_assert(
    reads(extended_resources_bytes,
          "0a150a116e76696469612d7465736c612d61313030100112240a082f6465762f73686d1213666c7974652d7368617265642d6d656d6f"
          "72791a03324769"));
static_assert(task_template_bytes.size() == (2 + 11) + (2 + 68) + (2 + 30));  // type, container, extended resources

static_assert(at::request_only<new_device> && at::request_only<new_tpu> && at::request_only<new_partition>);
static_assert(reads(flyte::to_flyte_idl<new_device>, "0a0761636d652d7831"));
static_assert(flyte::message_of<new_tpu, flyte::dialect::flyteidl2>.device_class == flyte::device_class::google_tpu);

// Device and partition are labels of the node and taints; GKE's own taint is tolerated, too.
static_assert(slice_on_gke.node_affinity.size() == 2 && slice_on_gke.tolerations.size() == 3);

// A device of one's own is requested by its name, and its partitions by theirs.
static_assert(reads(flyte::to_flyte_idl<xpu>, "0a0761636d652d7831"));
static_assert(reads(flyte::to_flyte_idl<xpu::partition<"half">>, "0a0761636d652d78311a0468616c66"));

}  // namespace

int main() {}
