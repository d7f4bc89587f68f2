# SPDX-License-Identifier: BSL-1.0
# shellcheck shell=bash disable=SC2154,SC2317  # missing and the functions called here are those of ./dev, which reads this
# ./dev test without a name: the compilers one after another, each with its tests. ./dev reads this file.

# configure_presets PRESET...: sets `presets` to those that can be tested here, `configured` to those of them that could be
# configured, and `missing` to what the summary says of the others.
configure_presets() {
  local preset
  presets=() configured=() missing=()
  for preset; do
    case $preset in
      clang)
        command -v clang++-19 >/dev/null || { missing+=(--missing "clang: clang++-19 is not installed"); continue; }
        ;;
      cuda)
        [ -n "${CUDACXX:-}" ] || { missing+=(--missing "cuda: no nvcc is installed, and none came from PyPI"); continue; }
        ;;
    esac
    heading "$preset: configure"
    rm -f "build/$preset/results.xml"
    if configure "$preset"; then configured+=("$preset"); fi
    presets+=("$preset")
  done
}

# test_built PRESET...: the tests of each, once it is built.
test_built() {
  local preset
  for preset; do
    until [ -e "build/$preset/built" ]; do sleep 1; done
    run_ctest "$preset" -LE '^alone$'  # what must not compile is compiled together
  done
}

# test_whole PRESET...: configures, builds and tests each; the last line counts all.
test_whole() {
  local preset
  configure_presets "$@"
  # The tests of one compiler run while the next one builds, as many of them wait most of their time. They are a group of processes
  # of their own, which ends with this one.
  for preset in "${configured[@]}"; do rm -f "build/$preset/built"; done
  set -m
  test_built "${configured[@]}" &
  set +m
  testing=$!
  trap '[ -z "$testing" ] || kill -- "-$testing"' EXIT
  for preset in "${configured[@]}"; do
    heading "$preset: build ($SECONDS s so far)"
    build "$preset" || say "dev: $preset does not build completely; the tests that could be built run"
    touch "build/$preset/built"
  done
  wait "$testing"
  testing=''
  summary "${presets[@]}" "${missing[@]}"
}
