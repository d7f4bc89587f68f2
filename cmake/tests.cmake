# SPDX-License-Identifier: BSL-1.0
# How a test is declared.
#
#   allotype_static_test(NAME FILE... [NO_CUDA REASON | LAMBDAS])
#       static_asserts: a library that compiles is a test that passes. Compiled by nvcc too, unless NO_CUDA. Its front end checks
#       all of a file, the host's code too, where it makes the device's code: that is half of the time. LAMBDAS, which are other
#       classes on the host, make the host's code as well.
#   allotype_unit_test(NAME FILE... [CUDA] [OPENMP] [JSON] [MPI] [INTERPRETED] [LABELS ...] [LINK ...] [ARCHITECTURES ...])
#       Catch2 test cases, one program and one test a call. CUDA: the .cu files among FILE are compiled by nvcc;
#       such a test is left out where there is no nvcc. A test with the label gpu runs where an NVIDIA GPU is, and is
#       reported as skipped elsewhere. INTERPRETED: test/device compiles it for the interpreter and runs it, too, so this one is built only where
#       a GPU is. Labelled room.ROOM after its folder, so that ./dev test --changed finds it.
#   allotype_missing_test(NAME REASON)
#       stands for a test whose tools are missing: fails where CI=true, is skipped elsewhere.
#   allotype_elsewhere_test(NAME REASON)
#       stands for a test that is right for another version of a tool alone: skipped everywhere.
#
# Each returns at once where the kind of test or the language is not among those this build asks for.

set(ALLOTYPE_TEST_KINDS headers static unit device doc compile_fail golden conformance fuzz example program package slurm project site
    CACHE STRING "the kinds of tests to build and run")
set(ALLOTYPE_TEST_ARCHITECTURES 80-virtual
    CACHE STRING "what unit tests are compiled for that do not name their ARCHITECTURES")
set(ALLOTYPE_TEST_LANGUAGES CXX CUDA CACHE STRING "the languages to compile static and unit tests in: CXX, CUDA")
find_program(ALLOTYPE_PYTHON NAMES python3 HINTS ${PROJECT_SOURCE_DIR}/.venv/bin DOC "a Python that has test/*requirements.txt")

cmake_path(SET allotype_test_scripts NORMALIZE ${CMAKE_CURRENT_LIST_DIR}/../test)

function(allotype_test_wanted result kind language)
  set(${result} OFF PARENT_SCOPE)
  if(ALLOTYPE_BUILD_TESTS AND kind IN_LIST ALLOTYPE_TEST_KINDS AND language IN_LIST ALLOTYPE_TEST_LANGUAGES)
    if(language STREQUAL "CXX" OR ALLOTYPE_CUDA_ENABLED)
      set(${result} ON PARENT_SCOPE)
    endif()
  endif()
endfunction()

# Whether the tests of this build read the sources of example, tools/allotype or src/device_tests, and run nothing that is made of them.
function(allotype_sources_are_read result folder)
  set(${result} OFF PARENT_SCOPE)
  allotype_test_wanted(static static CXX)
  string(REPLACE tools/allotype program kind ${folder})
  string(REPLACE src/device_tests device kind ${kind})
  if(static AND kind MATCHES "^(example|program|device)$" AND NOT kind IN_LIST ALLOTYPE_TEST_KINDS)
    set(${result} ON PARENT_SCOPE)
  endif()
endfunction()

# A test that passes when its target builds. All is built before the tests run, so this finds nothing to do or shows
# the errors. One at a time: two builds in one tree disturb each other.
function(allotype_build_test name target)
  add_test(NAME ${name} COMMAND ${CMAKE_COMMAND} --build ${PROJECT_BINARY_DIR} --target ${target} ${ARGN})
  set_tests_properties(${name} PROPERTIES RESOURCE_LOCK build_tree)
endfunction()

# <result> = the files of a .cu source each that includes one of the given files.
function(allotype_cuda_twins result folder)
  set(twins)
  foreach(file IN LISTS ARGN)
    cmake_path(ABSOLUTE_PATH file BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} NORMALIZE)
    cmake_path(RELATIVE_PATH file BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE twin)
    set(twin ${CMAKE_CURRENT_BINARY_DIR}/${folder}/${twin}.cu)
    file(CONFIGURE OUTPUT ${twin} CONTENT "#include \"${file}\"\n")
    list(APPEND twins ${twin})
  endforeach()
  set(${result} ${twins} PARENT_SCOPE)
endfunction()

function(allotype_static_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "LAMBDAS" "NO_CUDA" "")
  allotype_test_wanted(wanted static CXX)
  if(wanted)
    add_library(static_${name} OBJECT ${arg_UNPARSED_ARGUMENTS})
    target_link_libraries(static_${name} PRIVATE allotype::allotype)
    allotype_build_test(static.${name} static_${name})
    set_tests_properties(static.${name} PROPERTIES LABELS static)
  endif()
  allotype_test_wanted(wanted static CUDA)
  if(wanted AND NOT arg_NO_CUDA)
    allotype_cuda_twins(twins static_${name}_cuda ${arg_UNPARSED_ARGUMENTS})
    add_library(static_${name}_cuda OBJECT ${twins})
    target_link_libraries(static_${name}_cuda PRIVATE allotype::cuda)
    set_target_properties(static_${name}_cuda PROPERTIES CUDA_ARCHITECTURES 90-virtual)
    if(NOT arg_LAMBDAS)
      set_target_properties(static_${name}_cuda PROPERTIES CUDA_PTX_COMPILATION ON)
    endif()
    allotype_build_test(static.${name}.cuda static_${name}_cuda)
    set_tests_properties(static.${name}.cuda PROPERTIES LABELS static)
  endif()
endfunction()

# Catch2's main is compiled once: by Catch2 itself where it has it so and for this processor, else here.
function(allotype_link_catch target)
  find_package(Catch2 REQUIRED)
  if(TARGET Catch2::Catch2WithMain AND NOT CMAKE_CROSSCOMPILING)
    target_link_libraries(${target} PRIVATE Catch2::Catch2WithMain)
    return()
  endif()
  if(NOT TARGET allotype_catch_main)
    file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/catch_main.cpp CONTENT
         "#define CATCH_CONFIG_MAIN\n#include <catch2/catch.hpp>\n")
    add_library(allotype_catch_main STATIC ${PROJECT_BINARY_DIR}/catch_main.cpp)
    target_link_libraries(allotype_catch_main PUBLIC Catch2::Catch2)
  endif()
  target_link_libraries(${target} PRIVATE allotype_catch_main)
endfunction()

# Catch2 is read once for all unit tests, as it is most of the time that a short one takes to compile. Only for the options that
# all have in common: a compiler takes what it read with the same ones. A test includes catch.hpp nevertheless.
function(allotype_precompile_catch target)
  if(NOT TARGET allotype_catch_precompiled)
    file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/catch_precompiled.cpp CONTENT "")
    add_library(allotype_catch_precompiled OBJECT ${PROJECT_BINARY_DIR}/catch_precompiled.cpp)
    target_link_libraries(allotype_catch_precompiled PRIVATE allotype::allotype)
    allotype_link_catch(allotype_catch_precompiled)
    target_precompile_headers(allotype_catch_precompiled PRIVATE ${allotype_test_scripts}/unit/catch.hpp)
  endif()
  target_precompile_headers(${target} REUSE_FROM allotype_catch_precompiled)
endfunction()

# `allotype errors`, and what the program knows of terminals, compiled once for all of this build.
function(allotype_link_errors target)
  if(NOT TARGET allotype_errors_compiled)
    set(folder ${PROJECT_SOURCE_DIR}/tools/allotype)
    add_library(allotype_errors_compiled STATIC ${folder}/compiler_log.cpp ${folder}/errors_command.cpp ${folder}/output.cpp ${folder}/terminal.cpp)
    target_link_libraries(allotype_errors_compiled PUBLIC allotype::json Threads::Threads)
    # Which files of a log are the library's.
    set(headers ${allotype_headers} ${allotype_headers_for_nvcc_alone} ${allotype_headers_of_components})
    list(TRANSFORM headers REPLACE "^.*/include/allotype/(.*)$" "\"\\1\",")
    list(JOIN headers "\n" headers)
    file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/library_headers/library_headers.inc CONTENT "${headers}\n" @ONLY)
    target_include_directories(allotype_errors_compiled PRIVATE ${PROJECT_BINARY_DIR}/library_headers)
  endif()
  target_link_libraries(${target} PUBLIC allotype_errors_compiled)
endfunction()

function(allotype_unit_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "CUDA;OPENMP;JSON;MPI;INTERPRETED" "" "LABELS;LINK;ARCHITECTURES")
  set(language CXX)
  if(arg_CUDA)
    set(language CUDA)
  endif()
  allotype_test_wanted(wanted unit ${language})
  if(NOT wanted)
    return()
  endif()
  add_executable(unit_${name} ${arg_UNPARSED_ARGUMENTS})
  target_link_libraries(unit_${name} PRIVATE allotype::allotype ${arg_LINK})
  allotype_link_catch(unit_${name})
  if(NOT arg_CUDA AND NOT arg_OPENMP)
    allotype_precompile_catch(unit_${name})
  endif()
  foreach(component IN ITEMS CUDA OPENMP JSON MPI)
    if(arg_${component})
      string(TOLOWER ${component} component)
      target_link_libraries(unit_${name} PRIVATE allotype::${component})
    endif()
  endforeach()
  if(NOT arg_ARCHITECTURES)
    set(arg_ARCHITECTURES ${ALLOTYPE_TEST_ARCHITECTURES})
  endif()
  set_target_properties(unit_${name} PROPERTIES CUDA_ARCHITECTURES "${arg_ARCHITECTURES}")
  if("gpu" IN_LIST arg_LABELS)
    add_test(NAME unit.${name} COMMAND ${allotype_test_scripts}/on_gpu $<TARGET_FILE:unit_${name}>)
    set_tests_properties(unit.${name} PROPERTIES RESOURCE_LOCK gpu)
    if(arg_INTERPRETED AND NOT allotype_has_gpu)  # test/this_gpu.cmake asks
      set_target_properties(unit_${name} PROPERTIES EXCLUDE_FROM_ALL TRUE)
    endif()
  else()
    add_test(NAME unit.${name} COMMAND unit_${name})
  endif()
  cmake_path(RELATIVE_PATH CMAKE_CURRENT_SOURCE_DIR BASE_DIRECTORY ${allotype_test_scripts}/unit OUTPUT_VARIABLE room)
  set_tests_properties(unit.${name} PROPERTIES LABELS "unit;room.${room};${arg_LABELS}" SKIP_RETURN_CODE 77
                       ENVIRONMENT "LSAN_OPTIONS=suppressions=${allotype_test_scripts}/leaks_of_libraries.txt:print_suppressions=0")
endfunction()

function(allotype_missing_test name reason)
  add_test(NAME ${name} COMMAND ${allotype_test_scripts}/missing "${reason}")
  set_tests_properties(${name} PROPERTIES SKIP_RETURN_CODE 77)
endfunction()

function(allotype_elsewhere_test name reason)
  add_test(NAME ${name} COMMAND ${CMAKE_COMMAND} -E echo "skipped: ${reason}")
  set_tests_properties(${name} PROPERTIES SKIP_REGULAR_EXPRESSION "^skipped: ")
endfunction()
