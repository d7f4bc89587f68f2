// SPDX-License-Identifier: BSL-1.0
/// \file
/// HMAC with SHA-256 (RFC 2104, FIPS 180-4), for the handshake of ranks; SHA-256 also for literals of Flyte.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include <allotype/version.hpp>

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

using sha256_digest = std::array<std::uint8_t, 32>;

/// One block of 64 bytes goes into the state.
inline void sha256_block(std::array<std::uint32_t, 8>& state, std::uint8_t const* block) {
  static constexpr std::uint32_t rounds[64] = {
      0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
      0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
      0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
      0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
      0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
      0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
      0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
      0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};
  auto const turned = [](std::uint32_t x, int by) { return x >> by | x << (32 - by); };
  std::uint32_t words[64];
  for (std::size_t i = 0; i < 16; ++i) {
    words[i] = 0;
    for (std::size_t j = 0; j < 4; ++j) words[i] = words[i] << 8 | block[4 * i + j];
  }
  for (std::size_t i = 16; i < 64; ++i) {
    std::uint32_t const a = words[i - 15], b = words[i - 2];
    words[i] = words[i - 16] + (turned(a, 7) ^ turned(a, 18) ^ a >> 3) + words[i - 7] +
               (turned(b, 17) ^ turned(b, 19) ^ b >> 10);
  }
  auto now = state;
  auto& [a, b, c, d, e, f, g, h] = now;
  for (std::size_t i = 0; i < 64; ++i) {
    std::uint32_t const one =
        h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + rounds[i] + words[i];
    std::uint32_t const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + one, d = c, c = b, b = a, a = one + two;
  }
  for (std::size_t i = 0; i < 8; ++i) state[i] += now[i];
}

inline sha256_digest sha256(std::span<std::uint8_t const> text) {
  std::vector<std::uint8_t> padded(text.begin(), text.end());
  padded.push_back(0x80);
  while (padded.size() % 64 != 56) padded.push_back(0);
  std::uint64_t const bits = std::uint64_t{text.size()} * 8;
  for (int shift = 56; shift >= 0; shift -= 8) padded.push_back(static_cast<std::uint8_t>(bits >> shift));
  std::array<std::uint32_t, 8> state{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                     0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  for (std::size_t at = 0; at < padded.size(); at += 64) sha256_block(state, padded.data() + at);
  sha256_digest digest;
  for (std::size_t i = 0; i < digest.size(); ++i)
    digest[i] = static_cast<std::uint8_t>(state[i / 4] >> (24 - i % 4 * 8));
  return digest;
}

inline sha256_digest hmac_sha256(std::span<std::uint8_t const> key, std::span<std::uint8_t const> text) {
  std::array<std::uint8_t, 64> block{};
  sha256_digest const short_key = sha256(key);
  std::span<std::uint8_t const> const used = key.size() > block.size() ? std::span(short_key) : key;
  std::copy(used.begin(), used.end(), block.begin());
  auto const with_block = [&](std::uint8_t pad, std::span<std::uint8_t const> rest) {
    std::vector<std::uint8_t> all;
    for (std::uint8_t const each : block) all.push_back(each ^ pad);
    all.insert(all.end(), rest.begin(), rest.end());
    return sha256(all);
  };
  return with_block(0x5c, with_block(0x36, text));
}

/// In a time that does not depend on where they differ.
inline bool same_digest(sha256_digest const& a, sha256_digest const& b) {
  unsigned difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i) difference |= static_cast<unsigned>(a[i] ^ b[i]);
  return difference == 0;
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
