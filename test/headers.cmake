# SPDX-License-Identifier: BSL-1.0
# The lists of cmake/headers.cmake are the folder, and every header compiles alone.

if(NOT "headers" IN_LIST ALLOTYPE_TEST_KINDS)
  return()
endif()

add_test(NAME headers.listed COMMAND ${CMAKE_COMMAND} -P ${CMAKE_CURRENT_SOURCE_DIR}/headers_listed.cmake)
set_tests_properties(headers.listed PROPERTIES LABELS headers)

find_package(Python3 QUIET COMPONENTS Interpreter)
if(Python3_Interpreter_FOUND)
  add_test(NAME structure.arrows COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/structure.py)
  set_tests_properties(structure.arrows PROPERTIES LABELS headers)
endif()

# Clang's bindings for Python are the system's.
find_program(ALLOTYPE_SYSTEM_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH)
allotype_test_wanted(wanted headers CXX)
if(wanted AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  set(clang_for_python FALSE)
  if(ALLOTYPE_SYSTEM_PYTHON)
    execute_process(COMMAND ${ALLOTYPE_SYSTEM_PYTHON} -c "from clang import cindex" RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
    if(NOT failed)
      set(clang_for_python TRUE)
    endif()
  endif()
  if(clang_for_python)
    add_test(NAME structure.public_names COMMAND ${ALLOTYPE_SYSTEM_PYTHON} ${CMAKE_CURRENT_SOURCE_DIR}/public_names.py --check)
    set_tests_properties(structure.public_names PROPERTIES LABELS headers)
  else()
    allotype_missing_test(structure.public_names "no clang for Python (Debian: python3-clang-19)")
  endif()
endif()

allotype_test_wanted(wanted headers CXX)
if(wanted)
  set_target_properties(allotype PROPERTIES VERIFY_INTERFACE_HEADER_SETS ON INTERFACE_HEADER_SETS_TO_VERIFY HEADERS)
  # The target comes into being at the end of its folder's scope; the test needs its name only.
  allotype_build_test(headers.alone all_verify_interface_header_sets)
  set_tests_properties(headers.alone PROPERTIES LABELS headers)
endif()

allotype_test_wanted(wanted headers CUDA)
if(wanted)
  set(for_nvcc ${allotype_headers} ${allotype_headers_for_nvcc_alone})
  list(REMOVE_ITEM for_nvcc ${allotype_headers_not_for_nvcc})
  allotype_cuda_twins(twins headers_cuda ${for_nvcc})
  add_library(headers_alone_cuda OBJECT ${twins})
  target_link_libraries(headers_alone_cuda PRIVATE allotype::cuda)
  set_target_properties(headers_alone_cuda PROPERTIES CUDA_ARCHITECTURES 90-virtual)
  allotype_build_test(headers.alone.cuda headers_alone_cuda)
  set_tests_properties(headers.alone.cuda PROPERTIES LABELS headers)
endif()
