// SPDX-License-Identifier: BSL-1.0
/// \file
/// Blocks on the CPU in checked builds (ALLOTYPE_CHECKED): what the threads of a block do with shared memory and with
/// each other's values, where a GPU would show another result. In other builds nothing is observed.
///
/// Kernels reach shared memory through plain pointers, so the memory itself is observed. On Linux for x86-64 its pages
/// are closed while a thread runs: each access is a fault, which notes address and thread, and the processor then does
/// one instruction. After a number of accesses of a kernel, and on other systems from the beginning, the bytes are
/// compared after each thread, which finds two threads that write. Bytes behind the memory that a grid states hold a
/// pattern.
#pragma once

#include <allotype/dispatch/box.hpp>
#include <allotype/dispatch/detail/at_position.hpp>
#include <allotype/dispatch/detail/checked_index.hpp>

#ifdef ALLOTYPE_CHECKED
#  include <signal.h>
#  include <sys/mman.h>
#  include <unistd.h>
#  if defined(__linux__) && defined(__x86_64__)
#    include <ucontext.h>
#    define ALLOTYPE_FOLLOWS_ACCESSES
#  endif

#  include <cstdint>
#  include <cstdio>
#  include <cstdlib>
#  include <cstring>
#  include <mutex>
#  include <type_traits>
#  include <vector>
#endif

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

#ifdef ALLOTYPE_CHECKED

/// Each access of a thread is seen.
inline constexpr bool accesses_are_followed =
#  ifdef ALLOTYPE_FOLLOWS_ACCESSES
    true;
#  else
    false;
#  endif

enum class touch { read, write, atomic };

/// Who touches memory: a thread, or the index of a range, which a thread stands for.
struct toucher {
  int index = -1;  ///< -1 outside of ranges
  int task = -1;   ///< for which index a subgroup works; -1 outside of subgroups
  int step = 0;    ///< how often that subgroup has waited

  bool is_somebody() const { return index >= 0 || task >= 0; }
  bool is_ordered_with(toucher const& other) const {
    return task == other.task && (index == other.index || step != other.step);
  }
  friend bool operator==(toucher const&, toucher const&) = default;
};

/// Who has touched a byte since the last barrier. Two readers are enough to know another than the writer.
struct touches {
  toucher writer;
  toucher readers[2];
  toucher atomics[2];
};

/// A range of indices in a block.
struct observed_range {
  char const* name;  ///< of the function
  char const* file;
  int line;
  bool of_subgroup = false;
  bool ends_with_barrier = true;
  bool in_order = false;      ///< where another order would give another result
  char const* one = "index";  ///< what an index is called
  char const* all = "indices";
};

/// A conflict of two threads, the first access outside, or a write by all threads of a subgroup.
struct block_finding {
  enum { none, conflict, outside, by_all } kind = none;
  long long byte = 0;
  toucher first, other;
  touch how{}, other_how{};
};

template <class T>
struct type_of_elements {
  static char const* signature() { return __PRETTY_FUNCTION__; }
};

/// A part of a block's memory: the static one, the dynamic one, or an array with a name.
struct observed_memory {
  char const* function = nullptr;  ///< by which kernels reach it
  char const* option = nullptr;    ///< which states its size; none for an array
  long long size = 0, begin = 0;
  char const* type_signature = nullptr;
  long long element_size = 1;
  bool of_parts = false;

  template <class T>
  void note_type() {
    type_signature = type_of_elements<T>::signature();
    element_size = static_cast<long long>(sizeof(T));
    of_parts = std::is_class_v<T> || std::is_union_v<T> || std::is_array_v<T>;
  }
  template <class Name>
  static observed_memory of_array() {
    observed_memory memory{"shared<", nullptr, static_cast<long long>(sizeof(typename Name::array))};
    memory.note_type<std::remove_all_extents_t<typename Name::array>>();
    memory.type_signature = type_of_elements<Name>::signature();
    return memory;
  }
};

/// How many accesses of each kernel are followed one by one: some microseconds each.
inline long long accesses_to_follow() {
  char const* const told = std::getenv("ALLOTYPE_FOLLOWED_ACCESSES");
  if (told == nullptr) return 100'000;
  char* end = nullptr;
  long long const count = std::strtoll(told, &end, 10);
  if (end == told || *end != '\0' || count < 0) {
    throw input_error(message<2000>{} << "ALLOTYPE_FOLLOWED_ACCESSES is \"" << told << "\"; it is a number, 0 or more");
  }
  return count;
}
inline bool threads_run_in_reverse() {
  char const* const told = std::getenv("ALLOTYPE_THREAD_ORDER");
  if (told == nullptr || std::strcmp(told, "forward") == 0) return false;
  if (std::strcmp(told, "reverse") == 0) return true;
  throw input_error(message<2000>{} << "ALLOTYPE_THREAD_ORDER is \"" << told << "\"; it is forward or reverse");
}

template <class Kernel>
inline long long accesses_followed = 0;

/// The memory of one block at a time, and behind each of its parts bytes that nobody writes.
class memory_of_blocks {
 public:
  static constexpr long long page = 4096, canary_bytes = 16 * page, guard_bytes = 4096 * page;
  static constexpr unsigned char canary = 0xca, uninitialised = 0xff;

  memory_of_blocks() = default;
  memory_of_blocks(memory_of_blocks const&) = delete;
  memory_of_blocks& operator=(memory_of_blocks const&) = delete;
  ~memory_of_blocks() { release(); }

  /// The memory of the blocks that the calling thread runs.
  static memory_of_blocks& of_this_thread() {
    static thread_local memory_of_blocks memory;
    return memory;
  }
  unsigned char* hold(long long bytes) {
    if (bytes <= bytes_) return first_;
    release();
    void* const at =
        mmap(nullptr, static_cast<std::size_t>(bytes + guard_bytes), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED) throw size_error(message<2000>{} << "launch: no memory for a block of " << bytes << " bytes");
    first_ = static_cast<unsigned char*>(at);
    bytes_ = bytes;
    return first_;
  }

 private:
  void release() {
    if (first_ != nullptr) munmap(first_, static_cast<std::size_t>(bytes_ + guard_bytes));
    first_ = nullptr;
    bytes_ = 0;
  }
  unsigned char* first_ = nullptr;
  long long bytes_ = 0;
};

class observed_block;
inline constinit thread_local observed_block* running_block = nullptr;

class observed_block {
 public:
  /// \param followed the accesses of this kernel that were followed
  observed_block(int index, long long static_bytes, long long shared_bytes, std::vector<observed_memory> const& arrays,
                 char const* kernel_signature, long long& followed)
      : index_(index),
        kernel_(kernel_signature),
        reverse_(threads_run_in_reverse()),
        followed_(&followed),
        outer_(running_block),
        parts_{{"static_shared<", "static_shared_memory_per_block", static_bytes},
               {"shared<", "shared_memory_per_block", shared_bytes}} {
    parts_.insert(parts_.end(), arrays.begin(), arrays.end());
    long long stated = 0;
    bytes_ = memory_of_blocks::page;
    for (observed_memory& part : parts_) {
      part.begin = bytes_;
      bytes_ += whole_pages(part.size) + memory_of_blocks::canary_bytes;
      stated += part.size;
    }
    first_ = memory_of_blocks::of_this_thread().hold(bytes_);
    open(true);
    std::memset(first_, memory_of_blocks::canary, static_cast<std::size_t>(bytes_));
    for (observed_memory const& part : parts_) {
      std::memset(first_ + part.begin, memory_of_blocks::uninitialised, static_cast<std::size_t>(part.size));
    }
    known_.assign(static_cast<std::size_t>(stated), memory_of_blocks::uninitialised);
    touched_.assign(known_.size(), touches{});
    to_follow_ = is_traced() ? 0 : accesses_to_follow();
    if (!known_.empty()) install_handlers();
    running_block = this;
  }
  observed_block(observed_block const&) = delete;
  observed_block& operator=(observed_block const&) = delete;
  ~observed_block() { running_block = outer_; }

  static constexpr int first_array = 2;  ///< among the parts
  void* part(int number) const { return first_ + parts_[static_cast<std::size_t>(number)].begin; }
  void* static_shared() const { return part(0); }
  void* shared() const { return part(1); }
  template <class T>
  void note_type(bool is_static) {
    parts_[is_static ? 0 : 1].note_type<T>();
  }

  /// Calls `f` for the indices, each as a thread of its own.
  template <int Dimensions, class Index, class F>
  void run_range(observed_range const& range, box<Dimensions, Index> const& over, F const& f) {
    refuse_within(range);
    if (range.of_subgroup) {
      run_in_subgroup(range, over, f);
      return;
    }
    begin_range(range);
    each_index(range, over, [&](int position, auto... index) {
      now_.index = position;
      run_now(f, index...);
    });
    end_range();
  }
  /// The same of subgroups: their own ranges are in what `f` does.
  template <int Dimensions, class Index, class F>
  void run_subgroups(observed_range const& range, box<Dimensions, Index> const& over, F const& f) {
    refuse_within(range);
    begin_range(range);
    each_index(range, over, [&](int position, auto... index) {
      now_ = {-1, position, 0};
      run_now(f, index...);
    });
    end_range();
  }
  /// What the kernel has done behind its last thread.
  void end() {
    find_writes_outside_of_threads();
    find_writes_behind();
  }

  /// A thread uses the value that `per_thread` keeps for `owner`.
  void check_value(int owner, int threads, char const* type_signature) const {
    if (owner == now_.index && owner < threads && now_.task < 0) return;
    message<2000> text = begun();
    if (now_.task >= 0) {
      text << "code of a subgroup uses ";
    } else if (now_.index < 0) {
      text << "code outside of each_thread uses ";
    } else {
      text << range_.one << " " << now_.index << " uses ";
    }
    text << "thread " << owner << "'s value of per_thread<";
    add_name(text, type_signature);
    text << ">()";
    if (now_.task >= 0) {
      text << ", which belongs to the ranges of the block";
    } else if (now_.index < 0) {
      text << ", where a GPU's threads use their own";
    } else if (owner == now_.index) {
      text << ", and the block has " << threads << " threads: a range with such values has at most as many indices";
    } else {
      text << "; what other threads read goes through shared memory";
    }
    fail(text);
  }

  /// An atomic operation begins or ends.
  void note_atomic(void const* at, long long size, bool begins) {
    long long const byte = position(at);
    if (byte < 0 || !now_.is_somebody()) return;
    if (begins) {
      open(true);
      for (long long i = 0; i < size; ++i) note(byte + i, touch::atomic);
    } else {
      for (long long i = 0; i < size; ++i) {
        if (unsigned char* const known = known_at(byte + i)) *known = first_[byte + i];
      }
      if (follows_) open(false);
    }
  }

 private:
  static long long whole_pages(long long bytes) {
    return (bytes + memory_of_blocks::page - 1) / memory_of_blocks::page * memory_of_blocks::page;
  }
  /// It is not inlined: compilers would join the accesses of several threads.
  template <class F, class... Index>
  [[gnu::noinline]] static void call(F const& f, Index... index) {
    f(index...);
  }

  /// `visit(position, index…)` for each index.
  template <int Dimensions, class Index, class Visit>
  void each_index(observed_range const& range, box<Dimensions, Index> const& over, Visit const& visit) const {
    auto const extents = over.extents();
    int const count = static_cast<int>(extents.size() > 0 ? extents.size() : 0);
    for (int i = 0; i < count; ++i) {
      int const position = reverse_ && !range.in_order ? count - 1 - i : i;
      Index index[std::size_t{Dimensions}];
      index_at(extents, position, index);
      for (int dimension = 0; dimension < Dimensions; ++dimension) index[dimension] += over.begin[dimension];
      call_with(index, [&](auto... at) { visit(position, at...); }, std::make_integer_sequence<int, Dimensions>{});
    }
  }
  void refuse_within(observed_range const& range) {
    bool const is_within = now_.index >= 0 || (now_.task >= 0 && !range.of_subgroup);
    if (is_within) {
      fail(begun() << range.name << " is called within " << range_.name
                   << ", where a GPU waits at a barrier for threads that do not come");
    }
  }
  void begin_range(observed_range const& range) {
    find_writes_outside_of_threads();
    range_ = range;
    finished_ = false;
  }
  void end_range() {
    finished_ = true;
    find_writes_behind();
    now_ = {};
    if (range_.ends_with_barrier) touched_.assign(touched_.size(), touches{});
  }
  /// `f` is run as `now_` says.
  template <class F, class... Index>
  void run_now(F const& f, Index... index) {
    {
      struct running {
        observed_block& block;
        explicit running(observed_block& of) : block(of) { block.follow(true); }
        ~running() { block.follow(false); }
      } const scope(*this);
      call(f, index...);
    }
    report_what_was_touched();
  }
  template <int Dimensions, class Index, class F>
  void run_in_subgroup(observed_range const& range, box<Dimensions, Index> const& over, F const& f) {
    follow(false);
    report_what_was_touched();
    observed_range const outer = range_;
    range_ = range;
    each_index(range, over, [&](int position, auto... index) {
      now_.index = position;
      run_now(f, index...);
    });
    now_.index = -1;
    if (range.ends_with_barrier) ++now_.step;
    range_ = outer;
    follow(true);
  }
  void report_what_was_touched() {
    find_writes();
    if (finding_.kind == block_finding::conflict) report_conflict();
    if (finding_.kind == block_finding::by_all) report_write_by_all();
    if (finding_.kind == block_finding::outside) report_outside(finding_.byte);
  }

  void open(bool is_open) {
    mprotect(first_, static_cast<std::size_t>(bytes_), is_open ? PROT_READ | PROT_WRITE : PROT_NONE);
  }
  void follow(bool begins) {
#  ifdef ALLOTYPE_FOLLOWS_ACCESSES
    if (begins && (known_.empty() || __atomic_load_n(followed_, __ATOMIC_RELAXED) >= to_follow_)) return;
    if (begins != follows_) open(!begins);
    follows_ = begins;
#  else
    (void)begins;
#  endif
  }

  /// The byte of the block's memory at this address; -1 if it is elsewhere.
  long long position(void const* at) const {
    auto const address = reinterpret_cast<std::uintptr_t>(at), begin = reinterpret_cast<std::uintptr_t>(first_);
    return address >= begin && address < begin + static_cast<std::uintptr_t>(bytes_)
               ? static_cast<long long>(address - begin)
               : -1;
  }
  /// Where a byte of the stated memory is in `known_`; -1 for one outside.
  long long place_of(long long byte) const {
    long long before = 0;
    for (observed_memory const& part : parts_) {
      if (byte >= part.begin && byte < part.begin + part.size) return before + byte - part.begin;
      before += part.size;
    }
    return -1;
  }
  unsigned char* known_at(long long byte) {
    long long const place = place_of(byte);
    return place < 0 ? nullptr : &known_[static_cast<std::size_t>(place)];
  }

  void note(long long byte, touch how) {
    if (finding_.kind != block_finding::none) return;
    long long const place = place_of(byte);
    if (place < 0) {
      finding_ = {block_finding::outside, byte, now_, {}, how, how};
      return;
    }
    if (how == touch::write && now_.index < 0) {
      finding_ = {block_finding::by_all, byte, now_, {}, how, how};
      return;
    }
    touches& of = touched_[static_cast<std::size_t>(place)];
    auto const conflicts = [&](toucher const& other, touch other_how) {
      if (other.is_somebody() && !other.is_ordered_with(now_) && finding_.kind == block_finding::none) {
        finding_ = {block_finding::conflict, byte, other, now_, other_how, how};
      }
    };
    conflicts(of.writer, touch::write);
    for (int i = 0; i < 2; ++i) {
      if (how != touch::read) conflicts(of.readers[i], touch::read);
      if (how != touch::atomic) conflicts(of.atomics[i], touch::atomic);
    }
    if (how == touch::write) {
      of.writer = now_;
    } else {
      toucher* const both = how == touch::read ? of.readers : of.atomics;
      both[!both[0].is_somebody() || both[0].is_ordered_with(now_) ? 0 : 1] = now_;
    }
  }

  /// What has changed is what the running thread has written.
  void find_writes() {
    for (observed_memory const& part : parts_) find_writes(part.begin, part.size);
  }
  void find_writes(long long begin, long long size) {
    if (size == 0) return;
    unsigned char const* const now = first_ + begin;
    unsigned char* const before = known_at(begin);
    if (std::memcmp(now, before, static_cast<std::size_t>(size)) == 0) return;
    for (long long i = 0; i < size; ++i) {
      if (now[i] == before[i]) continue;
      before[i] = now[i];
      note(begin + i, touch::write);
    }
  }
  void find_writes_outside_of_threads() {
    for (observed_memory const& part : parts_) {
      if (part.size == 0 ||
          std::memcmp(first_ + part.begin, known_at(part.begin), static_cast<std::size_t>(part.size)) == 0)
        continue;
      for (long long i = 0; i < part.size; ++i) {
        if (first_[part.begin + i] == *known_at(part.begin + i)) continue;
        message<2000> text = begun();
        text << "code outside of each_thread writes ";
        add_element(text, part.begin + i);
        fail(text << "; on a GPU all threads write it: write it in each_thread, by one thread");
      }
    }
  }
  void find_writes_behind() {
    long long end = 0;
    for (observed_memory const& part : parts_) {
      find_writes_between(end, part.begin);
      end = part.begin + part.size;
    }
    find_writes_between(end, bytes_);
  }

  void find_writes_between(long long begin, long long end) {
    unsigned char const* const bytes = first_ + begin;
    if (bytes[0] == memory_of_blocks::canary &&
        std::memcmp(bytes, bytes + 1, static_cast<std::size_t>(end - begin - 1)) == 0)
      return;
    for (long long byte = begin; byte < end; ++byte) {
      if (first_[byte] != memory_of_blocks::canary) report_outside(byte);
    }
  }

  message<2000> begun() const {
    message<2000> text;
    text << "launch: block " << index_ << ": ";
    return text;
  }
  [[noreturn]] void fail(message<2000>& text) const {
    if (range_.line > 0)
      text << (now_.is_somebody() ? "; in the " : "; behind the ") << range_.name << " of " << range_.file << ":"
           << range_.line;
    text << "; in the kernel ";
    add_name(text, kernel_);
    throw block_error(text);
  }
  /// The part that has a byte, or that it lies behind. What is little before a part was meant for that one.
  observed_memory const& memory_at(long long byte) const {
    observed_memory const* found = nullptr;
    for (observed_memory const& part : parts_) {
      if (part.size > 0 && (found == nullptr || byte >= part.begin - 1024)) found = &part;
    }
    return found == nullptr ? parts_[1] : *found;
  }
  static void add_function(message<2000>& text, observed_memory const& memory) {
    text << memory.function;
    if (memory.type_signature != nullptr) add_name(text, memory.type_signature);
    text << ">()";
  }
  void add_element(message<2000>& text, long long byte) const {
    observed_memory const& memory = memory_at(byte);
    long long const of_memory = byte - memory.begin;
    text << "element " << of_memory / memory.element_size << " of ";
    add_function(text, memory);
    if (memory.of_parts) text << " (its byte " << of_memory % memory.element_size << ")";
  }
  static char const* word_of(touch how) {
    return how == touch::read ? " reads it" : how == touch::write ? " writes it" : " changes it by an atomic operation";
  }
  [[noreturn]] void report_conflict() const {
    toucher const &first = finding_.first, &other = finding_.other;
    bool const subgroups = first.task != other.task;
    int const a = subgroups ? first.task : first.index, b = subgroups ? other.task : other.index;
    message<2000> text = begun();
    if (a < 0 || b < 0) {
      text << "a subgroup's code outside of its ranges and " << range_.one << " " << (a < 0 ? b : a);
    } else {
      text << (subgroups ? "the subgroups of indices" : range_.all) << " " << a << " and " << b;
    }
    text << " touch ";
    add_element(text, finding_.byte);
    text << " with no barrier between: ";
    add_toucher(text, a, subgroups);
    text << word_of(finding_.how) << ", ";
    add_toucher(text, b, subgroups);
    text << word_of(finding_.other_how);
    fail(text);
  }
  void add_toucher(message<2000>& text, int index, bool is_subgroup) const {
    if (index < 0) {
      text << "the code outside";
    } else {
      text << (is_subgroup ? "that of index" : range_.one) << " " << index;
    }
  }
  [[noreturn]] void report_write_by_all() const {
    message<2000> text = begun();
    text << "a subgroup's code outside of its ranges writes ";
    add_element(text, finding_.byte);
    fail(text << "; on a GPU all its threads write it: write it in single of the subgroup");
  }
  message<2000> outside_text(long long byte) const {
    observed_memory const& memory = memory_at(byte);
    message<2000> text = begun();
    if (finding_.kind == block_finding::outside || !finished_) {
      text << range_.one << " " << (now_.index < 0 ? now_.task : now_.index) << " touches ";
    } else {
      text << "a thread has written ";
    }
    text << "byte " << byte - memory.begin << " of ";
    add_function(text, memory);
    if (memory.option == nullptr) {
      text << ", and the array has " << memory.size << " bytes";
    } else {
      text << ", and the grid states " << memory.option << " of " << memory.size << " bytes";
    }
    return text;
  }
  [[noreturn]] void report_outside(long long byte) const {
    message<2000> text = outside_text(byte);
    fail(text);
  }

  /// A debugger would stop at each access.
  static bool is_traced() {
    static bool const traced = [] {
      bool found = false;
      if (std::FILE* const status = std::fopen("/proc/self/status", "r")) {
        char text[256];
        int tracer = 0;
        while (std::fgets(text, sizeof(text), status) != nullptr) {
          if (std::strncmp(text, "TracerPid:", 10) == 0) tracer = std::atoi(text + 10);
        }
        found = tracer != 0;
        std::fclose(status);
      }
      return found;
    }();
    return traced;
  }

  static struct sigaction& before(int signal) {
    static struct sigaction kept[2]{};
    return kept[signal == SIGSEGV ? 0 : 1];
  }
  static void install(int signal) {
    struct sigaction now{};
    sigaction(signal, nullptr, &now);
    if ((now.sa_flags & SA_SIGINFO) != 0 && now.sa_sigaction == &handle) return;
    before(signal) = now;
    struct sigaction ours{};
    ours.sa_flags = SA_SIGINFO;
    ours.sa_sigaction = &handle;
    sigaction(signal, &ours, nullptr);
  }
  static void install_handlers() {
    static std::mutex mutex;
    std::lock_guard const lock(mutex);
    install(SIGSEGV);
    install(SIGTRAP);
  }
  static void handle(int signal, siginfo_t* information, void* context) {
    if (running_block != nullptr && running_block->handled(signal, information, context)) return;
    struct sigaction const& next = before(signal);
    if ((next.sa_flags & SA_SIGINFO) != 0) {
      next.sa_sigaction(signal, information, context);
    } else if (next.sa_handler != SIG_DFL && next.sa_handler != SIG_IGN) {
      next.sa_handler(signal);
    } else {
      ::signal(signal, SIG_DFL);
      if (signal == SIGTRAP) raise(signal);  // a fault comes again by itself
    }
  }
  bool handled(int signal, siginfo_t* information, [[maybe_unused]] void* context) {
#  ifdef ALLOTYPE_FOLLOWS_ACCESSES
    auto& registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
    constexpr long long one_instruction = 0x100;
    if (signal == SIGTRAP) {
      if (stepping_at_ < 0) return false;
      registers[REG_EFL] &= ~one_instruction;
      // One instruction may write several elements.
      for (long long byte = stepping_at_; byte < stepping_at_ + 64; ++byte) {
        unsigned char* const known = known_at(byte);
        if (known == nullptr || *known == first_[byte]) continue;
        *known = first_[byte];
        note(byte, touch::write);
      }
      stepping_at_ = -1;
      if (follows_) {
        follows_ = __atomic_add_fetch(followed_, 1, __ATOMIC_RELAXED) < to_follow_;
        if (follows_) open(false);
      }
      return true;
    }
    if (long long const byte = position(information->si_addr); byte >= 0 && follows_) {
      constexpr long long is_write = 2;
      note(byte, (registers[REG_ERR] & is_write) != 0 ? touch::write : touch::read);
      stepping_at_ = byte;
      open(true);
      registers[REG_EFL] |= one_instruction;
      return true;
    }
#  endif
    auto const address = reinterpret_cast<std::uintptr_t>(information->si_addr),
               end = reinterpret_cast<std::uintptr_t>(first_) + static_cast<std::uintptr_t>(bytes_);
    if (signal == SIGSEGV && address >= end && address < end + memory_of_blocks::guard_bytes) {
      message<2000> const text = outside_text(bytes_ + static_cast<long long>(address - end))
                                 << "; that far behind it, the program ends\n";
      if (write(STDERR_FILENO, text.text(), std::strlen(text.text())) < 0) return false;
    }
    return false;
  }

  int index_;
  char const* kernel_;
  bool reverse_;
  long long* followed_;
  observed_block* outer_;
  long long to_follow_ = 0;
  std::vector<observed_memory> parts_;
  unsigned char* first_ = nullptr;
  long long bytes_ = 0;
  std::vector<unsigned char>
      known_;                     ///< the static memory and the shared one, as they were when they were last compared
  std::vector<touches> touched_;  ///< of the same bytes
  block_finding finding_;
  toucher now_;
  observed_range range_{"each_thread", "", 0};
  bool finished_ = false;  ///< all threads of the last range have run
  bool follows_ = false;
  long long stepping_at_ = -1;
};

#  undef ALLOTYPE_FOLLOWS_ACCESSES

/// While an atomic operation on the CPU is done.
template <class T>
class atomic_access {
 public:
  explicit atomic_access(T* at) : at_(at) { note(true); }
  atomic_access(atomic_access const&) = delete;
  atomic_access& operator=(atomic_access const&) = delete;
  ~atomic_access() { note(false); }

 private:
  void note(bool begins) const {
    if (running_block != nullptr) running_block->note_atomic(at_, sizeof(T), begins);
  }
  T* at_;
};

#else

template <class T>
struct atomic_access {
  ALLOTYPE_FN explicit atomic_access(T*) {}
};

#endif

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
