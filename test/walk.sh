# SPDX-License-Identifier: BSL-1.0
# shellcheck shell=bash disable=SC2154  # root and the functions called here are those of ./dev, which reads this
# ./dev walk. A new user's way: what README says to install, its two lines, then the pages. All happens in build/walk, which is emptied.
command_walk() {
  local home=$root/build/walk begun=$SECONDS
  # shellcheck disable=SC2046  # a name each
  .ci/install $(sed -n 's/.*`sudo apt install \(.*\)`.*/\1/p' README.md) git python3
  printf 'walk: %-53s %6d s\n' 'compiler, Boost and other packages, from apt' $((SECONDS - begun)) >"$root/build/walk.times"
  rm -rf "$home"
  mkdir -p "$home"
  git clone -q --no-hardlinks "$root" "$home/allotype"
  begun=$SECONDS
  (cd "$home/allotype" && HOME=$home bash -euxo pipefail <(sed -n '/^<!-- in a checkout: CMake -->/,/^```$/{/^[<`]/d;p}' README.md)) >"$home/said" 2>&1 ||
    { tail -n 20 "$home/said"; fail "README's lines do not install the library and the program" 1; }
  printf 'walk: %-53s %6d s\n' 'library and program, by the lines of README' $((SECONDS - begun)) >>"$root/build/walk.times"
  cat "$root/build/walk.times"
  exec python3 test/walk.py "$home/pages" g++="$(command -v g++)" cmake="$(command -v cmake)" allotype="$home/.local/bin/allotype"
}
