// SPDX-License-Identifier: BSL-1.0
// Instructions that reach memory, that wait for other threads, or that go elsewhere.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <limits>
#include <utility>

#include "block.hpp"

namespace allotype::device_tests {

namespace {

using words = std::vector<std::string_view>;

/// Addresses of the block's and the thread's memory have 32 bits, and wrap: nvcc lets them go below 0 on their way.
std::uint64_t address_of(warp& w, instruction const& i, std::uint32_t row, int lane) {
  std::uint64_t const address = w.row(row)[lane] + static_cast<std::uint64_t>(i.offset);
  return i.space == state_space::shared || i.space == state_space::local ? address & 0xffffffffu : address;
}

void set_predicate(warp& w, std::uint32_t predicate, std::uint32_t lanes, bool value) {
  w.predicates[predicate] = (w.predicates[predicate] & ~lanes) | (value ? lanes : 0);
}

/// Lanes that go elsewhere than the others of their group, which go on behind this instruction.
void part(warp& w, std::uint32_t lanes, std::uint32_t target) {
  each_lane(w.group & ~lanes, [&](int lane) { w.at[static_cast<std::size_t>(lane)] = w.now + 1; });
  each_lane(lanes, [&](int lane) { w.at[static_cast<std::size_t>(lane)] = target; });
  w.scattered = true;
}

// ---- loads and stores -----------------------------------------------------------------------------------------------

template <class T>
std::uint64_t widened(unsigned char const* from) {
  T value;
  std::memcpy(&value, from, sizeof(T));
  return static_cast<std::uint64_t>(value);
}

accessor as_accessor(warp const& w, instruction const& i, int lane) {
  return {&w.block->clock, w.number * lanes_of_a_warp + static_cast<unsigned>(lane), w.block->cluster->number, w.now,
          i.strong};
}

/// Where the row of the address stands among the rows.
constexpr int address_row = 4;

template <class T>
void load(warp& w, instruction const& i, std::uint32_t lanes) {
  unsigned const bytes = sizeof(T) * i.elements;
  launch_state& launch = *w.block->launch;
  if (launch.counted != nullptr) [[unlikely]]
    count_request(w, i, lanes, bytes, true, false);
  for (; lanes != 0 && !is_stopped(launch); lanes &= lanes - 1) {
    int const lane = std::countr_zero(lanes);
    std::uint64_t const address = address_of(w, i, i.rows[address_row], lane);
    unsigned char const* const from = reach(w, i, lane, address, bytes, true, false);
    if (from == nullptr) continue;
    for (unsigned element = 0; element < i.elements; ++element) {
      w.row(i.rows[element])[lane] = widened<T>(from + sizeof(T) * element);
    }
    if (i.strong != scope::weak) [[unlikely]] {
      accessor const by = as_accessor(w, i, lane);
      ++launch.fruitless;
      launch.races.look(address, by);
      if ((i.flags & instruction_flag::acquires) != 0) launch.races.fence(by, i.strong);
    }
  }
}

template <class T>
void load_parameter(warp& w, instruction const& i, std::uint32_t lanes) {
  unsigned char const* const from = w.block->launch->how.parameters.data() + i.offset;
  for (unsigned element = 0; element < i.elements; ++element) {
    std::uint64_t const value = widened<T>(from + sizeof(T) * element);
    std::uint64_t* const to = w.row(i.rows[element]);
    each_lane_at_once(lanes, [&](int lane) { to[lane] = value; });
  }
}

template <class T>
void store(warp& w, instruction const& i, std::uint32_t lanes) {
  unsigned const bytes = sizeof(T) * i.elements;
  launch_state& launch = *w.block->launch;
  if (launch.counted != nullptr) [[unlikely]]
    count_request(w, i, lanes, bytes, false, true);
  for (; lanes != 0 && !is_stopped(launch); lanes &= lanes - 1) {
    int const lane = std::countr_zero(lanes);
    std::uint64_t const address = address_of(w, i, i.rows[address_row], lane);
    accessor const by = as_accessor(w, i, lane);
    if ((i.flags & instruction_flag::releases) != 0) [[unlikely]]
      launch.races.fence(by, i.strong);
    unsigned char* const to = reach(w, i, lane, address, bytes, false, true);
    if (to == nullptr) continue;
    for (unsigned element = 0; element < i.elements; ++element) {
      auto const value = static_cast<T>(w.row(i.rows[element])[lane]);
      launch.progress += std::memcmp(to + sizeof(T) * element, &value, sizeof(T)) != 0;
      std::memcpy(to + sizeof(T) * element, &value, sizeof(T));
    }
    if (i.strong != scope::weak) [[unlikely]]
      launch.races.publish(address, by, false);
  }
}

// ---- asynchronous copies: done when the thread waits for them, which is as late as a GPU may do them
// -----------------

/// The memory that the copy reads, or null after a defect. What nobody wrote is copied as such.
unsigned char const* source_of(warp& w, instruction const& i, int lane, async_copy const& copy) {
  instruction from = i;
  from.space = state_space::global;
  if (copy.read == 0) return nullptr;
  // A part of what is written may be read, of which the address is a multiple of the whole all the same.
  if (copy.read == copy.bytes || copy.from % copy.bytes != 0)
    return reach(w, from, lane, copy.from, copy.bytes, false, false);
  unsigned char const* first = nullptr;
  for (unsigned byte = 0; byte < copy.read; ++byte) {
    unsigned char const* const at = reach(w, from, lane, copy.from + byte, 1, false, false);
    if (at == nullptr) return nullptr;
    if (byte == 0) first = at;
  }
  return first;
}

void begin_copy(warp& w, instruction const& i, std::uint32_t lanes) {
  block_state& block = *w.block;
  instruction to = i;
  to.space = state_space::shared;
  if (block.launch->counted != nullptr) {
    instruction from = i;
    from.space = state_space::global, from.rows[4] = i.rows[1], from.offset = static_cast<std::int32_t>(i.target);
    auto const bytes = static_cast<unsigned>(w.row(i.rows[2])[std::countr_zero(lanes)]);
    count_request(w, from, lanes, bytes, true, false);
    count_request(w, to, lanes, bytes, false, true);
  }
  each_lane(lanes, [&](int lane) {
    if (is_stopped(*block.launch)) return;
    async_copy made;
    made.instruction = w.now;
    made.to = (w.row(i.rows[4])[lane] + static_cast<std::uint64_t>(i.offset)) & 0xffffffffu;
    made.from = w.row(i.rows[1])[lane] +
                static_cast<std::uint64_t>(static_cast<std::int64_t>(static_cast<std::int32_t>(i.target)));
    made.bytes = static_cast<unsigned>(w.row(i.rows[2])[lane]);
    made.read = std::min(made.bytes, static_cast<unsigned>(w.row(i.rows[3])[lane]));
    // From now on it may read and write; only what it writes is not there yet.
    (void)source_of(w, i, lane, made);
    std::uint64_t const offset = made.to & ((1u << bits_of_shared_offset) - 1);
    std::array<unsigned char, 16> before{};
    bool const is_inside = offset <= block.shared->size() && made.bytes <= block.shared->size() - offset;
    if (is_inside) std::memcpy(before.data(), block.shared->written(offset), made.bytes);
    if (reach(w, to, lane, made.to, made.bytes, false, true) == nullptr) return;
    std::memcpy(block.shared->written(offset), before.data(), made.bytes);
    w.copies[static_cast<std::size_t>(lane)].open.push_back(made);
  });
}

void finish_copy(warp& w, int lane, async_copy const& copy) {
  launch_state& launch = *w.block->launch;
  std::uint32_t const now = std::exchange(w.now, copy.instruction);
  instruction const& i = launch.code.code[copy.instruction];
  instruction to = i;
  to.space = state_space::shared;
  unsigned char const* const from = source_of(w, i, lane, copy);
  unsigned char* const at = is_stopped(launch) ? nullptr : reach(w, to, lane, copy.to, copy.bytes, false, true);
  w.now = now;
  if (at == nullptr || (from == nullptr && copy.read != 0)) return;
  ++launch.progress;
  std::memset(at, 0, copy.bytes);
  if (copy.read == 0) return;
  std::memcpy(at, from, copy.read);
  region& source = *launch.memory.find(copy.from, copy.read);
  std::memcpy(w.block->shared->written(copy.to & ((1u << bits_of_shared_offset) - 1)),
              source.written(copy.from - source.base()), copy.read);
}

void commit_copies(warp& w, instruction const&, std::uint32_t lanes) {
  each_lane(lanes, [&](int lane) {
    async_copies& of = w.copies[static_cast<std::size_t>(lane)];
    of.groups.push_back(std::exchange(of.open, {}));
  });
}

/// For all but the last groups, as many as the operand says.
void wait_for_copies(warp& w, instruction const& i, std::uint32_t lanes) {
  each_lane(lanes, [&](int lane) {
    async_copies& of = w.copies[static_cast<std::size_t>(lane)];
    auto const left = static_cast<std::size_t>(w.row(i.rows[0])[lane]);
    while (of.groups.size() > left) {
      std::vector<async_copy> const group = std::move(of.groups.front());
      of.groups.erase(of.groups.begin());
      for (async_copy const& copy : group) finish_copy(w, lane, copy);
    }
  });
}
void wait_for_all_copies(warp& w, instruction const& i, std::uint32_t lanes) {
  commit_copies(w, i, lanes);
  each_lane(lanes, [&](int lane) {
    for (auto const& group : std::exchange(w.copies[static_cast<std::size_t>(lane)].groups, {})) {
      for (async_copy const& copy : group) finish_copy(w, lane, copy);
    }
  });
}

// ---- atomic operations ----------------------------------------------------------------------------------------------

/// Two registers, of which one has 64 bits.
struct register_pair {
  std::uint64_t low, high;
  friend bool operator==(register_pair const&, register_pair const&) = default;
};
template <class T>
T operand(warp& w, std::uint32_t row, int lane) {
  std::uint64_t bits[2] = {w.row(row)[lane]};
  if constexpr (sizeof(T) == 16) bits[1] = w.row(row + 1)[lane];
  T value;
  std::memcpy(&value, bits, sizeof(T));
  return value;
}

template <class T, auto F, bool Returns>
void change(warp& w, instruction const& i, std::uint32_t lanes) {
  launch_state& launch = *w.block->launch;
  if (launch.counted != nullptr) [[unlikely]]
    count_request(w, i, lanes, sizeof(T), true, true);
  for (; lanes != 0 && !is_stopped(launch); lanes &= lanes - 1) {
    int const lane = std::countr_zero(lanes);
    std::uint64_t const address = address_of(w, i, i.rows[address_row], lane);
    accessor const by = as_accessor(w, i, lane);
    if ((i.flags & instruction_flag::releases) != 0) launch.races.fence(by, i.strong);
    unsigned char* const at = reach(w, i, lane, address, sizeof(T), true, true);
    if (at == nullptr) continue;
    T before;
    std::memcpy(&before, at, sizeof(T));
    T const a = operand<T>(w, i.rows[1], lane), b = operand<T>(w, i.rows[2], lane);
    T const after = F(before, a, b);
    bool const same = std::memcmp(&before, &after, sizeof(T)) == 0;
    launch.fruitless += same;
    launch.progress += !same;
    std::memcpy(at, &after, sizeof(T));
    if constexpr (Returns) {
      std::uint64_t bits[2] = {};
      std::memcpy(bits, &before, sizeof(T));
      w.row(i.rows[0])[lane] = bits[0];
      if constexpr (sizeof(T) == 16) w.row(i.rows[3])[lane] = bits[1];
    }
    launch.races.look(address, by);
    launch.races.publish(address, by, true);
    if ((i.flags & instruction_flag::acquires) != 0) launch.races.fence(by, i.strong);
  }
}

template <bool Returns, class T>
executor atomic_operation(std::string_view operation) {
  if constexpr (std::is_floating_point_v<T>) {
    if (operation == "add") return &change<T, [](T before, T a, T) { return before + a; }, Returns>;
    return nullptr;
  } else if constexpr (std::is_class_v<T>) {
    if (operation == "exch") return &change<T, [](T, T a, T) { return a; }, Returns>;
    if (operation == "cas") return &change<T, [](T before, T a, T b) { return before == a ? b : before; }, Returns>;
    return nullptr;
  } else {
    using U = std::make_unsigned_t<T>;
    if (operation == "add")
      return &change<T, [](T before, T a, T) { return static_cast<T>(static_cast<U>(before) + static_cast<U>(a)); },
                     Returns>;
    if (operation == "min") return &change<T, [](T before, T a, T) { return std::min(before, a); }, Returns>;
    if (operation == "max") return &change<T, [](T before, T a, T) { return std::max(before, a); }, Returns>;
    if (operation == "and") return &change<T, [](T before, T a, T) { return static_cast<T>(before & a); }, Returns>;
    if (operation == "or") return &change<T, [](T before, T a, T) { return static_cast<T>(before | a); }, Returns>;
    if (operation == "xor") return &change<T, [](T before, T a, T) { return static_cast<T>(before ^ a); }, Returns>;
    if (operation == "exch") return &change<T, [](T, T a, T) { return a; }, Returns>;
    if (operation == "cas") return &change<T, [](T before, T a, T b) { return before == a ? b : before; }, Returns>;
    if (operation == "inc")
      return &change<T, [](T before, T a, T) { return before >= a ? T{0} : static_cast<T>(before + 1); }, Returns>;
    if (operation == "dec")
      return &change<T, [](T before, T a, T) { return before == 0 || a < before ? a : static_cast<T>(before - 1); },
                     Returns>;
    return nullptr;
  }
}

template <bool Returns>
executor atomic_executor(std::string_view operation, std::string_view type) {
  if (type == "u32" || type == "b32") return atomic_operation<Returns, std::uint32_t>(operation);
  if (type == "s32") return atomic_operation<Returns, std::int32_t>(operation);
  if (type == "u64" || type == "b64") return atomic_operation<Returns, std::uint64_t>(operation);
  if (type == "s64") return atomic_operation<Returns, std::int64_t>(operation);
  if (type == "f32") return atomic_operation<Returns, float>(operation);
  if (type == "f64") return atomic_operation<Returns, double>(operation);
  if (type == "b16" || type == "u16") return atomic_operation<Returns, std::uint16_t>(operation);
  if (Returns && type == "b128") return atomic_operation<Returns, register_pair>(operation);
  return nullptr;
}

void fence(warp& w, instruction const& i, std::uint32_t lanes) {
  each_lane(lanes, [&](int lane) { w.block->launch->races.fence(as_accessor(w, i, lane), i.strong); });
}

// ---- going elsewhere ------------------------------------------------------------------------------------------------

void count_split(warp& w) {
  if (w.block->launch->counted != nullptr) ++w.block->launch->counted->splits;
}

void branch(warp& w, instruction const& i, std::uint32_t lanes) {
  if (lanes == w.group) {
    w.next = i.target;
  } else {
    part(w, lanes, i.target);
    count_split(w);
  }
}

void branch_by_table(warp& w, instruction const& i, std::uint32_t lanes) {
  std::uint64_t const first = w.row(i.rows[0])[std::countr_zero(lanes)];
  bool together = lanes == w.group;
  each_lane(lanes, [&](int lane) { together &= w.row(i.rows[0])[lane] == first; });
  if (!together) count_split(w);
  part(w, lanes, 0);
  auto const& table = w.block->launch->code.branch_tables[i.target];
  each_lane(lanes, [&](int lane) {
    std::uint64_t const which = w.row(i.rows[0])[lane] & 0xffffffffu;
    if (which >= table.size()) {
      report(w, defect::out_of_bounds, lane,
             "takes branch " + std::to_string(which) + " of " + std::to_string(table.size()));
      w.block->launch->result = outcome::illegal_address;
    } else {
      w.at[static_cast<std::size_t>(lane)] = table[which];
    }
  });
}

/// Calls `f` with the places in the lane's local memory of the callee's parameters and results, and their sizes.
template <class F>
void each_parameter(warp& w, subroutine const& of, int lane, F const& f) {
  std::uint64_t const begin = w.block->launch->local_bytes * static_cast<unsigned>(lane);
  for (auto const& [at, bytes] : of.parameters) f(begin + at, bytes);
  for (auto const& [at, bytes] : of.results) f(begin + at, bytes);
}
void copy_local(warp& w, std::uint64_t to, std::uint64_t from, std::uint64_t bytes) {
  std::memcpy(w.local.data() + to, w.local.data() + from, bytes);
  std::memcpy(w.local_written.data() + to, w.local_written.data() + from, bytes);
}
/// Appends bytes of local memory, and whether they were written.
void save_local(warp const& w, std::uint64_t at, std::uint64_t bytes, std::vector<unsigned char>& to) {
  for (auto const* const memory : {&w.local, &w.local_written}) {
    to.insert(to.end(), memory->data() + at, memory->data() + at + bytes);
  }
}
/// What `save_local` appended; goes on behind it.
void restore_local(warp& w, std::uint64_t at, std::uint64_t bytes, unsigned char const*& from) {
  for (auto* const memory : {&w.local, &w.local_written}) {
    std::memcpy(memory->data() + at, from, bytes);
    from += bytes;
  }
}

undefined_rows of_lane_alone(undefined_rows const& all, int lane) {
  undefined_rows of_lane;
  for (auto const& [row, undefined] : all) {
    if ((undefined.lanes >> lane & 1) != 0) of_lane[row] = undefined;
  }
  return of_lane;
}
void restore_lane(undefined_rows& all, int lane, undefined_rows const& of_lane) {
  for (auto& [row, undefined] : all) undefined.lanes &= ~(1u << lane);
  for (auto const& [row, undefined] : of_lane) {
    all.try_emplace(row, undefined_row{0, undefined.loaded_at, undefined.text}).first->second.lanes |= 1u << lane;
  }
}

void enter_subroutine(warp& w, instruction const& i, std::uint32_t lanes) {
  // What a GPU's own frames hold besides variables is not known; the address to return to is the least.
  constexpr std::uint64_t bytes_of_a_call = 16;
  launch_state& launch = *w.block->launch;
  subroutine_call const& call = launch.code.subroutine_calls[i.target];
  subroutine const& of = launch.code.subroutines[call.callee];
  each_lane(lanes, [&](int lane) {
    auto& calls = w.calls[static_cast<std::size_t>(lane)];
    std::uint64_t const used = calls.empty() ? 0 : calls.back().stack_used, begin = launch.code.local_bytes + used;
    saved_state saved;
    saved.return_to = w.now + 1;
    saved.call = i.target;
    saved.stack_used = used + of.frame_bytes + bytes_of_a_call;
    if (saved.stack_used > launch.how.stack_bytes) {
      if (!is_stopped(launch)) {
        report(w, defect::out_of_bounds, lane,
               "has " + std::to_string(calls.size()) +
                   " calls under way of functions that call themselves, and one more needs more than " +
                   std::to_string(launch.how.stack_bytes) +
                   " bytes of stack: cudaDeviceSetLimit(cudaLimitStackSize, bytes) sets them");
      }
      launch.result = outcome::illegal_address;
      return;
    }
    for (std::uint32_t row = 0; row < launch.code.rows; ++row) saved.registers.push_back(w.row(row)[lane]);
    saved.undefined = of_lane_alone(w.undefined, lane);
    saved.undefined_predicates = of_lane_alone(w.undefined_predicates, lane);
    for (std::uint32_t const predicate : w.predicates) saved.predicates.push_back((predicate >> lane & 1) != 0);
    each_parameter(w, of, lane, [&](std::uint64_t at, std::uint64_t bytes) {
      save_local(w, at, bytes, saved.parameters);
      std::memset(w.local_written.data() + at, 0, bytes);
    });
    std::uint64_t const of_lane = launch.local_bytes * static_cast<unsigned>(lane);
    for (std::size_t k = 0; k < call.arguments.size(); ++k) {
      copy_local(w, of_lane + of.parameters[k].at, of_lane + call.arguments[k], of.parameters[k].bytes);
    }
    std::memset(w.local_written.data() + of_lane + begin, 0, of.frame_bytes);
    w.row(of.frame)[lane] = begin;
    calls.push_back(std::move(saved));
  });
  if (lanes == w.group) {
    w.next = of.entry;
  } else {
    part(w, lanes, of.entry);
  }
}

void leave_subroutine(warp& w, instruction const&, std::uint32_t lanes) {
  launch_state& launch = *w.block->launch;
  part(w, lanes, 0);
  each_lane(lanes, [&](int lane) {
    auto& calls = w.calls[static_cast<std::size_t>(lane)];
    saved_state const saved = std::move(calls.back());
    calls.pop_back();
    subroutine_call const& call = launch.code.subroutine_calls[saved.call];
    subroutine const& of = launch.code.subroutines[call.callee];
    for (std::uint32_t row = 0; row < launch.code.rows; ++row) w.row(row)[lane] = saved.registers[row];
    restore_lane(w.undefined, lane, saved.undefined);
    restore_lane(w.undefined_predicates, lane, saved.undefined_predicates);
    for (std::uint32_t predicate = 0; predicate < w.predicates.size(); ++predicate) {
      set_predicate(w, predicate, 1u << lane, saved.predicates[predicate]);
    }
    // The results may be at the same place for the caller, which gets them after its own state.
    std::vector<unsigned char> results;
    std::uint64_t const of_lane = launch.local_bytes * static_cast<unsigned>(lane);
    for (auto const& [at, bytes] : of.results) save_local(w, of_lane + at, bytes, results);
    unsigned char const* from = saved.parameters.data();
    each_parameter(w, of, lane, [&](std::uint64_t at, std::uint64_t bytes) { restore_local(w, at, bytes, from); });
    from = results.data();
    for (std::size_t k = 0; k < of.results.size(); ++k) {
      restore_local(w, of_lane + call.results[k], of.results[k].bytes, from);
    }
    w.at[static_cast<std::size_t>(lane)] = saved.return_to;
  });
}

void leave(warp& w, instruction const&, std::uint32_t lanes) {
  part(w, lanes, w.now);
  w.alive &= ~lanes;
  auto const count = static_cast<std::uint32_t>(std::popcount(lanes));
  block_state& block = *w.block;
  block.alive -= count;
  block.cluster->alive -= count;
  ++block.launch->progress;
  look_at_barriers(block);
}

/// The thread ends itself in the midst of the kernel.
void give_up(warp& w, instruction const& i, std::uint32_t lanes) {
  w.block->launch->a_thread_gave_up = true;
  leave(w, i, lanes);
}

void trap(warp& w, instruction const&, std::uint32_t lanes) {
  report(w, defect::trap, std::countr_zero(lanes), "stops the kernel");
  w.block->launch->result = outcome::assertion;
}

void nothing(warp&, instruction const&, std::uint32_t) {}

// ---- barriers -------------------------------------------------------------------------------------------------------

enum barrier_kind : std::uint32_t { waits, arrives, asks_all, asks_any, counts };

void wait_at_barrier(warp& w, instruction const& i, std::uint32_t lanes) {
  block_state& block = *w.block;
  int const first = std::countr_zero(lanes);
  auto const which = static_cast<std::uint32_t>(w.row(i.rows[0])[first]);
  if (which >= block.barriers.size()) {
    report(w, defect::barrier, first, "waits at barrier " + std::to_string(which) + " of 16");
    block.launch->result = outcome::hang;
    return;
  }
  barrier_state& barrier = block.barriers[which];
  if (barrier.arrived == 0) {
    barrier.instruction = w.now;
  } else if (barrier.instruction != w.now) {
    report(w, defect::barrier, first,
           "waits at a barrier where others of its block do not: they are at " +
               place_of(block.launch->code, barrier.instruction));
  }
  barrier.wanted = i.elements == 2 ? static_cast<std::uint32_t>(w.row(i.rows[1])[first]) : 0;
  barrier.arrived += static_cast<std::uint32_t>(std::popcount(lanes));
  if (i.target >= asks_all) {
    std::uint32_t const yes = (w.predicates[i.rows[3]] ^ static_cast<std::uint32_t>(i.offset)) & lanes;
    barrier.yes += static_cast<std::uint32_t>(std::popcount(yes));
  }
  part(w, lanes, w.now + 1);
  if (i.target != arrives) {
    w.at_barrier |= lanes;
    each_lane(lanes, [&](int lane) {
      block.waits_for[w.number][static_cast<std::size_t>(lane)] = static_cast<std::uint8_t>(which);
    });
  }
  look_at_barriers(block);
}

void arrive_in_cluster(warp& w, instruction const&, std::uint32_t lanes) {
  w.arrived_in_cluster |= lanes;
  w.block->cluster->arrived += static_cast<std::uint32_t>(std::popcount(lanes));
  part(w, lanes, w.now + 1);
  look_at_barriers(*w.block);
}

void wait_for_cluster(warp& w, instruction const&, std::uint32_t lanes) {
  std::uint32_t const ready = lanes & w.may_pass_cluster, early = lanes & ~ready & ~w.arrived_in_cluster;
  if (early != 0) {
    report(w, defect::barrier, std::countr_zero(early), "waits at the cluster's barrier, and has not arrived there");
    w.block->launch->result = outcome::hang;
  }
  part(w, lanes, w.now + 1);
  w.may_pass_cluster &= ~ready;
  w.at_barrier |= lanes & ~ready;
  each_lane(lanes & ~ready,
            [&](int lane) { w.block->waits_for[w.number][static_cast<std::size_t>(lane)] = barrier_of_cluster; });
}

// ---- between the lanes of a warp: `lanes` are all that the mask names -----------------------------------------------

void warp_barrier(warp& w, instruction const&, std::uint32_t lanes) {
  w.block->launch->races.warp_barrier(w.block->clock, w.number, lanes, lanes == w.there);
}

enum shuffle_kind : std::uint32_t { up, down, butterfly, indexed };

void shuffle(warp& w, instruction const& i, std::uint32_t lanes) {
  std::uint64_t const* const a = w.row(i.rows[1]);
  std::uint64_t const *const b = w.row(i.rows[2]), *const c = w.row(i.rows[3]);
  std::uint64_t got[lanes_of_a_warp] = {};
  std::uint32_t inside = 0;
  each_lane(lanes, [&](int lane) {
    auto const by = static_cast<std::uint32_t>(b[lane]) & 0x1f;
    auto const clamp = static_cast<std::uint32_t>(c[lane]) & 0x1f,
               segment = static_cast<std::uint32_t>(c[lane]) >> 8 & 0x1f;
    auto const self = static_cast<std::uint32_t>(lane);
    std::uint32_t const lowest = self & segment, highest = lowest | (clamp & ~segment);
    auto from = static_cast<std::int64_t>(self);
    bool valid = false;
    switch (i.target & 3) {
      case up:
        from -= by, valid = from >= static_cast<std::int64_t>(highest);
        break;
      case down:
        from += by, valid = from <= static_cast<std::int64_t>(highest);
        break;
      case butterfly:
        from ^= by, valid = from <= static_cast<std::int64_t>(highest);
        break;
      default:
        from = lowest | (by & ~segment), valid = from <= static_cast<std::int64_t>(highest);
        break;
    }
    if (!valid) from = self;
    inside |= std::uint32_t{valid} << lane;
    if ((lanes >> from & 1) == 0 && (w.there >> from & 1) != 0 && !w.block->launch->a_thread_gave_up) {
      report(w, defect::barrier, lane,
             "takes a register from lane " + std::to_string(from) + ", which takes no part in the shuffle");
    }
    got[lane] = a[from];
  });
  each_lane(lanes, [&](int lane) { w.row(i.rows[0])[lane] = got[lane]; });
  if ((i.flags & instruction_flag::sets_predicate) != 0) {
    std::uint32_t& predicate = w.predicates[i.target >> 2];
    predicate = (predicate & ~lanes) | (inside & lanes);
  }
}

enum vote_kind : std::uint32_t { all, any, uniform, ballot };

void vote(warp& w, instruction const& i, std::uint32_t lanes) {
  std::uint32_t const votes = (w.predicates[i.rows[1]] ^ static_cast<std::uint32_t>(i.offset)) & lanes;
  if (i.target == ballot) {
    each_lane(lanes, [&](int lane) { w.row(i.rows[0])[lane] = votes; });
    return;
  }
  set_predicate(w, i.rows[0], lanes,
                i.target == all   ? votes == lanes
                : i.target == any ? votes != 0
                                  : votes == 0 || votes == lanes);
}

template <class T, auto F>
void reduce_warp(warp& w, instruction const& i, std::uint32_t lanes) {
  int const first = std::countr_zero(lanes);
  auto result = static_cast<T>(w.row(i.rows[1])[first]);
  each_lane(lanes & (lanes - 1), [&](int lane) { result = F(result, static_cast<T>(w.row(i.rows[1])[lane])); });
  each_lane(lanes, [&](int lane) { w.row(i.rows[0])[lane] = static_cast<std::uint32_t>(result); });
}

executor warp_reduction(std::string_view operation, std::string_view type) {
  using u32 = std::uint32_t;
  using s32 = std::int32_t;
  if (operation == "add") return &reduce_warp<u32, [](u32 a, u32 b) { return a + b; }>;
  if (operation == "and") return &reduce_warp<u32, [](u32 a, u32 b) { return a & b; }>;
  if (operation == "or") return &reduce_warp<u32, [](u32 a, u32 b) { return a | b; }>;
  if (operation == "xor") return &reduce_warp<u32, [](u32 a, u32 b) { return a ^ b; }>;
  if (operation == "min" && type == "s32") return &reduce_warp<s32, [](s32 a, s32 b) { return std::min(a, b); }>;
  if (operation == "max" && type == "s32") return &reduce_warp<s32, [](s32 a, s32 b) { return std::max(a, b); }>;
  if (operation == "min") return &reduce_warp<u32, [](u32 a, u32 b) { return std::min(a, b); }>;
  if (operation == "max") return &reduce_warp<u32, [](u32 a, u32 b) { return std::max(a, b); }>;
  return nullptr;
}

template <class T>
void match_any(warp& w, instruction const& i, std::uint32_t lanes) {
  each_lane(lanes, [&](int lane) {
    std::uint32_t same = 0;
    each_lane(lanes, [&](int other) {
      same |= std::uint32_t{static_cast<T>(w.row(i.rows[1])[lane]) == static_cast<T>(w.row(i.rows[1])[other])} << other;
    });
    w.row(i.rows[0])[lane] = same;
  });
}

void active_lanes(warp& w, instruction const& i, std::uint32_t lanes) {
  each_lane(lanes, [&](int lane) { w.row(i.rows[0])[lane] = lanes; });
}

/// The first of the lanes is the one that is elected.
void elect(warp& w, instruction const& i, std::uint32_t lanes) {
  int const first = std::countr_zero(lanes);
  each_lane(lanes, [&](int lane) { w.row(i.rows[1])[lane] = static_cast<std::uint32_t>(first); });
  std::uint32_t& predicate = w.predicates[i.rows[0]];
  predicate = (predicate & ~lanes) | 1u << first;
}

// ---- addresses ------------------------------------------------------------------------------------------------------

void add_to_address(warp& w, instruction const& i, std::uint32_t lanes) {
  each_lane(lanes,
            [&](int lane) { w.row(i.rows[0])[lane] = w.row(i.rows[1])[lane] + static_cast<std::uint64_t>(i.offset); });
}

/// The same variable of another block of the cluster. Generic addresses keep their window.
void map_to_block(warp& w, instruction const& i, std::uint32_t lanes) {
  constexpr std::uint64_t ranks = std::uint64_t{0xff} << bits_of_shared_offset;
  each_lane(lanes, [&](int lane) {
    std::uint64_t const rank = w.row(i.rows[2])[lane] & 0xffffffffu;
    if (rank >= w.block->cluster->blocks.size()) {
      report(w, defect::out_of_bounds, lane,
             "asks for block " + std::to_string(rank) + " of a cluster of " +
                 std::to_string(w.block->cluster->blocks.size()));
      w.block->launch->result = outcome::illegal_address;
      return;
    }
    w.row(i.rows[0])[lane] = (w.row(i.rows[1])[lane] & ~ranks) | rank << bits_of_shared_offset;
  });
}

void rank_of_address(warp& w, instruction const& i, std::uint32_t lanes) {
  each_lane(lanes, [&](int lane) { w.row(i.rows[0])[lane] = w.row(i.rows[1])[lane] >> bits_of_shared_offset & 0xff; });
}

void is_in_space(warp& w, instruction const& i, std::uint32_t lanes) {
  std::uint32_t result = 0;
  each_lane(lanes, [&](int lane) {
    std::uint64_t const address = w.row(i.rows[1])[lane];
    bool const shared = address - shared_window < window_size, local = address - local_window < window_size;
    bool const is = i.space == state_space::shared ? shared : i.space == state_space::local ? local : !shared && !local;
    result |= std::uint32_t{is} << lane;
  });
  std::uint32_t& predicate = w.predicates[i.rows[0]];
  predicate = (predicate & ~lanes) | result;
}

// ---- functions of CUDA's device runtime: parameters are in the thread's local memory, from `offset` on --------------

template <class T>
T parameter(warp& w, std::uint64_t at, int lane) {
  T value;
  std::memcpy(&value, w.local.data() + w.block->launch->local_bytes * static_cast<unsigned>(lane) + at, sizeof(T));
  return value;
}
/// Text of the device, in whatever memory it is.
std::string text_at(warp& w, std::uint64_t address) {
  std::string text;
  for (;; ++address) {
    region* const in = w.block->launch->memory.find(address, 1);
    if (in == nullptr) return text;
    auto const c = static_cast<char>(*in->bytes(address - in->base()));
    if (c == '\0') return text;
    text += c;
  }
}

/// __assertfail(message, file, line, function, size of a character).
void assert_fail(warp& w, instruction const& i, std::uint32_t lanes) {
  int const lane = std::countr_zero(lanes);
  auto const at = [&](int which) {
    return static_cast<std::uint64_t>(w.block->launch->code.call_parameters[i.target][static_cast<std::size_t>(which)]);
  };
  report(w, defect::trap, lane,
         "fails its assertion \"" + text_at(w, parameter<std::uint64_t>(w, at(0), lane)) + "\" at " +
             text_at(w, parameter<std::uint64_t>(w, at(1), lane)) + ":" +
             std::to_string(parameter<std::uint32_t>(w, at(2), lane)));
  w.block->launch->result = outcome::assertion;
}

/// vprintf(format, arguments): each conversion is printed by itself.
void print(warp& w, instruction const& i, std::uint32_t lanes) {
  each_lane(lanes, [&](int lane) {
    auto const& at = w.block->launch->code.call_parameters[i.target];
    std::string const format = text_at(w, parameter<std::uint64_t>(w, at[0], lane));
    std::uint64_t argument = parameter<std::uint64_t>(w, at[1], lane);
    if (argument - local_window < window_size) argument -= local_window;
    std::string made;
    for (std::size_t c = 0; c < format.size(); ++c) {
      if (format[c] != '%' || c + 1 == format.size()) {
        made += format[c];
        continue;
      }
      if (format[c + 1] == '%') {
        made += format[++c];
        continue;
      }
      std::size_t const end = std::min(format.find_first_of("diouxXeEfFgGaAcsp", c + 1), format.size() - 1);
      std::string one = format.substr(c, end - c + 1);
      c = end;
      char const kind = one.back();
      bool const is_long = one.find('l') != one.npos || one.find('z') != one.npos ||
                           std::string_view("eEfFgGaAsp").find(kind) != std::string_view::npos;
      std::uint64_t const size = is_long ? 8 : 4;
      argument = (argument + size - 1) / size * size;
      char text[400];
      std::erase_if(one, [](char letter) { return letter == 'l' || letter == 'h' || letter == 'z'; });
      if (kind == 's') {
        made += text_at(w, parameter<std::uint64_t>(w, argument, lane));
      } else {
        if (std::string_view("eEfFgGaA").find(kind) != std::string_view::npos) {
          std::snprintf(text, sizeof(text), one.c_str(), parameter<double>(w, argument, lane));
        } else if (is_long) {
          one.insert(one.size() - 1, kind == 'p' ? "" : "ll");
          std::snprintf(text, sizeof(text), one.c_str(), parameter<long long>(w, argument, lane));
        } else {
          std::snprintf(text, sizeof(text), one.c_str(), parameter<int>(w, argument, lane));
        }
        made += text;
      }
      argument += size;
    }
    std::fputs(made.c_str(), stdout);
  });
}

/// malloc(bytes), and where its result is.
void allocate_from_heap(warp& w, instruction const& i, std::uint32_t lanes) {
  launch_state& launch = *w.block->launch;
  auto const& at = launch.code.call_parameters[i.target];
  each_lane(lanes, [&](int lane) {
    region* const made = launch.memory.allocate_from_heap(parameter<std::uint64_t>(w, at[0], lane));
    std::uint64_t const address = made == nullptr ? 0 : made->base();
    std::uint64_t const result = launch.local_bytes * static_cast<unsigned>(lane) + at[1];
    std::memcpy(w.local.data() + result, &address, sizeof(address));
    std::memset(w.local_written.data() + result, 1, sizeof(address));
  });
}

/// free(address).
void give_back_to_heap(warp& w, instruction const& i, std::uint32_t lanes) {
  launch_state& launch = *w.block->launch;
  each_lane(lanes, [&](int lane) {
    auto const address = parameter<std::uint64_t>(w, launch.code.call_parameters[i.target][0], lane);
    if (address == 0 || launch.memory.give_back_to_heap(address)) return;
    report(w, defect::after_free, lane, "frees what is no memory of a malloc, or was freed before");
    launch.result = outcome::illegal_address;
  });
}

/// A call through a pointer that is the address of no function it may be of.
void call_nothing(warp& w, instruction const& i, std::uint32_t lanes) {
  int const lane = std::countr_zero(lanes);
  char text[32];
  std::snprintf(text, sizeof(text), "0x%llx", static_cast<unsigned long long>(w.row(i.rows[0])[lane]));
  report(w, defect::out_of_bounds, lane, std::string("calls ") + text + ", which is no function with these parameters");
  w.block->launch->result = outcome::illegal_address;
}

// ---- reading the modifiers ------------------------------------------------------------------------------------------

bool take_space(std::string_view word, instruction& to) {
  if (word == "global") return to.space = state_space::global, true;
  if (word.starts_with("shared")) return to.space = state_space::shared, true;
  if (word == "local") return to.space = state_space::local, true;
  if (word == "const") return to.space = state_space::constant, true;
  return word.starts_with("param");
}

/// Strength and order of a load, a store or an atomic operation; false: it is neither.
bool take_order(std::string_view word, instruction& to) {
  if (word == "cta") return to.strong = scope::block, true;
  if (word == "cluster") return to.strong = scope::cluster, true;
  if (word == "gpu" || word == "sys") return to.strong = scope::device, true;
  if (word == "volatile" || word == "mmio") return to.strong = scope::device, true;
  if (word == "relaxed") return to.strong = scope::device, true;
  if (word == "acquire") return to.strong = scope::device, to.flags |= instruction_flag::acquires, true;
  if (word == "release") return to.strong = scope::device, to.flags |= instruction_flag::releases, true;
  if (word == "acq_rel") {
    to.flags |= instruction_flag::acquires | instruction_flag::releases;
    return to.strong = scope::device, true;
  }
  return word == "weak";
}

/// Hints that change no result.
bool is_hint(std::string_view word) {
  constexpr std::string_view hints[] = {"ca", "cg", "cs", "lu", "cv", "wb", "wt", "L1", "L2", "noftz"};
  return std::any_of(std::begin(hints), std::end(hints),
                     [&](std::string_view hint) { return word == hint || word.starts_with(std::string(hint) + "::"); });
}

executor access_executor(bool is_load, words const& modifiers, instruction& to) {
  for (std::size_t i = 0; i + 1 < modifiers.size(); ++i) {
    std::string_view const word = modifiers[i];
    if (word == "nc" && is_load) {
      to.flags |= instruction_flag::read_only;
    } else if (word == "v2" || word == "v4") {
      to.elements = word == "v2" ? 2 : 4;
    } else if (!take_order(word, to) && !take_space(word, to) && !is_hint(word)) {
      return nullptr;
    }
  }
  std::string_view const type = modifiers.empty() ? std::string_view{} : modifiers.back();
  bool const is_signed = type.starts_with('s');
  if (type.size() < 2 || std::string_view("bsuf").find(type[0]) == std::string_view::npos) return nullptr;
  unsigned const size = size_of_type(type);
  if (!is_load) {
    return size == 1   ? &store<std::uint8_t>
           : size == 2 ? &store<std::uint16_t>
           : size == 4 ? &store<std::uint32_t>
           : size == 8 ? &store<std::uint64_t>
                       : nullptr;
  }
  if (to.space == state_space::parameter) {
    if (is_signed) {
      return size == 1   ? &load_parameter<std::int8_t>
             : size == 2 ? &load_parameter<std::int16_t>
             : size == 4 ? &load_parameter<std::int32_t>
                         : &load_parameter<std::int64_t>;
    }
    return size == 1   ? &load_parameter<std::uint8_t>
           : size == 2 ? &load_parameter<std::uint16_t>
           : size == 4 ? &load_parameter<std::uint32_t>
           : size == 8 ? &load_parameter<std::uint64_t>
                       : nullptr;
  }
  if (is_signed)
    return size == 1   ? &load<std::int8_t>
           : size == 2 ? &load<std::int16_t>
           : size == 4 ? &load<std::int32_t>
                       : &load<std::int64_t>;
  return size == 1   ? &load<std::uint8_t>
         : size == 2 ? &load<std::uint16_t>
         : size == 4 ? &load<std::uint32_t>
         : size == 8 ? &load<std::uint64_t>
                     : nullptr;
}

}  // namespace

/// Local memory is left out: a GPU keeps most of it in registers.
void count_request(warp& w, instruction const& i, std::uint32_t lanes, unsigned bytes, bool reads, bool writes) {
  traffic& counted = *w.block->launch->counted;
  addresses global, shared;
  each_lane(lanes, [&](int lane) {
    std::uint64_t const address = address_of(w, i, i.rows[4], lane);
    bool const is_generic = i.space == state_space::generic;
    if (i.space == state_space::shared || (is_generic && address - shared_window < window_size)) {
      shared.emplace_back(lane, address);
    } else if (i.space == state_space::global || (is_generic && address - local_window >= window_size)) {
      global.emplace_back(lane, address);
    }
  });
  if (reads) count_transfers(counted.loads, global, bytes);
  if (writes) count_transfers(counted.stores, global, bytes);
  count_shared_access(counted, shared, bytes);
}

executor control_executor(std::string_view opcode, words const& modifiers, instruction& to) {
  auto const last = modifiers.empty() ? std::string_view{} : modifiers.back();
  auto const has = [&](std::string_view wanted) {
    return std::find(modifiers.begin(), modifiers.end(), wanted) != modifiers.end();
  };
  if (opcode == "ld" || opcode == "ldu") return access_executor(true, modifiers, to);
  if (opcode == "st") return access_executor(false, modifiers, to);
  if (opcode == "cp" && !modifiers.empty() && modifiers[0] == "async") {
    if (last == "commit_group") return &commit_copies;
    if (last == "wait_group") return &wait_for_copies;
    if (last == "wait_all") return &wait_for_all_copies;
    bool const is_copy = modifiers.size() >= 4 && (modifiers[1] == "ca" || modifiers[1] == "cg") &&
                         modifiers[2].starts_with("shared") && modifiers[3] == "global";
    bool const are_hints =
        std::all_of(modifiers.begin() + std::min<std::ptrdiff_t>(4, std::ssize(modifiers)), modifiers.end(), is_hint);
    return is_copy && are_hints ? &begin_copy : nullptr;
  }
  if (opcode == "atom" || opcode == "red") {
    to.strong = scope::device;
    std::string_view operation;
    for (std::size_t i = 0; i + 1 < modifiers.size(); ++i) {
      std::string_view const word = modifiers[i];
      if (take_space(word, to) || is_hint(word)) continue;
      scope const before = to.strong;
      if (take_order(word, to)) {
        // The order comes before the scope and does not widen it.
        if (word != "cta" && word != "cluster" && word != "gpu" && word != "sys") to.strong = before;
        continue;
      }
      if (!operation.empty()) return nullptr;
      operation = word;
    }
    return opcode == "atom" ? atomic_executor<true>(operation, last) : atomic_executor<false>(operation, last);
  }
  if (opcode == "membar" || opcode == "fence") {
    to.strong = scope::device;
    for (std::string_view const word : modifiers) {
      if (word == "cta") {
        to.strong = scope::block;
      } else if (word == "cluster") {
        to.strong = scope::cluster;
      } else if (word != "gl" && word != "sys" && word != "gpu" && word != "sc" && word != "acq_rel" &&
                 word != "acquire" && word != "release") {
        return nullptr;
      }
    }
    return &fence;
  }
  if (opcode == "bra") return &branch;
  if (opcode == "brx" && has("idx")) return &branch_by_table;
  if (opcode == "ret") return &leave;
  if (opcode == "exit") return &give_up;
  if (opcode == "trap") return &trap;
  if (opcode == "brkpt" || opcode == "nanosleep" || opcode == "prefetch" || opcode == "prefetchu" ||
      opcode == "griddepcontrol")
    return &nothing;
  if (opcode == "bar" && modifiers.size() == 2 && modifiers[0] == "warp" && last == "sync") {
    to.flags |= instruction_flag::stops_warp;
    return &warp_barrier;
  }
  if (opcode == "barrier" && has("cluster")) {
    if (has("arrive")) return &arrive_in_cluster;
    if (has("wait")) return &wait_for_cluster;
    return nullptr;
  }
  if ((opcode == "bar" || opcode == "barrier") && (has("sync") || has("arrive"))) {
    to.target = has("arrive") ? arrives : waits;
    return &wait_at_barrier;
  }
  if ((opcode == "bar" || opcode == "barrier") && has("red") && (has("and") || has("or") || has("popc"))) {
    to.target = has("and") ? asks_all : has("or") ? asks_any : counts;
    return &wait_at_barrier;
  }
  if (opcode == "shfl" && has("sync") && modifiers.size() == 3) {
    to.flags |= instruction_flag::stops_warp;
    std::string_view const how = modifiers[1];
    to.target = how == "up" ? up : how == "down" ? down : how == "bfly" ? butterfly : indexed;
    return &shuffle;
  }
  if (opcode == "vote" && modifiers.size() == 3 && has("sync")) {
    to.flags |= instruction_flag::stops_warp;
    std::string_view const how = modifiers[modifiers[0] == "sync" ? 1 : 0];  // NVIDIA's own libraries have either order
    to.target = how == "all" ? all : how == "any" ? any : how == "uni" ? uniform : ballot;
    return &vote;
  }
  if (opcode == "redux" && modifiers.size() == 3) {
    to.flags |= instruction_flag::stops_warp;
    return warp_reduction(modifiers[1], last);
  }
  if (opcode == "match" && has("any") && has("sync")) {
    to.flags |= instruction_flag::stops_warp;
    return last == "b64" ? &match_any<std::uint64_t> : &match_any<std::uint32_t>;
  }
  if (opcode == "elect") {
    to.flags |= instruction_flag::stops_warp;
    return &elect;
  }
  if (opcode == "activemask") return &active_lanes;
  if (opcode == "mapa") return &map_to_block;
  if (opcode == "getctarank") return &rank_of_address;
  if (opcode == "isspacep" && !modifiers.empty() && take_space(modifiers[0], to)) return &is_in_space;
  if (opcode == "cvta" && modifiers.size() >= 2) {
    bool const back = modifiers[0] == "to";
    std::string_view const space = modifiers[back ? 1 : 0];
    std::uint64_t const window = space.starts_with("shared") ? shared_window : space == "local" ? local_window : 0;
    to.offset = back ? -static_cast<std::int64_t>(window) : static_cast<std::int64_t>(window);
    return &add_to_address;
  }
  if (opcode == "call" && modifiers.size() == 1) {
    if (last == "vprintf") return &print;
    if (last == "__assertfail") return &assert_fail;
    if (last == "malloc") return &allocate_from_heap;
    if (last == "free") return &give_back_to_heap;
    if (last == "nothing") return &call_nothing;
    if (last == "enter") return &enter_subroutine;
    if (last == "return") return &leave_subroutine;
  }
  return nullptr;
}

namespace {

/// What a barrier with a question answers to the lanes that wait at it.
void answer(block_state& block, std::uint8_t which, barrier_state const& barrier) {
  instruction const& i = block.launch->code.code[barrier.instruction];
  if (i.target < asks_all) return;
  for (warp& w : block.warps) {
    std::uint32_t lanes = 0;
    each_lane(w.at_barrier, [&](int lane) {
      lanes |= std::uint32_t{block.waits_for[w.number][static_cast<std::size_t>(lane)] == which} << lane;
    });
    if (i.target == counts) {
      each_lane(lanes, [&](int lane) { w.row(i.rows[2])[lane] = barrier.yes; });
    } else {
      set_predicate(w, i.rows[2], lanes, i.target == asks_all ? barrier.yes == barrier.arrived : barrier.yes != 0);
    }
  }
}

}  // namespace

void look_at_barriers(block_state& block) {
  launch_state& launch = *block.launch;
  auto const let_go = [](block_state& of, std::uint8_t which) {
    for (warp& w : of.warps) {
      each_lane(w.at_barrier, [&](int lane) {
        if (of.waits_for[w.number][static_cast<std::size_t>(lane)] == which) w.at_barrier &= ~(1u << lane);
      });
    }
  };
  for (std::uint8_t which = 0; which < block.barriers.size(); ++which) {
    barrier_state& barrier = block.barriers[which];
    if (barrier.arrived == 0) continue;
    std::uint32_t const wanted = barrier.wanted != 0 ? barrier.wanted : block.alive;
    if (barrier.arrived < wanted) continue;
    answer(block, which, barrier);
    barrier = {};
    ++launch.progress;
    launch.races.barrier(block.clock);
    let_go(block, which);
  }
  cluster_state& cluster = *block.cluster;
  if (cluster.arrived == 0 || cluster.arrived < cluster.alive) return;
  cluster.arrived = 0;
  ++launch.progress;
  std::vector<block_clock*> clocks;
  for (block_state* const one : cluster.blocks) {
    clocks.push_back(&one->clock);
    for (warp& w : one->warps) {
      w.may_pass_cluster |= w.arrived_in_cluster;
      w.arrived_in_cluster = 0;
      each_lane(w.at_barrier, [&](int lane) {
        if (one->waits_for[w.number][static_cast<std::size_t>(lane)] == barrier_of_cluster)
          w.may_pass_cluster &= ~(1u << lane);
      });
    }
    let_go(*one, barrier_of_cluster);
  }
  launch.races.cluster_barrier(clocks);
}

}  // namespace allotype::device_tests
