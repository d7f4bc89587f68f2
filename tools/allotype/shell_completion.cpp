// SPDX-License-Identifier: BSL-1.0
#include "shell_completion.hpp"

#include <cstring>

#include "catalogue.hpp"
#include "commands.hpp"
#include "library/pools.hpp"
#include "option_values.hpp"

namespace program {

namespace {

constexpr char bash_script[] = R"script(# SPDX-License-Identifier: BSL-1.0
# Completion of the program allotype for bash.
_allotype() {
  local word=${COMP_WORDS[COMP_CWORD]} line
  COMPREPLY=()
  if [ "$word" = "=" ]; then word=; fi
  while IFS= read -r line; do
    case $line in
      :files)
        compopt -o filenames 2>/dev/null
        mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$word")
        ;;
      :folders)
        compopt -o filenames 2>/dev/null
        mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -d -- "$word")
        ;;
      *) COMPREPLY+=("${line%%$'\t'*}") ;;
    esac
  done < <("${COMP_WORDS[0]}" completions -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _allotype allotype
)script";

constexpr char zsh_script[] = R"script(#compdef allotype
# SPDX-License-Identifier: BSL-1.0
# Completion of the program allotype for zsh.
_allotype() {
  local line
  local -a found
  while IFS= read -r line; do
    case $line in
      :files) _files ;;
      :folders) _files -/ ;;
      *$'\t'*) found+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}") ;;
      *) found+=("${line//:/\\:}") ;;
    esac
  done < <("${words[1]}" completions -- "${(@)words[2,CURRENT]}" 2>/dev/null)
  if (( ${#found} )); then _describe -V allotype found; fi
}
if [ "${funcstack[1]}" = _allotype ]; then _allotype; else compdef _allotype allotype; fi
)script";

constexpr char fish_script[] = R"script(# SPDX-License-Identifier: BSL-1.0
# Completion of the program allotype for fish.
function __allotype_what_can_stand_next
    set -l words (commandline -opc)
    set -l word (commandline -ct)
    for line in ($words[1] completions -- $words[2..-1] "$word" 2>/dev/null)
        switch $line
            case :files
                __fish_complete_path "$word"
            case :folders
                __fish_complete_directories "$word" ''
            case '*'
                echo $line
        end
    end
end
complete -c allotype -f -a '(__allotype_what_can_stand_next)'
)script";

struct known_shell {
  char const* name;
  char const* script;
};
constexpr known_shell shells[] = {{"bash", bash_script}, {"zsh", zsh_script}, {"fish", fish_script}};

struct choice {
  std::string word, meaning{};
};

std::vector<choice> choices_of(std::vector<std::string> const& words) {
  std::vector<choice> found;
  for (std::string const& word : words) found.push_back({word});
  return found;
}

bool is_option(std::string const& word) { return word.size() > 1 && word[0] == '-'; }

/// What was read of the words before the one that is completed.
class read_words {
 public:
  read_words(CLI::App const& app, std::vector<std::string> const& words) : app_(&app) {
    for (std::size_t i = 0; i + 1 < words.size(); ++i) read(words[i]);
  }

  [[nodiscard]] std::vector<choice> what_can_be(std::string const& word) const {
    bool const values_end = value_of_ == nullptr || is_option(word);
    if (!values_end) return values_of(*value_of_);
    if (is_option(word) || word == "-") return options();
    if (is_unknown_) return {};
    if (command_ == nullptr) return commands();
    std::vector<choice> found = value_of_ != nullptr ? values_of(*value_of_) : std::vector<choice>{};
    CLI::Option const* const next = positional(positionals_.size());
    // What follows the options of `run` is a program.
    std::vector<choice> const more = next != nullptr                  ? values_of(*next)
                                     : command_->get_prefix_command() ? choices_of({":files"})
                                                                      : std::vector<choice>{};
    found.insert(found.end(), more.begin(), more.end());
    return found;
  }

 private:
  void read(std::string const& word) {
    if (word == "=") return;  // bash makes a word of it
    if (is_option(word)) {
      std::size_t const end = word.find('=');
      CLI::Option const* const option = named(word.substr(0, end));
      value_of_ =
          option != nullptr && option->get_items_expected_max() > 0 && end == std::string::npos ? option : nullptr;
    } else if (value_of_ != nullptr) {
      note_device(*value_of_, word);
      if (value_of_->get_items_expected_max() == 1) value_of_ = nullptr;
    } else if (is_unknown_) {
      return;
    } else if (command_ == nullptr) {
      for (CLI::App const* command : app_->get_subcommands({})) {
        if (command->get_name() == word) command_ = command;
      }
      is_unknown_ = command_ == nullptr;
    } else {
      CLI::Option const* const option = positional(positionals_.size());
      if (option != nullptr) note_device(*option, word);
      positionals_.push_back(word);
    }
  }

  [[nodiscard]] CLI::Option const* named(std::string const& name) const {
    CLI::Option const* const found = command_ != nullptr ? command_->get_option_no_throw(name) : nullptr;
    return found != nullptr ? found : app_->get_option_no_throw(name);
  }

  [[nodiscard]] CLI::Option const* positional(std::size_t wanted) const {
    CLI::Option const* last = nullptr;
    for (CLI::Option const* option : command_->get_options()) {
      if (!option->get_positional()) continue;
      last = option;
      if (wanted-- == 0) return option;
    }
    return last != nullptr && last->get_items_expected_max() > 1 ? last : nullptr;
  }

  [[nodiscard]] std::vector<choice> commands() const {
    std::vector<choice> found;
    for (CLI::App const* command : app_->get_subcommands({}))
      found.push_back({command->get_name(), command->get_description()});
    return found;
  }

  [[nodiscard]] std::vector<choice> options() const {
    std::vector<choice> found;
    auto const add = [&](CLI::App const& of) {
      for (CLI::Option const* option : of.get_options()) {
        for (std::string const& name : option->get_lnames()) {
          std::string const shown = "--" + name;
          bool const is_new =
              std::none_of(found.begin(), found.end(), [&](choice const& each) { return each.word == shown; });
          bool const is_here = command_ == nullptr || &of == command_ || shown == "--color";
          if (is_new && is_here) found.push_back({shown, option->get_description()});
        }
      }
    };
    if (command_ != nullptr) add(*command_);
    add(*app_);
    return found;
  }

  void note_device(CLI::Option const& option, std::string const& word) {
    if (option.get_type_name() == "DEVICE") device_ = word;
  }

  [[nodiscard]] std::vector<choice> values_of(CLI::Option const& option) const {
    std::string const type = option.get_type_name();
    auto const begins = [&](char const* with) { return type.compare(0, std::strlen(with), with) == 0; };
    bool const behind_a_file = command_ != nullptr && command_->get_name() == "provision" && positionals_.size() == 1 &&
                               positionals_[0].find_first_of("./") != std::string::npos;
    std::vector<choice> found = choices_of(listed_values(type));
    auto const add = [&](std::vector<std::string> const& words) {
      for (std::string const& word : words) found.push_back({word});
    };
    if (begins("DEVICE")) add(behind_a_file ? provision_tools() : names_in(""));
    if (begins("PARTITION")) add(partitions());
    if (begins("INSTANCE")) add(instances());
    if (begins("TOOL")) add(provision_tools());
    if (begins("SET")) add(profile_sets());
    if (begins("SYSTEM")) add({"all"}), add(library::system_names());
    if (begins("TOOL") || begins("SYSTEM") || begins("FILE")) add({":files"});
    if (begins("FOLDER")) add({":folders"});
    return found;
  }

  [[nodiscard]] std::vector<std::string> partitions() const {
    try {
      return device_.empty() ? std::vector<std::string>{} : names_in(device_);
    } catch (allotype::error const&) {  // there is no such device
      return {};
    }
  }

  /// The partitions that a layout can have.
  [[nodiscard]] std::vector<std::string> instances() const {
    std::vector<std::string> names = partitions();
    std::erase_if(
        names, [](std::string const& name) { return name == "unpartitioned" || (name.size() > 1 && name[1] == 'c'); });
    return names;
  }

  CLI::App const* app_;
  CLI::App const* command_ = nullptr;
  bool is_unknown_ = false;                ///< there is no such command
  CLI::Option const* value_of_ = nullptr;  ///< the next word may be a value of it
  std::string device_{};
  std::vector<std::string> positionals_{};
};

}  // namespace

std::vector<std::string> known_shells() {
  std::vector<std::string> names;
  for (known_shell const& each : shells) names.emplace_back(each.name);
  return names;
}

std::string completion_script(std::string const& shell) {
  for (known_shell const& each : shells) {
    if (shell == each.name) return each.script;
  }
  return "";
}

std::string what_can_stand_next(CLI::App const& app, std::vector<std::string> const& words) {
  std::string const word = words.empty() ? "" : words.back() == "=" ? "" : words.back();
  std::string lines;
  for (choice const& each : read_words{app, words}.what_can_be(word)) {
    bool const is_set = each.word[0] == ':';
    if (!is_set && each.word.compare(0, word.size(), word) != 0) continue;
    lines += each.word + (each.meaning.empty() ? "" : "\t" + each.meaning) + "\n";
  }
  return lines;
}

}  // namespace program
