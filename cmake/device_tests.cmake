# SPDX-License-Identifier: BSL-1.0
# allotype_run_on_interpreter(TARGET [ARCHITECTURE 80]): the CUDA code of the program TARGET runs on the CPU, by
# allotype::device_tests. It is compiled for the architecture, which the device that it finds must have or be newer than:
# doc/device_tests.md. Installed, too.
function(allotype_run_on_interpreter target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "ARCHITECTURE" "")
  if(NOT arg_ARCHITECTURE)
    set(arg_ARCHITECTURE 80)
  endif()
  target_link_libraries(${target} PRIVATE allotype::device_tests)
  # The PTX is read from the program, with the lines that it comes from.
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:--no-compress -lineinfo>)
  # For programs with CUDA_SEPARABLE_COMPILATION: nvcc would link what kernels need that launch kernels.
  target_link_options(${target} PRIVATE $<DEVICE_LINK:--cudadevrt=none>)
  set_target_properties(${target} PROPERTIES CUDA_ARCHITECTURES ${arg_ARCHITECTURE}-virtual CUDA_RUNTIME_LIBRARY None)
endfunction()
