// SPDX-License-Identifier: BSL-1.0
/// \file
/// `--accelerator xpu --devices 2`: what a person asks for, from the command line, the environment or a configuration file,
/// as text with where it was said. What it means: registry/choose.hpp.
#pragma once

#include <cstdlib>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <allotype/core/error.hpp>

namespace allotype {

/// An option that lacks its value, is said twice, or is none of these.
class option_error : public error {
 public:
  using error::error;
};

namespace detail {

/// Who says what neither the environment nor the command line says.
inline constexpr char said_by_program[] = "the program";

}  // namespace detail

/// An accelerator and devices by name, each with where that was said, for errors.
struct accelerator_options {
  std::string accelerator = "auto";  ///< a registered name, `auto`, or several with commas between: the first that is there
  std::string devices = "auto";      ///< see devices/device_choice.hpp
  std::string accelerator_from = detail::said_by_program;
  std::string devices_from = detail::said_by_program;

  /// Sets `accelerator` or `devices`, as a configuration file has them.
  /// \throws option_error where the key is another
  void set(std::string_view key, std::string value, std::string from) {
    if (key == "accelerator") {
      accelerator = std::move(value);
      accelerator_from = std::move(from);
    } else if (key == "devices") {
      devices = std::move(value);
      devices_from = std::move(from);
    } else {
      throw option_error(message<2000>{} << from.c_str() << ": there is no option \"" << std::string{key}.c_str()
                                         << "\"; there are accelerator and devices");
    }
  }
};

namespace detail {

inline constexpr std::string_view accelerator_option_names[] = {"accelerator", "devices"};

/// `num-nodes` is ALLOTYPE_NUM_NODES.
inline std::string variable_of_option(std::string_view name) {
  std::string variable = "ALLOTYPE_";
  for (char const c : name) variable += c == '-' ? '_' : c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return variable;
}

/// Sets the option where the environment says something of it.
template <class Options>
void set_by_environment(Options& options, std::string_view name) {
  std::string const variable = variable_of_option(name);
  char const* const value = std::getenv(variable.c_str());
  if (value != nullptr && *value != '\0') options.set(name, value, variable);
}

/// Sets those options of which the environment says something.
template <class Options>
Options with_environment(Options options, std::span<std::string_view const> names) {
  for (std::string_view const name : names) set_by_environment(options, name);
  return options;
}

/// Sets those of the command line, which it takes out of `argv`, and of the others those that the environment names.
template <class Options>
Options take_options(int& argc, char** argv, Options options, std::span<std::string_view const> names) {
  int kept = argc > 0 ? 1 : 0;
  bool help = false;
  std::vector<bool> said(names.size());
  for (int i = kept; i < argc; ++i) {
    std::string_view const argument = argv[i];
    if (argument == "--") {
      while (i < argc) argv[kept++] = argv[i++];
      break;
    }
    help = help || argument == "--help";
    bool taken = false;
    for (std::size_t which = 0; which < names.size() && !taken; ++which) {
      std::string const option = "--" + std::string{names[which]};
      bool const alone = argument == option;
      bool const with_value = argument.size() > option.size() && argument.substr(0, option.size()) == option &&
                              argument[option.size()] == '=';
      if (!alone && !with_value) continue;
      taken = true;
      if (said[which]) throw option_error(message<2000>{} << option.c_str() << " is said twice");
      said[which] = true;
      bool const lacking = alone && (i + 1 == argc || std::string_view{argv[i + 1]}.substr(0, 2) == "--");
      if (lacking) throw option_error(message<2000>{} << option.c_str() << " lacks its value");
      std::string value{alone ? std::string_view{argv[++i]} : argument.substr(option.size() + 1)};
      if (value.empty()) throw option_error(message<2000>{} << option.c_str() << " lacks its value");
      options.set(names[which], std::move(value), option);
    }
    if (!taken) argv[kept++] = argv[i];
  }
  argc = kept;
  argv[argc] = nullptr;
  for (std::size_t which = 0; which < names.size(); ++which) {
    if (said[which]) continue;
    try {
      set_by_environment(options, names[which]);
    } catch (option_error const&) {
      if (!help) throw;  // the program prints its help and does nothing
    }
  }
  return options;
}

}  // namespace detail

/// The options, replaced by what ALLOTYPE_ACCELERATOR and ALLOTYPE_DEVICES say where they are set and not empty.
inline accelerator_options with_environment(accelerator_options options = {}) {
  return detail::with_environment(std::move(options), detail::accelerator_option_names);
}

/// The options, replaced by the environment's, and these by those of the command line: `--accelerator NAME`,
/// `--accelerator=NAME`, `--devices TEXT`, `--devices=TEXT`. They are taken out of `argv`; the others stay, in order, and
/// so does everything from `--` on. What begins with `--` is no value, except behind `=`. Where `--help` is among the
/// arguments, a variable that is wrong is passed over.
/// \throws option_error where a value is missing or an option is said twice
inline accelerator_options take_accelerator_options(int& argc, char** argv, accelerator_options options = {}) {
  return detail::take_options(argc, argv, std::move(options), detail::accelerator_option_names);
}

}  // namespace allotype
