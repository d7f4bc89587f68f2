// SPDX-License-Identifier: BSL-1.0
/// \file
/// Memory that belongs to an accelerator. Data moves into it and out of it only where the code says so.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include <allotype/dispatch/detail/element_memory.hpp>
#include <allotype/dispatch/detail/wrong_arguments.hpp>
#include <allotype/dispatch/element.hpp>
#include <allotype/dispatch/queue.hpp>
#include <allotype/dispatch/view.hpp>

#include <allotype/core/detail/begin_macros.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE {

namespace detail {

/// A contiguous range in the host's memory with `data()` and `size()`: `std::vector`, `std::array`, `std::span`.
template <class Range>
concept host_range = requires(Range& range) {
  range.data();
  range.size();
  *range.data();
} && !requires { typename std::remove_cvref_t<Range>::accelerator; };

template <class Range>
using element_of = std::remove_cvref_t<decltype(*std::declval<Range&>().data())>;

[[noreturn]] inline void sizes_differ(char const* verb, char const* from, long long from_size, char const* to,
                                      long long to_size) {
  throw size_error(message<2000>{} << verb << ": " << from << " has " << from_size << " elements and " << to << " has "
                                   << to_size << "; both need the same number");
}
[[noreturn]] inline void no_memory_is_so_large(long long elements, long long bytes_of_each, long long most) {
  throw size_error(message<2000>{} << "buffer: " << elements << " elements of " << bytes_of_each
                                   << " bytes are too large: 64 bits hold the size of at most " << most);
}
[[noreturn]] inline void view_does_not_fit(long long elements, long long asked) {
  throw size_error(message<2000>{} << "view: the extents have " << asked << " elements and the buffer has " << elements
                                   << "; both need the same number");
}

/// \throws size_error if 64 bits cannot hold the number of bytes
template <class T>
constexpr std::size_t bytes_of(long long elements) {
  constexpr long long most = 0x7fffffffffffffff / static_cast<long long>(sizeof(T));
  if (elements > most) no_memory_is_so_large(elements, static_cast<long long>(sizeof(T)), most);
  return static_cast<std::size_t>(elements) * sizeof(T);
}

}  // namespace detail

inline namespace ALLOTYPE_MODE {

namespace mode_detail {

/// A recorder of a graph.
template <class T>
concept records = requires { requires T::records; };

/// Refuses a buffer, view or kernel on the queue of another accelerator.
template <class Owner, class User>
struct same_accelerator {
  static_assert(
      std::is_same_v<Owner, User>,
      "this memory belongs to another accelerator than the queue: code reads only memory of its own accelerator, so "
      "copy it through the host. The arguments are the memory's accelerator and the queue's");
  static constexpr bool value = std::is_same_v<Owner, User>;
};
/// What is no accelerator is refused where it is named.
template <class Owner, class User>
  requires(!allotype::accelerator<Owner> || !allotype::accelerator<User> || std::is_same_v<Owner, any_host>)
struct same_accelerator<Owner, User> {
  static constexpr bool value = false;
};

/// The order of elements, which nobody takes for the accelerator of a queue: g++ 14 would complete its queue.
template <class T>
inline constexpr bool is_order = std::is_same_v<T, row_major> || std::is_same_v<T, column_major>;

/// The element type of a buffer whose type nothing tells.
struct no_element_type {};
/// And for an accelerator that is missing.
struct no_accelerator_named {};

/// A range whose elements do not lie in a row: std::list, std::deque, a set, the bits of std::vector<bool>.
template <class Range>
concept scattered_range = !detail::host_range<Range> && requires {
  typename Range::value_type;
  typename Range::const_iterator;
};

/// What has a queue and is none: an opened one, and the execution of a rank.
template <class T>
concept has_a_queue = requires(T const& of) { of.reason(); } || requires(T& of) { of.queue(); };

/// Arguments that begin with the sizes, the elements, a queue that takes no work, or what has one; or with a queue and
/// nothing behind.
template <class First, class... Rest>
concept makes_no_buffer =
    !in_order<2, 2, First, Rest...> &&
    (std::is_arithmetic_v<std::remove_cvref_t<First>> || std::is_convertible_v<First, char const*> ||
     is_queue<std::remove_cv_t<std::remove_pointer_t<std::remove_cvref_t<First>>>> ||
     has_a_queue<std::remove_cvref_t<First>> || detail::index_range<std::remove_cvref_t<First>> ||
     detail::host_range<std::remove_reference_t<First>>);

/// Not met, which a loop over a buffer says by this name.
template <class T>
concept elements_are_read_by_kernels_and_by_copies = sizeof(T) == 0;

/// The error of a copy has this name: nvcc prints the types of a deleted function's parameters and no constraint.
struct a_buffer_is_not_copied_but_moved_or_passed_by_reference {};

/// The error of a buffer in place of a pointer has this name.
struct a_pointer_to_its_elements_is_buffer_view_queue_data {};

/// And that of one that is called, or that is passed in place of a view.
struct elements_are_read_by_kernels_through_buffer_view_queue {};

/// The order of a buffer's arguments: one error, however many ranks make it.
template <bool InOrder>
struct buffer_arguments {
  static_assert(InOrder,
                "buffer: the queue comes first, a variable that is not const, then extents or a range of the host: "
                "buffer<float, cpu>{queue, at::extents{n}}. *opened is the queue of an opened one, here.queue() that "
                "of a rank");
};

template <class From, class To>
concept copies_elements = std::is_same_v<From, To>;

template <class From, class To>
struct element_copy {
  static constexpr bool same = std::is_same_v<From, std::remove_const_t<To>>, writable = !std::is_const_v<To>;
  static_assert(
      same,
      "the elements to copy from and to have different types: bytes are moved and values are not converted, so give "
      "both the same type");
  static_assert(!same || writable, "the elements to copy to are const");
};

/// Memory of the accelerator that a buffer did not allocate itself; it releases what it owns.
template <class T>
struct given_memory {
  T* elements;
  long long size;
  void* released = nullptr;  ///< the address that the destructor gives back; null where the elements have another owner
};

/// Makes buffers over what a backend did not allocate.
struct borrowing {
  template <class Buffer, class T>
  static Buffer over(given_memory<T> given) {
    return Buffer(given);
  }
};

}  // namespace mode_detail

/// Owns elements of type `T` in memory of `A`, and releases them in its destructor. `element_for<T, A>` holds. A buffer
/// can be moved and not copied; a buffer that was moved from has size 0, as one that was made from nothing.
/// Host memory is aligned to 64 bytes, device memory to 256, or more if `T` asks. It may outlive its queue. On CUDA the
/// destructor is `cudaFree`, which waits for work that still runs; its errors go to the handler of unreported errors.
/// Const members may be called by several threads at once. doc/buffers.md shows elements, copies and overlaps.
template <class T, class A = mode_detail::no_accelerator_named>
class ALLOTYPE_TAGGED_BY_MODE buffer {
  static_assert(sizeof(mode_detail::checked_element<T, mode_detail::backend_of<A>>) != 0);
  static_assert(!std::is_same_v<T, mode_detail::no_element_type>,
                "buffer: the element type is missing: at::buffer<float, A>{queue, at::extents{n}}");
  static_assert(!std::is_const_v<T>,
                "buffer: its elements are filled by copies, so they are not const: buffer<float, A>, whose view is "
                "read-only where the buffer is const");
  using memory =
      mode_detail::element_memory<std::remove_const_t<T>, mode_detail::alignment_of_memory<mode_detail::backend_of<A>>>;

 public:
  using element_type = T;
  using accelerator = A;

  /// No elements, until another buffer is assigned.
  buffer() = default;

  /// Uninitialised elements, one for each index of the extents.
  /// \throws size_error if a size is negative, or larger than the accelerator's memory; device_error if the memory is
  /// not free
  template <int Dimensions, class Index>
  buffer(queue<A>& on, extents<Dimensions, Index> const& over) : size_(detail::check(over)) {
    if constexpr (dispatchable<A>) {  // where not, the queue says so, and nothing follows
      memory_ = memory::of(detail::bytes_of<T>(size_), [&](std::size_t bytes) {
        return allocate(mode_detail::backend_of<A>{}, mode_detail::waiting::state_of(on), bytes);
      });
    }
  }

  /// A copy of the range, which may change as soon as this returns.
  /// \throws size_error, device_error as above
  template <detail::host_range Range>
  buffer(queue<A>& on, Range const& from) : buffer(on, extents<1, long long>{from.size()}) {
    if constexpr (!mode_detail::copies_elements<detail::element_of<Range const>, T>) {
      (void)sizeof(mode_detail::element_copy<detail::element_of<Range const>, T>);
    } else if constexpr (dispatchable<A>) {
      copy_with(on, true, "buffer");
      copy_bytes(mode_detail::backend_of<A>{}, mode_detail::state_for_copy(on), data(), from.data(),
                 static_cast<std::size_t>(size_) * sizeof(T), direction::to_device);
    }
  }

  /// Does not compile; it says what a number stands for.
  template <class Size>
    requires std::is_arithmetic_v<Size>
  buffer(queue<A>&, Size) {
    static_assert(
        !std::is_arithmetic_v<Size>,
        "buffer: the second argument is a number: write at::extents{n}, at::extents{rows, columns} or a range of the "
        "host");
  }

  /// Does not compile; it says what stands for an address.
  template <class Address>
    requires std::is_pointer_v<Address>
  buffer(queue<A>&, Address const&) {
    constexpr bool is_a_range = !std::is_pointer_v<Address>;
    static_assert(is_a_range,
                  "buffer: the second argument is an address, which says no number of elements: write "
                  "std::span{first, n} for a copy; borrowed_buffer(queue, first, at::extents{n}) copies nothing");
  }

  /// Does not compile; it says where the buffer is made.
  template <mode_detail::records Recorder, class... Rest>
  buffer(Recorder&, Rest const&...) {
    constexpr bool is_a_queue = !mode_detail::records<Recorder>;
    static_assert(is_a_queue,
                  "buffer: no memory is taken while a graph is recorded, for its replays would use it when it is gone: "
                  "make the buffer before, with the queue, and let it live as long as the graph");
  }

  /// Does not compile; it says what a list stands for.
  template <class Element, std::size_t Count>
  buffer(queue<A>&, Element const (&)[Count]) {
    static_assert(Count == 0,
                  "buffer: the second argument is a list or an array: write at::extents{rows, columns} for sizes, "
                  "std::array{1.f, 2.f} or std::span{array} for elements");
  }

  /// Does not compile; it says what does.
  template <mode_detail::scattered_range Range>
  buffer(queue<A>&, Range const&) {
    constexpr bool of_bits = std::is_same_v<typename Range::value_type, bool>;
    constexpr bool have_addresses = !of_bits, lie_in_a_row = of_bits;
    static_assert(
        have_addresses,
        "buffer: the elements of std::vector<bool> are bits, which have no addresses: use std::vector<char>, or "
        "std::unique_ptr<bool[]> with std::span");
    static_assert(lie_in_a_row,
                  "buffer: the elements of this range do not lie in a row in memory: copy them to a std::vector, "
                  "std::vector(range.begin(), range.end())");
  }

  /// Does not compile; it says whose queue is meant.
  template <class User, class... Rest>
    requires(!std::is_same_v<User, A>)
  buffer(queue<User>&, Rest const&...) {
    (void)sizeof(mode_detail::same_accelerator<A, User>);
  }

  /// Does not compile; it says what the arguments are.
  template <class First, class... Rest>
    requires mode_detail::makes_no_buffer<First, Rest...>
  explicit buffer(First&&, Rest&&...) {
    (void)sizeof(mode_detail::buffer_arguments<mode_detail::in_order<2, 2, First, Rest...>>);
  }

  buffer(buffer const&, mode_detail::a_buffer_is_not_copied_but_moved_or_passed_by_reference = {}) = delete;
  buffer(buffer&& other) noexcept
      : memory_(std::exchange(other.memory_, {})),
        size_(std::exchange(other.size_, 0)),
        owned_(std::exchange(other.owned_, true)),
        order_(std::move(other.order_)) {}
  buffer& operator=(buffer&& other) noexcept {
    if (this == &other) return *this;
    release();
    memory_ = std::exchange(other.memory_, {});
    size_ = std::exchange(other.size_, 0);
    owned_ = std::exchange(other.owned_, true);
    order_ = std::move(other.order_);
    return *this;
  }
  /// Does not compile; it says how elements are set.
  template <class Values, class = detail::elements_of_memory_are_set_by_fill_and_by_copy>
    requires(!std::is_convertible_v<Values, buffer>)
  buffer& operator=(Values const&) = delete;
  ~buffer() { release(); }

  /// The number of elements.
  [[nodiscard]] long long size() const noexcept { return size_; }

  /// All elements, in one dimension; read-only if the buffer is const.
  /// \throws size_error beyond 2,147,483,647 elements, which need 64-bit indices: `view(on, extents{size()})`
  template <class User>
  [[nodiscard]] allotype::view<T, 1, A> view(queue<User>& on) ALLOTYPE_LIFETIMEBOUND {
    (void)mode_detail::same_accelerator<A, User>{};
    record_use(on, true, "view");
    return order_.with_uses(allotype::view<T, 1, A>{memory_.elements, in_one_dimension()});
  }
  template <class User>
  [[nodiscard]] allotype::view<T const, 1, A> view(queue<User>& on) const ALLOTYPE_LIFETIMEBOUND {
    (void)mode_detail::same_accelerator<A, User>{};
    record_use(on, false, "view");
    return order_.with_uses(allotype::view<T const, 1, A>{memory_.elements, in_one_dimension()});
  }

  /// The same while a graph is recorded, whose replays may use the elements.
  template <mode_detail::records Recorder, class... Shape>
  [[nodiscard]] auto view(Recorder& on, Shape&&... shape) ALLOTYPE_LIFETIMEBOUND {
    return on.view_of(*this, shape...);
  }
  template <mode_detail::records Recorder, class... Shape>
  [[nodiscard]] auto view(Recorder& on, Shape&&... shape) const ALLOTYPE_LIFETIMEBOUND {
    return on.view_of(*this, shape...);
  }

  /// Does not compile; it says what is missing.
  template <class... Arguments>
    requires(!mode_detail::begins_with_a_queue<Arguments...>)
  allotype::view<T, 1, A> view(Arguments&&...) const {
    constexpr bool has_queue = mode_detail::begins_with_a_queue<Arguments...>;
    static_assert(
        has_queue,
        "buffer::view: the queue whose work uses the view is missing: buffer.view(queue); it comes first, and "
        "is a variable that is not const");
    return {};
  }

  // clang-format off: compilers quote one line
  /// There is none, nor an end: a loop over a buffer has one error.
  [[nodiscard]] T* begin() const requires mode_detail::elements_are_read_by_kernels_and_by_copies<T>;
  /// There is none.
  [[nodiscard]] T* end() const;
  // clang-format on

  /// Does not compile; it says what is missing.
  template <class User, class Size, std::size_t Count>
    requires(!mode_detail::is_order<User>)
  allotype::view<T, static_cast<int>(Count), A> view(queue<User>&, Size const (&)[Count]) const {
    static_assert(Count == 0, "buffer::view: the second argument is a list: write at::extents{rows, columns}");
    return {};
  }

  template <class User, class... Sizes>
    requires(!mode_detail::is_order<User> && sizeof...(Sizes) > 0 && (std::is_arithmetic_v<Sizes> && ...))
  allotype::view<T, static_cast<int>(sizeof...(Sizes)), A> view(queue<User>&, Sizes...) const {
    constexpr bool are_extents = sizeof...(Sizes) == 0;
    static_assert(are_extents,
                  "buffer::view: the sizes are one argument, extents: buffer.view(queue, at::extents{rows, columns})");
    return {};
  }

  /// Does not compile; it says where the order stands.
  template <class the_order_is_the_last_argument_as_in_view_queue_extents_column_major, class User, int Dimensions,
            class Index>
    requires mode_detail::is_order<the_order_is_the_last_argument_as_in_view_queue_extents_column_major>
  allotype::view<T, Dimensions, A, Index, the_order_is_the_last_argument_as_in_view_queue_extents_column_major> view(
      queue<User>&, extents<Dimensions, Index> const&) const = delete;

  /// Does not compile; it says who has elements.
  template <class Index>
  T& operator[](Index) const {
    constexpr bool is_index = !std::is_convertible_v<Index, long long>;
    static_assert(is_index,
                  "buffer: its elements are read and written by kernels, through buffer.view(queue), and by the host "
                  "behind at::copy(queue, buffer, vector)");
    return *memory_.elements;
  }

  /// Does not compile; it says who has an address.
  template <class Element, class = mode_detail::a_pointer_to_its_elements_is_buffer_view_queue_data>
  operator Element*() const = delete;

  /// Do not compile; they say what has elements.
  template <class Error = mode_detail::elements_are_read_by_kernels_through_buffer_view_queue, class... Indices>
  T& operator()(Indices...) const = delete;
  template <class Element, int Dimensions, class User, class Index, class Layout,
            class = mode_detail::elements_are_read_by_kernels_through_buffer_view_queue>
  operator allotype::view<Element, Dimensions, User, Index, Layout>() const = delete;

  /// The same elements in the shape of `over`, with its index type, in row-major or `column_major{}` order.
  /// \throws size_error if `over` has another number of elements, or 32-bit indices cannot reach them all
  template <class User, int Dimensions, class Index, class Layout = row_major>
    requires(!mode_detail::is_order<User>)
  [[nodiscard]] allotype::view<T, Dimensions, A, Index, Layout> view(queue<User>& on,
                                                                     extents<Dimensions, Index> const& over,
                                                                     Layout = {}) ALLOTYPE_LIFETIMEBOUND {
    (void)mode_detail::same_accelerator<A, User>{};
    record_use(on, true, "view");
    return order_.with_uses(allotype::view<T, Dimensions, A, Index, Layout>{memory_.elements, fitting(over)});
  }
  template <class User, int Dimensions, class Index, class Layout = row_major>
    requires(!mode_detail::is_order<User>)
  [[nodiscard]] allotype::view<T const, Dimensions, A, Index, Layout> view(queue<User>& on,
                                                                           extents<Dimensions, Index> const& over,
                                                                           Layout = {}) const ALLOTYPE_LIFETIMEBOUND {
    (void)mode_detail::same_accelerator<A, User>{};
    record_use(on, false, "view");
    return order_.with_uses(allotype::view<T const, Dimensions, A, Index, Layout>{memory_.elements, fitting(over)});
  }

  /// Verbs call this before they give the queue work that reads or writes the buffer.
  /// \throws order_error in checked builds, if pending work of a queue that `on` has not waited for may use it
  template <class User>
  void record_use(queue<User>& on, bool writes, char const* verb) const {
    order_.record_use(mode_detail::waiting::order_of(on), writes, verb, name_of<A>);
  }

  /// The same before a copy of all its elements.
  template <class User>
  void copy_with(queue<User>& on, bool writes, char const* verb) const {
    order_.copy(*this, mode_detail::waiting::order_of(on), writes, verb, name_of<A>);
  }

  /// The address in the accelerator's memory, for backends and vendors' libraries. Null in an empty buffer on CUDA.
  [[nodiscard]] T* data() noexcept ALLOTYPE_LIFETIMEBOUND { return memory_.elements; }
  [[nodiscard]] T const* data() const noexcept ALLOTYPE_LIFETIMEBOUND { return memory_.elements; }

 protected:
  /// What `borrowed_buffer` returns, and what a `unified_buffer` is.
  explicit buffer(mode_detail::given_memory<T> given)
      : memory_(memory::at(given.released, given.elements)), size_(given.size), owned_(given.released != nullptr) {}

 private:
  friend struct mode_detail::borrowing;

  extents<1> in_one_dimension() const {
    if (size_ > 0x7fffffff) detail::view_needs_64_bits(size_);
    return {static_cast<int>(size_)};
  }

  template <int Dimensions, class Index>
  extents<Dimensions, Index> fitting(extents<Dimensions, Index> const& over) const {
    detail::check(over);
    if (over.size() != size_) detail::view_does_not_fit(size_, over.size());
    if (sizeof(Index) == 4 && size_ > 0x7fffffff) detail::view_needs_64_bits(size_);
    return over;
  }

  void release() noexcept {
    if constexpr (dispatchable<A>) {
      if (owned_ && memory_.elements != nullptr) deallocate(mode_detail::backend_of<A>{}, memory_.address());
    }
  }

  memory memory_;
  long long size_ = 0;
  bool owned_ = true;
  [[no_unique_address]] mode_detail::order_of_buffer order_;
};

namespace mode_detail {

/// What the elements were meant to be, where the two arguments of a buffer are swapped, too.
template <class T, class A>
using number_of = std::conditional_t<std::is_arithmetic_v<T>, T, std::conditional_t<std::is_arithmetic_v<A>, A, char>>;

}  // namespace mode_detail

/// Does not compile; it says what an accelerator is.
template <class T, class A>
  requires(!allotype::accelerator<A>)
class buffer<T, A> : public buffer<mode_detail::number_of<T, A>, typename mode_detail::in_place_of<A>::type> {
  static_assert(sizeof(mode_detail::given_accelerator<A>) > 0);

 public:
  template <class... Arguments>
  explicit buffer(Arguments const&...) {}
  template <class... Arguments>
  [[nodiscard]] allotype::view<mode_detail::number_of<T, A>, 1, mode_detail::any_host> view(Arguments const&...) const {
    return {};
  }
};

namespace mode_detail {

/// What verbs do with a view before they give the queue a kernel that uses it. Other memory is not checked.
template <class T, int Dimensions, class A, class Index, class Layout, class User>
void record_use(queue<User>& on, view<T, Dimensions, A, Index, Layout> const& of, bool writes, char const* verb) {
  record_use_of_view(of, mode_detail::waiting::order_of(on), writes, verb, name_of<A>);
}
/// What they do with each end of a copy.
template <class T, class A, class User>
void copy_with(queue<User>& on, buffer<T, A> const& of, bool writes, char const* verb) {
  of.copy_with(on, writes, verb);
}
template <class T, int Dimensions, class A, class Index, class Layout, class User>
void copy_with(queue<User>& on, view<T, Dimensions, A, Index, Layout> const& of, bool writes, char const* verb) {
  copy_view(of, mode_detail::waiting::order_of(on), writes, verb, name_of<A>);
}
template <detail::host_range Range, class User>
void copy_with(queue<User>&, Range const&, bool, char const*) {}

}  // namespace mode_detail

template <class First, class... Rest>
  requires mode_detail::makes_no_buffer<First, Rest...>
buffer(First&&, Rest&&...) -> buffer<char, mode_detail::any_host>;
template <class A, detail::host_range Range>
buffer(queue<A>&, Range const&) -> buffer<detail::element_of<Range const>, A>;
template <class A, mode_detail::scattered_range Range>
buffer(queue<A>&, Range const&) -> buffer<typename Range::value_type, A>;
template <class A, class Size>
  requires(!detail::host_range<Size> && !mode_detail::scattered_range<Size>)
buffer(queue<A>&, Size const&) -> buffer<mode_detail::no_element_type, A>;

}  // namespace ALLOTYPE_MODE
}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE

#include <allotype/core/detail/end_macros.hpp>
