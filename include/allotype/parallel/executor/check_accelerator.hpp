// SPDX-License-Identifier: BSL-1.0
/// \file
/// Which members an accelerator of your own has, lacks, or has with a wrong signature, and which functions its backend
/// lacks: `static_assert(check_accelerator<acme::xpu>)`, and `check_accelerator<acme::xpu>.text()` for people. It is a
/// question and refuses nothing. When the library uses a member with a wrong signature, the compile error says the
/// same.
#pragma once

#include <allotype/parallel/executor/executor.hpp>
#include <allotype/parallel/registry/accelerator_devices.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

/// A member that the library uses if a type has it.
struct checked_member {
  enum class state {
    present,
    absent,
    unusable,  ///< there, and not as the library calls it
  };
  char const* name;
  state is;
  char const* signature;  ///< how the library uses it
  char const* otherwise;  ///< what holds without it
};

/// A function of the accelerator's backend.
struct checked_function {
  char const* name;
  char const* signature;
  bool missing;  ///< or there with another signature
};

/// The answer of `check_accelerator`.
class accelerator_check {
 public:
  static constexpr int member_count = 13;

  /// No member has a wrong signature, and its backend, if it has one, lacks no function.
  constexpr explicit operator bool() const {
    bool good = lacks_ == nullptr;
    for (checked_member const& each : members) good = good && each.is != checked_member::state::unusable;
    return good;
  }
  /// Tasks and executors run on it: it has a backend.
  [[nodiscard]] constexpr bool runs() const noexcept { return runs_; }

  /// Several lines: each member, whether the type has it, and what holds without it.
  [[nodiscard]] constexpr message<4000> text() const {
    message<4000> lines;
    lines << name_;
    if (lacks_ != nullptr) {
      lines << ": no task runs on it: its backend lacks a function, or has it with another signature: " << lacks_;
    } else {
      lines << (runs_ ? ": tasks run on it" : ": it can be requested, and no task runs on it from this file");
    }
    for (checked_function const& each : functions) {
      if (each.missing) lines << "\n  " << each.name << ": write it beside the tag of the backend: " << each.signature;
    }
    for (checked_member const& each : members) {
      lines << "\n  " << each.name << ": ";
      switch (each.is) {
        case checked_member::state::present:
          lines << "has it";
          break;
        case checked_member::state::absent:
          lines << "lacks it; " << each.otherwise;
          break;
        case checked_member::state::unusable:
          lines << "is not one that the library uses: write, as a public member, " << each.signature;
          break;
      }
    }
    return lines;
  }

  /// \param missing of each function of the backend, whether it is missing
  constexpr accelerator_check(char const* name, bool runs, checked_member const (&all)[member_count],
                              bool const (&missing)[backend_function_count])
      : name_(name), runs_(runs) {
    for (int i = 0; i < member_count; ++i) members[i] = all[i];
    for (int i = 0; i < backend_function_count; ++i) {
      functions[i] = {backend_functions[i].name, backend_functions[i].signature, missing[i]};
      if (missing[i] && lacks_ == nullptr) lacks_ = backend_functions[i].signature;
    }
  }

  checked_member members[member_count]{};
  checked_function functions[backend_function_count]{};  ///< those that every backend has

 private:
  char const* name_;
  bool runs_;
  char const* lacks_ = nullptr;
};

}  // namespace detail

inline namespace ALLOTYPE_MODE {

namespace mode_detail {

constexpr detail::checked_member::state member_state(bool there, bool usable) {
  using state = detail::checked_member::state;
  return usable ? state::present : there ? state::unusable : state::absent;
}

template <class A>
constexpr detail::accelerator_check checked_accelerator() {
  using namespace detail;
  using device = device_of<A>;
  using here = execution<A, single_device<A>, fp32_true, detail::lone_communicator>;
  checked_member const members[] = {
      {"backend", member_state(brings_backend<device>, dispatchable<A>),
       "using backend = a tag with the functions of a backend",
       "a task needs one: a tag with functions of its own, see doc/dispatch.md"},
      {"family",
       member_state(
           false, requires { device::family; }),
       "static constexpr auto family", "by its vendor; with none that is known it is custom"},
      {"mixed_precision", member_state(has_member_mixed_precision<device>, states_mixed_precision<device>),
       "static constexpr bool mixed_precision", "a custom accelerator then computes in true precisions alone"},
      {"is_available", member_state(has_member_is_available<device>, says_whether_available<device>),
       "static bool is_available()", "its queue is opened to find out"},
      {"devices_here", member_state(has_member_devices_here<device>, lists_own_devices<device>),
       "static allotype::devices_present devices_here()", "there is one device, or as many as auto_device_count says"},
      {"auto_device_count", member_state(has_member_auto_device_count<device>, counts_own_devices<device>),
       "static int auto_device_count()", "auto is all of them"},
      {"parse_devices", member_state(has_member_parse_devices<device>, parses_own_devices<device>),
       "static allotype::device_choice parse_devices(std::string_view)",
       "devices are read as everywhere, see doc/devices.md"},
      {"statistics_of", member_state(has_member_statistics_of<device>, reports_statistics<A>),
       "static figures statistics_of(int index), with a struct of your own as figures", "it reports no statistics"},
      {"get_device_stats", member_state(has_member_get_device_stats<device>, false),
       "in its place, static figures statistics_of(int index)", "statistics_of says it"},
      {"get_parallel_devices", member_state(has_member_get_parallel_devices<device>, false),
       "in its place, static allotype::devices_present devices_here()", "devices_here says it"},
      {"setup_device", member_state(has_member_setup_device<A>, sets_up_device<A>),
       "static void setup_device(int index)", "nothing is done before a rank opens its queue"},
      {"setup", member_state(has_member_setup<A>, sets_up<A, here>), "static void setup(auto& here)",
       "nothing is done before a rank's model runs"},
      {"teardown", member_state(has_member_teardown<A>, tears_down<A>), "static void teardown()",
       "nothing is done after a rank closed its queue"},
  };
  bool missing[backend_function_count]{};
  if constexpr (has_incomplete_backend<A>) {
    constexpr functions_of_backend found = functions_of<backend_of<A>>();
    for (int i = 0; i < backend_function_count; ++i) missing[i] = !found.there[i];
  }
  return {name_of<A>, dispatchable<A>, members, missing};
}

}  // namespace mode_detail

/// The members of `A` that the library uses. True if each is absent or has the right signature. Complexity: constant.
template <accelerator A>
inline constexpr detail::accelerator_check check_accelerator = mode_detail::checked_accelerator<A>();

}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
