// SPDX-License-Identifier: BSL-1.0
// Choices of devices while compiling: as numbers, as literals, met by machines, and asked about.

#include <allotype/allotype.hpp>
#include <allotype/devices/device_selection.hpp>
#include <allotype/devices/visible_devices.hpp>

namespace at = allotype;

namespace acme {
struct xpu : at::device<xpu> {
  static constexpr char name[] = "acme-xpu";
  static constexpr at::devices_present::asked_for_by devices_are_asked_for_by =
      at::devices_present::asked_for_by::cores;
};
}  // namespace acme

namespace {

// The same choice, however it is written.
static_assert(at::device_choice(2) == at::device_choice("2"));
static_assert(at::device_choice(2) == at::device_choice(" +02 "));
static_assert(at::device_choice::indices({0, 1}) == at::device_choice("0,1"));
static_assert(at::device_choice::indices({3}) == at::device_choice("3,"));
static_assert(!(at::device_choice("3,") == at::device_choice("3")));
static_assert(at::device_choice::indices({3, 1}) == at::device_choice("3,1"));
static_assert(!(at::device_choice("1,3") == at::device_choice("3,1")));
static_assert(at::device_choice("all") == at::device_choice("ALL"));
static_assert(at::device_choice(-1) == at::device_choice("-1") && at::device_choice(-1) == at::device_choice("all"));
static_assert(at::device_choice() == at::device_choice("auto"));
static_assert(at::device_choice("gpu-8932F937") == at::device_choice("GPU-8932f937"));

// What can be one.
template <class T>
concept choice = std::is_convertible_v<T, at::device_choice>;
static_assert(choice<int> && choice<unsigned long> && choice<short>);
static_assert(!choice<bool> && !choice<char> && !choice<double> && !choice<decltype(nullptr)> && !choice<char const*>);
static_assert(at::device_choice::can_be("0,1") && at::device_choice::can_be("MIG-41b2"));
static_assert(!at::device_choice::can_be("0;1") && !at::device_choice::can_be("0") && !at::device_choice::can_be(""));

// Machines that are known while compiling.
constexpr at::visible_devices eight = at::devices_present("CUDA device", 8);
static_assert(eight.select("3,1")[0] == 3);
constexpr bool can_select(at::device_choice const& choice) {
  return at::detail::choose(choice, eight).problem == at::device_selection_error::kind::none;
}
static_assert(can_select("8") && !can_select("9") && !can_select("8,"));
constexpr at::visible_devices masked =
    at::visible_devices(at::devices_present("CUDA device", 8), {.cuda_visible_devices = "6,2,1"});
static_assert(masked.count == 3 && masked.device[0].board_number == 6 && masked.known == 8);

// How devices of accelerators are asked for.
static_assert(at::detail::device_rule_of<at::cpu> == at::devices_present::asked_for_by::processes);
static_assert(at::detail::device_rule_of<at::V5E> == at::devices_present::asked_for_by::cores);
static_assert(at::detail::device_rule_of<at::A100::partition<"2g.10gb">> == at::devices_present::asked_for_by::indices);
static_assert(at::detail::device_rule_of<acme::xpu> == at::devices_present::asked_for_by::cores);

}  // namespace

// A choice is an argument and a member: it and what it is made of stay small.
static_assert(sizeof(at::device_uuid) == 24 && sizeof(at::device_choice) <= 3000);
static_assert(sizeof(at::visible_devices::selection) <= 3600);
