# SPDX-License-Identifier: BSL-1.0
# Tests of what asks NVML; in its place stands the fake one of test/fake_nvml.

allotype_unit_test(host_processor host_processor.cpp)
allotype_unit_test(visible_devices visible_devices.cpp)
allotype_unit_test(time_limit time_limit.cpp LINK allotype::runtime)

set(tests_with_nvml)
foreach(language IN ITEMS CXX CUDA)
  allotype_test_wanted(wanted unit ${language})
  if(wanted AND language STREQUAL "CXX")
    list(APPEND tests_with_nvml nvml_declarations probe availability check_device nvml_search_path statistics monitor)
  elseif(wanted)
    list(APPEND tests_with_nvml availability_cuda queue_on)
  endif()
endforeach()
if(NOT TARGET fake_nvml)
  foreach(name IN LISTS tests_with_nvml)
    allotype_missing_test(unit.${name} "no nvml.h (PyPI's nvidia-nvml-dev, see test/requirements.txt) or no nlohmann-json")
  endforeach()
  return()
endif()

add_library(allotype_fake_nvml STATIC fake_nvml.cpp)
target_link_libraries(allotype_fake_nvml PUBLIC allotype::runtime)
target_compile_definitions(
  allotype_fake_nvml PUBLIC FAKE_NVML="$<TARGET_FILE:fake_nvml>" FAKE_NVML_OLD="$<TARGET_FILE:fake_nvml_old>"
                            FAKE_NVML_USELESS="$<TARGET_FILE:fake_nvml_useless>"
                            FAKE_NVML_SCENARIOS="${PROJECT_SOURCE_DIR}/test/fake_nvml/scenario")
add_dependencies(allotype_fake_nvml fake_nvml fake_nvml_old fake_nvml_useless)
foreach(name IN LISTS tests_with_nvml)
  if(name STREQUAL "queue_on")
    allotype_pretended_cuda_test(${name} LINK allotype_fake_nvml)
    set_tests_properties(unit.${name} PROPERTIES ENVIRONMENT "LD_LIBRARY_PATH=$<TARGET_FILE_DIR:fake_nvml>")
  elseif(name MATCHES "_cuda$")
    allotype_unit_test(${name} ${name}.cu CUDA LINK allotype_fake_nvml ARCHITECTURES 80-real)
  else()
    allotype_unit_test(${name} ${name}.cpp JSON LINK allotype_fake_nvml)
  endif()
endforeach()
if(TARGET unit_nvml_declarations)
  target_include_directories(unit_nvml_declarations SYSTEM PRIVATE ${ALLOTYPE_NVML_INCLUDE})
  set_tests_properties(
    unit.nvml_search_path
    PROPERTIES ENVIRONMENT "LD_LIBRARY_PATH=$<TARGET_FILE_DIR:fake_nvml>;FAKE_NVML_SCENARIO=${PROJECT_SOURCE_DIR}/test/fake_nvml/scenario/a100_whole.json")
endif()
