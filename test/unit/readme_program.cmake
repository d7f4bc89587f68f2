# SPDX-License-Identifier: BSL-1.0
# The first program of README.md: the lines for a shell behind it, run as they stand there in a folder that has the program
# and the headers, print what stands there. COMPILER is what the lines call g++. With CUDA=ON COMPILER is nvcc, and what the
# program prints depends on the machine: only the numbers are compared.
cmake_minimum_required(VERSION 3.22)
include(${CMAKE_CURRENT_LIST_DIR}/readme_block.cmake)
readme_block(program program cpp)
set(name g++)
if(CUDA)
  set(name nvcc)
endif()
readme_block(console "with ${name}" console)
string(REPLACE "+" "[+]" pattern ${name})
if(NOT console MATCHES "^[$] (${pattern} [^\n]*)\n(.*)$")
  message(FATAL_ERROR "README.md does not begin with \"$ ${name}\", but so:\n${console}")
endif()
set(line "${CMAKE_MATCH_1}")
set(output "${CMAKE_MATCH_2}")

file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK}/compiler)
file(CREATE_LINK ${ROOT}/include ${WORK}/include SYMBOLIC)
file(WRITE ${WORK}/first.cpp "${program}")
if(CUDA)  # which finds its files beside itself
  cmake_path(GET COMPILER PARENT_PATH folder)
else()
  set(folder ${WORK}/compiler)
  file(CREATE_LINK ${COMPILER} ${folder}/g++ SYMBOLIC)
endif()
set(ENV{PATH} "${folder}:$ENV{PATH}")
# Boost's headers, where no compiler finds them without being told.
string(REGEX MATCHALL "-isystem;[^;]*" others "${INCLUDES}")
string(REGEX REPLACE "-isystem;" "" others "${others}")
string(REPLACE ";" ":" ENV{CPLUS_INCLUDE_PATH} "${others}")

# in_shell(LINE EXPECTED): what it prints matches. The program prints it, and the compiler nothing.
function(in_shell line expected)
  execute_process(COMMAND sh -c "${line}" WORKING_DIRECTORY ${WORK} RESULT_VARIABLE failed OUTPUT_VARIABLE found
                  ERROR_VARIABLE found)
  if(failed OR NOT found MATCHES "${expected}")
    message(FATAL_ERROR "$ ${line}\nof README.md ends with ${failed} and prints:\n${found}It should match:\n${expected}")
  endif()
endfunction()
if(CUDA)
  in_shell("${line}" "^2 4 6 on [^\n]*\n")
else()
  string(REGEX REPLACE "([][.()+*?])" "[\\1]" output "${output}")
  in_shell("${line}" "^${output}$")
  if(OPENMP)
    string(REPLACE " -I" " -fopenmp -I" line "${line}")
    in_shell("${line}" "^2 4 6 on cpu [(]OpenMP")
  endif()
endif()
