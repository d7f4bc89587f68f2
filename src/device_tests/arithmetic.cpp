// SPDX-License-Identifier: BSL-1.0
// Compiled with -ffp-contract=off and -frounding-math: an operation rounds once, as the instruction says.
#include "arithmetic.hpp"

#include <algorithm>
#include <cfenv>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

#include "half.hpp"
#include "warp.hpp"

namespace allotype::device_tests {

namespace {

using words = std::vector<std::string_view>;
using std::int16_t;
using std::int32_t;
using std::int64_t;
using std::int8_t;
using std::uint16_t;
using std::uint32_t;
using std::uint64_t;
using std::uint8_t;

template <class T>
T from_bits(uint64_t bits) {
  if constexpr (std::is_same_v<T, float>) {
    return std::bit_cast<float>(static_cast<uint32_t>(bits));
  } else if constexpr (std::is_same_v<T, double>) {
    return std::bit_cast<double>(bits);
  } else {
    return static_cast<T>(bits);
  }
}
template <class T>
uint64_t to_bits(T value) {
  if constexpr (std::is_same_v<T, float>) {
    return std::bit_cast<uint32_t>(value);
  } else if constexpr (std::is_same_v<T, double>) {
    return std::bit_cast<uint64_t>(value);
  } else {
    return static_cast<std::make_unsigned_t<T>>(value);
  }
}

template <class R, class A, auto F>
void one(warp& w, instruction const& i, uint32_t lanes) {
  uint64_t* const d = w.row(i.rows[0]);
  uint64_t const* const a = w.row(i.rows[1]);
  each_lane_at_once(lanes, [&](int l) { d[l] = to_bits<R>(F(from_bits<A>(a[l]))); });
}
template <class R, class A, class B, auto F>
void two(warp& w, instruction const& i, uint32_t lanes) {
  uint64_t* const d = w.row(i.rows[0]);
  uint64_t const *const a = w.row(i.rows[1]), *const b = w.row(i.rows[2]);
  each_lane_at_once(lanes, [&](int l) { d[l] = to_bits<R>(F(from_bits<A>(a[l]), from_bits<B>(b[l]))); });
}
template <class R, class A, class C, auto F>
void three(warp& w, instruction const& i, uint32_t lanes) {
  uint64_t* const d = w.row(i.rows[0]);
  uint64_t const *const a = w.row(i.rows[1]), *const b = w.row(i.rows[2]), *const c = w.row(i.rows[3]);
  each_lane_at_once(lanes,
                    [&](int l) { d[l] = to_bits<R>(F(from_bits<A>(a[l]), from_bits<A>(b[l]), from_bits<C>(c[l]))); });
}

/// Directed rounding; `to nearest` needs nothing.
template <int Mode>
struct rounding {
  rounding() {
    if constexpr (Mode != FE_TONEAREST) std::fesetround(Mode);
  }
  ~rounding() {
    if constexpr (Mode != FE_TONEAREST) std::fesetround(FE_TONEAREST);
  }
};
template <class T, int Mode, auto F>
void two_rounded(warp& w, instruction const& i, uint32_t lanes) {
  rounding<Mode> const set;
  two<T, T, T, F>(w, i, lanes);
}
template <class T, int Mode, auto F>
void three_rounded(warp& w, instruction const& i, uint32_t lanes) {
  rounding<Mode> const set;
  three<T, T, T, F>(w, i, lanes);
}

std::string_view type_of(words const& modifiers) { return modifiers.empty() ? std::string_view{} : modifiers.back(); }

// ---- integers -------------------------------------------------------------------------------------------------------

/// An executor for the integer type; b-types are unsigned. `make` is called with std::type_identity.
template <class Make>
executor for_integer(std::string_view type, Make const& make) {
  if (type == "s32") return make(std::type_identity<int32_t>{});
  if (type == "u32" || type == "b32") return make(std::type_identity<uint32_t>{});
  if (type == "s64") return make(std::type_identity<int64_t>{});
  if (type == "u64" || type == "b64") return make(std::type_identity<uint64_t>{});
  if (type == "s16") return make(std::type_identity<int16_t>{});
  if (type == "u16" || type == "b16") return make(std::type_identity<uint16_t>{});
  return nullptr;
}
template <class Make>
executor for_real(std::string_view type, Make const& make) {
  if (type == "f32") return make(std::type_identity<float>{});
  if (type == "f64") return make(std::type_identity<double>{});
  return nullptr;
}

template <class T>
using wrapping = std::conditional_t<sizeof(T) == 2, uint32_t, std::make_unsigned_t<T>>;
template <class T>
using wider = std::conditional_t<sizeof(T) == 2, std::conditional_t<std::is_signed_v<T>, int32_t, uint32_t>,
                                 std::conditional_t<std::is_signed_v<T>, int64_t, uint64_t>>;

__extension__ using signed_128 = __int128;
__extension__ using unsigned_128 = unsigned __int128;

template <class T>
T high_half(T a, T b) {
  if constexpr (sizeof(T) == 8) {
    using twice = std::conditional_t<std::is_signed_v<T>, signed_128, unsigned_128>;
    return static_cast<T>(static_cast<twice>(a) * static_cast<twice>(b) >> 64);
  } else {
    return static_cast<T>(static_cast<wider<T>>(a) * static_cast<wider<T>>(b) >> (8 * sizeof(T)));
  }
}
/// By 0: all ones, as GPUs give; it is not defined in CUDA.
template <class T>
T quotient(T a, T b) {
  if (b == 0) return static_cast<T>(-1);
  if constexpr (std::is_signed_v<T>) {
    if (b == -1) return static_cast<T>(0 - static_cast<wrapping<T>>(a));
  }
  return static_cast<T>(a / b);
}
template <class T>
T remainder(T a, T b) {
  if (b == 0) return a;
  if constexpr (std::is_signed_v<T>) {
    if (b == -1) return 0;
  }
  return static_cast<T>(a % b);
}
int32_t clamped(int64_t a) {
  return static_cast<int32_t>(
      std::clamp<int64_t>(a, std::numeric_limits<int32_t>::min(), std::numeric_limits<int32_t>::max()));
}
template <class T>
T shifted_left(T a, uint32_t by) {
  return by >= 8 * sizeof(T) ? T{} : static_cast<T>(static_cast<std::make_unsigned_t<T>>(a) << by);
}
template <class T>
T shifted_right(T a, uint32_t by) {
  if (by >= 8 * sizeof(T)) return std::is_signed_v<T> && a < 0 ? static_cast<T>(-1) : T{};
  return static_cast<T>(a >> by);
}

uint32_t permuted(uint32_t a, uint32_t b, uint32_t selector) {
  uint64_t const from = uint64_t{b} << 32 | a;
  uint32_t result = 0;
  for (int byte = 0; byte < 4; ++byte) {
    uint32_t const which = selector >> (4 * byte) & 0xf;
    auto value = static_cast<uint8_t>(from >> (8 * (which & 7)));
    if ((which & 8) != 0) value = (value & 0x80) != 0 ? 0xff : 0;
    result |= uint32_t{value} << (8 * byte);
  }
  return result;
}
template <class T>
T extracted(T a, uint32_t position, uint32_t length) {
  position &= 0xff, length &= 0xff;
  constexpr uint32_t bits = 8 * sizeof(T);
  if (length == 0) return 0;
  using U = std::make_unsigned_t<T>;
  U const sign =
      std::is_signed_v<T> ? static_cast<U>(static_cast<U>(a) >> std::min(position + length - 1, bits - 1) & 1) : U{};
  U field = position >= bits ? U{} : static_cast<U>(static_cast<U>(a) >> position);
  U const above = length >= bits ? U{} : static_cast<U>(~U{} << length);
  field &= static_cast<U>(~above);
  // Bits beyond the operand repeat the sign.
  U const missing = position + length > bits && position < bits ? static_cast<U>(~U{} << (bits - position))
                                                                : (position >= bits ? ~U{} : U{});
  if (sign != 0) field |= static_cast<U>(missing | above);
  return static_cast<T>(field);
}
template <class T>
T inserted(T from, T into, uint32_t position, uint32_t length) {
  position &= 0xff, length &= 0xff;
  constexpr uint32_t bits = 8 * sizeof(T);
  if (position >= bits || length == 0) return into;
  T const mask = static_cast<T>((length >= bits ? ~T{} : static_cast<T>((T{1} << length) - 1)) << position);
  return static_cast<T>((into & ~mask) | (static_cast<T>(from << position) & mask));
}
/// `length` ones from `position` on. Clamped: what is beyond the register is left out; else both numbers are taken
/// modulo 32.
template <bool Clamps>
uint32_t mask_of_bits(uint32_t position, uint32_t length) {
  if constexpr (!Clamps) position &= 31, length &= 31;
  uint64_t const ones = length >= 32 ? 0xffffffffu : (uint64_t{1} << length) - 1;
  return position >= 32 ? 0 : static_cast<uint32_t>(ones << position);
}
uint32_t logic_of_three(uint32_t a, uint32_t b, uint32_t c, uint32_t table) {
  uint32_t result = 0;
  for (uint32_t i = 0; i < 8; ++i) {
    if ((table >> i & 1) == 0) continue;
    result |= ((i & 4) != 0 ? a : ~a) & ((i & 2) != 0 ? b : ~b) & ((i & 1) != 0 ? c : ~c);
  }
  return result;
}

template <class R, class A, auto F>
void four(warp& w, instruction const& i, uint32_t lanes) {
  uint64_t* const d = w.row(i.rows[0]);
  uint64_t const *const a = w.row(i.rows[1]), *const b = w.row(i.rows[2]), *const c = w.row(i.rows[3]),
                        *const e = w.row(i.rows[4]);
  each_lane_at_once(lanes, [&](int l) {
    d[l] =
        to_bits<R>(F(from_bits<A>(a[l]), from_bits<A>(b[l]), static_cast<uint32_t>(c[l]), static_cast<uint32_t>(e[l])));
  });
}

/// `a + b`, `a - b`, or a half of `a * b` plus `c`, with the carry of the instruction before. A difference is `a + ~b +
/// 1`: its carry is set where there is no borrow. nvcc's division of 128 bits adds the carry of a difference, and needs
/// that.
enum class carried { sum, difference, low_product, high_product };
template <class T, carried What, bool Reads, bool Writes>
void with_carry(warp& w, instruction const& i, uint32_t lanes) {
  using U = std::make_unsigned_t<T>;
  uint32_t made = 0;
  each_lane(lanes, [&](int l) {
    auto const operand = [&](int which) { return from_bits<T>(w.row(i.rows[which])[l]); };
    unsigned_128 const before = Reads ? w.carry >> l & 1 : What == carried::difference ? 1 : 0;
    unsigned_128 result = 0;
    if constexpr (What == carried::sum) {
      result = unsigned_128{static_cast<U>(operand(1))} + static_cast<U>(operand(2)) + before;
    } else if constexpr (What == carried::difference) {
      result = unsigned_128{static_cast<U>(operand(1))} + static_cast<U>(~static_cast<U>(operand(2))) + before;
    } else {
      U const part = What == carried::high_product
                         ? static_cast<U>(high_half(operand(1), operand(2)))
                         : static_cast<U>(static_cast<U>(operand(1)) * static_cast<U>(operand(2)));
      result = unsigned_128{part} + static_cast<U>(operand(3)) + before;
    }
    w.row(i.rows[0])[l] = to_bits<T>(static_cast<T>(static_cast<U>(result)));
    made |= static_cast<uint32_t>(result >> (8 * sizeof(T)) & 1) << l;
  });
  if constexpr (Writes) w.carry = (w.carry & ~lanes) | made;
}

template <carried What, bool Reads, bool Writes>
executor carry_executor(std::string_view type) {
  return for_integer(type, []<class T>(std::type_identity<T>) -> executor {
    if constexpr (sizeof(T) == 2)
      return nullptr;
    else
      return &with_carry<T, What, Reads, Writes>;
  });
}
template <carried What>
executor carry_executor(std::string_view type, bool reads, bool writes) {
  if (reads) return writes ? carry_executor<What, true, true>(type) : carry_executor<What, true, false>(type);
  return carry_executor<What, false, true>(type);
}
executor carry_executor(std::string_view opcode, words const& modifiers) {
  std::string_view const type = type_of(modifiers);
  bool const writes = modifiers.size() > 1 && modifiers[modifiers.size() - 2] == "cc", reads = opcode.back() == 'c';
  std::size_t const others = modifiers.size() - 1 - (writes ? 1 : 0);
  if (opcode.starts_with("mad") && others == 1) {
    if (modifiers[0] == "lo") return carry_executor<carried::low_product>(type, reads, writes);
    if (modifiers[0] == "hi") return carry_executor<carried::high_product>(type, reads, writes);
  }
  if (opcode.starts_with("add") && others == 0) return carry_executor<carried::sum>(type, reads, writes);
  if (opcode.starts_with("sub") && others == 0) return carry_executor<carried::difference>(type, reads, writes);
  return nullptr;
}

/// c and the products of `Count` parts of a with as many bytes of b, from byte `First` of b on.
template <class A, class B, int Count, int First>
uint32_t sum_of_products(uint32_t a, uint32_t b, uint32_t c) {
  for (int part = 0; part < Count; ++part) {
    auto const x = static_cast<A>(a >> (8 * static_cast<int>(sizeof(A))) * part);
    auto const y = static_cast<B>(b >> 8 * (First + part));
    c += static_cast<uint32_t>(int32_t{x} * int32_t{y});
  }
  return c;
}
/// dp4a.A.B; dp2a.lo.A.B and dp2a.hi.A.B.
executor sum_of_products_executor(std::string_view opcode, words const& modifiers) {
  bool const of_bytes = opcode == "dp4a";
  if (modifiers.size() != (of_bytes ? 2u : 3u)) return nullptr;
  bool const upper = !of_bytes && modifiers[0] == "hi";
  auto const made = [&]<class A, class A2, class B>() -> executor {
    if (of_bytes) return &three<uint32_t, uint32_t, uint32_t, &sum_of_products<A, B, 4, 0>>;
    if (upper) return &three<uint32_t, uint32_t, uint32_t, &sum_of_products<A2, B, 2, 2>>;
    return &three<uint32_t, uint32_t, uint32_t, &sum_of_products<A2, B, 2, 0>>;
  };
  bool const a_signed = modifiers[modifiers.size() - 2] == "s32", b_signed = modifiers.back() == "s32";
  if (a_signed && b_signed) return made.operator()<int8_t, int16_t, int8_t>();
  if (a_signed) return made.operator()<int8_t, int16_t, uint8_t>();
  if (b_signed) return made.operator()<uint8_t, uint16_t, int8_t>();
  return made.operator()<uint8_t, uint16_t, uint8_t>();
}

enum class of_bytes { add, subtract, average, difference, smallest, largest };

/// Four sums and the like of the bytes of two registers; with `Sums`, these are added to the third operand.
template <class T, of_bytes Operation, bool Saturates, bool Sums>
uint32_t each_byte(uint32_t a, uint32_t b, uint32_t c) {
  uint32_t result = 0, sum = c;
  for (unsigned byte = 0; byte < 4; ++byte) {
    int const x = static_cast<T>(a >> 8 * byte), y = static_cast<T>(b >> 8 * byte);
    int value = 0;
    switch (Operation) {
      case of_bytes::add:
        value = x + y;
        break;
      case of_bytes::subtract:
        value = x - y;
        break;
      case of_bytes::average:
        value = (x + y + (x + y >= 0 ? 1 : 0)) >> 1;
        break;
      case of_bytes::difference:
        value = std::abs(x - y);
        break;
      case of_bytes::smallest:
        value = std::min(x, y);
        break;
      case of_bytes::largest:
        value = std::max(x, y);
        break;
    }
    if (Saturates) value = std::clamp<int>(value, std::numeric_limits<T>::min(), std::numeric_limits<T>::max());
    result |= (static_cast<uint32_t>(value) & 0xff) << 8 * byte;
    sum += static_cast<uint32_t>(value);
  }
  return Sums ? sum : result;
}
template <of_bytes Operation>
executor each_byte_executor(words const& modifiers) {
  if (modifiers.size() < 3 || modifiers.size() > 4 || modifiers[0] != modifiers[1] || modifiers[0] != modifiers[2])
    return nullptr;
  bool const is_signed = modifiers[0] == "s32", has_more = modifiers.size() == 4;
  bool const saturates = has_more && modifiers[3] == "sat", sums = has_more && modifiers[3] == "add";
  if ((!is_signed && modifiers[0] != "u32") || (has_more && !saturates && !sums)) return nullptr;
  auto const made = [&]<class T>() -> executor {
    if (saturates) return &three<uint32_t, uint32_t, uint32_t, &each_byte<T, Operation, true, false>>;
    if (sums) return &three<uint32_t, uint32_t, uint32_t, &each_byte<T, Operation, false, true>>;
    return &three<uint32_t, uint32_t, uint32_t, &each_byte<T, Operation, false, false>>;
  };
  return is_signed ? made.template operator()<int8_t>() : made.template operator()<uint8_t>();
}

executor integer_executor(std::string_view opcode, words const& modifiers) {
  if (opcode == "vadd4") return each_byte_executor<of_bytes::add>(modifiers);
  if (opcode == "vsub4") return each_byte_executor<of_bytes::subtract>(modifiers);
  if (opcode == "vavrg4") return each_byte_executor<of_bytes::average>(modifiers);
  if (opcode == "vabsdiff4") return each_byte_executor<of_bytes::difference>(modifiers);
  if (opcode == "vmin4") return each_byte_executor<of_bytes::smallest>(modifiers);
  if (opcode == "vmax4") return each_byte_executor<of_bytes::largest>(modifiers);
  std::string_view const type = type_of(modifiers);
  if (uses_carry(opcode, modifiers)) return carry_executor(opcode, modifiers);
  if (opcode == "dp4a" || opcode == "dp2a") return sum_of_products_executor(opcode, modifiers);
  bool const plain = modifiers.size() == 1;
  std::string_view const part = modifiers.size() == 2 ? modifiers[0] : std::string_view{};
  if (opcode == "popc" && plain) {
    if (type == "b32")
      return &one<uint32_t, uint32_t, [](uint32_t a) { return static_cast<uint32_t>(std::popcount(a)); }>;
    if (type == "b64")
      return &one<uint32_t, uint64_t, [](uint64_t a) { return static_cast<uint32_t>(std::popcount(a)); }>;
  }
  if (opcode == "clz" && plain) {
    if (type == "b32")
      return &one<uint32_t, uint32_t, [](uint32_t a) { return static_cast<uint32_t>(std::countl_zero(a)); }>;
    if (type == "b64")
      return &one<uint32_t, uint64_t, [](uint64_t a) { return static_cast<uint32_t>(std::countl_zero(a)); }>;
  }
  if (opcode == "bmsk" && type == "b32" && part == "clamp")
    return &two<uint32_t, uint32_t, uint32_t, &mask_of_bits<true>>;
  if (opcode == "bmsk" && type == "b32" && part == "wrap")
    return &two<uint32_t, uint32_t, uint32_t, &mask_of_bits<false>>;
  if (opcode == "prmt" && plain && type == "b32") return &three<uint32_t, uint32_t, uint32_t, &permuted>;
  if (opcode == "lop3" && type == "b32" && plain)
    return &four<uint32_t, uint32_t,
                 [](uint32_t a, uint32_t b, uint32_t c, uint32_t t) { return logic_of_three(a, b, c, t); }>;
  if (opcode == "shf" && modifiers.size() == 3 && type == "b32") {
    bool const left = modifiers[0] == "l", clamp = modifiers[1] == "clamp";
    if (left && clamp)
      return &three<uint32_t, uint32_t, uint32_t, [](uint32_t a, uint32_t b, uint32_t n) {
        return static_cast<uint32_t>((uint64_t{b} << 32 | a) << std::min(n, 32u) >> 32);
      }>;
    if (left)
      return &three<uint32_t, uint32_t, uint32_t, [](uint32_t a, uint32_t b, uint32_t n) {
        return static_cast<uint32_t>((uint64_t{b} << 32 | a) << (n & 31) >> 32);
      }>;
    if (clamp)
      return &three<uint32_t, uint32_t, uint32_t, [](uint32_t a, uint32_t b, uint32_t n) {
        return static_cast<uint32_t>((uint64_t{b} << 32 | a) >> std::min(n, 32u));
      }>;
    return &three<uint32_t, uint32_t, uint32_t, [](uint32_t a, uint32_t b, uint32_t n) {
      return static_cast<uint32_t>((uint64_t{b} << 32 | a) >> (n & 31));
    }>;
  }
  if (opcode == "mul" && part == "wide") {
    if (type == "s32") return &two<int64_t, int32_t, int32_t, [](int64_t a, int64_t b) { return a * b; }>;
    if (type == "u32") return &two<uint64_t, uint32_t, uint32_t, [](uint64_t a, uint64_t b) { return a * b; }>;
    if (type == "s16") return &two<int32_t, int16_t, int16_t, [](int32_t a, int32_t b) { return a * b; }>;
    if (type == "u16") return &two<uint32_t, uint16_t, uint16_t, [](uint32_t a, uint32_t b) { return a * b; }>;
    return nullptr;
  }
  if (opcode == "mad" && part == "wide") {
    if (type == "s32")
      return &three<uint64_t, int32_t, uint64_t,
                    [](int64_t a, int64_t b, uint64_t c) { return static_cast<uint64_t>(a * b) + c; }>;
    if (type == "u32")
      return &three<uint64_t, uint32_t, uint64_t, [](uint64_t a, uint64_t b, uint64_t c) { return a * b + c; }>;
    if (type == "s16")
      return &three<uint32_t, int16_t, uint32_t,
                    [](int32_t a, int32_t b, uint32_t c) { return static_cast<uint32_t>(a * b) + c; }>;
    if (type == "u16")
      return &three<uint32_t, uint16_t, uint32_t, [](uint32_t a, uint32_t b, uint32_t c) { return a * b + c; }>;
    return nullptr;
  }
  return for_integer(type, [&]<class T>(std::type_identity<T>) -> executor {
    using W = wrapping<T>;
    using U = std::make_unsigned_t<T>;
    if (opcode == "mul" || opcode == "mad") {
      bool const low = part == "lo", high = part == "hi";
      if (!low && !high) return nullptr;
      if (opcode == "mul") {
        if (low) return &two<T, T, T, [](T a, T b) { return static_cast<T>(static_cast<W>(a) * static_cast<W>(b)); }>;
        return &two<T, T, T, [](T a, T b) { return high_half(a, b); }>;
      }
      if (low)
        return &three<T, T, T, [](T a, T b, T c) {
          return static_cast<T>(static_cast<W>(a) * static_cast<W>(b) + static_cast<W>(c));
        }>;
      return &three<T, T, T,
                    [](T a, T b, T c) { return static_cast<T>(static_cast<W>(high_half(a, b)) + static_cast<W>(c)); }>;
    }
    if constexpr (std::is_same_v<T, int32_t>) {
      if (opcode == "add" && part == "sat") return &two<T, T, T, [](int64_t a, int64_t b) { return clamped(a + b); }>;
      if (opcode == "sub" && part == "sat") return &two<T, T, T, [](int64_t a, int64_t b) { return clamped(a - b); }>;
    }
    if ((opcode == "min" || opcode == "max") && part == "relu" && std::is_signed_v<T>) {
      if (opcode == "min") return &two<T, T, T, [](T a, T b) { return std::max<T>(0, std::min(a, b)); }>;
      return &two<T, T, T, [](T a, T b) { return std::max<T>(0, std::max(a, b)); }>;
    }
    if (!plain) return nullptr;
    if (opcode == "add")
      return &two<T, T, T, [](T a, T b) { return static_cast<T>(static_cast<W>(a) + static_cast<W>(b)); }>;
    if (opcode == "sub")
      return &two<T, T, T, [](T a, T b) { return static_cast<T>(static_cast<W>(a) - static_cast<W>(b)); }>;
    if (opcode == "div") return &two<T, T, T, [](T a, T b) { return quotient(a, b); }>;
    if (opcode == "rem") return &two<T, T, T, [](T a, T b) { return remainder(a, b); }>;
    if (opcode == "min") return &two<T, T, T, [](T a, T b) { return std::min(a, b); }>;
    if (opcode == "max") return &two<T, T, T, [](T a, T b) { return std::max(a, b); }>;
    if (opcode == "and") return &two<T, T, T, [](T a, T b) { return static_cast<T>(a & b); }>;
    if (opcode == "or") return &two<T, T, T, [](T a, T b) { return static_cast<T>(a | b); }>;
    if (opcode == "xor") return &two<T, T, T, [](T a, T b) { return static_cast<T>(a ^ b); }>;
    if (opcode == "not") return &one<T, T, [](T a) { return static_cast<T>(~a); }>;
    if (opcode == "cnot") return &one<T, T, [](T a) { return static_cast<T>(a == 0); }>;
    if (opcode == "neg") return &one<T, T, [](T a) { return static_cast<T>(0 - static_cast<W>(a)); }>;
    if (opcode == "abs") return &one<T, T, [](T a) { return a < T{} ? static_cast<T>(0 - static_cast<W>(a)) : a; }>;
    if (opcode == "shl") return &two<T, T, uint32_t, [](T a, uint32_t n) { return shifted_left(a, n); }>;
    if (opcode == "shr") return &two<T, T, uint32_t, [](T a, uint32_t n) { return shifted_right(a, n); }>;
    if (opcode == "brev")
      return &one<T, T, [](T a) {
        U reversed = 0;
        for (unsigned i = 0; i < 8 * sizeof(T); ++i)
          reversed |= static_cast<U>((static_cast<U>(a) >> i & 1) << (8 * sizeof(T) - 1 - i));
        return static_cast<T>(reversed);
      }>;
    if (opcode == "bfind")
      return &one<uint32_t, T, [](T a) {
        U const bits = static_cast<U>(a < T{} ? ~a : a);
        return bits == 0 ? 0xffffffffu : static_cast<uint32_t>(std::bit_width(bits) - 1);
      }>;
    if (opcode == "bfe")
      return [](warp& w, instruction const& i, uint32_t lanes) {
        each_lane(lanes, [&](int l) {
          w.row(i.rows[0])[l] =
              to_bits<T>(extracted(from_bits<T>(w.row(i.rows[1])[l]), static_cast<uint32_t>(w.row(i.rows[2])[l]),
                                   static_cast<uint32_t>(w.row(i.rows[3])[l])));
        });
      };
    if constexpr (std::is_unsigned_v<T>) {
      if (opcode == "bfi") return &four<T, T, [](T a, T b, uint32_t c, uint32_t e) { return inserted(a, b, c, e); }>;
    }
    return nullptr;
  });
}

// ---- floating-point numbers -----------------------------------------------------------------------------------------

template <class T>
T smaller(T a, T b) {
  if (std::isnan(a)) return b;
  if (std::isnan(b)) return a;
  if (a == b) return std::signbit(a) ? a : b;
  return a < b ? a : b;
}
template <class T>
T larger(T a, T b) {
  if (std::isnan(a)) return b;
  if (std::isnan(b)) return a;
  if (a == b) return std::signbit(a) ? b : a;
  return a > b ? a : b;
}
/// The NaN that instructions make: all bits but the sign.
template <class T>
T only_nan() {
  using bits = std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>;
  return __builtin_bit_cast(T, static_cast<bits>(~bits{0} >> 1));
}
template <class T>
T saturated(T a) {
  return std::isnan(a) ? T{0} : std::clamp(a, T{0}, T{1});
}
/// Numbers below the smallest normal one are 0.
template <class T>
T flushed(T a) {
  return std::fpclassify(a) == FP_SUBNORMAL ? std::copysign(T{0}, a) : a;
}
/// A neighbour of the nearest number, or that, as the operand's bits have it. A result that a float has is exact:
/// NVIDIA's `tanh` and `erf` of doubles rely on it for powers of two.
float within_a_bit(double result, float operand) {
  auto const nearest = static_cast<float>(result);
  if (!approximations_differ || !std::isnormal(nearest) || nearest == result) return nearest;
  uint32_t const mixed = std::bit_cast<uint32_t>(operand) * 2654435761u >> 30;
  if (mixed == 1) return std::nextafter(nearest, std::numeric_limits<float>::infinity());
  if (mixed == 2) return std::nextafter(nearest, -std::numeric_limits<float>::infinity());
  return nearest;
}

template <class T, auto F>
executor rounded_two(std::string_view mode) {
  if (mode == "rn" || mode.empty()) return &two<T, T, T, F>;
  if (mode == "rz") return &two_rounded<T, FE_TOWARDZERO, F>;
  if (mode == "rm") return &two_rounded<T, FE_DOWNWARD, F>;
  if (mode == "rp") return &two_rounded<T, FE_UPWARD, F>;
  return nullptr;
}
template <class T, auto F>
executor rounded_three(std::string_view mode) {
  if (mode == "rn" || mode.empty()) return &three<T, T, T, F>;
  if (mode == "rz") return &three_rounded<T, FE_TOWARDZERO, F>;
  if (mode == "rm") return &three_rounded<T, FE_DOWNWARD, F>;
  if (mode == "rp") return &three_rounded<T, FE_UPWARD, F>;
  return nullptr;
}

/// Two numbers in the halves of a 64-bit register.
template <auto F>
uint64_t in_halves(uint64_t a, uint64_t b, uint64_t c) {
  auto const half = [](uint64_t x, int which) { return from_bits<float>(x >> (32 * which)); };
  return to_bits(F(half(a, 0), half(b, 0), half(c, 0))) | to_bits(F(half(a, 1), half(b, 1), half(c, 1))) << 32;
}

template <auto F>
void approximate(warp& w, instruction const& i, uint32_t lanes) {
  uint64_t* const d = w.row(i.rows[0]);
  uint64_t const* const a = w.row(i.rows[1]);
  each_lane(lanes, [&](int l) {
    float const operand = from_bits<float>(a[l]);
    d[l] = to_bits(within_a_bit(F(static_cast<double>(operand)), operand));
  });
}
template <auto F>
void approximate_flushed(warp& w, instruction const& i, uint32_t lanes) {
  uint64_t* const d = w.row(i.rows[0]);
  uint64_t const* const a = w.row(i.rows[1]);
  each_lane(lanes, [&](int l) {
    float const operand = flushed(from_bits<float>(a[l]));
    d[l] = to_bits(flushed(within_a_bit(F(static_cast<double>(operand)), operand)));
  });
}

/// Operations of one real operand, with their modifiers but the type.
executor approximate_executor(std::string_view opcode, bool flush) {
  auto const choose = [flush](executor exact, executor flushing) { return flush ? flushing : exact; };
#define ALLOTYPE_APPROXIMATE(f) \
  choose(&approximate<[](double a) { return f; }>, &approximate_flushed<[](double a) { return f; }>)
  if (opcode == "ex2") return ALLOTYPE_APPROXIMATE(std::exp2(a));
  if (opcode == "lg2") return ALLOTYPE_APPROXIMATE(std::log2(a));
  if (opcode == "sin") return ALLOTYPE_APPROXIMATE(std::sin(a));
  if (opcode == "cos") return ALLOTYPE_APPROXIMATE(std::cos(a));
  if (opcode == "tanh") return ALLOTYPE_APPROXIMATE(std::tanh(a));
  if (opcode == "rcp") return ALLOTYPE_APPROXIMATE(1 / a);
  if (opcode == "rsqrt") return ALLOTYPE_APPROXIMATE(1 / std::sqrt(a));
  if (opcode == "sqrt") return ALLOTYPE_APPROXIMATE(std::sqrt(a));
#undef ALLOTYPE_APPROXIMATE
  return nullptr;
}

/// `rcp.approx.ftz.f64` reads and writes the upper halves of the numbers: 20 bits of the fraction.
double upper_half(double a) { return std::bit_cast<double>(std::bit_cast<uint64_t>(a) & 0xffffffff00000000u); }

executor real_executor(std::string_view opcode, words const& modifiers) {
  std::string_view const type = type_of(modifiers);
  if (type == "f32x2") {
    static constexpr auto add = [](float a, float b, float) { return a + b; };
    static constexpr auto multiply = [](float a, float b, float) { return a * b; };
    static constexpr auto fused = [](float a, float b, float c) { return std::fma(a, b, c); };
    if (modifiers.size() > 2 || (modifiers.size() == 2 && modifiers[0] != "rn")) return nullptr;
    if (opcode == "add")
      return &two<uint64_t, uint64_t, uint64_t, [](uint64_t a, uint64_t b) { return in_halves<add>(a, b, 0); }>;
    if (opcode == "mul")
      return &two<uint64_t, uint64_t, uint64_t, [](uint64_t a, uint64_t b) { return in_halves<multiply>(a, b, 0); }>;
    if (opcode == "fma") return &three<uint64_t, uint64_t, uint64_t, &in_halves<fused>>;
    return nullptr;
  }
  std::string_view mode;
  bool approximate = false, flush = false, saturate = false, nan_wins = false;
  for (std::size_t i = 0; i + 1 < modifiers.size(); ++i) {
    std::string_view const word = modifiers[i];
    if (word == "rn" || word == "rz" || word == "rm" || word == "rp") {
      mode = word;
    } else if (word == "approx" || word == "full") {
      approximate = true;
    } else if (word == "ftz") {
      flush = true;
    } else if (word == "sat") {
      saturate = true;
    } else if (word == "NaN") {
      nan_wins = true;
    } else {
      return nullptr;
    }
  }
  return for_real(type, [&]<class T>(std::type_identity<T>) -> executor {
    constexpr bool single = std::is_same_v<T, float>;
    if (nan_wins) {
      if (!single || flush || saturate || approximate || !mode.empty()) return nullptr;
      if (opcode == "min")
        return &two<T, T, T, [](T a, T b) { return std::isnan(a) || std::isnan(b) ? only_nan<T>() : smaller(a, b); }>;
      if (opcode == "max")
        return &two<T, T, T, [](T a, T b) { return std::isnan(a) || std::isnan(b) ? only_nan<T>() : larger(a, b); }>;
      return nullptr;
    }
    if constexpr (single) {
      if (approximate && opcode == "div") {
        return flush ? &two<float, float, float,
                            [](float a, float b) {
                              return flushed(within_a_bit(static_cast<double>(flushed(a)) / flushed(b), a));
                            }>
                     : &two<float, float, float,
                            [](float a, float b) { return within_a_bit(static_cast<double>(a) / b, a); }>;
      }
      if (approximate) return approximate_executor(opcode, flush);
    } else if (approximate) {
      if (opcode == "rcp" && flush)
        return &one<double, double, [](double a) { return upper_half(flushed(1 / upper_half(a))); }>;
      if (opcode == "rsqrt" && flush)
        return &one<double, double, [](double a) { return upper_half(flushed(1 / std::sqrt(upper_half(a)))); }>;
      return nullptr;
    }
    if (saturate && flush) return nullptr;
    if (saturate) {
      if (!mode.empty() && mode != "rn") return nullptr;
      if (opcode == "add") return &two<T, T, T, [](T a, T b) { return saturated(a + b); }>;
      if (opcode == "mul") return &two<T, T, T, [](T a, T b) { return saturated(a * b); }>;
      if (opcode == "fma") return &three<T, T, T, [](T a, T b, T c) { return saturated(std::fma(a, b, c)); }>;
      return nullptr;
    }
    if (flush) {
      if (!mode.empty() && mode != "rn") return nullptr;
      if (opcode == "add") return &two<T, T, T, [](T a, T b) { return flushed(flushed(a) + flushed(b)); }>;
      if (opcode == "sub") return &two<T, T, T, [](T a, T b) { return flushed(flushed(a) - flushed(b)); }>;
      if (opcode == "mul") return &two<T, T, T, [](T a, T b) { return flushed(flushed(a) * flushed(b)); }>;
      if (opcode == "fma")
        return &three<T, T, T, [](T a, T b, T c) { return flushed(std::fma(flushed(a), flushed(b), flushed(c))); }>;
      if (opcode == "abs") return &one<T, T, [](T a) { return std::fabs(flushed(a)); }>;
      if (opcode == "neg") return &one<T, T, [](T a) { return -flushed(a); }>;
      if (opcode == "min") return &two<T, T, T, [](T a, T b) { return smaller(flushed(a), flushed(b)); }>;
      if (opcode == "max") return &two<T, T, T, [](T a, T b) { return larger(flushed(a), flushed(b)); }>;
      return nullptr;
    }
    if (opcode == "add") return rounded_two<T, [](T a, T b) { return a + b; }>(mode);
    if (opcode == "sub") return rounded_two<T, [](T a, T b) { return a - b; }>(mode);
    if (opcode == "mul") return rounded_two<T, [](T a, T b) { return a * b; }>(mode);
    if (opcode == "div") return rounded_two<T, [](T a, T b) { return a / b; }>(mode);
    if (opcode == "fma" || opcode == "mad")
      return rounded_three<T, [](T a, T b, T c) { return std::fma(a, b, c); }>(mode);
    if (opcode == "sqrt" && mode == "rn") return &one<T, T, [](T a) { return std::sqrt(a); }>;
    if (opcode == "rcp" && mode == "rn") return &one<T, T, [](T a) { return 1 / a; }>;
    if (!mode.empty()) return nullptr;
    if (opcode == "min") return &two<T, T, T, [](T a, T b) { return smaller(a, b); }>;
    if (opcode == "max") return &two<T, T, T, [](T a, T b) { return larger(a, b); }>;
    if (opcode == "abs") return &one<T, T, [](T a) { return std::fabs(a); }>;
    if (opcode == "neg") return &one<T, T, [](T a) { return -a; }>;
    // The sign is the first operand's.
    if (opcode == "copysign") return &two<T, T, T, [](T a, T b) { return std::copysign(b, a); }>;
    return nullptr;
  });
}

/// Numbers of 16 bits, one or two in a register of 32: computed as doubles and rounded once.
template <bool Brain, bool Two, auto F>
uint64_t in_16_bits(uint64_t a, uint64_t b, uint64_t c) {
  auto const number = [](uint64_t x) -> double {
    auto const bits = static_cast<uint16_t>(x);
    return Brain ? float_of_bfloat(bits) : float_of_half(bits);
  };
  auto const computed = [&](int shift) -> uint64_t {
    double const result = F(number(a >> shift), number(b >> shift), number(c >> shift));
    return Brain ? bfloat_of_double(result, FE_TONEAREST) : half_of_double(result, FE_TONEAREST);
  };
  return Two ? computed(16) << 16 | computed(0) : computed(0);
}
template <bool Brain, bool Two>
executor small_real_executor(std::string_view opcode) {
#define ALLOTYPE_IN_16_BITS(arity, ...)                                                                               \
  &arity<uint64_t, uint64_t, uint64_t, [](uint64_t a, uint64_t b = 0, uint64_t c = 0) {                               \
    return in_16_bits<Brain, Two,                                                                                     \
                      []([[maybe_unused]] double x, [[maybe_unused]] double y, [[maybe_unused]] double z) -> double { \
                        return __VA_ARGS__;                                                                           \
                      }>(a, b, c);                                                                                    \
  }>
  if (opcode == "add") return ALLOTYPE_IN_16_BITS(two, x + y);
  if (opcode == "sub") return ALLOTYPE_IN_16_BITS(two, x - y);
  if (opcode == "mul") return ALLOTYPE_IN_16_BITS(two, x * y);
  if (opcode == "fma") return ALLOTYPE_IN_16_BITS(three, fused_to_odd(x, y, z));
  if (opcode == "min") return ALLOTYPE_IN_16_BITS(two, smaller(x, y));
  if (opcode == "max") return ALLOTYPE_IN_16_BITS(two, larger(x, y));
#undef ALLOTYPE_IN_16_BITS
  constexpr uint64_t signs = Two ? 0x80008000u : 0x8000u;
  if (opcode == "neg") return &one<uint64_t, uint64_t, [](uint64_t a) { return a ^ signs; }>;
  if (opcode == "abs") return &one<uint64_t, uint64_t, [](uint64_t a) { return a & ~signs; }>;
  return nullptr;
}
executor small_real_executor(std::string_view opcode, words const& modifiers) {
  if (modifiers.size() > 2 || (modifiers.size() == 2 && modifiers[0] != "rn")) return nullptr;
  std::string_view const type = type_of(modifiers);
  if (type == "f16") return small_real_executor<false, false>(opcode);
  if (type == "f16x2") return small_real_executor<false, true>(opcode);
  if (type == "bf16") return small_real_executor<true, false>(opcode);
  return small_real_executor<true, true>(opcode);
}

// ---- conversions ----------------------------------------------------------------------------------------------------

enum class number_type { u8, s8, u16, s16, u32, s32, u64, s64, f16, bf16, f32, f64 };
constexpr std::string_view number_names[] = {"u8",  "s8",  "u16", "s16",  "u32", "s32",
                                             "u64", "s64", "f16", "bf16", "f32", "f64"};
constexpr bool is_real(number_type type) { return type >= number_type::f16; }

template <number_type N>
auto read_number(uint64_t bits) {
  if constexpr (N == number_type::u8) return static_cast<uint8_t>(bits);
  if constexpr (N == number_type::s8) return static_cast<int8_t>(bits);
  if constexpr (N == number_type::u16) return static_cast<uint16_t>(bits);
  if constexpr (N == number_type::s16) return static_cast<int16_t>(bits);
  if constexpr (N == number_type::u32) return static_cast<uint32_t>(bits);
  if constexpr (N == number_type::s32) return static_cast<int32_t>(bits);
  if constexpr (N == number_type::u64) return bits;
  if constexpr (N == number_type::s64) return static_cast<int64_t>(bits);
  if constexpr (N == number_type::f16) return float_of_half(static_cast<uint16_t>(bits));
  if constexpr (N == number_type::bf16) return float_of_bfloat(static_cast<uint16_t>(bits));
  if constexpr (N == number_type::f32) return from_bits<float>(bits);
  if constexpr (N == number_type::f64) return from_bits<double>(bits);
}

/// To a whole number, as the current mode of rounding says; the nearest one that the type has, and 0 of what is no
/// number.
template <class To, class From>
To whole(From value) {
  if (std::isnan(value)) return 0;
  From const rounded = std::rint(value);
  if (rounded < static_cast<From>(std::numeric_limits<To>::min())) return std::numeric_limits<To>::min();
  if (rounded >= std::ldexp(From{1}, std::numeric_limits<To>::digits)) return std::numeric_limits<To>::max();
  return static_cast<To>(rounded);
}

/// How a conversion rounds; an instruction has it in its `offset`.
struct conversion {
  bool to_whole, saturate, flush;  // to_whole: .rni and its like
  int mode;

  static conversion of(int64_t bits) {
    return {(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0, static_cast<int>(bits >> 3)};
  }
  int64_t bits() const { return to_whole | saturate << 1 | flush << 2 | int64_t{mode} << 3; }
};

template <number_type To, class From>
uint64_t converted(From value, conversion const& how) {
  constexpr bool from_real = std::is_floating_point_v<From>;
  if constexpr (!is_real(To)) {
    using T = decltype(read_number<To>(0));
    if constexpr (from_real) return to_bits(whole<T>(value));
    // Wider results repeat the operand's sign; narrower ones lose bits, or saturate.
    if constexpr (!from_real) {
      if (how.saturate) {
        if (std::cmp_less(value, std::numeric_limits<T>::min())) return to_bits(std::numeric_limits<T>::min());
        if (std::cmp_greater(value, std::numeric_limits<T>::max())) return to_bits(std::numeric_limits<T>::max());
      }
      // A register is wider than the number of 8 bits in it: the sign fills it.
      if constexpr (sizeof(T) == 1 && std::is_signed_v<T>) return static_cast<uint32_t>(static_cast<T>(value));
      return to_bits(static_cast<T>(value));
    }
  } else {
    if constexpr (To == number_type::f64) {
      auto result = static_cast<double>(value);
      if (how.to_whole) result = std::rint(result);
      return to_bits(how.saturate ? saturated(result) : result);
    } else {
      if constexpr (To == number_type::f16) {
        if constexpr (std::is_same_v<From, float>)
          return half_of_float(how.saturate ? saturated(value) : value, how.mode);
        return half_of_double(static_cast<double>(value), how.mode);
      } else if constexpr (To == number_type::bf16) {
        return bfloat_of_double(static_cast<double>(value), how.mode);
      } else {
        auto result = static_cast<float>(value);
        if (how.to_whole) result = std::rint(result);
        if (how.flush) result = flushed(result);
        return to_bits(how.saturate ? saturated(result) : result);
      }
    }
  }
}

template <number_type To, number_type From>
void convert(warp& w, instruction const& i, uint32_t lanes) {
  conversion const how = conversion::of(i.offset);
  if (how.mode != FE_TONEAREST) std::fesetround(how.mode);
  uint64_t* const d = w.row(i.rows[0]);
  uint64_t const* const a = w.row(i.rows[1]);
  each_lane(lanes, [&](int l) { d[l] = converted<To>(read_number<From>(a[l]), how); });
  if (how.mode != FE_TONEAREST) std::fesetround(FE_TONEAREST);
}

template <number_type To, int... Froms>
executor converter_from(std::string_view from, std::integer_sequence<int, Froms...>) {
  executor found = nullptr;
  ((from == number_names[Froms] ? void(found = &convert<To, static_cast<number_type>(Froms)>) : void()), ...);
  return found;
}
template <int... Tos>
executor converter(std::string_view to, std::string_view from, std::integer_sequence<int, Tos...> all) {
  executor found = nullptr;
  ((to == number_names[Tos] ? void(found = converter_from<static_cast<number_type>(Tos)>(from, all)) : void()), ...);
  return found;
}

/// Two numbers that become the halves of a register: the first the upper one.
template <bool Brain>
void pack_halves(warp& w, instruction const& i, uint32_t lanes) {
  each_lane(lanes, [&](int l) {
    auto const half = [&](int which) -> uint64_t {
      float const value = from_bits<float>(w.row(i.rows[which])[l]);
      return Brain ? bfloat_of_double(value, FE_TONEAREST) : half_of_float(value, FE_TONEAREST);
    };
    w.row(i.rows[0])[l] = half(1) << 16 | half(2);
  });
}

/// The same of 8 bits each, and back.
template <int Exponent, int Fraction>
void pack_bytes(warp& w, instruction const& i, uint32_t lanes) {
  each_lane(lanes, [&](int l) {
    auto const byte = [&](int which) -> uint64_t {
      return byte_of_float<Exponent, Fraction>(from_bits<float>(w.row(i.rows[which])[l]));
    };
    w.row(i.rows[0])[l] = byte(1) << 8 | byte(2);
  });
}
template <int Exponent, int Fraction>
void unpack_bytes(warp& w, instruction const& i, uint32_t lanes) {
  each_lane(lanes, [&](int l) {
    auto const half = [&](int shift) -> uint64_t {
      return half_of_byte<Exponent, Fraction>(static_cast<uint8_t>(w.row(i.rows[1])[l] >> shift));
    };
    w.row(i.rows[0])[l] = half(8) << 16 | half(0);
  });
}

executor conversion_executor(words const& modifiers, int64_t& detail) {
  if (modifiers.size() < 2) return nullptr;
  std::string_view const to = modifiers[modifiers.size() - 2], from = modifiers.back();
  if (from == "f32" && modifiers.size() == 4 && modifiers[0] == "rn" && modifiers[1] == "satfinite") {
    if (to == "e4m3x2") return &pack_bytes<4, 3>;
    if (to == "e5m2x2") return &pack_bytes<5, 2>;
  }
  if (to == "f16x2" && modifiers.size() == 3 && modifiers[0] == "rn") {
    if (from == "e4m3x2") return &unpack_bytes<4, 3>;
    if (from == "e5m2x2") return &unpack_bytes<5, 2>;
  }
  if (from == "f32" && modifiers.size() == 3 && modifiers[0] == "rn") {
    if (to == "f16x2") return &pack_halves<false>;
    if (to == "bf16x2") return &pack_halves<true>;
  }
  conversion how{false, false, false, FE_TONEAREST};
  for (std::size_t i = 0; i + 2 < modifiers.size(); ++i) {
    std::string_view const word = modifiers[i];
    if (word == "sat") {
      how.saturate = true;
    } else if (word == "ftz") {
      how.flush = true;
    } else if (word == "rn" || word == "rz" || word == "rm" || word == "rp" ||
               (word.size() == 3 && word[0] == 'r' && word[2] == 'i')) {
      how.mode = word[1] == 'z'   ? FE_TOWARDZERO
                 : word[1] == 'm' ? FE_DOWNWARD
                 : word[1] == 'p' ? FE_UPWARD
                                  : FE_TONEAREST;
      how.to_whole = word.size() == 3;
    } else {
      return nullptr;
    }
  }
  detail = how.bits();
  return converter(to, from, std::make_integer_sequence<int, 12>{});
}

// ---- comparisons and choices ----------------------------------------------------------------------------------------

template <auto Read, auto F>
void compare(warp& w, instruction const& i, uint32_t lanes) {
  uint64_t const *const a = w.row(i.rows[2]), *const b = w.row(i.rows[3]);
  uint32_t result = 0;
  for (int l = 0; l < lanes_of_a_warp; ++l) result |= uint32_t{F(Read(a[l]), Read(b[l]))} << l;
  // and, or, xor with a third predicate: as the fields below say.
  uint32_t const third = w.predicates[i.rows[4]] ^ static_cast<uint32_t>(i.offset);
  uint32_t opposite = ~result;
  switch (i.target) {
    case 1:
      result &= third, opposite &= third;
      break;
    case 2:
      result |= third, opposite |= third;
      break;
    case 3:
      result ^= third, opposite ^= third;
      break;
    default:
      break;
  }
  auto const set = [&](uint32_t predicate, uint32_t value) {
    w.predicates[predicate] = (w.predicates[predicate] & ~lanes) | (value & lanes);
  };
  set(i.rows[0], result);
  if ((i.flags & instruction_flag::sets_predicate) != 0) set(i.rows[1], opposite);
}

template <class T, auto Read = &from_bits<T>>
executor comparison(std::string_view how) {
  if (how == "eq") return &compare<Read, [](T a, T b) { return a == b; }>;
  if (how == "lt" || how == "lo") return &compare<Read, [](T a, T b) { return a < b; }>;
  if (how == "le" || how == "ls") return &compare<Read, [](T a, T b) { return a <= b; }>;
  if (how == "gt" || how == "hi") return &compare<Read, [](T a, T b) { return b < a; }>;
  if (how == "ge" || how == "hs") return &compare<Read, [](T a, T b) { return b <= a; }>;
  if constexpr (std::is_floating_point_v<T>) {
    if (how == "ne") return &compare<Read, [](T a, T b) { return a < b || b < a; }>;
    if (how == "equ") return &compare<Read, [](T a, T b) { return !(a < b || b < a); }>;
    if (how == "neu") return &compare<Read, [](T a, T b) { return !(a == b); }>;
    if (how == "ltu") return &compare<Read, [](T a, T b) { return !(b <= a); }>;
    if (how == "leu") return &compare<Read, [](T a, T b) { return !(b < a); }>;
    if (how == "gtu") return &compare<Read, [](T a, T b) { return !(a <= b); }>;
    if (how == "geu") return &compare<Read, [](T a, T b) { return !(a < b); }>;
    if (how == "num") return &compare<Read, [](T a, T b) { return !std::isnan(a) && !std::isnan(b); }>;
    if (how == "nan") return &compare<Read, [](T a, T b) { return std::isnan(a) || std::isnan(b); }>;
  } else {
    if (how == "ne") return &compare<Read, [](T a, T b) { return a != b; }>;
  }
  return nullptr;
}

executor comparison_executor(words const& modifiers) {
  std::string_view const type = type_of(modifiers), how = modifiers.empty() ? std::string_view{} : modifiers[0];
  executor const integer = for_integer(type, [&]<class T>(std::type_identity<T>) { return comparison<T>(how); });
  if (integer != nullptr) return integer;
  if (type == "f16")
    return comparison<float, [](uint64_t bits) { return float_of_half(static_cast<uint16_t>(bits)); }>(how);
  if (type == "bf16")
    return comparison<float, [](uint64_t bits) { return float_of_bfloat(static_cast<uint16_t>(bits)); }>(how);
  return for_real(type, [&]<class T>(std::type_identity<T>) { return comparison<T>(how); });
}

void select(warp& w, instruction const& i, uint32_t lanes) {
  uint64_t* const d = w.row(i.rows[0]);
  uint64_t const *const a = w.row(i.rows[1]), *const b = w.row(i.rows[2]);
  uint32_t const first = w.predicates[i.rows[3]] ^ static_cast<uint32_t>(i.offset);
  each_lane_at_once(lanes, [&](int l) { d[l] = (first >> l & 1) != 0 ? a[l] : b[l]; });
}

void move(warp& w, instruction const& i, uint32_t lanes) {
  uint64_t* const d = w.row(i.rows[0]);
  uint64_t const* const a = w.row(i.rows[1]);
  each_lane_at_once(lanes, [&](int l) { d[l] = a[l]; });
}

template <auto F>
void predicates(warp& w, instruction const& i, uint32_t lanes) {
  uint32_t const result = F(w.predicates[i.rows[1]], w.predicates[i.rows[2]]);
  uint32_t& d = w.predicates[i.rows[0]];
  d = (d & ~lanes) | (result & lanes);
}

}  // namespace

bool uses_carry(std::string_view opcode, words const& modifiers) {
  return opcode == "addc" || opcode == "subc" || opcode == "madc" ||
         std::find(modifiers.begin(), modifiers.end(), "cc") != modifiers.end();
}

executor arithmetic_executor(std::string_view opcode, words const& modifiers, int64_t& detail) {
  std::string_view const type = type_of(modifiers);
  if (type == "pred" && modifiers.size() == 1) {
    if (opcode == "and") return &predicates<[](uint32_t a, uint32_t b) { return a & b; }>;
    if (opcode == "or") return &predicates<[](uint32_t a, uint32_t b) { return a | b; }>;
    if (opcode == "xor") return &predicates<[](uint32_t a, uint32_t b) { return a ^ b; }>;
    if (opcode == "not") return &predicates<[](uint32_t a, uint32_t) { return ~a; }>;
    if (opcode == "mov") return &predicates<[](uint32_t a, uint32_t) { return a; }>;
  }
  if (opcode == "cvt") return conversion_executor(modifiers, detail);
  if (opcode == "setp") return comparison_executor(modifiers);
  if (opcode == "selp" && modifiers.size() == 1) return &select;
  if (opcode == "mov" && modifiers.size() == 1) return &move;
  if (type == "f32" || type == "f64" || type == "f32x2") return real_executor(opcode, modifiers);
  if (type == "f16" || type == "f16x2" || type == "bf16" || type == "bf16x2")
    return small_real_executor(opcode, modifiers);
  return integer_executor(opcode, modifiers);
}

}  // namespace allotype::device_tests
