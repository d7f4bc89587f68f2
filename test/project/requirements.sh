#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# Beside each list NAME.in of Python packages is NAME.txt, which .ci/lock made of it: it has the versions that NAME.in names, and
# checksums of each package. pip is always called with --require-hashes, so it installs nothing else.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
wrong=0
fault() { printf '%s\n' "$*"; wrong=1; }
lists=$(ls .ci/*requirements.* {cmake,doc/site,packaging,test,test/site,test/toolchains}/*requirements.* | sed -E 's/\.(in|txt)$//' | sort -u)
for list in $lists; do
  pinned=$(sed -e ':line' -e '/\\$/{N;s/ \\\n//;bline' -e '}' "$list.txt" | grep -v '^#')
  if grep -vE '^[a-z0-9.-]+==[^ ]+( ; [^-]*)?( +--hash=sha256:[0-9a-f]{64})+$' <<<"$pinned"; then fault "$list.txt: no version or no checksum"; fi
  for package in $(grep -v '^#' "$list.in" | tr '[:upper:]' '[:lower:]'); do
    grep -Fq "${package/_/-} " <<<"$pinned" || fault "$list.txt: not $package, as $list.in has; .ci/lock writes it"
  done
done
if grep -rnE 'pip"?,? "?install' dev .ci test/toolchains test/package doc/site packaging --include={dev,lock,*.sh,*.py} | grep -vE -- '--(require-hashes|no-index)'; then
  fault "pip is called without --require-hashes"
fi
echo "$(wc -w <<<"$lists") lists"
exit $wrong
