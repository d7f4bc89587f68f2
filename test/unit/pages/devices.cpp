// SPDX-License-Identifier: BSL-1.0
// The code of doc/devices.md says and does what the page says.
#include "devices.md.hpp"

int main() {
  bool right = from_user("2") == two && by_uuid.size() == 2 && usual == at::device_choice("auto");
  right = right && explains_itself(example_machine());
  at::visible_devices const visible = example_machine();
  right = right && visible.count == 3;
  try {
    right = right && first_device("MIG-41b2", example_machine()) >= 0;
  } catch (at::device_selection_error const& error) {
    std::puts(error.what());  // under a mask of whoever runs this
  }
  at::machine const here = at::probe();
  right = right && open_each<at::cpu>("2", here) == 2;
  for (at::found_device const& device : here.devices()) {
    try {
      std::puts(open(device).c_str());
    } catch (at::error const& error) {
      std::puts(error.what());  // hidden from this program, or unknown to the catalogue
    }
  }
  return right ? 0 : 1;
}
