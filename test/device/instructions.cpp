// SPDX-License-Identifier: BSL-1.0
// Single instructions, with operands where it is easy to be wrong; and every form that nvcc made of the project's
// kernels.
// Data: the forms in ptx_instructions.tsv were counted in what nvcc printed.
#include <bit>
#include <cmath>
#include <fstream>
#include <limits>
#include <sstream>

#include "catch.hpp"
#include "interpreter.hpp"

namespace {

namespace device = allotype::device_tests;

using device::finding;
using u64 = std::uint64_t;

/// A kernel of these lines. Registers are not typed here: %d is the result, %a to %e are operands.
std::string kernel_of(std::string const& lines, int operands = 0) {
  std::string text =
      ".version 9.0\n.target sm_90\n.address_size 64\n"
      ".visible .entry kernel(.param .align 16 .b8 numbers[64])\n{\n"
      ".reg .b64 %d<5>; .reg .b64 %a, %b, %c, %e, %n; .reg .pred %p, %q; .shared .align 8 .b8 held[16];\n"
      "mov.b64 %n, numbers;\n";
  char const* const names[] = {"%a", "%b", "%c", "%e"};
  for (int i = 0; i < operands; ++i)
    text += "ld.param.b64 " + std::string(names[i]) + ", [numbers+" + std::to_string(8 * i) + "];\n";
  return text + lines + "\nend: ret;\n}\n";
}

u64 run_with(std::string const& lines, std::vector<u64> const& operands, std::uint32_t threads = 1) {
  device::ptx_module const text(kernel_of(lines + "\nld.param.b64 %n, [numbers+56];\nst.global.b64 [%n], %d0;\n",
                                          static_cast<int>(operands.size())));
  device::program code = device::decode(text, text.functions.at("kernel"), [](std::string_view) { return u64{0}; });
  device::global_memory memory;
  device::region& result = memory.allocate(8, "the result");
  device::launch_configuration how;
  how.threads = {threads, 1, 1};
  how.parameters.resize(64);
  for (std::size_t i = 0; i < operands.size(); ++i) std::memcpy(how.parameters.data() + 8 * i, &operands[i], 8);
  u64 const base = result.base();
  std::memcpy(how.parameters.data() + 56, &base, 8);
  device::run(code, how, {}, memory, [](finding found) { FAIL(found.text); });
  u64 value = 0;
  std::memcpy(&value, result.bytes(0), 8);
  return value;
}

u64 of(std::string const& form, std::vector<u64> const& operands) {
  std::string line = form + " %d0";
  char const* const names[] = {"%a", "%b", "%c", "%e"};
  for (std::size_t i = 0; i < operands.size(); ++i) line += std::string(", ") + names[i];
  return run_with(line + ";", operands);
}
bool compares(std::string const& form, u64 a, u64 b) {
  return run_with(form + " %p, %a, %b; selp.b64 %d0, 1, 0, %p;", {a, b}) != 0;
}

u64 bits(float value) { return std::bit_cast<std::uint32_t>(value); }
u64 bits(double value) { return std::bit_cast<u64>(value); }
float real(u64 value) { return std::bit_cast<float>(static_cast<std::uint32_t>(value)); }
double real_64(u64 value) { return std::bit_cast<double>(value); }
auto low(u64 value) { return static_cast<std::uint32_t>(value); }
auto signed_low(u64 value) { return static_cast<std::int32_t>(value); }
u64 of_signed(int value) { return static_cast<std::uint32_t>(value); }

constexpr float nan_32 = std::numeric_limits<float>::quiet_NaN(), infinity_32 = std::numeric_limits<float>::infinity();

/// An instruction of the form, with operands of the right kinds.
std::string instruction_of(std::string const& form) {
  auto const starts = [&](char const* text) { return form.rfind(text, 0) == 0; };
  auto const in = [&](std::initializer_list<char const*> list) {
    for (char const* const one : list) {
      if (form == one || starts((std::string(one) + ".").c_str())) return true;
    }
    return false;
  };
  std::string const vector = form.find(".v4.") != form.npos   ? "{%d0, %d1, %d2, %d3}"
                             : form.find(".v2.") != form.npos ? "{%d0, %d1}"
                                                              : "%d0";
  if (in({"ret", "membar", "barrier"})) return form + ";";
  if (in({"bra"})) return form + " end;";
  if (in({"bar"})) return form + " 0;";
  if (starts("ld.param")) return form + " " + vector + ", [numbers];";
  if (in({"ld"})) return form + " " + vector + ", [%a+8];";
  if (in({"st"})) return form + " [%a+8], " + vector + ";";
  if (in({"atom"})) return form + " %d0, [%a], %b;";
  if (in({"setp"})) return form + " %p, %a, %b;";
  if (in({"selp"})) return form + " %d0, %a, %b, %p;";
  if (form == "and.pred" || form == "or.pred") return form + " %p, %p, %q;";
  if (in({"shfl"})) return form + " %d0|%p, %a, %b, %c, %e;";
  if (in({"fma", "mad"})) return form + " %d0, %a, %b, %c;";
  if (in({"abs", "neg", "not", "mov", "cvt", "cvta", "ex2", "rcp", "sqrt"})) return form + " %d0, %a;";
  return form + " %d0, %a, %b;";
}

}  // namespace

TEST_CASE("numbers of 8 bits are made two at a time, clamped, and become halves") {
  auto const e4m3 = [](float value) { return low(of("cvt.rn.satfinite.e4m3x2.f32", {bits(1.f), bits(value)})); };
  auto const e5m2 = [](float value) { return low(of("cvt.rn.satfinite.e5m2x2.f32", {bits(-1.f), bits(value)})); };
  CHECK(e4m3(1.f) == 0x3838);
  CHECK(e4m3(1.0625f) == 0x3838);  // the middle: to the even one
  CHECK(e4m3(1.1875f) == 0x383a);
  CHECK(e4m3(-448.f) == 0x38fe);
  CHECK(e4m3(500.f) == 0x387e);
  CHECK(e4m3(-infinity_32) == 0x38fe);
  CHECK(e4m3(nan_32) == 0x387f);
  CHECK(e4m3(0x1p-9f) == 0x3801);
  CHECK(e4m3(0x1p-10f) == 0x3800);
  CHECK(e4m3(0x1.8p-10f) == 0x3801);
  CHECK(e5m2(57344.f) == 0xbc7b);
  CHECK(e5m2(1e9f) == 0xbc7b);
  CHECK(e5m2(0x1p-16f) == 0xbc01);
  CHECK(e5m2(-0.f) == 0xbc80);
  CHECK(e5m2(nan_32) == 0xbc7f);
  CHECK(low(of("cvt.rn.f16x2.e4m3x2", {0x7eb8})) == 0x5f00bc00u);
  CHECK(low(of("cvt.rn.f16x2.e4m3x2", {0x0180})) == 0x18008000u);
  CHECK((low(of("cvt.rn.f16x2.e4m3x2", {0x007f})) & 0x7fff) > 0x7c00);
  CHECK(low(of("cvt.rn.f16x2.e5m2x2", {0x7bfc})) == 0x7b00fc00u);
  CHECK(low(of("cvt.rn.f16x2.e5m2x2", {0x0100})) == 0x01000000u);
}

TEST_CASE("whole numbers wrap, and are divided and shifted as GPUs do it") {
  CHECK(low(of("add.s32", {0x7fffffff, 1})) == 0x80000000u);
  CHECK(low(of("sub.s32", {0, 1})) == 0xffffffffu);
  CHECK(of("add.s64", {~u64{0}, 2}) == 1);
  CHECK(of("mul.wide.s32", {of_signed(-3), of_signed(5)}) == static_cast<u64>(-15));
  CHECK(of("mul.wide.u32", {0xffffffff, 2}) == 0x1fffffffe);
  CHECK(low(of("mul.wide.u16", {0xffff, 0xffff})) == 0xfffe0001u);
  CHECK(low(of("mul.lo.s32", {0x10001, 0x10001})) == 0x20001u);
  CHECK(low(of("mul.hi.u32", {0xffffffff, 0xffffffff})) == 0xfffffffeu);
  CHECK(signed_low(of("mul.hi.s32", {of_signed(-1), 1})) == -1);
  CHECK(of("mul.hi.u64", {~u64{0}, ~u64{0}}) == ~u64{0} - 1);
  CHECK(signed_low(of("mad.lo.s32", {of_signed(-2), 3, 10})) == 4);
  CHECK(signed_low(of("div.s32", {of_signed(-7), 2})) == -3);
  CHECK(signed_low(of("rem.s32", {of_signed(-7), 2})) == -1);
  CHECK(low(of("div.u32", {0xfffffff9, 2})) == 0x7ffffffcu);
  CHECK(low(of("div.s32", {0x80000000, of_signed(-1)})) == 0x80000000u);
  CHECK(signed_low(of("shr.s32", {of_signed(-8), 1})) == -4);
  CHECK(signed_low(of("shr.s32", {of_signed(-8), 40})) == -1);
  CHECK(low(of("shr.u32", {0x80000000, 31})) == 1);
  CHECK(low(of("shl.b32", {1, 32})) == 0);
  CHECK(of("shl.b64", {1, 63}) == u64{1} << 63);
  CHECK(low(of("not.b32", {0})) == 0xffffffffu);
  CHECK(signed_low(of("max.s32", {of_signed(-1), 0})) == 0);
  CHECK(low(of("max.u32", {0xffffffff, 0})) == 0xffffffffu);
  CHECK(signed_low(of("neg.s32", {5})) == -5);
  CHECK(low(of("prmt.b32", {0x33221100, 0x77665544, 0x7531})) == 0x77553311u);
  CHECK(low(of("bfe.u32", {0xabcd1234, 8, 8})) == 0x12u);
  CHECK(signed_low(of("bfe.s32", {0x0000f000, 12, 4})) == -1);
  CHECK(low(of("bfi.b32", {0xff, 0x11111111, 8, 4})) == 0x11111f11u);
  CHECK(low(of("popc.b32", {0xff00ff})) == 16);
  CHECK(low(of("clz.b32", {1})) == 31);
  CHECK(low(of("brev.b32", {1})) == 0x80000000u);
  CHECK(low(of("lop3.b32", {0xf0, 0xcc, 0xaa, 0x96})) == (0xf0u ^ 0xccu ^ 0xaau));
  CHECK(low(of("bmsk.clamp.b32", {4, 8})) == 0xff0u);
  CHECK(low(of("bmsk.clamp.b32", {28, 40})) == 0xf0000000u);
  CHECK(low(of("bmsk.clamp.b32", {32, 1})) == 0);
  CHECK(low(of("bmsk.wrap.b32", {36, 33})) == 0x10u);
  CHECK(low(of("shf.l.wrap.b32", {0x80000000, 0x1, 1})) == 3u);
}

TEST_CASE("a carry goes from one instruction to the next") {
  // 128 bits in two registers, as nvcc adds, subtracts and multiplies them.
  auto const upper = [](std::string const& low_form, std::string const& high_form, std::vector<u64> const& operands) {
    return run_with(low_form + " %d1, %a, %b; " + high_form + " %d0, %c, %e;", operands);
  };
  CHECK(upper("add.cc.u64", "addc.u64", {~u64{0}, 1, 5, 7}) == 13);
  CHECK(upper("add.cc.u64", "addc.u64", {~u64{0} - 1, 1, 5, 7}) == 12);
  CHECK(upper("sub.cc.s64", "subc.s64", {0, 1, 5, 3}) == 1);
  CHECK(upper("sub.cc.s64", "subc.s64", {1, 1, 5, 3}) == 2);
  CHECK(run_with("sub.cc.u64 %d1, %a, %b; addc.u64 %d0, 0, 0;", {1, 2}) == 0);
  CHECK(run_with("sub.cc.u64 %d1, %a, %b; addc.u64 %d0, 0, 0;", {2, 2}) == 1);
  CHECK(low(upper("add.cc.u32", "addc.u32", {0xffffffff, 1, 0xffffffff, 0})) == 0);
  CHECK(low(upper("add.cc.s32", "addc.s32", {0x7fffffff, 1, 4, 0})) == 4);
  CHECK(run_with("add.cc.u32 %d1, %a, %b; addc.cc.u32 %d1, %a, %b; addc.u32 %d0, %c, %c;", {0xffffffff, 0, 1}) == 2);
  CHECK(run_with("add.cc.u32 %d1, %a, %b; addc.cc.u32 %d1, %a, %b; addc.u32 %d0, %c, %c;", {0xffffffff, 1, 1}) == 3);
  CHECK(run_with("mad.lo.cc.u64 %d1, %a, %b, %c; madc.hi.u64 %d0, %a, %b, %e;", {~u64{0}, ~u64{0}, ~u64{0}, 3}) ==
        ~u64{0} - 1 + 3 + 1);
  CHECK(low(run_with("mad.lo.cc.u32 %d1, %a, %b, %c; madc.hi.cc.u32 %d1, %a, %b, %e; addc.u32 %d0, 0, 0;",
                     {0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff})) == 1);
}

TEST_CASE("real numbers are rounded once, the way the instruction says") {
  float const a = 1.f + 0x1p-23f;
  // (1 + e)² - 1 - 2e = e²: a product that was rounded would lose it.
  CHECK(real(of("fma.rn.f32", {bits(a), bits(a), bits(-(1.f + 0x1p-22f))})) == 0x1p-46f);
  CHECK(real(of("fma.rm.f32", {bits(1.f), bits(1.f), bits(0x1p-30f)})) == 1.f);
  CHECK(real(of("fma.rp.f32", {bits(1.f), bits(1.f), bits(0x1p-30f)})) == 1.f + 0x1p-23f);
  CHECK(real(of("fma.rm.f32", {bits(-1.f), bits(1.f), bits(-0x1p-30f)})) == -(1.f + 0x1p-23f));
  CHECK(real(of("add.rz.f32", {bits(1.f), bits(-0x1p-30f)})) == 1.f - 0x1p-24f);
  CHECK(real_64(of("add.rn.f64", {bits(1.0), bits(0x1p-53)})) == 1.0);
  CHECK(real_64(of("add.rp.f64", {bits(1.0), bits(0x1p-53)})) == 1.0 + 0x1p-52);
  CHECK(real(of("div.rn.f32", {bits(1.f), bits(3.f)})) == 1.f / 3.f);
  CHECK(real(of("sqrt.rn.f32", {bits(2.f)})) == std::sqrt(2.f));
  CHECK(real(of("rcp.rn.f32", {bits(0.f)})) == infinity_32);
  CHECK(real(of("mul.f32", {bits(0x1p-100f), bits(0x1p-40f)})) == 0x1p-140f);
  CHECK(real(of("mul.ftz.f32", {bits(0x1p-100f), bits(0x1p-40f)})) == 0.f);
  CHECK(real(of("max.f32", {bits(nan_32), bits(1.f)})) == 1.f);
  CHECK(real(of("min.f32", {bits(2.f), bits(nan_32)})) == 2.f);
  CHECK(std::signbit(real(of("min.f32", {bits(0.f), bits(-0.f)}))));
  CHECK(of("min.NaN.f32", {bits(2.f), bits(nan_32)}) == 0x7fffffff);
  CHECK(of("max.NaN.f32", {bits(nan_32), bits(2.f)}) == 0x7fffffff);
  CHECK(real(of("max.NaN.f32", {bits(infinity_32), bits(2.f)})) == infinity_32);
  CHECK(std::signbit(real(of("min.NaN.f32", {bits(0.f), bits(-0.f)}))));
  CHECK(!std::signbit(real(of("max.NaN.f32", {bits(-0.f), bits(0.f)}))));
  CHECK(real(of("copysign.f32", {bits(-1.f), bits(3.f)})) == -3.f);
  CHECK(real_64(of("neg.f64", {bits(2.0)})) == -2.0);
  CHECK(real(of("abs.f32", {bits(-2.f)})) == 2.f);
  u64 const pair = bits(1.f) | bits(2.f) << 32;
  CHECK(of("fma.rn.f32x2", {pair, pair, pair}) == (bits(2.f) | bits(6.f) << 32));
}

TEST_CASE("approximations keep what NVIDIA states, and are not better") {
  int differ = 0;
  for (int i = 1; i < 200; ++i) {
    float const x = 0.037f * static_cast<float>(i);
    auto const error = [&](char const* form, double exact) {
      double const got = real(of(form, {bits(x)}));
      differ += got != static_cast<double>(static_cast<float>(exact));
      return std::fabs(got - exact) / std::fabs(exact);
    };
    CHECK(error("ex2.approx.ftz.f32", std::exp2(static_cast<double>(x))) < 0x1p-22);
    CHECK(error("rcp.approx.ftz.f32", 1 / static_cast<double>(x)) < 0x1p-22);
    CHECK(error("sqrt.approx.f32", std::sqrt(static_cast<double>(x))) < 0x1p-22);
    double const half = real_64(of("rcp.approx.ftz.f64", {bits(static_cast<double>(x))}));
    CHECK(std::fabs(half * static_cast<double>(x) - 1) < 0x1p-18);
    CHECK((bits(half) & 0xffffffff) == 0);
  }
  CHECK(differ > 100);
}

TEST_CASE("conversions round, saturate and extend the sign") {
  CHECK(real(of("cvt.rn.f32.f64", {bits(1.0 + 0x1p-24)})) == 1.f);
  CHECK(real(of("cvt.rp.f32.f64", {bits(1.0 + 0x1p-24)})) == 1.f + 0x1p-23f);
  CHECK(real(of("cvt.rn.f32.u32", {0xffffffff})) == 4294967296.f);
  CHECK(real(of("cvt.rz.f32.u32", {0xffffffff})) == 4294967040.f);
  CHECK(real(of("cvt.rn.f32.s32", {of_signed(-3)})) == -3.f);
  CHECK(real(of("cvt.rni.f32.f32", {bits(2.5f)})) == 2.f);
  CHECK(real(of("cvt.rmi.f32.f32", {bits(-2.5f)})) == -3.f);
  CHECK(signed_low(of("cvt.rzi.s32.f32", {bits(-2.9f)})) == -2);
  CHECK(signed_low(of("cvt.rzi.s32.f32", {bits(1e20f)})) == std::numeric_limits<int>::max());
  CHECK(low(of("cvt.rzi.u32.f32", {bits(-1.f)})) == 0);
  CHECK(low(of("cvt.rni.s32.f64", {bits(3.5)})) == 4);
  CHECK(real(of("cvt.sat.f32.f32", {bits(1.5f)})) == 1.f);
  CHECK(real(of("cvt.sat.f32.f32", {bits(nan_32)})) == 0.f);
  CHECK(of("cvt.s64.s32", {of_signed(-2)}) == static_cast<u64>(-2));
  CHECK(of("cvt.u64.u32", {0xffffffff}) == 0xffffffff);
  CHECK(low(of("cvt.u32.u64", {0x100000007})) == 7);
  CHECK(low(of("cvt.u32.u16", {0xabcd1234})) == 0x1234);
  CHECK(signed_low(of("cvt.s32.s8", {0x80})) == -128);
  CHECK(real_64(of("cvt.f64.f32", {bits(0.1f)})) == static_cast<double>(0.1f));
  CHECK(low(of("cvt.rn.f16.f32", {bits(1.f)})) == 0x3c00);
  CHECK(low(of("add.f16", {0x3c00, 0x3c00})) == 0x4000);
  CHECK(low(of("sub.rn.bf16", {0x4000, 0x3f80})) == 0x3f80);
  CHECK(low(of("mul.f16", {0x7bff, 0x4000})) == 0x7c00);
  CHECK(low(of("fma.rn.f16x2", {0x3c004000, 0x40004000, 0x3c003c00})) == 0x42004500u);
  CHECK(low(of("max.bf16x2", {0x3f80bf80, 0x40004000})) == 0x40004000u);
  CHECK(low(of("min.f16", {0x8000, 0x0000})) == 0x8000u);
  CHECK(low(of("neg.f16x2", {0x3c00bc00})) == 0xbc003c00u);
  CHECK(low(of("abs.bf16", {0xbf80})) == 0x3f80u);
  CHECK(compares("setp.lt.f16", 0xbc00, 0x3c00));
  CHECK_FALSE(compares("setp.lt.f16", 0x7e00, 0x3c00));
  CHECK(compares("setp.ge.bf16", 0x4000, 0x3f80));
  CHECK(low(run_with(".reg.b32 %kept; add.s32 %kept, %a, %b; mov.b32 %d0, %kept;", {2, 3})) == 5);
  CHECK(low(of("cvt.rn.f16.f32", {bits(1e6f)})) == 0x7c00);
  CHECK(low(of("cvt.rn.f16.f32", {bits(0x1p-24f)})) == 1);
  CHECK(real(of("cvt.f32.f16", {0xc200})) == -3.f);
  CHECK(low(of("cvt.rn.bf16.f32", {bits(1.f + 0x1p-8f)})) == 0x3f80);
  CHECK(low(of("cvt.rn.f16.f64", {bits(1 + 0x1p-11 + 0x1p-40)})) == 0x3c01);
  CHECK(low(of("cvt.rn.bf16.f64", {bits(1 + 0x1p-8 + 0x1p-40)})) == 0x3f81);
  CHECK(low(of("add.rn.f16", {0x3c00, 0x0001})) == 0x3c00);
  CHECK(low(of("mul.rn.bf16", {0x3f81, 0x3f81})) == 0x3f82);
  // 1.0078125 · 1.5 is in the middle between two numbers, and a little more is above it.
  CHECK(low(of("fma.rn.bf16", {0x3f81, 0x3fc0, 0x0000})) == 0x3fc2);
  CHECK(low(of("fma.rn.bf16", {0x3f81, 0x3fc0, 0x0001})) == 0x3fc2);
  CHECK(low(of("fma.rn.bf16", {0x3f81, 0x3fc0, 0x8001})) == 0x3fc1);
}

TEST_CASE("comparisons treat what is no number as each says") {
  u64 const nan = bits(nan_32), one = bits(1.f);
  CHECK_FALSE(compares("setp.lt.f32", nan, one));
  CHECK(compares("setp.ltu.f32", nan, one));
  CHECK_FALSE(compares("setp.ne.f32", nan, one));
  CHECK(compares("setp.neu.f32", nan, nan));
  CHECK_FALSE(compares("setp.eq.f32", nan, nan));
  CHECK(compares("setp.geu.f32", nan, one));
  CHECK(compares("setp.nan.f32", nan, one));
  CHECK(compares("setp.lt.s32", of_signed(-1), 0));
  CHECK_FALSE(compares("setp.lt.u32", of_signed(-1), 0));
  CHECK(compares("setp.gt.s64", 1, static_cast<u64>(-1)));
  CHECK(run_with("setp.gt.s32 %q, %a, 0; setp.lt.and.s32 %p, %a, %b, !%q; selp.b64 %d0, 1, 0, %p;",
                 {of_signed(-5), 3}) == 1);
}

TEST_CASE("parts of registers are packed and unpacked, also onto themselves") {
  CHECK(run_with("mov.b64 %d0, {%a, %b};", {0x11111111, 0x22222222}) == 0x2222222211111111);
  CHECK(run_with("mov.b64 {%a, %b}, %a; shl.b64 %b, %b, 32; or.b64 %d0, %a, %b;", {0x2222222211111111, 0}) ==
        0x2222222211111111);
}

TEST_CASE("addresses of the block's memory wrap at 32 bits") {
  CHECK(run_with("mov.u32 %a, held; sub.s32 %b, %a, 24; st.shared.u64 [%b+32], 7; ld.shared.u64 %d0, [held+8];", {}) ==
        7);
}

TEST_CASE("lanes that went apart meet again") {
  // Odd lanes add 1, others 2; the sum over the warp is of all 32.
  std::string const lines =
      "mov.u32 %a, %laneid; and.b32 %b, %a, 1; setp.eq.u32 %p, %b, 1; mov.u32 %d0, 2; @!%p bra join; mov.u32 %d0, 1; "
      "join:\n"
      "shfl.sync.bfly.b32 %c, %d0, 16, 31, -1; add.u32 %d0, %d0, %c; shfl.sync.bfly.b32 %c, %d0, 8, 31, -1; add.u32 "
      "%d0, %d0, %c;"
      "shfl.sync.bfly.b32 %c, %d0, 4, 31, -1; add.u32 %d0, %d0, %c; shfl.sync.bfly.b32 %c, %d0, 2, 31, -1; add.u32 "
      "%d0, %d0, %c;"
      "shfl.sync.bfly.b32 %c, %d0, 1, 31, -1; add.u32 %d0, %d0, %c; setp.ne.u32 %p, %a, 0; @%p exit; cvt.u64.u32 %d0, "
      "%d0;";
  CHECK(run_with(lines, {}, 32) == 48);
}

TEST_CASE("a barrier asks all threads of the block") {
  // The first of 40 threads differs from the others, and writes the result.
  std::string const rest = "mov.u32 %a, %tid.x; setp.ne.u32 %q, %a, 0; @%q exit;",
                    chosen = "selp.b64 %d0, 1, 0, %p;" + rest;
  std::string const question = "mov.u32 %a, %tid.x; setp.ne.u32 %q, %a, 0; ";
  CHECK(run_with(question + "bar.red.or.pred %p, 0, %q; " + chosen, {}, 40) == 1);
  CHECK(run_with(question + "bar.red.or.pred %p, 0, !%q; " + chosen, {}, 40) == 1);
  CHECK(run_with(question + "barrier.cta.red.and.pred %p, 0, %q; " + chosen, {}, 40) == 0);
  CHECK(run_with(question + "bar.red.popc.u32 %d0, 0, %q;" + rest, {}, 40) == 39);
  CHECK(run_with("setp.ne.u32 %q, 1, 0; bar.red.and.pred %p, 0, %q; " + chosen, {}, 40) == 1);
  CHECK(run_with("setp.ne.u32 %q, 0, 0; bar.red.or.pred %p, 0, %q; " + chosen, {}, 40) == 0);
}

TEST_CASE("a vote has its words in either order, and a predicate may be a number") {
  std::string const odd = "mov.u32 %a, %laneid; and.b32 %b, %a, 1; setp.eq.u32 %p, %b, 1; ";
  std::string const rest = "setp.ne.u32 %q, %a, 0; @%q exit;";
  CHECK(run_with(odd + "vote.sync.ballot.b32 %d0, %p, 0xffffffff;" + rest, {}, 32) == 0xaaaaaaaa);
  CHECK(run_with(odd + "vote.ballot.sync.b32 %d0, %p, 0xffffffff;" + rest, {}, 32) == 0xaaaaaaaa);
  CHECK(run_with("mov.pred %p, 0; selp.b64 %d0, 1, 2, %p;", {}) == 2);
  CHECK(run_with("mov.pred %p, -1; selp.b64 %d0, 1, 2, %p;", {}) == 1);
}

TEST_CASE("sums of products of bytes extend each factor by its sign or by 0") {
  u64 const a = 0x80ff0102, b = 0x02ff8003;  // bytes 2, 1, -1 or 255, -128 or 128; 3, -128 or 128, -1 or 255, 2
  CHECK(signed_low(of("dp4a.s32.s32", {a, b, 10})) == 2 * 3 - 128 + 1 - 256 + 10);
  CHECK(signed_low(of("dp4a.u32.u32", {a, b, 10})) == 2 * 3 + 128 + 255 * 255 + 256 + 10);
  CHECK(signed_low(of("dp4a.s32.u32", {a, b, 0})) == 2 * 3 + 128 - 255 - 256);
  CHECK(signed_low(of("dp4a.u32.s32", {a, b, 0})) == 2 * 3 - 128 - 255 + 256);
  u64 const halves = 0xfffe0102;  // 0x102, and -2 or 0xfffe
  CHECK(signed_low(of("dp2a.lo.s32.s32", {halves, b, 7})) == 0x102 * 3 + 2 * 128 + 7);
  CHECK(signed_low(of("dp2a.hi.s32.s32", {halves, b, 7})) == -0x102 - 2 * 2 + 7);
  CHECK(signed_low(of("dp2a.hi.u32.u32", {halves, b, 0})) == 0x102 * 255 + 0xfffe * 2);
  CHECK(low(of("dp4a.u32.u32", {a, b, 0xffffffff})) == 2 * 3 + 128 + 255 * 255 + 256 - 1);
}

TEST_CASE("four bytes in a register are added each for itself") {
  u64 const a = 0x80ff7f01, b = 0x01020304;
  CHECK(low(of("vadd4.u32.u32.u32", {a, b, 0})) == 0x81018205u);
  CHECK(low(of("vadd4.u32.u32.u32.sat", {a, b, 0})) == 0x81ff8205u);
  CHECK(low(of("vadd4.s32.s32.s32.sat", {a, b, 0})) == 0x81017f05u);
  CHECK(low(of("vadd4.u32.u32.u32.add", {a, b, 1000})) == 1000 + 0x81 + 0x101 + 0x82 + 5);
  CHECK(low(of("vsub4.u32.u32.u32", {a, b, 0})) == 0x7ffd7cfdu);
  CHECK(low(of("vsub4.u32.u32.u32.sat", {a, b, 0})) == 0x7ffd7c00u);
  CHECK(low(of("vabsdiff4.u32.u32.u32.add", {a, b, 0})) == 0x7f + 0xfd + 0x7c + 3);
  CHECK(low(of("vavrg4.u32.u32.u32", {a, b, 0})) == 0x41814103u);
  CHECK(low(of("vmin4.s32.s32.s32", {a, b, 0})) == 0x80ff0301u);
  CHECK(low(of("vmax4.u32.u32.u32", {a, b, 0})) == 0x80ff7f04u);
}

TEST_CASE("every form that nvcc made of the project's kernels is known") {
  std::ifstream file(ALLOTYPE_TEST_DATA "/ptx_instructions.tsv");
  std::string line;
  int forms = 0;
  while (std::getline(file, line)) {
    std::istringstream fields(line);
    std::string count, form;
    fields >> count >> form;
    if (count.empty() || count[0] == '#' || count == "count" || form.find_first_not_of("0123456789") == form.npos)
      continue;
    INFO(form);
    device::ptx_module const text(kernel_of(instruction_of(form)));
    CHECK_NOTHROW(device::decode(text, text.functions.at("kernel"), [](std::string_view) { return u64{0}; }));
    ++forms;
  }
  CHECK(forms == 146);
}

TEST_CASE("source lines that no thread ran are known") {
  std::string const lines =
      ".loc 1 7 0\nmov.u32 %a, 1;\n.loc 1 8 0\nsetp.eq.u32 %p, %a, 1;\n@%p bra end;\n.loc 1 9 0\nmov.u32 %a, 2;\n"
      ".loc 2 3 0, function_name $L, inlined_at 1 10 0\nmov.u32 %a, 3;\n.loc 1 11 0";
  device::ptx_module const text(kernel_of(lines) + ".file 1 \"/folder/kernel.cu\"\n.file 2 \"called.hpp\"\n");
  device::program code = device::decode(text, text.functions.at("kernel"), [](std::string_view) { return u64{0}; });
  device::global_memory memory;
  device::launch_configuration how;
  how.parameters.resize(64);
  device::run(code, how, {}, memory, [](finding found) { FAIL(found.text); });
  CHECK(device::lines_never_run(code) ==
        std::vector<std::string>{"called.hpp:3, called at kernel.cu:10", "kernel.cu:9"});
}

TEST_CASE("what is unknown is an error that names it and its line") {
  auto const decoded = [](std::string const& lines) {
    device::ptx_module const text(kernel_of(lines));
    device::decode(text, text.functions.at("kernel"), [](std::string_view) { return u64{0}; });
  };
  CHECK_THROWS_WITH(decoded("wgmma.fence.sync.aligned;"),
                    contains("PTX line 8") && contains("the instruction wgmma.fence.sync.aligned is unknown"));
  CHECK_THROWS_WITH(decoded("add.s32 %d0, %a, %unknown;"), contains("\"%unknown\" is not declared"));
  CHECK_THROWS_WITH(decoded("bra nowhere;"), contains("the label nowhere is missing"));
  CHECK_THROWS_WITH(device::ptx_module("nonsense"), contains("PTX line 1: a directive was expected"));
}
