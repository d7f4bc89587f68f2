// SPDX-License-Identifier: BSL-1.0
// What changed with the driver.
#include <allotype/accelerator/known_devices.hpp>
#include <allotype/catalog/nvidia_mig_drivers.hpp>

namespace {

using namespace allotype;
using detail::equal;

// Branches are ordered; the newest is what is meant where nothing is said.
static_assert(driver::R470 < driver::R510 && driver{545} == driver::R545 && driver::R580 < driver::newest);
static_assert(!detail::four_beside_three(driver::R470) && !detail::four_beside_three(driver{509}));
static_assert(detail::four_beside_three(driver::R510) && detail::four_beside_three(driver::newest));

// Since when.
static_assert(available_since<A100::partition<"1g.5gb">> == driver::R450);
static_assert(available_since<A100::partition<"1g.5gb+me">> == driver::R470);
static_assert(available_since<A100_80GB::partition<"1g.10gb+me">> == driver::R470);
static_assert(available_since<A30::partition<"1g.6gb+me">> == driver::R470);
static_assert(available_since<A30::partition<"2g.12gb+me">> == driver::R525);
static_assert(available_since<A100::partition<"1g.10gb">> == driver::R525);       // double memory
static_assert(available_since<A100_80GB::partition<"1g.10gb">> == driver::R450);  // the same name, a plain slice
static_assert(available_since<H200::partition<"1g.35gb">> == driver::R550 &&
              available_since<B300::partition<"1g.34gb">> == driver::R580 &&
              available_since<H100_80GB::partition<"1g.10gb">> == driver::R525);  // came with their boards
static_assert(available_since<GB300::partition<"1g.35gb">> == driver::R450);      // no source says since when
static_assert(available_under<A100::partition<"1g.10gb">> && available_under<A100::partition<"1g.10gb">, driver::R525>);
static_assert(!available_under<A100::partition<"1g.10gb">, driver::R520> && !available_under<L4> &&
              !available_under<int>);
static_assert(available_since<A100::partition<"1c.3g.20gb">> == driver::R450);

// What it is called.
template <class P, driver D = driver::newest, mig_firmware F = mig_firmware::production>
constexpr bool is_called(char const* name) {
  return equal(profile_name_under<P, D, F>, name);
}
using largest = A100_80GB::partition<"7g.80gb">;
static_assert(is_called<largest>("7g.80gb") && is_called<largest, driver::R470>("7g.80gb"));
static_assert(is_called<largest, driver::R510>("7g.79gb") && is_called<largest, driver::R545>("7g.79gb"));
static_assert(is_called<largest, driver::R550>("7g.80gb"));
using half = A100_80GB::partition<"3g.40gb">;
static_assert(is_called<half>("3g.40gb") && is_called<half, driver::R495>("3g.40gb"));
static_assert(is_called<half, driver::R535>("3g.39gb") && is_called<half, driver::R545>("3g.39gb"));
static_assert(is_called<A100_80GB::partition<"2c.3g.40gb">, driver::R535>("2c.3g.39gb"));
static_assert(is_called<A100::partition<"7g.40gb">, driver::R535>("7g.40gb"));
static_assert(is_called<H100_80GB::partition<"3g.40gb">, driver::R535>("3g.40gb"));  // the same name on another board
static_assert(is_called<GB200::partition<"7g.186gb">>("7g.186gb"));
static_assert(is_called<GB200::partition<"7g.186gb">, driver::newest, mig_firmware::pre_release>("7g.189gb"));
static_assert(is_called<GB200::partition<"1g.47gb">, driver::newest, mig_firmware::pre_release>("1g.47gb"));
using station = GB300_DGX_STATION;
static_assert(is_called<station::partition<"7g.251gb">>("7g.251gb") &&
              is_called<station::partition<"7g.251gb">, driver::R610>("7g.251gb"));
static_assert(is_called<station::partition<"7g.251gb">, driver{595}>("7g.278gb"));
static_assert(is_called<GB300::partition<"7g.278gb">>("7g.278gb"));

// And back.
static_assert(position_under<A100_80GB>("7g.79gb") == -1 && position_under<A100_80GB>("7g.80gb") == 6);
static_assert(position_under<A100_80GB>("7g.79gb", driver::R535) == 6 &&
              position_under<A100_80GB>("7g.80gb", driver::R535) == -1);
static_assert(position_under<A100>("1g.10gb", driver::R520) == -1 &&
              position_under<A100>("1g.10gb", driver::R525) == 2);

// Every row is about a profile of the catalogue, and its name is one of the grammar.
template <class Device>
constexpr bool is_board_with(char const* board, char const* profile) {
  if constexpr (requires { typename Device::board; }) {
    return equal(Device::board::name, board) &&
           (profile[0] == '\0' || detail::find_partition(typename Device::partitions{}, profile) >= 0);
  } else {
    return false;
  }
}
template <class... Device>
constexpr bool is_in_catalogue(list<Device...>, char const* board, char const* profile) {
  return (is_board_with<Device>(board, profile) || ...);
}
constexpr bool rows_are_about_the_catalogue() {
  for (mig_name_row const& row : mig_name_rows) {
    mig_name const now = parse_mig_name(row.profile), then = parse_mig_name(row.other);
    if (!is_in_catalogue(nvidia_devices{}, row.board, row.profile) || row.from > row.to || row.source[0] == '\0')
      return false;
    if (!then || now.gpu_slices != then.gpu_slices || now.gigabytes == then.gigabytes) return false;
  }
  for (mig_since_row const& row : mig_since_rows) {
    if (row.board[0] != '\0' && !is_in_catalogue(nvidia_devices{}, row.board, "")) return false;
  }
  for (detail::mig_board_since_row const& row : detail::mig_board_since_rows) {
    if (!is_in_catalogue(nvidia_devices{}, row.board, "") || row.since <= driver::R450) return false;
  }
  return true;
}
static_assert(rows_are_about_the_catalogue());

}  // namespace
