// SPDX-License-Identifier: BSL-1.0
/// \file
/// What IBM Spectrum LSF is asked for: the option `-gpu` of `bsub`. A partition is named by its slices alone,
/// `mig=GPU_INSTANCE` or `mig=GPU_INSTANCE/COMPUTE_INSTANCE`; LSF makes it where LSF_MANAGE_MIG is on. With the pool's
/// product the board stands beside it: `num=1:gmodel=NVIDIAA100_SXM4_40GB:mig=2`.
///
/// \code
/// std::cout << to_string(at::request<at::system<"lsf">, at::A100::partition<"3g.20gb">>());
/// // bsub -gpu "num=1:mig=3"
/// \endcode
///
/// Source: IBM's documentation of LSF 10.1, bsub -gpu and lshosts -gpu.
#pragma once

#include <allotype/cluster/quoting/names.hpp>
#include <allotype/cluster/request/detail/setting_rows.hpp>
#include <allotype/cluster/request/short_text.hpp>
#include <allotype/cluster/request/system_request.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {
namespace lsf {

struct settings {
  char const* product = nullptr;  ///< the board, where a device has several
};
/// Hosts whose GPUs LSF knows by their models.
struct pool {
  static constexpr lsf::settings settings{};
};

/// LSF's name of a model: that of the driver without blanks, with `_` for `-`.
constexpr short_text model_of(char const* product) {
  short_text name;
  for (char const* c = product; *c != '\0'; ++c) {
    if (*c != ' ') name << (*c == '-' ? '_' : *c);
  }
  return name;
}

/// The board of a request; a refusal where its name has other characters than LSF's.
constexpr short_text board_of(system_request& to, char const* product) {
  short_text const model = model_of(product);
  if (!obeys(rule::batch_word, model.text()))
    to.refused("LSF's name of a model has 1 to 126 letters, digits, -, _, . and +, and this board's has others");
  return short_text{"gmodel="} << model;
}

/// The command. What is between the quotes obeys `rule::batch_word`, or is digits, so it means nothing else to LSF and
/// to a shell; `bsub` alone where no device is asked for.
inline std::string command(system_request const& request) {
  if (request.count == 0) return "bsub";
  return "bsub -gpu \"num=" + std::to_string(request.count) + ":" + request.devices[0].text() + "\"";
}

constexpr system_request ask(settings const& on, request_items const& all, request_options options) {
  system_request to = begin_request({.text = command}, all, options);
  if (all.all.size() > 1) to.refused("LSF's option -gpu is for one kind of devices: name one of them");
  if (to.refused || all.all.empty()) return to;
  auto const& what = all.first();
  to.count = all.all[0].count;
  if (what.maker != vendor::nvidia) {
    to.refused("LSF's MIG devices and models of GPUs are NVIDIA's");
  } else if (what.is_partition()) {
    if (what.row == nullptr || !is_base(*what.board, *what.row)) {
      to.refused("LSF names a partition by its slices alone, and gives the plain profile of that many");
      return to;
    }
    short_text slices;
    if (on.product != nullptr) slices << board_of(to, on.product).text() << ":";
    slices << "mig=" << what.row->compute_slices;
    if (what.is_compute_instance()) slices << "/" << parse_mig_name(what.partition).compute_slices;
    to.add_device(slices);
  } else if (on.product == nullptr && what.product() == nullptr) {
    to.refused("the catalogue has no name of this board: add setting<\"product\", \"its name\">");
  } else {
    to.add_device(board_of(to, on.product != nullptr ? on.product : what.product_names[0]));
  }
  return to;
}

}  // namespace lsf

template <>
inline constexpr auto setting_rows<lsf::settings> = std::array{
    row_of<&lsf::settings::product>("product", rule::board),
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
