# SPDX-License-Identifier: BSL-1.0
# shellcheck shell=bash disable=SC2154  # root, presets, configured and missing are those of ./dev, which reads this
# ./dev test NAME and ./dev test --changed: some tests, and no more built than they need.

# tests_in PRESET CTEST_OPTION...: their names, a line each, with those that set up what they need.
tests_in() { ctest --preset "$1" -N "${@:2}" | sed -n 's/^ *Test *#[0-9]*: \([^ ]*\).*/\1/p'; }

# targets_of PRESET TEST...: what ninja makes of the files and folders that the tests name.
targets_of() {
  local folder=$root/build/$1
  # CMake 4 writes a name between quotes.
  find "$folder" -name CTestTestfile.cmake -exec cat {} + |
    grep -F -f <(printf '([=[%s]=]\n' "${@:2}" && printf '("%s" \n' "${@:2}") |
    grep -oE "(\"--target\" \"|$folder/)[^\";:= ]+" | sed -E 's/"--target" "//' | sort -u |
    awk -v folder="$folder/" 'NR == FNR { rule = $NF; sub(/: [^:]*$/, ""); made[$0] = rule; next }
      { sub("^" folder, ""); sub("/$", "") }
      $0 in made { print; next }
      gsub("/", "/") > 1 { for (file in made) if (index(file, $0 "/") == 1 && made[file] != "phony" && file !~ "CMakeFiles/") print file }' \
      <(ninja -C "$folder" -t targets all) -
}

# An expression that matches the names alone.
any_of() { printf '%s\n' "$@" | sed 's/[].[^$*+?()|\\]/\\&/g' | paste -sd '|' | sed 's/.*/^(&)$/'; }

# build_tests PRESET TEST...: what they need.
build_tests() {
  local preset=$1 targets
  mapfile -t targets < <(targets_of "$@")
  if [ ${#targets[@]} = 0 ]; then return; fi
  heading "$preset: build"
  build "$preset" "${targets[@]}" || say "dev: $preset does not build all that the tests need; those that could be built run"
}

test_named() {
  local name=$1 expression=$1 preset tests tested=()
  configure_presets gcc clang cuda
  for preset in "${configured[@]}"; do
    if tests_in "$preset" | grep -Fqx -e "$name"; then expression=$(any_of "$name"); fi
  done
  for preset in "${configured[@]}"; do
    mapfile -t tests < <(tests_in "$preset" -R "$expression")
    if [ ${#tests[@]} = 0 ]; then continue; fi
    tested+=("$preset")
    build_tests "$preset" "${tests[@]}"
    run_ctest "$preset" -R "$expression"
  done
  if [ ${#tested[@]} = 0 ]; then fail "no test is called $name, and no name matches it; ctest --preset gcc -N prints all"; fi
  summary "${tested[@]}" "${missing[@]}"
}

# Tests that are called as a changed file is, then those of the changed rooms, as far as they can be built in 70 seconds.
test_changed() {
  local files file stem names=() rooms=() tests targets chosen=() batch status end
  files=$(test/changed_files "$@") || exit 2
  if [ -z "$files" ]; then
    echo "nothing changed"
    echo "0 passed, 0 failed, 0 skipped"
    return
  fi
  configure_presets gcc
  for file in $files; do
    stem=${file##*/}
    names+=("[.]${stem%%.*}([._]|\$)")
    if [[ $file =~ ^include/allotype/((cluster/|parallel/)?[a-z]+) ]]; then rooms+=("${BASH_REMATCH[1]}"); fi
  done
  # What must not compile comes last: its tests need the program allotype.
  mapfile -t tests < <({
    tests_in gcc -R "$(IFS='|' && echo "${names[*]}")" -LE '^(long|every_change|compile_fail)$'
    if [ ${#rooms[@]} != 0 ]; then tests_in gcc -L "^room[.]($(IFS='|' && echo "${rooms[*]}"))\$" -LE '^long$'; fi
    tests_in gcc -R "$(IFS='|' && echo "${names[*]}")" -L '^compile_fail$'
  } | awk '!seen[$0]++')
  end=$((SECONDS + 70))
  while [ ${#tests[@]} != 0 ] && [ $SECONDS -lt $end ]; do
    batch=("${tests[@]:0:$(nproc)}") status=0
    mapfile -t targets < <(targets_of gcc "${batch[@]}")
    if [ ${#targets[@]} != 0 ]; then
      timeout --signal=INT $((end - SECONDS)) ninja -C build/gcc -k 0 --quiet "${targets[@]}" || status=$?
    fi
    if [ $status = 124 ]; then break; fi  # there was no time to build them
    chosen+=("${batch[@]}")
    tests=("${tests[@]:${#batch[@]}}")
  done
  mapfile -t -O ${#chosen[@]} chosen < <(tests_in gcc -L '^every_change$')
  ALLOTYPE_BASE=${1:-} run_ctest gcc -R "$(any_of "${chosen[@]}")"
  if [ ${#tests[@]} != 0 ]; then echo "left out, as there was no time to build them: ${tests[*]}"; fi
  echo "left out: what other rooms make of the change, all that takes long, clang with sanitizers, nvcc and the device code, packages. \
./dev test runs all of them."
  summary gcc
}
