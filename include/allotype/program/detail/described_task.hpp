// SPDX-License-Identifier: BSL-1.0
/// \file
/// A task of a program without its types: what it wants, the types of its inputs and outputs, and functions that open a
/// device for it and call it.
#pragma once

#include <cstddef>
#include <filesystem>
#include <initializer_list>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <allotype/cluster/request/detail/request_items.hpp>
#include <allotype/cluster/request/flyte.hpp>
#include <allotype/core/detail/character.hpp>
#include <allotype/parallel/registry/choose.hpp>
#include <allotype/program/detail/convert.hpp>
#include <allotype/task/task.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

/// A task on an open device.
class [[gnu::visibility("default")]] open_task {
 public:
  virtual ~open_task() = default;
  /// \param folder for the files that the task writes
  /// \throws what the task throws
  virtual value run(value const& inputs, std::filesystem::path const& folder) = 0;

  std::string accelerator;  ///< `"A100 2g.10gb"`
  std::string device;       ///< `"CUDA device 0, NVIDIA H200"`
  std::vector<answer::skipped_accelerator> skipped;
};

/// One of the accelerators that a task lists.
struct described_alternative {
  char const* name;
  accelerator_data const* wanted;          ///< what a request has to know of it
  flyte::task_template const* of_flyte_1;  ///< null: Flyte has no name for it
  flyte::task_template const* of_flyte_2;
};

struct described_task {
  char const* name;
  described_alternative const* alternatives;
  int alternative_count;
  int cpus;  ///< 0: not stated, as with the other limits
  bytes memory;
  int gpus;
  bytes ephemeral_storage;
  bool has_outputs;
  value_type (*inputs)();
  value_type (*outputs)();
  /// \throws not_available with every reason; what `choose` throws
  std::unique_ptr<open_task> (*open)(accelerator_options const&);
};

struct described_program {
  char const* name;
  described_task const* tasks;
  int task_count;
};

/// The program; the compiled library allotype::program defines it. Returns the exit status.
[[gnu::visibility("default")]] int program_main(described_program const& program, int argc, char** argv);

// ---- what is read from types

template <class Task, class A, flyte::dialect Dialect>
struct flyte_template {
  static constexpr flyte::task_template value =
      flyte::to_task_template<Dialect>(flyte::request_of<A, typename Task::limits>());
};
template <class Task, class A, flyte::dialect Dialect>
constexpr flyte::task_template const* flyte_template_of() {
  if constexpr (host_processor<A> || flyte::has_name<A, Dialect>) {
    return &flyte_template<Task, A, Dialect>::value;
  } else {
    return nullptr;
  }
}

template <class Task, class Alternatives>
struct described_alternatives;
template <class Task, class... A>
struct described_alternatives<Task, list<A...>> {
  static constexpr described_alternative all[] = {{name_of<A>, &data_of<A>,
                                                   flyte_template_of<Task, A, flyte::dialect::flyteidl>(),
                                                   flyte_template_of<Task, A, flyte::dialect::flyteidl2>()}...};
};

/// The signature of a task's function, from a pointer to it.
template <class Call>
struct signature_of_call {
  static constexpr bool possible = false;
};
template <class F, class Out, class Queue, class In>
struct signature_of_call<Out (F::*)(Queue&, In) const> {
  static constexpr bool possible =
      described_struct<std::remove_cvref_t<In>> && (std::is_void_v<Out> || described_struct<Out>);
  static constexpr bool takes_folder = false;
  using inputs = std::remove_cvref_t<In>;
  using outputs = Out;
};
template <class F, class Out, class Queue, class In, class Folder>
  requires std::is_convertible_v<std::filesystem::path const&, Folder>
struct signature_of_call<Out (F::*)(Queue&, In, Folder) const> : signature_of_call<Out (F::*)(Queue&, In) const> {
  static constexpr bool takes_folder = true;
};

template <class Signature>
struct function_of_a_program {
  static constexpr bool possible = Signature::possible;
  static_assert(
      possible,
      "a program's task has a function that takes (auto& on, inputs const&) or (auto& on, inputs const&, "
      "std::filesystem::path const& folder), and returns outputs or nothing; inputs and outputs are structs that "
      "Boost.Hana knows (BOOST_HANA_DEFINE_STRUCT)");
};

constexpr bool can_name_a_task(char const* name) {
  if (!is_letter(*name)) return false;
  for (; *name != '\0'; ++name) {
    if (!is_alphanumeric(*name) && *name != '_' && *name != '-') return false;
  }
  return true;
}

constexpr bool all_differ(std::initializer_list<char const*> names) {
  for (char const* const& name : names) {
    for (char const* const* other = names.begin(); other != &name; ++other) {
      if (std::string_view{*other} == name) return false;
    }
  }
  return true;
}

}  // namespace detail

inline namespace ALLOTYPE_MODE {
namespace mode_detail {

// Names of types, not expressions: nvcc takes `requires { &F::template operator()<A>; }` for false.
template <class F>
using call_of = decltype(&F::operator());
template <class F, class Argument>
using call_of_template = decltype(&F::template operator()<Argument>);

/// The type of the function that a task calls for the queue of `A`.
template <class F, class A>
consteval auto call_on() {
  if constexpr (requires { typename call_of<F>; }) {
    return std::type_identity<call_of<F>>{};
  } else if constexpr (requires { typename call_of_template<F, queue<A>>; }) {
    return std::type_identity<call_of_template<F, queue<A>>>{};
  } else if constexpr (requires { typename call_of_template<F, A>; }) {
    return std::type_identity<call_of_template<F, A>>{};
  } else {
    return std::type_identity<void>{};
  }
}

template <class Task>
struct task_signature {
  using here = alternatives_here<typename Task::wanted>;
  using call = typename decltype(mode_detail::call_on<typename Task::function, type_at<0, here>>())::type;
  using type = detail::signature_of_call<call>;
};

/// A task on an open queue.
template <class Task, class A>
class task_on_queue final : public detail::open_task {
 public:
  task_on_queue(Task const& task, queue<A> on, std::vector<answer::skipped_accelerator> before)
      : task_(task), on_(std::move(on)) {
    accelerator = name_of<A>;
    device = to_string(on_).text();
    skipped = std::move(before);
  }

  detail::value run(detail::value const& inputs, std::filesystem::path const& folder) override {
    using signature = typename task_signature<Task>::type;
    auto const call = [&](auto const&... more) {
      return task_.on(on_, detail::conversion<typename signature::inputs>::read(inputs), more...);
    };
    auto const write = [](auto const& result) {
      if constexpr (std::is_void_v<typename signature::outputs>) {
        return detail::value{};
      } else {
        return detail::conversion<typename signature::outputs>::write(result.value());
      }
    };
    if constexpr (signature::takes_folder) {
      return write(call(folder));
    } else {
      return write(call());
    }
  }

 private:
  Task const& task_;
  queue<A> on_;
};

/// A task of a program, as data.
template <auto const& Task>
struct task_of_a_program {
  using task = std::remove_cvref_t<decltype(Task)>;
  using here = alternatives_here<typename task::wanted>;

  static std::unique_ptr<detail::open_task> open(accelerator_options const& options) {
    auto const devices = choose<typename task::wanted>(options);
    bool const counted = options.devices != "auto" && devices.size() != 1;
    if (counted) {
      throw input_error(message<2000>{} << options.devices_from.c_str() << ": \"" << options.devices.c_str()
                                        << "\" means " << devices.size()
                                        << " devices, and a run takes one; name one, as \"0,\"");
    }
    return devices.visit([&]<class A>(allotype::devices<A> const& there) -> std::unique_ptr<detail::open_task> {
      return std::make_unique<task_on_queue<task, A>>(Task, there.open(0), there.skipped());
    });
  }

  static constexpr bool possible = [] {
    if constexpr (size_of_list<here> == 0) {
      return false;
    } else if constexpr (!task_signature<task>::type::possible) {
      return false;
    } else {
      using signature = typename task_signature<task>::type;
      using outputs = typename signature::outputs;
      return detail::convertible_value<typename signature::inputs> &&
             (std::is_void_v<outputs> || detail::convertible_value<outputs>);
    }
  }();

  /// The error where it is not possible.
  static void refuse() {
    if constexpr (size_of_list<here> == 0) {
      (void)sizeof(queue<type_at<0, alternatives_of<typename task::wanted>>>);  // says why code runs on none of them
    } else {
      using signature = typename task_signature<task>::type;
      if constexpr (!signature::possible) {
        if constexpr (mode_detail::is_a_tasks_function<typename task::wanted,
                                                       typename task::function>) {  // or `task` says so
          (void)sizeof(detail::function_of_a_program<signature>);
        }
      } else {
        using outputs = typename signature::outputs;
        (void)sizeof(detail::type_of_an_input_or_output<typename signature::inputs>);
        if constexpr (!std::is_void_v<outputs>) (void)sizeof(detail::type_of_an_input_or_output<outputs>);
      }
    }
  }

  /// \pre possible
  static constexpr detail::described_task described() {
    using signature = typename task_signature<task>::type;
    using limits = typename task::limits;
    detail::described_task to{};
    to.name = Task.name();
    to.alternatives = detail::described_alternatives<task, alternatives_of<typename task::wanted>>::all;
    to.alternative_count = size_of_list<alternatives_of<typename task::wanted>>;
    if constexpr (requires { limits::cpus::value; }) to.cpus = limits::cpus::value;
    if constexpr (requires { limits::memory::value; }) to.memory = limits::memory::value;
    if constexpr (requires { limits::gpus::value; }) to.gpus = limits::gpus::value;
    if constexpr (requires { limits::ephemeral_storage::value; })
      to.ephemeral_storage = limits::ephemeral_storage::value;
    to.inputs = &detail::conversion<typename signature::inputs>::type;
    if constexpr (!std::is_void_v<typename signature::outputs>) {
      to.has_outputs = true;
      to.outputs = &detail::conversion<typename signature::outputs>::type;
    }
    to.open = &open;
    return to;
  }
};

}  // namespace mode_detail
}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
