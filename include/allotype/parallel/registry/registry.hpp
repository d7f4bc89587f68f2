// SPDX-License-Identifier: BSL-1.0
/// \file
/// The accelerators of a program under short names: `register_accelerator<acme::xpu>("xpu", "four threads", 400)`.
/// A program has one registry for all its files. parallel/registry/choose.hpp chooses from it by name.
///
/// Write the registration at namespace scope in the header of the type. Then each program that uses the type has it. A
/// type that is not registered and is in a list of choices is registered under its own name.
#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <allotype/accelerator/accelerator_data.hpp>
#include <allotype/core/detail/nearest_name.hpp>
#include <allotype/names/accelerator_name.hpp>
#include <allotype/names/accelerator_names.hpp>
#include <allotype/parallel/registry/accelerator_devices.hpp>
#include <allotype/parallel/registry/detail/accelerator_identity.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

/// The registry of the program. Safe to use from several threads.
class accelerator_registry {
 public:
  /// What to do if the name is registered already.
  enum class if_registered {
    refuse,
    replace,  ///< this registration wins, also if the other one runs later: the order of initialisation is not defined
  };

  /// An entry of the registry.
  struct entry {
    std::string name;
    std::string description;
    std::optional<int> priority;  ///< for `auto`, which tries the highest first; empty: used only by name
    char const* type = "";        ///< `name_of<A>`
    bool is_host_processor = false;
    bool is_automatic = false;               ///< added because the type is in a list of choices, without a registration
    detail::accelerator_identity type_id{};  ///< equal for equal types of one process
    accelerator_data const* what = &detail::no_accelerator;  ///< the type as data, for the rules of compatibility
    detail::erased_devices devices{};  ///< the questions of parallel/registry/accelerator_devices.hpp
    if_registered on_conflict = if_registered::refuse;

    /// Whether it can be used on this machine now, or why not.
    [[nodiscard]] answer available(machine const& here) const { return devices.available(here); }
    /// The devices to choose from.
    [[nodiscard]] visible_devices visible(machine const& here) const { return devices.visible(here); }
    /// \throws device_selection_error
    [[nodiscard]] visible_devices::selection select(detail::asked_devices const& asked, machine const& here) const {
      return devices.select(asked, here);
    }
  };

  /// A registered accelerator, and whether it can be used.
  struct listed {
    entry accelerator;  ///< what was registered
    answer available;   ///< yes, or why not
    int devices = 0;    ///< the number of devices; 0 for the CPU, where the number of processes is free
  };

  /// The result of `register_accelerator`, a variable at namespace scope.
  class registration {
   public:
    explicit registration(bool done) : done_(done) {}
    ~registration() {}  // not trivial, so that no compiler calls the object unused
    registration(registration const&) = delete;
    explicit operator bool() const { return done_; }

   private:
    bool done_;
  };

  [[nodiscard, gnu::visibility("default")]] static accelerator_registry& of_this_program() {
    static accelerator_registry registry{of_library{}};
    return registry;
  }

  /// An empty one, for tests.
  accelerator_registry() = default;
  accelerator_registry(accelerator_registry const&) = delete;

  /// \throws error if another accelerator has the name
  [[gnu::noinline]] void add(entry added) {
    std::lock_guard const lock(mutex_);
    if (std::string const problem = problem_with(added); !problem.empty()) throw error(problem.c_str());
    insert(std::move(added));
  }

  /// The same, but an error is thrown by the first use of the registry, because exceptions before `main` cannot be
  /// caught.
  void add_or_remember(entry added) {
    std::lock_guard const lock(mutex_);
    if (std::string const problem = problem_with(added); !problem.empty()) {
      if (refused_.empty()) refused_ = problem;
      return;
    }
    insert(std::move(added));
  }

  /// Adds a name for several accelerators: `add_alternatives("gpu", {"mps", "cuda"})`. The members may be registered
  /// later, and may be all that `candidates` accepts between commas.
  /// \throws error if the name is registered already
  void add_alternatives(accelerator_name name, std::vector<std::string> members) {
    std::lock_guard const lock(mutex_);
    if (find_unlocked(name.text()) != nullptr || find_alternatives(name.text()) != nullptr) {
      throw error(message<2000>{} << "\"" << std::string{name.text()}.c_str() << "\" is registered already");
    }
    alternatives_.push_back({std::string{name.text()}, std::move(members)});
  }

  /// \returns whether there was an entry with that name
  bool remove(std::string_view name) {
    std::lock_guard const lock(mutex_);
    for (auto it = entries_.begin(); it != entries_.end(); ++it) {
      if (!detail::same_name(it->name, name)) continue;
      entries_.erase(it);
      return true;
    }
    return false;
  }

  /// All entries, ordered by name.
  /// \throws error if a registration before `main` was refused
  [[nodiscard]] std::vector<entry> entries() const {
    std::lock_guard const lock(mutex_);
    check_refused();
    return entries_;
  }

  /// All entries as they are on this machine, ordered by name.
  /// \throws error as `entries`
  [[nodiscard]] std::vector<listed> list(machine const& here) const {
    std::vector<listed> all;
    for (entry& each : entries()) {
      answer const available = each.available(here);
      int const devices = available ? each.visible(here).count : 0;
      all.push_back({std::move(each), available, devices});
    }
    return all;
  }

  /// The entry with that name. Upper and lower case are equal, and so are blank, `-` and `_`.
  /// \throws error as `entries`
  [[nodiscard]] std::optional<entry> find(std::string_view name) const {
    std::lock_guard const lock(mutex_);
    check_refused();
    entry const* const found = find_unlocked(name);
    return found == nullptr ? std::nullopt : std::optional{*found};
  }
  /// \throws input_error with the nearest name and all names
  [[nodiscard]] entry at(std::string_view name) const {
    if (auto found = find(name)) return *std::move(found);
    throw input_error(unknown(name).c_str());
  }

  /// The names to try for a text: `auto`, a name, or several separated by commas. `auto` means all entries with a
  /// priority, the highest first and equal ones by name, so `auto,cpu` is the CPU if none of these is present. `cuda`,
  /// `gpu`, `mps` and `tpu`, if they are not registered as names, mean all entries of that kind in the same order,
  /// those without a priority last.
  /// \throws input_error, error
  [[nodiscard]] std::vector<entry> candidates(std::string_view text) const {
    std::vector<entry> found;
    std::lock_guard const lock(mutex_);
    check_refused();
    for (std::string_view rest = text;;) {
      auto const comma = rest.find(',');
      std::string_view element = rest.substr(0, comma);
      while (!element.empty() && element.front() == ' ') element.remove_prefix(1);
      while (!element.empty() && element.back() == ' ') element.remove_suffix(1);
      add_candidates(element, {}, found);
      if (comma == rest.npos) return found;
      rest.remove_prefix(comma + 1);
    }
  }

 private:
  struct of_library {};
  /// A name for several accelerators: the names to try, in order.
  struct registered_alternatives {
    std::string name;
    std::vector<std::string> members;
  };
  explicit accelerator_registry(of_library) {
    // Accelerators are found by name alone: nothing falls back to the processor unless somebody lists it.
    entry processor;
    processor.name = cpu::name;
    processor.description = "the processor that the program runs on";
    processor.type = name_of<cpu>;
    processor.is_host_processor = true;
    processor.is_automatic = true;  // a registration of one's own takes its place
    processor.type_id = detail::accelerator_identity::of<cpu>();
    processor.what = &detail::data_of<cpu>;
    processor.devices = detail::erased_devices_of_host_processor();
    insert(std::move(processor));
  }

  entry const* find_unlocked(std::string_view name) const {
    for (entry const& each : entries_) {
      if (detail::same_name(each.name, name)) return &each;
    }
    return nullptr;
  }
  registered_alternatives const* find_alternatives(std::string_view name) const {
    for (registered_alternatives const& each : alternatives_) {
      if (detail::same_name(each.name, name)) return &each;
    }
    return nullptr;
  }

  /// A name for a whole kind of which there is one.
  detail::family_name const* find_kind(std::string_view name) const {
    for (detail::family_name const& kind : detail::family_names) {
      if (!detail::same_name(kind.name, name)) continue;
      for (entry const& each : entries_) {
        if (each.what->family == kind.family) return &kind;
      }
    }
    return nullptr;
  }

  /// The same line of a header, seen from another file.
  static bool is_the_same(entry const& a, entry const& b) {
    return a.type_id == b.type_id && a.priority == b.priority && a.description == b.description;
  }

  std::string problem_with(entry const& added) const {
    entry const* const known = find_unlocked(added.name);
    bool const group = find_alternatives(added.name) != nullptr;
    if (known == nullptr && !group) return {};
    if (known != nullptr) {
      if (known->is_automatic || added.is_automatic || is_the_same(*known, added)) return {};
      if (known->on_conflict != added.on_conflict) return {};
    }
    std::string text = "\"" + added.name + "\" is registered already, ";
    text += group ? "for several accelerators" : std::string{"as "} + known->type + " (" + known->description + ")";
    text += std::string{"; it cannot be "} + added.type + " (" + added.description + "), too";
    if (!group && added.on_conflict == if_registered::refuse)
      text += ": take another name, or pass accelerator_registry::if_registered::replace";
    return text;
  }

  void insert(entry added) {
    if (added.is_automatic) {
      // Somebody registered the type, or the name.
      for (entry const& each : entries_) {
        if (each.type_id == added.type_id || detail::same_name(each.name, added.name)) return keep_what_runs(added);
      }
    } else {
      // The processor keeps its usual name beside another.
      std::erase_if(entries_, [&](auto const& each) {
        return each.is_automatic && each.type_id == added.type_id && !each.is_host_processor;
      });
    }
    for (entry& each : entries_) {
      if (!detail::same_name(each.name, added.name)) continue;
      bool const loses = added.on_conflict == if_registered::refuse && each.on_conflict == if_registered::replace;
      if (is_the_same(each, added)) return keep_what_runs(added);
      if (!loses) each = std::move(added);
      return;
    }
    auto at = entries_.begin();
    while (at != entries_.end() && at->name < added.name) ++at;
    entries_.insert(at, std::move(added));
    for (entry const& each : std::vector(entries_)) keep_what_runs(each);
  }

  /// If a .cpp and a .cu file register the same type, the entry of the file that has code for it.
  void keep_what_runs(entry const& other) {
    if (!other.devices.has_code) return;
    for (entry& each : entries_) {
      if (each.type_id == other.type_id && !each.devices.has_code) each.devices = other.devices;
    }
  }

  void check_refused() const {
    if (!refused_.empty()) throw error(refused_.c_str());
  }

  static void append_once(entry const& added, std::vector<entry>& to) {
    for (entry const& listed : to) {
      if (listed.name == added.name) return;
    }
    to.push_back(added);
  }

  /// The highest priority first, entries without one last, equal ones by name.
  template <class Considers>
  void append_by_priority(Considers const& considers, std::vector<entry>& to) const {
    std::vector<entry const*> considered;
    for (entry const& each : entries_) {
      if (!considers(each)) continue;
      auto at = considered.end();
      while (at != considered.begin() && (*(at - 1))->priority < each.priority) --at;
      considered.insert(at, &each);
    }
    for (entry const* each : considered) append_once(*each, to);
  }

  /// \param on_the_way the names that stood for `name`
  void add_candidates(std::string_view name, std::vector<std::string_view> on_the_way, std::vector<entry>& to) const {
    if (detail::same_name(name, "auto")) {
      append_by_priority([](entry const& each) { return each.priority.has_value(); }, to);
    } else if (registered_alternatives const* several = find_alternatives(name)) {
      for (std::string_view const before : on_the_way) {
        if (detail::same_name(before, name)) throw error(stands_for_itself(on_the_way, name).c_str());
      }
      on_the_way.push_back(several->name);
      for (std::string const& member : several->members) add_candidates(member, on_the_way, to);
    } else if (entry const* found = find_unlocked(name)) {
      append_once(*found, to);
    } else {
      detail::family_name const* const kind = find_kind(name);
      if (kind == nullptr) throw input_error(unknown_unlocked(name).c_str());
      append_by_priority([&](entry const& each) { return each.what->family == kind->family; }, to);
    }
  }

  static std::string stands_for_itself(std::vector<std::string_view> const& on_the_way, std::string_view name) {
    std::string text = "\"" + std::string{name} + "\" stands for itself: ";
    for (std::string_view const each : on_the_way) text += std::string{each} + ", which stands for ";
    return text + std::string{name};
  }

  std::string unknown(std::string_view name) const {
    std::lock_guard const lock(mutex_);
    return unknown_unlocked(name);
  }
  std::string unknown_unlocked(std::string_view name) const {
    if (registered_alternatives const* several = find_alternatives(name)) {
      std::string text = "\"" + several->name + "\" is not one accelerator, but a name for several:";
      for (std::string const& member : several->members) text += " " + member;
      return text;
    }
    std::string const asked{name.substr(0, detail::longest_registered_name)};
    std::string names = "auto";
    detail::nearest_names<std::string> alike(asked, static_cast<int>(asked.size()));
    auto const offer = [&](std::string const& known) {
      names += ", " + known;
      alike.offer(known, known);
    };
    for (entry const& each : entries_) offer(each.name);
    for (registered_alternatives const& each : alternatives_) offer(each.name);
    for (detail::family_name const& kind : detail::family_names) {
      bool const taken = find_unlocked(kind.name) != nullptr || find_alternatives(kind.name) != nullptr;
      if (!taken && find_kind(kind.name) != nullptr) offer(kind.name);
    }
    std::string text = "no accelerator is registered as \"" + asked + "\"";
    if (alike.size() > 0) text += "; the nearest is " + alike.best();
    return text + "; there are " + names;
  }

  mutable std::mutex mutex_;
  std::vector<entry> entries_;  // by name
  std::vector<registered_alternatives> alternatives_;
  std::string refused_;
};

inline namespace ALLOTYPE_MODE {
namespace mode_detail {

/// `A` as this file sees it, to be added to a registry.
template <accelerator A>
[[nodiscard, gnu::cold, gnu::noinline]] accelerator_registry::entry registered_as(
    accelerator_name name, std::string description, std::optional<int> priority = {},
    accelerator_registry::if_registered on_conflict = accelerator_registry::if_registered::refuse) {
  accelerator_registry::entry added;
  added.name = std::string{name.text()};
  added.description = std::move(description);
  added.priority = priority;
  added.type = name_of<A>;
  added.is_host_processor = host_processor<A>;
  added.type_id = detail::accelerator_identity::of<A>();
  added.what = &detail::data_of<A>;
  added.devices = mode_detail::erased_devices_of<A>();
  added.on_conflict = on_conflict;
  return added;
}

}  // namespace mode_detail

/// Registers `A` in a registry of your own. The other parameters are those below. \throws error if another accelerator
/// has the name
template <accelerator A>
void register_accelerator(
    accelerator_registry& registry, accelerator_name name, std::string description, std::optional<int> priority = {},
    accelerator_registry::if_registered on_conflict = accelerator_registry::if_registered::refuse) {
  registry.add(mode_detail::registered_as<A>(name, std::move(description), priority, on_conflict));
}

/// Registers `A` in the registry of the program:
///
/// \code
/// auto const xpu_is_registered = at::register_accelerator<xpu>("xpu", "four threads", 400);  // in the header of xpu
/// \endcode
///
/// \param priority for `auto`, which tries the highest first; without one `A` is used only by name
/// \param on_conflict what to do if another accelerator has the name. The error is thrown by the first use of the
/// registry, because exceptions before `main` cannot be caught. The same registration in several files counts once.
template <accelerator A>
[[nodiscard]] accelerator_registry::registration register_accelerator(
    accelerator_name name, std::string description, std::optional<int> priority = {},
    accelerator_registry::if_registered on_conflict = accelerator_registry::if_registered::refuse) {
  static_assert(detail::device_members<device_of<A>>::checked);  // here the error is shortest
  accelerator_registry::of_this_program().add_or_remember(
      mode_detail::registered_as<A>(name, std::move(description), priority, on_conflict));
  return accelerator_registry::registration{true};
}

namespace mode_detail {

/// What `register_accelerator` is called with begins with two texts.
template <class A, class... Arguments>
inline constexpr bool registers = false;
template <accelerator A, class Name, class Description, class... Others>
inline constexpr bool registers<A, Name, Description, Others...> =
    !std::is_arithmetic_v<Name> && std::is_convertible_v<Description const&, std::string>;
template <accelerator A, class Name, class Description, class... Others>
inline constexpr bool registers<A, accelerator_registry, Name, Description, Others...> =
    std::is_convertible_v<Description const&, std::string>;

}  // namespace mode_detail

/// Does not compile; it says what the arguments are.
template <class A = void, class... Arguments>
  requires(!mode_detail::registers<A, Arguments...>)
[[nodiscard]] auto register_accelerator(Arguments const&...) {
  constexpr bool in_order = sizeof...(Arguments) > 99;
  static_assert(in_order,
                "register_accelerator: its type is one accelerator, and the arguments are a name, a description and a "
                "place in auto: register_accelerator<xpu>(\"xpu\", \"four threads\", 400)");
  return accelerator_registry::registration{true};
}

namespace mode_detail {

/// An entry in the registry from the start of the program on, for every `A` with which `present()` is called anywhere.
template <class A>
struct always_registered {
  static bool add() {
    accelerator_registry::entry itself = registered_as<A>(accelerator_name::of_text(name_of<A>), "");
    itself.is_automatic = true;
    accelerator_registry::of_this_program().add_or_remember(std::move(itself));
    return true;
  }
  static inline bool const added = add();
  [[nodiscard]] static bool present() noexcept { return added; }
};

}  // namespace mode_detail
}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
