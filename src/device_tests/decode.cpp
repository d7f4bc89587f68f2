// SPDX-License-Identifier: BSL-1.0
// From a kernel's text to a program.
#include <algorithm>
#include <bit>
#include <charconv>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>

#include "arithmetic.hpp"
#include "block.hpp"

namespace allotype::device_tests {

namespace {

std::uint64_t aligned(std::uint64_t offset, std::uint64_t to) { return (offset + to - 1) / to * to; }
std::uint64_t bytes_of(variable const& of) { return of.count * size_of_type(of.type); }

struct symbol {
  enum class kind { row, predicate, local, frame, shared, kernel_parameter, label, table, global } what;
  std::uint64_t at = 0;  // number of the row or predicate, offset of the variable
  std::vector<std::string_view> labels{};
};

constexpr std::pair<std::string_view, special> special_names[] = {{"%tid.x", special::tid_x},
                                                                  {"%tid.y", special::tid_y},
                                                                  {"%tid.z", special::tid_z},
                                                                  {"%laneid", special::lane},
                                                                  {"%warpid", special::warp},
                                                                  {"%lanemask_lt", special::lanemask_lt},
                                                                  {"%lanemask_le", special::lanemask_le},
                                                                  {"%lanemask_eq", special::lanemask_eq},
                                                                  {"%lanemask_ge", special::lanemask_ge},
                                                                  {"%lanemask_gt", special::lanemask_gt},
                                                                  {"%ctaid.x", special::ctaid_x},
                                                                  {"%ctaid.y", special::ctaid_y},
                                                                  {"%ctaid.z", special::ctaid_z},
                                                                  {"%cluster_ctaid.x", special::cluster_ctaid_x},
                                                                  {"%cluster_ctaid.y", special::cluster_ctaid_y},
                                                                  {"%cluster_ctaid.z", special::cluster_ctaid_z},
                                                                  {"%cluster_ctarank", special::cluster_ctarank},
                                                                  {"%clusterid.x", special::clusterid_x},
                                                                  {"%clusterid.y", special::clusterid_y},
                                                                  {"%clusterid.z", special::clusterid_z},
                                                                  {"%ntid.x", special::ntid_x},
                                                                  {"%ntid.y", special::ntid_y},
                                                                  {"%ntid.z", special::ntid_z},
                                                                  {"%nctaid.x", special::nctaid_x},
                                                                  {"%nctaid.y", special::nctaid_y},
                                                                  {"%nctaid.z", special::nctaid_z},
                                                                  {"%nwarpid", special::nwarp},
                                                                  {"%cluster_nctaid.x", special::cluster_nctaid_x},
                                                                  {"%cluster_nctaid.y", special::cluster_nctaid_y},
                                                                  {"%cluster_nctaid.z", special::cluster_nctaid_z},
                                                                  {"%cluster_nctarank", special::cluster_nctarank},
                                                                  {"%nclusterid.x", special::nclusterid_x},
                                                                  {"%nclusterid.y", special::nclusterid_y},
                                                                  {"%nclusterid.z", special::nclusterid_z},
                                                                  {"%dynamic_smem_size", special::dynamic_smem_size},
                                                                  {"%total_smem_size", special::total_smem_size},
                                                                  {"%clock", special::clock},
                                                                  {"%clock64", special::clock},
                                                                  {"%globaltimer", special::clock},
                                                                  {"%smid", special::sm},
                                                                  {"%nsmid", special::nsm}};

class decoder {
 public:
  decoder(ptx_module const& from, std::function<std::uint64_t(std::string_view)> const& address_of)
      : from_(from), address_of_(address_of) {}

  program kernel(function const& entry) {
    made_.name = entry.name;
    made_.from = &from_;
    made_.most_threads = entry.most_threads;
    made_.threads_required = entry.threads_required;
    made_.registers = entry.registers;
    lay_out_parameters(entry, made_.parameter_offsets, made_.parameter_sizes);
    auto& names = scopes_.emplace_back();
    for (std::size_t i = 0; i < entry.parameters.size(); ++i) {
      names[entry.parameters[i].name] = {symbol::kind::kernel_parameter, made_.parameter_offsets[i]};
    }
    if (!entry.parameters.empty())
      made_.parameter_bytes = made_.parameter_offsets.back() + made_.parameter_sizes.back();
    body(entry, ending::of_kernel);
    scopes_.pop_back();
    write_subroutines();
    // Dynamic shared memory lies behind the static one, which is known only now.
    std::uint64_t const dynamic = aligned(made_.static_shared, made_.dynamic_alignment);
    if (has_dynamic_) made_.static_shared = dynamic;
    for (std::size_t const which : dynamic_rows_) made_.specials[which].offset += dynamic;
    made_.local_bytes = aligned(made_.local_bytes, 16);
    made_.has_run.assign(made_.code.size(), false);
    find_used_rows();
    return std::move(made_);
  }

 private:
  /// What `ret` does at the end of a body.
  enum class ending { of_kernel, in_line, of_subroutine };
  using scope_names = std::unordered_map<std::string_view, symbol>;

  [[noreturn]] void fail(std::string const& what) const {
    throw ptx_error("PTX line " + std::to_string(line_) + ", in " + std::string(made_.name) + ": " + what);
  }

  // ---- names ----
  std::uint32_t new_row() { return made_.rows++; }
  std::uint64_t new_local(variable const& v) {
    std::uint64_t const at = aligned(made_.local_bytes, v.alignment);
    made_.local_bytes = at + bytes_of(v);
    return at;
  }
  void declare(variable const& v) {
    // A function that is called in several places is in line in each of them, with the same registers and variables.
    auto const [there, is_new] = declared_.try_emplace(&v);
    if (is_new) {
      if (v.space == "reg") {
        bool const predicate = v.type == "pred";
        there->second = {predicate ? symbol::kind::predicate : symbol::kind::row,
                         predicate ? made_.predicates : made_.rows};
        // A register of 128 bits is two rows.
        bool const is_range = v.is_range && v.type == "b128";
        if (is_range) fail("ranges of registers of 128 bits are unknown to this interpreter");
        (predicate ? made_.predicates : made_.rows) += static_cast<std::uint32_t>(v.type == "b128" ? 2 : v.count);
      } else if (v.space == "shared") {
        there->second = {symbol::kind::shared, made_.static_shared = aligned(made_.static_shared, v.alignment)};
        made_.static_shared += bytes_of(v);
      } else if (v.space == "local" && subroutine_) {
        std::uint64_t& bytes = made_.subroutines[*subroutine_].frame_bytes;
        there->second = {symbol::kind::frame, bytes = aligned(bytes, v.alignment)};
        bytes = aligned(bytes + bytes_of(v), 16);
      } else {
        there->second = {symbol::kind::local, new_local(v)};
      }
    }
    if (v.is_range) {
      ranges_.back()[v.name] = {there->second, v.count};
    } else {
      scopes_.back()[v.name] = there->second;
    }
  }
  std::optional<symbol> find(std::string_view name) {
    for (auto names = scopes_.rbegin(); names != scopes_.rend(); ++names) {
      if (auto const found = names->find(name); found != names->end()) return found->second;
    }
    std::size_t digits = name.size();
    while (digits > 0 && name[digits - 1] >= '0' && name[digits - 1] <= '9') --digits;
    if (digits < name.size()) {
      std::uint64_t number = 0;
      std::from_chars(name.data() + digits, name.data() + name.size(), number);
      for (auto names = ranges_.rbegin(); names != ranges_.rend(); ++names) {
        auto const found = names->find(name.substr(0, digits));
        if (found == names->end() || number >= found->second.second) continue;
        symbol one = found->second.first;
        one.at += number;
        return one;
      }
    }
    for (variable const& v : from_.variables) {
      if (v.name != name) continue;
      if (v.space != "shared") return symbol{symbol::kind::global, address_of_(name)};
      if (v.is_external && v.count == 0) {
        has_dynamic_ = true;
        made_.dynamic_alignment = std::max<std::uint64_t>(made_.dynamic_alignment, v.alignment);
        return symbol{symbol::kind::shared, dynamic_memory};
      }
      auto const [there, is_new] = declared_.try_emplace(&v);
      if (is_new) {
        there->second = {symbol::kind::shared, made_.static_shared = aligned(made_.static_shared, v.alignment)};
        made_.static_shared += bytes_of(v);
      }
      return there->second;
    }
    if (auto const of = from_.functions.find(name); of != from_.functions.end())
      return symbol{symbol::kind::global, of->second.address};
    return {};
  }

  std::uint32_t number_row(std::uint64_t value) {
    auto const [there, is_new] = numbers_.try_emplace(value);
    if (is_new) {
      there->second = new_row();
      made_.numbers.emplace_back(there->second, value);
    }
    return there->second;
  }
  std::uint32_t special_row(special what, std::uint64_t offset = 0) {
    for (auto const& known : made_.specials) {
      if (known.what == what && known.offset == offset && what != special::shared_address) return known.row;
    }
    bool const dynamic = offset == dynamic_memory;
    made_.specials.push_back({new_row(), what, dynamic ? 0 : offset});
    if (dynamic) dynamic_rows_.push_back(made_.specials.size() - 1);
    return made_.specials.back().row;
  }
  std::uint32_t shared_row(std::uint64_t offset) {
    auto const [there, is_new] = shared_rows_.try_emplace(offset);
    if (is_new) there->second = special_row(special::shared_address, offset);
    return there->second;
  }

  std::optional<std::uint64_t> number(std::string_view text) const {
    if (text.size() > 2 && text[0] == '0' && (text[1] == 'f' || text[1] == 'F' || text[1] == 'd' || text[1] == 'D')) {
      std::uint64_t bits = 0;
      std::from_chars(text.data() + 2, text.data() + text.size(), bits, 16);
      return bits;
    }
    bool const negative = text.starts_with('-');
    std::string_view digits = text.substr(negative ? 1 : 0);
    if (digits.empty() || digits[0] < '0' || digits[0] > '9')
      return text == "WARP_SZ" ? std::optional<std::uint64_t>(32) : std::nullopt;
    if (digits.ends_with('U')) digits.remove_suffix(1);
    int base = 10;
    if (digits.starts_with("0x") || digits.starts_with("0X")) digits.remove_prefix(2), base = 16;
    std::uint64_t value = 0;
    auto const read = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
    if (read.ptr != digits.data() + digits.size()) fail("\"" + std::string(text) + "\" is no number");
    return negative ? 0 - value : value;
  }

  // ---- operands ----
  std::uint32_t row_of(std::string_view operand) {
    if (operand == "_") return sink_ == 0 ? sink_ = new_row() : sink_;
    if (auto const value = number(operand)) return number_row(*value);
    std::int64_t more = 0;
    if (std::size_t const plus = operand.find('+'); plus != operand.npos) {
      more = static_cast<std::int64_t>(*number(operand.substr(plus + 1)));
      operand = operand.substr(0, plus);
    }
    if (auto const found = find(operand)) {
      auto const at = static_cast<std::uint64_t>(static_cast<std::int64_t>(found->at) + more);
      switch (found->what) {
        case symbol::kind::row:
          return static_cast<std::uint32_t>(at);
        case symbol::kind::local:
          return number_row(at);
        case symbol::kind::frame:
          if (at != 0) fail("the second variable of a function that calls itself is unknown to this interpreter");
          return made_.subroutines[*subroutine_].frame;
        case symbol::kind::global:
          return number_row(at);
        case symbol::kind::shared:
          return shared_row(found->at);
        case symbol::kind::kernel_parameter:
          return special_row(special::parameter_address, at);
        default:
          fail("\"" + std::string(operand) + "\" cannot be an operand here");
      }
    }
    for (auto const& [name, what] : special_names) {
      if (name == operand) return special_row(what);
    }
    if (operand.starts_with("%pm") || operand.starts_with("%envreg")) return number_row(0);
    fail("\"" + std::string(operand) + "\" is not declared");
  }
  /// `flip` becomes all ones where the predicate is negated.
  std::uint32_t predicate_of(std::string_view operand, std::int64_t* flip = nullptr) {
    if (operand.starts_with('!') && flip != nullptr) {
      *flip = -1;
      operand.remove_prefix(1);
    }
    if (operand == "_") return made_.predicates++;
    if (auto const value = number(operand); value && flip != nullptr) {
      if (*value == 0) *flip = ~*flip;
      return 0;
    }
    auto const found = find(operand);
    if (!found || found->what != symbol::kind::predicate) fail("\"" + std::string(operand) + "\" is no predicate");
    return static_cast<std::uint32_t>(found->at);
  }
  static std::string_view trimmed(std::string_view text) {
    while (text.starts_with(' ') || text.starts_with('\t') || text.starts_with('\n')) text.remove_prefix(1);
    while (text.ends_with(' ') || text.ends_with('\t') || text.ends_with('\n')) text.remove_suffix(1);
    return text;
  }
  std::vector<std::string_view> elements(std::string_view operand) const {
    if (!operand.starts_with('{') && !operand.starts_with('(')) return {operand};
    std::vector<std::string_view> found;
    operand = trimmed(operand.substr(1, operand.size() - 2));
    while (!operand.empty()) {
      std::size_t const comma = std::min(operand.find(','), operand.size());
      found.push_back(trimmed(operand.substr(0, comma)));
      operand.remove_prefix(std::min(comma + 1, operand.size()));
    }
    return found;
  }
  /// [name+8], [%rd1+-4], [123]
  void address(std::string_view operand, instruction& to) {
    if (!operand.starts_with('[')) fail("an address in brackets was expected, and is \"" + std::string(operand) + "\"");
    operand = trimmed(operand.substr(1, operand.size() - 2));
    std::size_t const plus = operand.find('+');
    std::string_view const name = trimmed(operand.substr(0, plus));
    if (plus != operand.npos) to.offset += static_cast<std::int64_t>(*number(trimmed(operand.substr(plus + 1))));
    auto const found = find(name);
    if (found && found->what == symbol::kind::kernel_parameter) {
      to.space = state_space::parameter;
      to.offset += static_cast<std::int64_t>(found->at);
      return;
    }
    if (found && found->what == symbol::kind::frame) to.space = state_space::local;
    if (found && found->what == symbol::kind::local) {
      // A parameter of a function in line: what is between its members is copied too.
      if (to.space == state_space::generic) to.flags |= instruction_flag::unchecked;
      to.space = state_space::local;
    }
    to.rows[4] = row_of(name);
  }

  // ---- which values are used ----
  void flow(std::uint32_t to, std::uint32_t from) { flows_.emplace_back(to, from); }
  void use(std::uint32_t row) { used_.push_back(row); }
  /// From which rows to which the instruction passes values on, and which it uses otherwise.
  void follow(std::string_view opcode, std::string_view last, instruction const& i, std::size_t operands) {
    bool const of_predicates = last == "pred" && opcode != "selp";
    if (of_predicates || opcode == "bra") return;
    if (opcode == "ld" || opcode == "ldu") {
      if (i.space != state_space::parameter) use(i.rows[4]);
    } else if (opcode == "setp") {
      use(i.rows[2]), use(i.rows[3]);
    } else if (opcode == "selp") {
      flow(i.rows[0], i.rows[1]), flow(i.rows[0], i.rows[2]);
    } else if (opcode == "shfl") {
      flow(i.rows[0], i.rows[1]);
      for (std::size_t a = 2; a < 5; ++a) use(i.rows[a]);
    } else if (is_arithmetic_ || opcode == "cvta") {
      for (std::size_t a = 1; a < operands; ++a) flow(i.rows[0], i.rows[a]);
    } else {
      for (std::uint32_t const row : i.rows) use(row);
    }
  }
  /// Which rows the instruction reads and writes, and what becomes of the values while it runs.
  void note_rows(std::string_view opcode, std::string_view last, instruction& i, std::size_t operands) const {
    constexpr unsigned address = 1 << 4;
    auto const first = [](std::size_t many) { return static_cast<std::uint8_t>((1u << many) - 1); };
    auto const set = [&](unsigned writes, unsigned reads) {
      i.writes = static_cast<std::uint8_t>(writes), i.reads = static_cast<std::uint8_t>(reads);
    };
    if (last == "pred" &&
        (opcode == "and" || opcode == "or" || opcode == "xor" || opcode == "not" || opcode == "mov")) {
      // Operands that are missing are predicate 0, which is defined.
      i.with_values = opcode == "and"  ? values_read::all_hold
                      : opcode == "or" ? values_read::one_holds
                                       : values_read::of_predicates;
    } else if (opcode == "ld" || opcode == "ldu") {
      set(first(i.elements), i.space == state_space::parameter ? 0 : address);
    } else if (opcode == "st") {
      set(0, first(i.elements) | address);
    } else if (opcode == "atom" || opcode == "red") {
      set(opcode == "red" ? 0 : last == "b128" ? 0b1001 : 1, 0b110 | address);
    } else if (opcode == "cp") {
      set(0, operands < 3 ? 0 : 0b1010 | address);
    } else if (opcode == "setp") {
      set(0, 0b1100);
      i.with_values = values_read::compared;
    } else if (opcode == "selp") {
      set(1, 0b110);
      i.with_values = values_read::selected;
    } else if (opcode == "shfl") {
      set(1, 0b1110 | address);
    } else if (opcode == "vote") {
      set(last == "b32" ? 1 : 0, address);
      i.asks = 0b10, i.answers = last == "b32" ? 0 : 1;
    } else if (opcode == "match" || opcode == "redux") {
      set(1, 0b10 | address);
    } else if (opcode == "elect") {
      set(0b10, address);
      i.answers = 1;
    } else if (opcode == "isspacep") {
      set(0, 0b10);
      i.answers = 1;
    } else if ((i.flags & instruction_flag::stops_warp) != 0) {
      set(0, address);
    } else if (opcode == "bar" || opcode == "barrier") {
      set(last == "u32" ? 0b100 : 0, operands == 0 ? 0 : first(i.elements));
      if (last == "u32" || last == "pred") i.asks = 0b1000;
      if (last == "pred") i.answers = 0b100;
    } else if (operands != 0 && opcode != "prefetch" && opcode != "prefetchu" && opcode != "nanosleep") {
      set(1, first(operands) & ~1u);
      if (is_arithmetic_ || opcode == "cvta") i.with_values = values_read::passed_on;
    }
  }
  void find_used_rows() {
    made_.is_used.assign(made_.rows, false);
    for (std::uint32_t const row : used_) {
      if (row < made_.rows) made_.is_used[row] = true;  // else the number of a predicate
    }
    for (bool more = true; more;) {
      more = false;
      for (auto each = flows_.rbegin(); each != flows_.rend(); ++each) {
        if (!made_.is_used[each->first] || made_.is_used[each->second]) continue;
        made_.is_used[each->second] = more = true;
      }
    }
  }

  // ---- statements ----
  void body(function const& of, ending how) {
    if (!of.has_body) fail(std::string(of.name) + " has no body, and is unknown to this interpreter");
    std::unordered_map<std::string_view, std::uint32_t> labels;
    std::vector<std::pair<std::uint32_t, std::string_view>> jumps;
    std::vector<std::pair<std::uint32_t, std::vector<std::string_view>>> tables;
    std::vector<std::uint32_t> returns;
    std::size_t const depth = scopes_.size();
    scopes_.emplace_back(), ranges_.emplace_back();
    for (statement const& s : of.body) {
      // A table stands behind the jump that uses it.
      if (s.what == statement::kind::branch_targets) scopes_.back()[s.name] = {symbol::kind::table, 0, s.operands};
    }
    for (statement const& s : of.body) {
      line_ = s.line;
      switch (s.what) {
        case statement::kind::label:
          labels[s.name] = here();
          break;
        case statement::kind::scope_begin:
          scopes_.emplace_back(), ranges_.emplace_back();
          break;
        case statement::kind::scope_end:
          scopes_.pop_back(), ranges_.pop_back();
          break;
        case statement::kind::declaration:
          declare(s.declared);
          break;
        case statement::kind::branch_targets:
          break;
        case statement::kind::instruction: {
          if (s.name == "ret" || s.name == "ret.uni") {
            if (how == ending::in_line) returns.push_back(here());
            emit_return(s, how);
          } else if (s.name == "bra" || s.name == "bra.uni") {
            jumps.emplace_back(here(), s.operands.at(0));
            emit(s, "bra", {});
          } else if (s.name == "brx.idx" || s.name == "brx.idx.uni") {
            auto const table = find(s.operands.at(1));
            if (!table || table->what != symbol::kind::table)
              fail("\"" + std::string(s.operands[1]) + "\" is no table of branch targets");
            instruction& jump = emit(s, "brx", {"idx"});
            jump.rows[0] = row_of(s.operands[0]);
            jump.reads = 1;
            use(jump.rows[0]);
            jump.target = static_cast<std::uint32_t>(made_.branch_tables.size());
            tables.emplace_back(jump.target, table->labels);
            made_.branch_tables.emplace_back();
          } else if (s.name.starts_with("call")) {
            call(s);
          } else {
            one_instruction(s);
          }
        }
      }
    }
    auto const place = [&](std::string_view label) {
      auto const found = labels.find(label);
      if (found == labels.end()) fail("the label " + std::string(label) + " is missing");
      return found->second;
    };
    for (auto const& [at, label] : jumps) made_.code[at].target = place(label);
    for (auto const& [table, names] : tables) {
      for (std::string_view const name : names) made_.branch_tables[table].push_back(place(name));
    }
    if (how != ending::in_line) {
      statement end{};
      end.what = statement::kind::instruction;
      end.line = line_;
      emit_return(end, how);
    }
    for (std::uint32_t const at : returns) made_.code[at].target = here();
    scopes_.resize(depth), ranges_.pop_back();
  }
  void emit_return(statement const& s, ending how) {
    if (how == ending::of_kernel) {
      emit(s, "ret", {});
    } else if (how == ending::in_line) {
      emit(s, "bra", {});
    } else {
      emit(s, "call", {"return"});
    }
  }

  std::uint32_t here() const { return static_cast<std::uint32_t>(made_.code.size()); }

  instruction& emit(statement const& from, std::string_view opcode, std::vector<std::string_view> const& modifiers) {
    instruction made;
    made.line = from.line;
    made.place = from.place;
    if (!from.guard.empty()) {
      made.guard = predicate_of(from.guard);
      made.guard_flip = from.guard_negated ? all_lanes : 0;
    }
    made.run = control_executor(opcode, modifiers, made);
    // What sets the carry is used by what adds it, whether its result is or not.
    is_arithmetic_ = made.run == nullptr && !uses_carry(opcode, modifiers);
    if (made.run == nullptr) made.run = arithmetic_executor(opcode, modifiers, made.offset);
    if (made.run == nullptr) {
      std::string text(opcode);
      for (std::string_view const word : modifiers) text += "." + std::string(word);
      fail("the instruction " + text + " is unknown to this interpreter");
    }
    made_.code.push_back(made);
    return made_.code.back();
  }

  struct parts_of_call {
    std::string_view name;
    std::vector<std::string_view> results, arguments;
  };
  parts_of_call parts_of(statement const& s) const {
    parts_of_call made;
    std::size_t next = 0;
    if (!s.operands.empty() && s.operands[0].starts_with('(')) made.results = elements(s.operands[next++]);
    if (s.operands.size() <= next) fail("a call of nothing");
    made.name = s.operands[next++];
    if (s.operands.size() > next && s.operands[next].starts_with('(')) made.arguments = elements(s.operands[next]);
    return made;
  }

  void call(statement const& s) {
    auto const [name, results, arguments] = parts_of(s);
    auto const callee = from_.functions.find(name);
    bool const is_of_runtime = callee != from_.functions.end() && !callee->second.has_body;
    if (is_of_runtime && (name == "vprintf" || name == "__assertfail" || name == "malloc" || name == "free")) {
      std::vector<std::uint64_t> places;
      for (std::string_view const argument : arguments) places.push_back(find(argument).value().at);
      for (std::string_view const result : results) places.push_back(find(result).value().at);
      instruction& made = emit(s, "call", {name});
      made.target = static_cast<std::uint32_t>(made_.call_parameters.size());
      made_.call_parameters.push_back(std::move(places));
      return;
    }
    // A guarded call: lanes without it jump over.
    std::optional<std::uint32_t> over;
    if (!s.guard.empty()) {
      over = here();
      emit(s, "bra", {}).guard_flip ^= all_lanes;
    }
    statement unguarded = s;
    unguarded.guard = {};
    if (callee == from_.functions.end()) {
      call_through_pointer(unguarded, name, arguments, results);
    } else {
      call_function(unguarded, callee->second, arguments, results);
    }
    if (over) made_.code[*over].target = here();
  }
  void call_function(statement const& s, function const& of, std::vector<std::string_view> const& arguments,
                     std::vector<std::string_view> const& results) {
    if (of.parameters.size() != arguments.size() || of.results.size() != results.size())
      fail("a call of " + std::string(of.name) + " with other parameters than it has");
    if (calls_itself(of)) {
      call_subroutine(s, of, arguments, results);
    } else {
      call_in_line(of, arguments, results);
    }
  }
  void call_in_line(function const& of, std::vector<std::string_view> const& arguments,
                    std::vector<std::string_view> const& results) {
    scope_names names;
    for (std::size_t i = 0; i < arguments.size(); ++i) names[of.parameters[i].name] = variable_of(arguments[i]);
    for (std::size_t i = 0; i < results.size(); ++i) names[of.results[i].name] = variable_of(results[i]);
    // The callee sees its own names only.
    auto const outer = std::exchange(scopes_, {std::move(names)});
    auto const outer_ranges = std::exchange(ranges_, {});
    auto const outer_subroutine = std::exchange(subroutine_, std::nullopt);
    body(of, ending::in_line);
    scopes_ = outer, ranges_ = outer_ranges, subroutine_ = outer_subroutine;
  }
  void call_subroutine(statement const& s, function const& of, std::vector<std::string_view> const& arguments,
                       std::vector<std::string_view> const& results) {
    auto const [there, is_new] =
        subroutine_numbers_.try_emplace(&of, static_cast<std::uint32_t>(made_.subroutines.size()));
    if (is_new) {
      subroutine& made = made_.subroutines.emplace_back();
      made.frame = new_row();
      for (variable const& v : of.parameters) made.parameters.push_back({new_local(v), bytes_of(v)});
      for (variable const& v : of.results) made.results.push_back({new_local(v), bytes_of(v)});
      subroutines_.push_back(&of);
    }
    subroutine_call made{there->second, {}, {}};
    for (std::string_view const argument : arguments) made.arguments.push_back(variable_of(argument).at);
    for (std::string_view const result : results) made.results.push_back(variable_of(result).at);
    emit(s, "call", {"enter"}).target = static_cast<std::uint32_t>(made_.subroutine_calls.size());
    made_.subroutine_calls.push_back(std::move(made));
  }
  /// A body may call further ones.
  void write_subroutines() {
    for (std::size_t i = 0; i < subroutines_.size(); ++i) {
      function const& of = *subroutines_[i];
      subroutine& made = made_.subroutines[i];
      scope_names names;
      for (std::size_t k = 0; k < of.parameters.size(); ++k)
        names[of.parameters[k].name] = {symbol::kind::local, made.parameters[k].at};
      for (std::size_t k = 0; k < of.results.size(); ++k)
        names[of.results[k].name] = {symbol::kind::local, made.results[k].at};
      made.entry = here();
      scopes_ = {std::move(names)};
      subroutine_ = i;
      body(of, ending::of_subroutine);
    }
    scopes_.clear(), subroutine_.reset();
  }
  /// Directly or through others, by name or by pointer.
  bool calls_itself(function const& of) {
    auto const [there, is_new] = calls_itself_.try_emplace(&of, false);
    if (!is_new) return there->second;
    std::set<function const*> reached;
    std::vector<function const*> next{&of};
    while (!next.empty()) {
      function const* const one = next.back();
      next.pop_back();
      for (function const* const callee : callees_of(*one)) {
        if (callee == &of) return there->second = true;
        if (reached.insert(callee).second) next.push_back(callee);
      }
    }
    return false;
  }
  std::vector<function const*> callees_of(function const& of) {
    std::vector<function const*> found;
    for (statement const& s : of.body) {
      if (s.what != statement::kind::instruction || !s.name.starts_with("call")) continue;
      parts_of_call const parts = parts_of(s);
      if (auto const named = from_.functions.find(parts.name); named != from_.functions.end()) {
        found.push_back(&named->second);
        continue;
      }
      for (function const* const one : functions_with_address()) {
        if (may_be_called(*one, parts.arguments.size(), parts.results.size())) found.push_back(one);
      }
    }
    return found;
  }
  static bool may_be_called(function const& of, std::size_t arguments, std::size_t results) {
    return of.parameters.size() == arguments && of.results.size() == results;
  }
  /// The pointer is compared with the address of each function that it may be of; that one is called there.
  void call_through_pointer(statement const& s, std::string_view pointer,
                            std::vector<std::string_view> const& arguments,
                            std::vector<std::string_view> const& results) {
    std::uint32_t const row = row_of(pointer);
    use(row);
    std::vector<std::uint32_t> to_the_end;
    for (function const* const of : functions_with_address()) {
      if (!may_be_called(*of, arguments.size(), results.size())) continue;
      std::uint32_t const address = number_row(of->address), differs = made_.predicates++;
      instruction& comparison = emit(s, "setp", {"ne", "u64"});
      comparison.rows[0] = differs, comparison.rows[2] = row, comparison.rows[3] = address;
      comparison.reads = 0b1100, comparison.with_values = values_read::compared;
      std::uint32_t const past = here();
      emit(s, "bra", {}).guard = differs;
      call_function(s, *of, arguments, results);
      to_the_end.push_back(here());
      emit(s, "bra", {});
      made_.code[past].target = here();
    }
    emit(s, "call", {"nothing"}).rows[0] = row;
    for (std::uint32_t const at : to_the_end) made_.code[at].target = here();
  }
  /// Those that an instruction or a variable names otherwise than to call them.
  std::vector<function const*> const& functions_with_address() {
    if (with_address_) return *with_address_;
    std::set<std::string_view> names;
    for (variable const& v : from_.variables) names.insert(v.values.begin(), v.values.end());
    for (auto const& [name, of] : from_.functions) {
      for (statement const& s : of.body) {
        if (s.what == statement::kind::instruction && !s.name.starts_with("call"))
          names.insert(s.operands.begin(), s.operands.end());
      }
    }
    with_address_.emplace();
    for (auto const& [name, of] : from_.functions) {
      if (of.has_body && !of.is_entry && names.contains(name)) with_address_->push_back(&of);
    }
    return *with_address_;
  }
  symbol variable_of(std::string_view name) {
    auto const found = find(name);
    if (!found || found->what != symbol::kind::local) fail("\"" + std::string(name) + "\" is no parameter");
    return *found;
  }

  void one_instruction(statement const& s) {
    std::vector<std::string_view> words;
    for (std::string_view rest = s.name; !rest.empty();) {
      std::size_t const dot = std::min(rest.find('.'), rest.size());
      words.push_back(rest.substr(0, dot));
      rest.remove_prefix(std::min(dot + 1, rest.size()));
    }
    std::string_view const opcode = words[0];
    std::vector<std::string_view> const modifiers(words.begin() + 1, words.end());
    auto const& o = s.operands;
    auto const need = [&](std::size_t count) {
      if (o.size() != count) fail(std::string(s.name) + " with " + std::to_string(o.size()) + " operands");
    };
    auto const last = modifiers.empty() ? std::string_view{} : modifiers.back();

    if (opcode == "mov" && o.size() == 2 && (o[0].starts_with('{') || o[1].starts_with('{'))) {
      pack_or_unpack(s, last);
      return;
    }
    if (opcode == "mov" && last == "b16") {
      instruction& plain = emit(s, "mov", {"u16"});
      plain.rows[0] = row_of(o[0]), plain.rows[1] = row_of(o[1]);
      plain.writes = 1, plain.reads = 0b10, plain.with_values = values_read::passed_on;
      flow(plain.rows[0], plain.rows[1]);
      return;
    }
    if (opcode == "mma" || opcode == "ldmatrix") {
      matrices(s, opcode, modifiers);
      return;
    }
    if (opcode == "atom" && last == "b128") use_upper_halves(s);
    // `emit` before the operands: rows that they make do not disturb it.
    std::size_t const at = here();
    emit(s, opcode, modifiers);
    instruction i = made_.code[at];

    if (opcode == "ld" || opcode == "ldu" || opcode == "st") {
      need(2);
      bool const is_load = opcode != "st";
      auto const values = elements(o[is_load ? 0 : 1]);
      if (values.size() != i.elements)
        fail(std::string(s.name) + " of " + std::to_string(values.size()) + " registers");
      for (std::size_t e = 0; e < values.size(); ++e) i.rows[e] = row_of(values[e]);
      address(o[is_load ? 1 : 0], i);
      if (i.space == state_space::parameter) {
        if (!is_load) fail("a store to a kernel's parameter");
        instruction as_parameter;
        as_parameter.space = state_space::parameter;
        std::vector<std::string_view> plain;
        for (std::string_view const word : modifiers) {
          if (word == "v2" || word == "v4" || word == last) plain.push_back(word);
        }
        i.run = control_executor("ld", plain, as_parameter);
        if (static_cast<std::uint64_t>(i.offset) + size_of_type(last) * i.elements > made_.parameter_bytes)
          fail("a read behind the parameters");
      }
    } else if (opcode == "atom") {
      i.rows[0] = row_of(o.at(0));
      address(o.at(1), i);
      for (std::size_t a = 2; a < o.size(); ++a) i.rows[a - 1] = row_of(o[a]);
      if (o.size() == 3) i.rows[2] = i.rows[1];
      if (last == "b128") i.rows[3] = i.rows[0] + 1;
    } else if (opcode == "cp" && !o.empty() && o[0].starts_with('[')) {
      if (o.size() != 3 && o.size() != 4) need(4);
      address(o[0], i);
      instruction source;
      address(o[1], source);
      i.rows[1] = source.rows[4], i.target = static_cast<std::uint32_t>(source.offset);
      i.rows[2] = row_of(o[2]), i.rows[3] = row_of(o.back());
    } else if (opcode == "red") {
      address(o.at(0), i);
      i.rows[1] = i.rows[2] = row_of(o.at(1));
    } else if (opcode == "setp") {
      comparison(o, modifiers, i);
    } else if (opcode == "selp") {
      need(4);
      for (std::size_t a = 0; a < 3; ++a) i.rows[a] = row_of(o[a]);
      i.rows[3] = predicate_of(o[3], &i.offset);
    } else if (last == "pred" &&
               (opcode == "and" || opcode == "or" || opcode == "xor" || opcode == "not" || opcode == "mov")) {
      for (std::size_t a = 0; a < o.size(); ++a) i.rows[a] = predicate_or_number(o[a]);
    } else if (opcode == "shfl") {
      need(5);
      std::string_view const to = o[0];
      std::size_t const bar = to.find('|');
      i.rows[0] = row_of(trimmed(to.substr(0, bar)));
      if (bar != to.npos) {
        i.flags |= instruction_flag::sets_predicate;
        i.target |= predicate_of(trimmed(to.substr(bar + 1))) << 2;
      }
      for (std::size_t a = 1; a < 5; ++a) i.rows[a] = row_of(o[a]);
    } else if (opcode == "vote") {
      need(3);
      i.rows[0] = last == "b32" ? row_of(o[0]) : predicate_of(o[0]);
      i.rows[1] = predicate_of(o[1], &i.offset);
      i.rows[4] = row_of(o[2]);
    } else if (opcode == "redux" || opcode == "match") {
      need(3);
      i.rows[0] = row_of(o[0]), i.rows[1] = row_of(o[1]), i.rows[4] = row_of(o[2]);
    } else if (opcode == "elect") {
      need(2);
      std::size_t const bar = o[0].find('|');
      i.rows[1] = row_of(trimmed(o[0].substr(0, bar)));
      i.rows[0] = predicate_of(trimmed(o[0].substr(bar + 1)));
      i.rows[4] = row_of(o[1]);
    } else if ((i.flags & instruction_flag::stops_warp) != 0) {  // bar.warp.sync
      need(1);
      i.rows[4] = row_of(o[0]);
    } else if ((opcode == "bar" || opcode == "barrier") && (last == "pred" || last == "u32")) {
      // bar.red: the result, the barrier, how many threads, a predicate.
      if (o.size() != 3 && o.size() != 4) need(3);
      i.rows[2] = last == "u32" ? row_of(o[0]) : predicate_of(o[0]);
      i.rows[0] = row_of(o[1]);
      if (o.size() == 4) i.rows[1] = row_of(o[2]), i.elements = 2;
      i.rows[3] = predicate_of(o.back(), &i.offset);
    } else if ((opcode == "bar" || opcode == "barrier") && !o.empty()) {
      i.rows[0] = row_of(o[0]);
      if (o.size() == 2) i.rows[1] = row_of(o[1]), i.elements = 2;
    } else if (opcode == "isspacep") {
      i.rows[0] = predicate_of(o.at(0));
      i.rows[1] = row_of(o.at(1));
    } else if (opcode != "prefetch" && opcode != "prefetchu" && opcode != "nanosleep") {
      if (o.size() > 5) fail(std::string(s.name) + " with " + std::to_string(o.size()) + " operands");
      for (std::size_t a = 0; a < o.size(); ++a) i.rows[a] = row_of(o[a]);
    }
    note_rows(opcode, last, i, o.size());
    made_.code[at] = i;
    follow(opcode, last, i, o.size());
  }

  /// Of tensor cores: lists of registers, and all lanes of a warp.
  void matrices(statement const& s, std::string_view opcode, std::vector<std::string_view> const& modifiers) {
    matrix_operands of;
    executor const run = matrix_executor(opcode, modifiers, of);
    if (run == nullptr) fail("the instruction " + std::string(s.name) + " is unknown to this interpreter");
    std::size_t const at = here();
    emit(s, "bar", {"warp", "sync"});
    instruction i = made_.code[at];
    i.run = run;
    auto const rows = [&](std::size_t which, std::vector<std::uint32_t>& to, bool is_used) {
      auto const names = elements(s.operands.at(which));
      if (names.size() != to.size())
        fail(std::string(s.name) + " with " + std::to_string(names.size()) + " registers as operand " +
             std::to_string(which + 1));
      for (std::size_t e = 0; e < names.size(); ++e) {
        to[e] = row_of(names[e]);
        if (is_used) use(to[e]);
      }
    };
    rows(0, of.d, false);
    if (opcode == "mma") {
      rows(1, of.a, true), rows(2, of.b, true), rows(3, of.c, true);
    } else {
      address(s.operands.at(1), i);
      if (i.space == state_space::generic) i.space = state_space::shared;
      of.a[0] = i.rows[4];
      use(of.a[0]);
    }
    i.rows[4] = number_row(all_lanes);
    i.target = static_cast<std::uint32_t>(made_.matrices.size());
    made_.matrices.push_back(std::move(of));
    made_.code[at] = i;
  }

  std::uint32_t predicate_or_number(std::string_view operand) {
    if (auto const value = number(operand)) {
      if (*value != 0) return 0;
      if (never_ == 0) never_ = made_.predicates++;
      return never_;
    }
    return predicate_of(operand);
  }

  void comparison(std::vector<std::string_view> const& o, std::vector<std::string_view> const& modifiers,
                  instruction& i) {
    std::string_view const to = o.at(0);
    std::size_t const bar = to.find('|');
    i.rows[0] = predicate_of(trimmed(to.substr(0, bar)));
    if (bar != to.npos) {
      i.flags |= instruction_flag::sets_predicate;
      i.rows[1] = predicate_of(trimmed(to.substr(bar + 1)));
    }
    i.rows[2] = row_of(o.at(1)), i.rows[3] = row_of(o.at(2));
    if (o.size() == 4) {
      auto const has = [&](std::string_view word) {
        return std::find(modifiers.begin(), modifiers.end(), word) != modifiers.end();
      };
      i.target = has("and") ? 1 : has("or") ? 2 : 3;
      i.rows[4] = predicate_of(o[3], &i.offset);
    }
  }

  /// mov.b64 %rd1, {%r1, %r2} and back: shifts of parts. A register of its own keeps what is still read.
  void pack_or_unpack(statement const& s, std::string_view type) {
    unsigned const bits = 8 * size_of_type(type);
    bool const packs = s.operands[1].starts_with('{');
    auto const parts = elements(s.operands[packs ? 1 : 0]);
    auto const width = static_cast<unsigned>(bits / parts.size());
    if (bits == 128) {
      if (parts.size() != 2) fail("a register of 128 bits in " + std::to_string(parts.size()) + " parts");
      std::uint32_t const rows = row_of(s.operands[packs ? 0 : 1]);
      for (std::uint32_t p = 0; p < 2; ++p) {
        if (parts[p] == "_") continue;
        std::uint32_t const part = row_of(parts[p]);
        instruction& half = emit(s, "mov", {"u64"});
        half.rows[0] = packs ? rows + p : part, half.rows[1] = packs ? part : rows + p;
        half.writes = 1, half.reads = 0b10, half.with_values = values_read::passed_on;
        flow(half.rows[0], half.rows[1]);
      }
      return;
    }
    std::string_view const shift_type = "b64", mask_type = "b64";
    auto const operation = [&](std::string_view opcode, std::string_view of, std::uint32_t to, std::uint32_t a,
                               std::uint32_t b) {
      instruction& made = emit(s, opcode, {of});
      made.rows[0] = to, made.rows[1] = a, made.rows[2] = b;
      made.writes = 1, made.reads = 0b110, made.with_values = values_read::passed_on;
      flow(to, a), flow(to, b);
    };
    std::uint32_t const mask = number_row(width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1);
    std::uint32_t const whole = new_row(), one = new_row();
    if (packs) {
      std::uint32_t const zero = number_row(0);
      operation("or", mask_type, whole, zero, zero);
      for (std::size_t p = 0; p < parts.size(); ++p) {
        operation("and", mask_type, one, row_of(parts[p]), mask);
        operation("shl", shift_type, one, one, number_row(p * width));
        operation("or", mask_type, whole, whole, one);
      }
      std::uint32_t const to = row_of(s.operands[0]);
      operation("or", mask_type, to, whole, whole);
    } else {
      std::uint32_t const from = row_of(s.operands[1]);
      operation("or", mask_type, whole, from, from);
      for (std::size_t p = 0; p < parts.size(); ++p) {
        if (parts[p] == "_") continue;
        operation("shr", shift_type, one, whole, number_row(p * width));
        std::uint32_t const to = row_of(parts[p]);
        operation("and", mask_type, to, one, mask);
      }
    }
  }

  /// An instruction names the rows of the lower halves: these are read before it, so that all bits are defined.
  void use_upper_halves(statement const& s) {
    std::uint32_t const nowhere = new_row(), a = row_of(s.operands.at(2)) + 1, b = row_of(s.operands.back()) + 1;
    instruction& read = emit(s, "or", {"b64"});
    read.rows[0] = nowhere, read.rows[1] = a, read.rows[2] = b;
    read.writes = 1, read.reads = 0b110;
    use(a), use(b);
  }

  static constexpr std::uint64_t dynamic_memory = ~std::uint64_t{0};

  ptx_module const& from_;
  std::function<std::uint64_t(std::string_view)> const& address_of_;
  program made_;
  unsigned line_ = 0;
  std::vector<scope_names> scopes_;
  std::vector<std::unordered_map<std::string_view, std::pair<symbol, std::uint64_t>>> ranges_;
  std::unordered_map<variable const*, symbol> declared_;
  std::unordered_map<std::uint64_t, std::uint32_t> numbers_, shared_rows_;
  std::vector<std::size_t> dynamic_rows_;
  std::optional<std::size_t> subroutine_;     // whose body is read
  std::vector<function const*> subroutines_;  // as in `made_`
  std::unordered_map<function const*, std::uint32_t> subroutine_numbers_;
  std::unordered_map<function const*, bool> calls_itself_;
  std::optional<std::vector<function const*>> with_address_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> flows_;  // row to which, row from which
  std::vector<std::uint32_t> used_;
  bool is_arithmetic_ = false;  // the instruction emitted last
  std::uint32_t sink_ = 0;
  std::uint32_t never_ = 0;  // a predicate that nothing sets
  bool has_dynamic_ = false;
};

}  // namespace

void lay_out_parameters(function const& kernel, std::vector<std::uint64_t>& offsets,
                        std::vector<std::uint64_t>& sizes) {
  std::uint64_t at = 0;
  for (variable const& parameter : kernel.parameters) {
    at = aligned(at, parameter.alignment);
    offsets.push_back(at);
    sizes.push_back(bytes_of(parameter));
    at += sizes.back();
  }
}

program decode(ptx_module const& from, function const& kernel,
               std::function<std::uint64_t(std::string_view)> const& address_of) {
  return decoder(from, address_of).kernel(kernel);
}

}  // namespace allotype::device_tests
