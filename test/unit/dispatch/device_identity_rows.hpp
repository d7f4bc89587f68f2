// SPDX-License-Identifier: BSL-1.0
// The table of doc/devices.md, "Which device is an A": devices as drivers tell them, and whether each is what a type
// names. Compiled by the static test of the rule, played by the fake NVML and by the pretended CUDA runtime.
#pragma once

#include <allotype/allotype.hpp>

#include <type_traits>

namespace identity {

namespace at = allotype;

/// One of the user's own that names a product.
struct rtx_9999 : at::nvidia_device<rtx_9999> {
  static constexpr char name[] = "rtx_9999";
  static constexpr char const* product_names[] = {"NVIDIA GeForce RTX 9999"};
  static constexpr at::compute_capability<> compute_capability{14, 0};
};
/// One that states its compute capability alone.
struct ampere : at::nvidia_device<ampere> {
  static constexpr char name[] = "ampere";
  static constexpr at::compute_capability<> compute_capability{8, 0};
};
/// One that states a size, too.
struct ampere_5gb : at::nvidia_device<ampere_5gb> {
  static constexpr char name[] = "ampere_5gb";
  static constexpr at::compute_capability<> compute_capability{8, 0};
  static constexpr at::bytes memory{4864ull << 20};
};

struct row {
  char const* device;  ///< the driver's name of it
  int memory_mib;
  int sm_count;
  at::compute_capability<> capability;
  char const* differs;  ///< the first difference from the type; empty where the device is what the type names

  // Of a slice: what the fake NVML plays, by the device and the profile of test/data/mig_profiles.csv.
  char const* profiles_of = "";
  char const* profile = "";
  int compute_slices = 0;  ///< of a compute instance that does not fill its GPU instance
};

/// Calls `f(std::type_identity<A>{}, row)` for each row.
template <class F>
constexpr void for_each_row(F f) {
  using std::type_identity;
  constexpr at::compute_capability<> volta{7, 0}, ampere_8_0{8, 0}, hopper{9, 0};
  constexpr char unpublished[] = "no product name is published";
  // Boards, by the product name.
  f(type_identity<at::A100>{}, row{"NVIDIA A100-SXM4-40GB", 40960, 108, ampere_8_0, ""});
  f(type_identity<at::A100>{}, row{"A100-SXM4-40GB", 40960, 108, ampere_8_0, ""});
  f(type_identity<at::A100>{}, row{"NVIDIA A100-SXM4-80GB", 81920, 108, ampere_8_0, "another board"});
  f(type_identity<at::A100>{}, row{"NVIDIA A100-SXM4-40GB-LC", 40960, 108, ampere_8_0, "another board"});
  f(type_identity<at::V100>{}, row{"Tesla V100-SXM2-32GB", 32768, 80, volta, ""});
  f(type_identity<at::V100_16GB>{}, row{"Tesla V100-SXM2-32GB", 32768, 80, volta, "another board"});
  f(type_identity<at::V100>{}, row{"NVIDIA TITAN V", 12288, 80, volta, "another board"});
  // No product name is published, so size and capability are not enough.
  f(type_identity<at::H100_64GB>{}, row{"NVIDIA H200", 65536, 132, hopper, unpublished});
  f(type_identity<at::GH200_144GB>{}, row{"NVIDIA GH200 144G HBM3e", 147456, 132, hopper, unpublished});
  f(type_identity<at::GH200_144GB::partition<"1g.18gb">>{},
    row{"NVIDIA H200 MIG 1g.18gb", 16384, 16, hopper, unpublished, "H200_141GB", "1g.18gb"});
  // Size and capability must not contradict the name.
  f(type_identity<at::H20_96GB>{}, row{"NVIDIA H20", 143771, 78, hopper, "another amount of memory"});
  f(type_identity<at::A100>{}, row{"NVIDIA A100-SXM4-40GB", 40960, 108, volta, "another compute capability"});
  // Whole or part.
  f(type_identity<at::A100::unpartitioned>{}, row{"NVIDIA A100-SXM4-40GB", 40960, 108, ampere_8_0, ""});
  f(type_identity<at::A100::unpartitioned>{},
    row{"NVIDIA A100-SXM4-40GB MIG 1g.5gb", 4864, 14, ampere_8_0, "not the whole of one", "A100_40GB", "1g.5gb"});
  f(type_identity<at::A100>{},
    row{"NVIDIA A100-SXM4-40GB MIG 1g.5gb", 4864, 14, ampere_8_0, "", "A100_40GB", "1g.5gb"});
  f(type_identity<at::H20_96GB>{},
    row{"NVIDIA H20 MIG 1g.18gb", 16384, 8, hopper, "another slice", "H20_141GB", "1g.18gb"});
  f(type_identity<at::A100::partition<"1g.5gb">>{},
    row{"NVIDIA A100-SXM4-40GB", 40960, 108, ampere_8_0, "not a slice of one"});
  // Slices, by the profile's name, its size and its multiprocessors.
  f(type_identity<at::A100::partition<"1g.5gb">>{},
    row{"NVIDIA A100-SXM4-40GB MIG 1g.5gb", 4864, 14, ampere_8_0, "", "A100_40GB", "1g.5gb"});
  f(type_identity<at::A100::partition<"1g.5gb">>{},
    row{"A100-SXM4-40GB MIG 1g.5gb", 4864, 14, ampere_8_0, "", "A100_40GB", "1g.5gb"});
  f(type_identity<at::A100::partition<"2g.10gb">>{},
    row{"NVIDIA A100-SXM4-40GB MIG 1g.5gb", 4864, 14, ampere_8_0, "another slice", "A100_40GB", "1g.5gb"});
  f(type_identity<at::A100::partition<"1g.5gb">>{},
    row{"NVIDIA A100-SXM4-40GB MIG 1g.5gb", 9728, 14, ampere_8_0, "another amount of memory", "A100_40GB", "1g.5gb"});
  f(type_identity<at::A100::partition<"1g.5gb">>{}, row{"NVIDIA A100-SXM4-40GB MIG 1g.5gb", 4864, 7, ampere_8_0,
                                                        "another number of multiprocessors", "A100_40GB", "1g.5gb"});
  f(type_identity<at::A100_80GB::partition<"1g.10gb">>{},
    row{"NVIDIA A100-SXM4-40GB MIG 1g.10gb", 9728, 14, ampere_8_0, "another board", "A100_40GB", "1g.10gb"});
  // A compute instance is not its GPU instance.
  f(type_identity<at::A100::partition<"1c.3g.20gb">>{},
    row{"NVIDIA A100-SXM4-40GB MIG 1c.3g.20gb", 19968, 14, ampere_8_0, "", "A100_40GB", "3g.20gb", 1});
  f(type_identity<at::A100::partition<"3g.20gb">>{},
    row{"NVIDIA A100-SXM4-40GB MIG 1c.3g.20gb", 19968, 14, ampere_8_0, "another slice", "A100_40GB", "3g.20gb", 1});
  // Names that a profile had under earlier drivers, and one that it never had.
  f(type_identity<at::A100_80GB::partition<"7g.80gb">>{},
    row{"NVIDIA A100-SXM4-80GB MIG 7g.79gb", 80384, 98, ampere_8_0, "", "A100_80GB", "7g.80gb"});
  f(type_identity<at::A100_80GB::partition<"3g.40gb">>{},
    row{"NVIDIA A100-SXM4-80GB MIG 3g.39gb", 40192, 42, ampere_8_0, "", "A100_80GB", "3g.40gb"});
  f(type_identity<at::A100_80GB::partition<"7g.80gb">>{},
    row{"NVIDIA A100-SXM4-80GB MIG 7g.78gb", 80384, 98, ampere_8_0, "another slice", "A100_80GB", "7g.80gb"});
  // Types of the user's own.
  f(type_identity<rtx_9999>{}, row{"NVIDIA GeForce RTX 9999", 65536, 200, {14, 0}, ""});
  f(type_identity<rtx_9999>{}, row{"NVIDIA GeForce RTX 9998", 65536, 200, {14, 0}, "another board"});
  f(type_identity<ampere>{}, row{"NVIDIA A100-SXM4-40GB", 40960, 108, ampere_8_0, ""});
  f(type_identity<ampere>{}, row{"NVIDIA H200", 143771, 132, hopper, "another board"});
  f(type_identity<ampere_5gb>{}, row{"NVIDIA A100-SXM4-40GB", 40960, 108, ampere_8_0, "another amount of memory"});
  f(type_identity<ampere_5gb>{},
    row{"NVIDIA A100-SXM4-40GB MIG 1g.5gb", 4864, 14, ampere_8_0, "not the whole of one", "A100_40GB", "1g.5gb"});
}

/// The UUID that the rows' devices have.
inline constexpr char uuid_of_board[] = "GPU-01e3d0c5-52aa-4f0e-9d1b-0a1b2c3d4e5f";
inline constexpr char uuid_of_slice[] = "MIG-5a166665-7a5c-5b1e-8f00-000000000001";

}  // namespace identity
