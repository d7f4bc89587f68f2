#!/usr/bin/env bash
# SPDX-License-Identifier: BSL-1.0
# What .devcontainer/Containerfile installs are the packages of .ci/packages.txt, all of them, and none that it names itself.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
file=.devcontainer/Containerfile
# The commands that print names for .ci/install.
installed=$(grep -oE "sed -n '[^']*' \.ci/packages\.txt" $file | bash | tr ' ' '\n' | sort -u)
wanted=$(sed -n 's/^[a-z]*: //p' .ci/packages.txt | tr ' ' '\n' | sort -u)
diff <(echo "$wanted") <(echo "$installed") || { echo "$file does not install what .ci/packages.txt names"; exit 1; }
if grep -E 'apt(-get)? ' $file; then
  echo "$file has packages of its own; .ci/packages.txt is their home"
  exit 1
fi
echo "$(wc -l <<<"$installed") packages"
