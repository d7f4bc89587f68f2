# SPDX-License-Identifier: BSL-1.0
# Every header begins as it should, and compiles alone.

if(NOT "headers" IN_LIST ALLOTYPE_TEST_KINDS)
  return()
endif()

add_test(NAME headers.begin COMMAND ${CMAKE_COMMAND} -P ${CMAKE_CURRENT_SOURCE_DIR}/headers_begin.cmake)
set_tests_properties(headers.begin PROPERTIES LABELS "headers;every_change")

find_package(Python3 QUIET COMPONENTS Interpreter)
if(Python3_Interpreter_FOUND)
  add_test(NAME structure.arrows COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/structure.py)
  add_test(NAME structure.verbs COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/verbs_table.py)
  set_tests_properties(structure.arrows structure.verbs PROPERTIES LABELS "headers;every_change")
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
    add_test(NAME structure.public_names COMMAND ${ALLOTYPE_SYSTEM_PYTHON} ${CMAKE_CURRENT_SOURCE_DIR}/docstrings.py --list)
    add_test(NAME structure.nodiscard COMMAND ${ALLOTYPE_SYSTEM_PYTHON} ${CMAKE_CURRENT_SOURCE_DIR}/nodiscard.py)
    # It names what has no docstring, and nothing else.
    set(headers ${CMAKE_CURRENT_SOURCE_DIR}/data/docstrings)
    add_test(NAME structure.docstrings_found
             COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/prints ${headers}/without.txt 1 ${ALLOTYPE_SYSTEM_PYTHON}
                     ${CMAKE_CURRENT_SOURCE_DIR}/docstrings.py --include ${headers}/include)
    add_test(NAME structure.examples COMMAND ${ALLOTYPE_SYSTEM_PYTHON} ${PROJECT_SOURCE_DIR}/doc/site/reference.py --check)
    set_tests_properties(structure.public_names structure.nodiscard structure.docstrings_found structure.examples
                         PROPERTIES LABELS headers)
  else()
    allotype_missing_test(structure.public_names "no clang for Python (Debian: python3-clang-19)")
  endif()
endif()

# That a header stands alone is the same with each compiler; clang reads all of them above.
allotype_test_wanted(wanted headers CXX)
if(wanted AND NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  add_library(headers_alone INTERFACE)
  target_sources(headers_alone INTERFACE FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR}/include FILES ${allotype_headers})
  target_link_libraries(headers_alone INTERFACE allotype::allotype)
  set_target_properties(headers_alone PROPERTIES VERIFY_INTERFACE_HEADER_SETS ON)
  # The target comes into being at the end of its folder's scope; the test needs its name only.
  allotype_build_test(headers.alone all_verify_interface_header_sets)
  set_tests_properties(headers.alone PROPERTIES LABELS headers)
endif()

# The test reads these, which bring all others.
function(allotype_test_macros name compiler)
  set(headers ${allotype_headers_top})
  list(REMOVE_ITEM headers ${ARGN})
  set(boost)
  foreach(folder IN LISTS Boost_INCLUDE_DIRS)
    if(NOT folder IN_LIST CMAKE_CXX_IMPLICIT_INCLUDE_DIRECTORIES)
      list(APPEND boost -isystem ${folder})
    endif()
  endforeach()
  add_test(NAME ${name} COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/macros ${compiler} ${boost} -- ${headers})
  set_tests_properties(${name} PROPERTIES LABELS headers)
endfunction()
if(wanted)
  allotype_test_macros(headers.macros ${CMAKE_CXX_COMPILER})
endif()

# Strict warnings in a program that names the folder with -I, not -isystem.
if(wanted)
  set(includes)
  foreach(header IN LISTS allotype_headers)
    string(APPEND includes "#include \"${header}\"\n")
  endforeach()
  set(all_headers ${CMAKE_CURRENT_BINARY_DIR}/headers_warnings.cpp)
  file(CONFIGURE OUTPUT ${all_headers} CONTENT "${includes}")
  set(boost)
  foreach(folder IN LISTS Boost_INCLUDE_DIRS)
    if(NOT folder IN_LIST CMAKE_CXX_IMPLICIT_INCLUDE_DIRECTORIES)
      list(APPEND boost -isystem ${folder})
    endif()
  endforeach()
  add_test(NAME headers.warnings
           COMMAND ${CMAKE_CXX_COMPILER} -std=c++20 -fsyntax-only -Werror -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion
                   -Wshadow -I${PROJECT_SOURCE_DIR}/include ${boost} ${all_headers})
  set_tests_properties(headers.warnings PROPERTIES LABELS headers COST 40)
endif()

# nvcc reads all of them together: that each stands alone is seen above, and nvcc takes seconds a file.
allotype_test_wanted(wanted headers CUDA)
if(wanted)
  set(for_nvcc ${allotype_headers} ${allotype_headers_for_nvcc_alone})
  list(REMOVE_ITEM for_nvcc ${allotype_headers_not_for_nvcc})
  set(includes)
  foreach(header IN LISTS for_nvcc)
    cmake_path(ABSOLUTE_PATH header BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} NORMALIZE)
    string(APPEND includes "#include \"${header}\"\n")
  endforeach()
  set(all_headers ${CMAKE_CURRENT_BINARY_DIR}/headers_cuda.cu)
  file(CONFIGURE OUTPUT ${all_headers} CONTENT "${includes}")
  add_library(headers_cuda OBJECT ${all_headers})
  target_link_libraries(headers_cuda PRIVATE allotype::cuda)
  set_target_properties(headers_cuda PROPERTIES CUDA_ARCHITECTURES 90-virtual)
  allotype_build_test(headers.cuda headers_cuda)
  set_tests_properties(headers.cuda PROPERTIES LABELS headers)
  if(CMAKE_CUDA_COMPILER_ID STREQUAL "NVIDIA")
    allotype_test_macros(headers.macros_cuda ${CMAKE_CUDA_COMPILER} allotype/parallel.hpp allotype/parallel/statistics.hpp)
  endif()
endif()
