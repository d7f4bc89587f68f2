// SPDX-License-Identifier: BSL-1.0
/// \file
/// What Kubernetes is asked for by Dynamic Resource Allocation (DRA): a claim that selects devices by what their driver
/// publishes. It can say what a device plugin cannot: several types in one container, partitions of one GPU,
/// alternatives.
///
/// \code
/// constexpr auto slices = at::request<at::system<"dra">, at::layout<at::A100, "3g.20gb", "1g.5gb", "1g.5gb">>();
/// std::cout << to_yaml(at::dra::claim_template(slices)) << "---\n" << to_yaml(at::kubernetes::pod(slices));
/// \endcode
///
/// Sources: kubernetes/api resource/v1 and v1beta1 (types.go: limits); kubernetes-sigs/dra-driver-nvidia-gpu
/// (deviceinfo.go: attributes; its chart: classes); ROCm/k8s-gpu-dra-driver@2622427 (deviceinfo.go). A driver that
/// publishes GPUs for DRA and a device plugin must not serve the same GPUs.
#pragma once

#include <allotype/accelerator/known_devices.hpp>
#include <allotype/cluster/quoting/strings.hpp>
#include <allotype/cluster/request/kubernetes.hpp>
#include <allotype/cluster/request/quantity.hpp>
#include <allotype/cluster/request/short_text.hpp>
#include <allotype/core/detail/character.hpp>

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::dra {

namespace detail {

using namespace allotype::detail;

/// The version of `resource.k8s.io`.
enum class version {
  v1,       ///< Kubernetes 1.34 and later
  v1beta2,  ///< Kubernetes 1.33: the same form
  v1beta1,  ///< Kubernetes 1.32: requests without the level `exactly`, and without alternatives
};

/// What a pool says about its nodes. Without the product a partition is selected by its profile, and a GPU by its
/// class.
struct settings {
  detail::version version = detail::version::v1;  ///< of the API
  bool selects_product = true;         ///< by the board's name; profiles of several boards have the same name
  bool any_board = false;              ///< any board of the device, whatever its memory: `A100` is both sizes
  bool open_takes_partitions = false;  ///< a device whose partitioning is left open is the whole device if one is
                                       ///< free, else a partition of it
  /// Only devices that no other claim shares: a driver with consumable shares publishes others. The selector reads what
  /// Kubernetes has with the gate DRAConsumableCapacity, which is on from 1.36; before, leave it out.
  bool exclusive = version == detail::version::v1;
  char const* product = nullptr;       ///< the board, where a device has several
  char const* request_name = nullptr;  ///< by which a container can refer to it; otherwise `gpu`, `mig` or `part`
  /// The attribute that partitions of one AMD device share. Newer releases of the driver publish
  /// `resource.kubernetes.io/pciBusID`.
  char const* parent_of_amd = "gpu.amd.com/parentDeviceID";
  allotype::driver driver = allotype::driver::newest;  ///< names the profiles
  char const* tolerates = nullptr;                     ///< a taint of devices, by its key
  int memory_mib =
      0;  ///< of a device that claims share, as its driver publishes it: a part of its memory; 0: the device
  bool compute_domain = false;  ///< pods claim a channel of IMEX, by which NVLink reaches the GPUs of other nodes
  bool dynamic_mig = false;     ///< the driver makes partitions as claims come: its feature gate DynamicMIG
  static constexpr bool says_one_device = true;
};

/// Nodes that run NVIDIA's or AMD's DRA driver, by the version of Kubernetes' API.
template <version Version>
struct pool {
  static constexpr detail::settings settings{Version};
};

struct claim_settings;

}  // namespace detail

/// What a pod claims: a constexpr value. `kubernetes::pod` and `kubernetes::job` print pods that use it.
struct claim_request : kubernetes::pod_request {
  /// A number of devices of one kind.
  struct device {
    accelerator_data const* what = nullptr;  ///< the device or partition
    int count = 0;                           ///< of devices
    bool any_partition = false;              ///< of the device
  };

  static_vector<device, 2 * detail::request_items::max_items> each;  ///< all that is claimed, or the alternatives
  bool alternatives = false;                                         ///< one of `each` is enough
  bool one_device = false;                                           ///< all partitions are of one device
  bool several_boards = false;  ///< the claim is for partitions of boards with different names

  /// Whether a device that serves the other claim would serve a part of this one, too.
  [[nodiscard]] constexpr bool is_also_met_by(claim_request const& other) const;

 private:
  friend struct detail::claim_settings;
  detail::settings on_;
};

namespace detail {

struct claim_settings {
  static constexpr settings const& of(claim_request const& claim) { return claim.on_; }
  static constexpr void set(claim_request& claim, settings const& on) { claim.on_ = on; }
};

/// Limits of Kubernetes' API: alternatives of one request, and devices of one claim. It accepts `count: 33` all the
/// same; such a claim is never allocated.
inline constexpr int max_alternatives = 8;
inline constexpr int max_devices_of_a_claim = 32;

/// A profile or a mode as a part of a name: `1g.24gb+me` is `1g-24gb-me`, and `1g.24gb-me` is `1g-24gb-no-me`.
constexpr short_text name_of_profile(char const* profile) {
  short_text name;
  for (char const* c = profile; *c != '\0'; ++c) {
    if (*c == '-') {
      name << "-no-";
    } else if (*c == '.' || *c == '+' || *c == '/') {
      name << '-';
    } else {
      name << lower(*c);
    }
  }
  return name;
}

/// `a100-80gb` of `A100_80GB`; without the memory `a100`.
constexpr short_text name_of_device(char const* device, bool with_memory) {
  short_text name;
  for (char const* c = device; *c != '\0'; ++c) {
    if (*c == '_' && !with_memory) {
      char const* digits = c + 1;
      while (is_digit(*digits)) ++digits;
      if (digits != c + 1 && begins_with(digits, "GB")) return name;
    }
    name << (*c == '_' ? '-' : lower(*c));
  }
  return name;
}

/// AMD's partition that is the whole device has the type of a device.
constexpr bool is_one_of_several(claim_request::device const& request) {
  return request.any_partition ||
         (request.what->is_partition() &&
          (request.what->maker != vendor::amd || request.what->compute_mode != amd_compute_mode::SPX));
}

/// The driver's class of devices.
constexpr char const* class_of(claim_request::device const& request) {
  if (request.what->maker == vendor::amd) return "gpu.amd.com";
  return is_one_of_several(request) ? "mig.nvidia.com" : "gpu.nvidia.com";
}
constexpr char const* short_name(claim_request::device const& request) {
  return !is_one_of_several(request) ? "gpu" : request.what->maker == vendor::amd ? "part" : "mig";
}

/// The name of an alternative, in one of four ways of which the first that tells them apart is taken: `h100`; `whole`
/// and `slice`; `a100-80gb`; `a100-3g-20gb`.
constexpr short_text name_of_alternative(claim_request::device const& one, int way) {
  bool const part = is_one_of_several(one);
  if (way == 1) return part ? "slice" : "whole";
  auto name = name_of_device(one.what->device, way >= 2);
  if (way < 3) return name;
  name << '-';
  if (one.what->is_partition()) return name << name_of_profile(one.what->partition);
  return name << (one.any_partition                                          ? "slice"
                  : one.what->state == accelerator_data::partitioning::whole ? "whole"
                                                                             : "any");
}
constexpr int way_of_names(claim_request const& request) {
  for (int way = 0; way < 3; ++way) {
    bool distinct = true;
    for (int i = 0; i < request.each.size(); ++i) {
      for (int j = 0; j < i; ++j) {
        distinct =
            distinct && !(name_of_alternative(request.each[i], way) == name_of_alternative(request.each[j], way));
      }
    }
    if (distinct) return way;
  }
  return 3;
}

/// The name of one of several requests that are served together.
constexpr short_text name_among_several(claim_request const& request, claim_request::device const& one) {
  short_text name =
      claim_settings::of(request).request_name != nullptr ? claim_settings::of(request).request_name : short_name(one);
  if (request.several_boards) name << '-' << name_of_device(one.what->device, true);
  if (one.what->is_partition()) name << '-' << name_of_profile(one.what->partition);
  if (one.what->state == accelerator_data::partitioning::whole) name << "-whole";  // beside the same device, left open
  return name;
}

/// The name of the board that the selector states. What the pool says holds for the one device that is asked for, and
/// of several for the one whose name it is.
constexpr char const* product_of(claim_request const& request, accelerator_data const& what) {
  char const* const stated = claim_settings::of(request).product;
  bool is_its_own = !request.several_boards;
  for (int i = 0; i < what.product_count && stated != nullptr && !what.several_sizes; ++i)
    is_its_own |= equal(stated, what.product_names[i]);
  return stated != nullptr && is_its_own ? stated : what.product();
}

/// Nodes of racks whose NVLink reaches other nodes. (NVIDIA, GB200 NVL72 and GB300 NVL72: 18 of them, 72 GPUs)
inline constexpr int gpus_of_a_node_of_a_rack = 4;
constexpr bool is_of_a_rack(accelerator_data const& what) {
  return !what.is_partition() && (equal(what.device, GB200::name) || equal(what.device, GB300::name));
}
/// More GPUs than a node of a rack has are on several of them.
constexpr void spread_over_nodes(settings const& on, request_items& all, request_options& options) {
  if (!on.compute_domain || !all.one_kind() || !is_of_a_rack(all.first()) || options.nodes != 1) return;
  int const count = all.all[0].count;
  if (count <= gpus_of_a_node_of_a_rack || count % gpus_of_a_node_of_a_rack != 0) return;
  options.nodes = count / gpus_of_a_node_of_a_rack;
  for (request_item& each : all.all) each.count = gpus_of_a_node_of_a_rack;
}

/// What `request` calls for such a pool. A refusal is in the result, with its reason.
constexpr claim_request ask(settings const& on, request_items all, request_options options) {
  claim_request to;
  spread_over_nodes(on, all, options);
  static_cast<kubernetes::pod_request&>(to) = {all.refused, options};
  to.alternatives = all.alternatives;
  to.one_device = all.one_device;
  claim_settings::set(to, on);
  refuse_counts(to.refused, options);
  if (on.request_name != nullptr && !obeys(rule::dns_label, on.request_name)) {
    to.refused("the name of a request in a claim is a DNS label: lower-case letters, digits and -, no dots");
  }
  long long devices = 0;
  for (auto const& each : all.all) {
    to.several_boards |= !equal(each.what->device, all.first().device);
  }
  for (auto const& each : all.all) {
    auto const& what = *each.what;
    if (what.maker != vendor::nvidia && what.maker != vendor::amd) {
      to.refused("DRA is asked for NVIDIA's and AMD's GPUs here");
    }
    if (what.is_compute_instance()) {
      to.refused("NVIDIA's DRA driver publishes GPU instances; a compute instance that is a part of one has no device");
    }
    if (kubernetes::detail::is_nameless(what)) {
      to.refused("NVIDIA's DRA driver has no name for 3 slices with graphics");
    }
    if (what.is_partition() && kubernetes::detail::came_later(what, on.driver)) {
      to.refused("this partition came with a later driver than that of the nodes: available_since has the first one");
    }
    bool const has_names = what.product_count > 0 && (on.any_board || what.several_sizes);
    if (on.selects_product && product_of(to, what) == nullptr && !has_names) {
      // clang-format off: the sentence stays in the line of the call, which compilers quote
      to.refused("the catalogue has no name of this board: add setting<\"product\", \"its name\"> or setting<\"selects-product\", \"false\">, whichever the system has");
      // clang-format on
    }
    to.each.push_back({&what, each.count});
    if (on.open_takes_partitions && what.state == accelerator_data::partitioning::open) {
      to.each.push_back({&what, each.count, true});
      to.alternatives = true;
    }
    if (on.memory_mib != 0 && what.is_partition())
      to.refused("a share of memory is of a device that claims share: ask for the device, or leave out memory-mib");
    if (on.compute_domain && !is_of_a_rack(what))
      to.refused("a compute domain is of GPUs whose NVLink reaches other nodes: GB200 and GB300");
    if (on.compute_domain && each.count > gpus_of_a_node_of_a_rack)
      to.refused("nodes of GB200 and GB300 have 4 GPUs each: ask for a multiple of 4, or for less");
    devices = all.alternatives ? (each.count > devices ? each.count : devices) : devices + each.count;
  }
  if (to.refused) return to;
  if (to.alternatives && !all.alternatives && all.all.size() > 1) {
    to.refused("a device that may be a partition is one request: it cannot be asked for together with others");
  }
  if (on.exclusive && on.version != version::v1) {
    to.refused("versions of resource.k8s.io before v1 have no device that several claims share: leave out exclusive");
  }
  if ((on.memory_mib != 0 || on.tolerates != nullptr) && on.version != version::v1) {
    to.refused("taints of devices and shares of their capacity are asked for by resource.k8s.io/v1 here");
  }
  if (to.alternatives && on.version == version::v1beta1) {
    to.refused("resource.k8s.io/v1beta1 has no alternatives: name one of them, or use system<\"dra\">");
  }
  if (to.alternatives && to.each.size() > max_alternatives) {
    to.refused("a claim has at most 8 alternatives");
  }
  if (devices > max_devices_of_a_claim) to.refused("a claim gets at most 32 devices");
  to.claims = !to.each.empty();
  to.in_compute_domain = to.claims && on.compute_domain;
  if (to.claims && to.each[0].what->maker == vendor::nvidia) to.tolerations.push_back({"nvidia.com/gpu", ""});
  return to;
}

/// Nodes whose driver makes the partitions have whole devices.
template <class Content>
constexpr void refuse_nodes(settings const& on, Content const& content, refusal& refused) {
  int gpus = 0;
  for (request_item const& each : content) {
    gpus += each.count;
    if (on.dynamic_mig && each.what->is_partition()) {
      // clang-format off: the sentence stays in the line of the call, which compilers quote
      refused("with dynamic-mig the driver makes partitions as claims come: state the boards alone, as gpus_of<A100, 8>, and no layouts");
      // clang-format on
    }
  }
  if (on.dynamic_mig && gpus > max_gpus_on_demand) refused("with dynamic-mig nodes have at most 16 GPUs here");
}

/// Whether the class and the selectors of a request take that device, too.
constexpr bool takes(claim_request const& claim, claim_request::device const& asked, claim_request const& other,
                     claim_request::device const& had) {
  settings const& on = claim_settings::of(claim);
  if (!equal(class_of(asked), class_of(had)) || asked.what->maker != had.what->maker) return false;
  if (asked.what->is_partition() &&
      !equal(kubernetes::detail::profile_under(*asked.what, on.driver),
             kubernetes::detail::profile_under(*had.what, claim_settings::of(other).driver))) {
    return false;
  }
  if (!on.selects_product) return true;
  if (on.any_board) return name_of_device(asked.what->device, false) == name_of_device(had.what->device, false);
  if (is_size_of(*asked.what, *had.what)) return true;
  char const* const mine = product_of(claim, *asked.what);
  char const* const its = product_of(other, *had.what);
  return mine != nullptr && its != nullptr && equal(mine, its);
}

}  // namespace detail

constexpr bool claim_request::is_also_met_by(claim_request const& other) const {
  for (claim_request::device const& asked : each) {
    for (claim_request::device const& had : other.each) {
      if (detail::takes(*this, asked, other, had)) return true;
    }
  }
  return false;
}

// ---- what a class is, and pods that name one -----------------------------------------------------------------------

namespace detail {

/// The class of a partition that an administrator makes, so that pods can ask for it by a resource.
/// \param of_board whether it is for the boards of the device alone
constexpr short_text class_name(accelerator_data const& what, bool of_board) {
  short_text name = short_text{"mig-"} << name_of_profile(what.partition);
  if (of_board) name << '-' << name_of_device(what.device, true);
  return name << ".gpu.nvidia.com";
}

struct by_class_settings {
  bool selects_product = true;  ///< the class is for the boards of the device alone
};

constexpr kubernetes::pod_request ask(by_class_settings const& on, request_items const& all, request_options options) {
  kubernetes::pod_request to{all.refused, options};
  if (!kubernetes::detail::is_for_one_container(to, all, options)) return to;
  auto const& what = all.first();
  if (all.alternatives || what.maker != vendor::nvidia || !what.is_partition() || what.is_compute_instance()) {
    to.refused("a class of its own has one partition of NVIDIA's, not alternatives, whole GPUs or compute instances");
    return to;
  }
  if (kubernetes::detail::is_nameless(what)) {
    to.refused("NVIDIA's DRA driver has no name for 3 slices with graphics");
    return to;
  }
  if (on.selects_product && what.product() == nullptr) {
    // clang-format off: the sentence stays in the line of the call, which compilers quote
    to.refused("the catalogue has no name of this board: add setting<\"selects-product\", \"false\">, and make the class so");
    // clang-format on
    return to;
  }
  short_text const name = class_name(what, on.selects_product);
  if (name.size() > kubernetes::detail::max_characters) to.refused("the name of the class has more than 63 characters");
  to.limits.push_back({short_text{"deviceclass.resource.kubernetes.io/"} << name, all.all[0].count});
  return to;
}

/// Pods without a claim: they name the class that `device_class` prints, by the resource that every class has
/// (DRAExtendedResource, on from Kubernetes 1.36).
struct pool_by_class {
  static constexpr by_class_settings settings{};
};

// ---- printing ------------------------------------------------------------------------------------------------------

/// A device that one claim gets has no other.
inline constexpr char not_shared[] = "!device.allowMultipleAllocations";

/// A selector in CEL, and the values that it compares. Terms stand in an order in which no term reads what a device
/// lacks.
class selector {
 public:
  explicit selector(char const* driver) : device_(std::string{"device.attributes['"} + driver + "']") {}

  void equals(char const* attribute, std::string const& value) {
    add(device_ + "." + attribute + " == " + cel_string(value));
  }
  void has(char const* attribute) { add("has(" + device_ + "." + attribute + ")"); }
  void is_one_of(char const* attribute, std::vector<std::string> const& values) {
    if (values.size() == 1) return equals(attribute, values[0]);
    std::string list;
    for (std::string const& value : values) list += (list.empty() ? "" : ", ") + cel_string(value);
    add(device_ + "." + attribute + " in [" + list + "]");
  }
  void add(std::string const& term) { expression_ += (expression_.empty() ? "" : " && ") + term; }
  [[nodiscard]] std::string const& expression() const noexcept { return expression_; }

 private:
  std::string device_, expression_;
};

/// A device of the catalogue, and what drivers call its boards.
struct named_boards {
  char const* device;
  char const* const* names = nullptr;
  std::size_t count = 0;
};
template <class Device>
constexpr named_boards boards_of() {
  if constexpr (requires { Device::product_names; }) {
    return {Device::name, Device::product_names, std::size(Device::product_names)};
  } else {
    return {Device::name};
  }
}

/// The names of all boards that differ from the device in memory alone. A part of a name would find other devices: that
/// of an H200 is in GH200's.
template <class... Devices>
std::vector<std::string> boards_with_any_memory(char const* device, list<Devices...>) {
  std::vector<std::string> names;
  for (named_boards const& each : {boards_of<Devices>()...}) {
    if (!(name_of_device(each.device, false) == name_of_device(device, false))) continue;
    names.insert(names.end(), each.names, each.names + each.count);
  }
  return names;
}

inline std::string cel(claim_request const& claim, claim_request::device const& request) {
  settings const& on = claim_settings::of(claim);
  accelerator_data const& what = *request.what;
  bool const amd = what.maker == vendor::amd;
  selector made{amd ? "gpu.amd.com" : "gpu.nvidia.com"};
  if (amd) made.equals("type", is_one_of_several(request) ? "amdgpu-partition" : "amdgpu");
  if (what.is_partition() && !amd) made.equals("profile", kubernetes::detail::profile_under(what, on.driver));
  if (on.selects_product && on.any_board) {
    std::vector<std::string> names = boards_with_any_memory(what.device, nvidia_devices{});
    // What the pool calls its board is one more, unless the catalogue has it.
    if (char const* const own = product_of(claim, what);
        own != nullptr && std::find(names.begin(), names.end(), own) == names.end()) {
      names.insert(names.begin(), own);
    }
    made.is_one_of("productName", names);
  } else if (on.selects_product && product_of(claim, what) == nullptr) {
    made.is_one_of("productName", {what.product_names, what.product_names + what.product_count});
  } else if (on.selects_product) {
    made.equals("productName", product_of(claim, what));
  }
  if (what.is_partition() && amd) {
    // Whole devices that have no partitions publish no profile, and reading it would be an error.
    if (!is_one_of_several(request) && !on.selects_product) made.has("partitionProfile");
    made.equals("partitionProfile", kubernetes::detail::mode_value(what.partition).text());
  }
  if (on.memory_mib != 0) {
    made.add("device.allowMultipleAllocations");
  } else if (on.exclusive) {
    made.add(not_shared);
  }
  return made.expression();
}

inline document parts_of_request(claim_request const& claim, claim_request::device const& request, int count) {
  document parts{{"deviceClassName", class_of(request)}};
  if (count > 1) parts["count"] = count;
  if (std::string const expression = cel(claim, request); !expression.empty()) {
    parts["selectors"].push_back({{"cel", {{"expression", expression}}}});
  }
  settings const& on = claim_settings::of(claim);
  if (on.tolerates != nullptr) parts["tolerations"].push_back({{"key", on.tolerates}, {"operator", "Exists"}});
  if (on.memory_mib != 0) parts["capacity"]["requests"]["memory"] = std::to_string(on.memory_mib) + "Mi";
  return parts;
}

inline void add_request(document& to, claim_request const& claim, char const* name,
                        claim_request::device const& request, int count) {
  document made{{"name", name}};
  document const parts = parts_of_request(claim, request, count);
  if (claim_settings::of(claim).version != version::v1beta1) {
    made["exactly"] = parts;
  } else {
    for (auto const& [member, value] : parts.members()) made[member] = value;
  }
  to["requests"].push_back(made);
}

inline char const* api(claim_request const& claim) {
  switch (claim_settings::of(claim).version) {
    case version::v1beta1:
      return "resource.k8s.io/v1beta1";
    case version::v1beta2:
      return "resource.k8s.io/v1beta2";
    case version::v1:
      break;
  }
  return "resource.k8s.io/v1";
}

}  // namespace detail

/// The `devices` of a claim: its requests and constraints.
[[nodiscard]] inline document to_document(claim_request const& request) {
  document devices;
  detail::settings const& on = detail::claim_settings::of(request);
  auto const single_name = [&] {
    return on.request_name != nullptr ? on.request_name
           : request.alternatives     ? "gpu"
                                      : detail::short_name(request.each[0]);
  };
  if (request.alternatives) {
    document one{{"name", single_name()}};
    int const way = detail::way_of_names(request);
    for (claim_request::device const& each : request.each) {
      document alternative{{"name", detail::name_of_alternative(each, way).text()}};
      document const parts = detail::parts_of_request(request, each, each.count);
      for (auto const& [member, value] : parts.members()) alternative[member] = value;
      one["firstAvailable"].push_back(alternative);
    }
    devices["requests"].push_back(one);
  } else if (request.each.size() == 1) {
    detail::add_request(devices, request, single_name(), request.each[0], request.each[0].count);
  } else {
    for (claim_request::device const& each : request.each) {
      auto const name = detail::name_among_several(request, each);
      // Partitions of one device have a name each, so that each container can take one.
      bool const apart = request.one_device && each.count > 1;
      for (int i = 0; i < (apart ? each.count : 1); ++i) {
        auto numbered = name;
        if (apart) numbered << '-' << i;
        detail::add_request(devices, request, numbered.text(), each, apart ? 1 : each.count);
      }
    }
  }
  if (request.one_device && !request.each.empty()) {
    document requests = document::array();
    if (request.each.size() == 1) requests.push_back(single_name());
    bool const amd = request.each[0].what->maker == vendor::amd;
    devices["constraints"].push_back(
        {{"requests", requests}, {"matchAttribute", amd ? on.parent_of_amd : "gpu.nvidia.com/parentUUID"}});
  }
  return devices;
}

/// The `devices` of a claim for any whole GPU of NVIDIA's with at least so much memory. Drivers report less than a
/// board's name says, so `40_GiB` finds no A100 of 40 GB: ask for less, or for the device by its type.
/// \param exclusive as the setting of that name: only GPUs that no other claim shares
[[nodiscard]] inline document devices_by_memory(bytes least, int count = 1, bool exclusive = true) {
  document parts{{"deviceClassName", "gpu.nvidia.com"}};
  if (count > 1) parts["count"] = count;
  parts["selectors"].push_back(
      {{"cel",
        {{"expression", std::string{"device.capacity['gpu.nvidia.com'].memory.compareTo(quantity('"} +
                            quantity{least}.characters + "')) >= 0" +
                            (exclusive ? std::string{" && "} + detail::not_shared : std::string{})}}}});
  document devices;
  devices["requests"].push_back({{"name", "gpu"}, {"exactly", parts}});
  return devices;
}

/// A claim that pods share. \throws input_error for a name that no claim has
[[nodiscard]] inline document claim(claim_request const& request, work const& what = {}) {
  return {{"apiVersion", detail::api(request)},
          {"kind", "ResourceClaim"},
          {"metadata", {{"name", detail::allowed_name("a claim", detail::rule::dns_label, what.name)}}},
          {"spec", {{"devices", to_document(request)}}}};
}

/// The template from which each pod gets a claim of its own. `kubernetes::pod` and `kubernetes::job` refer to it.
/// \throws input_error for a name that no claim has
[[nodiscard]] inline document claim_template(claim_request const& request, work const& what = {}) {
  return {{"apiVersion", detail::api(request)},
          {"kind", "ResourceClaimTemplate"},
          {"metadata", {{"name", detail::allowed_name("a claim", detail::rule::dns_label, what.name)}}},
          {"spec", {{"spec", {{"devices", to_document(request)}}}}}};
}

/// The domain of a request to nodes with `setting<"compute-domain", "true">`: NVIDIA's driver starts what lets NVLink
/// reach from node to node, for the pods that claim a channel of it. \throws input_error for a request without
/// channels, or for a name that no such object has
[[nodiscard]] inline document compute_domain(claim_request const& request, work const& what = {}) {
  if (!request.in_compute_domain)
    throw input_error("the request claims no channel: its pool has the setting compute-domain for that");
  return {{"apiVersion", "resource.nvidia.com/v1beta1"},
          {"kind", "ComputeDomain"},
          {"metadata", {{"name", detail::allowed_name("a compute domain", detail::rule::dns_label, what.name)}}},
          {"spec",
           {{"numNodes", request.pods},
            {"channel", {{"resourceClaimTemplate", {{"name", kubernetes::detail::channel_template_of(what)}}}}}}}};
}

/// What a class of partitions takes.
struct class_options {
  bool exclusive = true;        ///< only devices that no other claim shares: as the setting of that name
  bool selects_product = true;  ///< only those of the device's boards
};

namespace detail {

/// The classes that the drivers' charts install.
struct driver_class {
  char const* name;
  char const* type;      ///< null: all of the driver's devices
  char const* resource;  ///< that pods can ask for without a claim; null: none but the implicit one
};
inline constexpr driver_class driver_classes[] = {
    {"gpu.nvidia.com", "gpu", "nvidia.com/gpu"},
    {"mig.nvidia.com", "mig", nullptr},
    {"gpu.amd.com", nullptr, nullptr},
};

inline document class_document(char const* name, selector const& made, char const* resource) {
  document spec;
  spec["selectors"].push_back({{"cel", {{"expression", made.expression()}}}});
  if (resource != nullptr) spec["extendedResourceName"] = resource;
  return {
      {"apiVersion", "resource.k8s.io/v1"}, {"kind", "DeviceClass"}, {"metadata", {{"name", name}}}, {"spec", spec}};
}
inline selector devices_of(char const* driver, char const* type) {
  selector made{driver};
  made.add(std::string{"device.driver == '"} + driver + "'");
  if (type != nullptr) made.equals("type", type);
  return made;
}
inline document class_document(driver_class const& known) {
  bool const amd = equal(known.name, "gpu.amd.com");
  return class_document(known.name, devices_of(amd ? "gpu.amd.com" : "gpu.nvidia.com", known.type), known.resource);
}

inline document partition_class(accelerator_data const& what, class_options how = {}) {
  selector made = devices_of("gpu.nvidia.com", "mig");
  made.equals("profile", what.partition);
  if (how.selects_product)
    made.is_one_of("productName",
                   std::vector<std::string>(what.product_names, what.product_names + what.product_count));
  if (how.exclusive) made.add(not_shared);
  // One class alone can have a resource's name, and that of NVIDIA's device plugin is the same for all boards.
  short_text const resource = short_text{"nvidia.com/mig-"} << kubernetes::detail::profile_value(what.partition);
  return class_document(class_name(what, how.selects_product).text(), made,
                        how.selects_product ? nullptr : resource.text());
}

}  // namespace detail

/// The class of a MIG partition, which pods of `system<"dra-extended-resource">` name. For all boards alike
/// (`{.selects_product = false}`) it has the resource's name of NVIDIA's device plugin: pods that ask
/// `system<"kubernetes-mixed">` are served by DRA then.
template <class A>
  requires(can_request<detail::pool_by_class, A>)
[[nodiscard]] document device_class(class_options how = {}) {
  return detail::partition_class(allotype::detail::data_of<A>, how);
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::dra

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

template <>
inline constexpr auto setting_rows<dra::detail::by_class_settings> = std::array{
    row_of<&dra::detail::by_class_settings::selects_product>("selects-product"),
};

template <>
inline constexpr auto setting_rows<dra::detail::settings> = std::array{
    row_of<&dra::detail::settings::product>("product", rule::board),
    row_of<&dra::detail::settings::selects_product>("selects-product"),
    row_of<&dra::detail::settings::any_board>("any-board"),
    row_of<&dra::detail::settings::exclusive>("exclusive"),
    row_of<&dra::detail::settings::open_takes_partitions>("open-takes-partitions"),
    row_of<&dra::detail::settings::request_name>("request-name", rule::dns_label),
    row_of<&dra::detail::settings::parent_of_amd>("parent-of-amd", rule::qualified),
    row_of<&dra::detail::settings::driver>("driver", 9999, "", "", nullptr, kubernetes::detail::first_driver_of_plugin),
    row_of<&dra::detail::settings::dynamic_mig>("dynamic-mig"),
    row_of<&dra::detail::settings::compute_domain>("compute-domain"),
    row_of<&dra::detail::settings::tolerates>("tolerates", rule::qualified),
    row_of<&dra::detail::settings::memory_mib>("memory-mib"),
};

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
