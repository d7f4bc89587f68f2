# SPDX-License-Identifier: BSL-1.0
# shellcheck shell=bash
# ./dev fuzz, which reads this.

command_fuzz() {
  local name
  if [ "${1-}" = bytes ]; then
    need build demo test
    configure clang
    fuzz_bytes 10000000 60
    return
  fi
  need build demo test mpi slurm
  if need_cuda; then
    heading "mutants of the device code"
    configure cuda
    build cuda device_mutants
    heading "calls of the verbs, programs for blocks: interpreter of device code"
    build cuda device_fuzz_{verbs,indices,blocks}_90
    for name in verbs indices blocks; do
      ALLOTYPE_TEST_DEVICE=H200 ALLOTYPE_TEST_ORDER=random:1 build/cuda/test/device/device_fuzz_${name}_90 1000
    done
  else
    say "dev: no CUDA compiler here and none from PyPI: the device code is neither broken nor compared"
  fi
  configure gcc
  configure clang
  build gcc fuzz_{verbs,indices,blocks,blocks_checked,number_formats}
  build clang fuzz_{verbs,indices,blocks}
  heading "calls of the verbs, programs for blocks: g++ with OpenMP, clang on one thread with sanitizers, a checked build"
  for name in verbs indices blocks; do
    build/gcc/test/fuzz/fuzz_$name 20000
    build/clang/test/fuzz/fuzz_$name 20000
  done
  build/gcc/test/fuzz/fuzz_blocks_checked 2000
  heading "the narrow number formats: 100 million pairs, all floats"
  build/gcc/test/fuzz/fuzz_number_formats 100000000 1
  fuzz_bytes "${1:-10000000}" "${2:-60}"
}

# fuzz_bytes RUNS SECONDS: each target that reads text or bytes, one on each core.
fuzz_bytes() {
  local targets=(devices frames checkpoint_headers files yaml inputs compiler_log)
  build clang "${targets[@]/#/fuzz_}"
  heading "random bytes: $1 inputs and $2 s at most for each of ${targets[*]}"
  printf '%s\n' "${targets[@]}" | xargs -P "$(nproc)" -I{} test/fuzz/run {} "$1" "$2" ||
    fail "an input that is handled wrongly is in build/clang/test/fuzz" 1
}
