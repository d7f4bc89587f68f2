// SPDX-License-Identifier: BSL-1.0
// Tensor cores: products of matrices whose elements are spread over the lanes of a warp, and the loads that spread
// them.
//
// Of a product of 16 rows, 8 columns and k terms, a lane has in each register of 32 bits as many elements as fit: E.
// Lane 4g + t has of A in register r the rows g + 8·(r mod 2), from column E·t + 4E·(r/2) on; of B the column g, from
// row E·t + 4E·r on; of C and D the rows g and g + 8, columns 2t and 2t + 1.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "block.hpp"
#include "half.hpp"

namespace allotype::device_tests {

namespace {

using words = std::vector<std::string_view>;

struct element_type {
  std::string_view name;
  unsigned a_register;
  double (*value)(std::uint32_t bits);
};
double of_f16(std::uint32_t bits) { return static_cast<double>(float_of_half(static_cast<std::uint16_t>(bits))); }
double of_bf16(std::uint32_t bits) { return static_cast<double>(float_of_bfloat(static_cast<std::uint16_t>(bits))); }
/// The lower 13 bits of a float are not looked at.
double of_tf32(std::uint32_t bits) { return static_cast<double>(std::bit_cast<float>(bits & 0xffffe000u)); }
double of_s8(std::uint32_t bits) { return static_cast<std::int8_t>(bits); }
double of_u8(std::uint32_t bits) { return static_cast<std::uint8_t>(bits); }
constexpr element_type element_types[] = {
    {"f16", 2, &of_f16}, {"bf16", 2, &of_bf16}, {"tf32", 1, &of_tf32}, {"s8", 4, &of_s8}, {"u8", 4, &of_u8}};

element_type const* type_named(std::string_view name) {
  for (element_type const& one : element_types) {
    if (one.name == name) return &one;
  }
  return nullptr;
}

double element(warp& w, std::vector<std::uint32_t> const& rows, element_type const& type, unsigned lane,
               unsigned which) {
  auto const bits = static_cast<std::uint32_t>(w.row(rows[which / type.a_register])[lane]);
  unsigned const width = 32 / type.a_register;
  std::uint32_t const part = bits >> (width * (which % type.a_register));
  return type.value(width == 32 ? part : part & ((1u << width) - 1));
}

/// As a GPU does it: what does not fit is cut off, not rounded.
float cut(double sum) {
  auto const nearest = static_cast<float>(sum);
  if (!std::isfinite(nearest) || std::fabs(static_cast<double>(nearest)) <= std::fabs(sum)) return nearest;
  return std::nextafter(nearest, 0.f);
}

bool all_lanes_are_here(warp& w, std::uint32_t lanes, char const* what) {
  if (lanes == all_lanes) return true;
  report(w, defect::barrier, std::countr_zero(lanes), std::string(what) + " without all 32 lanes of its warp");
  w.block->launch->result = outcome::hang;
  return false;
}

void multiply(warp& w, instruction const& i, std::uint32_t lanes) {
  if (!all_lanes_are_here(w, lanes, "multiplies matrices")) return;
  matrix_operands const& of = w.block->launch->code.matrices[i.target];
  for (auto const* const rows : {&of.a, &of.b, &of.c}) use_rows(w, *rows, lanes);
  element_type const &of_a = *type_named(of.type_of_a), &of_b = *type_named(of.type_of_b);
  unsigned const in_register = of_a.a_register, k = 4 * in_register * static_cast<unsigned>(of.b.size());
  double a[16][32], b[32][8], sums[16][8];
  for (unsigned lane = 0; lane < lanes_of_a_warp; ++lane) {
    unsigned const group = lane / 4, in_group = lane % 4;
    for (unsigned n = 0; n < of.a.size() * in_register; ++n) {
      unsigned const r = n / in_register, e = n % in_register;
      a[group + 8 * (r % 2)][in_register * in_group + e + 4 * in_register * (r / 2)] = element(w, of.a, of_a, lane, n);
    }
    for (unsigned n = 0; n < of.b.size() * in_register; ++n) {
      unsigned const r = n / in_register, e = n % in_register;
      b[in_register * in_group + e + 4 * in_register * r][group] = element(w, of.b, of_b, lane, n);
    }
  }
  for (unsigned row = 0; row < 16; ++row) {
    for (unsigned column = 0; column < 8; ++column) {
      double sum = 0;
      for (unsigned term = 0; term < k; ++term) sum += a[row][term] * b[term][column];
      sums[row][column] = sum;
    }
  }
  for (unsigned lane = 0; lane < lanes_of_a_warp; ++lane) {
    for (unsigned n = 0; n < 4; ++n) {
      double const sum = sums[lane / 4 + 8 * (n / 2)][2 * (lane % 4) + n % 2];
      if (of.type_of_d == "f16") {
        std::uint64_t const before = w.row(of.c[n / 2])[lane];
        double const c = of_f16(static_cast<std::uint32_t>(before >> (16 * (n % 2))) & 0xffffu);
        std::uint64_t& to = w.row(of.d[n / 2])[lane];
        std::uint64_t const half = half_of_double(sum + c, FE_TONEAREST);
        to = n % 2 == 0 ? half : (to & 0xffffu) | half << 16;
      } else if (of.type_of_d == "s32") {
        auto const c = static_cast<std::int32_t>(w.row(of.c[n])[lane]);
        std::int64_t const whole = static_cast<std::int64_t>(sum) + c;
        bool const saturates = of.saturates;
        std::int64_t const kept = saturates ? std::clamp<std::int64_t>(whole, INT32_MIN, INT32_MAX) : whole;
        w.row(of.d[n])[lane] = static_cast<std::uint32_t>(kept);
      } else {
        auto const c = std::bit_cast<float>(static_cast<std::uint32_t>(w.row(of.c[n])[lane]));
        w.row(of.d[n])[lane] = std::bit_cast<std::uint32_t>(cut(sum + static_cast<double>(c)));
      }
    }
  }
  set_rows(w, of.d, lanes);
}

/// Lane 8m + r has the address of row r of matrix m: 16 bytes.
void load_matrices(warp& w, instruction const& i, std::uint32_t lanes) {
  if (!all_lanes_are_here(w, lanes, "loads matrices")) return;
  matrix_operands const& of = w.block->launch->code.matrices[i.target];
  use_rows(w, of.a, lanes);
  instruction row_of_matrix = i;
  row_of_matrix.elements = 4;
  std::fill_n(row_of_matrix.rows, 4, 0);
  if (w.block->launch->counted != nullptr) {
    row_of_matrix.rows[4] = of.a[0];
    count_request(w, row_of_matrix, of.d.size() == 4 ? all_lanes : (1u << 8 * of.d.size()) - 1, 16, true, false);
  }
  for (unsigned matrix = 0; matrix < of.d.size(); ++matrix) {
    std::uint16_t elements[8][8] = {};
    for (unsigned row = 0; row < 8; ++row) {
      auto const lane = static_cast<int>(8 * matrix + row);
      std::uint64_t const address = (w.row(of.a[0])[lane] + static_cast<std::uint64_t>(i.offset)) & 0xffffffffu;
      unsigned char const* const from = reach_written(w, row_of_matrix, lane, address, 16);
      if (from == nullptr) return;
      std::memcpy(elements[row], from, 16);
    }
    for (unsigned lane = 0; lane < lanes_of_a_warp; ++lane) {
      unsigned const x = lane / 4, y = 2 * (lane % 4);
      std::uint32_t const first = of.transposed ? elements[y][x] : elements[x][y];
      std::uint32_t const second = of.transposed ? elements[y + 1][x] : elements[x][y + 1];
      w.row(of.d[matrix])[lane] = first | second << 16;
    }
  }
  set_rows(w, of.d, lanes);
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> list) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

}  // namespace

executor matrix_executor(std::string_view opcode, words const& modifiers, matrix_operands& to) {
  if (opcode == "ldmatrix" && modifiers.size() >= 5 && modifiers[0] == "sync" && modifiers[1] == "aligned" &&
      modifiers[2] == "m8n8" && modifiers.back() == "b16") {
    std::string_view const many = modifiers[3];
    if (!is_one_of(many, {"x1", "x2", "x4"})) return nullptr;
    to.d.resize(static_cast<std::size_t>(many[1] - '0'));
    to.transposed = modifiers[4] == "trans";
    to.a.resize(1);
    return &load_matrices;
  }
  bool const saturates = modifiers.size() == 10 && modifiers[5] == "satfinite";
  if (opcode != "mma" || (modifiers.size() != 9 && !saturates) || modifiers[0] != "sync" || modifiers[1] != "aligned" ||
      modifiers[3] != "row" || modifiers[4] != "col")
    return nullptr;
  std::size_t const types = modifiers.size() - 4;
  to.type_of_d = modifiers[types], to.type_of_a = modifiers[types + 1], to.type_of_b = modifiers[types + 2];
  to.saturates = saturates;
  element_type const *const a = type_named(to.type_of_a), *const b = type_named(to.type_of_b);
  if (a == nullptr || b == nullptr || a->a_register != b->a_register || to.type_of_d != modifiers[types + 3])
    return nullptr;
  bool const of_bytes = a->a_register == 4;
  if (!of_bytes && (a != b || saturates)) return nullptr;
  if (of_bytes != (to.type_of_d == "s32") || (to.type_of_d == "f16" && to.type_of_a != "f16")) return nullptr;
  if (!is_one_of(to.type_of_d, {"s32", "f32", "f16"})) return nullptr;
  std::string const small = "m16n8k" + std::to_string(4 * a->a_register),
                    large = "m16n8k" + std::to_string(8 * a->a_register);
  if (modifiers[2] != small && modifiers[2] != large) return nullptr;
  to.b.resize(modifiers[2] == large ? 2 : 1);
  to.a.resize(2 * to.b.size());
  to.c.resize(to.type_of_d == "f16" ? 2 : 4);
  to.d.resize(to.c.size());
  return &multiply;
}

}  // namespace allotype::device_tests
