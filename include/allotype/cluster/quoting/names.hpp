// SPDX-License-Identifier: BSL-1.0
/// \file
/// Names that systems allow: they are never quoted, so one that breaks the system's rule is refused, and the error has
/// the rule.
#pragma once

#include <allotype/cluster/quoting/terminal.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

/// A kind of name: its length, and its characters besides letters and digits.
struct name_rule {
  int most;                   ///< characters
  char const* inside = "";    ///< other characters, not at the ends
  char const* anywhere = "";  ///< other characters
  bool capitals = true;       ///< capital letters, too
  bool begins_with_letter = false;
  char const* words = "";  ///< the rule, for errors
};

namespace rule {

/// Kubernetes' names of most objects' parts (DNS-1123 label), of services (DNS-1035 label), of nodes and classes
/// (DNS-1123 subdomain), and values of labels. (apimachinery, util/validation)
inline constexpr name_rule dns_label{
    63, "-", "", false, false, "1 to 63 lower-case letters, digits and -, the first and the last no -"};
inline constexpr name_rule service{
    63,    "-",  "",
    false, true, "1 to 63 lower-case letters, digits and -, the first a letter, the last a letter or digit"};
inline constexpr name_rule dns_subdomain{
    253, "-.", "", false, false, "1 to 253 lower-case letters, digits, - and ., letters or digits at both ends"};
inline constexpr name_rule label_value{
    63, "-_.", "", true, false, "1 to 63 letters, digits, -, _ and ., letters or digits at both ends"};
/// Google's and Azure's node pools. (gcloud container node-pools create; az aks nodepool add)
inline constexpr name_rule gke_node_pool{
    40,    "-",  "",
    false, true, "1 to 40 lower-case letters, digits and -, the first a letter, the last a letter or digit"};
inline constexpr name_rule aks_node_pool{12,    "",   "",
                                         false, true, "1 to 12 lower-case letters and digits, the first a letter"};
/// A word of a batch system: types, partitions, models. Its commands and files have lists and expressions around it.
inline constexpr name_rule batch_word{126, "", "-_.+", true, false, "1 to 126 letters, digits, -, _, . and +"};
/// Slurm's names of nodes, of which one may stand for several: `tux[1-16]`. (slurm.conf, NodeName)
inline constexpr name_rule slurm_nodes{
    1000, "", "-_.[],", true, false, "letters, digits, -, _ and ., and of several nodes their numbers, as tux[1-16]"};

/// An attribute or a resource of Kubernetes' with its domain.
inline constexpr name_rule qualified{
    316,  "-_./", "",
    true, false,  "a domain, / and a name of letters, digits, -, _ and ., as gpu.amd.com/parentDeviceID"};
/// What a driver calls a board. (nvml.h, NVML_DEVICE_NAME_V2_BUFFER_SIZE)
inline constexpr name_rule board{95,   "",    " !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~",
                                 true, false, "1 to 95 printable ASCII characters"};

}  // namespace rule

constexpr bool is_among(char const* characters, char c) {
  for (; *characters != '\0'; ++characters) {
    if (*characters == c) return true;
  }
  return false;
}

constexpr bool obeys(name_rule const& rule, std::string_view name) {
  if (name.empty()) return false;
  std::size_t const last = name.size() - 1;
  for (std::size_t i = 0; i <= last; ++i) {
    char const c = name[i];
    bool const plain = is_lower(c) || is_digit(c) || (rule.capitals && is_upper(c)) || is_among(rule.anywhere, c);
    if (!plain && (i == 0 || i == last || !is_among(rule.inside, c))) return false;
  }
  return name.size() <= static_cast<std::size_t>(rule.most) && (!rule.begins_with_letter || is_letter(name[0]));
}

/// The name itself. \param of what it names, as "a pod"
/// \throws input_error with the rule
inline std::string allowed_name(char const* of, name_rule const& rule, std::string const& name) {
  if (obeys(rule, name)) return name;
  throw input_error(message<2000>{} << in_error(name).c_str() << " is no name of " << of << ": it has " << rule.words);
}

/// A node's name in a command of Kubernetes'; `NODE`, or a variable of that name, stands where a person writes it.
/// \throws input_error with the rule
inline std::string name_of_node(std::string const& name) {
  return name == "NODE" || name == "$NODE" ? name : allowed_name("a node", rule::dns_subdomain, name);
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
