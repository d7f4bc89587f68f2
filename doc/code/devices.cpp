// SPDX-License-Identifier: BSL-1.0
// The code of doc/devices.md.
#include <allotype/allotype.hpp>
#include <allotype/runtime/accelerator_devices.hpp>
#include <allotype/runtime/device_environment.hpp>
#include <allotype/runtime/device_selection.hpp>
#include <allotype/runtime/queue_on.hpp>
#include <allotype/runtime/usable_devices.hpp>
#include <allotype/runtime/with_found_device.hpp>

#include <cstdio>
#include <cstring>

namespace at = allotype;

namespace {

// [ways]
constexpr at::device_choice two = 2;                        // the first two; -1 is all
constexpr at::device_choice in_this_order = "3,1";          // a literal: read while compiling
constexpr at::device_choice the_same = at::ids<3, 1>{};     // as a type; also count<2>, all, automatic
constexpr at::device_choice by_uuid = "GPU-8932f937,MIG-41b2";
constexpr at::device_choice usual;                          // "auto"
static_assert(in_this_order == the_same);

at::device_choice from_user(char const* text) { return at::parse_devices(text); }  // throws device_selection_error
// [ways]

// [present]
at::devices_present example_machine() {
  at::devices_present here(at::device_rule::indices, "CUDA device");
  here.add("GPU-1e3d0c52-aaaa-bbbb-cccc-0123456789ab");
  here.add_partitioned("GPU-9a3b5c7d-aaaa-bbbb-cccc-0123456789ab")  // in MIG mode, so its partitions count
      .add_partition("MIG-41b2f937-d72c-4106-c12f-20bd9faed9f6", 2, 0)
      .add_partition("MIG-77aa0000-d72c-4106-c12f-20bd9faed9f6", 3, 0);
  return here;
}
// [present]

// [select]
int first_device(char const* wanted) {
  at::visible_devices const visible = at::visible_cuda_devices(example_machine(), at::read_device_environment());
  at::selected_devices const devices = at::select_devices_from_text(wanted, visible);
  return devices[0];  // as CUDA numbers it: after the masks
}
// [select]

// [error]
bool explains_itself() {
  at::visible_devices const visible = at::visible_to_cuda(example_machine(), "0");
  try {
    at::select_devices("0,MIG-41b2", visible);
  } catch (at::device_selection_error const& error) {
    // devices "0,MIG-41b2", position 2: MIG-41b2 is there, but hidden; valid: 1, the index 0 written as 0, or all, auto,
    // or its UUID; this machine has 1 CUDA device: 0 GPU-1e3d0c52-aaaa-bbbb-cccc-0123456789ab; 3 more are not visible
    // under CUDA_VISIBLE_DEVICES=0
    return error.problem() == at::device_problem::hidden && error.position() == 2;
  }
  return false;
}
// [error]

// [types]
static_assert(at::takes_devices<at::A100, at::ids<0, 1>> && at::takes_devices<at::cpu, at::count<4>>);
static_assert(!at::takes_devices<at::cpu, at::ids<0, 1>>);   // processes have no indices
static_assert(!at::takes_devices<at::V5E, at::ids<0, 1>>);   // one core, or all
static_assert(at::devices_text<"0,1"> && !at::devices_text<"0;1">);
// [types]

// [free]
at::selected_devices two_free_ones(at::visible_devices const& visible, bool (*is_free)(int device)) {
  return at::find_usable_devices(2, visible, is_free);
}
// [free]

// [open]
/// On each of the devices that `--devices` names: by its UUID where it has one, else by its index.
template <at::accelerator A>
int open_each(char const* wanted, at::machine const& here) {
  at::selected_devices const devices = at::select_devices_of<A>(wanted, here);
  for (int i = 0; i < devices.count(); ++i) {
    at::queue<A> on(devices.which(i));
    std::puts(on.description().text());
  }
  return devices.count();
}
// [open]

// [found]
/// On a device that probe() found, as the type that it is.
std::string open(at::found_device const& device) {
  return at::with_found_device(device, [&]<class A>(std::type_identity<A>) -> std::string {
    if constexpr (at::dispatchable<A>) {
      return at::queue_on<A>(device).description().text();
    } else {
      return "no code here for " + device.name();
    }
  });
}
// [found]

}  // namespace

int main() {
  bool right = from_user("2") == two && by_uuid.count() == 2 && usual == at::device_choice("auto");
  right = right && explains_itself();
  at::visible_devices const visible = example_machine();
  right = right && visible.count == 3 && two_free_ones(visible, [](int device) { return device != 1; })[1] == 2;
  try {
    right = right && first_device("MIG-41b2") >= 0;
  } catch (at::device_selection_error const& error) {
    std::puts(error.what());  // under a mask of whoever runs this
  }
  at::machine const here = at::probe();
  right = right && open_each<at::cpu>("2", here) == 2;
  for (at::found_device const& device : at::devices_of(here)) {
    try {
      std::puts(open(device).c_str());
    } catch (at::error const& error) {
      std::puts(error.what());  // hidden from this program, or unknown to the catalogue
    }
  }
  return right ? 0 : 1;
}
