// SPDX-License-Identifier: BSL-1.0
/// \file
/// The command of `nvidia-smi` that creates a layout: `nvidia_smi::create<layout<A100, "3g.20gb", "2g.10gb">>` is
/// `"nvidia-smi mig -cgi 9:0,14:4 -C"`. Each instance has its start, so the order of creation does not matter.
///
/// `-cgi` takes profiles as ID, name, ID:start or name:start (help text of `nvidia-smi mig -h`); `-C` creates the
/// compute instance that fills each.
#pragma once

#include <string>

#include <allotype/cluster/provision/detail/text_writer.hpp>
#include <allotype/cluster/provision/gpu_setup.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::nvidia_smi {

/// How `-cgi` names an instance.
enum class instance_form {
  id_and_start,    ///< `9:4`
  name_and_start,  ///< `3g.20gb:4`
  id,              ///< `9`: the driver chooses the start; created in the layout's `creation_order`
};

/// How the command is written.
struct options {
  instance_form form = instance_form::id_and_start;  ///< how instances are named
  int gpu = unknown;  ///< the index for `-i`; without it `nvidia-smi` does it on all GPUs

  friend constexpr bool operator==(options, options) = default;
};

namespace detail {

using allotype::detail::text_writer;

constexpr void print_gpu(text_writer& to, int gpu) {
  if (gpu != unknown) to << " -i " << gpu;
}

/// A profile whose id is not published goes by its name.
constexpr void print_profile(text_writer& to, mig_row const& row, bool by_name) {
  if (by_name || row.smi_profile_id == unknown) {
    to << row.profile;
  } else {
    to << row.smi_profile_id;
  }
}

constexpr void print_create(text_writer& to, gpu_setup const& setup, options how) {
  to << "nvidia-smi";
  if (!setup.mig || setup.count == 0) {
    print_gpu(to, how.gpu);
    to << " -mig " << (setup.mig ? 1 : 0);
    return;
  }
  to << " mig";
  print_gpu(to, how.gpu);
  to << " -cgi ";
  for (int n = 0; n < setup.count; ++n) {
    int const i = how.form == instance_form::id ? setup.creation_order[n] : n;
    if (n > 0) to << ',';
    print_profile(to, setup.row(i), how.form == instance_form::name_and_start);
    if (how.form != instance_form::id) to << ':' << setup.instances[i].start;
  }
  to << " -C";
}

template <class Layout, options Options>
struct create_printer {
  static constexpr void print(text_writer& to) { print_create(to, gpu_setup::of<Layout>(), Options); }
};

}  // namespace detail

/// The command that creates the layout on a GPU in MIG mode without instances; of a layout without instances the one
/// that turns MIG mode on; of `unpartitioned<A>` the one that turns it off.
template <class Layout, options Options = options{}>
inline constexpr char const* create = allotype::detail::text_printed_by<detail::create_printer<Layout, Options>>.text();

/// The same of a value.
[[nodiscard]] inline std::string create_command(gpu_setup const& setup, options how = {}) {
  return allotype::detail::printed_text<std::string>(
      [&](detail::text_writer& to) { detail::print_create(to, setup, how); });
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::nvidia_smi
