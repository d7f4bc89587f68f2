// SPDX-License-Identifier: BSL-1.0
#include "manual_page.hpp"

#include <allotype/version.hpp>

#include "option_values.hpp"
#include "output.hpp"

namespace program {

namespace {

constexpr char exit_status[] =
    "0 for success. 2 if a command, an option, a device or a partition is unknown or not possible; the message has the "
    "nearest known name. 1 if the output cannot be written, if errors finds errors, or if a cluster does not serve the "
    "tasks of check. run ends with the status of the rank that failed first.";

struct variable {
  char const* name;
  char const* what;
};
constexpr variable environment[] = {
    {"CUDA_VISIBLE_DEVICES", "read by probe"},
    {"SLURM_STEP_GPUS, SLURM_JOB_GPUS", "read by probe; the first of these three that is set decides"},
    {"NVIDIA_VISIBLE_DEVICES, CUDA_DEVICE_ORDER", "read by probe"},
    {"COLUMNS", "the width of the terminal, where it is set"},
    {"NO_COLOR, TERM", "no colours if the first is set, or the second is dumb"}};

constexpr char const* examples[] = {"allotype plan A100 3g.20gb 2g.10gb", "allotype show H100 1g.10gb --json",
                                    "allotype stats --watch 5", "make 2>&1 | allotype errors -"};

/// Text that is no command of roff.
std::string plain(std::string const& text) {
  std::string made;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char const c = text[i];
    if ((c == '.' || c == '\'') && (i == 0 || text[i - 1] == '\n')) made += "\\&";
    if (c == '\\')
      made += "\\e";
    else if (c == '-')
      made += "\\-";
    else
      made += c;
  }
  return made;
}

std::string bold(std::string const& text) { return "\\fB" + plain(text) + "\\fR"; }
std::string slanted(std::string const& text) { return "\\fI" + plain(text) + "\\fR"; }

std::string in_capitals(std::string text) {
  for (char& c : text) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return text;
}

/// `TEXT` of `TEXT:{auto,always,never}`, which is `auto|always|never` then; empty for a flag.
std::string value_name(CLI::Option const& option) {
  if (option.get_items_expected_max() == 0) return "";
  std::string const type = option.get_type_name();
  std::string alternatives;
  for (std::string const& value : listed_values(type)) alternatives += (alternatives.empty() ? "" : "|") + value;
  return alternatives.empty() ? type.substr(0, type.find(':')) : alternatives;
}

/// `--watch [SECONDS]`
std::string with_value(CLI::Option const& option) {
  std::string text;
  for (std::string const& name : option.get_snames()) text += bold("-" + name) + ", ";
  if (option.get_lnames().empty()) {
    text.resize(text.size() - 2);
  } else {
    text += bold("--" + option.get_lnames().front());
  }
  std::string const value = value_name(option);
  if (value.empty()) return text;
  return text + " " + (option.get_items_expected_min() == 0 ? "[" + slanted(value) + "]" : slanted(value));
}

/// `DEVICE`, `[PARTITION...]`
std::string as_positional(CLI::Option const& option) {
  std::string const name =
      slanted(in_capitals(option.get_name(true))) + (option.get_items_expected_max() > 1 ? "..." : "");
  return option.get_required() ? name : "[" + name + "]";
}

bool is_help(CLI::Option const& option) { return option.check_lname("help") || option.check_lname("version"); }

std::string synopsis(CLI::App const& command) {
  std::string text = bold("allotype " + command.get_name());
  for (CLI::Option const* option : command.get_options()) {
    if (option->get_positional()) text += " " + as_positional(*option);
  }
  for (CLI::Option const* option : command.get_options()) {
    if (option->get_positional() || is_help(*option)) continue;
    text += option->get_required() ? " " + with_value(*option) : " [" + with_value(*option) + "]";
  }
  return text + (command.get_prefix_command() ? " " + slanted("PROGRAM") + " [" + slanted("ARGUMENT") + "...]" : "") +
         "\n";
}

std::string described(CLI::Option const& option) {
  return ".TP\n" + (option.get_positional() ? as_positional(option) : with_value(option)) + "\n" +
         plain(sentence(option.get_description())) + "\n";
}

std::string section(CLI::App const& command) {
  std::string text = ".SS " + command.get_name() + "\n" + plain(sentence(command.get_description())) + "\n";
  if (!command.get_footer().empty()) text += plain(command.get_footer()) + "\n";
  for (CLI::Option const* option : command.get_options()) {
    if (!is_help(*option) && !option->check_lname("json")) text += described(*option);
  }
  return text;
}

}  // namespace

std::string manual_page(CLI::App const& app) {
  std::string page =
      ".\\\" SPDX-License-Identifier: BSL-1.0\n.\\\" Made by: allotype manual\n.TH ALLOTYPE 1 \"\" \"allotype " +
      std::string{ALLOTYPE_VERSION_TEXT} + "\"\n.SH NAME\nallotype \\- " + plain(app.get_description()) +
      "\n.SH SYNOPSIS\n" + bold("allotype") + "\n";
  for (CLI::App const* command : app.get_subcommands({})) page += ".br\n" + synopsis(*command);
  page += ".SH DESCRIPTION\n" + plain(app.get_footer()) + "\n.SH COMMANDS\n";
  for (CLI::App const* command : app.get_subcommands({})) page += section(*command);
  page += ".SH OPTIONS\nOf each command:\n";
  for (CLI::Option const* option : app.get_options()) page += described(*option);
  page += ".SH EXIT STATUS\n" + plain(exit_status) + "\n.SH ENVIRONMENT\n";
  for (variable const& each : environment) page += ".TP\n" + bold(each.name) + "\n" + plain(sentence(each.what)) + "\n";
  page += ".SH EXAMPLES\n.nf\n";
  for (char const* each : examples) page += plain(each) + "\n";
  return page + ".fi\n";
}

}  // namespace program
