// SPDX-License-Identifier: BSL-1.0
/// \file
/// `--accelerator xpu --devices 2`: an accelerator and devices as text, from the command line, the environment or a
/// configuration file, each with its source. parallel/registry/choose.hpp finds the devices.
#pragma once

#include <concepts>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <allotype/core/detail/character.hpp>
#include <allotype/core/error.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

/// The source of options that neither the environment nor the command line sets.
inline constexpr char source_program[] = "the program";

}  // namespace detail

/// An accelerator and devices by name, each with its source for errors.
struct accelerator_options {
  /// What an option says.
  class text : public std::string {
   public:
    using std::string::string;
    text(std::string_view said) : std::string(said) {}
    template <std::convertible_to<std::string> Said>
    text(Said&& said) : std::string(std::forward<Said>(said)) {}
    /// Does not compile; it says what an option is. Takes numbers, and accelerators and strategies, which have a name.
    template <class Other>
      requires(std::is_arithmetic_v<Other> || requires { Other::name; })
    text(Other const&) {
      constexpr bool is_a_text = sizeof(Other*) == 0;
      static_assert(is_a_text, "an option is a text: {.accelerator = \"cpu\", .devices = \"0,1\"}");
    }
  };

  /// A registered name, `auto`, or several separated by commas: the first that is present.
  text accelerator = "auto";
  text devices = "auto";                                  ///< see devices/device_choice.hpp
  std::string accelerator_from = detail::source_program;  ///< who said the accelerator, for errors
  std::string devices_from = detail::source_program;      ///< who said the devices, for errors

  /// Sets `accelerator` or `devices` from an entry of a configuration file.
  /// \throws input_error if the key is another one
  void set(std::string_view key, std::string value, std::string from) {
    if (key == "accelerator") {
      accelerator = std::move(value);
      accelerator_from = std::move(from);
    } else if (key == "devices") {
      devices = std::move(value);
      devices_from = std::move(from);
    } else {
      throw input_error(message<2000>{} << from.c_str() << ": there is no option \"" << std::string{key}.c_str()
                                        << "\"; there are accelerator and devices");
    }
  }
};

namespace detail {

inline constexpr std::string_view accelerator_option_names[] = {"accelerator", "devices"};

/// `num-nodes` is ALLOTYPE_NUM_NODES.
inline std::string variable_of_option(std::string_view name) {
  std::string variable = "ALLOTYPE_";
  for (char const c : name) variable += c == '-' ? '_' : upper(c);
  return variable;
}

/// Sets the option if its variable is set.
template <class Options>
void set_by_environment(Options& options, std::string_view name) {
  std::string const variable = variable_of_option(name);
  char const* const value = std::getenv(variable.c_str());
  if (value != nullptr && *value != '\0') options.set(name, value, variable);
}

/// Sets those options whose variables are set.
template <class Options>
Options with_environment(Options options, std::span<std::string_view const> names) {
  for (std::string_view const name : names) set_by_environment(options, name);
  return options;
}

/// Sets the options of the command line, which it removes from `argv`, and the others from the environment.
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
      if (said[which]) throw input_error(message<2000>{} << option.c_str() << " is given twice");
      said[which] = true;
      bool const lacking = alone && (i + 1 == argc || std::string_view{argv[i + 1]}.substr(0, 2) == "--");
      if (lacking) throw input_error(message<2000>{} << option.c_str() << " lacks its value");
      std::string value{alone ? std::string_view{argv[++i]} : argument.substr(option.size() + 1)};
      if (value.empty()) throw input_error(message<2000>{} << option.c_str() << " lacks its value");
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
    } catch (input_error const&) {
      if (!help) throw;  // the program prints its help and does nothing
    }
  }
  return options;
}

/// The options; ALLOTYPE_ACCELERATOR and ALLOTYPE_DEVICES replace them if they are set and not empty.
inline accelerator_options with_environment(accelerator_options options = {}) {
  return detail::with_environment(std::move(options), detail::accelerator_option_names);
}

/// The options; the environment replaces them, and the command line replaces these: `--accelerator NAME`,
/// `--accelerator=NAME`, `--devices TEXT`, `--devices=TEXT`. They are removed from `argv`; other arguments stay in
/// order, and so does everything after `--`. A value cannot begin with `--` except after `=`. If `--help` is among the
/// arguments, an invalid variable is ignored.
/// \throws input_error if a value is missing or an option is given twice
inline accelerator_options take_accelerator_options(int& argc, char** argv, accelerator_options options = {}) {
  return detail::take_options(argc, argv, std::move(options), detail::accelerator_option_names);
}

}  // namespace detail

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
