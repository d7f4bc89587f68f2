// SPDX-License-Identifier: BSL-1.0
/// \file
/// Whether queues wait for each other where they use the same buffer. Only checked builds (ALLOTYPE_CHECKED) note it;
/// in others the classes here are empty.
///
/// Each queue counts its work. A buffer notes which queue it was handed to, and the number of the queue's next work:
/// kernels that the queue gets from there on may use all of the buffer. Of copies it notes the elements: two queues may
/// copy from and to different parts of one buffer. A place in the work of several queues is a list of counts. A queue
/// has one for what it has waited for, an event for what was before it, and the host for what is done.
///
/// Threads with a queue each may use one const buffer: a buffer's notes have a lock.
#pragma once

#include <allotype/core/error.hpp>
#include <allotype/core/mode.hpp>
#include <allotype/dispatch/detail/checked_index.hpp>

#ifdef ALLOTYPE_CHECKED
#  include <memory>
#  include <mutex>
#  include <utility>
#  include <vector>
#endif

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

[[noreturn, gnu::cold]] inline void throw_moved_from(char const* accelerator) {
  throw error(message<2000>{} << accelerator
                              << ": the queue was moved from: assign another queue to it before it is used again");
}

}  // namespace detail

inline namespace ALLOTYPE_MODE {
namespace mode_detail {

#ifdef ALLOTYPE_CHECKED

/// A queue, by its number, and a count of its work.
struct work_of_queue {
  long long queue;
  long long count;
};

class vector_clock {
 public:
  long long of(long long queue) const {
    for (work_of_queue const& part : parts_) {
      if (part.queue == queue) return part.count;
    }
    return 0;
  }
  void add(work_of_queue const& more) {
    for (work_of_queue& part : parts_) {
      if (part.queue != more.queue) continue;
      if (part.count < more.count) part.count = more.count;
      return;
    }
    parts_.push_back(more);
  }
  void add(vector_clock const& other) {
    for (work_of_queue const& part : other.parts_) add(part);
  }
  void remove(long long queue) {
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      if (parts_[i].queue == queue) parts_.erase(parts_.begin() + static_cast<std::ptrdiff_t>(i--));
    }
  }

 private:
  std::vector<work_of_queue> parts_;
};

/// The work of all queues that are alive; those of several threads, too.
class clock_registry {
 public:
  static long long new_queue() {
    std::lock_guard const lock(all().mutex_);
    return ++all().last_queue_;
  }
  static void remove(long long queue) {
    std::lock_guard const lock(all().mutex_);
    all().given_.remove(queue);
    all().kernels_.remove(queue);
    all().done_.remove(queue);
  }
  static void give(long long queue, bool is_copy) {
    std::lock_guard const lock(all().mutex_);
    work_of_queue const work{queue, all().given_.of(queue) + 1};
    all().given_.add(work);
    if (!is_copy) all().kernels_.add(work);
  }
  static long long given(long long queue) {
    std::lock_guard const lock(all().mutex_);
    return all().given_.of(queue);
  }
  static void done(vector_clock const& place) {
    std::lock_guard const lock(all().mutex_);
    all().done_.add(place);
  }
  static bool is_pending(work_of_queue const& work) {
    std::lock_guard const lock(all().mutex_);
    return all().given_.of(work.queue) >= work.count && all().done_.of(work.queue) < work.count;
  }
  /// Whether a kernel that is that work, or comes after it, is pending.
  static bool kernel_is_pending(work_of_queue const& work) {
    std::lock_guard const lock(all().mutex_);
    return all().kernels_.of(work.queue) >= work.count && all().done_.of(work.queue) < work.count;
  }

 private:
  static clock_registry& all() {
    static clock_registry work;
    return work;
  }
  std::mutex mutex_;
  long long last_queue_ = 0;
  vector_clock given_, done_, kernels_;  // of all work, of work that is done, of kernels: the last
};

class order_of_event {
 public:
  order_of_event() = default;
  explicit order_of_event(vector_clock&& place) : place_(std::move(place)) {}
  vector_clock const& place() const { return place_; }
  void passed() const { clock_registry::done(place_); }

 private:
  vector_clock place_;
};

class order_of_queue {
 public:
  order_of_queue() : number_(clock_registry::new_queue()) {}
  order_of_queue(order_of_queue&& other) noexcept
      : number_(std::exchange(other.number_, 0)), waited_for_(std::exchange(other.waited_for_, {})) {}
  order_of_queue& operator=(order_of_queue&& other) noexcept {
    order_of_queue taken(std::move(other));
    std::swap(number_, taken.number_);
    std::swap(waited_for_, taken.waited_for_);
    return *this;
  }
  ~order_of_queue() {
    if (number_ != 0) clock_registry::remove(number_);
  }

  /// \throws error if the queue was moved from
  void check_is_open(char const* accelerator) const {
    if (number_ == 0) detail::throw_moved_from(accelerator);
  }
  void give() { clock_registry::give(number_, false); }
  void give_copy() const { clock_registry::give(number_, true); }
  void done() const { recorded().passed(); }
  order_of_event recorded() const {
    vector_clock place = waited_for_;
    place.add(work_of_queue{number_, clock_registry::given(number_)});
    return order_of_event(std::move(place));
  }
  void waits_for(order_of_event const& earlier) { waited_for_.add(earlier.place()); }

  long long number() const { return number_; }
  bool has_waited_for(work_of_queue const& work) const { return waited_for_.of(work.queue) >= work.count; }

 private:
  long long number_;
  vector_clock waited_for_;
};

[[noreturn, gnu::cold]] inline void throw_not_ordered(char const* verb, char const* accelerator, long long earlier,
                                                      long long queue) {
  throw order_error(
      message<2000>{} << accelerator << ": " << verb << ": queue " << queue
                      << " gets a buffer that pending work of queue " << earlier
                      << " may use; first call wait_for(the other queue), or wait_for(an event that was "
                         "recorded after that work). Queues are numbered from 1 as the program opens them");
}

/// The queue of which this thread records verbs.
inline thread_local void const* recorded_queue = nullptr;

inline void check_is_not_recorded(void const* queue) {
  if (queue == recorded_queue) {
    throw order_error(
        "record: the recorded function gives work to the queue, which is done at once and by no replay: give its verbs "
        "the recorder");
  }
}
/// From its beginning to its end the queue is recorded.
class while_recorded {
 public:
  explicit while_recorded(void const* queue) : before_(std::exchange(recorded_queue, queue)) {}
  while_recorded(while_recorded const&) = delete;
  while_recorded& operator=(while_recorded const&) = delete;
  ~while_recorded() { recorded_queue = before_; }

 private:
  void const* before_;
};

/// The elements at one end of a copy.
struct copied_elements {
  char const* first;
  long long size_of_each;
  int dimensions;
  long long extent[6],
      stride[6];  ///< the strides in bytes, those of a buffer's elements one after another where it is no view

  bool overlaps(copied_elements const& other) const {
    if (is_empty() || other.is_empty() || end() <= other.first || other.end() <= first) return false;
    if ((is_gapless() && other.is_gapless()) || size_of_each != other.size_of_each) return true;
    if (has_strides_of(other)) {
      bool used[6]{};
      return meets(other, other.first - first, used, 0);
    }
    return size() < other.size() ? other.has_any_of(*this) : has_any_of(other);
  }

 private:
  bool is_empty() const {
    for (int i = 0; i < dimensions; ++i) {
      if (extent[i] == 0) return true;
    }
    return false;
  }
  long long size() const {
    long long elements = 1;
    for (int i = 0; i < dimensions; ++i) elements *= extent[i];
    return elements;
  }
  bool is_gapless() const { return end() - first == size() * size_of_each; }
  bool has_strides_of(copied_elements const& other) const {
    if (dimensions != other.dimensions) return false;
    for (int i = 0; i < dimensions; ++i) {
      if (stride[i] != other.stride[i]) return false;
    }
    return true;
  }
  /// Each element of `other` is looked for.
  bool has_any_of(copied_elements const& other) const {
    copied_elements one = *this;
    for (int i = 0; i < dimensions; ++i) one.extent[i] = 1;
    for (long long number = 0, elements = other.size(); number < elements; ++number) {
      one.first = other.first;
      long long rest = number;
      for (int i = other.dimensions - 1; i >= 0; --i) {
        one.first += rest % other.extent[i] * other.stride[i];
        rest /= other.extent[i];
      }
      bool used[6]{};
      if (meets(one, one.first - first, used, 0)) return true;
    }
    return false;
  }
  char const* end() const {
    char const* last = first;
    for (int i = 0; i < dimensions; ++i) last += (extent[i] - 1) * stride[i];
    return last + size_of_each;
  }
  /// Whether an element of the two is the same: whether `distance` is a sum of strides, each as often as the indices of
  /// two elements can differ. Dimensions are taken from the largest stride on; what the smaller ones add up to is less
  /// than it.
  bool meets(copied_elements const& other, long long distance, bool (&used)[6], int chosen) const {
    if (chosen == dimensions) return distance > -size_of_each && distance < size_of_each;
    int slowest = -1;
    for (int i = 0; i < dimensions; ++i) {
      if (used[i]) continue;
      // A dimension of one index may have the stride of the next one, which then comes first.
      bool const is_longer = slowest >= 0 && stride[i] == stride[slowest] && extent[i] + other.extent[i] > 2;
      if (slowest < 0 || stride[i] > stride[slowest] || is_longer) slowest = i;
    }
    used[slowest] = true;
    long long const step = stride[slowest];
    long long const times = distance / step - (distance % step < 0 ? 1 : 0);
    bool found = false;
    for (long long const each : {times, times + 1}) {
      found = found || (each < extent[slowest] && each > -other.extent[slowest] &&
                        meets(other, distance - each * step, used, chosen + 1));
    }
    used[slowest] = false;
    return found;
  }
};

/// The elements of a view, a buffer or a range of the host.
template <class End>
copied_elements copied_elements_of(End const& of) {
  constexpr auto bytes = static_cast<long long>(sizeof(*of.data()));
  auto const first = reinterpret_cast<char const*>(of.data());
  if constexpr (requires { of.stride(0); }) {
    copied_elements elements{first, bytes, of.dimensions(), {}, {}};
    for (int i = 0; i < of.dimensions(); ++i)
      elements.extent[i] = of.extent(i), elements.stride[i] = bytes * of.stride(i);
    return elements;
  } else {
    return {first, bytes, 1, {static_cast<long long>(of.size())}, {bytes}};
  }
}

/// The kernels of one queue that may use a buffer: what followed each time that the queue got it, of which the last two
/// are kept, as the last may have no work yet.
struct use_by_queue {
  long long queue;
  long long before, last;  ///< counts of the queue's work
};

/// Which queues use a buffer. Several threads may call a function at the same time. A program keeps each for its next
/// buffers, so that a view can ask whether its own is still there.
class uses_of_buffer : public detail::age_of_buffer {
 public:
  static uses_of_buffer* of_new_buffer() {
    std::lock_guard const lock(unused().mutex);
    if (unused().uses.empty()) return new uses_of_buffer;
    return unused().take();
  }
  struct end_of_buffer {
    void operator()(uses_of_buffer* of) const {
      __atomic_fetch_add(&of->age, 1u, __ATOMIC_RELEASE);
      of->writer_ = {0, 0, 0};
      of->readers_.clear();
      of->copies_.clear();
      std::lock_guard const lock(unused().mutex);
      unused().uses.emplace_back(of);
    }
  };

  /// The queue's kernels from now on may use the buffer. Queues that only read it need no order among them.
  void record_use(order_of_queue const& queue, bool writes, char const* verb, char const* accelerator) {
    std::lock_guard const lock(mutex_);
    check(writer_, queue, verb, accelerator);
    check_copies(queue, writes, verb, accelerator, nullptr);
    if (!writes) {
      for (use_by_queue& reader : readers_) {
        if (reader.queue == queue.number()) return note(reader, queue);
      }
      readers_.push_back({0, 0, 0});
      return note(readers_.back(), queue);
    }
    for (use_by_queue const& reader : readers_) check(reader, queue, verb, accelerator);
    readers_.clear();
    note(writer_, queue);
  }

  /// The queue's next work is a copy from or to these elements.
  void copy(order_of_queue const& queue, copied_elements const& elements, bool writes, char const* verb,
            char const* accelerator) {
    std::lock_guard const lock(mutex_);
    check(writer_, queue, verb, accelerator);
    if (writes) {
      for (use_by_queue const& reader : readers_) check(reader, queue, verb, accelerator);
    }
    check_copies(queue, writes, verb, accelerator, &elements);
    std::erase_if(copies_, [](copy_by_queue const& earlier) { return !clock_registry::is_pending(earlier.work); });
    copies_.push_back({{queue.number(), clock_registry::given(queue.number()) + 1}, elements, writes});
  }

 private:
  struct copy_by_queue {
    work_of_queue work;
    copied_elements elements;
    bool writes;
  };

  struct without_a_buffer {
    std::mutex mutex;
    std::vector<std::unique_ptr<uses_of_buffer>> uses;
    uses_of_buffer* take() {
      uses_of_buffer* const taken = uses.back().release();
      uses.pop_back();
      return taken;
    }
  };
  /// Never destroyed: static buffers end late.
  static without_a_buffer& unused() {
    static auto& kept = *new without_a_buffer;
    return kept;
  }

  static void note(use_by_queue& use, order_of_queue const& queue) {
    long long const next = clock_registry::given(queue.number()) + 1;
    if (use.queue != queue.number()) use = {queue.number(), next, next};
    if (use.last != next) use.before = std::exchange(use.last, next);
  }
  static void check(use_by_queue const& use, order_of_queue const& queue, char const* verb, char const* accelerator) {
    if (use.queue == 0 || use.queue == queue.number()) return;
    for (long long const count : {use.before, use.last}) {
      work_of_queue const earlier{use.queue, count};
      if (clock_registry::kernel_is_pending(earlier) && !queue.has_waited_for(earlier)) {
        throw_not_ordered(verb, accelerator, use.queue, queue.number());
      }
    }
  }
  /// \param elements those of the next copy; null: all of the buffer
  void check_copies(order_of_queue const& queue, bool writes, char const* verb, char const* accelerator,
                    copied_elements const* elements) const {
    for (copy_by_queue const& earlier : copies_) {
      if (earlier.work.queue == queue.number() || (!writes && !earlier.writes)) continue;
      if (elements != nullptr && !elements->overlaps(earlier.elements)) continue;
      if (clock_registry::is_pending(earlier.work) && !queue.has_waited_for(earlier.work)) {
        throw_not_ordered(verb, accelerator, earlier.work.queue, queue.number());
      }
    }
  }

  std::mutex mutex_;
  use_by_queue writer_{0, 0, 0};
  std::vector<use_by_queue> readers_;
  std::vector<copy_by_queue> copies_;
};

/// They stay where they are when the buffer is moved, for the views of it.
class order_of_buffer {
 public:
  void record_use(order_of_queue const& queue, bool writes, char const* verb, char const* accelerator) const {
    uses().record_use(queue, writes, verb, accelerator);
  }
  template <class Buffer>
  void copy(Buffer const& of, order_of_queue const& queue, bool writes, char const* verb,
            char const* accelerator) const {
    uses().copy(queue, copied_elements_of(of), writes, verb, accelerator);
  }
  template <class View>
  View with_uses(View made) const {
    made.uses = &uses();
    made.age = made.uses->now();
    return made;
  }

 private:
  uses_of_buffer& uses() const {
    static std::mutex first_use;
    std::lock_guard const lock(first_use);
    if (uses_ == nullptr) uses_.reset(uses_of_buffer::of_new_buffer());
    return *uses_;
  }
  mutable std::unique_ptr<uses_of_buffer, uses_of_buffer::end_of_buffer> uses_;
};

/// What is known of the buffer that the view is of. A view of other memory is not checked.
template <class View>
void record_use_of_view(View const& of, order_of_queue const& queue, bool writes, char const* verb,
                        char const* accelerator) {
  detail::check_buffer_is_there(of, accelerator);
  if (of.uses != nullptr) static_cast<uses_of_buffer*>(of.uses)->record_use(queue, writes, verb, accelerator);
}
template <class View>
void copy_view(View const& of, order_of_queue const& queue, bool writes, char const* verb, char const* accelerator) {
  if (of.uses == nullptr) return;
  detail::check_buffer_is_there(of, accelerator);
  static_cast<uses_of_buffer*>(of.uses)->copy(queue, copied_elements_of(of), writes, verb, accelerator);
}

#else

struct order_of_event {
  void passed() const {}
};
struct order_of_queue {
  void check_is_open(char const*) const {}
  void give() {}
  void give_copy() const {}
  void done() const {}
  order_of_event recorded() const { return {}; }
  void waits_for(order_of_event const&) {}
};
struct order_of_buffer {
  void record_use(order_of_queue const&, bool, char const*, char const*) const {}
  template <class Buffer>
  void copy(Buffer const&, order_of_queue const&, bool, char const*, char const*) const {}
  template <class View>
  View with_uses(View made) const {
    return made;
  }
};
template <class View>
void record_use_of_view(View const&, order_of_queue const&, bool, char const*, char const*) {}
template <class View>
void copy_view(View const&, order_of_queue const&, bool, char const*, char const*) {}

inline void check_is_not_recorded(void const*) {}
struct while_recorded {
  explicit while_recorded(void const*) {}
};

#endif

}  // namespace mode_detail
}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE
