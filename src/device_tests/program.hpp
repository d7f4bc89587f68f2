// SPDX-License-Identifier: BSL-1.0
// A kernel in the form that is run: names resolved, calls put in line where no function calls itself, each instruction
// with the function that carries it out for the lanes of a warp.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "memory.hpp"
#include "ptx_parser.hpp"

namespace allotype::device_tests {

struct warp;
struct instruction;
using executor = void (*)(warp&, instruction const&, std::uint32_t lanes);

enum class state_space : std::uint8_t { generic, global, shared, local, constant, parameter };

/// What becomes of the values that an instruction reads: they matter, or go on to its result: all, the selected one, to
/// the predicate of a comparison, or from predicates to a predicate.
enum class values_read : std::uint8_t { used, passed_on, selected, compared, all_hold, one_holds, of_predicates };

/// A row is a register of all 32 lanes. Numbers in the text and special registers have rows too, so that an operand is
/// a row and nothing else. A predicate is a word with a bit for each lane.
struct instruction {
  executor run = nullptr;
  std::uint32_t guard = 0;       ///< a predicate; 0 is always true
  std::uint32_t guard_flip = 0;  ///< all ones where the guard is negated
  std::uint32_t rows[5] = {};    ///< what is written first, then operands; of vectors, the elements
  std::uint32_t target = 0;      ///< of a branch; for others, a second number: the size of an access, a barrier's kind
  std::int64_t offset = 0;       ///< added to an address
  std::uint8_t elements = 1;     ///< of a vector
  state_space space = state_space::generic;
  scope strong = scope::weak;
  std::uint8_t flags = 0;              ///< see instruction_flag
  std::uint8_t reads = 0, writes = 0;  ///< which of `rows` are registers that it reads, and writes: a bit each
  std::uint8_t asks = 0, answers = 0;  ///< which of `rows` are predicates that it uses, and sets to what is defined
  values_read with_values = values_read::used;
  std::uint32_t line = 0;   ///< in the PTX
  std::uint32_t place = 0;  ///< in `ptx_module::places`
};

namespace instruction_flag {
inline constexpr std::uint8_t acquires = 1, releases = 2, read_only = 4, stops_warp = 8, sets_predicate = 16,
                              unchecked = 32;
}

/// Special registers that differ from lane to lane or from block to block.
enum class special : std::uint8_t {
  tid_x,
  tid_y,
  tid_z,
  lane,
  warp,
  lanemask_lt,
  lanemask_le,
  lanemask_eq,
  lanemask_ge,
  lanemask_gt,  // of the slot of a warp
  ctaid_x,
  ctaid_y,
  ctaid_z,
  cluster_ctaid_x,
  cluster_ctaid_y,
  cluster_ctaid_z,
  cluster_ctarank,
  clusterid_x,
  clusterid_y,
  clusterid_z,  // of the block
  ntid_x,
  ntid_y,
  ntid_z,
  nctaid_x,
  nctaid_y,
  nctaid_z,
  nwarp,
  cluster_nctaid_x,
  cluster_nctaid_y,
  cluster_nctaid_z,
  cluster_nctarank,
  nclusterid_x,
  nclusterid_y,
  nclusterid_z,
  dynamic_smem_size,
  total_smem_size,  // of the launch
  clock,
  sm,
  nsm,
  shared_address,
  parameter_address
};

/// A function that calls itself, directly or through others. It stands behind the kernel, and each call of it has
/// variables of its own on the thread's stack. Parameters and results are at fixed places of local memory, and are
/// saved with the registers.
struct subroutine {
  struct range {
    std::uint64_t at, bytes;
  };
  std::uint32_t entry = 0;  ///< its first instruction
  std::uint32_t frame = 0;  ///< the row that tells where in local memory its variables begin
  std::uint64_t frame_bytes = 0;
  std::vector<range> parameters, results;
};

/// Where the caller of a subroutine has the arguments and wants the results, in local memory.
struct subroutine_call {
  std::uint32_t callee = 0;  ///< in `program::subroutines`
  std::vector<std::uint64_t> arguments, results;
};

/// Of an instruction that all lanes of a warp run together: rows, more than an instruction holds.
struct matrix_operands {
  std::vector<std::uint32_t> d, a, b, c;
  std::string type_of_a, type_of_b, type_of_d;
  bool saturates = false, transposed = false;
};

struct program {
  std::string name;  ///< as in the PTX
  std::vector<instruction> code;
  std::vector<subroutine> subroutines;
  std::vector<subroutine_call> subroutine_calls;
  std::vector<matrix_operands> matrices;
  std::vector<std::vector<std::uint32_t>> branch_tables;
  std::vector<std::vector<std::uint64_t>> call_parameters;  ///< of calls of the runtime: where each is in local memory
  std::uint32_t rows = 0, predicates = 1;
  std::vector<std::pair<std::uint32_t, std::uint64_t>> numbers;  ///< row and value
  struct special_row {
    std::uint32_t row;
    special what;
    std::uint64_t offset = 0;  ///< of the variable in shared memory
  };
  std::vector<special_row> specials;
  std::uint64_t static_shared = 0;  ///< bytes; dynamic shared memory begins behind, at its alignment
  std::uint64_t dynamic_alignment = 16;
  std::uint64_t local_bytes = 0;  ///< of a thread; the stack of subroutines comes behind
  std::uint64_t parameter_bytes = 0;
  unsigned most_threads = 0, threads_required = 0, registers = 0;
  std::vector<std::uint64_t> parameter_offsets, parameter_sizes;
  std::vector<bool> has_run;  ///< an instruction each
  std::vector<bool> is_used;  ///< a row each: its value may reach memory, an address, a comparison, another thread
  ptx_module const* from = nullptr;
};

/// The offsets and sizes of a kernel's parameters alone.
void lay_out_parameters(function const& kernel, std::vector<std::uint64_t>& offsets, std::vector<std::uint64_t>& sizes);

/// `address_of` gives the address of a module's variable. Throws ptx_error for what the interpreter does not know.
program decode(ptx_module const& from, function const& kernel,
               std::function<std::uint64_t(std::string_view)> const& address_of);

}  // namespace allotype::device_tests
