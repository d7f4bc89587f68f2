// SPDX-License-Identifier: BSL-1.0
// Whether a device is what a type names is decided while compiling as it is while running.
#include <allotype/dispatch/detail/device_identity.hpp>

#include "../unit/dispatch/device_identity_rows.hpp"

namespace {

using namespace allotype;

constexpr bool begins(char const* text, char const* beginning) {
  while (*beginning != '\0' && *text == *beginning) ++text, ++beginning;
  return *beginning == '\0';
}

struct as_the_row_says {
  int& rows;
  int& wrong;
  template <class A>
  constexpr void operator()(std::type_identity<A>, identity::row const& row) const {
    detail::reported_device told;
    told.name = row.device;
    told.memory = {static_cast<unsigned long long>(row.memory_mib) << 20};
    told.sm_count = row.sm_count;
    told.capability = row.capability;
    told.is_slice = row.profile[0] != '\0';
    auto const text = detail::to_string(detail::differences_between(detail::data_of<A>, told));
    ++rows;
    if (row.differs[0] == '\0' ? !text.empty() : !begins(text.text(), row.differs)) ++wrong;
  }
};

constexpr int wrong_rows() {
  int rows = 0;
  int wrong = 0;
  identity::for_each_row(as_the_row_says{rows, wrong});
  return rows == 0 ? -1 : wrong;
}
static_assert(wrong_rows() == 0);

// What was not told is not compared.
constexpr detail::reported_device only_named(char const* name) {
  detail::reported_device told;
  told.name = name;
  return told;
}
constexpr auto a100 = detail::data_of<A100>;
static_assert(!detail::differences_between(a100, only_named("NVIDIA A100-SXM4-40GB")));
static_assert(detail::differences_between(a100, {}).board);

// A profile's id must not contradict its name: 19 is a 1g.5gb of an A100, 14 a 2g.10gb.
constexpr bool has_the_slice(int profile_id) {
  detail::reported_device told = only_named("NVIDIA A100-SXM4-40GB MIG 1g.5gb");
  told.is_slice = true;
  told.profile_id = profile_id;
  return !detail::differences_between(detail::data_of<A100::partition<"1g.5gb">>, told);
}
static_assert(has_the_slice(-1) && has_the_slice(19) && !has_the_slice(14));

// A name that a profile once had is not what another profile of the board is called now.
constexpr bool old_names_are_unambiguous(accelerator_data const& board) {
  for (int i = 0; board.board != nullptr && i < board.board->row_count; ++i) {
    int meant = 0;
    for (mig_name_row const& row : mig_name_rows) {
      if (!detail::equal(row.board, board.board->name)) continue;
      if (detail::equal(row.other, board.board->rows[i].profile)) return false;
      if (detail::equal(row.profile, board.board->rows[i].profile)) ++meant;
    }
    if (meant > 1) return false;
  }
  return true;
}
template <class... Devices>
constexpr bool all_are_unambiguous(list<Devices...>) {
  return (... && old_names_are_unambiguous(detail::data_of<Devices>));
}
static_assert(all_are_unambiguous(nvidia_devices{}));

// The open V100 goes by the names of both sizes, and by no other.
constexpr bool has_name(accelerator_data const& request, char const* name) {
  for (int i = 0; i < request.product_count; ++i) {
    if (detail::equal(request.product_names[i], name)) return true;
  }
  return false;
}
constexpr bool has_names_of(accelerator_data const& all, accelerator_data const& size) {
  for (int i = 0; i < size.product_count; ++i) {
    if (!has_name(all, size.product_names[i])) return false;
  }
  return size.product_count > 0;
}
constexpr auto v100 = detail::data_of<V100>;
constexpr auto v100_16 = detail::data_of<V100_16GB>;
constexpr auto v100_32 = detail::data_of<V100_32GB>;
static_assert(has_names_of(v100, v100_16) && has_names_of(v100, v100_32));
static_assert(v100.product_count == v100_16.product_count + v100_32.product_count);

}  // namespace
