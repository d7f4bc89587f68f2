// SPDX-License-Identifier: BSL-1.0
/// \file
/// test/data/flyte_messages.tsv against the same messages made from C++ types: all columns, both ways.
/// Data: the messages were printed by flytekit, the Flyte SDK and protoc.

#include "flyte_rows.hpp"

#include <allotype/accelerator/known_devices.hpp>
#include <allotype/cluster/request/flyte_json.hpp>
#include <catch.hpp>
#include <fstream>
#include <map>

namespace {

std::vector<std::string> cells(std::string const& line) {
  std::vector<std::string> result(1);
  for (char c : line) {
    if (c == '\t') {
      result.emplace_back();
    } else {
      result.back() += c;
    }
  }
  return result;
}

std::vector<flyte_row> rows_of_file() {
  std::ifstream file(ALLOTYPE_TEST_DATA "/flyte_messages.tsv");
  REQUIRE(file.is_open());
  std::string line;
  REQUIRE(std::getline(file, line));
  REQUIRE(line == "sdk\texpression\tdevice\tstate\tpartition_size\tdevice_class\tmessage\thex");
  std::vector<flyte_row> rows;
  while (std::getline(file, line)) {
    auto const cell = cells(line);
    REQUIRE(cell.size() == 8);
    rows.push_back({cell[0], cell[1], cell[2], cell[3], cell[4], cell[5], cell[6], cell[7]});
  }
  return rows;
}

std::vector<flyte_row> rows_of_types() {
  std::vector<flyte_row> rows;
  for (auto const& message : flyte_messages()) rows.push_back(message.row);
  return rows;
}

std::string text_of(flyte_row const& row) {
  return row.sdk + " " + row.device + " " + row.state + " " + row.partition_size + " " + row.device_class + " " +
         row.message + " " + row.hex;
}

/// What is different, a line for each expression; nothing if the tables say the same.
std::vector<std::string> differences(std::vector<flyte_row> const& file, std::vector<flyte_row> const& types) {
  std::vector<std::string> found;
  std::map<std::string, flyte_row> expected, got;
  for (auto const& row : file) {
    if (!expected.emplace(row.expression, row).second) found.push_back(row.expression + ": twice in the file");
  }
  for (auto const& row : types) {
    if (!got.emplace(row.expression, row).second) found.push_back(row.expression + ": twice among the types");
  }
  for (auto const& [expression, row] : expected) {
    auto const same = got.find(expression);
    if (same == got.end()) {
      found.push_back(expression + ": no type for it");
    } else if (!(same->second == row)) {
      found.push_back(expression + ": file " + text_of(row) + ", types " + text_of(same->second));
    }
  }
  for (auto const& [expression, row] : got) {
    if (expected.count(expression) == 0) found.push_back(expression + ": not in the file");
  }
  return found;
}

std::string joined(std::vector<std::string> const& lines) {
  std::string text;
  for (auto const& line : lines) text += line + "\n";
  return text;
}

}  // namespace

TEST_CASE("every row of the table is what its C++ type encodes to, and no type is without a row") {
  auto const file = rows_of_file();
  CHECK(file.size() == 175);
  CHECK(joined(differences(file, rows_of_types())) == "");
}

TEST_CASE("the comparison sees every kind of difference") {
  auto const rows = rows_of_file();
  REQUIRE(differences(rows, rows).empty());
  auto altered = rows;
  auto& victim = altered[20];
  SECTION("a row without a type") {
    altered.erase(altered.begin() + 20);
    CHECK(joined(differences(rows, altered)) == rows[20].expression + ": no type for it\n");
  }
  SECTION("a type without a row") {
    altered.erase(altered.begin() + 20);
    CHECK(joined(differences(altered, rows)) == rows[20].expression + ": not in the file\n");
  }
  SECTION("a row that is there twice") {
    altered.push_back(victim);
    CHECK(joined(differences(altered, rows)) == rows[20].expression + ": twice in the file\n");
    CHECK(joined(differences(rows, altered)) == rows[20].expression + ": twice among the types\n");
  }
  SECTION("another byte, state, device, partition, class, message or SDK") {
    std::string flyte_row::* const column =
        GENERATE(&flyte_row::hex, &flyte_row::state, &flyte_row::device, &flyte_row::partition_size,
                 &flyte_row::device_class, &flyte_row::message, &flyte_row::sdk);
    victim.*column += "0";
    CHECK(differences(rows, altered).size() == 1);
  }
}

TEST_CASE("protobuf's JSON form of what requests an accelerator") {
  using namespace allotype;
  using flyte::dialect;
  using flyte::json;
  CHECK(json<A100::partition<"2g.10gb">>() ==
        R"({"gpuAccelerator":{"device":"nvidia-tesla-a100","partitionSize":"2g.10gb"}})");
  CHECK(json<A100::unpartitioned>() == R"({"gpuAccelerator":{"device":"nvidia-tesla-a100","unpartitioned":true}})");
  CHECK(json<T4>() == R"({"gpuAccelerator":{"device":"nvidia-tesla-t4"}})");
  CHECK(json<V5P::slice<"2x2x1">, dialect::flyteidl2>() ==
        R"({"gpuAccelerator":{"device":"tpu-v5p-slice","partitionSize":"2x2x1","deviceClass":"GOOGLE_TPU"}})");
  CHECK(json<T4, dialect::flyteidl2>() == R"({"gpuAccelerator":{"device":"nvidia-tesla-t4"}})");
  CHECK(json<unlisted_gpu<"">>() == R"({"gpuAccelerator":{}})");
  CHECK(json<A100::unlisted_partition<"">>() ==
        R"({"gpuAccelerator":{"device":"nvidia-tesla-a100","partitionSize":""}})");
  CHECK(flyte::to_json(flyte::extended_resources{.shared_memory = flyte::shared_memory_of("2Gi")}).dump() ==
        R"({"sharedMemory":{"mountPath":"/dev/shm","mountName":"flyte-shared-memory","sizeLimit":"2Gi"}})");
  CHECK(flyte::to_json(flyte::task_template{.extended_resources = flyte::extended_resources{}}).dump() ==
        R"({"extendedResources":{}})");
  CHECK(json<T4>(2) == "{\n  \"gpuAccelerator\": {\n    \"device\": \"nvidia-tesla-t4\"\n  }\n}");
}
