# SPDX-License-Identifier: BSL-1.0
# Tests of what asks NVML; in its place stands the fake one of test/fake_nvml.

if(TARGET fake_nvml)
  add_library(allotype_fake_nvml STATIC fake_nvml.cpp)
  target_link_libraries(allotype_fake_nvml PUBLIC allotype::runtime)
  target_compile_definitions(
    allotype_fake_nvml PUBLIC FAKE_NVML="$<TARGET_FILE:fake_nvml>" FAKE_NVML_OLD="$<TARGET_FILE:fake_nvml_old>"
                              FAKE_NVML_USELESS="$<TARGET_FILE:fake_nvml_useless>"
                              FAKE_NVML_SCENARIOS="${PROJECT_SOURCE_DIR}/test/fake_nvml/scenario")
  add_dependencies(allotype_fake_nvml fake_nvml fake_nvml_old fake_nvml_useless)
endif()

# allotype_nvml_test(NAME [CUDA | PRETENDED_CUDA]): NAME.cpp, or NAME.cu without or with the pretended CUDA runtime.
function(allotype_nvml_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "CUDA;PRETENDED_CUDA" "" "")
  set(language CXX)
  if(arg_CUDA OR arg_PRETENDED_CUDA)
    set(language CUDA)
  endif()
  allotype_test_wanted(wanted unit ${language})
  if(NOT wanted)
    return()
  elseif(NOT TARGET fake_nvml)
    allotype_missing_test(unit.${name} "no nvml.h (PyPI's nvidia-nvml-dev, see test/requirements.txt) or no nlohmann-json")
  elseif(arg_PRETENDED_CUDA)
    allotype_pretended_cuda_test(${name} LINK allotype_fake_nvml)
    set_tests_properties(unit.${name} PROPERTIES ENVIRONMENT "LD_LIBRARY_PATH=$<TARGET_FILE_DIR:fake_nvml>")
  elseif(arg_CUDA)
    allotype_unit_test(${name} ${name}.cu CUDA LINK allotype_fake_nvml ARCHITECTURES 80-real)
  else()
    allotype_unit_test(${name} ${name}.cpp JSON LINK allotype_fake_nvml)
  endif()
endfunction()
