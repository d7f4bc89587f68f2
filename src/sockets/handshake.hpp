// SPDX-License-Identifier: BSL-1.0
/// \file
/// How two processes find out that both are ranks of one job. Who accepts a connection sends a challenge; who came
/// answers with a hello, which holds a code that needs the job's secret; the welcome holds one, too. The secret itself
/// is never sent. What follows on the connection is neither encrypted nor signed.
#pragma once

#include <sys/random.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include <allotype/core/error.hpp>
#include <allotype/version.hpp>

#include "hmac_sha256.hpp"

namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail {

// The same bytes in every version, so that versions which differ can say so. All machines have the same byte order.
inline constexpr std::uint64_t handshake_magic = 0x616c6c6f74797065;

using handshake_bytes = std::array<std::uint8_t, 16>;

struct socket_challenge {
  std::uint64_t magic = handshake_magic;
  std::uint32_t version = ALLOTYPE_VERSION;
  std::int32_t rank = 0;
  handshake_bytes job{};  ///< follows from the job's name
  handshake_bytes nonce{};
};
struct socket_hello {
  std::uint64_t magic = handshake_magic;
  std::uint32_t version = ALLOTYPE_VERSION;
  std::int32_t rank = 0;
  std::int32_t size = 0;
  std::uint32_t port = 0;  ///< at which the rank listens
  handshake_bytes nonce{};
  sha256_digest code{};
};
struct socket_welcome {
  enum class answer : std::uint32_t { welcome = 1, other_secret, refused };
  std::uint64_t magic = handshake_magic;
  answer what = answer::welcome;
  std::uint32_t unused = 0;
  char text[400]{};  ///< why it is refused
  sha256_digest code{};
};
static_assert(sizeof(socket_challenge) == 48 && sizeof(socket_hello) == 72 && sizeof(socket_welcome) == 448);

inline handshake_bytes random_bytes() {
  handshake_bytes bytes;
  if (getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
    throw error("no random numbers: getrandom");
  }
  return bytes;
}

inline handshake_bytes code_of_job(std::string const& name) {
  sha256_digest const digest = sha256({reinterpret_cast<std::uint8_t const*>(name.data()), name.size()});
  handshake_bytes code;
  std::memcpy(code.data(), digest.data(), code.size());
  return code;
}

/// The code over messages; of the last one without its own code, which is its end.
template <class... Messages>
sha256_digest handshake_code(std::string const& secret, Messages const&... messages) {
  std::vector<std::uint8_t> bytes;
  auto const add = [&](auto const& one) {
    auto const* const begin = reinterpret_cast<std::uint8_t const*>(&one);
    bytes.insert(bytes.end(), begin, begin + sizeof one);
  };
  (add(messages), ...);
  bytes.resize(bytes.size() - sizeof(sha256_digest));
  return hmac_sha256({reinterpret_cast<std::uint8_t const*>(secret.data()), secret.size()}, bytes);
}

}  // namespace allotype::inline ALLOTYPE_VERSION_NAMESPACE::detail
