// SPDX-License-Identifier: BSL-1.0
/// \file
/// Every message of test/data/flyte_messages.tsv, made from C++ types, in the columns of that file.
#pragma once

#include <string>
#include <vector>

struct flyte_row {
  std::string sdk, expression, device, state, partition_size, device_class, message, hex;

  friend bool operator==(flyte_row const&, flyte_row const&) = default;
};

/// The rows of the file, and each message in protobuf's JSON form beside it.
struct flyte_message {
  flyte_row row;
  std::string json;
};

/// One for each row of the file.
std::vector<flyte_message> flyte_messages();

/// More messages whose bytes no file holds; their expressions are Python that asks flytekit for the same.
std::vector<flyte_message> more_flyte_messages();
