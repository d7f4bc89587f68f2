// SPDX-License-Identifier: BSL-1.0
// Atomic operations on 16 bytes on a GPU that has the instruction.
#include "atomic_16_bytes.hpp"
#include "backends.hpp"

TEST_CASE("atomic operations on 16 bytes") {
  allotype::queue<backends::this_gpu> on;
  atomic_16_bytes::sums(on);
  atomic_16_bytes::on_the_host();
}
