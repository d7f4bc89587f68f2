// SPDX-License-Identifier: BSL-1.0
/// \file
/// `--accelerator xpu --devices 2`: what a person asks for, from the command line, the environment or a configuration file,
/// as text with where it was said. What it means: runtime/accelerator_choice.hpp.
#pragma once

#include <cstdlib>
#include <string>
#include <string_view>

#include <allotype/dispatch/error.hpp>

namespace allotype {

/// An option that lacks its value, is said twice, or is none of these.
class option_error : public error {
 public:
  using error::error;
};

/// An accelerator and devices by name, each with where that was said, for errors.
struct accelerator_options {
  std::string accelerator = "auto";  ///< a registered name, `auto`, or several with commas between: the first that is there
  std::string devices = "auto";      ///< see runtime/device_choice.hpp
  std::string accelerator_from = "the program";
  std::string devices_from = "the program";

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

/// The options, replaced by what ALLOTYPE_ACCELERATOR and ALLOTYPE_DEVICES say where they are set and not empty.
inline accelerator_options with_environment(accelerator_options options = {}) {
  auto const take = [&](char const* key, char const* variable) {
    char const* const value = std::getenv(variable);
    if (value != nullptr && *value != '\0') options.set(key, value, variable);
  };
  take("accelerator", "ALLOTYPE_ACCELERATOR");
  take("devices", "ALLOTYPE_DEVICES");
  return options;
}

/// The options, replaced by the environment's, and these by those of the command line: `--accelerator NAME`,
/// `--accelerator=NAME`, `--devices TEXT`, `--devices=TEXT`. They are taken out of `argv`; the others stay, in order, and
/// so does everything from `--` on.
/// \throws option_error where a value is missing or an option is said twice
inline accelerator_options take_accelerator_options(int& argc, char** argv, accelerator_options options = {}) {
  options = with_environment(std::move(options));
  int kept = argc > 0 ? 1 : 0;
  bool said[2] = {};
  for (int i = kept; i < argc; ++i) {
    std::string_view const argument = argv[i];
    if (argument == "--") {
      while (i < argc) argv[kept++] = argv[i++];
      break;
    }
    bool taken = false;
    int which = 0;
    for (std::string_view const name : {std::string_view{"--accelerator"}, std::string_view{"--devices"}}) {
      int const option = which++;
      bool const alone = argument == name;
      bool const with_value = argument.size() > name.size() && argument.substr(0, name.size()) == name &&
                              argument[name.size()] == '=';
      if (!alone && !with_value) continue;
      taken = true;
      std::string const from{name};
      if (said[option]) throw option_error(message<2000>{} << from.c_str() << " is said twice");
      said[option] = true;
      if (alone && i + 1 == argc) throw option_error(message<2000>{} << from.c_str() << " lacks its value");
      std::string value{alone ? std::string_view{argv[++i]} : argument.substr(name.size() + 1)};
      if (value.empty()) throw option_error(message<2000>{} << from.c_str() << " lacks its value");
      options.set(name.substr(2), std::move(value), from);
      break;
    }
    if (!taken) argv[kept++] = argv[i];
  }
  argc = kept;
  argv[argc] = nullptr;
  return options;
}

}  // namespace allotype
