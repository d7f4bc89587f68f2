// SPDX-License-Identifier: BSL-1.0
// The text of a PTX module, cut into its parts: variables, functions, and the statements of each function. Nothing is
// resolved here; the parts are views of the text.
#pragma once

#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace allotype::device_tests {

/// PTX that is no PTX, or that uses what the interpreter does not know. The text names the line.
struct ptx_error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Where a statement comes from: `.loc`, and the place that it was inlined into.
struct source_place {
  unsigned file = 0, line = 0;
  unsigned outer_file = 0, outer_line = 0;  ///< 0: not inlined
};

/// `.align 8 .b8 name[16] = {1, 2}`; a register range `%r<6>` is a variable with `count` 6.
struct variable {
  std::string_view space;  ///< reg, local, shared, param, global, const
  std::string_view type;   ///< b8, u32, pred, …
  std::string_view name;
  unsigned alignment = 0;   ///< 0: that of the type
  std::uint64_t count = 1;  ///< elements, or registers of a range
  bool is_range = false;
  bool is_external = false;
  std::vector<std::string_view> values;  ///< of the initializer
};

struct statement {
  enum class kind { instruction, label, declaration, scope_begin, scope_end, branch_targets };
  kind what;
  unsigned line = 0;         ///< in the PTX
  unsigned place = 0;        ///< in `module::places`
  std::string_view name{};   ///< the opcode with its modifiers, or the label
  std::string_view guard{};  ///< predicate; empty: always
  bool guard_negated = false;
  std::vector<std::string_view> operands{};  ///< of the instruction, or the labels of a table of branch targets
  variable declared{};
};

struct function {
  std::string_view name;
  bool is_entry = false;
  bool has_body = false;
  std::vector<variable> parameters, results;
  std::vector<statement> body;
  unsigned threads_required = 0;  ///< .reqntid, all dimensions together
  unsigned most_threads = 0;      ///< .maxntid
  unsigned registers = 0;         ///< .maxnreg
  std::uint64_t address = 0;      ///< for calls through pointers
};

struct ptx_module {
  explicit ptx_module(std::string ptx);
  ptx_module(ptx_module const&) = delete;

  std::string const text;
  std::vector<variable> variables;
  std::map<std::string_view, function> functions;
  std::map<unsigned, std::string_view> files;
  std::vector<source_place> places{1};
};

/// Bytes of a type: 4 for `u32`.
unsigned size_of_type(std::string_view type);

}  // namespace allotype::device_tests
