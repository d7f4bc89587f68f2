# SPDX-License-Identifier: BSL-1.0
# shellcheck shell=bash disable=SC2154  # root is the checkout, in which this is read
# What ./dev installs: Debian packages by apt, Python packages and CUDA's parts from PyPI.

# need GROUP...: installs the Debian packages of the groups of .ci/packages.txt.
need() {
  # shellcheck disable=SC2046  # a name each
  .ci/install $(for group; do sed -n "s/^$group: //p" .ci/packages.txt; done)
}

# need_python LIST [PIP_OPTION ...]: installs the Python packages of LIST in .venv, each file with a checksum that LIST has, unless just
# this list was installed there already. .ci/lock writes the lists. uv takes a fifth of pip's time; pip says what is wrong.
need_python() {
  local list=$1 done=.venv/installed/${1//\//_}
  shift
  # A virtual environment knows its place; a checkout that moved needs a new one.
  if [ ! -x .venv/bin/python ] || [ "$(cat .venv/installed/place 2>/dev/null)" != "$root" ]; then
    rm -rf .venv
    python3 -m venv .venv || return
    mkdir -p .venv/installed
    printf '%s\n' "$root" >.venv/installed/place
    .venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r .ci/lock_requirements.txt || true
  fi
  if cmp -s "$list" "$done"; then return; fi
  say "dev: installing what $list names in .venv"
  VIRTUAL_ENV=$root/.venv .venv/bin/uv pip install --quiet --require-hashes "$@" -r "$list" 2>/dev/null ||
    .venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes "$@" -r "$list" || return
  cp "$list" "$done"
}

# Where PyPI's CUDA parts are, once installed.
python_cuda() { printf '%s\n' "$root"/.venv/lib/python3*/site-packages/nvidia/cu13; }

need_python_cuda() {
  need_python cmake/cuda_requirements.txt || return
  # CMake looks for the linker's name of the library, which the package leaves out.
  ln -sfn libcudart.so.13 "$(python_cuda)/lib/libcudart.so"
}

# Finds an nvcc that knows C++20, or brings one; exports CUDACXX. Fails where there is none.
need_cuda() {
  local nvcc release
  for nvcc in "${CUDACXX:-}" "$(command -v nvcc || true)" /usr/local/cuda/bin/nvcc; do
    if [ -z "$nvcc" ] || [ ! -x "$nvcc" ]; then continue; fi
    release=$("$nvcc" --version 2>/dev/null | sed -n 's/.*release \([0-9]*\)\..*/\1/p')
    if [ "${release:-0}" -ge 12 ]; then
      export CUDACXX=$nvcc
      return
    fi
    say "dev: $nvcc is CUDA ${release:-of an unknown release}; 12 is the oldest that knows C++20"
  done
  need_python_cuda || return
  CUDACXX=$(python_cuda)/bin/nvcc
  export CUDACXX
}

# What tests and benchmarks use beside nvcc: the toolkit's, else PyPI's. Exports CUOBJDUMP and NVDISASM.
need_cuda_tools() {
  if ! need_cuda; then
    say "dev: no CUDA compiler here and none from PyPI: what needs it is left out"
    return
  fi
  local folder
  folder=$(dirname "$CUDACXX")
  if [ ! -x "$folder/cuobjdump" ] || [ ! -x "$folder/nvdisasm" ]; then
    folder=$(python_cuda)/bin
    need_python cmake/cuda_binary_requirements.txt || say "dev: no cuobjdump here and none from PyPI: no machine code is compared"
  fi
  export CUOBJDUMP=$folder/cuobjdump NVDISASM=$folder/nvdisasm
  [ -e "$(dirname "$CUDACXX")/../include/cublas_v2.h" ] || need_python cmake/cublas_requirements.txt ||
    say "dev: no cuBLAS here and none from PyPI: the example that calls it is missing"
  need_python cmake/nccl_requirements.txt || say "dev: no NCCL from PyPI: tests that need it are missing"
}

# need_toolchain NAME: of the table of compilers.
need_toolchain() {
  local packages
  packages=$(python3 test/toolchains/toolchains.py packages "$1") || return
  # shellcheck disable=SC2086  # a name each
  .ci/install $packages
}

# What tests use beside a compiler. A tool that does not come is the reason of those tests that are skipped.
need_test_tools() {
  local list toolchain
  need build demo test mpi slurm package
  for list in test/*requirements.txt doc/site/requirements.txt test/site/*requirements.txt packaging/requirements.txt; do
    case $list in
      */axe_* | */flyte_sdk_*) need_python "$list" --no-deps ;;
      # It says that it wants a Python before 3.13, and works with that of Debian 13. An error that remains comes from the second try.
      */flytekit_*) need_python "$list" 2>/dev/null || need_python "$list" --ignore-requires-python ;;
      *) need_python "$list" ;;
    esac || say "dev: not all of $list came from PyPI: tests that need it are skipped"
  done
  (need browser) || say "dev: no Chromium from apt: the site is not opened in a browser"
  need_cuda_tools
  for toolchain in $(python3 test/toolchains/toolchains.py names --sample); do
    need_toolchain "$toolchain" || say "dev: $toolchain is not tested"
  done
  # Slurm asks NVML by a plug-in in Debian's contrib, as NVML is not free: it is taken out of its package and not installed.
  [ -d build/slurm_nvml_plugin/unpacked ] ||
    test/toolchains/debian_packages here contrib build/slurm_nvml_plugin slurm-wlm-nvml-plugin ||
    say "dev: no slurm-wlm-nvml-plugin from Debian's contrib: what Slurm detects is not compared"
  [ -d build/slurm_rsmi_plugin/unpacked ] || test/toolchains/debian_packages here main build/slurm_rsmi_plugin slurm-wlm-rsmi-plugin ||
    say "dev: no slurm-wlm-rsmi-plugin from Debian: what Slurm makes of AMD's GPUs is not compared"
}
