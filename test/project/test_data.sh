#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# Each C++ source that reads a table of test/data says in a line `Data: ...` who made it, so that no table is compared with what it was
# copied from; and test/data/README.md has each table, and where it is from.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
wrong=0
for table in data/*.csv data/*.tsv; do
  grep -qF "${table#data/}" data/README.md || { echo "test/data/README.md does not tell where ${table#data/} is from"; wrong=1; }
done
readers=$(grep -rlE '"/?[a-z_]+\.(csv|tsv)"' --include=*.cpp unit static golden device conformance fake_nvml)
for source in $readers; do
  grep -qE '^//+ Data: ' "$source" || { echo "test/$source reads a table, and has no line 'Data: ...' that says who made it"; wrong=1; }
done
echo "$(wc -w <<<"$readers") sources read tables"
exit $wrong
