# SPDX-License-Identifier: BSL-1.0
# shellcheck shell=bash
# ./dev fuzz, which reads this.

command_fuzz() {
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
    heading "calls of the verbs: interpreter of device code"
    build cuda device_fuzz_verbs_90
    ALLOTYPE_TEST_DEVICE=H200 ALLOTYPE_TEST_ORDER=random:1 build/cuda/test/device/device_fuzz_verbs_90 1000
  else
    say "dev: no CUDA compiler here and none from PyPI: the device code is neither broken nor compared"
  fi
  configure gcc
  configure clang
  build gcc fuzz_verbs fuzz_number_formats
  build clang fuzz_verbs
  heading "calls of the verbs: g++ with OpenMP, clang on one thread with sanitizers"
  build/gcc/test/fuzz/fuzz_verbs 20000
  build/clang/test/fuzz/fuzz_verbs 20000
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
