// SPDX-License-Identifier: BSL-1.0
// What a new libstdc++ and a new libgcc take from a new glibc, for a program that is linked with an older glibc, such
// as 2.31. Each is private to the program: with a new glibc the other libraries of the process use that one's.
#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <sys/single_threaded.h>
#include <time.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>

#define PRIVATE __attribute__((visibility("hidden")))

namespace {

struct search {
  std::uintptr_t address;
  dl_find_object* found;
};

/// Whether the address is in this library or program, and where that has the table that exceptions need.
int look_in(dl_phdr_info* library, std::size_t, void* data) {
  search const& asked = *static_cast<search*>(data);
  bool inside = false;
  std::uintptr_t first = UINTPTR_MAX, last = 0, table = 0;
  for (int i = 0; i < library->dlpi_phnum; ++i) {
    ElfW(Phdr) const& part = library->dlpi_phdr[i];
    std::uintptr_t const begin = library->dlpi_addr + part.p_vaddr, end = begin + part.p_memsz;
    if (part.p_type == PT_GNU_EH_FRAME) table = begin;
    if (part.p_type != PT_LOAD) continue;
    inside = inside || (asked.address >= begin && asked.address < end);
    if (begin < first) first = begin;
    if (end > last) last = end;
  }
  if (!inside || table == 0) return 0;
  *asked.found = {};
  asked.found->dlfo_map_start = reinterpret_cast<void*>(first);
  asked.found->dlfo_map_end = reinterpret_cast<void*>(last);
  asked.found->dlfo_eh_frame = reinterpret_cast<void*>(table);
  return 1;
}

}  // namespace

extern "C" {

// glibc 2.35: where an exception finds the functions that it goes through.
PRIVATE int _dl_find_object(void* address, dl_find_object* found) noexcept {
  search asked{reinterpret_cast<std::uintptr_t>(address), found};
  return dl_iterate_phdr(look_in, &asked) == 1 ? 0 : -1;
}

// glibc 2.32: whether there is one thread only, which saves atomic operations. Saying no is always right.
PRIVATE char __libc_single_threaded = 0;

// glibc 2.36
PRIVATE unsigned arc4random() noexcept {
  unsigned made = 0;
  if (getentropy(&made, sizeof made) != 0) std::abort();
  return made;
}

// glibc 2.30: waits until a moment of another clock than the system's. Here until then by the system's, as libstdc++
// did before.
PRIVATE int pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock,
                                   timespec const* until) {
  constexpr long long second = 1'000'000'000;
  timespec now{}, end{};
  clock_gettime(clock, &now);
  clock_gettime(CLOCK_REALTIME, &end);
  long long const nanoseconds =
      (until->tv_sec - now.tv_sec + end.tv_sec) * second + until->tv_nsec - now.tv_nsec + end.tv_nsec;
  end.tv_sec = static_cast<time_t>(nanoseconds / second);
  end.tv_nsec = static_cast<long>(nanoseconds % second);
  return pthread_cond_timedwait(condition, mutex, &end);
}

// glibc 2.38: its headers name the functions of C23 so, which read binary digits, too.
long strtol_of_c99(char const*, char**, int) noexcept __asm__("strtol");
unsigned long strtoul_of_c99(char const*, char**, int) noexcept __asm__("strtoul");
long long strtoll_of_c99(char const*, char**, int) noexcept __asm__("strtoll");
unsigned long long strtoull_of_c99(char const*, char**, int) noexcept __asm__("strtoull");
PRIVATE long __isoc23_strtol(char const* text, char** end, int base) { return strtol_of_c99(text, end, base); }
PRIVATE unsigned long __isoc23_strtoul(char const* text, char** end, int base) {
  return strtoul_of_c99(text, end, base);
}
PRIVATE long long __isoc23_strtoll(char const* text, char** end, int base) { return strtoll_of_c99(text, end, base); }
PRIVATE unsigned long long __isoc23_strtoull(char const* text, char** end, int base) {
  return strtoull_of_c99(text, end, base);
}
}
