// SPDX-License-Identifier: BSL-1.0
// From an address to memory, through all checks.
#include <cxxabi.h>

#include <algorithm>
#include <cstdio>
#include <utility>

#include "block.hpp"

namespace allotype::device_tests {

namespace {

std::string hex(std::uint64_t number) {
  char text[32];
  std::snprintf(text, sizeof(text), "0x%llx", static_cast<unsigned long long>(number));
  return text;
}

std::string triple(std::array<std::uint32_t, 3> const& index) {
  return "(" + std::to_string(index[0]) + ", " + std::to_string(index[1]) + ", " + std::to_string(index[2]) + ")";
}

std::array<std::uint32_t, 3> index_in(std::array<std::uint32_t, 3> const& size, std::uint32_t number) {
  return {number % size[0], number / size[0] % size[1], number / size[0] / size[1]};
}

std::string thread_name(launch_state const& launch, std::uint32_t block, std::uint32_t thread) {
  return "thread " + triple(index_in(launch.how.threads, thread)) + " of block " +
         triple(index_in(launch.how.blocks, block));
}

std::string bytes_at(unsigned bytes, std::uint64_t address) {
  return std::to_string(bytes) + (bytes == 1 ? " byte at " : " bytes at ") + hex(address);
}

std::string earlier(warp const& w, access_stamp const& other, bool wrote) {
  launch_state const& launch = *w.block->launch;
  std::string who = thread_name(launch, other.block, other.thread);
  if (other.by != access_stamp::one_thread) who += " and others";
  return who + (wrote ? " wrote there at " : " read there at ") + place_of(launch.code, other.instruction);
}

/// What a GPU notices itself: nothing is mapped within 2 MiB.
bool is_noticed(launch_state& launch, std::uint64_t address) {
  constexpr std::uint64_t page = std::uint64_t{2} << 20;
  region const* const before = launch.memory.at_or_before(address);
  bool const near_before = before != nullptr && address - before->base() < before->size() + page;
  region const* const after = launch.memory.at_or_before(address + page);
  return !near_before && after == before;
}

unsigned char* wild(warp& w, int lane, std::uint64_t address, unsigned bytes, bool writes) {
  block_state const& block = *w.block;
  launch_state& launch = *block.launch;
  std::string const does = std::string(writes ? "writes " : "reads ") + bytes_at(bytes, address);
  region const* const near = launch.memory.at_or_before(address);
  if (near != nullptr && !near->is_alive() && near->contains(address, 1)) {
    report(w, defect::after_free, lane, does + ", in " + near->name() + ", which was freed");
  } else if (!is_noticed(launch, address)) {
    report(w, defect::out_of_bounds, lane,
           does + (near == nullptr ? std::string(", in no allocation")
                                   : ", " + std::to_string(address - near->base()) + " bytes behind the beginning of " +
                                         near->name() + ", which has " + std::to_string(near->size())));
  } else {
    // The program is told, as by a GPU. Where it was is told to whoever looks for it.
    std::fprintf(stderr,
                 "device test: %s, in %s: %s %s, far from all memory of the GPU, as addresses of the host are: "
                 "cudaErrorIllegalAddress\n",
                 place_of(launch.code, w.now).c_str(), demangled(launch.code.name).c_str(),
                 thread_name(launch, block.number, w.number * lanes_of_a_warp + static_cast<unsigned>(lane)).c_str(),
                 does.c_str());
  }
  launch.result = outcome::illegal_address;
  return nullptr;
}

}  // namespace

std::string demangled(std::string const& name) {
  int status = 0;
  char* const text = abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status);
  std::string const result = status == 0 ? text : name;
  std::free(text);
  return result;
}

std::string place_of(program const& code, std::uint32_t instruction) {
  device_tests::instruction const& i = code.code[instruction];
  source_place const& place = code.from->places[i.place];
  auto const name = [&](unsigned file, unsigned line) {
    auto const found = code.from->files.find(file);
    if (found == code.from->files.end()) return std::string("unknown source");
    std::string_view const path = found->second;
    std::size_t const slash = path.rfind('/');
    return std::string(slash == path.npos ? path : path.substr(slash + 1)) + ":" + std::to_string(line);
  };
  std::string text = name(place.file, place.line);
  if (place.outer_line != 0) text += ", called at " + name(place.outer_file, place.outer_line);
  return text + " (PTX line " + std::to_string(i.line) + ")";
}

std::vector<std::string> lines_never_run(program const& code) {
  std::set<std::string> run, all;
  for (std::uint32_t i = 0; i < code.code.size(); ++i) {
    std::string place = place_of(code, i);
    place.resize(place.rfind(" (PTX"));
    (code.has_run[i] ? run : all).insert(place);
  }
  std::vector<std::string> never;
  for (std::string const& place : all) {
    if (!run.contains(place)) never.push_back(place);
  }
  return never;
}

void report(warp& w, defect what, int lane, std::string const& text) {
  launch_state& launch = *w.block->launch;
  if (what == defect::uninitialised && launch.a_thread_gave_up) return;
  if (!launch.reported.insert({what, w.now}).second) return;
  std::string made =
      std::string(name_of(what)) + ": " + place_of(launch.code, w.now) + ", in " + demangled(launch.code.name) + ": ";
  if (lane >= 0)
    made += thread_name(launch, w.block->number, w.number * lanes_of_a_warp + static_cast<unsigned>(lane)) + " ";
  launch.report({what, made + text});
}

namespace {

undefined_row lanes_undefined(undefined_rows const& in, std::uint32_t row, std::uint32_t lanes) {
  auto const found = in.find(row);
  undefined_row of_row = found == in.end() ? undefined_row{} : found->second;
  of_row.lanes &= lanes;
  return of_row;
}
void join(undefined_row& all, undefined_row const& more) {
  std::uint32_t const lanes = all.lanes | more.lanes;
  if (more.lanes != 0) all = more;
  all.lanes = lanes;
}
/// The row of `lanes`, which the instruction writes, is undefined in those of `made`, and defined in the others.
void set_undefined(undefined_rows& in, std::uint32_t row, std::uint32_t lanes, undefined_row const& made) {
  auto const found = in.find(row);
  if (made.lanes == 0 && found == in.end()) return;
  std::uint32_t const others = found == in.end() ? 0 : found->second.lanes & ~lanes;
  if ((others | made.lanes) == 0) {
    in.erase(found);
  } else if (made.lanes == 0) {
    found->second.lanes = others;
  } else {
    undefined_row& of_row = in[row] = made;
    of_row.lanes |= others;
  }
}
void report_use(warp& w, undefined_row const& of) {
  if (of.lanes == 0) return;
  std::uint32_t const now = std::exchange(w.now, of.loaded_at);
  report(w, defect::uninitialised, std::countr_zero(of.lanes), of.text);
  w.now = now;
}

}  // namespace

void look_at_guard(warp& w, instruction const& i, std::uint32_t lanes) {
  report_use(w, lanes_undefined(w.undefined_predicates, i.guard, lanes));
}

void follow_undefined(warp& w, instruction const& i, std::uint32_t lanes) {
  auto const predicate = [&](int operand) { return lanes_undefined(w.undefined_predicates, i.rows[operand], lanes); };
  for (int operand = 0; operand < 5; ++operand) {
    if ((i.asks >> operand & 1) != 0) report_use(w, predicate(operand));
  }
  undefined_row result;
  std::uint32_t const selects_first = w.predicates[i.rows[3]] ^ static_cast<std::uint32_t>(i.offset);
  for (int operand = 0; operand < 5; ++operand) {
    if ((i.reads >> operand & 1) == 0) continue;
    undefined_row of_row = lanes_undefined(w.undefined, i.rows[operand], lanes);
    if (i.with_values == values_read::selected) of_row.lanes &= operand == 1 ? selects_first : ~selects_first;
    if (i.with_values == values_read::used)
      report_use(w, of_row);
    else
      join(result, of_row);
  }
  switch (i.with_values) {
    case values_read::selected: {
      undefined_row which = predicate(3);
      for (std::uint32_t left = which.lanes; left != 0; left &= left - 1) {
        int const lane = std::countr_zero(left);
        if (w.row(i.rows[1])[lane] == w.row(i.rows[2])[lane]) which.lanes &= ~(1u << lane);
      }
      join(result, which);
      break;
    }
    case values_read::compared: {
      // With a third predicate that decides alone, nothing depends on the comparison.
      undefined_row third;
      if (i.target != 0) third = predicate(4);
      std::uint32_t const holds = w.predicates[i.rows[4]] ^ static_cast<std::uint32_t>(i.offset);
      if (i.target == 1) result.lanes &= holds | third.lanes;
      if (i.target == 2) result.lanes &= ~holds | third.lanes;
      join(result, third);
      set_undefined(w.undefined_predicates, i.rows[0], lanes, result);
      if ((i.flags & instruction_flag::sets_predicate) != 0)
        set_undefined(w.undefined_predicates, i.rows[1], lanes, result);
      break;
    }
    case values_read::all_hold:
    case values_read::one_holds: {
      std::uint32_t const decides = i.with_values == values_read::all_hold ? 0 : all_lanes;
      undefined_row first = predicate(1), second = predicate(2);
      std::uint32_t const first_decides = ~(w.predicates[i.rows[1]] ^ decides) & ~first.lanes,
                          second_decides = ~(w.predicates[i.rows[2]] ^ decides) & ~second.lanes;
      first.lanes &= ~second_decides, second.lanes &= ~first_decides;
      join(first, second);
      set_undefined(w.undefined_predicates, i.rows[0], lanes, first);
      break;
    }
    case values_read::of_predicates: {
      undefined_row first = predicate(1);
      join(first, predicate(2));
      set_undefined(w.undefined_predicates, i.rows[0], lanes, first);
      break;
    }
    default:
      for (int answer = 0; answer < 5; ++answer) {
        if ((i.answers >> answer & 1) != 0) set_undefined(w.undefined_predicates, i.rows[answer], lanes, {});
      }
      if ((i.flags & instruction_flag::sets_predicate) != 0) {  // of a shuffle
        set_undefined(w.undefined_predicates, i.target >> 2, lanes, {});
      }
  }
  for (int written = 0; written < 5; ++written) {
    if ((i.writes >> written & 1) != 0) set_undefined(w.undefined, i.rows[written], lanes, result);
  }
}

void use_rows(warp& w, std::vector<std::uint32_t> const& rows, std::uint32_t lanes) {
  if (w.undefined.empty()) return;
  for (std::uint32_t const row : rows) report_use(w, lanes_undefined(w.undefined, row, lanes));
}
void set_rows(warp& w, std::vector<std::uint32_t> const& rows, std::uint32_t lanes) {
  if (w.undefined.empty()) return;
  for (std::uint32_t const row : rows) set_undefined(w.undefined, row, lanes, {});
}

unsigned char* reach_written(warp& w, instruction const& i, int lane, std::uint64_t address, unsigned bytes) {
  unsigned char* const at = reach(w, i, lane, address, bytes, false, false);
  std::uint64_t const offset = address & ((1u << bits_of_shared_offset) - 1);
  if (at == nullptr) return nullptr;
  for (unsigned byte = 0; byte < bytes; byte += 4) {
    std::uint32_t any = 0;
    std::memcpy(&any, w.block->shared->written(offset + byte), 4);
    if (any != 0) continue;
    report(w, defect::uninitialised, lane,
           "reads " + bytes_at(bytes, address) + " of its block's shared memory, which nobody wrote");
    break;
  }
  return at;
}

unsigned char* reach(warp& w, instruction const& i, int lane, std::uint64_t address, unsigned bytes, bool reads,
                     bool writes) {
  block_state& block = *w.block;
  launch_state& launch = *block.launch;
  state_space space = i.space;
  if (space == state_space::generic) {
    if (address - shared_window < window_size) {
      space = state_space::shared;
      address -= shared_window;
    } else if (address - local_window < window_size) {
      space = state_space::local;
      address -= local_window;
    } else {
      space = state_space::global;
    }
  }
  if ((address & (bytes - 1)) != 0) [[unlikely]] {
    report(w, defect::misaligned, lane, std::string(writes ? "writes " : "reads ") + bytes_at(bytes, address));
    launch.result = outcome::misaligned_address;
    return nullptr;
  }
  // A value that nothing uses does no harm: a gap between members that is copied with them, as into a shuffle; what is
  // loaded from behind the last element, and then not compared. Nor do gaps among the small parts of one value.
  auto const look_for_unwritten = [&](unsigned char const* written, auto const& where) {
    unsigned const size_of_part = bytes / i.elements, size = std::min(bytes, std::max(size_of_part, 4u));
    for (unsigned at = 0; at < bytes; at += size) {
      std::uint64_t any = 0;
      std::memcpy(&any, written + at, size);
      if (any != 0) continue;
      auto const text = [&] { return "reads " + bytes_at(bytes, address) + where() + ", which nobody wrote"; };
      if (writes) return report(w, defect::uninitialised, lane, text());
      for (unsigned part = at / size_of_part; part < (at + size) / size_of_part; ++part) {
        if (!launch.code.is_used[i.rows[part]]) continue;
        undefined_row& made = w.undefined[i.rows[part]];
        made = {made.lanes | 1u << lane, w.now, text()};
      }
    }
  };

  if (space == state_space::local) {
    std::uint64_t const size = launch.local_bytes;
    if (address > size || bytes > size - address) {
      report(w, defect::out_of_bounds, lane,
             (writes ? "writes " : "reads ") + bytes_at(bytes, address) + " of its local memory of " +
                 std::to_string(size) + " bytes");
      launch.result = outcome::illegal_address;
      return nullptr;
    }
    std::uint64_t const at = size * static_cast<unsigned>(lane) + address;
    unsigned char* const written = w.local_written.data() + at;
    if (reads && (i.flags & instruction_flag::unchecked) == 0) {
      look_for_unwritten(written, [] { return std::string(" of its local memory"); });
    }
    if (writes) std::memset(written, 1, bytes);
    return w.local.data() + at;
  }

  region* in = nullptr;
  block_state* owner = &block;
  std::uint64_t offset = 0;
  std::uint32_t epoch = launch.epoch;
  if (space == state_space::shared) {
    auto const rank = static_cast<std::uint32_t>(address >> bits_of_shared_offset);
    if (rank != block.rank) {
      if (rank >= block.cluster->blocks.size()) return wild(w, lane, shared_window + address, bytes, writes);
      owner = block.cluster->blocks[rank];
      if (owner->alive == 0) {
        report(w, defect::out_of_bounds, lane,
               std::string(writes ? "writes" : "reads") + " the shared memory of a block that has ended");
        return nullptr;
      }
    }
    in = owner->shared.get();
    epoch = owner->epoch;
    offset = address & ((1u << bits_of_shared_offset) - 1);
    if (offset > in->size() || bytes > in->size() - offset) {
      report(w, defect::out_of_bounds, lane,
             (writes ? "writes " : "reads ") + bytes_at(bytes, offset) + " of its block's shared memory, which has " +
                 std::to_string(in->size()));
      launch.result = outcome::illegal_address;
      return nullptr;
    }
  } else {
    in = w.last_region;
    if (in == nullptr || !in->contains(address, bytes)) {
      in = launch.memory.find(address, bytes);
      if (in == nullptr) return wild(w, lane, address, bytes, writes);
      w.last_region = in;
    }
    offset = address - in->base();
  }

  unsigned char* const written = in->written(offset);
  if (reads) {
    look_for_unwritten(written, [&] {
      return space == state_space::shared ? std::string(" of its block's shared memory") : " in " + in->name();
    });
  }
  if (space != state_space::constant) {
    accessor const by{&block.clock, w.number * lanes_of_a_warp + static_cast<unsigned>(lane), block.cluster->number,
                      w.now, i.strong};
    unsigned const shift = in->shift_for(offset, bytes);
    for (std::uint64_t granule = offset >> shift; granule <= (offset + bytes - 1) >> shift; ++granule) {
      access_cell& cell = in->cell(granule);
      if ((i.flags & instruction_flag::read_only) != 0 && cell.epoch == epoch && cell.write.time != 0) {
        report(w, defect::read_only, lane,
               "reads " + bytes_at(bytes, address) + " through the read-only path; " + earlier(w, cell.write, true));
      }
      access_stamp const* const other =
          writes ? launch.races.write(cell, epoch, by) : launch.races.read(cell, epoch, by);
      if (other != nullptr) {
        report(w, defect::race, lane,
               (writes ? reads ? "changes " : "writes " : "reads ") + bytes_at(bytes, address) + "; " +
                   earlier(w, *other, other == &cell.write) + "; nothing orders the two");
        if (writes) cell.write.time = cell.read.time = 0;
        break;
      }
    }
  }
  if (writes) std::memset(written, 1, bytes);
  return in->bytes(offset);
}

}  // namespace allotype::device_tests
